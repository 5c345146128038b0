"""`baccarat solve`: chemin de fer and banque as games, solved exactly."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import track

from baccarat.base.errors import BaccaratError, BadText, FileTrouble, Missing, NotProved
from baccarat.cli.options.completion import model_names
from baccarat.cli.options.files import (
    STANDARD,
    AsDrawn,
    check_apart,
    check_drawings,
    load,
    plot_option,
    save,
    save_drawing,
    shown,
    style_for,
)
from baccarat.cli.output.show import STOPPED, AsJson, refuse, say, show_json, warn
from baccarat.core.coup import Outcome

if TYPE_CHECKING:  # numpy and flint are loaded by the commands that need them
    from baccarat.render.drawing import Drawing
    from baccarat.theory.casino.solver import Equilibrium
    from baccarat.theory.chemin.first_step import FirstStepRow
    from baccarat.theory.chemin.model import Model
    from baccarat.theory.chemin.payoffs import Payoffs
    from baccarat.theory.chemin.solver import Solution
    from baccarat.theory.chemin.strategy_dealing import Dealt

FAILED = 1
GAMES = ("chemin", "banque")
EVERY = "all"
"""Every commission at once."""
DECKS = 6
"""Chemin de fer was played with six decks."""


@dataclass(frozen=True, slots=True)
class SolveAnswer:
    """Everything that options may ask of a solution, each made when it is needed."""

    text: Callable[[], str]
    told: Callable[[], Mapping[str, object]]
    form: str
    """which of our answers it is"""
    certificate: Callable[[], str]
    latex: Callable[[], str] | None = None
    plot: Callable[[str], "Drawing"] | None = None
    """in a style"""
    gambit: Callable[[str], str] | None = None
    """the game as Gambit reads it, by the ending of a file"""
    is_whole: bool = True
    """whether all coups that were asked for have been dealt"""


def solve(
    game: Annotated[
        str, typer.Argument(help="chemin or banque.", autocompletion=lambda: ["chemin", "banque"])
    ] = "chemin",
    model: Annotated[
        str | None,
        typer.Option(help="A1 to A4, B1 to B4.", autocompletion=model_names, show_default="B3"),
    ] = None,
    decks: Annotated[
        int | None,
        typer.Option(help="How many decks.", show_default=f"{DECKS}, at banque an endless deck"),
    ] = None,
    composition: Annotated[
        str | None, typer.Option(help="The cards themselves instead: '0:96 1:24 …'.")
    ] = None,
    commission: Annotated[
        str | None,
        typer.Option(help="The house's share of a Banker win, 0 to 1/10: '1/20', '5%' or 'all'."),
    ] = None,
    bind: Annotated[
        list[str] | None,
        typer.Option(
            help="Bind a decision: '6|-=S', '1,4=D', '5=1/3'. May be repeated.",
            metavar="CELL=D|S|P",
        ),
    ] = None,
    theta: Annotated[
        str | None,
        typer.Option(help="Banque: the stake of tableau 1, 0 to 1.", show_default="1/2"),
    ] = None,
    symbolic: Annotated[
        bool, typer.Option("--symbolic", help="All numbers of decks at once, proved.")
    ] = False,
    table: Annotated[bool, typer.Option("--table", help="The banquier's whole table.")] = False,
    step: Annotated[
        bool,
        typer.Option("--first-step", help="The table without dominated moves; * is open."),
    ] = False,
    latex: Annotated[
        bool, typer.Option("--latex", help="The answer as a LaTeX document that compiles.")
    ] = False,
    certificate: Annotated[
        str | None, typer.Option(help="Write what proves it into this file.", metavar="FILE")
    ] = None,
    check: Annotated[
        str | None, typer.Option(help="Check a certificate; nothing is solved.", metavar="FILE")
    ] = None,
    plot: Annotated[
        str | None,
        plot_option("values and mixed decisions", ": by the decks, or by the commission"),
    ] = None,
    style: AsDrawn = None,
    gambit: Annotated[
        str | None,
        typer.Option(
            help="Write the game that dominance leaves into this file, .nfg or .efg, for Gambit.",
            metavar="FILE",
        ),
    ] = None,
    deal: Annotated[
        int | None, typer.Option(help="Deal so many fresh coups as well.", metavar="COUPS")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of --deal.", show_default="0")] = None,
    as_json: AsJson = False,
) -> None:
    """Solve chemin de fer or banque exactly, with a certificate that anybody can check.

    Example: baccarat solve chemin --model B3 --decks 6 --table
    """
    if game not in GAMES:
        raise BadText(f"unknown game: {game[:24]!r} (expected {' or '.join(GAMES)})")
    shoe = {"--decks": decks, "--composition": composition}
    dealing = {"--deal": deal, "--seed": seed}
    files = {"--plot": plot, "--gambit": gambit}
    of_one_shoe = {"--commission": commission, "--bind": bind, **files, **dealing}
    of_chemin = {"--model": model, "--symbolic": symbolic, **of_one_shoe}
    tables = {"--table": table, "--first-step": step}
    if check is not None:
        others = {**shoe, **of_chemin, "--theta": theta, **tables, "--latex": latex}
        refuse("--check solves nothing", {**others, "--style": style, "--certificate": certificate})
        _check(check, as_json)
        return
    if deal is None:
        refuse("without --deal nothing is dealt", {"--seed": seed})
    if latex and as_json:
        raise BadText("--latex and --json are two ways to say it: choose one")
    for option, name in {"--certificate": certificate, **files}.items():
        if name == STANDARD:
            raise BadText(f"{option} wants a file: standard output has the answer")
    check_apart(certificate=certificate, plot=plot, gambit=gambit)
    check_drawings(plot)
    look = style_for(style, plot)
    if gambit is not None and not gambit.endswith((".nfg", ".efg")):
        raise BadText(f"{shown(gambit)}: a game for Gambit is written into an .nfg or .efg file")
    if game == "banque":
        refuse("at banque there is no such thing", of_chemin)
        answer = _banque(theta, decks, composition, table, step)
    else:
        refuse("θ is the stake of banque", {"--theta": theta})
        asked = _model(model)
        if symbolic:
            refuse("--symbolic is for all decks at once", {**shoe, **of_one_shoe, **tables})
            answer = _all_decks(asked)
        else:
            if decks is None and composition is None and not asked.is_endless:
                decks = DECKS
            pairs = list(map(_bound, bind or ()))
            if len(bound := dict(pairs)) < len(pairs):
                raise BadText("a decision is bound twice: bind it once")
            if commission is not None:
                refuse("Gambit is given games without a commission", {"--gambit": gambit})
            if commission is None:
                answer = _chemin(asked, decks, composition, bound, table, step, deal, seed or 0)
            elif commission == EVERY:
                refuse(
                    "one commission has a table, all of them have not",
                    {**tables, "--latex": latex, "--deal": deal},
                )
                answer = _commissions(asked, decks, composition, bound)
            else:
                answer = _casino(
                    asked, commission, decks, composition, bound, table, step, deal, seed or 0
                )
    _show(answer, latex, certificate, plot, look, gambit, as_json)


def _show(
    answer: SolveAnswer,
    latex: bool,
    certificate: str | None,
    plot: str | None,
    style: str,
    gambit: str | None,
    as_json: bool,
) -> None:
    trouble: FileTrouble | Missing | None = None
    try:  # before it is shown, because a pipe may close
        if plot is not None and answer.plot is not None:
            save_drawing(plot, answer.plot(style))
        if gambit is not None and answer.gambit is not None:
            save(gambit, answer.gambit(gambit))
        if certificate is not None:
            save(certificate, answer.certificate() + "\n")
    except (FileTrouble, Missing) as told:
        trouble = told  # the answer took long: show it first, then complain
    if as_json:
        show_json("solve", answer.told(), answer.form)
    else:
        say(_document(answer.latex()) if latex and answer.latex is not None else answer.text())
    if trouble is not None:
        raise trouble
    if not answer.is_whole:
        raise typer.Exit(STOPPED)


# Chemin de fer.


def _model(name: str | None) -> "Model":
    from baccarat.theory.chemin.model import Model

    return Model.parse("B3" if name is None else name)


def _bound(item: str) -> tuple[str, str]:
    """Read `6|-=S`."""
    name, sign, move = item.rpartition("=")
    if not sign:
        raise BadText(f"nothing is bound by {item[:24]!r} (expected e.g. '6|-=S' or '1,4=1/3')")
    return name, move


def _chemin(
    model: "Model",
    decks: int | None,
    composition: str | None,
    bound: Mapping[str, str],
    table: bool,
    step: bool,
    deal: int | None,
    seed: int,
) -> SolveAnswer:
    from baccarat.cli.output.solve import solution_text
    from baccarat.theory.chemin.first_step import first_step
    from baccarat.theory.chemin.plots import plot_decks
    from baccarat.theory.chemin.reduced_game import reduced
    from baccarat.theory.chemin.solver import solve as solve_exactly
    from baccarat.theory.latex import solution_latex

    def plot(style: str) -> "Drawing":
        if composition is not None:
            raise BadText("a plot is against the decks: leave --composition out")
        return plot_decks(model, bind=bound, style=style)

    def gambit(file: str) -> str:
        game = reduced(solution)
        return game.nfg if file.endswith(".nfg") else game.efg

    solution = solve_exactly(model, decks, composition=composition, bind=bound)
    dealt = _dealt(solution.payoffs, solution, deal, seed)
    rows = first_step(solution.payoffs, bound) if step else ()
    return SolveAnswer(
        partial(solution_text, solution, dealt, table, rows),
        lambda: {**solution.as_json(), **_step_json(rows), **_dealt_json(dealt)},
        "chemin",
        lambda: solution.certificate.dump(),
        partial(solution_latex, solution, rows),
        plot,
        gambit,
        dealt is None or dealt.tally.total == deal,
    )


def _casino(
    model: "Model",
    commission: str,
    decks: int | None,
    composition: str | None,
    bound: Mapping[str, str],
    table: bool,
    step: bool,
    deal: int | None,
    seed: int,
) -> SolveAnswer:
    from baccarat.cli.output.solve import casino_text
    from baccarat.theory.casino.solver import solve_casino
    from baccarat.theory.chemin.first_step import first_step
    from baccarat.theory.latex import casino_latex

    solution = solve_casino(model, commission, decks, composition=composition, bind=bound)
    dealt = _dealt(solution.payoffs, solution.equilibria[0], deal, seed)
    rows = first_step(solution.payoffs, bound, solution.alpha) if step else ()
    return SolveAnswer(
        partial(casino_text, solution, dealt, table, rows),
        lambda: {**solution.as_json(), **_step_json(rows), **_dealt_json(dealt)},
        "casino",
        solution.certificate.dump,
        partial(casino_latex, solution, rows),
        partial(_commission_plot, model, decks, composition, bound),
        is_whole=dealt is None or dealt.tally.total == deal,
    )


def _commissions(
    model: "Model", decks: int | None, composition: str | None, bound: Mapping[str, str]
) -> SolveAnswer:
    from baccarat.cli.output.solve import commissions_text
    from baccarat.theory.casino.all_commissions import all_certificates, commissions
    from baccarat.theory.casino.spans import write_spans

    found = commissions(model, decks, composition=composition, bind=bound)
    return SolveAnswer(
        partial(commissions_text, found),
        found.as_json,
        "commissions",
        lambda: write_spans(all_certificates(found)),
        plot=partial(_commission_plot, model, decks, composition, bound),
    )


def _commission_plot(
    model: "Model",
    decks: int | None,
    composition: str | None,
    bound: Mapping[str, str],
    style: str,
) -> "Drawing":
    from baccarat.theory.casino.plots import plot_commission

    return plot_commission(model, decks, composition=composition, bind=bound, style=style)


def _dealt(
    game: "Payoffs", played: "Solution | Equilibrium", coups: int | None, seed: int
) -> "Dealt | None":
    """The coups that were asked for, if any, with a bar on a terminal; Ctrl-C stops them."""
    from baccarat.core.tally import Tally
    from baccarat.theory.chemin.strategy_dealing import Dealt, deal_coups

    if coups is None:
        return None
    one_by_one = track(
        deal_coups(game, played.ponte, played.banquier, coups, seed),
        description="dealing",
        total=coups,
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    outcomes: Counter[Outcome] = Counter()
    try:
        for coup in one_by_one:
            outcomes[coup.outcome()] += 1
    except KeyboardInterrupt:
        if not outcomes:
            raise
    return Dealt(game, seed, Tally.of(outcomes.items()), played.value)


def _step_json(rows: "tuple[FirstStepRow, ...]") -> dict[str, object]:
    return {"first_step": [row.as_json() for row in rows]} if rows else {}


def _document(part: str) -> str:
    from baccarat.theory.latex import latex_document

    return latex_document(part, "`baccarat solve --latex`")


def _dealt_json(dealt: "Dealt | None") -> dict[str, object]:
    return {} if dealt is None else {"dealt": dealt.as_json()}


def _all_decks(model: "Model") -> SolveAnswer:
    from baccarat.cli.output.solve import all_decks_text
    from baccarat.theory.chemin.all_decks import solve_for_all, write_every
    from baccarat.theory.latex import all_decks_latex

    found = solve_for_all(model)
    return SolveAnswer(
        partial(all_decks_text, found),
        found.as_json,
        "all-decks",
        partial(write_every, found),
        partial(all_decks_latex, found),
    )


# Banque.


def _banque(
    theta: str | None, decks: int | None, composition: str | None, table: bool, step: bool
) -> SolveAnswer:
    from baccarat.cli.output.solve import banque_text
    from baccarat.theory.banque.solver import solve_banque
    from baccarat.theory.latex import banque_latex

    banque = solve_banque("1/2" if theta is None else theta, decks, composition=composition)
    return SolveAnswer(
        partial(banque_text, banque, table, step),
        banque.as_json,
        "banque",
        lambda: json.dumps(banque.certificate(), indent=1),
        partial(banque_latex, banque, step),
    )


# Certificates.


def _check(name: str, as_json: bool) -> None:
    """Say what a certificate proves: exit 1 if it proves nothing, 2 if it is no certificate."""
    from baccarat.theory.certificates import check_any

    text = load(name)
    proved = why = None
    try:
        proved = check_any(text)
    except NotProved as refusal:
        why = str(refusal)
    except BaccaratError as complaint:
        raise BadText(f"{shown(name)}: {complaint}") from None
    if as_json:
        told = {"is_right": why is None, "proves": proved, "refused": why}
        show_json("solve", told, "check")
    elif proved is not None:
        say(f"proved: {proved}")
    else:
        warn(f"baccarat: {shown(name)}: refused: {why}")
    if why is not None:
        raise typer.Exit(FAILED)
