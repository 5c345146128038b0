"""Lines of the table's screen, with their styles."""

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from baccarat.stats import Statistics
from baccarat.table import View
from baccarat.table.choices import CHIPS
from baccarat.table.croupier import Spoken, Tone
from baccarat.table.labels import chip_text, money_texts, statistics_rows
from baccarat.words import Words

BAR = 16
"""Columns of the shoe's bar."""
STYLES = {
    Tone.NOTICE: "bold $warning",
    Tone.OBJECTION: "$warning",
    Tone.CALL: "bold",
    Tone.SUM: "bold $accent",
    Tone.WAGER: "",
    Tone.LESSON: "$warning",
    Tone.PROMPT: "$accent",
}


def spoken_line(line: Spoken) -> Content:
    """What the croupier says, in the style of its tone."""
    return Content.styled(line.text, STYLES[line.tone])


def top_of(view: View, words: Words) -> Content:
    """The line above the hands: the game, and how far the shoe has gone."""
    parts: list[tuple[str, str]] = [(f" {view.game}  ", "bold $accent")]
    shoe = view.shoe
    if shoe is not None:
        full, empty = ("#", "-") if words.is_ascii else ("█", "░")
        gone = round(BAR * (shoe.cards - shoe.cards_left) / shoe.cards)
        parts += [
            (words("top.shoe", shoe=shoe.number, coup=shoe.coups), ""),
            (f"  {full * gone}{empty * (BAR - gone)}  ", "$quiet"),
            (words("top.left", cards=shoe.cards_left), ""),
        ]
        if shoe.is_last_coup:
            parts.append((f"  {words('top.last')}", "bold $warning"))
    return Content.assemble(*parts)


def money_of(view: View, words: Words) -> Content:
    """The guest's money, that in hand in bold."""
    in_hand, *others = money_texts(view, words)
    return Content("  ").join([Content.styled(in_hand, "bold"), *map(Content, others)])


def chips_of(view: View, chosen: int, words: Words) -> Content:
    """The chips, the chosen one in brackets; a click chooses another."""
    parts = []
    for place, chips in enumerate(CHIPS):
        is_mine = place == chosen
        coins = words.say(chip_text(chips * view.chip))
        text = f"({coins})" if is_mine else f" {coins} "
        style = "bold $accent" if is_mine else "$quiet"
        parts.append(Content.styled(text, style).stylize(f"@click=screen.chip({place})"))
    return Content("").join(parts)


def statistics_of(found: Statistics, words: Words) -> list[str]:
    """The figures in two columns, whatever their letters' width."""
    rows = statistics_rows(found, words)
    wide = max(cell_len(name) for name, _ in rows) + 2
    return [words.say(found.title), *(f"{set_cell_size(name, wide)}{told}" for name, told in rows)]
