"""Recomputes each kind of figure, in the unit in which the figure was printed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import inf
from typing import TYPE_CHECKING

from baccarat.core.bets import Bet, bet
from baccarat.core.bets.events import partly
from baccarat.core.bets.pairs import trait_of
from baccarat.core.cards import Card, Depth
from baccarat.core.chance import philox
from baccarat.core.counts import MOST_TAG
from baccarat.core.coup import OUTCOMES, Hand, Side
from baccarat.core.result import parse_results
from baccarat.core.roads import Derived, Scoreboard
from baccarat.core.tally import Odds, Tally
from baccarat.exact.odds import OddsTable, odds
from baccarat.exact.removal import Removal, removal
from baccarat.verify.published import Figure, Recounted, figures
from baccarat.verify.rules_of_thumb import RULES

if TYPE_CHECKING:  # only the figures that need flint load it
    from baccarat.theory.chemin.solver import Solution


@dataclass(frozen=True, slots=True)
class FigureKind:
    heading: str
    recount: Callable[[Figure], Recounted]


@cache
def table(decks: str, game: str = "punto-banco") -> OddsTable:
    """The odds table of a shoe, cached because a table remembers its answers."""
    return odds(inf if decks == "inf" else int(decks), game=game)


@cache
def effects(name: str, decks: str) -> Removal:
    return removal(bet(name), table(decks))


def tally(figure: Figure) -> Tally:
    return table(figure.decks).tally


def odds_of(figure: Figure) -> Odds:
    """The odds of a bet such as `dragon-7`, or of a spot of another game such as `ez banker`."""
    *game, name = figure.what.split()
    return table(figure.decks, *game)[name]


def orders(figure: Figure) -> Fraction:
    """How many orders of cards give a coup, a bet's win, or a tier (`matching-dragon-a: 2`)."""
    if figure.what == "all":
        return Fraction(tally(figure).total)
    name, _, tier = figure.what.partition(": ")
    found = odds_of(replace(figure, what=name))
    return Fraction(found.weights[tier] if tier else found.wins)


def decided(figure: Figure) -> Fraction:
    """A side's share of the coups that are not ties."""
    wins = {side: table(figure.decks)[side].wins for side in ("player", "banker")}
    return Fraction(wins[figure.what], sum(wins.values()))


def seen(figure: Figure) -> Fraction:
    """The chance of an outcome after Player's two-card total is known: `player after 5`."""
    who, _, total = figure.what.split()
    return odds(int(figure.decks), given=f"player: {total}")[who].chance


def three_of_a_kind(hand: Hand) -> str | None:
    return "win" if len(hand) == 3 and len({card.rank for card in hand}) == 1 else None


# No register has this bet, because its printed edge and its printed rule contradict each other.
BELLAGIO_MATCH = Bet(
    "Bellagio Match Player",
    partly(trait_of, Side.PLAYER),
    pays=75,
    depth=Depth.RANKS,
    trait=three_of_a_kind,
)


def by_start(figure: Figure) -> Fraction:
    """The expected value of a bet by both two-card totals: `insurance on 5 against 6`."""
    name, _, own, _, other = figure.what.split()
    return table(figure.decks).by_start(name)[int(own), int(other)].expectation


def mean_cards(figure: Figure) -> Fraction:
    found = tally(figure)
    held = zip(OUTCOMES, found.cells, strict=True)
    return Fraction(sum(n * (o.player.cards + o.banker.cards) for o, n in held), found.total)


def effect(figure: Figure) -> Fraction:
    name, _, card = figure.what.partition(" less ")
    return 100 * effects(name, figure.decks)[Card.parse(card)]


def best_tags(figure: Figure) -> str:
    tags = effects(figure.what, figure.decks).best_count(MOST_TAG).tags
    return " ".join(str(tags[Card.parse(points)]) for points in "1234567890")


def road(figure: Figure) -> str:
    """One road of the printed display, made from the bead plate of the same display."""
    board = Scoreboard(parse_results(_displayed_coups()))
    if figure.what == "bead plate":
        return _drawn({place: result.letter for place, result in board.bead})
    if figure.what == "big road":
        return _drawn({m.place: f"{m.result.letter}{len(m.ties) or ''}" for m in board.big})
    derived = {"big eye boy": Derived.BIG_EYE, "small road": Derived.SMALL}
    marks = board.derived[derived.get(figure.what, Derived.COCKROACH)].marks
    return _drawn({place: str(colour) for place, colour in marks})


def _displayed_coups() -> str:
    """The results on the bead plate of the printed display, read column by column."""
    plate = next(figure.published for figure in figures() if figure.what == "bead plate")
    rows = [row.split() for row in plate.split("/")]
    return "".join(mark for column in zip(*rows, strict=True) for mark in column)


def _drawn(marks: Mapping[tuple[int, int], str]) -> str:
    """The marks as text, row by row, with slashes between rows and dots for empty cells."""
    columns, rows = (max(places) + 1 for places in zip(*marks, strict=True))
    return " / ".join(
        " ".join(marks.get((column, row), ".") for column in range(columns)) for row in range(rows)
    )


@cache
def solution(model: str, decks: str) -> "Solution":
    from baccarat.theory.chemin.solver import solve

    return solve(model, None if decks == "inf" else int(decks))


def ponte(figure: Figure) -> str:
    """The ponte's move, or chance to draw, on the named hands; if hands differ, all their moves."""
    model, _, hands = figure.what.partition(": ")
    draws = solution(model, figure.decks).ponte
    return _alike(_move(draws[hand]) for hand in hands.split())


def banquier(figure: Figure) -> str:
    return _alike(" ".join(map(_move, row)) for _, row in _rows(figure))


def dominance(figure: Figure) -> str:
    """The banquier's move for each third card; `*` where dominance does not decide the move."""
    open_cells = solution(figure.what.partition(": ")[0], figure.decks).open_cells
    return _alike(
        " ".join(
            "*" if f"{hand}|{column}" in open_cells else _move(draws)
            for column, draws in zip("0123456789-", row, strict=True)
        )
        for hand, row in _rows(figure)
    )


def _rows(figure: Figure) -> Iterator[tuple[str, tuple[Fraction, ...]]]:
    """The rows of the banquier's table for the named hands, and for all hands of a named total."""
    model, _, hands = figure.what.partition(": ")
    named = hands.split()
    for row in solution(model, figure.decks).rows:
        for hand in row.hands:
            if hand in named or str(row.total) in named:
                yield hand, row.draws


def _alike(answers: Iterable[str]) -> str:
    """The answer that all hands share; if they differ, all answers, joined by "or"."""
    return " or ".join(dict.fromkeys(answers))


def _move(draws: Fraction) -> str:
    return {"0": "S", "1": "D"}.get(str(draws), str(draws))


def random_words(figure: Figure) -> str:
    counter, key = ([int(word, 16) for word in half.split()] for half in figure.what.split("|"))
    a, b, c, d = counter
    k, m = key
    return " ".join(f"{word:08x}" for word in philox((a, b, c, d), (k, m)))


KINDS = {
    "orders": FigureKind(
        "Number of orders of six cards in which a bet wins, or a tier of the bet occurs", orders
    ),
    "wins": FigureKind("Chance of winning, per cent", lambda figure: 100 * odds_of(figure).chance),
    "decided": FigureKind("Share of the coups that do not tie", decided),
    "seen": FigureKind("Chance of each result, by the total of Player's first two cards", seen),
    "cards": FigureKind("Cards of a coup, on average", mean_cards),
    "cells": FigureKind(
        "How many of the 400 cells a coup can reach",
        lambda figure: Fraction(sum(weight > 0 for weight in tally(figure).cells)),
    ),
    "edge": FigureKind(
        "House edge, per cent of the stake", lambda figure: 100 * odds_of(figure).edge
    ),
    "left-out": FigureKind(
        "House edge of a bet that we leave out, per cent of the stake",
        lambda figure: 100 * table(figure.decks).of(BELLAGIO_MATCH).edge,
    ),
    "start": FigureKind("Guest's average gain from one unit, once four cards are dealt", by_start),
    "streak": FigureKind(
        "House edge over several coups, taken as independent, per cent of the stake",
        lambda figure: 100 * table(figure.decks).streak(figure.what).edge,
    ),
    "deviation": FigureKind(
        "Standard deviation of one unit staked", lambda figure: odds_of(figure).deviation
    ),
    "removal": FigureKind(
        "Change of the expected value when one card is removed (0: ten to king), per cent of the "
        "stake",
        effect,
    ),
    "count": FigureKind(
        f"Best count with tags up to {MOST_TAG}, for A 2 3 4 5 6 7 8 9 T", best_tags
    ),
    "value": FigureKind(
        "Chemin de fer: the value to Player, per unit",
        lambda figure: str(solution(figure.what, figure.decks).value),
    ),
    "ponte": FigureKind("Chemin de fer: how often the ponte draws (D: always, S: never)", ponte),
    "dominance": FigureKind(
        "Chemin de fer: cells that strict dominance leaves open (*), by the banquier's totals or "
        "hands, against third cards 0 to 9 and a Player who stood",
        dominance,
    ),
    "banquier": FigureKind(
        "Chemin de fer: how often the banquier draws, by totals or hands, against third cards 0 "
        "to 9 and a Player who stood",
        banquier,
    ),
    "offer": FigureKind(
        "Common rules about offers of the house", lambda figure: RULES[figure.what].truth()
    ),
    "road": FigureKind("A real display of 36 coups, cell for cell", road),
    "philox": FigureKind(
        "Random generator Philox4x32-10: its words for a counter and a key", random_words
    ),
}
