"""Sessions of betting systems as a run of the laboratory."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from baccarat.base.errors import BadText
from baccarat.core.plugins import opened
from baccarat.figures.sessions import exactly_json
from baccarat.simulation.plan import WHOLE_SESSION, WHOLE_SHOE
from baccarat.simulation.planning import exact_of, table_of
from baccarat.systems.chain.sessions import solve_sessions
from baccarat.systems.comparison import ComparedSum, compare
from baccarat.systems.ledger import Ledger
from baccarat.systems.register import system as named
from baccarat.systems.session import PACE, RESTART, Session, SessionPlan, coups_in
from baccarat.systems.stake import USUAL_COUPS, Staked, answer_digest, short_names, stake
from baccarat.systems.system import System, seated
from baccarat.systems.walk.session_arrays import LedgerSum
from baccarat.web.runs.run import RunEstimate
from baccarat.web.runs.work import (
    CEREMONY,
    DECIDE,
    MOST_FIGURES,
    USUAL_GAME,
    DealtHow,
    Figures,
    LabWork,
    Worked,
    dealing_options,
    dealt_otherwise,
    refuse_said,
    usual_left_out,
    with_ceremony,
)

ALL = "all"
SESSIONS = 10_000
TERMS = ("bankroll", "unit", "most", "goal", "stop_loss", "trailing", "shoes", "short")
"""Of a session, as they are asked for."""
OPTIONS = {"most": "--max", "stop_loss": "--stop-loss", "to_the_end": "--to-the-end"}
"""Options that are not called as the field is."""


class StakeWork(LabWork):
    """Sessions of one system, or of several on the same shoes."""

    kind = "stake"
    unit = "sessions"

    def __init__(self, asked: Mapping[str, Any]) -> None:
        name, several = asked.get("system"), tuple(asked.get("compare") or ())
        if name is not None and several:
            raise BadText("name one system, or several with compare, not both")
        fresh = bool(asked.get("fresh"))
        if fresh:
            refuse_said("a fresh coup has no burn and no cut card", asked, *CEREMONY)
        self._exact = bool(asked.get("exact"))
        if self._exact and not fresh:
            raise BadText("exact needs fresh: coups of one shoe are not independent")
        endless = bool(asked.get("endless"))
        if endless:
            refuse_said("an endless deck has no number", asked, "decks")
        usual = table_of(asked.get("game") or USUAL_GAME)
        table = table_of(usual, asked.get("decks"))
        table = replace(table, rules=with_ceremony(table.rules, asked))
        self._pace = PACE if asked.get("pace") is None else asked["pace"]
        said = {each: asked[each] for each in TERMS if asked.get(each) is not None}
        terms = Session(**said, coups=_coups(asked))
        self.of = SESSIONS if asked.get("sessions") is None else asked["sessions"]
        seed = asked.get("seed") or 0
        self.plan = SessionPlan(self.of, seed, table, terms, fresh, endless)
        self.systems = _systems(name, several, asked.get("on"))
        for each in self.systems[:1] if not several else ():
            seated(each, table, DECIDE)
        self._compares = bool(several)
        length = terms.coups or (terms.shoes or 0) * WHOLE_SHOE or WHOLE_SESSION
        self.coups = self.of * length * len(self.systems)
        spelled = tuple(map(str, self.systems))
        own = Session()
        self.question = usual_left_out(
            {
                "compare" if several else "system": spelled if several else spelled[0],
                "sessions": self.of,
                "seed": seed,
                **{each: getattr(terms, each) for each in TERMS},
                **{each: asked.get(each) for each in ("coups", "hours", "pace", "to_the_end")},
                "fresh": fresh,
                "exact": self._exact,
                "endless": endless,
            },
            {"seed": 0} | {each: getattr(own, each) for each in TERMS} | {"coups": _usual(terms)},
        ) | dealt_otherwise(table, usual, not fresh)

    def described(self) -> Mapping[str, Any]:
        dealing = self.plan.dealing.describe(DECIDE)
        # Before, the picker forgot the board, too: those runs are others.
        return dealing | {"restarts": "staking"} if self.plan.session.short == RESTART else dealing

    def options(self) -> Iterator[tuple[str, Any]]:
        asked = self.question
        yield "", asked.get("system", ())
        for name, value in asked.items():
            if name not in ("system", "seed", "game", "decks", "endless", *CEREMONY):
                yield OPTIONS.get(name, f"--{name}"), value
        yield from dealing_options(asked)

    def go(self, how: DealtHow) -> Worked:
        plan, table = self.plan, self.plan.game
        exactly = exact_of(table, plan.dealing, DECIDE)
        asked: dict[str, Any] = {"engine": how.engine, "threads": how.threads, "stop": how.stop}
        asked |= {"checkpoint": how.checkpoint, "scheduler": how.scheduler, "pace": self._pace}

        def figures(systems: Sequence[System], ledgers: Sequence[Ledger]) -> Figures:
            pairs = list(zip(systems, ledgers, strict=True))[:MOST_FIGURES]
            found = [Staked(one, plan, "", book, 0.0, exactly) for one, book in pairs]
            return _figures([each for each in found if each.sessions and each.action])

        if not self._compares:
            [one] = self.systems

            def tell(done: LedgerSum, sessions: int) -> None:
                how.tell(sessions, lambda: figures([one], [done.ledger]))

            staked = stake(
                one,
                plan.sessions,
                plan.seed,
                session=plan.session,
                fresh=plan.fresh,
                decks=inf if plan.endless else None,
                game=table,
                decide=DECIDE,
                progress=tell,
                **asked,
            )
            return self._worked([staked], [None], {})

        def tell_all(done: ComparedSum, sessions: int) -> None:
            ledgers = (each.ledger for each in done.ledgers)
            how.tell(sessions, lambda: figures(self._playing(done), list(ledgers)))

        compared = compare(plan, self.systems, decide=DECIDE, progress=tell_all, **asked)
        faults = (each.partition(": ") for each in compared.left_out)
        apart = [each.as_json() for each in compared.differences]
        return self._worked(compared.found, apart, {name: why for name, _, why in faults})

    def _playing(self, done: ComparedSum) -> list[System]:
        """Those whose ledgers are summed; a system that cannot sit down has none."""
        if len(done.ledgers) == len(self.systems):
            return self.systems
        playing = []
        for each in self.systems:
            try:
                playing.append(seated(each, self.plan.game, DECIDE))
            except Exception:  # it is among those left out, with its reason
                continue
        return playing

    def _worked(
        self, found: Sequence[Staked], apart: Sequence[object], left_out: dict[str, str]
    ) -> Worked:
        if not found[-1].is_whole:
            return Worked({}, "", found[0].engine, False)
        told = [
            {**each.as_json(), "exactly": self._exactly(each), "to_the_first_simulated": more}
            for each, more in zip(found, apart, strict=True)
        ]
        digest = answer_digest(found)
        answer = {**self.plan.as_json(), "systems": told, "answer_digest": digest}
        answer |= {"left_out": left_out, "records": None}
        return Worked(answer, digest, found[0].engine, True)

    def _exactly(self, found: Staked) -> dict[str, object] | None:
        """The exact chances; what takes too long says so instead."""
        if not self._exact:
            return None
        solved = solve_sessions(self.plan, found.system, decide=DECIDE, in_part=True)
        return exactly_json(found, solved, not self._compares, DECIDE)


def _figures(found: Sequence[Staked]) -> Figures:
    """What a unit staked has won, by system; exactly known where all was laid on one bet."""
    estimates, exact = dict[str, RunEstimate](), dict[str, float]()
    for name, each in zip(short_names(found), found, strict=True):
        estimates[name] = RunEstimate(each.won, *each.won_interval())
        bets = list(each.ledger.bets)
        if len(bets) == 1 and each.system.count is None and not each.is_rounded:
            exact[name] = -float(each.exact[bets[0]].edge)
    return Figures(estimates, exact)


def _usual(terms: Session) -> int | None:
    """How many coups a session has if nothing is said."""
    return USUAL_COUPS if terms.shoes is None else None


def _coups(asked: Mapping[str, Any]) -> int | None:
    """How many coups a session has; None if something else ends it."""
    coups, hours, pace = (asked.get(name) for name in ("coups", "hours", "pace"))
    endless = bool(asked.get("to_the_end"))
    if [coups, hours, endless or None].count(None) < 2:
        raise BadText("say how long once: coups, or hours, or to_the_end")
    if pace is not None and hours is None:
        raise BadText("pace is the pace of hours: say how many")
    if hours is not None:
        return coups_in(hours, PACE if pace is None else pace)
    return coups if coups is not None or asked.get("shoes") or endless else USUAL_COUPS


def _systems(name: str | None, several: Sequence[str], on: str | None) -> list[System]:
    """The systems that are asked for."""
    if not several:
        return [named(name or "flat", on)]
    known = [each.key for each in opened(System)]
    names = [one for each in several for one in (known if each == ALL else [each])]
    systems = [named(each) for each in dict.fromkeys(names)]
    return systems if on is None else [named(each, on) for each in systems]
