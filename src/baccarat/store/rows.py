"""Values that the store returns: one class for each kind of row."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from baccarat.base.frozen import FrozenDict, freeze


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table of the store.

    >>> from tempfile import TemporaryDirectory
    >>> from baccarat.store import Store
    >>> with TemporaryDirectory() as folder, Store.open(f"{folder}/store.sqlite") as store:
    ...     number = store.new_table("Salon")
    ...     [table] = store.tables()
    >>> table.number, table.name, table.last
    (1, 'Salon', 0)
    """

    number: int
    name: str
    kind: str
    """`house`, or `terminal` for a table that is played at a terminal"""
    game: str
    opened: str
    """the time when the table was made, in UTC; `closed` is in UTC, too"""
    closed: str
    """empty while the table is open"""
    clock: str
    """as JSON; empty if the table has no clock"""
    last: int
    """the number of its last act"""
    listed: str = ""
    """its entry in lists, as JSON; empty if its last act is older than this field"""


@dataclass(frozen=True, slots=True)
class KeptGuest:
    """A guest of a table, present or past.

    >>> ann = KeptGuest("Ann", 2, None, bought=1000, bankroll=1095, staked=100, won=95, kept=5)
    >>> ann.bankroll - ann.bought
    95
    """

    guest: str
    since: int
    """the number of the act with which the guest sat down"""
    left_at: int | None
    """the number of the act with which the guest left; None if the guest is still there"""
    bought: int
    bankroll: int
    staked: int
    won: int
    kept: int


@dataclass(frozen=True, slots=True)
class KeptShoe:
    """A shoe of a table; until the shoe is finished, only the house may see its seeds.

    >>> shoe = KeptShoe(1, since=3, time="2026-01-01 20:00:00", ceremony={"seed": 7})
    >>> shoe.number, shoe.ceremony["seed"]
    (1, 7)
    """

    number: int
    """counted from 1"""
    since: int
    """the number of the act that began the shoe"""
    time: str
    ceremony: Mapping[str, Any] = field(repr=False)
    counts: Mapping[str, int] = field(default_factory=FrozenDict)
    """the number of coups for each winner's letter, if the coups are pruned; else empty"""

    def __post_init__(self) -> None:
        freeze(self, "ceremony")
        freeze(self, "counts")


@dataclass(frozen=True, slots=True)
class KeptCoup:
    """A coup that was dealt and paid.

    >>> paid = (("Ann", "banker", 100, 95, 5),)
    >>> coup = KeptCoup(8, shoe=1, place=1, letter="B", cards="Jd 4d Th | 6h Jh", paid=paid)
    >>> [(guest, won) for guest, spot, stake, won, kept in coup.paid]
    [('Ann', 95)]
    """

    number: int
    """the number of the act that ended the coup"""
    shoe: int
    """the shoe's number at the table, from 1; `place` is the coup's number in the shoe, from 1"""
    place: int
    letter: str
    cards: str
    paid: tuple[tuple[str, str, int, int, int], ...]
    """for each wager: guest, spot, stake, win or loss, and the house's share of the win"""


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """A board of the store.

    >>> from tempfile import TemporaryDirectory
    >>> from baccarat.store import Store
    >>> with TemporaryDirectory() as folder, Store.open(f"{folder}/store.sqlite") as store:
    ...     number = store.new_board("Club")
    ...     [board] = store.boards()
    >>> board.number, board.name, board.closed
    (1, 'Club', '')
    """

    number: int
    name: str
    opened: str
    closed: str
    """empty while the board is open"""
    last: int
    """the number of its last act"""


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """A stored answer to a request with an idempotency key.

    >>> KeptAnswer("9f86d081", '{"number": 4}', "2026-01-01 20:00:00").answer
    '{"number": 4}'
    """

    asked: str
    """a digest of the request"""
    answer: str
    time: str


@dataclass(frozen=True, slots=True)
class KeptKey:
    """A key's entry in the store, which does not contain the secret key itself.

    >>> from tempfile import TemporaryDirectory
    >>> from baccarat.store import Store
    >>> with TemporaryDirectory() as folder, Store.open(f"{folder}/store.sqlite") as store:
    ...     number = store.add_key("Ann", "play", [3], "a hash of it")
    ...     [key] = store.keys()
    >>> key.name, key.kind, key.tables, key.revoked
    ('Ann', 'play', frozenset({3}), '')
    """

    number: int
    name: str
    kind: str
    tables: frozenset[int] | None
    """the tables for which the key is valid; None means all"""
    hash: str
    made: str
    revoked: str
    """the time when the key was revoked; empty while the key is valid"""


@dataclass(frozen=True, slots=True)
class KeptDeed:
    """An entry of the audit log.

    >>> from tempfile import TemporaryDirectory
    >>> from baccarat.store import Store
    >>> with TemporaryDirectory() as folder, Store.open(f"{folder}/store.sqlite") as store:
    ...     store.note_deeds([("2026-01-01 20:00:00", "a command", "made a key", "key 3, Ann")])
    ...     [deed] = store.deeds()
    >>> deed.who, deed.what, deed.about
    ('a command', 'made a key', 'key 3, Ann')
    """

    number: int
    time: str
    who: str
    """`key 3, Ann`, a network address, `a command`, or `here`: this machine without a key"""
    what: str
    about: str


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run of the laboratory: a question, and its answer.

    >>> from tempfile import TemporaryDirectory
    >>> from baccarat.store import Store
    >>> with TemporaryDirectory() as folder, Store.open(f"{folder}/store.sqlite") as store:
    ...     number = store.keep_run("simulate", '{"shoes": 1}', "")
    ...     [run] = store.runs()
    >>> run.number, run.kind, run.question
    (1, 'simulate', '{"shoes": 1}')
    """

    number: int
    kind: str
    made: str
    question: str
    answer: str
