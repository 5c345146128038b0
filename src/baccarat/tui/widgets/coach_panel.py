"""The coach's panel: every bet's edge, what lies on the felt, what the sitting should have cost."""

from textual.content import Content
from textual.widgets import Static

from baccarat.table import Phase, View
from baccarat.table.advice import Advice, spoken
from baccarat.table.labels import RANKS, edge_text
from baccarat.tui.widgets.felt_grid import spread
from baccarat.words import Words


class CoachPanel(Static):
    """What the coach says, on a screen that has the room."""

    def __init__(self, words: Words) -> None:
        super().__init__(id="coach")
        self.words = words

    def show(self, view: View, advice: Advice | None, is_on: bool) -> None:
        words, width = self.words, max(self.size.width, 30)
        lines: list[Content | str] = [*ranks_of(view, words)]
        if lines:
            lines.append("")
        if not is_on:
            lines.append(Content.styled(words("coach.off"), "$quiet"))
        elif advice is None:
            lines.append(Content.styled(words("coach.counting"), "$quiet"))
        else:
            if advice.edges:
                lines.append(Content.styled(words("coach.title"), "bold $accent"))
                lines += [
                    spread(words.bet(spot), words.say(edge_text(edge)), width)
                    for spot, edge in advice.edges.items()
                ]
                lines.append("")
            elif view.phase is not Phase.FINISHED:
                lines += [words("coach.none"), ""]
            lines += spoken(advice, words)
        told = [Content(line) if isinstance(line, str) else line for line in lines]
        self.update(Content("\n").join(told), layout=False)


def ranks_of(view: View, words: Words) -> list[Content | str]:
    """How many cards of each rank nobody has seen yet."""
    left = view.left_by_rank
    if not left:
        return []
    burned = 0 if view.shoe is None else view.shoe.burned
    title = words("coach.left", cards=sum(left.values()), burned=burned)
    return [
        Content.styled(title, "bold"),
        "".join(f"{rank:>3}" for rank in RANKS),
        "".join(f"{left[rank]:>3}" for rank in RANKS),
    ]
