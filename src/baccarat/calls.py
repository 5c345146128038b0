"""What the croupier calls, and why each third card was or was not drawn, in words."""

from collections.abc import Iterable

from baccarat.coup import Choice, Coup, Hand, Side, cell_of, check
from baccarat.tableau import PUNTO_BANCO, STOOD, Move, Tableau

NUMBERS = "zero one two three four five six seven eight nine".split()


def call(coup: Coup) -> str:
    """The croupier's call.

    >>> call(Coup.parse("Kh 5c 8h | 9d 4s"))
    'Three Player, three Banker: a tie.'
    """
    totals = f"{NUMBERS[coup.player.total]} Player, {NUMBERS[coup.banker.total]} Banker"
    if not coup.is_over:
        return f"{totals.capitalize()[0]}{totals[1:]}."
    ending = "a tie" if coup.winner is None else f"{coup.winner} wins"
    return f"{totals[0].upper()}{totals[1:]}: {ending}."


def explain(coup: Coup, tableau: Tableau = PUNTO_BANCO) -> list[str]:
    """Why each third card was or was not drawn, a sentence each.

    >>> print(*explain(Coup.parse("Kh 5c 8h | 9d 4s")), sep="\\n")
    Player has 5 and draws 8♥: Player draws on 0–5.
    Banker has 3 and stands: with 3, Banker draws against a third card of 0–7 or 9.
    """
    check(coup, tableau)
    if len(coup.banker) < 2:
        return []
    if coup.has_natural:
        naturals = [
            f"{side} has a natural {coup.hand(side).total}"
            for side in Side
            if coup.hand(side).is_natural
        ]
        return [f"{' and '.join(naturals)}: no third card is drawn."]
    sentences = []
    for side in Side:
        start = Hand(coup.hand(side).cards[:2])
        choice = Choice(side, start, coup.player.third if side is Side.BANKER else None)
        cell, drawn = cell_of(choice, tableau), coup.hand(side).third
        is_past = coup.is_over or len(coup) > 4 + (side is Side.BANKER)
        if drawn is not None:
            act = f"draws {drawn.pretty}"
        elif is_past or cell is Move.STAND:
            act, is_past = "stands", True
        else:
            act = "is to draw" if cell is Move.DRAW else "is to decide"
        reason = f"{side} is free to choose" if cell is Move.FREE else _rule(choice, tableau)
        sentences.append(f"{side} has {start.total} and {act}: {reason}.")
        if not is_past:
            break  # Banker's turn has not come
    return sentences


def _rule(choice: Choice, tableau: Tableau) -> str:
    """The line of the tableau that says so."""
    total, third = choice.hand.total, choice.players_third
    if choice.side is Side.PLAYER:
        return f"Player draws on {_span(tableau.player)}"
    if third is None:
        column = [row[STOOD] for row in tableau.banker]
        return f"when Player stands, Banker draws on {_span(column)}"
    row = tableau.banker[total][:STOOD]
    if all(move is Move.DRAW for move in row):
        return f"with {total}, Banker draws against any third card"
    if Move.DRAW not in row:
        return f"with {total}, Banker draws against no third card"
    return f"with {total}, Banker draws against a third card of {_span(row)}"


def _span(moves: Iterable[Move]) -> str:
    """Where the moves are to draw: `0–7 or 9`."""
    runs: list[list[int]] = []
    for number, move in enumerate(moves):
        if move is Move.DRAW:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
    return " or ".join(f"{r[0]}–{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs) or "nothing"
