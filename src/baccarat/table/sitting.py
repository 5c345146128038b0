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
from baccarat.table.ceremony import fingerprint_of
from baccarat.table.saving import Keeper, NotKept
from baccarat.table.table import Table


class Sitting:
    """A table whose acts are saved before anybody sees what they did."""

    @nothing_loaded()
    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        acts, self.note = keeper.load()
        self.table = Table()
        for number, act in enumerate(acts):
            try:
                self.table = self.table.apply(act)
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
        self.keeper.append(len(table.acts), act)
        self.table = table
        return table

    def _with_payout(self, act: Draw | Decide | Reveal, number: int | None) -> Act:
        """An act that ends a coup is saved with what was paid: prices may change later."""
        after = self.table.apply(act, number)
        if len(after.played) == len(self.table.played):
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
