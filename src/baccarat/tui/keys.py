"""The keys of the table: all of them for the help, and those worth naming now."""

from collections.abc import Sequence

from baccarat.base.words import Words
from baccarat.table import Phase, View
from baccarat.table.rules.squeeze import CORNER, LONG, SHORT, steps_left
from baccarat.tui.widgets.key_line import Key

COMMANDS: tuple[Key, ...] = (
    ("Enter", "go", "deal"),
    ("+", "place", "bet"),
    ("-", "lift", "lift"),
    ("u", "undo", "undo"),
    ("c", "clear", "clear"),
    ("p", "repeat", "repeat"),
    ("d", "double", "double"),
    ("f", "free", "free"),
    ("z", "squeeze", "squeeze"),
    ("v", "speed", "speed"),
    ("w", "why", "why"),
    ("s", "statistics", "stats"),
    ("g", "roads", "roads"),
    ("t", "coach", "coach"),
    ("o", "predict", "predict"),
    ("r", "shoe", "shoe"),
    ("a", "replay", "replay"),
    ("x", "write", "write"),
    ("i", "info", "info"),
    ("b", "buy", "buy"),
    ("y", "theme", "theme"),
    ("q", "leave", "leave"),
)
"""What the help names: a key, its action, the name of its word."""


def capped(keys: Sequence[Key], words: Words) -> list[Key]:
    """The keys as keyboards of this language name them."""
    return [(words.cap(shown), action, word) for shown, action, word in keys]


EDGE_KEYS = {LONG: ("↑", "k"), SHORT: ("→", "l"), CORNER: ("c", "c")}
"""What lifts an edge of a squeezed card, and its name in a terminal without Unicode."""


def squeeze_keys(view: View, words: Words) -> Sequence[Key]:
    """The next step, the edges that may be lifted instead, and turning the card up."""
    free = steps_left(step for step, _ in view.lifted)
    edges = [
        (EDGE_KEYS[step][words.is_ascii], f"peel('{step}')", words(f"squeeze.{step}"))
        for step in free
    ]
    turn = ("t", "turn", words("key.turn"))
    _, _, word = [*edges, turn][0]
    first = ("Enter", "go", word)
    return [first, *edges[1:], turn] if edges else [first]


def keys_of(view: View, words: Words) -> Sequence[Key]:
    """The keys that do something now, the most useful first."""

    def key(shown: str, action: str, word: str) -> Key:
        return shown, action, words(f"key.{word}")

    if view.phase is Phase.DEALING:
        return [key("Enter", "go", "hurry")]
    if view.phase is Phase.SQUEEZE:
        return [*squeeze_keys(view, words), key("?", "help", "help"), key("q", "leave", "leave")]
    if view.phase is Phase.OFFER:
        return [key("Enter", "go", "hurry"), key("+", "place", "bet"), key("-", "lift", "lift")]
    always = [
        key("w", "why", "why"),
        key("s", "statistics", "stats"),
        key("t", "coach", "coach"),
        key("g", "roads", "roads"),
        key("?", "help", "help"),
        key("q", "leave", "leave"),
    ]
    if view.phase is not Phase.BETS:
        return [key("Enter", "go", "shoe"), *always]
    bets = [key("Enter", "go", "deal"), key("+", "place", "bet")]
    for kind, letter in (("undo", "u"), ("clear", "c"), ("repeat", "p"), ("double", "d")):
        if kind in view.may:
            bets.append(key(letter, kind, kind))
    return [*bets, *always]
