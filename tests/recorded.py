"""Records that several tests read and write: one sound text, and any that may be."""

import random
from dataclasses import replace
from itertools import islice

from hypothesis import strategies as st

from baccarat.core.cards import Card, Depth
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.fair import Fair, commit
from baccarat.core.games import GAMES
from baccarat.core.layout import Wager
from baccarat.core.record import Entry, Record
from baccarat.core.result import Known, Result
from baccarat.core.rules import deal_shoe
from baccarat.core.shoe import LastCoup

SOUND = """[Baccarat "1"]
[Game "punto-banco"]
[Decks "8"]
[CutCard "14"]
[LastCoup "A"]
[Burn "5d"]
[Table "the \\"blue\\" one \\\\ 7"]

1. Kh 5c 8h | 9d 4s  T 3-3
2. 9h Kd | 2c 3d  P 9-5 {player=20 banker=100 lucky-6:12/23=5}
3. B 4-7
4. T
end 4
"""
HEADER, COUPS = SOUND.split("\n\n")


def shallower(draw: st.DrawFn, coup: Coup, printed: int) -> Coup:
    """The same coup with some cards known less well; what is printed stays."""

    def dim(card: Card) -> Card:
        known = [depth for depth in (Depth.POINTS, Depth.RANKS, Depth.CARDS) if depth <= card.depth]
        return card.at(draw(st.sampled_from(known)))

    cards = coup.player.cards
    player = (*cards[:printed], *map(dim, cards[printed:]))
    return Coup(Hand(player), Hand(tuple(map(dim, coup.banker.cards))), is_over=True)


STAKES = st.integers(1, 10**15)
SPOTS = st.sampled_from(["player", "banker:1-4%", "lucky-6:12/23", "egalite-0", "a.stranger/s:9:5"])
WAGERS = st.lists(st.builds(Wager, SPOTS, STAKES), max_size=3).map(tuple)
PRINTABLE = st.text().filter(str.isprintable)
TAGS = st.dictionaries(
    st.from_regex(r"[A-Z][A-Za-z0-9_-]{0,8}x", fullmatch=True), PRINTABLE, max_size=3
).map(lambda tags: tuple(tags.items()))
SEEDS = st.integers(0, 2**64 - 1)


@st.composite
def results(draw: st.DrawFn) -> Result:
    """A result without its cards: of hands that could be, any part may be known."""
    starts = [draw(st.integers(0, 9)) for _ in Side]
    hands = []
    for start in starts:
        third = None if max(starts) >= 8 else draw(st.none() | st.integers(0, 9))
        whole = {
            "total": (start + (third or 0)) % 10,
            "cards": 2 if third is None else 3,
            "start": start,
            "third": third,
            "is_pair": draw(st.booleans()),
        }
        told = draw(st.sets(st.sampled_from(sorted(whole))))
        hands.append(Known(**{name: whole[name] for name in told}))  # type: ignore[arg-type]
    player, banker = hands
    if player.total is None or banker.total is None:
        return Result(draw(st.sampled_from([Side.PLAYER, Side.BANKER, None])), player, banker)
    ahead = player.total - banker.total
    return Result(None if not ahead else Side.PLAYER if ahead > 0 else Side.BANKER, player, banker)


@st.composite
def seen_beside(draw: st.DrawFn, coup: Coup) -> Result:
    """What the cards tell, and perhaps a pair that was seen though its cards were not."""
    told = Result.of(coup)
    known = {}
    for side in Side:
        first, second = coup.hand(side).cards[:2]
        known[side] = told.known(side)
        if known[side].is_pair is None:
            depth = min(first.depth, second.depth, Depth.RANKS)
            may = [None, False] + [True] * (first.at(depth) == second.at(depth))
            known[side] = replace(known[side], is_pair=draw(st.sampled_from(may)))
    return Result(told.winner, known[Side.PLAYER], known[Side.BANKER])


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Records of every game, of any depth, with all that may stand in one."""
    played = draw(st.sampled_from(GAMES))
    decks = draw(st.integers(1, 12))
    rules = replace(
        played.rules,
        decks=decks,
        burn=draw(st.booleans()),
        cut_card=draw(st.integers(0, 52 * decks)),
        last_coup=draw(st.builds(LastCoup, st.integers(0, 2), st.integers(0, 99))),
    )
    seed, number = draw(SEEDS), draw(SEEDS)
    shoe = rules.shoe(seed, number)
    dice = random.Random(seed)
    entries: list[Entry] = []
    for coup in islice(deal_shoe(shoe, rules, lambda _: dice.random() < 0.5), 4):
        wagers = draw(WAGERS)
        if draw(st.booleans()):
            entries.append(Entry(draw(results()), None, wagers))
        else:
            dim = shallower(draw, coup, len(rules.opening))
            entries.append(Entry(draw(seen_beside(dim)), dim, wagers))
    fair = Fair(commit("ab" * 32), draw(PRINTABLE.map(lambda text: text[:200])), None, number)
    fair = replace(fair, house_seed="ab" * 32) if draw(st.booleans()) else fair
    origin = draw(st.sampled_from(["seed", "fair", "neither"]))
    burn_card = shoe.burn_card if draw(st.booleans()) else None
    return Record(
        entries=tuple(entries),
        game=played.name,
        rules=rules,
        burn_card=burn_card and burn_card.at(draw(st.sampled_from([Depth.POINTS, Depth.CARDS]))),
        cut=draw(st.none() | st.integers(10, 52 * decks - 10)),
        seed=seed if origin == "seed" else None,
        number=0 if origin == "neither" else number,
        fair=fair if origin == "fair" else None,
        tags=draw(TAGS),
    )
