"""What the odds page shows of an answer: percentages as the language writes them, and fractions.

Every figure is made of the fractions that `odds_json` tells; nothing is computed but differences,
shares of a sum, and how dark a cell is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from baccarat.base.errors import BadText
from baccarat.base.jsonable import fraction, winner
from baccarat.base.words import Words
from baccarat.core.bets import streak
from baccarat.core.bets.price_words import price_text
from baccarat.core.bets.streaks import is_streak
from baccarat.core.cards import KINDS, Card, Depth
from baccarat.core.coup import Hand, winner_of
from baccarat.core.games import Game
from baccarat.web.pages.odds.tray import RANKS, SUITS, card_label

DIGITS = 4
"""Behind the point of a percentage, as the command prints it."""
SIDES = ("player", "tie", "banker")
SHADES = 9
STRENGTHS = 5
ToldOdds = Mapping[str, Any]
"""A part of an answer in JSON."""


@dataclass(frozen=True, slots=True)
class ExactShare:
    """A share of one: exactly, and as people read it."""

    exact: Fraction
    percent: str

    @property
    def fraction(self) -> str:
        return fraction(self.exact)


@dataclass(frozen=True, slots=True)
class WeighedBet:
    """A bet with its figures."""

    name: str
    """as it is asked for"""
    title: str
    pays: str
    chance: ExactShare
    push: ExactShare | None
    edge: ExactShare
    deviation: str
    moved: ExactShare | None
    """by how much its edge differs from that of the full shoe"""
    reach: int
    """how far the edge reaches among all edges, from -50 to 50"""
    is_named: bool
    is_streak: bool


def share_of(
    text: str | Fraction, words: Words, digits: int = DIGITS, sign: bool = False
) -> ExactShare:
    exact = Fraction(text)
    said = words.percent(exact, digits)
    return ExactShare(exact, f"+{said}" if sign and exact > 0 else said)


def title_of(name: str, game: Game, words: Words) -> str:
    """What a bet is called; a stranger's has a name of its own."""
    spot = name.partition(":")[0]
    if f"bet.{spot}" in words.texts:
        return words.bet(spot)
    return streak(name).name if is_streak(name) else game.layout.find(name).name


def bet_rows(
    told: ToldOdds, fresh: ToldOdds | None, named: Iterable[str], game: Game, words: Words
) -> list[WeighedBet]:
    """The bets of an answer in its order; `fresh` are those of the full shoe, if it is not full."""
    asked, rows = set(named), []
    bets = {**told["bets"], **told.get("streaks", {})}
    most = max((abs(Fraction(one["edge"])) for one in bets.values()), default=0) or 1
    for name, one in bets.items():
        before = None if fresh is None else {**fresh["bets"], **fresh.get("streaks", {})}.get(name)
        push = Fraction(one.get("push_probability", 0))
        edge = Fraction(one["edge"])
        moved = None if before is None else edge - Fraction(before["edge"])
        rows.append(
            WeighedBet(
                name,
                title_of(name, game, words),
                words.say(price_text(one["spelled"])),
                share_of(one["probability"], words),
                share_of(push, words) if push else None,
                share_of(edge, words),
                words.number(one["deviation_float"], f".{DIGITS}f"),
                None if moved is None else share_of(moved, words, sign=True),
                round(50 * edge / most),
                name in asked,
                "in_a_row" in one,
            )
        )
    return rows


def outcomes(told: ToldOdds, words: Words) -> list[tuple[str, ExactShare]]:
    """How often each side wins, and nobody."""
    return [(side, share_of(told["outcomes"][side]["probability"], words)) for side in SIDES]


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A pair of final totals."""

    side: str
    shade: int
    share: ExactShare
    text: str


def matrix_rows(weights: Sequence[Sequence[str]], words: Words) -> dict[str, object]:
    """The final totals, Player's down and Banker's across, with the sums of rows and columns."""
    grid = [[int(weight) for weight in row] for row in weights]
    whole, most = sum(map(sum, grid)), max(map(max, grid))

    def cell(player: int, banker: int) -> MatrixCell:
        weight = grid[player][banker]
        share = share_of(Fraction(weight, whole), words)
        shade = 0 if not weight else 1 + (SHADES - 1) * weight // most
        return MatrixCell(winner(winner_of(player, banker)), shade, share, bare(share, words))

    totals = range(10)
    down = [Fraction(sum(row), whole) for row in grid]
    across = [Fraction(sum(row[total] for row in grid), whole) for total in totals]
    return {
        "cells": [[cell(player, banker) for banker in totals] for player in totals],
        "players": [bare(share_of(share, words), words) for share in down],
        "bankers": [bare(share_of(share, words), words) for share in across],
    }


def bare(share: ExactShare, words: Words) -> str:
    """A percentage with two digits, without its sign: the caption says what it is."""
    return words.number(100 * share.exact, ".2f")


def next_rows(told: ToldOdds, words: Words) -> list[dict[str, object]]:
    """What each card that may come next would do."""
    return [
        {
            "card": card_label(Card.parse(card), words),
            "chance": share_of(after["probability"], words),
            "outcomes": outcomes(after, words),
            "edges": {name: share_of(one["edge"], words) for name, one in after["bets"].items()},
        }
        for card, after in told["next_cards"].items()
    ]


def removal_tables(told: ToldOdds, titles: Mapping[str, str], words: Words) -> dict[str, object]:
    """By how much one card less of each kind changes what each bet wins on average.

    Bets on totals, points and ranks stand side by side, a line for each kind of card; a bet that
    looks at suits has a table of its own.
    """
    effects = {
        name: {Card.parse(card): Fraction(one["effect"]) for card, one in found["effects"].items()}
        for name, found in told.items()
    }
    suited = {n: found for n, found in effects.items() if Depth.CARDS in _depths(found)}
    plain = {n: found for n, found in effects.items() if n not in suited}
    by_rank = any(Depth.RANKS in _depths(found) for found in plain.values())
    kinds = [Card.of(rank) for rank in RANKS] if by_rank else KINDS[Depth.POINTS]
    rows = []
    for kind in kinds:
        row = [_effect(found, kind, words) for found in plain.values()]
        rows.append((card_label(kind, words), row))
    return {
        "titles": [titles[name] for name in plain],
        "rows": rows,
        "suited": {
            titles[name]: [
                (
                    card_label(Card.of(rank), words),
                    [_effect(found, Card.of(rank, suit), words) for suit in SUITS],
                )
                for rank in RANKS
            ]
            for name, found in suited.items()
        },
        "suits": [(suit.symbol, words(f"card.{suit}")) for suit in SUITS],
    }


def _depths(effects: Mapping[Card, Fraction]) -> set[Depth]:
    return {card.depth for card in effects}


def _effect(
    effects: Mapping[Card, Fraction], kind: Card, words: Words
) -> tuple[ExactShare, str] | None:
    """What taking such a card does, and how strongly; None if none is left."""
    found = effects.get(kind, effects.get(kind.at(Depth.POINTS)))
    if found is None:
        return None
    most = max(map(abs, effects.values())) or 1
    strength = int(STRENGTHS * abs(found) / most + Fraction(1, 2))
    tone = "" if not strength else f"good-{strength}" if found > 0 else f"bad-{strength}"
    return share_of(found, words, sign=True), tone


def hands(coup: str | None) -> dict[str, list[Card | None]] | None:
    """Both hands of a coup as the answer writes it; None where totals are all that is known."""
    player, _, banker = (coup or "").removesuffix("…").partition("|")
    try:
        return {
            side: [None if word == "?" else Card.parse(word) for word in text.split()]
            for side, text in (("player", player), ("banker", banker))
        }
    except BadText:
        return None


def total_of(cards: Sequence[Card | None]) -> int | None:
    known = tuple(card for card in cards if card is not None)
    return Hand(known).total if known and len(known) == len(cards) else None
