"""A sitting: the table with what its core may not have, a place to keep acts and chance itself.

sitting = Sitting(ActFile(new_sitting()))
sitting.do(Open()); sitting.do(Sit("guest", 1_000)); sitting.shuffle()
sitting.do(Place("banker", 5))   applied, kept, and only then shown
sitting.note                     what was found damaged, and where the whole of it lies
"""

import secrets
from dataclasses import replace

from baccarat.errors import BaccaratError
from baccarat.table.acts import Act, ActRefused, Decide, Draw, Promise, Reveal, Shuffle
from baccarat.table.saving import Keeper, NotKept
from baccarat.table.table import Table


class Sitting:
    """A table whose acts are kept before anybody sees what they did."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        acts, self.note = keeper.load()
        self.table = Table()
        for number, act in enumerate(acts):
            try:
                self.table = self.table.apply(act)
            except BaccaratError as refused:
                if number == 0:  # no damage: a bet of this table is not here any more, or a game
                    raise NotKept("this table cannot be opened: {why}", why=refused.said) from None
                self.note = keeper.set_aside(number, f"act {number + 1}: {refused}")
                break

    def do(self, act: Act, number: int | None = None) -> Table:
        """Do an act: refused, it changes nothing; not kept, it has not happened."""
        if isinstance(act, Draw | Decide | Reveal):
            if act.paid is not None:
                raise ActRefused("what is paid is not the guest's to say")
            act = self._with_payout(act, number)
        table = self.table.apply(act, number)
        self.keeper.append(len(table.acts), act)
        self.table = table
        return table

    def _with_payout(self, act: Draw | Decide | Reveal, number: int | None) -> Act:
        """An act that ends a coup is kept with what was paid, whatever a bet will cost later."""
        after = self.table.apply(act, number)
        if len(after.played) == len(self.table.played):
            return act
        return replace(act, paid=tuple(line.won for line in after.played[-1].lines))

    def promise(self) -> Table:
        """Draw the house's seed for a fair shoe."""
        return self.do(Promise(secrets.token_hex(32)))

    def shuffle(self, guest_seed: str = "") -> Table:
        """A new shoe, as the table has them; one without seeds nobody can foresee."""
        opened = self.table.opened
        if opened.fair or opened.seed is not None:
            return self.do(Shuffle(guest_seed=guest_seed))
        return self.do(Shuffle(str(self.table.game.rules.shuffle()), guest_seed))
