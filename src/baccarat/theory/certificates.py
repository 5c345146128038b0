"""Every kind of certificate and its checker: one register.

check_any(text) -> a sentence that says what is proved, or NotProved with the reason
"""

from collections.abc import Callable, Mapping

from baccarat.errors import BadText
from baccarat.theory import banque_check, casino_check, casino_spans, certificate, proof
from baccarat.theory.reading import read_json


def check_any(text: str) -> str:
    """Check a certificate of any kind, and say what it proves."""
    fields = read_json(text)
    kind = fields.get("certificate") if isinstance(fields, dict) else None
    if not isinstance(kind, str) or kind not in CHECKERS:
        raise BadText("not a certificate: expected what `--certificate` writes")
    return CHECKERS[kind](text)


def _check_banque(text: str) -> str:
    checker: Callable[[str], str | None] = banque_check.check_banque
    if said := checker(text):
        return said
    fields = read_json(text)
    coalition, nash = fields["coalition"], len(fields["nash"])
    only = " and the only ones" if coalition["is_unique"] is True else ""
    return (
        f"banque, stake {fields['theta']}: the coalition's value is {coalition['value']}, and its "
        f"strategies are optimal{only}; Nash equilibria listed, all of them right: {nash}"
    )


CHECKERS: Mapping[str, Callable[[str], str]] = {
    certificate.KIND: certificate.check,
    proof.KIND: proof.check_for_all,
    casino_check.KIND: casino_check.check_casino,
    casino_spans.KIND: casino_spans.check_spans,
    banque_check.KIND: _check_banque,
}
"""by the kind that a certificate names itself: what checks it and says what it proves"""
