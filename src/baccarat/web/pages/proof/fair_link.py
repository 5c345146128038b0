"""Makes the link to the page that checks a fair shoe, with all fields filled in.

The fields follow a `#`, which browsers do not send, so no log of a server or proxy has the seeds.
"""

from urllib.parse import urlencode

from baccarat.core.fair import Fair
from baccarat.core.rules import Rules


def fair_link(table: int, shoe: int, fair: Fair | None, rules: Rules, cut: int | None) -> str:
    """The link that checks a fair shoe of a table; empty until the house's seed is revealed."""
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
