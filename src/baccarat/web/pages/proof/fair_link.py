"""The address under which a finished fair shoe of a table is checked, with everything filled in.

It stands after a `#`, which a browser sends nobody: seeds are in no log, ours or a proxy's.
"""

from urllib.parse import urlencode

from baccarat.core.fair import Fair
from baccarat.core.rules import Rules


def fair_link(table: int, shoe: int, fair: Fair | None, rules: Rules, cut: int | None) -> str:
    """Of shoe 1, 2, … of a table; empty as long as the house's seed is not told."""
    if fair is None or fair.house_seed is None:
        return ""
    fragment = {
        "commitment": fair.commitment,
        "house": fair.house_seed,
        "guest": fair.guest_seed,
        "number": fair.number,
        "decks": rules.decks,
        "cut": "" if cut is None else cut,
        "burns": "yes" if rules.burn else "no",
        "table": table,
        "dealt": shoe,
    }
    return f"/proof#{urlencode(fragment)}"
