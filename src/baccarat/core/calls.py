"""The croupier's call in words, and the reason why each third card was or was not drawn."""

from collections.abc import Iterable
from functools import reduce

from baccarat.base.hints import checked
from baccarat.base.sentences import Sentence
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.tableau import PUNTO_BANCO, STOOD, Move, Tableau
from baccarat.core.third_card import Choice, cell_of, check, has_natural

NUMBERS = "zero one two three four five six seven eight nine".split()


class Total(int):
    """A total for a sentence: `{}` writes 3, `{:word}` writes three and `{:Word}` writes Three."""

    def __format__(self, spec: str) -> str:
        if spec.lower() != "word":
            return super().__format__(spec)
        word = NUMBERS[self]
        return word.capitalize() if spec == "Word" else word


@checked
def call(coup: Coup) -> Sentence:
    """The croupier's call.

    >>> call(Coup.parse("Kh 5c 8h | 9d 4s"))
    'Three Player, three Banker: a tie.'
    """
    if not coup.is_over:
        return call_totals(coup.player.total, coup.banker.total)
    if coup.winner is None:
        form = "{player:Word} Player, {banker:word} Banker: a tie."
    elif coup.winner is Side.PLAYER:
        form = "{player:Word} Player, {banker:word} Banker: Player wins."
    else:
        form = "{player:Word} Player, {banker:word} Banker: Banker wins."
    return Sentence(form, player=Total(coup.player.total), banker=Total(coup.banker.total))


@checked
def call_totals(player: int, banker: int) -> Sentence:
    """The croupier's call of both totals before the coup is over.

    >>> call_totals(8, 9)
    'Eight Player, nine Banker.'
    """
    form = "{player:Word} Player, {banker:word} Banker."
    return Sentence(form, player=Total(player), banker=Total(banker))


@checked
def explain(coup: Coup, tableau: Tableau = PUNTO_BANCO) -> list[Sentence]:
    """Why each hand drew a third card or stood, one sentence for each hand.

    >>> print(*explain(Coup.parse("Kh 5c 8h | 9d 4s")), sep="\\n")
    Player has 5 and draws 8♥: Player draws on 0–5.
    Banker has 3 and stands: with 3, Banker draws against a third card of 0–7 or 9.
    """
    check(coup, tableau)
    if len(coup.banker) < 2:
        return []
    if has_natural(coup, tableau):
        return [_naturals(coup, tableau)]
    sentences = []
    for side in Side:
        start = Hand(coup.hand(side).cards[:2])
        choice = Choice(side, start, coup.player.third if side is Side.BANKER else None)
        cell, drawn = cell_of(choice, tableau), coup.hand(side).third
        is_past = coup.is_over or len(coup) > 4 + (side is Side.BANKER)
        card = None if drawn is None else drawn.pretty
        if drawn is not None:
            form = "{side} has {total} and draws {card}: {reason}."
        elif is_past or cell is Move.STAND:
            form = "{side} has {total} and stands: {reason}."
            is_past = True
        elif cell is Move.DRAW:
            form = "{side} has {total} and must draw: {reason}."
        else:
            form = "{side} has {total} and must decide: {reason}."
        reason = _rule(choice, tableau)
        sentences.append(Sentence(form, side=side, total=start.total, card=card, reason=reason))
        if not is_past:
            break  # Banker's turn has not come
    return sentences


def _naturals(coup: Coup, tableau: Tableau) -> Sentence:
    hands = {side: coup.hand(side) for side in Side}
    totals = {side: hand.total for side, hand in hands.items() if hand.total >= tableau.natural}
    if len(totals) == 2:
        return Sentence(
            "Player has a natural {player} and Banker has a natural {banker}: "
            "no third card is drawn.",
            player=totals[Side.PLAYER],
            banker=totals[Side.BANKER],
        )
    [(side, total)] = totals.items()
    form = "{side} has a natural {total}: no third card is drawn."
    return Sentence(form, side=side, total=total)


def _rule(choice: Choice, tableau: Tableau) -> Sentence:
    """The tableau's rule for a choice, in words."""
    total, third = choice.hand.total, choice.players_third
    if cell_of(choice, tableau) is Move.FREE:
        return Sentence("{side} is free to choose", side=choice.side)
    if choice.side is Side.PLAYER:
        return Sentence("Player draws on {span}", span=_span(tableau.player))
    if third is None:
        column = [row[STOOD] for row in tableau.banker]
        return Sentence("when Player stands, Banker draws on {span}", span=_span(column))
    row = tableau.banker[total][:STOOD]
    if all(move is Move.DRAW for move in row):
        return Sentence("with {total}, Banker draws against any third card", total=total)
    if Move.DRAW not in row:
        return Sentence("with {total}, Banker draws against no third card", total=total)
    form = "with {total}, Banker draws against a third card of {span}"
    return Sentence(form, total=total, span=_span(row))


def _span(moves: Iterable[Move]) -> str:
    """The numbers on which a side draws, as text: `0–7 or 9`."""
    runs: list[list[int]] = []
    for number, move in enumerate(moves):
        if move is Move.DRAW:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
    spans = [f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    if not spans:
        return Sentence("nothing")
    return reduce(lambda one, other: Sentence("{one} or {other}", one=one, other=other), spans)
