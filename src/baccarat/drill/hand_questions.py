"""Questions about hands: whether a third card is drawn, and what the croupier calls."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from baccarat.base.sentences import Sentence
from baccarat.core.calls import call, explain
from baccarat.core.cards import Card, Depth
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.games import Game
from baccarat.core.rules import STANDARD, Rules
from baccarat.core.tableau import STOOD, Move, Tableau
from baccarat.core.third_card import has_natural, next_hand, play
from baccarat.drill import phrases
from baccarat.drill.answers import BANKER, DRAW, PLAYER, STAND, TIE
from baccarat.drill.question import Dice, Form, Kind, Question

FORMS = {1: ("cell",), 2: ("cell",), 3: ("cell",), 4: ("cell", "row"), 5: ("cell", "row", "column")}
"""The questions about the tableau at each level: a cell, a row or a column."""
MOST_TRIED = 1_000
"""The most coups searched for a hard one; your own tableau may have none."""
WINNERS = {Side.PLAYER: PLAYER, Side.BANKER: BANKER, None: TIE}


def draw_question(dice: Dice, level: int, played: Game) -> Question:
    """A question: does a side draw? Higher levels ask on which totals or cards Banker draws."""
    rules, tableau = played.rules, played.rules.tableau
    asked = dice.pick(FORMS[level])
    if asked == "row" and any(len(set(row[:STOOD])) > 1 for row in tableau.banker):
        moments = _moments(dice, Side.BANKER, rules)
        return _row(next(coup for coup in moments if _needs_third(coup, tableau)), level, tableau)
    if asked == "column" and tableau.player[0] is Move.DRAW:
        moments = _moments(dice, Side.BANKER, rules)
        return _column(next(coup for coup in moments if coup.player.third), level, tableau)
    side = Side.PLAYER if level == 1 else Side.BANKER
    coup = _first(_moments(dice, side, rules), lambda coup: _is_hard(coup, level, tableau))
    return Question(
        Kind.DRAW,
        level,
        Form.MOVE,
        (hands(coup),),
        Sentence(phrases.DOES_SIDE_DRAW, side=side),
        DRAW if next_hand(coup, tableau) is side else STAND,
        tuple(explain(coup, tableau)),
        quick=6,
    )


def call_question(dice: Dice, level: int, played: Game) -> Question:
    """A question about both totals; from level 4 on, also about the winner."""
    if level == 1:
        coup = next(_moments(dice, Side.PLAYER, played.rules))
    else:
        fewest = {2: 4, 3: 5, 4: 5, 5: 6}[level]
        coup = _first(coups(dice, played.rules), lambda coup: len(coup) >= fewest)
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
    """Both hands as a sentence: `Player K♣ K♣, Banker 8♠ 7♠.`"""
    return Sentence(phrases.HANDS, player=_pretty(coup.player), banker=_pretty(coup.banker))


def _first(found: Iterator[Coup], fits: Callable[[Coup], bool]) -> Coup:
    """The first coup for which `fits` is true; if none of 1,000 coups fits, the 1,000th coup."""
    for coup in islice(found, MOST_TRIED):
        if fits(coup):
            break
    return coup


def coups(dice: Dice, rules: Rules = STANDARD) -> Iterator[Coup]:
    """An endless sequence of complete coups."""
    while True:
        yield play(dice.cards(), rules.tableau, coup=rules.opening)


def _moments(dice: Dice, side: Side, rules: Rules) -> Iterator[Coup]:
    """Endless coups, each dealt only up to the moment when this side must draw or stand."""
    tableau, opening = rules.tableau, rules.opening
    two_each = 4 - len(opening)
    while True:
        cards = list(islice(dice.cards(), two_each + 1))
        coup = play(iter(cards[:two_each]), tableau, coup=opening)
        if side is Side.BANKER and next_hand(coup, tableau) is Side.PLAYER:
            coup = play(iter(cards), tableau, coup=opening)
        # Naturals are a third of all coups and teach little, so two in three are skipped.
        if not has_natural(coup, tableau) or not dice.throw(3):
            yield coup


def _needs_third(coup: Coup, tableau: Tableau) -> bool:
    """Whether Banker's move depends on the card that Player drew."""
    if has_natural(coup, tableau) or coup.player.third is None:
        return False
    return len(set(tableau.banker[coup.banker.start][:STOOD])) > 1


def _is_hard(coup: Coup, level: int, tableau: Tableau) -> bool:
    if level < 3:
        return True
    if has_natural(coup, tableau):
        return False
    return _needs_third(coup, tableau) if level == 3 else _is_edge(coup, tableau)


def _is_edge(coup: Coup, tableau: Tableau) -> bool:
    """Whether Banker's move changes if the total or the third card is one higher or lower."""
    total, third = coup.banker.total, coup.player.third
    if third is None:
        line, place = [row[STOOD] for row in tableau.banker], total
    else:
        line, place = list(tableau.banker[total][:STOOD]), third.points
    return len(set(line[max(place - 1, 0) : place + 2])) > 1


def _row(coup: Coup, level: int, tableau: Tableau) -> Question:
    """A question: Banker has this total, so against which third cards does Banker draw?"""
    return Question(
        Kind.DRAW,
        level,
        Form.POINTS,
        (hands(coup),),
        Sentence(phrases.WHICH_THIRDS),
        _drawn_on(tableau.banker[coup.banker.total][:STOOD]),
        tuple(explain(coup, tableau)),
        quick=12,
    )


def _column(coup: Coup, level: int, tableau: Tableau) -> Question:
    """A question: Player drew this third card, so on which totals does Banker draw?"""
    third = coup.player.cards[2]
    column = [row[third.points] for row in tableau.banker]
    # The reasons on both sides of the first change between draw and stand.
    turns = [total for total in range(1, len(column)) if column[total] is not column[total - 1]]
    around = (turns[0] - 1, turns[0]) if turns else (0,)
    return Question(
        Kind.DRAW,
        level,
        Form.POINTS,
        (Sentence(phrases.PLAYER_HAND, player=_pretty(coup.player)),),
        Sentence(phrases.WHICH_TOTALS),
        _drawn_on(column),
        tuple(explain(_against(third, total, tableau), tableau)[1] for total in around),
        quick=15,
    )


def _against(third: Card, total: int, tableau: Tableau) -> Coup:
    """A coup in which Player drew this third card and Banker's first cards have this total."""
    nothing = Card(0)
    cards = [nothing, nothing, nothing, Card(total), third.at(Depth.POINTS)]
    return play(iter(cards), tableau)


def _drawn_on(moves: Sequence[Move]) -> str:
    return " ".join(str(place) for place, move in enumerate(moves) if move is Move.DRAW)


def _pretty(hand: Hand) -> str:
    return " ".join(card.pretty for card in hand)


def _sum(side: Side, hand: Hand) -> Sentence:
    points = [card.points for card in hand]
    spelled = " + ".join(map(str, points))
    form = phrases.SUM if sum(points) < 10 else phrases.SUM_WITH_TENS
    return Sentence(form, side=side, points=spelled, sum=sum(points), total=hand.total)
