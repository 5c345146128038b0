"""`baccarat solve`: chemin de fer and banque as games, solved exactly."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from baccarat.base.errors import BaccaratError, BadText, FileTrouble, Missing, NotProved
from baccarat.cli.options.files import (
    STANDARD,
    AsDrawn,
    check_apart,
    check_drawings,
    check_kept,
    file_option,
    load,
    plot_option,
    save,
    save_drawing,
    shown,
    style_for,
    telling_options,
)
from baccarat.cli.options.question import asks
from baccarat.cli.output.exit_codes import FAILED_CHECK
from baccarat.cli.output.show import STOPPED, AsJson, refuse, say, show_json, tracked, warn
from baccarat.core.coup import Outcome
from baccarat.questions.solve import EVERY, SolveAnswer, SolveQuestion

if TYPE_CHECKING:  # numpy and flint are loaded by the commands that need them
    from baccarat.render.drawing import Drawing
    from baccarat.theory.casino.solver import Equilibrium
    from baccarat.theory.chemin.first_step import FirstStepRow
    from baccarat.theory.chemin.payoffs import Payoffs
    from baccarat.theory.chemin.solver import Solution
    from baccarat.theory.chemin.strategy_dealing import Dealt

TypedOptions = Mapping[str, object]
"""Options and their typed values."""


@asks(SolveQuestion)
def solve(
    question: SolveQuestion,
    *,
    table: Annotated[
        bool, typer.Option("--table", help="Show the banquier's complete table.")
    ] = False,
    step: Annotated[
        bool,
        typer.Option(
            "--first-step",
            help="Show the table without strictly dominated moves; * marks an open decision.",
        ),
    ] = False,
    latex: Annotated[
        bool, typer.Option("--latex", help="Print the answer as a complete LaTeX document.")
    ] = False,
    certificate: Annotated[
        str | None, file_option("Write the certificate, which proves the answer, to this file.")
    ] = None,
    check: Annotated[str | None, file_option("Check this certificate and solve nothing.")] = None,
    coq: Annotated[
        str | None,
        file_option("Write the certificate as a theorem for Coq, a .v file, to this file."),
    ] = None,
    plot: Annotated[
        str | None, plot_option("values and mixed decisions by decks or commission", "")
    ] = None,
    style: AsDrawn = None,
    gambit: Annotated[
        str | None,
        file_option("File for Gambit, .nfg or .efg: the game without strictly dominated moves."),
    ] = None,
    deal: Annotated[
        int | None,
        typer.Option(help="Number of fresh coups to deal with the solution.", metavar="COUPS"),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of --deal.", show_default="0")] = None,
    as_json: AsJson = False,
) -> None:
    """Solve chemin de fer or banque exactly, with a certificate that anybody can check.

    Example: baccarat solve chemin --model B3 --decks 6 --table
    """
    files = {"--plot": plot, "--gambit": gambit}
    of_one_game = {**files, "--deal": deal, "--seed": seed}
    tables = {"--table": table, "--first-step": step, "--latex": latex}
    if check is not None:
        certificate_options = {"--style": style, "--certificate": certificate}
        _check_files({"--coq": coq, **dict.fromkeys(files)}, False)
        _check(check, question, {**of_one_game, **tables, **certificate_options}, coq, as_json)
        return
    _check_files({"--certificate": certificate, "--coq": coq, **files}, latex and as_json)
    look = style_for(style, plot)
    _check_together(question, of_one_game, tables)
    _check_coq(question, coq)
    answer = question.answer()
    rows, sample = _beside(question, answer, step, deal, seed or 0)
    written = {**files, "--certificate": certificate, "--coq": coq}
    trouble = _write(question, answer, written, look)
    if as_json:
        beside: dict[str, object] = {"first_step": [row.as_json() for row in rows]} if rows else {}
        beside |= {} if sample is None else {"dealt": sample.as_json()}
        show_json("solve", {**answer.solution.as_json(), **beside}, answer.form)
    else:
        from baccarat.cli.output.solve import latex_of, text_of

        say(latex_of(answer.solution, rows, step) if latex
            else text_of(answer.solution, rows, sample, table, step))  # fmt: skip
    if trouble is not None:
        raise trouble
    if sample is not None and sample.tally.total != deal:
        raise typer.Exit(STOPPED)


# Options that do not go together.


def _check_files(files: Mapping[str, str | None], is_twice: bool) -> None:
    """Complain, before anything is solved, of files that cannot be written."""
    if is_twice:
        raise BadText("--latex and --json are two forms of the answer: choose one")
    for option, name in files.items():
        if name == STANDARD:
            raise BadText(f"{option} needs a file: the answer goes to standard output")
    check_apart(**{option.removeprefix("--"): name for option, name in files.items()})
    check_drawings(files["--plot"])
    gambit = files["--gambit"]
    if gambit is not None and not gambit.endswith((".nfg", ".efg")):
        raise BadText(
            f"{shown(gambit)}: a game for Gambit must be written into an .nfg or .efg file"
        )
    coq = files["--coq"]
    if coq is not None and not re.fullmatch(r"[A-Za-z]\w*\.v", Path(coq).name, re.ASCII):
        raise BadText(
            f"{shown(coq)}: the name of a file for Coq must have only letters and digits, e.g. b3.v"
        )
    if coq is not None:
        from baccarat.theory.chemin.coq import SHARED

        if Path(coq).stem.lower() in map(str.lower, SHARED):
            raise BadText(
                f"{shown(coq)}: the proofs for Coq already have a file of this name: choose "
                "another name, e.g. b3.v"
            )


def _check_coq(question: SolveQuestion, coq: str | None) -> None:
    """Complain, before anything is solved, of games that the proofs for Coq do not cover."""
    has_commission = question.commission is not None and not question.is_every
    if coq is not None and (question.is_banque or has_commission or question.bind):
        from baccarat.theory.chemin.coq import COVERED

        refuse(COVERED, {"--coq": coq})


def _check_together(
    question: SolveQuestion, of_one_game: TypedOptions, tables: TypedOptions
) -> None:
    """Complain of options that do not belong to this game."""
    if of_one_game["--deal"] is None:
        refuse("--seed is the seed of --deal", {"--seed": of_one_game["--seed"]})
    if question.is_banque:
        refuse("not used at banque", of_one_game)
        if question.pieces:
            refuse("only a single stake has a table", tables)
    elif question.symbolic:
        names = ("--table", "--first-step", *["--latex"] * question.is_every)
        shown_tables = {name: tables[name] for name in names}
        refuse("--symbolic solves for every number of decks", {**of_one_game, **shown_tables})
    elif question.commission is not None:
        gambit = {"--gambit": of_one_game["--gambit"]}
        refuse("a game for Gambit has no commission", gambit)
        if question.commission == EVERY:
            complaint = "only a single commission has a table"
            refuse(complaint, {**tables, "--deal": of_one_game["--deal"]})
    elif of_one_game["--plot"] is not None and question.composition is not None:
        raise BadText(
            "a plot shows every number of decks, not one composition: leave --composition out"
        )


# The answer.


def _beside(
    question: SolveQuestion, answer: SolveAnswer, step: bool, deal: int | None, seed: int
) -> "tuple[tuple[FirstStepRow, ...], Dealt | None]":
    """The rows for `--first-step` and the coups of `--deal`, to show beside the solution."""
    from baccarat.theory.casino.solver import CasinoSolution
    from baccarat.theory.chemin.first_step import first_step
    from baccarat.theory.chemin.solver import Solution

    solution = answer.solution
    if not isinstance(solution, Solution | CasinoSolution):
        return (), None
    played = solution if isinstance(solution, Solution) else solution.equilibria[0]
    sample = _dealt(solution.payoffs, played, deal, seed)
    rows = first_step(solution.payoffs, question.bound, question.share or 0) if step else ()
    return rows, sample


def _write(
    question: SolveQuestion, answer: SolveAnswer, files: Mapping[str, str | None], style: str
) -> FileTrouble | Missing | None:
    """Write the files before the answer is shown, because a pipe may close."""
    plot, gambit, certificate = (files[f"--{name}"] for name in ("plot", "gambit", "certificate"))
    coq = files["--coq"]
    try:
        if plot is not None:
            save_drawing(plot, _drawing(question, style))
        if gambit is not None:
            from baccarat.theory.chemin.reduced_game import reduced

            game = reduced(cast("Solution", answer.solution))
            save(gambit, game.nfg if gambit.endswith(".nfg") else game.efg)
        if certificate is not None:
            save(certificate, answer.certificate)
        if coq is not None:
            from baccarat.theory.chemin.coq import write_coq

            save(coq, write_coq(answer.certificate))
    except (FileTrouble, Missing) as trouble:
        return trouble  # the answer took long: show it first, then complain
    return None


def _drawing(question: SolveQuestion, style: str) -> "Drawing":
    """The picture of the value, by decks or by commission."""
    if question.commission is None:
        from baccarat.theory.chemin.plots import plot_decks

        return plot_decks(question.chemin, bind=question.bound, style=style)
    from baccarat.theory.casino.plots import plot_commission

    return plot_commission(
        *(question.chemin, question.shoe_decks),
        composition=question.composition,
        bind=question.bound,
        style=style,
    )


def _dealt(
    game: "Payoffs", played: "Solution | Equilibrium", coups: int | None, seed: int
) -> "Dealt | None":
    """Deal the coups of `--deal`, with a progress bar on a terminal; Ctrl-C stops the dealing."""
    from baccarat.core.tally import Tally
    from baccarat.theory.chemin.strategy_dealing import Dealt, deal_coups

    if coups is None:
        return None
    one_by_one = deal_coups(game, played.ponte, played.banquier, coups, seed)
    outcomes: Counter[Outcome] = Counter()
    try:
        for coup in tracked(one_by_one, "dealing", coups):
            outcomes[coup.outcome()] += 1
    except KeyboardInterrupt:
        if not outcomes:
            raise
    return Dealt(game, seed, Tally.of(outcomes.items()), played.value)


# Certificates.


def _check(
    name: str, question: SolveQuestion, typed: TypedOptions, coq: str | None, as_json: bool
) -> None:
    """Print what a certificate proves; exit 1 if it proves nothing, 2 if it is no certificate."""
    from baccarat.theory.certificates import check_any
    from baccarat.theory.chemin.coq import write_coq

    fields = {part.option: question.said.get(part.name) for part in question.asked() if part.option}
    refuse("--check solves nothing", {**fields, **typed})
    check_kept(name, coq=coq)
    text = load(name)
    proved = reason = None
    try:
        proved = check_any(text)
    except NotProved as refusal:
        reason = str(refusal)
    except BaccaratError as complaint:
        raise BadText(f"{shown(name)}: {complaint}") from None
    if as_json:
        verdict = {"is_right": reason is None, "proves": proved, "refused": reason}
        show_json("solve", verdict, "check")
    elif proved is not None:
        say(f"proved: {proved}")
    else:
        warn(f"baccarat: {shown(name)}: refused: {reason}")
    if reason is not None:
        raise typer.Exit(FAILED_CHECK)
    if coq is not None:
        with telling_options(name):
            theorem = write_coq(text)
        save(coq, theorem)
