"""Finds a betting system by its name: one of ours, or one from a plug-in."""

import re
from dataclasses import replace

from baccarat.base.errors import BadText, BadValue, UnknownName
from baccarat.base.hints import guided, quoted
from baccarat.base.watchdog import Hangs, Watch
from baccarat.core.plugins import by_name, register
from baccarat.systems import stakings
from baccarat.systems.pickers import Always, picker
from baccarat.systems.stakings import Ladder, steps_of, with_numbers
from baccarat.systems.system import KNOWN, Joined, Picker, System, broken

USUAL = Always("banker")
"""The default bet."""
ALSO = {"oscars-grind": ("oscar",), "d-alembert": ("dalembert",)}
OURS = tuple(
    Joined(USUAL, staking, name, ALSO.get(name, ())) for name, staking in stakings.BY_NAME.items()
)
register(*OURS)
OTHERS = (
    "flat:5",
    "1-2-3",
    "labouchere:1-2-3",
    "share:5%",
    "kelly:1%",
    "kelly:count",
    "units:count",
)


@guided
def system(spelled: str | System, on: str | Picker | None = None) -> System:
    """A system by its spelling: `martingale`, `1-3-2-6 on player`, or the name from a plug-in.

    >>> str(system("labouchere:1-2-3 on follow")), str(system("paroli", on="tie"))
    ('labouchere:1-2-3 on follow', 'paroli on tie')
    """
    if isinstance(spelled, str):
        name, *also = re.split(" on ", spelled, maxsplit=1, flags=re.IGNORECASE)
        also_on = "".join(also)
        if also_on and on is not None:
            raise BadValue(
                f"the bet is named twice, in {quoted(spelled)} and in {quoted(on)}: name the bet "
                "once"
            )
        chosen_system, on = _named(name.strip()), also_on or on
    elif isinstance(spelled, System):
        chosen_system = spelled
    else:
        raise BadValue(f"a system must be a System or its name, not {quoted(spelled)}")
    try:
        with Watch():
            hash(chosen_system)
    except TypeError:
        complaint = "a system can be hashed: make its class a frozen dataclass, or plain"
        raise BadValue(f"{complaint}, not {quoted(chosen_system)}") from None
    except Hangs as fault:
        raise broken(chosen_system, fault, "hash") from fault
    if not chosen_system.key:
        complaint = "a system's name has Latin letters or digits"
        raise BadValue(f"{complaint}, not {quoted(getattr(chosen_system, 'name', chosen_system))}")
    if on is None:
        return chosen_system
    chosen = on if isinstance(on, Picker) else picker(on) if isinstance(on, str) else None
    if chosen is None:
        raise BadValue(f"the bet of a system must be text or a Picker, not {quoted(on)}")
    if not isinstance(chosen_system, Joined):
        raise BadValue(f"{chosen_system.key} chooses its own bets: leave the bet out")
    return replace(chosen_system, picker=chosen)


def _named(name: str) -> System:
    words = name.lower()
    head, colon, numbers = words.partition(":")
    if colon:
        ours = by_name(head, {staking: staking for staking in stakings.BY_NAME}) or head
        return Joined(USUAL, with_numbers(ours, numbers))
    if words not in KNOWN and words[:1].isdigit():
        return Joined(USUAL, Ladder(steps_of(words)))
    try:
        return KNOWN.find(name)
    except UnknownName as unknown:
        if not name:
            raise BadText(f"a system has a name, e.g. {', '.join(OTHERS)}") from None
        raise unknown
