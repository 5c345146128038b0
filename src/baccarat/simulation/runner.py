"""Deals the coups of a plan to a reader, with progress reports, a checkpoint and a stop."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from time import perf_counter
from typing import Generic

from baccarat.base.errors import BadValue, Refused
from baccarat.base.hints import quoted
from baccarat.base.signals import insisting
from baccarat.core.third_card import Strategy
from baccarat.simulation.checkpoint import Checkpoint, Counted
from baccarat.simulation.engine import AUTO, Engine
from baccarat.simulation.engines.choice import choose, ready
from baccarat.simulation.plan import Plan, whole_threads
from baccarat.simulation.protocols import Adds, Folds, Never, Stop, Value

Progress = Callable[[Value, int], None]
"""A function that is called with the value so far and its number of shoes; at the start, too."""


@dataclass(slots=True)
class Runner(Generic[Value]):
    """One run of a plan, and its state."""

    plan: Plan
    reader: Folds[Value]
    decide: Strategy
    engine: str | Engine = AUTO
    threads: int | None = None
    scheduler: str | None = None
    checkpoint: str | os.PathLike[str] | None = None
    chosen: Engine = field(init=False)
    """the engine that deals"""
    seconds: float = 0.0
    resumed: int = 0
    """the number of shoes that came from a checkpoint"""
    kept: list[Counted[Value]] = field(default_factory=list)
    """the counts at the milestones and at the end"""
    was_interrupted: bool = False
    """whether Ctrl-C or another signal stopped the run"""
    is_saved: bool = True
    """whether the checkpoint, if there is one, is complete"""

    def __post_init__(self) -> None:
        if self.checkpoint is not None and not isinstance(self.checkpoint, str | os.PathLike):
            raise BadValue(
                f"a checkpoint must be the path of a file, not {quoted(self.checkpoint)}"
            )
        if self.scheduler is not None and not isinstance(self.scheduler, str):
            raise BadValue(
                f"a scheduler must be given by its address, not {quoted(self.scheduler)}"
            )
        self.chosen = choose(self.engine, self.scheduler, self.plan, self.decide)
        self.threads = whole_threads(self.threads)

    def go(
        self,
        progress: Progress[Value] | None = None,
        stop: Stop | None = None,
        milestones: Iterable[int] = (),
    ) -> Counted[Value]:
        """Deal until the plan is finished or stopped, and return the finished part."""
        if progress is not None and not callable(progress):
            told = "progress is a function of a value and its number of shoes"
            raise BadValue(f"{told}, not {quoted(progress)}")
        is_token = callable(getattr(stop, "is_set", None)) and not isinstance(stop, type)
        if stop is not None and not is_token:
            raise BadValue(f"a stop must be a threading.Event, not {quoted(stop)}")
        stop = Never() if stop is None else stop
        plan, decide, start = self.plan, self.decide, perf_counter()
        file = None
        if self.checkpoint is not None:
            file = Checkpoint(self.checkpoint, plan, decide, self.reader)
        nothing = self.reader(())
        if not isinstance(nothing, Adds):
            raise BadValue(
                f"the value of a reader must support +, like a number: {quoted(nothing)} does not"
            )
        counted = Counted(nothing) if file is None else file.load()
        self.resumed = counted.shoes
        if progress is not None:
            progress(counted.tally, counted.shoes)
        if counted.shoes < plan.shoes and not stop.is_set():
            if file is not None:
                file.save(counted)  # fail at once if it cannot be written
            try:
                with (
                    insisting() as insist,
                    ready(self.chosen, plan, decide, self.threads, self.scheduler) as engine,
                ):
                    start = perf_counter()  # compiling does not count as dealing
                    for stage in self._stages(milestones):
                        parts = engine.read(stage, decide, self.reader, self.threads, stop)
                        for part, dealt in parts:
                            # One assignment, so that Ctrl-C cannot part the value from its shoes.
                            counted = Counted(_sum(counted.tally, part), counted.shoes + dealt)
                            if file is not None:
                                file.keep(counted)
                            if progress is not None:
                                progress(counted.tally, counted.shoes)
                            insist()
                        if stop.is_set():
                            break
                        self._require(counted.shoes, stage)
                        self.kept.append(counted)
            except KeyboardInterrupt:
                self.was_interrupted = True
                if not counted.shoes:
                    raise
            finally:
                if file is not None:
                    file.keep(counted, is_last=True)
        self.seconds = perf_counter() - start
        if not self.kept or self.kept[-1].shoes < counted.shoes:
            self.kept.append(counted)
        self.is_saved = file is None or not file.is_behind
        return counted

    def _require(self, shoes: int, stage: Plan) -> None:
        """Refuse an engine that has dealt more or fewer shoes than requested."""
        asked = (stage.first - self.plan.first) // self.plan.apart + stage.shoes
        if shoes != asked:
            raise Refused(f"the engine {self.chosen} dealt {shoes} of {asked} shoes")

    def _stages(self, milestones: Iterable[int]) -> Iterator[Plan]:
        """The shoes still to be dealt, in parts that end at the milestones.

        Milestones lie at the same shoes for every engine, whether or not a checkpoint was loaded.
        """
        plan, done = self.plan, self.resumed
        for begin, end in pairwise([done, *(s for s in milestones if s > done), plan.shoes]):
            yield plan.part(begin, end - begin)


def _sum(counted: Value, part: Value) -> Value:
    try:
        return counted + part
    except TypeError:
        told = f"the values of a reader must support +: {quoted(counted)} and {quoted(part)} do not"
        raise BadValue(told) from None
