"""The figures of exact odds for a page: percentages in its language, and fractions.

Every figure is made from the fractions in `odds_json`; only differences, shares of a sum and the
shades of cells are calculated here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from baccarat.base.jsonable import fraction, winner
from baccarat.base.sentences import Sentence
from baccarat.base.words import Words
from baccarat.core.bets import streak
from baccarat.core.bets.price_words import price_text
from baccarat.core.bets.streaks import is_streak
from baccarat.core.cards import KINDS, Card, Depth, Rank, Suit
from baccarat.core.coup import winner_of
from baccarat.core.games import Game

DIGITS = 4
"""Decimals of a percentage, the same as in the command."""
SIDES = ("player", "tie", "banker")
RANKS = tuple(Rank(letter) for letter in "A23456789TJQK")
SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
SHADES = 9
TOTALS = [(player, banker) for player in range(10) for banker in range(10)]
SIDE_OF = [winner(winner_of(player, banker)) for player, banker in TOTALS]
STRENGTHS = 5
ToldOdds = Mapping[str, Any]
"""A part of an answer, as JSON."""


@dataclass(frozen=True, slots=True)
class ExactShare:
    """A share of 1, as an exact fraction and as texts for people."""

    exact: Fraction
    percent: str
    fraction: str


@dataclass(frozen=True, slots=True)
class SaidOdds:
    """The answer to a question about the coup."""

    reading: str
    """the question as it was understood"""
    chance: ExactShare
    note: str
    """how the chance of later coups was found, with an interval; empty for this coup"""
    mean: Fraction | None
    """what the wagers of the question bring on average"""
    amounts: tuple[tuple[Fraction, ExactShare], ...]
    """the chance of each amount that they may bring"""


@dataclass(frozen=True, slots=True)
class WeighedBet:
    """A bet with its figures."""

    name: str
    """the name in the question"""
    title: str
    pays: str
    chance: ExactShare
    push: ExactShare | None
    edge: ExactShare
    deviation: str
    moved: ExactShare | None
    """the difference of its edge from the edge of the full shoe"""
    reach: int
    """the length of the edge's bar, relative to the widest edge, from -50 to 50"""
    is_named: bool
    is_streak: bool


def share_of(
    text: str | Fraction, words: Words, digits: int = DIGITS, sign: bool = False
) -> ExactShare:
    exact = Fraction(text)
    percent = words.percent(exact, digits)
    return ExactShare(exact, f"+{percent}" if sign and exact > 0 else percent, fraction(exact))


def card_label(card: Card, tens: str) -> str:
    """The label of a kind of card on a button or in a table; `tens` is the label for 0 points.

    >>> [card_label(Card.parse(text), "10 – K") for text in ("0", "1", "Tx", "9h")]
    ['10 – K', 'A', '10', '9♥']
    """
    if card.known_rank is None:
        return {0: tens, 1: "A"}.get(card.points, str(card.points))
    rank = "10" if card.known_rank is Rank.TEN else str(card.known_rank)
    return rank if card.known_suit is None else f"{rank}{card.known_suit.symbol}"


def title_of(name: str, game: Game, words: Words) -> str:
    """The title of a bet; a plug-in's bet has its own name."""
    spot = name.partition(":")[0]
    if f"bet.{spot}" in words.texts:
        return words.bet(spot)
    return streak(name).name if is_streak(name) else game.layout.find(name).name


def bet_rows(
    answer: ToldOdds, fresh: ToldOdds | None, named: Iterable[str], game: Game, words: Words
) -> list[WeighedBet]:
    """The bets of an answer, in its order; `fresh` is the answer for the full shoe, if needed."""
    names, rows, bets = set(named), list[WeighedBet](), _bets(answer)
    full = {} if fresh is None else _bets(fresh)
    widest = max((abs(Fraction(bet["edge"])) for bet in bets.values()), default=0) or 1
    for name, bet in bets.items():
        push, edge = Fraction(bet.get("push_probability", 0)), Fraction(bet["edge"])
        moved = edge - Fraction(full[name]["edge"]) if name in full else None
        rows.append(
            WeighedBet(
                name,
                title_of(name, game, words),
                words.say(_price(bet["spelled"])),
                share_of(bet["probability"], words),
                share_of(push, words) if push else None,
                share_of(edge, words),
                words.number(bet["deviation_float"], f".{DIGITS}f"),
                None if moved is None else share_of(moved, words, sign=True),
                round(50 * edge / widest),
                name in names,
                "in_a_row" in bet,
            )
        )
    return rows


def _bets(answer: ToldOdds) -> dict[str, Any]:
    return {**answer["bets"], **answer.get("streaks", {})}


_price = lru_cache(maxsize=1024)(price_text)
"""A cache, because bets have the same prices on every page."""


def outcomes(answer: ToldOdds, words: Words) -> list[tuple[str, ExactShare]]:
    """The chances of a Player win, a Banker win and a tie, by name."""
    return [(side, share_of(answer["outcomes"][side]["probability"], words)) for side in SIDES]


def said_odds(answers: Sequence[ToldOdds], words: Words) -> list[SaidOdds]:
    """The answers to questions about the coup."""
    return [
        SaidOdds(
            answer["reading"],
            share_of(answer["probability"], words),
            _note(answer, words) if "note" in answer else "",
            None if (money := answer.get("money")) is None else Fraction(money["mean"]),
            tuple(
                (Fraction(row["amount"]), share_of(row["probability"], words))
                for row in (money or {"amounts": ()})["amounts"]
            ),
        )
        for answer in answers
    ]


def _note(answer: ToldOdds, words: Words) -> str:
    """A note below an answer: how the question was understood, which method gave the answer, and
    the result of simulated shoes, if any.
    """
    method, _, coups = answer["method"].rpartition(": ")
    exactly = Sentence(answer["method"])
    if coups.isdigit():
        exactly = Sentence(f"{method}: {{coups}}", coups=int(coups))
    sentences = [Sentence(answer["note"]), exactly]
    if (within := answer["within_shoe"]) is not None:
        form = "within the shoe, simulated: {share} ({low} … {high}, 99 % interval, {shoes} shoes)"
        shares = {name: words.percent(within[name], 1) for name in ("low", "high")}
        share = words.percent(within["estimate"], 1)
        sentences.append(Sentence(form, share=share, shoes=within["of"], **shares))
    if answer["not_simulated"]:
        sentences.append(Sentence(answer["not_simulated"]))
    return "; ".join(map(words.say, sentences))


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A pair of final totals, as a cell of a matrix."""

    side: str
    shade: int
    text: str
    said: str
    """the totals, the percentage and the fraction, in words"""


def matrix_rows(weights: Sequence[Sequence[str]], words: Words) -> dict[str, object]:
    """The final totals, Player's down and Banker's across, with the sums of rows and columns."""
    grid = [[int(weight) for weight in row] for row in weights]
    whole, highest = sum(map(sum, grid)), max(map(max, grid))
    shares = [Fraction(weight, whole) for row in grid for weight in row]
    cells = [
        MatrixCell(
            SIDE_OF[place],
            1 + (SHADES - 1) * weight // highest if weight else 0,
            text,
            f"{form.format(percent)} {share.numerator}/{share.denominator}",
        )
        for place, (weight, share, percent, text, form) in enumerate(
            zip(
                [weight for row in grid for weight in row],
                shares,
                words.numbers(shares, f".{DIGITS}%"),
                _bare(shares, words),
                _cell_forms(words.language, words.is_ascii),
                strict=True,
            )
        )
    ]
    return {
        "cells": [cells[start : start + 10] for start in range(0, 100, 10)],
        "players": _bare([sum(shares[start : start + 10]) for start in range(0, 100, 10)], words),
        "bankers": _bare([sum(shares[total::10]) for total in range(10)], words),
    }


@cache
def _cell_forms(language: str, is_ascii: bool) -> list[str]:
    """A text for each pair of totals, with `{}` where the share of this pair will stand."""
    words = Words.of(language, is_ascii)
    return [
        words("odds.cell", player=player, banker=banker, share="{}") for player, banker in TOTALS
    ]


def _bare(shares: Iterable[Fraction | int], words: Words) -> list[str]:
    """Percentages with two decimals, without the % sign, because the table's caption has it."""
    return words.numbers([100 * share for share in shares], ".2f")


def next_rows(answer: ToldOdds, words: Words) -> list[dict[str, object]]:
    """The odds after each card that may come next."""
    return [
        {
            "card": card_label(Card.parse(card), words("odds.tens")),
            "chance": share_of(odds["probability"], words),
            "outcomes": outcomes(odds, words),
            "edges": {name: share_of(bet["edge"], words) for name, bet in odds["bets"].items()},
        }
        for card, odds in answer["next_cards"].items()
    ]


def removal_tables(bets: ToldOdds, titles: Mapping[str, str], words: Words) -> dict[str, object]:
    """The change of each bet's expectation when one card of each kind is removed.

    Bets on totals, points and ranks stand side by side, with a line for each kind of card; a bet
    that looks at suits has its own table.
    """
    effects = {
        name: {Card.parse(card): Fraction(less["effect"]) for card, less in bet["effects"].items()}
        for name, bet in bets.items()
    }
    suited = {name: cards for name, cards in effects.items() if Depth.CARDS in _depths(cards)}
    plain = {name: cards for name, cards in effects.items() if name not in suited}
    by_rank = any(Depth.RANKS in _depths(cards) for cards in plain.values())
    ranks, tens = [Card.of(rank) for rank in RANKS], words("odds.tens")
    return {
        "titles": [titles[name] for name in plain],
        "rows": [
            (card_label(kind, tens), [_effect(cards, kind, words) for cards in plain.values()])
            for kind in (ranks if by_rank else KINDS[Depth.POINTS])
        ],
        "suited": {
            titles[name]: [
                (
                    card_label(Card.of(rank), tens),
                    [_effect(cards, Card.of(rank, suit), words) for suit in SUITS],
                )
                for rank in RANKS
            ]
            for name, cards in suited.items()
        },
        "suits": [(suit.symbol, words(f"card.{suit}")) for suit in SUITS],
    }


def _depths(effects: Mapping[Card, Fraction]) -> set[Depth]:
    return {card.depth for card in effects}


def _effect(
    effects: Mapping[Card, Fraction], kind: Card, words: Words
) -> tuple[ExactShare, str] | None:
    """The effect of removing one such card, and its colour class; None if no such card is left."""
    effect = effects.get(kind, effects.get(kind.at(Depth.POINTS)))
    if effect is None:
        return None
    largest = max(map(abs, effects.values())) or 1
    strength = int(STRENGTHS * abs(effect) / largest + Fraction(1, 2))
    tone = "" if not strength else f"good-{strength}" if effect > 0 else f"bad-{strength}"
    return share_of(effect, words, sign=True), tone
