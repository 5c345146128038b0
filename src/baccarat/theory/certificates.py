"""Every kind of certificate with its checker, in one register.

check_any(text) -> a sentence with the claim that is proved, or NotProved with the reason
"""

from collections.abc import Callable, Mapping

from baccarat.base.errors import BaccaratError, BadText, BadValue
from baccarat.base.hints import quoted
from baccarat.theory.banque import check as banque
from baccarat.theory.banque import check_pieces
from baccarat.theory.casino import check as casino
from baccarat.theory.casino import every_deck as every_equilibrium
from baccarat.theory.casino import spans
from baccarat.theory.certificate_reading import read_json
from baccarat.theory.chemin import certificate, every_deck, proof

LONGEST = 200
"""the most characters of a refusal"""


def check_any(text: str) -> str:
    """Check a certificate of any kind, and return what it proves; a refusal is one short line."""
    try:
        return _checked(text)
    except BaccaratError as complaint:
        if len(str(complaint)) <= LONGEST:
            raise
        raise type(complaint)(f"{str(complaint)[: LONGEST - 1]}…") from None


def _checked(text: str) -> str:
    if not isinstance(text, str):
        raise BadValue(f"a certificate must be text, not {quoted(text)}")
    fields = read_json(text)
    kind = fields.get("certificate") if isinstance(fields, dict) else None
    if not isinstance(kind, str) or kind not in CHECKERS:
        raise BadText("not a certificate: expected the text that `--certificate` writes")
    return CHECKERS[kind](text)


CHECKERS: Mapping[str, Callable[[str], str]] = {
    certificate.KIND: certificate.check,
    proof.KIND: proof.check_for_all,
    casino.KIND: casino.check_casino,
    spans.KIND: spans.check_spans,
    every_equilibrium.KIND: every_equilibrium.check_every,
    banque.KIND: banque.check_banque,
    check_pieces.KIND: check_pieces.check_pieces,
    every_deck.KIND: every_deck.check_every,
}
"""for each kind of certificate, by the name in its text: its checker"""
