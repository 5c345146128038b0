"""The first two tables of docs/reference/edges.md.

python tests/exact/edges_page.py docs/reference/edges.md     writes them again
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path

from baccarat.core.bets import registered
from baccarat.core.bets.price_lists import OTHER_PRICES
from baccarat.core.cards import DECK, Card, Rank, Suit
from baccarat.exact.bet_report import BetWorth, worth

RANKS = (Rank.ACE, *list(Rank)[5:], *list(Rank)[:4])
"""The ranks from the ace to the king."""


def everything() -> list[str]:
    """The spellings of all bets; after each bet follow its spellings at other prices."""
    others = {name: list(given) for name, given in groupby(sorted(OTHER_PRICES), _name)}
    return [spelled for one in registered() for spelled in (str(one), *others.get(one.key, []))]


def _name(spelled: str) -> str:
    return spelled.partition(":")[0]


def worth_row(found: BetWorth) -> str:
    """The bet's row in the first table of the page."""
    count = found.count
    has_count = any(count.tags.values())
    cells = (
        f"`{found.bet}`",
        _percent(found.six.edge),
        _percent(found.eight.edge),
        f"{found.eight.deviation:.4f}",
        _percent(found.eight.chance),
        tags_text(count.tags) if has_count else "none",
        f"{count.correlation:.4f}" if has_count else "",
        f"{count.turns_at:.1f}" if has_count else "",
    )
    return f"| {' | '.join(cells)} |"


def effect_rows(found: BetWorth) -> Iterator[str]:
    """The bet's rows in the second table of the page; suits with the same effects share a row."""
    deep = {card: found.removal[card.at(found.removal.composition.depth)] for card in DECK}
    by_suit = {suit: tuple(deep[Card.of(rank, suit)] for rank in RANKS) for suit in Suit}
    for effects in dict.fromkeys(by_suit.values()):
        suits = [suit.symbol for suit in Suit if by_suit[suit] == effects]
        which = "" if len(suits) == len(Suit) else f" {''.join(suits)}"
        told = (f"{100 * float(effect):+.5f}" if effect else "0" for effect in effects)
        yield f"| `{found.bet}`{which} | {' | '.join(told)} |"


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.4f}"


def tags_text(tags: Mapping[Card, int]) -> str:
    """The tags, highest first, with the cards that have them: `+2: 8 9, -1: 4 5 6 7`."""
    told = []
    for tag in sorted(set(tags.values()) - {0}, reverse=True):
        told.append(f"{tag:+d}: {cards_text([card for card in tags if tags[card] == tag])}")
    return ", ".join(told)


def cards_text(cards: Iterable[Card]) -> str:
    """Cards in short: whole suits, whole ranks, then single cards; `10–K` for the four ranks."""
    depth = next(iter(cards := list(cards))).depth
    held = {one for one in DECK if one.at(depth) in cards}
    whole = [suit for suit in Suit if {Card.of(rank, suit) for rank in Rank} <= held]
    told = ["".join(suit.symbol for suit in whole)] if whole else []
    held -= {Card.of(rank, suit) for rank in Rank for suit in whole}
    ranks = [rank for rank in RANKS if {Card.of(rank, suit) for suit in Suit} <= held]
    faces = [rank for rank in ranks if not rank.points]
    told += [_rank(rank) for rank in ranks if rank.points]
    told += ["10–K"] if len(faces) == 4 else map(_rank, faces)
    rest = held - {Card.of(rank, suit) for rank in ranks for suit in Suit}
    return " ".join([*told, *(card.pretty for card in DECK if card in rest)])


def _rank(rank: Rank) -> str:
    return "10" if rank is Rank.TEN else str(rank)


WORTH_HEAD = (
    "| bet | edge, 6 decks, % | edge, 8 decks, % | deviation | wins, % | tags | correlation "
    "| even at |",
    "|---|--:|--:|--:|--:|---|--:|--:|",
)
EFFECT_HEAD = (
    f"| bet | {' | '.join(map(_rank, RANKS))} |",
    f"|---|{'--:|' * len(RANKS)}",
)


def filled(page: str, tables: Sequence[Sequence[str]]) -> str:
    """The page with its first tables replaced by these tables, in the same order."""
    waiting = iter(tables)
    return re.sub(
        r"(?<=\n\n)\| bet \|.*?\n(?=:::)",
        lambda _: "".join(f"{line}\n" for line in next(waiting)),
        page,
        count=len(tables),
        flags=re.S,
    )


def tables(spelled: Iterable[str]) -> tuple[list[str], list[str]]:
    """The lines of both tables for these bets."""
    found = [worth(one) for one in spelled]
    effects = [line for one in found for line in effect_rows(one)]
    return [*WORTH_HEAD, *map(worth_row, found)], [*EFFECT_HEAD, *effects]


if __name__ == "__main__":
    place = Path(sys.argv[1])
    place.write_text(filled(place.read_text("utf-8"), tables(everything())), "utf-8")
