"""The tour of the first coup: one hint at a time, and once for every guest.

tour = FirstCoup(path)        path: the file that says that the tour was seen
tour.hint(view)               what to say now, by its name; None if there is nothing to say
tour.go_on(), tour.skip()     any key goes on after the coup is paid; Esc ends it for good
"""

from contextlib import suppress
from pathlib import Path

from baccarat.table import Phase, View
from baccarat.table.view.choices import has_decisions

PARTS = {
    "spot": "#felt, #rack",
    "roles": "#felt, #rack",
    "deal": "#keys",
    "paid": "#deal",
    "roads": "#roads",
    "rest": "#keys",
}
"""What each hint speaks of."""
AFTER = ("paid", "roads", "rest")
"""The hints of a coup that is paid, one after the other."""


class FirstCoup:
    """Where the guest is on the tour."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_over = path.exists()
        self.step = 0
        """how many of the last hints have been read"""

    def hint(self, view: View) -> str | None:
        """The hint for a table in its first coup."""
        if self.is_over or view.phase is not Phase.BETS:
            return None
        if view.coups:
            self._keep()
            return AFTER[self.step]
        if view.wagers:
            return "deal"
        return "roles" if has_decisions(view.game) else "spot"

    def go_on(self) -> None:
        """The guest has read a hint of the coup that is paid."""
        self.step += 1
        self.is_over = self.is_over or self.step == len(AFTER)

    def skip(self) -> None:
        self.is_over = True
        self._keep()

    def _keep(self) -> None:
        """Keep in mind that it was seen; where nothing can be saved it is shown again."""
        if not self.path.exists():
            with suppress(OSError):
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self.path.touch()
