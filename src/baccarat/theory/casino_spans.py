"""What proves the equilibria at every commission: certificates of spans, kept in one file.

write_spans(found) -> text (JSON)        of all commissions, and of each span with one equilibrium
check_spans(text) -> a sentence that says what is proved, or NotProved with the reason
"""

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from baccarat.errors import BadText, NotProved
from baccarat.theory.casino_alpha import Commissions, prove
from baccarat.theory.casino_check import CasinoCertificate, check_casino

KIND = "chemin-de-fer-commissions"
LONG, DIGITS = 1000, 7


def write_spans(found: Commissions) -> str:
    """The certificate of the whole, and those that prove one equilibrium on parts of it."""
    parts = [found.certificate]
    if found.is_unique and not found.certificate.is_unique:
        parts += prove(found)
    spans = [json.loads(part.dump()) for part in parts]
    return json.dumps({"certificate": KIND, "spans": spans}, indent=1)


def check_spans(text: str) -> str:
    """Check every span, and say where there is one equilibrium and what is known elsewhere."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise BadText("not a certificate: it is no JSON") from None
    if not isinstance(fields, dict) or fields.get("certificate") != KIND:
        raise BadText(f"not a certificate: expected an object with 'certificate': {KIND!r}")
    if sorted(fields) != ["certificate", "spans"] or not isinstance(fields["spans"], list):
        raise BadText("not a certificate: its keys are certificate and spans, which is a list")
    parts = [CasinoCertificate.parse(json.dumps(span)) for span in fields["spans"]]
    if not parts:
        raise NotProved("a proof without spans proves nothing")
    for one, other in pairwise(parts):
        if _question(one) != _question(other):
            raise NotProved("the spans are not of one game")
    told: dict[str, list[str]] = {}
    for part in sorted(parts, key=lambda part: (not part.is_unique, part.low)):
        sentence = check_casino(part).rpartition(": ")[2]
        told.setdefault(sentence, []).append(
            f"from {_told(part.low, ceil)} to {_told(part.high, floor)}"
        )
    spans = [f"{sentence}, {', '.join(where)}" for sentence, where in told.items()]
    return f"model {parts[0].model}, {parts[0].composition}, commissions: {'; '.join(spans)}"


def _question(part: CasinoCertificate) -> tuple[object, ...]:
    return part.model, part.composition, part.player, sorted(part.bound.items())


def _told(number: Fraction, rounded: Callable[[Fraction], int]) -> str:
    """An end of a span; a long fraction is rounded so that the span is told shorter than it is."""
    if number.denominator <= LONG:
        return str(number)
    return f"{rounded(number * 10**DIGITS) / 10**DIGITS:.{DIGITS}f}"
