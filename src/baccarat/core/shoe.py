"""The shoe (its cards in order, and the ceremony) and the composition (the cards not yet seen)."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import repeat
from sys import maxsize
from typing import ClassVar

from baccarat.base.errors import BadText, BadValue, ShoeError, ShoeFinished, TooShallow
from baccarat.base.hints import checked, displayed, guided, helpful, quoted, require_fields, taken
from baccarat.core.cards import DECK, DEPTHS, KINDS, ORDER, Card, Depth, parse_cards, write_cards
from baccarat.core.chance import draw, seeded_dice, system_dice
from baccarat.core.fair import Fair

FEWEST_CARDS = 6
"""A coup may need six cards; with fewer left, no coup is begun."""
CUT_MARGIN = 10
"""The fewest cards between the guest's cut and either end."""
MOST_DECKS = 12
MOST_DIGITS = 19
"""The most digits of a count of cards in a composition."""
MOST_MORE = 99
"""The most coups that a last-coup rule may add: two digits."""
CardTuple = tuple[Card, ...]


@guided
@dataclass(frozen=True, slots=True, repr=False)
class LastCoup:
    """How many coups follow the coup in which the cut card comes out.

    >>> LastCoup.parse("B"), LastCoup.parse("2/1")
    (LastCoup.B, LastCoup(2, 1))
    """

    before: int
    """coups that follow if the cut card comes out before the coup's first card"""
    inside: int
    """coups that follow if the cut card comes out inside the coup"""

    A: ClassVar["LastCoup"]
    """the coup in which the cut card comes out is the last"""
    B: ClassVar["LastCoup"]
    """one more coup if the cut card comes out inside a coup, none if it comes out before a coup's
    first card (Wizard of Odds)"""
    C: ClassVar["LastCoup"]
    """always one coup more than rule A (Jacobson)"""

    def __post_init__(self) -> None:
        require_fields(self)
        for more in (self.before, self.inside):
            if not 0 <= more <= MOST_MORE:
                raise BadValue(
                    f"a last-coup rule must add 0 to {MOST_MORE} coups, not {quoted(more)}"
                )

    @classmethod
    @checked
    def parse(cls, text: str) -> "LastCoup":
        """Read a rule for the last coup: `A`, `B`, `C`, or two numbers of coups such as `2/1`."""
        if text in NAMED:
            return NAMED[text]
        if not re.fullmatch(r"(0|[1-9][0-9]?)/(0|[1-9][0-9]?)", text):
            raise BadText(
                f"not a last-coup rule: {text[:24]!r} (expected A, B, C or two numbers of coups "
                f"up to {MOST_MORE}, e.g. 2/1)"
            )
        before, inside = map(int, text.split("/"))
        return cls(before, inside)

    def __str__(self) -> str:
        names = (name for name, rule in NAMED.items() if rule == self)
        return next(names, f"{self.before}/{self.inside}")

    def __repr__(self) -> str:
        name = str(self)
        return f"LastCoup.{name}" if name in NAMED else f"LastCoup({self.before}, {self.inside})"


LastCoup.A, LastCoup.B, LastCoup.C = LastCoup(0, 0), LastCoup(0, 1), LastCoup(1, 1)
LAST_COUPS = (LastCoup.A, LastCoup.B, LastCoup.C)
"""The rules that have names."""
NAMED = dict(zip("ABC", LAST_COUPS, strict=True))


@checked
def decks_of(decks: int) -> list[Card]:
    """All cards of these decks, sorted: points, then rank, then suit."""
    require_decks(decks)
    return [card for card in DECK for _ in range(decks)]


def require_decks(decks: int) -> None:
    if not 1 <= decks <= MOST_DECKS:
        raise ShoeError(
            "a shoe must have 1 to {most} decks, not {decks}", most=MOST_DECKS, decks=decks
        )


@displayed
@helpful
@guided
@dataclass(frozen=True, slots=True, repr=False, init=False)
class Shoe:
    """The cards in their order, and how many are dealt; every step returns a new shoe.

    >>> shoe = Shoe.parse("Ah 5c Kd 9s 2h 7c 3d 8d 6s").burn()
    >>> str(shoe.burn_card), shoe.burned, shoe.cards_left
    ('Ah', 1, 7)

    Without cards, the shoe is made of `decks`, shuffled and burned: `Shoe(decks=6, seed=7)` is
    `Rules(decks=6).shoe(seed=7)`. `fair` holds the seeds of a fair shoe. Without a seed and
    without `fair`, nobody can foresee the cards.
    """

    cards: tuple[Card, ...]
    cut_card: int = 14
    """how many cards lie behind the cut card"""
    last_coup: LastCoup = LastCoup.A
    position: int = 0
    """how many cards have left the shoe"""
    burned: int = 0
    """how many of those were burned face down after the burn card"""
    coups: int = 0
    """how many coups have been dealt"""
    last: int | None = None
    """the number of the last coup, known once the cut card is out"""
    _unseen: "Composition | None" = field(default=None, init=False, repr=False, compare=False)
    """the unseen cards, counted on the first request"""

    def __init__(
        self,
        cards: Iterable[Card] | None = None,
        cut_card: int = 14,
        last_coup: LastCoup = LastCoup.A,
        position: int = 0,
        burned: int = 0,
        coups: int = 0,
        last: int | None = None,
        *,
        decks: int | None = None,
        seed: int | None = None,
        fair: Fair | None = None,
    ) -> None:
        if cards is None:
            if (position, burned, coups, last) != (0, 0, 0, None):
                raise BadValue("a shoe that begins in the middle needs its cards: give cards")
            decks = 8 if decks is None else taken("Shoe", "decks", decks, int)
            seed = taken("Shoe", "seed", seed, int | None)
            fair = taken("Shoe", "fair", fair, Fair | None)
            if seed is not None and fair is not None:
                raise BadValue("give a seed or a fair shoe, not both")
            urn = decks_of(decks)
            dice = None if fair is None else fair.dice(len(urn))
            whole = Shoe.shuffled(urn, seed=seed, dice=dice, cut_card=0).burn()
            cards, position, burned = whole.cards, whole.position, whole.burned
            cut_card = taken("Shoe", "cut_card", cut_card, int)
            last_coup = taken("Shoe", "last_coup", last_coup, LastCoup)
        elif (decks, seed, fair) != (None, None, None):
            raise BadValue("give the cards, or decks and a seed, not both")
        put = object.__setattr__
        put(self, "cards", cards)
        put(self, "cut_card", cut_card)
        put(self, "last_coup", last_coup)
        put(self, "position", position)
        put(self, "burned", burned)
        put(self, "coups", coups)
        put(self, "last", last)
        put(self, "_unseen", None)
        self._check()

    def _check(self) -> None:
        numbers = (self.position, self.cut_card, self.burned, self.coups)
        # The cards were checked when the shoe began: in mid-deal they are not checked again.
        if not self.position or type(self.cards) is not tuple or set(map(type, numbers)) != {int}:
            require_fields(self)
        if self.coups < 0:
            raise ShoeError(f"a shoe cannot have dealt {quoted(self.coups)} coups")
        if not 0 <= self.burned <= self.position <= len(self.cards):
            raise ShoeError(
                f"a shoe of {len(self.cards)} cards cannot have dealt {quoted(self.position)}, "
                f"of which {quoted(self.burned)} were burned"
            )
        if not 0 <= self.cut_card <= len(self.cards):
            form = "the cut card lies 0 to {size} cards from the end, not {cut_card}"
            raise ShoeError(form, size=len(self.cards), cut_card=self.cut_card)

    @classmethod
    @checked
    def of(
        cls, cards: Iterable[Card], cut_card: int = 0, last_coup: LastCoup = LastCoup.A
    ) -> "Shoe":
        """A shoe of the given cards, in the given order."""
        return cls(taken("Shoe.of", "cards", tuple(cards), CardTuple), cut_card, last_coup)

    @classmethod
    @checked
    def parse(cls, text: str, cut_card: int = 0, last_coup: LastCoup = LastCoup.A) -> "Shoe":
        """A shoe of the cards that a text spells, in that order."""
        return cls.of(parse_cards(text), cut_card, last_coup)

    @classmethod
    @checked
    def shuffled(
        cls,
        cards: Iterable[Card],
        *,
        seed: int | None = None,
        number: int = 0,
        dice: Iterable[int] | None = None,
        will_burn: bool = True,
        cut_card: int = 14,
        last_coup: LastCoup = LastCoup.A,
    ) -> "Shoe":
        """Shoe `number` of a seed, a shoe from given dice, or a shoe that nobody can foresee.

        Nobody sees the burned cards, so the stream draws them last. The deal then follows the
        stream without a gap, and a fast engine need not draw the burned cards at all.
        """
        given = taken("Shoe.shuffled", "cards", tuple(cards), CardTuple)
        urn = sorted(given, key=ORDER.__getitem__)
        size = len(urn)
        if dice is not None:
            dice = _given_dice(dice, size)
        else:
            dice = system_dice(size) if seed is None else seeded_dice(seed, number, size)
        order = list(draw(urn, dice))
        if will_burn and order:
            unseen = max(1, size - order[0].burns)
            order = order[:1] + order[unseen:] + order[1:unseen]
        return cls(tuple(order), cut_card, last_coup)

    @checked
    def cut(self, at: int) -> "Shoe":
        """The guest cuts: the first `at` cards go to the back."""
        if self.position:
            raise ShoeError("a shoe must be cut before its first card is drawn")
        size = len(self.cards)
        if size < 2 * CUT_MARGIN:
            form = "{size} cards are too few to cut: it takes {least}"
            raise ShoeError(form, size=size, least=2 * CUT_MARGIN)
        if not CUT_MARGIN <= at <= size - CUT_MARGIN:
            form = "the cut stays {least} cards from either end: {least} to {most}, not {at}"
            raise ShoeError(form, least=CUT_MARGIN, most=size - CUT_MARGIN, at=at)
        return replace(self, cards=self.cards[at:] + self.cards[:at])

    def burn(self) -> "Shoe":
        """Turn the first card up, then burn as many cards as its points (ten for a ten or face)."""
        if self.position:
            raise ShoeError("a card must be burned only once, before the first coup of the shoe")
        burned = self.cards[0].burns if self.cards else 0
        if len(self.cards) < 1 + burned + FEWEST_CARDS:
            form = "the shoe is too small: {size} cards are not enough for the burn and a coup"
            raise ShoeError(form, size=len(self.cards))
        return replace(self, position=1 + burned, burned=burned)

    def peek(self) -> tuple[Card, ...]:
        """The next six cards, as many as a coup may need."""
        if self.is_finished:
            raise ShoeFinished(f"the shoe is finished after {self.coups} coups")
        return self.cards[self.position : self.position + FEWEST_CARDS]

    def after_coup(self, used: int) -> "Shoe":
        """The shoe after a coup that took `used` cards."""
        if type(used) is not int:
            used = taken("after_coup", "used", used, int)
        if not 0 <= used <= self.cards_left:
            raise ShoeError(f"a coup cannot use {quoted(used)} cards: {self.cards_left} are left")
        position, last = self.position + used, self.last
        cut_at = len(self.cards) - self.cut_card
        if last is None and cut_at < position:
            is_before = cut_at <= self.position
            last = self.coups + 1
            last += self.last_coup.before if is_before else self.last_coup.inside
        after = replace(self, position=position, coups=self.coups + 1, last=last)
        if self._unseen is not None:  # update the count instead of counting again
            seen = self.cards[self.position : position]
            object.__setattr__(after, "_unseen", self._unseen.without(seen))
        return after

    @property
    def cards_left(self) -> int:
        """How many cards are left to deal."""
        return len(self.cards) - self.position

    def __len__(self) -> int:
        """How many cards are left."""
        return self.cards_left

    @property
    def is_finished(self) -> bool:
        """Whether the last coup has been dealt, or too few cards are left for another coup."""
        return self.cards_left < FEWEST_CARDS or (self.last is not None and self.coups >= self.last)

    @property
    def burn_card(self) -> Card | None:
        """The card that was turned up for the burn; None if nothing was burned."""
        return self.cards[0] if self.burned else None

    @property
    def unseen(self) -> "Composition":
        """The cards that nobody has seen: the cards left, and the cards burned face down."""
        if self._unseen is None:
            depth = min((card.depth for card in self.cards), default=Depth.CARDS)
            left = self.cards[1 : 1 + self.burned] + self.cards[self.position :]
            object.__setattr__(self, "_unseen", Composition.of(left, depth))
        return self._unseen  # type: ignore[return-value]

    def __str__(self) -> str:
        return write_cards(self.cards)

    def __repr__(self) -> str:
        state = (self.cut_card, self.last_coup, self.position, self.burned, self.coups, self.last)
        return f"Shoe(parse_cards({str(self)!r}), {', '.join(map(repr, state))})"


def _given_dice(dice: Iterable[int], cards: int) -> list[int]:
    """One die for each card; an error if their number is wrong or a die is too large."""
    thrown = [die for _, die in zip(range(cards), dice, strict=False)]
    if len(thrown) < cards:
        raise BadValue(
            f"{len(thrown)} throws cannot shuffle {cards} cards: give one throw for each card"
        )
    for faces, die in zip(range(cards, 0, -1), thrown, strict=True):
        if taken("Shoe.shuffled", "dice", die, int) not in range(faces):
            raise BadValue(
                f"the throw of a die for {faces} cards must be 0 to {faces - 1}, not {quoted(die)}"
            )
    return thrown


@displayed
@helpful
@guided
@dataclass(frozen=True, slots=True, repr=False)
class Composition:
    """How many cards of each kind are not yet seen; the kinds are points, ranks or whole cards.

    >>> Composition.decks(8).without("Kh 9d").at(Depth.POINTS)
    Composition.parse('0:127 1:32 2:32 3:32 4:32 5:32 6:32 7:32 8:32 9:31')
    """

    counts: tuple[int, ...]
    """ten, thirteen or fifty-two counts, in the order of a sorted shoe"""

    def __post_init__(self) -> None:
        if type(self.counts) is not tuple or set(map(type, self.counts)) != {int}:
            require_fields(self)
        if len(self.counts) not in DEPTHS:
            raise ShoeError(
                f"a composition must have 10 counts (points), 13 (ranks) or 52 (cards), "
                f"not {len(self.counts)}"
            )
        for kind, count in zip(self.kinds, self.counts, strict=True):
            if count < 0:
                raise ShoeError(f"there cannot be {count} cards of {kind}")
        if sum(self.counts) > maxsize:
            raise ShoeError(
                f"a composition can have at most {maxsize:,} cards, the largest length in Python"
            )

    @classmethod
    @checked
    def decks(cls, decks: int) -> "Composition":
        """All cards of that many decks."""
        require_decks(decks)
        return cls((decks,) * len(DECK))

    @classmethod
    @checked
    def of(cls, cards: Iterable[Card], depth: Depth | None = None) -> "Composition":
        """Count cards by points, ranks or whole cards; default: the most detailed way possible."""
        cards = taken("Composition.of", "cards", tuple(cards), CardTuple)
        if depth is None:
            depth = min((card.depth for card in cards), default=Depth.CARDS)
        if depth is Depth.TOTALS:
            raise TooShallow("totals do not show single cards: count by points, ranks or cards")
        seen = Counter(card.at(depth) for card in cards)
        return cls(tuple(seen[kind] for kind in KINDS[depth]))

    @classmethod
    @checked
    def parse(cls, text: str) -> "Composition":
        """Read `0:128 1:32 …`, `Kx:32 …` or `Kh:8 …`; kinds that are left out count 0."""
        counts: dict[Card, int] = {}
        for item in text.replace(",", " ").split():
            name, colon, count = item.partition(":")
            kind = Card.parse(name)
            if not colon or not (count.isascii() and count.isdigit()) or len(count) > MOST_DIGITS:
                raise BadText(f"not a count of cards: {item[:24]!r} (expected e.g. 'Kh:8')")
            if kind in counts:
                raise BadText(f"{kind} is counted twice")
            counts[kind] = int(count)
        depths = {kind.depth for kind in counts}
        if len(depths) != 1:
            raise BadText(
                "a composition must count all cards by points ('0:128'), all by rank ('Kx:32') "
                "or all by card ('Kh:8')"
            )
        return cls(tuple(counts.get(kind, 0) for kind in KINDS[depths.pop()]))

    @property
    def depth(self) -> Depth:
        """How the kinds of cards are told apart: by points, by ranks, or as whole cards."""
        return DEPTHS[len(self.counts)]

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The kinds of cards, in the order of the counts."""
        return KINDS[self.depth]

    @property
    def cards(self) -> Iterator[Card]:
        """The cards one by one, sorted."""
        return (c for k, n in zip(self.kinds, self.counts, strict=True) for c in repeat(k, n))

    def __len__(self) -> int:
        return sum(self.counts)

    def __iter__(self) -> Iterator[Card]:
        return self.cards

    def __contains__(self, kind: object) -> bool:
        """Whether this card (`Kh`), rank (`Kx`) or number of points (`9`) is left."""
        return isinstance(kind, Card | str) and self[kind] > 0

    @checked
    def __getitem__(self, kind: Card | str) -> int:
        """The number of cards left of this kind: a card (`Kh`), a rank (`Kx`) or points (`9`)."""
        kind = Card.parse(kind) if isinstance(kind, str) else kind
        return self.at(kind.depth).counts[ORDER[kind]]

    def at(self, depth: Depth) -> "Composition":
        """The cards of this composition, counted at `depth`: by points, ranks or whole cards."""
        if type(depth) is not Depth:
            depth = taken("Composition.at", "depth", depth, Depth)
        if depth > self.depth:
            raise TooShallow(f"these cards are counted by {self.depth}, not by {depth}")
        if depth is self.depth:
            return self
        places = coarser_places(self.depth, depth)
        coarser = [0] * len(KINDS[depth])
        for place, count in zip(places, self.counts, strict=True):
            coarser[place] += count
        return Composition(tuple(coarser))

    @checked
    def without(self, seen: str | Iterable[Card]) -> "Composition":
        """The unseen cards after these cards have been seen."""
        left, depth = list(self.counts), self.depth
        cards = parse_cards(seen) if isinstance(seen, str) else tuple(seen)
        for card in taken("Composition.without", "seen", cards, CardTuple):
            place = ORDER[card.at(depth)]
            if not left[place]:
                form = "too many of {kind}: there are only {there}"
                raise ShoeError(form, kind=self.kinds[place], there=self.counts[place])
            left[place] -= 1
        return Composition(tuple(left))

    def __str__(self) -> str:
        pairs = list(zip(self.kinds, self.counts, strict=True))
        return " ".join(f"{kind}:{count}" for kind, count in pairs if count) or f"{pairs[0][0]}:0"

    def __repr__(self) -> str:
        return f"Composition.parse({str(self)!r})"


@cache
def coarser_places(depth: Depth, coarser: Depth) -> tuple[int, ...]:
    """For each kind at `depth`, the index of its kind at `coarser`, e.g. of `9x` for `9h`."""
    return tuple(ORDER[kind.at(coarser)] for kind in KINDS[depth])
