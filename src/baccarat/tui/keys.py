"""The keys of the table: all keys for the help, and the useful keys for the key line."""

from collections.abc import Iterable, Sequence

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
"""The keys of the help: a key, its action, the name of its word."""
HELP: Key = ("?", "help", "help")


def capped(keys: Sequence[Key], words: Words) -> list[Key]:
    """The keys with the names that keyboards of this language use."""
    return [(words.cap(key), action, word) for key, action, word in keys]


EDGE_KEYS = {LONG: ("↑", "k"), SHORT: ("→", "l"), CORNER: ("c", "c")}
"""The key that lifts each edge of a squeezed card, and its name in a terminal without Unicode."""


def squeeze_keys(view: View, words: Words) -> Sequence[Key]:
    """The keys of a squeeze: for the next step, for other edges, and to turn the card up."""
    free = steps_left(step for step, _ in view.lifted)
    edges = [
        (EDGE_KEYS[step][words.is_ascii], f"peel('{step}')", words(f"squeeze.{step}"))
        for step in free
    ]
    turn = ("t", "turn", words("key.turn"))
    _, _, word = [*edges, turn][0]
    first = ("Enter", "go", word)
    return [first, *edges[1:], turn] if edges else [first]


def worded(keys: Iterable[Key], words: Words) -> list[Key]:
    """The keys with their words in the guest's language."""
    return [(key, action, words(f"key.{word}")) for key, action, word in keys]


def named(words: Words, *actions: str) -> list[Key]:
    """The keys of these actions, in this order and in the guest's language."""
    keys = {action: (key, action, word) for key, action, word in (*COMMANDS, HELP)}
    return worded([keys[action] for action in actions], words)


def keys_of(view: View, words: Words) -> Sequence[Key]:
    """The keys that do something now, the most useful first."""

    def enter(word: str) -> Key:
        return "Enter", "go", words(f"key.{word}")

    if view.phase is Phase.DEALING:
        return [enter("hurry")]
    if view.phase is Phase.SQUEEZE:
        return [*squeeze_keys(view, words), *named(words, "help", "leave")]
    if view.phase is Phase.OFFER:
        return [enter("hurry"), *named(words, "place", "lift")]
    always = named(words, "why", "statistics", "coach", "roads", "help", "leave")
    if view.phase is not Phase.BETS:
        return [enter("shoe"), *always]
    kinds = [kind for kind in ("undo", "clear", "repeat", "double") if kind in view.may]
    return [enter("deal"), *named(words, "place", *kinds), *always]
