"""The tour of the first coup: one hint at a time, and once for every guest.

tour = FirstCoup(path)        path: the file that says that it was seen; None: no tour
tour.hint(view)               what to say now, by its name; None if there is nothing to say
tour.show(view, box)          that hint beside the part that it speaks of
tour.go_on(view)              any key goes on after the coup is paid
tour.skip()                   Esc ends it for good
"""

from contextlib import suppress
from pathlib import Path

from textual.geometry import Region

from baccarat.table import Phase, View
from baccarat.table.view.choices import has_decisions
from baccarat.tui.widgets.hint_box import HintBox

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

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.is_over = path is None or path.exists()
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

    def show(self, view: View, box: HintBox) -> None:
        """Put the hint of this moment beside what it speaks of, or hide its box."""
        hint, screen = self.hint(view), box.screen
        if hint is None:
            box.hide()
        else:
            part = Region.from_union([part.region for part in screen.query(PARTS[hint])])
            box.show(box.words(f"hint.{hint}"), part, screen.size)

    def go_on(self, view: View) -> bool:
        """Any key was pressed: a hint of the coup that is paid was read. Whether there was one."""
        is_read = self.hint(view) in AFTER
        if is_read:
            self.step += 1
            self.is_over = self.step == len(AFTER)
        return is_read

    def skip(self) -> None:
        self.is_over = True
        self._keep()

    def _keep(self) -> None:
        """Keep in mind that it was seen; where nothing can be saved it is shown again."""
        if self.path is not None and not self.path.exists():
            with suppress(OSError):
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self.path.touch()
