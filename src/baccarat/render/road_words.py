"""A scoreboard in words, for screen readers: its coups, its roads, and what a next win adds."""

from collections.abc import Sequence
from itertools import groupby

from baccarat.base.words import Words
from baccarat.core.coup import Side
from baccarat.core.result import Result
from baccarat.core.roads import Colour, NextMarks, Scoreboard
from baccarat.render.road_marks import DERIVED, answers

MOST_TIES = 9
"""The most ties that a mark shows; more are drawn as `9+`."""


def winner_in_words(winner: Side | None, words: Words) -> str:
    return words.bet("tie" if winner is None else str(winner).lower())


def letter_in_words(winner: Side | None, words: Words) -> str:
    """The letter on a winner's bead: `B`, `庄`; lists beside a road use the same letter."""
    return words(f"mark.{str(winner or 'tie').lower()}")


def bead_in_words(result: Result, words: Words) -> str:
    """A coup by the letter on its bead: `B (natural, Player pair)`."""
    details = [words("mark.natural")] if result.has_natural else []
    details += [
        words.bet(f"{side}-pair".lower())
        for side in (Side.BANKER, Side.PLAYER)
        if result.known(side).is_pair
    ]
    won = letter_in_words(result.winner, words)
    if not details:
        return won
    return words("mark.with", mark=won, details=words.listed(details))


def ties_in_words(ties: int, words: Words) -> str:
    return words("mark.ties", count=ties)


def colour_in_words(colour: Colour | None, words: Words) -> str:
    return words("mark.no-mark" if colour is None else f"mark.{colour.name.lower()}")


def road_in_words(board: Scoreboard, key: str, words: Words) -> str:
    """A road column by column: `Big road by columns: Player 1, Banker 2 with a tie.`"""
    if key == "bead":
        columns = _bead_columns(board, words)
        text = words.listed(columns, "mark.next-column")
    else:
        columns = _big_columns(board, words) if key == "big" else _runs(board, key, words)
        text = words.listed(columns)
    road = words(f"road.{key}")
    if not columns:
        return words("mark.empty", road=road)
    return words("mark.by-columns", road=road, columns=text)


def asked_in_words(board: Scoreboard, side: Side, words: Words) -> str:
    """The marks that a win of that side would add to the derived roads, in words."""
    answer: NextMarks = answers(board)[side]
    marks = [
        words("mark.of-road", road=words(f"road.{key}"), mark=colour_in_words(colour, words))
        for key, colour in zip(DERIVED, answer, strict=True)
    ]
    return words("mark.if-next", side=winner_in_words(side, words), marks=words.listed(marks))


def _bead_columns(board: Scoreboard, words: Words) -> list[str]:
    coups = [bead_in_words(result, words) for result in board.results]
    rows = board.rows
    return [words.listed(coups[at : at + rows]) for at in range(0, len(coups), rows)]


def _big_columns(board: Scoreboard, words: Words) -> list[str]:
    if board.leading_ties:
        waiting = ties_in_words(len(board.leading_ties), words)
        return [words("mark.after-ties", ties=waiting)]
    columns, marks = [], board.big
    for depth in board.depths:
        column, marks = marks[:depth], marks[depth:]
        run = _run(winner_in_words(column[0].result.winner, words), depth, words)
        ties = sum(len(mark.ties) for mark in column)
        if ties:
            run = words("mark.with-ties", run=run, ties=ties_in_words(ties, words))
        columns.append(run)
    return columns


def _runs(board: Scoreboard, key: str, words: Words) -> list[str]:
    colours: Sequence[Colour] = board.derived[DERIVED[key]].colours
    return [
        _run(colour_in_words(colour, words), len(list(run)), words)
        for colour, run in groupby(colours)
    ]


def _run(mark: str, count: int, words: Words) -> str:
    return words("mark.run", mark=mark, count=count)
