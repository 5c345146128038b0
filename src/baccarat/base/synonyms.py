"""Suggestions in error messages: the nearest name, or our word for a newcomer's frequent guess.

These are not aliases: each raises an error that gives the right name.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from inspect import Parameter

from baccarat.base.errors import BadCall, BadValue

LONGEST = 200
"""The most characters of an error message."""
CLOSE = 0.7
"""How similar (0 to 1) one of our names must be to the given name, for us to suggest it."""

SYNONYMS = {
    "as_json": "json to_dict to_json",
    "bankroll": "balance budget chips money",
    "cards_left": "left remaining",
    "chance": "prob probability",
    "coups": "hands rounds",
    "edge": "house_edge",
    "expectation": "ev expected_value",
    "pays": "payout payouts price prices",
    "seed": "random_state rng",
    "seen": "cards dealt removed used",
    "sessions": "n trials",
    "shoes": "n rounds trials",
    "statistics": "stats",
    "threads": "n_jobs workers",
    "to_pandas": "to_dataframe to_df to_frame",
}
"""By our name of a keyword or attribute: other words that people use for it."""

DECKS = "Composition.decks(8) are whole decks"
EDGE = "odds()['banker'].edge is the house's, .expectation the guest's"
FROM_SHOE = "coup, shoe = deal_from(shoe) deals the next coup"
OPEN = "Table.open(bankroll=1000, seed=7) opens a table"
PRICE = "a price is spelled with its bet: bet('tie:9'), odds()['banker:1-4%']"
ROADS = "Scoreboard('BBPT') has the five roads, draw('BBPT').save('roads.svg') draws them"
SHUFFLED = "Shoe(decks=8, seed=7) is a shuffled shoe"
SIDE = "Side.PLAYER is the hand, bet('player') the bet on it"
FRONT_DOOR = "baccarat"
WAYS = {
    (FRONT_DOOR, "Banker"): SIDE,
    (FRONT_DOOR, "Deck"): SHUFFLED,
    (FRONT_DOOR, "Player"): SIDE,
    (FRONT_DOOR, "ev"): EDGE,
    (FRONT_DOOR, "house_edge"): EDGE,
    (FRONT_DOOR, "play"): OPEN,
    (FRONT_DOOR, "read_csv"): "read_results('shoe.csv') reads a casino's table",
    (FRONT_DOOR, "roads"): ROADS,
    (FRONT_DOOR, "shuffle"): SHUFFLED,
    ("Card", "points"): "Card.parse('Kh') reads one",
    ("Composition", "counts"): DECKS,
    ("Composition", "decks"): DECKS,
    ("Fair", "commitment"): "Fair.promise() chooses the house's seed and commits to it",
    ("Hand", "cards"): "Hand.parse('Kh 5c') reads one",
    ("Rules", "commission"): PRICE,
    ("Scoreboard", "draw"): ROADS,
    ("Shoe", "cards"): SHUFFLED,
    ("Shoe", "deal"): FROM_SHOE,
    ("Shoe", "shuffle"): SHUFFLED,
    ("Table", "bankroll"): OPEN,
    ("Table", "seed"): OPEN,
    ("Table.bet", ""): "bet('banker=10'), or bet(banker=10)",
    ("Table.open", "game"): OPEN,
    ("Wager", "stake"): "Wager.parse('banker=100') reads one",
    ("bet", ""): PRICE,
    ("bet", "pays"): PRICE,
    ("deal", "cards"): FROM_SHOE,
    ("draw", "path"): ROADS,
    ("odds", "coup"): "what is known of the coup is given=…",
    ("odds", "bet"): "odds()['tie'] are the odds of one bet",
    ("odds", "commission"): PRICE,
    ("odds", "pays"): PRICE,
}
"""The advice for a mistake. A key is the call, type or front door, and the name that was given
wrongly or is missing ('' if too many arguments were given)."""
RULES = ("burn", "cut_card", "last_coup", "printed", "tableau")
"""Keywords of `Rules` that a call takes only as `rules=`."""
NEVER_CHANGES = "A table never changes, every act gives a new one: table = table.bet('banker=10')"
"""A note for programmers; guests at a screen do not see it."""


def nearest(name: str, known: Iterable[str], most: int = 1) -> list[str]:
    """The known names that have this name as a synonym; if none has, the most similar names."""
    by_lower = {ours.lower(): ours for ours in known}
    meant = [
        by_lower[ours]
        for ours, words in SYNONYMS.items()
        if ours in by_lower and name.lower() in words.split()
    ]
    near = get_close_matches(name.lower(), by_lower, n=most, cutoff=CLOSE)
    return (meant or [by_lower[lower] for lower in near])[:most]


def no_attribute(value: object, name: str) -> str:
    """The error message when a value does not have an attribute."""
    kind = type(value).__name__
    fault = f"{kind} has no {name[:40]!r}"
    if name.startswith("_"):
        return fault  # asked by programs, not by people
    if (kind, name) in WAYS:
        return f"{fault}: {WAYS[kind, name]}"
    if isinstance(value, Mapping) and name in list(value):
        return f"{fault}: ask for [{name!r}]"
    near = nearest(name, [known for known in dir(value) if not known.startswith("_")])
    return f"{fault}: did you mean {near[0]!r}?" if near else fault


def no_such_name(name: str, known: Mapping[str, object]) -> str:
    """The error message for a name that the package `baccarat` does not have."""
    near = " or ".join(nearest(name, known, most=3))
    guess = f"did you mean {near}?" if near else "dir(baccarat) lists what there is"
    return f"baccarat has no {name[:40]!r}: {WAYS.get((FRONT_DOOR, name), guess)}"


def misfit(where: str, name: str, given: str, expected: str) -> BadValue:
    """The error for a value that is not of the expected type."""
    short = f"{where}: {name} cannot be {given} (expected {expected}"
    way = WAYS.get((where, name))
    long = f"{short}; {way})"
    return BadValue(f"{short})" if way is None or len(long) > LONGEST else long)


def misled(
    where: str,
    parameters: Mapping[str, Parameter],
    args: tuple[object, ...],
    kwargs: Mapping[str, object],
) -> BadCall:
    """The error for a call whose arguments do not fit its parameters."""
    own = {name: item for name, item in parameters.items() if name not in ("self", "cls")}
    places = [name for name, item in own.items() if item.kind <= Parameter.POSITIONAL_OR_KEYWORD]
    given = len(args) - (len(parameters) - len(own))
    named = [name for name, item in own.items() if item.kind is not Parameter.POSITIONAL_ONLY]
    kinds = {item.kind for item in own.values()}
    takes = f"it takes {', '.join(own)}" if own else "it takes nothing"
    for name in kwargs:
        if name not in named and Parameter.VAR_KEYWORD not in kinds:
            return no_keyword(where, name, named, own)
        if name in places[: max(0, given)]:
            return _said(f"{where}() is given {name!r} twice", "", takes)
    if given > len(places) and Parameter.VAR_POSITIONAL not in kinds:
        taken = f"takes {len(places)} without a name, not {given}"
        return _said(f"{where}() {taken}", WAYS.get((where, ""), ""), takes)
    lacks = [
        name
        for place, (name, item) in enumerate(own.items())
        if item.default is Parameter.empty
        and item.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
        and not (name in kwargs or (name in places and place < given))
    ]
    way = next((WAYS[where, name] for name in lacks if (where, name) in WAYS), "")
    return _said(f"{where}() needs {' and '.join(lacks)}", way, takes)


def no_keyword(
    where: str, name: str, named: Iterable[str], takes: Iterable[str] | None = None
) -> BadCall:
    """The error for a call with an unknown keyword."""
    known = list(named)
    listed = ", ".join(known if takes is None else takes)
    said = f"it takes {listed}" if listed else "it takes nothing"
    return _said(f"{where}() has no {name[:24]!r}", _way(where, name, known), said)


def _way(where: str, name: str, known: list[str]) -> str:
    if (where, name) in WAYS:
        return WAYS[where, name]
    if name in RULES and "rules" in known:
        return f"{where}(rules=Rules({name}=…))"
    near = nearest(name, known)
    return f"did you mean {near[0]!r}?" if near else ""


def _said(fault: str, way: str, takes: str) -> BadCall:
    short = f"{fault}: {way}" if way else fault
    long = f"{short} ({takes})"
    return BadCall(long if len(long) <= LONGEST else short)
