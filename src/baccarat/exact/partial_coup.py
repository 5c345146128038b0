"""The known part of a coup, and its notation: cards, unseen cards, totals, squeezed edges.

Kh ? 5c ?                    dealing order; `?` is a card dealt and not seen
Kh 5c | ? ?                  both hands, Player's first
player: 5, banker: 6         totals after two cards
player: 5 + 3, banker: 6     … and Player's third card, known by its points
three sides ? | ? ?          a squeezed card whose long edge is seen: six, seven or eight
6/7/8 ? | ? ?                the same: the cards that it may be
"""

import re
from dataclasses import dataclass, replace
from itertools import product

from baccarat.base.errors import BadText, CoupError
from baccarat.base.hints import checked, displayed, guided, quoted, require_fields
from baccarat.core.calls import NUMBERS
from baccarat.core.cards import DECK, KINDS, Card, Depth, Rank, shorten
from baccarat.core.coup import DEALT, TOTALS, Coup, Hand, Side
from baccarat.core.rules import STANDARD, Rules
from baccarat.core.third_card import Strategy, next_hand, nobody

Glimpsed = Card | tuple[Card, ...]
"""A card that lies open; or, for a hidden card, a tuple of the cards that it may be.

The empty tuple is `?`: it may be any card.
"""
Slots = tuple[Glimpsed, ...]
"""The cards of a hand, in their order."""
UNSEEN: Glimpsed = ()
PLENTY = (UNSEEN, UNSEEN)
"""A hand of two unknown cards."""


def alternatives(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """What a hidden card may be: a list of points if that is exact, otherwise of ranks or cards."""
    may_be = {card for card in DECK if any(card.at(one.depth) == one for one in cards)}
    if len(may_be) == len(DECK):
        return ()
    for kinds in KINDS.values():
        found = tuple(kind for kind in kinds if any(c.at(kind.depth) == kind for c in may_be))
        if sum(card.at(found[0].depth) in found for card in DECK) == len(may_be):
            return found
    raise AssertionError("every set of cards can be listed card by card")  # pragma: no cover


def _ranks(text: str) -> tuple[Card, ...]:
    return alternatives(tuple(map(Card.of, map(Rank, text))))


SIDES = {
    "no side": _ranks("A23"),
    "two sides": _ranks("45"),
    "three sides": _ranks("678"),
    "four sides": _ranks("9T"),
    "picture": _ranks("JQK"),
}
"""What a squeezed card's long edge shows: the number of pips along it, or a picture's frame."""
PIPS = {"no pip": (Card.of(Rank.ACE),), "one pip": _ranks("23"), "two pips": _ranks("456789T")}
"""What the first row of the short edge shows; a frame means a picture here, too."""
EDGES = SIDES | PIPS
_WORDS = {cards: word for word, cards in EDGES.items() if len(cards) > 1}
_EDGE = re.compile(
    rf"\b(?:(no|{'|'.join(NUMBERS)}|[0-9])[\s-]*(side|pip)s?|(?:a\s+)?(picture|frame|face))\b",
    re.IGNORECASE,
)
_WIDE = {ord(mark) + 0xFEE0: mark for mark in ":,;?|+=/"}
"""The full-width marks of Chinese and Japanese keyboards."""
_BESIDE = re.compile(
    r"""\band\s+(?=(?:player|banker)\b)
    | (?:(?<=\bplayer)|(?<=\bbanker))\s+has\b
    | (?<=\b[pb]\d)(?=[pb]\d\b)""",
    re.VERBOSE | re.IGNORECASE,
)
"""Words between the hands without a meaning: `player has 5 and banker has 6`, `P5B6`."""
_OR = re.compile(r"\s*/\s*|\s*,?\s+or\s+", re.IGNORECASE)
_LIST = re.compile(r"\w\s*,\s*\w+\s*,?\s+or\b", re.IGNORECASE)
"""`7, 8 or 9`"""
_MARKS = re.compile(
    r"""[\s,;]+
    | (?P<side> \b(?:player|banker|p|b)(?=[\W\d]|$)(?:'s)?\s*:? )
    | (?P<against> \b(?:against|versus|vs?)\b\.? )
    | (?P<mark> [|+=] )
    | (?P<card> \? | [^\s,;|+=?]+ )""",
    re.VERBOSE | re.IGNORECASE,
)


@displayed
@guided
@dataclass(frozen=True, slots=True, repr=False)
class Glimpse:
    """The part of a coup that is known.

    >>> Glimpse.parse("player 5 banker 6")
    Glimpse.parse('player: 5, banker: 6')
    >>> Glimpse.parse("Kh ? 5c ?")
    Glimpse.parse('Kh 5c | ? ? …')
    """

    player: Slots = ()
    banker: Slots = ()
    player_total: int | None = None
    """the total of Player's first two cards, if it is known and the cards do not give it"""
    banker_total: int | None = None

    def __post_init__(self) -> None:
        require_fields(self)
        held = len(self.player), len(self.banker)
        if held not in DEALT:
            raise CoupError(f"Player cannot have {held[0]} cards while Banker has {held[1]}")
        for side in Side:
            slots, total = self.slots(side), self.total(side)
            several = tuple(
                alternatives(slot) if isinstance(slot, tuple) and len(slot) > 1 else slot
                for slot in slots
            )
            if several != slots:
                object.__setattr__(self, side.name.lower(), several)
            if total is None:
                continue
            if total not in TOTALS:
                raise CoupError(f"a total must be 0 to 9, not {quoted(total)}")
            if held < (2, 2):
                raise CoupError("a total needs two cards in both hands")
            if all(isinstance(slot, Card) for slot in slots[:2]):
                self._agree(side, total)

    def _agree(self, side: Side, total: int) -> None:
        """Forget the total if two open cards give it; raise an error if they give another total."""
        cards = [slot for slot in self.slots(side)[:2] if isinstance(slot, Card)]
        if (makes := Hand(tuple(cards)).total) != total:
            raise CoupError(f"{side}'s {cards[0]} and {cards[1]} make {makes}, not {total}")
        object.__setattr__(self, f"{side.name.lower()}_total", None)

    @classmethod
    @checked
    def parse(cls, text: str, rules: Rules = STANDARD, decide: Strategy = nobody) -> "Glimpse":
        """Read the known part of a coup.

        If the cards are in dealing order, the rules decide whose card the fifth card is.
        """
        told = text.strip().removesuffix("…").removesuffix("...").translate(_WIDE)
        told = _BESIDE.sub(" ", told)
        # Make each card one word: `3-side`, `6/7/8`.
        told = _OR.sub("/", _EDGE.sub(lambda edge: "-".join(filter(None, edge.groups())), told))
        if re.search(r"\?/|/\?", told):
            raise BadText(f"write '?' alone for an unknown card, not as in {shorten(text)}")
        found = [
            (match.lastgroup, match[0].strip())
            for match in _MARKS.finditer(told)
            if match.lastgroup is not None
        ]
        kinds = [kind for kind, _ in found]
        if "side" in kinds:
            return _by_sides(found, text)
        bars = [place for place, (kind, word) in enumerate(found) if _parts(kind, word)]
        if len(bars) > 1:
            raise BadText(f"a coup has two hands, Player's and Banker's: {shorten(text)}")
        if bars and len(found) == 1 and "against" in kinds:
            raise BadText(f"neither hand has a card or a total: {shorten(text)}")
        if bars:
            is_said = kinds[bars[0]] == "against"  # a number beside "against" is a total
            player = _hand(found[: bars[0]], text, is_said)
            return cls._of(player, _hand(found[bars[0] + 1 :], text, is_said))
        if "mark" in kinds:
            raise BadText(
                f"the text does not name the hand (expected e.g. 'player: 5 + 3', not "
                f"{shorten(text)})"
            )
        return _dealt([_slot(word) for _, word in found], rules, decide)

    @classmethod
    def _of(cls, player: "HandTold", banker: "HandTold") -> "Glimpse":
        return cls(player[0], banker[0], player[1], banker[1])

    def slots(self, side: Side) -> Slots:
        """The cards of that side, each as far as it is known."""
        return self.player if side is Side.PLAYER else self.banker

    def total(self, side: Side) -> int | None:
        """The total of that side's first two cards; None if unknown, or if both cards are open."""
        return self.player_total if side is Side.PLAYER else self.banker_total

    @property
    def coup(self) -> Coup | None:
        """The half-dealt coup; None if a part of the coup is hidden."""
        player, banker = (
            tuple(card for card in self.slots(side) if isinstance(card, Card)) for side in Side
        )
        is_open = len(player) + len(banker) == len(self)
        has_total = (self.player_total, self.banker_total) != (None, None)
        return Coup(Hand(player), Hand(banker)) if is_open and not has_total else None

    @property
    def depth(self) -> Depth:
        """The depth that is needed to list exactly what each hidden card may be."""
        return depth_of((*self.player, *self.banker))

    @property
    def has_third(self) -> bool:
        """Whether a third card is known to have been dealt."""
        return 3 in (len(self.player), len(self.banker))

    def open_cards(self, rules: Rules) -> tuple[Card, ...]:
        """The open cards that came out of the shoe."""
        drawn = (*self.player[len(rules.opening) :], *self.banker)
        return tuple(card for card in drawn if isinstance(card, Card))

    def under(self, rules: Rules) -> "Glimpse":
        """This glimpse; if the rules print Player's first card, the glimpse has that card."""
        printed = rules.printed
        if printed is None:
            return self
        if self.player[:1] not in ((), (UNSEEN,), (printed,), ((printed,),)):
            raise CoupError(f"Player's first card is printed: begin Player's hand with {printed}")
        return replace(self, player=(printed, *self.player[1:]))

    def hide(self, depth: Depth) -> "Glimpse":
        """This glimpse, but cards known less exactly than `depth` count as hidden."""
        player, banker = (
            tuple(
                (slot,) if isinstance(slot, Card) and slot.depth < depth else slot for slot in slots
            )
            for slots in (self.player, self.banker)
        )
        return replace(self, player=player, banker=banker)

    def receive(self, side: Side, card: Card) -> "Glimpse":
        """This glimpse with one more open card."""
        if side is Side.PLAYER:
            return replace(self, player=(*self.player, card))
        return replace(self, banker=(*self.banker, card))

    def __len__(self) -> int:
        """The number of dealt cards."""
        return len(self.player) + len(self.banker)

    def __str__(self) -> str:
        return self._written(pretty=False)

    @property
    def pretty(self) -> str:
        """The notation with the suits' symbols, for people."""
        return self._written(pretty=True)

    def _written(self, pretty: bool) -> str:
        if self.player_total is None is self.banker_total:
            hands = [_write(self.slots(side), pretty) for side in Side]
            return " ".join(f"{' | '.join(hands)} …".split())
        told = []
        for side in Side:
            slots, total = self.slots(side), self.total(side)
            start, third = _write(slots[:2], pretty), _write(slots[2:], pretty)
            if total is not None:
                start = str(total) if slots[:2] == PLENTY else f"{start} = {total}"
            hand = f"{start} + {third}" if third else start
            if total is not None or slots != PLENTY:
                told.append(f"{side.name.lower()}: {hand}")
        return ", ".join(told)

    def __repr__(self) -> str:
        return f"Glimpse.parse({str(self)!r})"


KindedWords = list[tuple[str, str]]
"""The words of a text: the kind of each word, and the word."""
HandTold = tuple[Slots, int | None]
"""The cards of a hand, and its total after two cards."""


def _write(slots: Slots, pretty: bool) -> str:
    return " ".join(written(slot, pretty) for slot in slots)


def written(slot: Glimpsed, pretty: bool = False) -> str:
    """One card in the notation, as far as it is known."""
    if isinstance(slot, Card):
        return slot.pretty if pretty else str(slot)
    word = _WORDS.get(slot)
    return word or "/".join(written(card, pretty) for card in slot) or "?"


def _slot(word: str) -> Glimpsed:
    """The card that a word describes: `Kh`, `7`, `?`, `6/7/8`, `three-side`."""
    if word == "?":
        return UNSEEN
    if not all(word.split("/")):
        raise BadText(f"a card is missing beside the '/' of {shorten(word)}")
    cards = tuple(card for one in word.split("/") for card in _cards(one))
    cards = alternatives(cards) if len(cards) > 1 else cards
    return cards[0] if len(cards) == 1 else cards


def _cards(word: str) -> tuple[Card, ...]:
    edge = _EDGE.fullmatch(word)
    if edge is None:
        return (_card(_digit(word)),)
    number, noun, picture = edge.groups()
    if picture:
        return SIDES["picture"]
    pips = 0 if number.lower() == "no" else int(_digit(number))
    name = f"{NUMBERS[pips] if pips else 'no'} {noun.lower()}{'s' if pips > 1 else ''}"
    if name not in EDGES:
        raise BadText(f"no card shows {name} (expected {', '.join(EDGES)})")
    return EDGES[name]


def _card(word: str) -> Card:
    try:
        return Card.parse(word)
    except BadText as bad:
        raise BadText(f"{bad}; write totals e.g. as 'player: 5, banker: 6'") from None


def _digit(word: str) -> str:
    """`5` for five."""
    return str(NUMBERS.index(word.lower())) if word.lower() in NUMBERS else word


def _hand(found: KindedWords, text: str, is_said: bool) -> HandTold:
    """The cards of a hand, or its total if the text names the hand; a third card may follow."""
    words = [word for _, word in found]
    adds = words.index("+") if "+" in words else len(found)
    start, third = found[:adds], found[adds + 1 :]
    total = None
    if is_said:
        _require_one_reading(words[:adds], text)
    if "=" in words[:adds]:
        equals = words.index("=")
        total, start = _total(words[equals + 1 : adds], text), start[:equals]
    elif is_said and len(start) == 1 and _digit(words[0]).isdigit():
        total, start = _total(words[:1], text), []
    slots = tuple(_slot(word) for _, word in start)
    if "+" in words:
        is_after_two = len(slots) == 2 or (not slots and total is not None)
        if len(third) != 1 or not is_after_two:
            raise BadText(
                f"write a third card after a total or two cards: '5 + 3', 'Kh 5c + 8h', not as in "
                f"{shorten(text)}"
            )
        return (*(slots or PLENTY), _slot(third[0][1])), total
    if is_said and len(slots) < 2:
        slots = (*slots, *PLENTY)[:2]
    return slots, total


def _require_one_reading(words: list[str], text: str) -> None:
    """Refuse numbers that could mean a card's points or a hand's total: `player: 8 or 9`."""
    numbers = [_digit(number) for word in words for number in word.split("/")]
    is_list = len(words) == 1 or _LIST.search(text) is not None
    if is_list and "/" in "".join(words) and set(numbers) <= {*map(str, TOTALS)}:
        either, card = " or ".join(numbers), "/".join(numbers)
        totals = " and ".join(map(repr, dict.fromkeys(numbers)))
        raise BadText(
            f"is {either} a card or a total? write '{card} ?' for a card, or ask about each total "
            f"separately, {totals}: {shorten(text)}"
        )


def _total(words: list[str], text: str) -> int:
    if len(words) != 1 or _digit(words[0]) not in map(str, TOTALS):
        raise BadText(f"a total must be one number from 0 to 9, not as in {shorten(text)}")
    return int(_digit(words[0]))


def _parts(kind: str, word: str) -> bool:
    """Whether the word separates the two hands."""
    return kind == "against" or word == "|"


def _by_sides(found: KindedWords, text: str) -> Glimpse:
    """A glimpse from a text that names both hands, or one hand before `against`."""
    hands: dict[Side, KindedWords] = {}
    side = None
    is_parted = False
    for kind, word in found:
        if kind == "side":
            side, is_next = Side(word[0].upper()), True
        elif side is None:
            raise BadText(
                f"no hand is named before {shorten(word)} (expected e.g. 'player: 5, banker: 6')"
            )
        elif _parts(kind, word):
            is_parted = True
            continue
        else:
            side, is_next = side.other if is_parted else side, is_parted
        if is_next and side in hands:
            raise BadText(f"{side}'s hand is given twice: {shorten(text)}")
        is_parted = False
        hands.setdefault(side, []).extend([(kind, word)] if kind != "side" else [])
    for side, told in hands.items():
        if not told:
            raise BadText(f"{side}'s hand has no card or total: {shorten(text)}")
    both = [_hand(hands[side], text, True) if side in hands else (PLENTY, None) for side in Side]
    return Glimpse._of(*both)


def _dealt(slots: list[Glimpsed], rules: Rules, decide: Strategy) -> Glimpse:
    """A glimpse from cards in dealing order: four in turn, then the third cards."""
    hands: dict[Side, list[Glimpsed]] = {Side.PLAYER: list(rules.opening.player), Side.BANKER: []}
    todo = list(reversed(slots))
    player, banker = hands.values()
    while todo and len(banker) < 2:
        (player if len(player) == len(banker) else banker).append(todo.pop())
    if len(todo) > 2:
        raise CoupError(f"a coup has at most six cards: {len(todo) - 2} too many")
    if len(todo) == 2 or (todo and _player_draws(player, rules, decide)):
        player.append(todo.pop())
    banker += todo
    return Glimpse(tuple(player), tuple(banker))


def _player_draws(slots: list[Glimpsed], rules: Rules, decide: Strategy) -> bool:
    """Whether the fifth card is Player's; raises CoupError if hidden cards decide this."""
    points = [sorted({card.points for card in cards_of(slot)}) for slot in slots]
    zeros = Hand((Card(0), Card(0)))
    hands = [Hand((Card(one), Card(other))) for one, other in product(*points)]
    draws = {
        next_hand(Coup(hand, zeros), rules.tableau, decide) is Side.PLAYER
        for hand in hands
        if hand.total < rules.tableau.natural
    }
    if len(draws) > 1:
        raise CoupError(
            "the fifth card may belong to Player or to Banker: write e.g. 'player: ? ? + 8h'"
        )
    return draws != {False}


def depth_of(slots: Slots) -> Depth:
    """The depth that is needed to list exactly what each hidden card may be."""
    hidden = (slot for slot in slots if isinstance(slot, tuple))
    return max((card.depth for slot in hidden for card in slot), default=Depth.POINTS)


def cards_of(slot: Glimpsed, depth: Depth = Depth.POINTS) -> tuple[Card, ...]:
    """The kinds of cards at this depth that the slot may be."""
    some = (slot,) if isinstance(slot, Card) else slot
    deep = [card.at(min(card.depth, depth)) for card in some]
    return tuple(
        kind for kind in KINDS[depth] if not some or any(kind.at(one.depth) == one for one in deep)
    )
