"""Shows cards, coups and shoes in a notebook: as cards, as roads, or as counts."""

from baccarat.base.words import Words
from baccarat.core.cards import Card, Depth, Rank, Suit
from baccarat.core.coup import Side
from baccarat.core.shoe import Composition, Shoe
from baccarat.core.tally import Tally
from baccarat.exact.partial_coup import Glimpse
from baccarat.notebook.html_parts import counted, paragraph, table
from baccarat.render.card_drawing import draw_hands
from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import ON_FELT
from baccarat.render.matrix import draw_matrix
from baccarat.render.svg import draw as draw  # as from `bac.draw`: cards or roads

RANKS = (Rank.ACE, *list(Rank)[5:], *list(Rank)[:4])
"""The ranks from the ace to the king."""


def glimpse(glimpse: Glimpse) -> Drawing:
    """The cards of a coup: the known cards face up, the others face down."""
    hands = {
        side: [slot if isinstance(slot, Card) else None for slot in glimpse.slots(side)]
        for side in Side
    }
    totals = {side: str("" if (n := glimpse.total(side)) is None else n) for side in Side}
    return draw_hands(hands, totals, glimpse.pretty, Words.of("en"), ON_FELT)


def drawing(drawing: Drawing) -> Drawing:
    return drawing


def tally(tally: Tally) -> Drawing:
    """The counts of coups by both final totals, drawn as a matrix."""
    _ = tally.chances  # raises if no coup was counted
    return draw_matrix(tally.matrix, counted(tally.total, "coup"))


def shoe(shoe: Shoe) -> str:
    """A table of the unseen cards by rank, without their order."""
    cards, burn = counted(shoe.cards_left, "card"), shoe.burn_card
    text = f"The cut card lies before the last {counted(shoe.cut_card, 'card')}."
    if burn is not None:
        away = counted(shoe.burned, "card")
        text += f" The burn card was {burn.pretty}: {away} went away unseen, and are counted here."
    end = " The shoe is finished." if shoe.is_finished else ""
    caption = f"Unseen cards: {cards} in the shoe, {counted(shoe.coups, 'coup')} dealt"
    return _cards(caption, shoe.unseen) + paragraph(f"{text}{end}")


def composition(composition: Composition) -> str:
    return _cards(counted(len(composition), "card"), composition)


def _cards(caption: str, cards: Composition) -> str:
    """A table of counts: a row for each suit, and a column for each rank (or points)."""
    if cards.depth is Depth.POINTS:
        heads = ["points", *(f">{points}" for points in range(10)), ">all"]
        counts = [cards[Card(points)] for points in range(10)]
        return table(caption, heads, [["cards", *map(_many, counts), _many(len(cards))]])
    names = ["10" if rank is Rank.TEN else str(rank) for rank in RANKS]
    heads = ["suit", *(f">{name}" for name in names), ">all"]
    ranked = cards.at(Depth.RANKS)
    rows = []
    if cards.depth is Depth.CARDS:
        for suit in Suit:
            counts = [cards[Card.of(rank, suit)] for rank in RANKS]
            rows.append([suit.symbol, *map(_many, counts), _many(sum(counts))])
    rows.append(["all", *(_many(ranked[Card.of(r)]) for r in RANKS), _many(len(cards))])
    return table(caption, heads, rows)


def _many(number: int) -> str:
    return f"{number:,}"
