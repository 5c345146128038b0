"""One coup of an archive as a row of thirteen small numbers."""

from dataclasses import replace

from baccarat.core.coup import NATURAL, Coup, Hand, Side
from baccarat.core.record import Entry
from baccarat.core.record.entry import with_pairs
from baccarat.core.record.inspector import EVERY_KIND
from baccarat.core.result import LETTERS, Known, Result

Row = tuple[int, ...]
"""The winner; the totals, pairs and numbers of cards of Player and Banker; six codes of cards."""
WINNERS = tuple(LETTERS.values())
"""The winners in the order of their codes: 0 Player, 1 Banker, 2 tie."""
CODES = {card: code for code, card in enumerate(EVERY_KIND, start=1)}
UNKNOWN_ROW = (-1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0)
PLAIN = {winner: (code, *UNKNOWN_ROW) for code, winner in enumerate(WINNERS)}
"""The rows of coups of which only the winner is known."""


def row_of(entry: Entry) -> Row:
    """The row of a coup without its wagers; a two-card total needs a final total beside it.

    >>> row_of(Entry.of(Result.parse("B")))
    (1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0)
    """
    result, coup = entry.result, entry.coup
    if result == Result(result.winner):
        return PLAIN[result.winner]
    hands = [_completed(result.known(side)) for side in Side]
    cards = (
        _third_alone(hands[place]) if coup is None else _codes(coup.hand(side))
        for place, side in enumerate(Side)
    )
    return (
        WINNERS.index(result.winner),
        *(-1 if hand.total is None else hand.total for hand in hands),
        *(-1 if hand.is_pair is None else int(hand.is_pair) for hand in hands),
        *(hand.cards or 0 for hand in hands),
        *(code for codes in cards for code in codes),
    )


def entry_of(row: Row) -> Entry:
    """The coup of a row; raises `CoupError` if no coup is like this."""
    winner, *facts = row
    totals, pairs, held = (facts[at : at + 2] for at in (0, 2, 4))
    cards = row[7:10], row[10:13]
    hands = map(_known, totals, pairs, held, cards)
    result = Result(WINNERS[winner], *hands)
    codes = [hand[:count] for hand, count in zip(cards, held, strict=True)]
    if not all(map(all, codes)) or not all(held):
        return Entry(result)
    player, banker = (Hand(tuple(EVERY_KIND[code - 1] for code in hand)) for hand in codes)
    coup = Coup(player, banker, is_over=True)
    told = {side: None if pair < 0 else bool(pair) for side, pair in zip(Side, pairs, strict=True)}
    return Entry(with_pairs(Result.of(coup), told), coup)


def _codes(hand: Hand) -> Row:
    """The codes of a hand's three cards."""
    return (*(CODES[card] for card in hand), 0)[:3]


def _third_alone(known: Known) -> Row:
    """The codes of a hand of which at most the points of the third card are known."""
    return (0, 0, 0 if known.third is None else 1 + known.third)


def _completed(known: Known) -> Known:
    """The given facts of a hand, and the facts that follow from them."""
    start, total, third, cards = known.start, known.total, known.third, known.cards
    if start is None:
        return known if third is None else replace(known, cards=3)
    if third is not None:
        return replace(known, cards=3, total=(start + third) % 10)
    if cards == 2 or start >= NATURAL:
        return replace(known, cards=2, total=start)
    if cards == 3 and total is not None:
        return replace(known, third=(total - start) % 10)
    return known


def _known(total: int, pair: int, cards: int, codes: Row) -> Known:
    """The known facts of a hand; its two-card total follows from its total and its third card."""
    third = EVERY_KIND[codes[2] - 1].points if codes[2] else None
    return Known(
        total=None if total < 0 else total,
        cards=cards or None,
        start=None if third is None or total < 0 else (total - third) % 10,
        third=third,
        is_pair=None if pair < 0 else bool(pair),
    )
