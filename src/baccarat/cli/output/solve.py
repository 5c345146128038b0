"""The output of `baccarat solve`: a few lines, and the banquier's table."""

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from typing import Any

from flint import fmpz_poly

from baccarat.cli.output.show import counted
from baccarat.theory.banque.check import BLIND, in_words
from baccarat.theory.banque.payoffs import marks_of
from baccarat.theory.banque.solver import Banque
from baccarat.theory.banque.stakes import AllStakes
from baccarat.theory.casino.all_commissions import Commissions, CommissionsPiece, Structure, Turn
from baccarat.theory.casino.all_decks import EveryEquilibrium
from baccarat.theory.casino.solver import CasinoSolution
from baccarat.theory.chemin.all_decks import AllDecks
from baccarat.theory.chemin.as_text import BothPlay, write_moves, write_play, write_ponte
from baccarat.theory.chemin.first_step import FirstStepRow, write_first_step
from baccarat.theory.chemin.in_words import CheminAnswer, but_for
from baccarat.theory.chemin.model import COLUMNS
from baccarat.theory.chemin.solver import Solution
from baccarat.theory.chemin.strategy_dealing import Dealt
from baccarat.theory.latex import (
    all_decks_latex,
    banque_latex,
    casino_latex,
    latex_document,
    solution_latex,
)
from baccarat.theory.numbers import Algebraic
from baccarat.theory.polynomials import write_polynomial
from baccarat.theory.strategies import MixedStrategy, mixed_in
from baccarat.theory.strategy_sets import OptimalSet

MOVES = {"-": "S", "0": "mixed", "+": "D"}
"""The move in an equilibrium, by the sign of the gain from drawing."""
FirstStep = tuple[FirstStepRow, ...]
"""The rows of the first step; empty without `--first-step`."""
Lines = Iterator[tuple[str, str]]
"""Lines of a heading and the text beside it."""


def laid_out(lines: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"{heading:<14} {text}".rstrip() for heading, text in lines)


def text_of(
    solution: Any, rows: FirstStep, sample: Dealt | None, with_table: bool, with_step: bool
) -> str:
    """The answer as text for a terminal."""
    match solution:
        case Solution():
            return solution_text(solution, sample, with_table, rows)
        case CasinoSolution():
            return casino_text(solution, sample, with_table, rows)
        case Commissions():
            return laid_out(_commissions(solution))
        case AllDecks():
            return laid_out(_all_decks(solution))
        case AllStakes():
            return laid_out(_all_stakes(solution))
        case EveryEquilibrium():
            return laid_out(_every_equilibrium(solution))
    return banque_text(solution, with_table, with_step)


def latex_of(solution: Any, rows: FirstStep, with_step: bool) -> str:
    """The answer as a LaTeX document."""
    match solution:
        case Solution():
            part = solution_latex(solution, rows)
        case CasinoSolution():
            part = casino_latex(solution, rows)
        case AllDecks():
            part = all_decks_latex(solution)
        case _:
            part = banque_latex(solution, with_step)
    return latex_document(part, "`baccarat solve --latex`")


# Chemin de fer.


def solution_text(
    solution: Solution, sample: Dealt | None, with_table: bool, step: FirstStep = ()
) -> str:
    """The value and the mixed decisions; on request the whole table and the first step, too."""
    head = ("chemin de fer", f"model {solution.model}, {solution.told_shoe}")
    about = [*_bindings(solution), *_about(solution), *_coups(sample)]
    table = _strategies(solution, with_table)
    return "\n".join([laid_out([head]), *_first_step(step), table, laid_out(about)])


def _first_step(rows: FirstStep) -> list[str]:
    return [write_first_step(rows)] if rows else []


def casino_text(
    solution: CasinoSolution, sample: Dealt | None, with_table: bool, step: FirstStep = ()
) -> str:
    """Each equilibrium as text, and whether it is the only one."""
    shoe = f"{solution.told_shoe}, commission {solution.alpha}"
    parts = [laid_out([("chemin de fer", f"model {solution.model}, {shoe}")]), *_first_step(step)]
    for equilibrium in solution.equilibria:
        parts.append(_strategies(equilibrium, with_table))
        parts.append(laid_out([("to banquier", in_full(equilibrium.banquier_value))]))
        if not equilibrium.is_single:
            parts.append(
                laid_out(
                    [("not alone", _freedoms(equilibrium.ponte_set, equilibrium.banquier_set))]
                )
            )
    sets = counted(len(solution.equilibria), "set")
    only = f"yes: there is no other equilibrium{_apart(solution.bound, solution.idle)}"
    unique = only if solution.is_unique else f"no: {sets} of them"
    parts.append(laid_out([*_bindings(solution), ("unique", unique), *_coups(sample)]))
    return "\n".join(parts)


def _commissions(answer: Commissions) -> Lines:
    """Lines for each range of commissions: its equilibria, and the changes at its end."""
    commission = f"commission a from {answer.low} to {answer.high}"
    yield "chemin de fer", f"model {answer.model}, {answer.told_shoe}, {commission}"
    for turn in answer.turns:
        if turn.alpha == answer.low:
            yield from _turn(turn, answer.pieces)
    for piece in answer.pieces:
        yield "commission", f"{piece.low} to {piece.high}"
        for structure in piece.structures:
            yield from _structure(structure)
        for turn in answer.turns:
            if turn.alpha == piece.high:
                yield from _turn(turn, answer.pieces)
    yield from _bindings(answer)
    commission = "commission that is not critical" if answer.turns else "commission"
    unique = "yes: there is one equilibrium at every" if answer.is_unique else "no: not at every"
    yield "unique", f"{unique} {commission}{_apart(answer.bound, answer.idle)}"


def _structure(structure: Structure) -> Lines:
    flat = structure.value.constant
    yield "value", str(structure.value) if flat is None else in_full(flat)
    yield "to banquier", str(structure.banquier_value)
    constants = {
        name: p for name, draws in structure.ponte.items() if (p := draws.constant) is not None
    }
    moves = [write_moves(constants)] if constants else []
    moves += [f"{name}: D with {p}" for name, p in structure.ponte.items() if p.constant is None]
    yield "ponte", "; ".join(moves) or "nothing to decide"
    yield "banquier", _mixes(structure.banquier)
    if free := structure.banquier_set.dimension:
        yield "not alone", f"the banquier's strategies have {counted(free, 'dimension')}"


def _turn(turn: Turn, pieces: Iterable[CommissionsPiece]) -> Lines:
    """A critical commission, with the decisions that change there."""
    exact = turn.alpha.exact
    root = "" if exact is not None else f", a root of {_polynomial(turn.alpha)}"
    yield "critical", f"{turn.alpha}{root}"
    for name in turn.turning:
        changes = []
        for piece in pieces:  # the pieces before and after; only one at either end
            if turn.alpha in (piece.low, piece.high):
                moves = sorted({MOVES[structure.signs[name]] for structure in piece.structures})
                position = "before" if turn.alpha == piece.high else "after"
                changes.append(f"{' or '.join(moves)} {position}")
        yield "", f"{name}: {', '.join(changes)}"


def _polynomial(number: Algebraic) -> str:
    return write_polynomial(fmpz_poly(list(number.polynomial)), "a")


def _strategies(solution: BothPlay, with_table: bool) -> str:
    return write_play(solution) if with_table else laid_out(_short(solution))


def _short(solution: BothPlay) -> Lines:
    yield "value", in_full(solution.value)
    yield "ponte", write_ponte(solution)
    yield "banquier", _mixes(solution.banquier)


def _mixes(banquier: MixedStrategy) -> str:
    return write_moves(mixed_in(banquier)) or "mixes nowhere"


def _bindings(solution: CheminAnswer) -> Lines:
    if solution.bound:
        yield "bound", solution.told_bound


def _apart(bound: Collection[str], idle: Collection[str] = ()) -> str:
    """The end of a statement of uniqueness: `, as bound` for bound decisions, and exceptions."""
    return f"{', as bound' if bound else ''}{but_for(idle)}"


def _about(solution: Solution) -> Lines:
    cells = len(solution.payoffs.banquier)
    yield "open", f"{len(solution.open_cells)} of {counted(cells, 'cell')} after strict dominance"
    apart = _apart(solution.bound, solution.idle)
    if solution.is_unique:
        yield "unique", f"yes: each side has one optimal strategy{apart}"
    else:
        yield "unique", f"no: {_freedoms(solution.ponte_set, solution.banquier_set)}{apart}"


def _freedoms(ponte: OptimalSet, banquier: OptimalSet) -> str:
    """How many optimal strategies each side has: one, or a set with dimensions and corners."""
    sentences = []
    for side, best in (("ponte", ponte), ("banquier", banquier)):
        if not best.dimension:
            sentences.append(f"the {side} has one strategy")
            continue
        corners = "" if best.corners is None else f" and {counted(len(best.corners), 'corner')}"
        sentences.append(f"the {side}'s have {counted(best.dimension, 'dimension')}{corners}")
    return "; ".join(sentences)


def _coups(sample: Dealt | None) -> Lines:
    """Lines with the mean of the dealt coups, to compare with the value."""
    if sample is None:
        return
    low, high = (end + 0.0 for end in sample.interval())  # no −0
    estimate = f"{float(sample.mean):.6f}, with 99 % confidence {low:.6f} … {high:.6f}"
    yield "dealt", estimate
    coups = sample.tally.total
    yield "", f"{coups:,} fresh {'coup' if coups == 1 else 'coups'} of seed {sample.seed}"


def in_full(number: Fraction) -> str:
    return f"{number} = {float(number):.8f}"


# All numbers of decks.


def _all_decks(answer: AllDecks) -> Lines:
    claim = answer.claim
    yield "chemin de fer", f"model {claim.model}, {claim.holds_from} decks and all larger numbers"
    yield "V(d)", str(answer.value)
    for name, draws in answer.mixed.items():
        yield name, str(draws)
    limits = {"V": answer.value.limit} | {name: p.limit for name, p in answer.mixed.items()}
    yield "limits", ", ".join(f"{name} {limit}" for name, limit in limits.items())
    proof = max(answer.proof, key=lambda step: step[1])
    conditions = counted(len(answer.proof), "polynomial")
    yield "proof", f"{conditions} positive, by their coefficients from {_decks(proof[1])} on"
    is_unique = all(solution.is_unique for solution in answer.small)
    yield "unique", f"yes, for {'every number' if is_unique else 'these numbers'} of decks"
    for solution in answer.small:
        yield _decks(solution.decks or 0), in_full(solution.value)
        for name, chance in solution.mixed.items():
            yield "", f"{name}: D with {chance} = {float(chance):.6f}"


def _every_equilibrium(answer: EveryEquilibrium) -> Lines:
    """Lines for each model: mixed decisions in large shoes, critical commissions of small shoes."""
    for part in answer.models:
        yield "chemin de fer", f"model {part.model}, every number of decks and every commission"
        yield f"from {_decks(part.holds_from)}", f"mixed {', '.join(part.mixed)}"
        for decks, turn in part.turns:
            yield _decks(decks), f"critical {turn.alpha}: {' '.join(turn.turning)}"
        is_unique = all(shoe.is_unique for shoe in part.small)
        yield "unique", f"{'yes' if is_unique else 'no'}, except at critical commissions"


# Banque.


def banque_text(banque: Banque, with_table: bool, with_first_step: bool = False) -> str:
    parts = [laid_out(_banque(banque))]
    if with_first_step:
        cells = f"{len(banque.open_cells)} of {len(banque.coalition.banquier)} cells, marked *"
        parts += [laid_out([("first step", f"open: {cells}")])]
        parts += [_banque_table(banque, banque.open_cells)]
    if with_table:
        parts += [*([laid_out([("solution", "")])] * with_first_step), _banque_table(banque)]
    return "\n".join(parts)


def _banque(banque: Banque) -> Lines:
    stakes = f"stakes {banque.theta} and {1 - banque.theta}"
    yield "banque", f"{stakes}, {banque.cards}"
    coalition = banque.coalition
    yield "coalition", in_full(coalition.value)
    agreed: dict[str, list[str]] = {}  # by Player 1's third card, if Player 2 sees it
    for plan, p in coalition.mixture.items():
        if p:
            agreed.setdefault(plan[3:] and f"{plan[3:]}: ", []).append(f"{plan[:2]} {_chance(p)}")
    for third, parts in agreed.items():
        yield "players on 5", third + ", ".join(parts)
    yield "banquier", _mixes(coalition.banquier)
    if coalition.freedom is not None:
        dimensions = " and ".join(map(str, coalition.freedom))
        only = "yes" if coalition.is_unique else f"no: dimensions {dimensions} of the optimal sets"
        yield "unique", only
    for natural in banque.after:
        sentence = f"the other Player draws on 5 with {_chance(natural.draws_on_5)}"
        yield f"natural {natural.natural}", sentence
    if banque.nash is None and not banque.sees_third:
        yield "Nash", "not listed: a tableau has no stake, or the equilibria may form a curve"
    for nash in banque.nash or ():
        first, second = nash.players
        yield "Nash", f"players draw on 5 with {first} and {second}"
        values = " and ".join(f"{float(value):.8f}" for value in nash.values)
        banquier = f"{float(banque.to_banquier(nash)):.8f}"
        yield "", f"worth {values} per unit staked, {banquier} to the banquier"
        for cell, chance in nash.mixed.items():
            yield "", f"{cell}: D with {chance}"


def _all_stakes(stakes: AllStakes) -> Lines:
    """A line for each range of stakes: the mixed strategies of the coalition and the banquier."""
    payoffs = stakes.payoffs
    cards = in_words(payoffs.counts, payoffs.endless)
    yield "banque", f"every stake from 1/2 to 1, {cards}, {BLIND}"
    yield "pieces", f"{len(stakes.pieces)}, each with one solution of the coalition"
    for piece in stakes.pieces:
        mixes = f"{' '.join(piece.mixed)}; {' '.join(piece.tied)}"
        yield f"{float(piece.low):.6f} to", f"{float(piece.high):.6f}  {mixes}"


def _banque_table(banque: Banque, starred: Collection[str] = ()) -> str:
    """The banquier's moves against a coalition, by his total and by both Players' third cards."""
    lines = []
    for total in range(8):
        marks = marks_of(banque.coalition.banquier, total, starred)
        if len(set(marks.values())) == 1:
            lines.append((f"banquier {total}", f"{marks['0', '0']} everywhere"))
            continue
        lines.append((f"banquier {total}", _row(COLUMNS)))
        for first in COLUMNS:
            lines.append((f"{first:>12}", _row([marks[first, two] for two in COLUMNS])))
    return laid_out(lines)


def _row(marks: Iterable[str]) -> str:
    *third, stood = marks
    return f"{' '.join(third)}  {stood}"


def _chance(p: Fraction) -> str:
    return str(p) if p in (0, 1) else f"{p} = {float(p):.6f}"


def _decks(decks: int) -> str:
    return counted(decks, "deck")
