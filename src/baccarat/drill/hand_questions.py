"""Questions about the hands: is a third card drawn, and what does the croupier call?"""

from collections.abc import Iterator, Sequence
from itertools import islice

from baccarat.calls import call, explain
from baccarat.cards import Card, Depth
from baccarat.coup import Coup, Hand, Side, next_hand, play
from baccarat.drill import phrases
from baccarat.drill.answers import BANKER, DRAW, PLAYER, STAND, TIE
from baccarat.drill.question import Dice, Form, Kind, Question
from baccarat.sentences import Sentence
from baccarat.tableau import PUNTO_BANCO, STOOD, Move

FORMS = {1: ("cell",), 2: ("cell",), 3: ("cell",), 4: ("cell", "row"), 5: ("cell", "row", "column")}
"""What of the tableau may be asked at each level."""
WINNERS = {Side.PLAYER: PLAYER, Side.BANKER: BANKER, None: TIE}


def draw_question(dice: Dice, level: int) -> Question:
    """Whether a third card is drawn; at higher levels also a row or a column of the tableau."""
    asked = dice.pick(FORMS[level])
    if asked == "row":
        return _row(next(filter(_needs_third, _moments(dice, Side.BANKER))), level)
    if asked == "column":
        moments = _moments(dice, Side.BANKER)
        return _column(next(coup for coup in moments if coup.player.third), level)
    side = Side.PLAYER if level == 1 else Side.BANKER
    coup = next(coup for coup in _moments(dice, side) if _is_hard(coup, level))
    return Question(
        Kind.DRAW,
        level,
        Form.MOVE,
        (hands(coup),),
        Sentence(phrases.DOES_SIDE_DRAW, side=side),
        DRAW if next_hand(coup) is side else STAND,
        tuple(explain(coup)),
        quick=6,
    )


def call_question(dice: Dice, level: int) -> Question:
    """Two cards each, then whole coups, then the winner as well."""
    if level == 1:
        coup = next(_moments(dice, Side.PLAYER))
    else:
        fewest = {2: 4, 3: 5, 4: 5, 5: 6}[level]
        coup = next(coup for coup in coups(dice) if len(coup) >= fewest)
    totals = f"{coup.player.total} {coup.banker.total}"
    has_winner = level >= 4
    ending = f" {WINNERS[coup.winner]}" if has_winner else ""
    return Question(
        Kind.CALL,
        level,
        Form.CALL if has_winner else Form.TOTALS,
        (hands(coup),),
        Sentence(phrases.CALL if has_winner else phrases.TOTALS),
        totals + ending,
        (*(_sum(side, coup.hand(side)) for side in Side), call(coup)),
        quick=8 if has_winner else 6,
    )


def hands(coup: Coup) -> Sentence:
    """Both hands as they lie on the table."""
    return Sentence(phrases.HANDS, player=_pretty(coup.player), banker=_pretty(coup.banker))


def coups(dice: Dice) -> Iterator[Coup]:
    """Whole coups without end."""
    while True:
        yield play(dice.cards())


def _moments(dice: Dice, side: Side) -> Iterator[Coup]:
    """Coups without end, each stopped when this side may draw, unless it is over before."""
    while True:
        cards = list(islice(dice.cards(), 5))
        coup = play(iter(cards[:4]))
        if side is Side.BANKER and next_hand(coup) is Side.PLAYER:
            coup = play(iter(cards))
        # Naturals, a third of all coups, teach little: two in three of them are skipped.
        if not coup.has_natural or not dice.throw(3):
            yield coup


def _needs_third(coup: Coup) -> bool:
    """Whether Banker cannot know without looking at the card that Player drew."""
    if coup.has_natural or coup.player.third is None:
        return False
    return len(set(PUNTO_BANCO.banker[coup.banker.start][:STOOD])) > 1


def _is_hard(coup: Coup, level: int) -> bool:
    if level < 3:
        return True
    return not coup.has_natural and (_needs_third(coup) if level == 3 else _is_edge(coup))


def _is_edge(coup: Coup) -> bool:
    """Whether a cell of the tableau next to Banker's says something else."""
    total, third = coup.banker.total, coup.player.third
    if third is None:
        line, place = [row[STOOD] for row in PUNTO_BANCO.banker], total
    else:
        line, place = list(PUNTO_BANCO.banker[total][:STOOD]), third.points
    return len(set(line[max(place - 1, 0) : place + 2])) > 1


def _row(coup: Coup, level: int) -> Question:
    """Banker's row: against which third cards?"""
    return Question(
        Kind.DRAW,
        level,
        Form.POINTS,
        (hands(coup),),
        Sentence(phrases.WHICH_THIRDS),
        _drawn_on(PUNTO_BANCO.banker[coup.banker.total][:STOOD]),
        tuple(explain(coup)),
        quick=12,
    )


def _column(coup: Coup, level: int) -> Question:
    """The column of Player's third card: on which totals?"""
    third = coup.player.cards[2]
    column = [row[third.points] for row in PUNTO_BANCO.banker]
    # The reasons of the highest total that draws and of the lowest that stands.
    turn = column.index(Move.STAND)
    return Question(
        Kind.DRAW,
        level,
        Form.POINTS,
        (Sentence(phrases.PLAYER_HAND, player=_pretty(coup.player)),),
        Sentence(phrases.WHICH_TOTALS),
        _drawn_on(column),
        tuple(explain(_against(third, total))[1] for total in (turn - 1, turn)),
        quick=15,
    )


def _against(third: Card, total: int) -> Coup:
    """A coup in which Banker has this total against that third card."""
    nothing = Card(0)
    return play(iter([nothing, nothing, nothing, Card(total), third.at(Depth.POINTS)]))


def _drawn_on(moves: Sequence[Move]) -> str:
    return " ".join(str(place) for place, move in enumerate(moves) if move is Move.DRAW)


def _pretty(hand: Hand) -> str:
    return " ".join(card.pretty for card in hand)


def _sum(side: Side, hand: Hand) -> Sentence:
    points = [card.points for card in hand]
    spelled = " + ".join(map(str, points))
    form = phrases.SUM if sum(points) < 10 else phrases.SUM_WITH_TENS
    return Sentence(form, side=side, points=spelled, sum=sum(points), total=hand.total)
