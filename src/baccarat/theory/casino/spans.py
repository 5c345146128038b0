"""Certificates of spans (intervals of commissions) of one game, together in one file.

write_spans(certificates) -> text (JSON)
check_spans(text) -> a sentence that says what is proved, or NotProved with the reason
"""

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise

from baccarat.base.errors import BadText, NotProved
from baccarat.base.hints import checked
from baccarat.theory.casino import check
from baccarat.theory.casino.check import CasinoCertificate, OneEquilibrium, proved_of
from baccarat.theory.certificate_reading import read_json, require_kind

KIND = "chemin-de-fer-commissions"


@checked
def write_spans(parts: Iterable[CasinoCertificate]) -> str:
    """Certificates of one game in one file."""
    spans = [json.loads(part.dump()) for part in parts]
    return json.dumps({"certificate": KIND, "spans": spans})


@checked
def check_spans(text: str) -> str:
    """Check every span; say where there is one equilibrium and what is known elsewhere."""
    parts = read_spans(read_json(text))
    if is_gapless(parts):
        return f"{parts[0].game}, commission {parts[0].low} to {parts[-1].high}: {joined(parts)}"
    told: dict[str, list[str]] = {}
    for part in sorted(parts, key=lambda part: (not part.is_unique, part.low)):
        told.setdefault(proved_of(part), []).append(f"from {part.low} to {part.high}")
    proved = [f"{sentence}, {', '.join(where)}" for sentence, where in told.items()]
    return f"{parts[0].game}, commissions: {'; '.join(proved)}"


def read_spans(fields: object) -> list[CasinoCertificate]:
    """The spans of one game; their claims are not checked yet."""
    spans = require_kind(fields, KIND, ["certificate", "spans"])["spans"]
    if not isinstance(spans, list):
        raise BadText("not a certificate: 'spans' must be a list of certificates")
    parts = [CasinoCertificate.read(require_kind(span, check.KIND, check.KEYS)) for span in spans]
    if not parts:
        raise NotProved("a certificate needs at least one span")
    for one, other in pairwise(parts):
        if _question(one) != _question(other):
            raise NotProved("the spans belong to different games")
    return parts


def is_gapless(parts: Sequence[CasinoCertificate]) -> bool:
    """Whether the spans leave no gap between them, and each claims a single equilibrium."""
    touch = all(one.high == other.low for one, other in pairwise(parts))
    return touch and all(part.is_unique for part in parts)


def joined(parts: Sequence[CasinoCertificate]) -> OneEquilibrium:
    """The theorem that touching spans prove together, if each span proves a single equilibrium."""
    proved = [check.one_equilibrium(part, *check.read_proof(part)) for part in parts]
    critical = (alpha for part in proved for alpha in part.critical)
    return OneEquilibrium(tuple(critical), proved[0].idle)


def _question(part: CasinoCertificate) -> tuple[object, ...]:
    return part.model, part.composition, part.player, sorted(part.bound.items())
