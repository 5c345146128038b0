"""A short checker of solutions for every number of decks.

The proof is one claim for all large numbers, and a certificate for each of the few smaller ones.

check_every(text) -> a sentence with the claim that is proved, or NotProved with the reason
"""

import json

from baccarat.base.errors import BadText, NotProved
from baccarat.base.hints import checked
from baccarat.theory.certificate_reading import read_fields
from baccarat.theory.chemin.certificate import Certificate, check
from baccarat.theory.chemin.proof import ForAll, check_for_all
from baccarat.theory.decks import decks_by_points

KIND = "chemin-de-fer-every-number-of-decks"
KEYS = ["certificate", "from_some_number_on", "before"]


@checked
def check_every(text: str) -> str:
    """Check the claim and every certificate, and say what is proved."""
    fields = read_fields(text, KIND, KEYS)
    claim = ForAll.parse(json.dumps(fields["from_some_number_on"]))
    before = fields["before"]
    if not isinstance(before, list) or not all(isinstance(each, dict) for each in before):
        raise BadText("not a certificate: 'before' must be a list of certificates")
    if len(before) != claim.holds_from - 1:
        raise NotProved(f"each number of decks below {claim.holds_from} needs a certificate")
    said = [check_for_all(claim)]
    for decks, each in enumerate(before, start=1):
        one = Certificate.parse(json.dumps(each))
        if (one.model, one.player, one.composition) != (
            claim.model,
            claim.player,
            decks_by_points(decks),
        ):
            raise NotProved(f"certificate {decks} must be for the same game with {decks} decks")
        if one.bound or not one.is_unique:
            raise NotProved(f"with {decks} decks other strategies are not excluded")
        said.append(check(one))
    return f"for every number of decks: {'; '.join(said)}"
