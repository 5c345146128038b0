"""A sitting: a table with what the pure table must not have, storage and randomness.

sitting = Sitting(ActFile(new_sitting()))
sitting.do(Open()); sitting.do(Sit("guest", 1_000)); sitting.shuffle()
sitting.do(Place("banker", 5))   applied, saved, and only then shown
sitting.note                     what was damaged, and where the file as it was is kept
"""

import secrets
from dataclasses import replace

from baccarat.errors import BaccaratError
from baccarat.games import OUR_NAMES, is_ours
from baccarat.plugins import nothing_loaded
from baccarat.table.acts import Act, ActRefused, Decide, Draw, Open, Promise, Reveal, Shuffle
from baccarat.table.ceremony import PROMISED_BEFORE, fingerprint_of
from baccarat.table.chronicle import Chronicle
from baccarat.table.saving import Keeper, NotKept
from baccarat.table.table import Table


class Sitting:
    """A table whose acts are saved before anybody sees what they did."""

    @nothing_loaded()
    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        acts, self.note = keeper.load()
        self.table = Table()
        self.chronicle = Chronicle()
        for number, act in enumerate(acts):
            try:
                self._show(act, self.table.apply(act))
            except BaccaratError as refused:
                # Not damaged: a stranger's game or bet is not installed any more, or is another.
                if number == 0 or not is_ours(self.table.game):
                    raise NotKept("this table cannot be opened: {why}", why=refused.said) from None
                self.note = keeper.set_aside(number, f"act {number + 1}: {refused}")
                break

    def do(self, act: Act, number: int | None = None) -> Table:
        """Do an act; if it is refused or cannot be saved, nothing has happened."""
        if isinstance(act, Draw | Decide | Reveal):
            if act.paid is not None:
                raise ActRefused("what is paid is not the guest's to say")
            act = self._with_payout(act, number)
        table = self.table.apply(act, number)
        if isinstance(act, Open) and table.game.name not in OUR_NAMES:
            act = replace(act, fingerprint=fingerprint_of(table.game.rules))
            table = self.table.apply(act, number)
        self._refuse_old_seeds(act, table)
        self.keeper.append(table.number, act)
        self._show(act, table)
        return table

    def _show(self, act: Act, table: Table) -> None:
        self.chronicle.note(act, table)
        self.table = table

    def _refuse_old_seeds(self, act: Act, table: Table) -> None:
        """A seed that was promised for any shoe before is no secret any more."""
        if isinstance(act, Promise) and table.promise is not None:
            fair = [one.fair for one in self.chronicle.ceremonies if one.fair is not None]
            if table.promise.commitment in {one.commitment for one in fair}:
                raise ActRefused(PROMISED_BEFORE)

    def _with_payout(self, act: Draw | Decide | Reveal, number: int | None) -> Act:
        """An act that ends a coup is saved with what was paid: prices may change later."""
        after = self.table.apply(act, number)
        if after.coups == self.table.coups:
            return act
        return replace(act, paid=tuple(line.won for line in after.played[-1].lines))

    def promise(self) -> Table:
        """Draw the house's seed for a fair shoe."""
        return self.do(Promise(secrets.token_hex(32)))

    def shuffle(self, guest_seed: str = "") -> Table:
        """A new shoe, from the table's seeds or, if it has none, from the system's randomness."""
        opened = self.table.opened
        if opened.fair or opened.seed is not None:
            return self.do(Shuffle(guest_seed=guest_seed))
        return self.do(Shuffle(str(self.table.game.rules.shuffle()), guest_seed))
