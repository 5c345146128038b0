"""Certificates of spans, which prove the equilibria at every commission, in one file.

write_spans(certificates) -> text (JSON)
check_spans(text) -> a sentence that says what is proved, or NotProved with the reason
"""

import json
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from baccarat.base.errors import BadText, NotProved
from baccarat.base.hints import checked
from baccarat.theory.casino import check
from baccarat.theory.casino.check import CasinoCertificate, proved_of
from baccarat.theory.certificate_reading import read_fields

KIND = "chemin-de-fer-commissions"
LONG, DIGITS = 1000, 7


@checked
def write_spans(parts: Iterable[CasinoCertificate]) -> str:
    """Certificates of one game in one file."""
    spans = [json.loads(part.dump()) for part in parts]
    return json.dumps({"certificate": KIND, "spans": spans}, indent=1)


@checked
def check_spans(text: str) -> str:
    """Check every span; say where there is one equilibrium and what is known elsewhere."""
    spans = read_fields(text, KIND, ["certificate", "spans"])["spans"]
    if not isinstance(spans, list) or not all(isinstance(span, dict) for span in spans):
        raise BadText("not a certificate: 'spans' is a list of certificates")
    for span in spans:
        if span.get("certificate") != check.KIND or span.keys() != set(check.KEYS):
            raise BadText(f"not a certificate: each span is a certificate of kind {check.KIND}")
    parts = [CasinoCertificate.read(span) for span in spans]
    if not parts:
        raise NotProved("a proof without spans proves nothing")
    for one, other in pairwise(parts):
        if _question(one) != _question(other):
            raise NotProved("the spans are not of one game")
    told: dict[str, list[str]] = {}
    for part in sorted(parts, key=lambda part: (not part.is_unique, part.low)):
        told.setdefault(proved_of(part), []).append(_told(part.low, part.high))
    proved = [f"{sentence}, {', '.join(where)}" for sentence, where in told.items()]
    return f"{parts[0].game}, commissions: {'; '.join(proved)}"


def _question(part: CasinoCertificate) -> tuple[object, ...]:
    return part.model, part.composition, part.player, sorted(part.bound.items())


def _told(low: Fraction, high: Fraction) -> str:
    """A span in words; long fractions are rounded inwards, so it claims only what is proved."""
    ends = [_rounded(low, ceil), _rounded(high, floor)]
    if Fraction(ends[0]) > Fraction(ends[1]):
        ends = [str(low), str(high)]
    return f"from {ends[0]} to {ends[1]}"


def _rounded(number: Fraction, rounded: Callable[[Fraction], int]) -> str:
    if number.denominator <= LONG:
        return str(number)
    return f"{rounded(number * 10**DIGITS) / 10**DIGITS:.{DIGITS}f}"
