"""Notes beside the roads: the meaning of signs, the marks that a win would add, the counts."""

from collections.abc import Sequence

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.core.coup import Side
from baccarat.core.roads import Scoreboard
from baccarat.core.roads.result_counts import count
from baccarat.render.road_marks import DERIVED, answers
from baccarat.tui.draw.colours import mix
from baccarat.tui.draw.road_pen import EDGES, PAIRS, SIDES, RoadPen

SPACE = 2
"""Columns between notes."""
MARKS_WIDE = 7
"""Columns of the three marks for one side, with the blanks around them."""
RoadNote = tuple[str, str, str, str]
"""Two texts, each with its ink."""


def flow(notes: Sequence[RoadNote], columns: int) -> list[list[RoadNote]]:
    """The notes divided into lines, with as many notes in each line as fit."""
    lines: list[list[RoadNote]] = [[]]
    room = columns
    for note in notes:
        wide = cell_len(note[0]) + 1 + cell_len(note[2])
        if lines[-1] and wide > room:
            lines.append([])
            room = columns
        lines[-1].append(note)
        room -= wide + SPACE
    return lines


def write_notes(pen: RoadPen, x: int, y: int, lines: Sequence[Sequence[RoadNote]]) -> None:
    for row, notes in enumerate(lines, start=y):
        at = x
        for first, ink, second, figure_ink in notes:
            at = pen.canvas.put(at, row, f"{first} ", ink)
            at = pen.canvas.put(at, row, second, figure_ink, bold=second.isdecimal()) + SPACE


def legend(pen: RoadPen, words: Words) -> list[RoadNote]:
    """Notes that explain the signs of a pair on a bead."""
    colours = pen.colours
    inks = [colours.banker_lit, colours.player_lit]
    if pen.is_written:
        signs = [PAIRS[True, False], PAIRS[False, True]]
    elif pen.sizes.bead > 1:
        signs = ["•", "•"]
    else:
        signs = ["▌", "▐"] if pen.letter_wide == 1 else [EDGES[True, False], EDGES[False, True]]
        inks = [colours.ink if pen.is_lettered else colours.brass] * 2
    names = words.bet("banker-pair"), words.bet("player-pair")
    return [
        (sign, ink, name, colours.faint) for sign, ink, name in zip(signs, inks, names, strict=True)
    ]


def counts_of(pen: RoadPen, board: Scoreboard, words: Words) -> list[RoadNote]:
    """Notes with the number of each result, of pairs and of naturals."""
    counts, colours = count(board.results), pen.colours
    inks = colours.banker_lit, colours.player_lit, colours.tie_lit
    figures = counts.banker, counts.player, counts.tie
    results = [
        (words.bet(name), colours.soft, words.number(figure), ink)
        for name, figure, ink in zip(SIDES.values(), figures, inks, strict=True)
    ]
    totals = {
        words.bet("banker-pair"): counts.banker_pair,
        words.bet("player-pair"): counts.player_pair,
        words("mark.naturals"): counts.natural,
    }
    return results + [
        (name, colours.soft, words.number(figure), colours.ink) for name, figure in totals.items()
    ]


def shortened(pen: RoadPen, notes: Sequence[RoadNote], columns: int) -> list[RoadNote]:
    """The counts, with letters for the three results if their names do not fit in a line."""
    results, counts = notes[: len(SIDES)], notes[len(SIDES) :]
    if len(flow(results, columns)) == 1:
        return list(notes)
    letters = pen.letters.values()
    return [*((letter, *note[1:]) for letter, note in zip(letters, results, strict=True)), *counts]


def draw_counts(
    pen: RoadPen, x: int, y: int, columns: int, notes: Sequence[RoadNote], pitch: int
) -> None:
    """Draw the counts in a column, with their figures at the right."""
    hair = mix(pen.colours.hair, pen.colours.deep, 0.5)
    for row, (name, ink, figure, figure_ink) in enumerate(notes):
        pen.canvas.put(x, y + row * pitch, name, ink)
        pen.canvas.right(x + columns, y + row * pitch, figure, figure_ink, bold=True)
        if pitch > 1:
            pen.canvas.put(x, y + row * pitch + 1, "─" * columns, hair)


def asking_wide(words: Words) -> int:
    return MARKS_WIDE + 1 + max(cell_len(asked(side, words)) for side in Side)


def asked(side: Side, words: Words) -> str:
    return words("mark.asked", side=words.bet(SIDES[side]))


def draw_asking(
    pen: RoadPen, x: int, y: int, columns: int, board: Scoreboard, words: Words
) -> None:
    """For each side, draw the marks that its win would add to the derived roads, in their order."""
    canvas, colours = pen.canvas, pen.colours
    for row, (side, marks) in enumerate(answers(board).items(), start=y):
        canvas.fill(x, row, columns, 1, colours.paper)
        canvas.put(x + 1, row, asked(side, words), pen.inks[side], bold=True)
        for place, (key, mark) in enumerate(zip(DERIVED, marks, strict=True)):
            ink = colours.paper_ink if mark is None else pen.inks[mark]
            at = x + columns - MARKS_WIDE + 1 + 2 * place
            canvas.put(at, row, pen.sign(key, mark), ink, bold=mark is not None)
