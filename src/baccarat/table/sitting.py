"""A sitting: a table with storage, random shoes and a clock; `Table` has none of these.

sitting = Sitting(ActFile(new_sitting()))
sitting.do(Open(), Sit("guest", 1_000)); sitting.shuffle()
sitting.do(Place("banker", 5))     applied, then saved, then shown
sitting.do(Deal(), go_on=True)     a whole coup, saved as one commit
sitting.note                       what was damaged, and where the damaged file is kept
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate
from threading import RLock

from baccarat.base.errors import BaccaratError
from baccarat.core.games import OUR_NAMES, is_ours
from baccarat.core.plugins import nothing_loaded
from baccarat.table.acts import Act, ActRefused, Deal, Decide, Draw, Open, Promise, Reveal, Shuffle
from baccarat.table.chronicle import Chronicle
from baccarat.table.log import HOUSE, Commit, Keeper, Memory
from baccarat.table.requests import GOES_ON, NEW_SHOE, Request, acts_for
from baccarat.table.rules.ceremony import PROMISED_BEFORE, fingerprint_of
from baccarat.table.rules.factors import with_factors
from baccarat.table.saving import NotKept
from baccarat.table.state import Phase
from baccarat.table.table import Table

Step = tuple[Act, Table]
"""An act, and the table after it."""
Prepared = tuple[Commit, Sequence[Table]]
"""Acts that are done but not yet saved, with the table before them and after each act."""


def now() -> str:
    """The time in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Sitting:
    """A table whose acts are saved before anyone sees their effect; safe for any thread."""

    @nothing_loaded()
    def __init__(
        self,
        keeper: Keeper | None = None,
        clock: Callable[[], str] = now,
        start: Table | None = None,
        forgets: bool = False,
    ) -> None:
        """Open a sitting; with `forgets`, it drops old shoes, which only the keeper then has."""
        self.keeper = Memory() if keeper is None else keeper
        self.clock = clock
        self.table = Table() if start is None else start
        self.log: list[Commit] = []
        """commits since the start, as in the chronicle"""
        self.forgets = forgets
        self.chronicle = Chronicle(start)
        self._lock = RLock()
        commits, self.note = self.keeper.load()
        for commit in commits:
            try:
                tables = list(accumulate(commit.acts, Table.apply, initial=self.table))
            except BaccaratError as refused:
                # Not damaged: a stranger's game or bet has changed or is no longer installed.
                if not self.log or not is_ours(self.table.game):
                    raise NotKept("this table cannot be opened: {why}", why=refused.said) from None
                self.note = self.keeper.set_aside(self.log, f"act {commit.number}: {refused}")
                break
            self.show(commit, tables)

    def do(
        self,
        *acts: Act,
        number: int | None = None,
        author: str = HOUSE,
        key: str = "",
        go_on: bool = False,
        asked: str = "",
        answer: Callable[[Table], str] | None = None,
    ) -> Table:
        """Do and save these acts as one; if an act is refused or saving fails, none is done.

        `number`, if given, must be the number of the first act. With `go_on`, the house deals
        until somebody has to decide or the coup is over. The answer is saved with the acts.
        """
        with self._lock:
            return self._keep(*self._prepare(acts, number, author, key, go_on, asked, answer))

    def ask(
        self,
        request: Request,
        author: str,
        *,
        number: int | None = None,
        key: str = "",
        asked: str = "",
        answer: Callable[[Table], str] | None = None,
    ) -> Table:
        """Do and save the acts of a request, if its author may ask for them.

        The house shuffles a new shoe; for a fair shoe it promises its seed, and the guest who cuts
        adds the guest's seed.
        """
        with self._lock:
            return self._keep(*self.prepare(request, author, number, key, asked, answer))

    def prepare(
        self,
        request: Request,
        author: str,
        number: int | None = None,
        key: str = "",
        asked: str = "",
        answer: Callable[[Table], str] | None = None,
    ) -> Prepared:
        """The commit that answers a request, and the tables after its acts; nothing is saved."""
        acts = acts_for(request, self.table, author)
        if request.kind == NEW_SHOE:
            acts = (_promise() if self.table.opened.fair else self._shuffle(),)
        goes_on = request.kind in GOES_ON
        return self._prepare(acts, number, author, key, goes_on, asked, answer)

    def show(self, commit: Commit, tables: Sequence[Table]) -> None:
        """Take a commit over once it is saved; the last of `tables` is now the sitting's table."""
        self.log.append(commit)
        before = self.table
        for act, table in zip(commit.acts, tables[1:], strict=True):
            if self.forgets and table.shoes > before.shoes > 0:
                self.log, self.chronicle = [commit], Chronicle(before)
            self.chronicle.note(act, table)
            before = table
        self.table = before  # in one step: no other thread sees half of a commit

    def _keep(self, commit: Commit, tables: Sequence[Table]) -> Table:
        if commit.acts:
            self.keeper.append(commit, tables)
            self.show(commit, tables)
        return self.table

    def _prepare(
        self,
        acts: Iterable[Act],
        number: int | None,
        author: str,
        key: str,
        go_on: bool,
        asked: str,
        answer: Callable[[Table], str] | None,
    ) -> Prepared:
        steps = self._done(acts, number)
        table = steps[-1][1] if steps else self.table
        while go_on and table.phase is Phase.DEALING:
            steps.append(self._with_payout(table, Draw(), None if steps else number))
            table = steps[-1][1]
        done = tuple(act for act, _ in steps)
        told = "" if answer is None or not steps else answer(table)
        commit = Commit(self.table.number + 1, done, author, self.clock(), key, asked, told)
        return commit, [self.table, *(after for _, after in steps)]

    def promise(self) -> Table:
        """Draw and promise the house's seed for a fair shoe."""
        return self.do(_promise())

    def shuffle(self, guest_seed: str = "") -> Table:
        """Shuffle a new shoe, from the table's seeds if it has any, otherwise at random."""
        return self.do(replace(self._shuffle(), guest_seed=guest_seed))

    def _shuffle(self) -> Shuffle:
        opened = self.table.opened
        is_seeded = opened.fair or opened.seed is not None
        return Shuffle("" if is_seeded else str(self.table.game.rules.shuffle()))

    def _done(self, acts: Iterable[Act], number: int | None) -> list[Step]:
        """Each act as it will be saved, with the table after it."""
        table, steps = self.table, []
        for act in acts:
            if isinstance(act, Draw | Decide | Reveal):
                if act.paid is not None:
                    raise ActRefused("the table calculates the payout: leave the payout out")
                step = self._with_payout(table, act, number)
            else:
                act = with_factors(table, act) if isinstance(act, Deal) else act
                step = act, table.apply(act, number)
                if isinstance(act, Open) and step[1].game.name not in OUR_NAMES:
                    act = replace(act, fingerprint=fingerprint_of(step[1].game.rules))
                    step = act, table.apply(act, number)
                self._refuse_old_seeds(*step)
            steps.append(step)
            table, number = step[1], None
        return steps

    def _with_payout(
        self, table: Table, act: Draw | Decide | Reveal, number: int | None = None
    ) -> Step:
        """Add the payout to an act that ends a coup, because prices may change later."""
        after = table.apply(act, number)
        if after.coups == table.coups:
            return act, after
        return replace(act, paid=after.played[-1].paid), after

    def _refuse_old_seeds(self, act: Act, table: Table) -> None:
        """Refuse the seed of an earlier shoe, because it is no longer secret."""
        if isinstance(act, Promise) and table.promise is not None:
            fair = [one.fair for one in self.chronicle.ceremonies if one.fair is not None]
            if table.promise.commitment in {one.commitment for one in fair}:
                raise ActRefused(PROMISED_BEFORE)


def _promise() -> Promise:
    return Promise(secrets.token_hex(32))
