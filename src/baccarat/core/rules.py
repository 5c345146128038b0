"""Rules: how a shoe is dealt, from the shuffle to the last coup."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields

from baccarat.base.errors import CoupError, ShoeError
from baccarat.base.hints import checked, guided, require_fields, taken
from baccarat.core.cards import KINDS, Card, parse_cards, write_cards
from baccarat.core.coup import Coup, Hand
from baccarat.core.fair import Fair
from baccarat.core.shoe import Composition, LastCoup, Shoe, decks_of
from baccarat.core.tableau import PUNTO_BANCO, Tableau
from baccarat.core.third_card import Strategy, nobody, play


@guided
@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """The rules of a shoe: decks, tableau and ceremony.

    >>> Rules(decks=6).shoe(seed=7).cards_left
    302
    >>> Rules(decks=6, burn=False)
    Rules(decks=6, burn=False)
    """

    decks: int = 8
    tableau: Tableau = PUNTO_BANCO
    burn: bool = True
    cut_card: int = 14
    """how many cards lie behind the cut card"""
    last_coup: LastCoup = LastCoup.A
    printed: Card | None = None
    """Player's first card, if it is printed on the layout and not drawn (7 Up Baccarat)"""

    def __post_init__(self) -> None:
        require_fields(self)
        size = len(decks_of(self.decks))
        if not 0 <= self.cut_card <= size:
            form = "the cut card lies 0 to {size} cards from the end, not {cut_card}"
            raise ShoeError(form, size=size, cut_card=self.cut_card)

    def __repr__(self) -> str:
        """The rules as a call with only the values that differ from the default."""
        values = ((each.name, each.default, getattr(self, each.name)) for each in fields(self))
        unusual = (f"{name}={value!r}" for name, usual, value in values if value != usual)
        return f"Rules({', '.join(unusual)})"

    @property
    def composition(self) -> Composition:
        """The cards of a whole shoe."""
        return Composition.decks(self.decks)

    @property
    def opening(self) -> Coup:
        """The coup before the deal; Player's first card is there if the layout has it printed."""
        return Coup() if self.printed is None else Coup(Hand((self.printed,)))

    @checked
    def require(self, cards: Sequence[Card]) -> None:
        """Raise an error for cards that the decks of these rules do not have."""
        depths = [card.depth for card in cards]
        for depth in reversed(KINDS):
            if depth in depths:  # otherwise a deeper count has already checked them
                known = [card for card, own in zip(cards, depths, strict=True) if own >= depth]
                self.composition.at(depth).without(known)

    @checked
    def shuffle(self, seed: int | None = None, number: int = 0, fair: Fair | None = None) -> Shoe:
        """A shuffled shoe, not yet cut or burned: shoe `number` of a seed, or a fair shoe.

        Without `seed` and `fair`, nobody can foresee its cards.
        """
        cards = decks_of(self.decks)
        return Shoe.shuffled(
            cards,
            seed=seed,
            number=number,
            dice=None if fair is None else fair.dice(len(cards)),
            will_burn=self.burn,
            cut_card=self.cut_card,
            last_coup=self.last_coup,
        )

    @checked
    def shoe(
        self,
        seed: int | None = None,
        number: int = 0,
        cut: int | None = None,
        fair: Fair | None = None,
    ) -> Shoe:
        """A shoe after its ceremony, ready for the first coup."""
        shoe = self.shuffle(seed, number, fair)
        shoe = shoe if cut is None else shoe.cut(cut)
        return shoe.burn() if self.burn else shoe


STANDARD = Rules()
"""Eight decks, a burn, and the cut card fourteen cards from the end."""


@checked
def deal(cards: str | Iterable[Card], rules: Rules = STANDARD, decide: Strategy = nobody) -> Coup:
    """Deal the given cards in their order; if they run out early, the coup is half-dealt.

    >>> deal("Kh 9d 5c 4s 8h")
    Coup.parse('Kh 5c 8h | 9d 4s')
    >>> deal("Kh 9d 5c")
    Coup.parse('Kh 5c | 9d …')
    """
    given = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    given = taken("deal", "cards", given, tuple[Card, ...])
    rules.require(given)
    stream = iter(given)
    coup = play(stream, rules.tableau, decide, rules.opening)
    if too_many := tuple(stream):
        more = f" and {len(too_many) - 2} more" if len(too_many) > 2 else ""
        cards = f"{write_cards(too_many[:2])}{more}"
        form = "the coup is over ({coup}): {cards} cannot be dealt"
        raise CoupError(form, coup=coup, cards=cards)
    return coup


@checked
def deal_from(shoe: Shoe, rules: Rules = STANDARD, decide: Strategy = nobody) -> tuple[Coup, Shoe]:
    """Deal one coup; return it with the shoe that remains.

    >>> coup, shoe = deal_from(Rules().shoe(seed=7))
    >>> coup, shoe.cards_left
    (Coup.parse('Jd 4d Th | 6h Jh'), 401)
    """
    return _deal_from(shoe, rules, decide)


def _deal_from(shoe: Shoe, rules: Rules, decide: Strategy) -> tuple[Coup, Shoe]:
    coup = play(iter(shoe.peek()), rules.tableau, decide, rules.opening)
    return coup, shoe.after_coup(len(coup) - len(rules.opening))


@checked
def deal_shoe(shoe: Shoe, rules: Rules = STANDARD, decide: Strategy = nobody) -> Iterator[Coup]:
    """Deal coup after coup until the shoe is finished.

    >>> coups = list(deal_shoe(Rules().shoe(seed=7)))
    >>> len(coups), coups[0]
    (78, Coup.parse('Jd 4d Th | 6h Jh'))
    """
    while not shoe.is_finished:
        coup, shoe = _deal_from(shoe, rules, decide)
        yield coup
