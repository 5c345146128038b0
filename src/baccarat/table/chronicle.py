"""The chronicle of a sitting: every act, shoe and coup since it began.

A table is a small value that holds its present shoe. A chronicle is one list that grows.
"""

from collections.abc import Iterable

from baccarat.core.result import Result
from baccarat.table.acts import Act
from baccarat.table.paid_wagers import PaidWagers, paid_wagers
from baccarat.table.state import Ceremony, Played
from baccarat.table.table import Table


class Chronicle:
    """The acts, shoes and coups of one table, in order; `note` and `follow` add to them.

    >>> from baccarat.table.acts import Open, Sit
    >>> chronicle = Chronicle()
    >>> chronicle.follow([Open(seed=7), Sit("guest", 100)])
    <table: punto-banco, shoe, 100 in hand, 0 on the felt, 0 coups>
    >>> len(chronicle.acts), chronicle.played
    (2, [])
    """

    def __init__(self, start: Table | None = None) -> None:
        self.start = Table() if start is None else start
        """the table at the beginning; the chronicle knows nothing of earlier acts"""
        self.acts: list[Act] = []
        self.ceremonies: list[Ceremony] = []
        """one for each shoe"""
        self.played: list[Played] = []
        """the coups of all shoes"""

    def note(self, act: Act, table: Table) -> None:
        """Add an act; if the act begins a shoe or ends a coup, add the shoe or the coup, too."""
        self.acts.append(act)
        if (shoes := table.shoes - self.start.shoes) > 0:
            self.ceremonies[shoes - 1 :] = [table.ceremony]
        if table.coups - self.start.coups > len(self.played):
            self.played.append(table.played[-1])

    def follow(self, acts: Iterable[Act], table: Table | None = None) -> Table:
        """Do these acts and add them; return the table after them."""
        table = self.start if table is None else table
        for act in acts:
            table = table.apply(act)
            self.note(act, table)
        return table

    def of(self, guest: str) -> list[Played]:
        """The coups of one guest, as if the guest had sat alone."""
        return [mine for played in self.played if (mine := played.of(guest)) is not None]

    @property
    def paid(self) -> PaidWagers:
        """Every wager that was paid to any guest."""
        is_same_shoe = bool(self.played) and self.played[0].shoe == self.start.shoes - 1
        return paid_wagers(self.played, len(self.start.played) if is_same_shoe else 0)

    @property
    def results(self) -> list[Result]:
        return [played.result for played in self.played]
