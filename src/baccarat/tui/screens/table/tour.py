"""The tour on the table: a hint beside the part that it speaks of, until the guest has seen all."""

from textual import events, on
from textual.app import ComposeResult
from textual.geometry import Region

from baccarat.base.words import Words
from baccarat.tui.screens.table.tour_hints import AFTER, PARTS, FirstCoup
from baccarat.tui.screens.table.view import TableBase
from baccarat.tui.widgets.hint_box import HintBox


class TouredTable(TableBase):
    """A table at which the first coup may be explained."""

    def __init__(self, words: Words, tour: FirstCoup | None = None) -> None:
        super().__init__(words)
        self.tour = tour

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield HintBox(self.words)

    def look(self) -> None:
        super().look()
        hint = None if self.tour is None else self.tour.hint(self.view)
        box = self.query_one(HintBox)
        if hint is None:
            box.hide()
        else:
            parts = [part.region for part in self.query(PARTS[hint])]
            box.show(self.words(f"hint.{hint}"), Region.from_union(parts), self.size)

    @on(events.Key)
    @on(events.Click)
    def go_on_touring(self) -> None:
        """Any key goes on with the tour, and does what it does."""
        if self.tour is not None and self.tour.hint(self.view) in AFTER:
            self.tour.go_on()
            self.look()

    def action_skip_tour(self) -> None:
        if self.tour is not None:
            self.tour.skip()
            self.look()
