"""The stream of coups: batches from any engine, for any reader."""

import os
from collections.abc import Callable, Iterator
from typing import Any

from baccarat.base.errors import BadValue, TooShallow
from baccarat.base.frames import Framed, one_stream, one_table
from baccarat.base.hints import guided, helpful, quoted
from baccarat.core.cards import Depth
from baccarat.core.games import Game, as_game, is_endless
from baccarat.core.rules import Rules
from baccarat.core.third_card import Strategy, as_key, nobody
from baccarat.simulation.coups import Coups, coup_columns
from baccarat.simulation.engine import AUTO, Engine
from baccarat.simulation.engines.choice import choose, ready
from baccarat.simulation.plan import Plan, whole_threads
from baccarat.simulation.planning import as_depth, plan_of
from baccarat.simulation.protocols import Folds, Stop, Value, as_planned, cards_for
from baccarat.simulation.reader import KNOWN
from baccarat.simulation.runner import Progress, Runner


@helpful
class CoupStream(Iterator[Coups], Framed):
    """An iterator of batches of coups, which also makes tables of all the coups.

    A table always has all coups, even if batches have been taken: shoes follow from their seed, so
    they are dealt again for each table. Arrow's stream interface gives the table batch by batch,
    so it need not fit into memory.
    """

    def __init__(
        self, plan: Plan, deal: Callable[[], Iterator[Coups]], depth: Depth | None
    ) -> None:
        self._plan, self._deal, self._batches = plan, deal, deal()
        self._columns = coup_columns(depth)

    def __repr__(self) -> str:
        shoes = f"{self._plan.shoes:,} shoe{'' if self._plan.shoes == 1 else 's'}"
        return f"<batches of coups: {shoes} of seed {self._plan.seed}>"

    def __next__(self) -> Coups:
        return next(self._batches)

    def _arrow(self) -> Any:
        return one_table(self._columns, (batch.to_arrow() for batch in self._deal()))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table batch by batch, for any library that speaks Arrow."""
        tables = (batch.to_arrow() for batch in self._deal())
        return one_stream(self._columns, tables, requested_schema)


@guided
def coups(
    shoes: int = 1_000,
    seed: int = 0,
    *,
    decks: float | None = None,
    game: str | Game = "punto-banco",
    rules: Rules | None = None,
    coups: int | None = None,
    fresh: bool = False,
    cards: Depth | str | None = None,
    engine: str | Engine = AUTO,
    threads: int | None = None,
    decide: Strategy = nobody,
    scheduler: str | None = None,
) -> CoupStream:
    """Deal the shoes of a seed, batch by batch: the coups that `simulate` counts.

    A batch has arrays, and is an iterator of shoes: each shoe is a list of results. With
    `cards="points"`, `"ranks"` or `"cards"`, a batch also has the cards.

    >>> sum(batch.total for batch in coups(shoes=100, seed=7))
    8027

    `coups(shoes=100).to_polars()` has all coups in one frame, and so has `to_pandas()`.
    """
    table = as_game(game, decks=decks, rules=rules)
    plan = plan_of(table, shoes, seed, coups, fresh, Depth.TOTALS, is_endless(decks))
    depth, decide = _cards(cards, plan), as_key(decide)
    chosen, threads = choose(engine, scheduler), whole_threads(threads)

    def deal() -> Iterator[Coups]:
        with ready(chosen, plan, decide, threads, scheduler) as dealer:
            yield from as_planned(plan, dealer.coups(plan, decide, depth), chosen)

    return CoupStream(plan, deal, depth)  # so errors come at once, not with the first batch


@guided
def fold(
    reader: str | Folds[Value],
    shoes: int = 1_000,
    seed: int = 0,
    *,
    decks: float | None = None,
    game: str | Game = "punto-banco",
    rules: Rules | None = None,
    coups: int | None = None,
    fresh: bool = False,
    engine: str | Engine = AUTO,
    threads: int | None = None,
    decide: Strategy = nobody,
    progress: Progress[Value] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    scheduler: str | None = None,
    stop: Stop | None = None,
) -> Value:
    """Deal the shoes of a seed on all cores, and return the value that a reader counts in them.

    A reader is a function, or the name of a registered reader. It takes batches of coups and
    returns a value that adds, and an empty value for no batches. It may have an attribute `cards`,
    the depth of cards that it needs.

    >>> from collections import Counter
    >>> def naturals(batches):
    ...     wins = (batch.winners[batch.used == 4].tolist() for batch in batches)
    ...     return Counter(winner for winners in wins for winner in winners)
    >>> fold(naturals, shoes=100, seed=7).total()
    2994
    """
    if isinstance(reader, str):
        reader = KNOWN.find(reader)
    if not callable(reader) or isinstance(reader, type):
        raise BadValue(f"a reader must be a function of batches of coups, not {quoted(reader)}")
    table = as_game(game, decks=decks, rules=rules)
    plan = plan_of(table, shoes, seed, coups, fresh, Depth.TOTALS, is_endless(decks))
    _cards(cards_for(reader), plan)
    run = Runner(plan, reader, as_key(decide), engine, threads, scheduler, checkpoint)
    folded: Value = run.go(progress, stop).tally
    if run.was_interrupted:  # the value alone does not show its number of shoes
        raise KeyboardInterrupt
    return folded


def _cards(cards: Depth | str | None, plan: Plan) -> Depth | None:
    """The depth of the cards; raises TooShallow if the printed card is not known to that depth."""
    if cards is None:
        return None
    depth, printed = as_depth(cards), plan.rules.printed
    if depth is Depth.TOTALS:
        return None
    if printed is not None and printed.depth < depth:
        raise TooShallow(f"only {printed} is known of the printed card, not its {depth}")
    return depth
