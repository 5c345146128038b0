"""`stake`: sessions of a betting system, or of several on the same shoes."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Annotated, Any, ClassVar, Literal

from baccarat.archive.archive import Archive, shoe_name
from baccarat.base.errors import BadValue, UnknownName
from baccarat.core.games import as_game
from baccarat.core.plugins import opened
from baccarat.figures.sessions import exactly_json
from baccarat.questions.dealing import CEREMONY, DealtQuestion
from baccarat.questions.game import DECIDE, bet_names
from baccarat.questions.question import Ask, Misfit, refuse
from baccarat.questions.run import MOST_FIGURES, Figures, RunDealer, RunEstimate
from baccarat.questions.shares import read_share, spelled_share
from baccarat.simulation.plan import WHOLE_SESSION, WHOLE_SHOE
from baccarat.simulation.planning import exact_of
from baccarat.systems.archived import solve_archive, stake_archive
from baccarat.systems.chain.sessions import ExactSessions, solve_sessions
from baccarat.systems.comparison import ComparedSum, Comparison, compare
from baccarat.systems.ledger import Ledger
from baccarat.systems.pickers import BY_NAME as PICKERS
from baccarat.systems.register import OURS
from baccarat.systems.register import system as named
from baccarat.systems.session import PACE, RESTART, Session, SessionPlan, coups_in
from baccarat.systems.stake import USUAL_COUPS, Staked, answer_digest, short_names, stake
from baccarat.systems.system import KNOWN, System, seated, why_plain
from baccarat.systems.walk.session_arrays import LedgerSum

ALL = "all"
OWN = Session()
"""The default terms."""


def system_names() -> list[str]:
    return list(dict.fromkeys(system.key for system in (*OURS, *KNOWN)))


def picker_names() -> list[str]:
    return list(dict.fromkeys(("banker", "player", *PICKERS, *bet_names())))


@dataclass(frozen=True, kw_only=True)
class StakeQuestion(DealtQuestion):
    """Sessions of a betting system, or of several systems on the same shoes."""

    kind: ClassVar[str] = "stake"

    system: Annotated[
        str | None,
        Ask("The betting system, e.g. martingale or 'labouchere:1-2-3 on follow'.", option="",
            usual="flat", offers=system_names),
    ] = None  # fmt: skip
    compare: Annotated[
        tuple[str, ...],
        Ask("A system to compare with others on the same shoes, or `all`. May be repeated."),
    ] = ()
    on: Annotated[
        str | None,
        Ask("Bet, or rule that chooses the bet, if the system names none: banker, follow, road, "
            "random, bbp>p, count:dragon-7, …", usual="banker", offers=picker_names),
    ] = None  # fmt: skip
    sessions: Annotated[int, Ask("Number of sessions.", 1)] = 10_000
    bankroll: Annotated[int, Ask("Bankroll at the start, in units.", 1)] = OWN.bankroll
    unit: Annotated[int, Ask("Number of coins in a unit.", 1)] = OWN.unit
    most: Annotated[int | None, Ask("Maximum stake, in units.", 1, option="--max")] = None
    coups: Annotated[
        int | None, Ask("Number of coups in a session.", 1, usual=str(USUAL_COUPS))
    ] = None
    goal: Annotated[int | None, Ask("Bankroll at which to stop, in units.", 1)] = None
    stop_loss: Annotated[int | None, Ask("Loss at which to stop, in units.", 1)] = None
    trailing: Annotated[bool, Ask("Measure the stop-loss from the highest bankroll.")] = False
    shoes: Annotated[int | None, Ask("Number of shoes in a session.", 1)] = None
    short: Annotated[
        Literal["cut", "stop", "restart"],
        Ask("Action if a stake is larger than the bankroll or the maximum."),
    ] = "cut"
    hours: Annotated[
        float | None,
        Ask("Length of a session in hours.", high=10**6, above=0),
    ] = None
    pace: Annotated[int | None, Ask("Coups per hour.", 1, usual=str(PACE))] = None
    rebate: Annotated[
        str | None, Ask("Share of a session's loss that comes back, e.g. 10%: what it is worth.")
    ] = None
    to_the_end: Annotated[
        bool, Ask("Play until ruin, goal or stop-loss, without a limit of coups.")
    ] = False
    fresh: Annotated[bool, Ask("Deal every coup from a fresh shoe.")] = False
    exact: Annotated[bool, Ask("Show the exact figures, too; only for fresh coups.")] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.system is not None and self.compare:
            raise Misfit("name one system, or several with {compare}, not both")
        if self.fresh:
            refuse("a fresh coup has no burn and no cut card", self, *CEREMONY)
        if self.exact and not self.fresh:
            raise Misfit("{exact} needs {fresh}: coups of one shoe are not independent")
        if [self.coups, self.hours, self.to_the_end or None].count(None) < 2:
            raise Misfit("give only one length: {coups}, {hours} or {to_the_end}")
        if self.pace is not None and self.hours is None:
            raise Misfit("{pace} needs {hours}: give the hours, too")
        plan, systems, _ = (
            self.plan,
            self.systems,
            self.share,
        )  # complains at once of impossible values
        if not self.compare:
            played = seated(systems[0], plan.game, DECIDE)
            if self.exact and (reason := why_plain(played)):
                raise Misfit(f"{reason}: leave {{exact}} out")

    @cached_property
    def plan(self) -> SessionPlan:
        """The sessions to play, as the library's `SessionPlan`."""
        terms = {term.name: getattr(self, term.name) for term in fields(Session)}
        session = Session(**{**terms, "coups": self._coups})
        return SessionPlan(self.sessions, self.seed, self.table, session, self.fresh, self.endless)

    @property
    def _coups(self) -> int | None:
        """The number of coups of a session; None if no number of coups ends the session."""
        if self.hours is not None:
            return coups_in(self.hours, self._pace)
        is_ended = self.coups is not None or self.shoes is not None or self.to_the_end
        return self.coups if is_ended else USUAL_COUPS

    @property
    def _pace(self) -> int:
        return PACE if self.pace is None else self.pace

    @cached_property
    def systems(self) -> list[System]:
        """The systems of the question, without repetition."""
        if not self.compare:
            return [named("flat" if self.system is None else self.system, self.on)]
        every = [system.key for system in opened(System)]
        names = [name for text in self.compare for name in (every if text == ALL else [text])]
        systems = [named(named(name), self.on) for name in dict.fromkeys(names)]
        return list({str(system): system for system in systems}.values())

    @cached_property
    def share(self) -> Fraction | None:
        """The rebate as a fraction."""
        return None if self.rebate is None else read_share(self.rebate, "a rebate")

    @property
    def noun(self) -> str:
        return "sessions"

    @property
    def size(self) -> int:
        return self.sessions

    @property
    def work(self) -> int:
        session = self.plan.session
        length = session.coups or (session.shoes or 0) * WHOLE_SHOE or WHOLE_SESSION
        return self.sessions * length * len(self.systems)

    @cached_property
    def spelling(self) -> Mapping[str, Any]:
        values = {name: value for name, value in self.own.items()
                  if name not in ("system", "compare", "on")}  # fmt: skip
        if self.shoes is None and self.coups == USUAL_COUPS:
            del values["coups"]
        if self.rebate is not None:
            values["rebate"] = spelled_share(self.rebate)
        texts = tuple(map(str, self.systems))
        names: dict[str, Any] = {"compare": texts} if self.compare else {"system": texts[0]}
        return {
            **names,
            **values,
            "sessions": self.sessions,
            **self.dealing(has_end=not self.fresh),
        }

    def described(self) -> Mapping[str, Any]:
        dealing = self.plan.dealing.describe(DECIDE)
        # In older runs the picker forgot the board, too: their digests must differ.
        return dealing | {"restarts": "staking"} if self.short == RESTART else dealing

    def answer(self, dealer: RunDealer) -> "StakeAnswer":
        """Play the sessions until they are over or stopped."""
        plan = self.plan
        exact_odds = exact_of(plan.game, plan.dealing, DECIDE)
        options = {**dealer.options, "pace": self._pace, "rebate": self.share, "decide": DECIDE}

        def figures(systems: Sequence[System], ledgers: Sequence[Ledger]) -> Figures:
            pairs = list(zip(systems, ledgers, strict=True))[:MOST_FIGURES]
            staked = [Staked(system, plan, "", book, 0.0, exact_odds) for system, book in pairs]
            return _figures([part for part in staked if part.sessions and part.action])

        def tell(total: LedgerSum, sessions: int) -> None:
            dealer.tell(sessions, lambda: figures(self.systems, [total.ledger]))

        def tell_all(total: ComparedSum, sessions: int) -> None:
            ledgers = [part.ledger for part in total.ledgers]
            dealer.tell(sessions, lambda: figures(self._playing(len(ledgers)), ledgers))

        if self.compare:
            comparison = compare(plan, self.systems, progress=tell_all, **options)
            return StakeAnswer(self, comparison.found, comparison)
        staked = stake(
            *(self.systems[0], plan.sessions, plan.seed),
            session=plan.session,
            fresh=plan.fresh,
            decks=inf if plan.endless else None,
            game=plan.game,
            progress=tell,
            **options,
        )
        return StakeAnswer(self, (staked,))

    def answer_on(self, archive: Archive, evenings: bool = False) -> "StakeAnswer":
        """Play the systems on the written shoes of an archive."""
        if self.decks is not None:
            archive = archive.only(archive.decks == self.decks)
        decks = sorted(set(archive.decks.tolist()))
        if not decks:
            raise BadValue("the archive must have a shoe with this number of decks")
        if len(decks) > 1:
            raise BadValue(f"the shoes have {' and '.join(map(str, decks))} decks: choose one")
        game = _game_of(archive, self.game if "game" in self.said else None)
        shoes = self.shoes or (None if evenings else 1)
        is_ended = self.coups is not None or self.hours is not None or shoes is not None
        question = replace(
            self, decks=decks[0], game=game, shoes=shoes, to_the_end=self.to_the_end or not is_ended
        )
        comparison = stake_archive(
            archive,
            question.plan,
            [seated(system, question.plan.game, DECIDE) for system in question.systems],
            evenings=evenings,
            decide=DECIDE,
            pace=self._pace,
            rebate=self.share,
        )
        shown = comparison if self.compare else None
        return StakeAnswer(question, comparison.found, shown, archive, evenings)

    def _playing(self, count: int) -> list[System]:
        """The systems that are played; a system that does not fit the table is left out."""
        if count == len(self.systems):
            return self.systems
        playing = []
        for system in self.systems:
            try:
                playing.append(seated(system, self.plan.game, DECIDE))
            except Exception:  # listed among the systems left out, with the reason
                continue
        return playing

    def solve(
        self, system: System, tell: Callable[[int, int], None] | None = None
    ) -> ExactSessions | None:
        """The exact chances of a system's sessions. None if the question does not ask for them, or
        if the system sees more than winners or lays several wagers in a coup.

        If the chain is too large, the chances cover only the first coups.
        """
        if not self.exact or why_plain(system):
            return None
        return solve_sessions(self.plan, system, decide=DECIDE, tell=tell, in_part=True)


@dataclass(frozen=True)
class StakeAnswer:
    """The results of the sessions, system by system."""

    question: StakeQuestion
    staked: Sequence[Staked]
    comparison: Comparison | None = None
    archive: Archive | None = None
    """the written shoes that were played, if any"""
    evenings: bool = False
    """whether a session took as many written shoes as it needed"""

    def solve(self) -> list[ExactSessions | None]:
        """The exact chances of each system, if they are asked for or take little time."""
        if self.archive is None:
            return [self.question.solve(staked.system) for staked in self.staked]
        if self.evenings:
            return [None] * len(self.staked)
        plan, archive = self.staked[0].plan, self.archive
        return [solve_archive(archive, plan, staked.system, DECIDE) for staked in self.staked]

    @property
    def engine(self) -> str:
        return self.staked[0].engine

    @property
    def is_whole(self) -> bool:
        return self.staked[-1].is_whole

    @property
    def answer_digest(self) -> str:
        """SHA-256 of all counts."""
        return answer_digest(self.staked)

    @property
    def left_out(self) -> dict[str, str]:
        """The systems that were not played to the end, with the reasons."""
        faults = () if self.comparison is None else self.comparison.left_out
        return {name: why for name, _, why in (fault.partition(": ") for fault in faults)}

    def as_json(self, solved: Sequence[ExactSessions | None] | None = None) -> dict[str, Any]:
        """All results of each system; if `solved` is given, nothing is solved again."""
        if solved is None:
            solved = self.solve()
        comparison, archive = self.comparison, self.archive
        is_alone = comparison is None and archive is None
        apart = [None] * len(self.staked) if comparison is None else comparison.differences
        systems = [
            {
                **staked.as_json(),
                "exactly": exact and exactly_json(staked, exact, is_alone, DECIDE),
                "to_the_first_simulated": difference and difference.as_json(),
            }
            for staked, exact, difference in zip(self.staked, solved, apart, strict=True)
        ]
        answer: dict[str, Any] = {"systems": systems, "answer_digest": self.answer_digest}
        if archive is not None:
            answer["archive"] = {
                "shoes": len(archive),
                "coups": archive.coups,
                "sources": list(archive.source_names),
                "session": "evening" if self.evenings else "shoe",
                "digest": archive.digest,
            }
        return {**self.question.plan.as_json(), **answer, "left_out": self.left_out,
                "records": None}  # fmt: skip


def _game_of(archive: Archive, given: str | None) -> str:
    """The game of an archive's shoes; all shoes must be of the same game."""
    (usual, _), *_ = Counter(archive.games.tolist()).most_common(1)
    game = given or archive.game_names[usual]
    for place, name in enumerate(archive.game_names):
        where = shoe_name(archive, int((archive.games == place).argmax()))
        try:
            is_other = name != as_game(game).name
        except UnknownName as unknown:
            raise BadValue(f"{where}: {unknown}; leave the shoe out, or add the game") from None
        if is_other:
            raise BadValue(
                f"the shoes must all be of {game}, not of {name} as {where}: "
                "leave the shoes of other games out"
            )
    return game


def _figures(staked: Sequence[Staked]) -> Figures:
    """For each system: the win per unit staked, and if it has a single bet, the exact win."""
    estimates, exact = dict[str, RunEstimate](), dict[str, float]()
    for name, part in zip(short_names(staked), staked, strict=True):
        estimates[name] = RunEstimate(part.won, *part.won_interval())
        bets = list(part.ledger.bets)
        if len(bets) == 1 and part.system.count is None and not part.is_rounded:
            exact[name] = -float(part.exact[bets[0]].edge)
    return Figures(estimates, exact)
