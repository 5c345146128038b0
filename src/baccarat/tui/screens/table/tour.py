"""The tour of the first coup: one hint at a time, once for every guest.

tour = FirstCoup(path)        path: a file that exists once the tour was seen; None: no tour
tour.hint(view)               the name of the present hint, or None
tour.show(view, box)          show the hint beside its part of the screen
tour.go_on(view)              any key goes on after the coup is paid
tour.skip()                   Esc ends the tour for good
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
"""The part of the screen for each hint."""
AFTER = ("paid", "roads", "rest")
"""The hints after the coup is paid, in order."""


class FirstCoup:
    """The guest's progress on the tour."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.is_over = path is None or path.exists()
        self.step = 0
        """the number of these last hints that have been read"""

    def hint(self, view: View) -> str | None:
        """The name of the present hint; None if there is nothing to explain now."""
        if self.is_over or view.phase is not Phase.BETS:
            return None
        if view.coups:
            self._keep()
            return AFTER[self.step]
        if view.wagers:
            return "deal"
        return "roles" if has_decisions(view.game) else "spot"

    def show(self, view: View, box: HintBox) -> None:
        """Show the present hint beside its part of the screen; without a hint, hide the box."""
        hint, screen = self.hint(view), box.screen
        if hint is None:
            box.hide()
        else:
            part = Region.from_union([part.region for part in screen.query(PARTS[hint])])
            box.show(box.words(f"hint.{hint}"), part, screen.size)

    def go_on(self, view: View) -> bool:
        """Go on to the next hint after the coup is paid; return whether a hint was shown."""
        is_read = self.hint(view) in AFTER
        if is_read:
            self.step += 1
            self.is_over = self.step == len(AFTER)
        return is_read

    def skip(self) -> None:
        self.is_over = True
        self._keep()

    def _keep(self) -> None:
        """Remember that the tour was seen; if nothing can be saved, it will be shown again."""
        if self.path is not None and not self.path.exists():
            with suppress(OSError):
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self.path.touch()
