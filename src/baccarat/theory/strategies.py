"""Mixed strategies: how often one side draws in each of its decisions.

mixed_in(strategy), mark_of(strategy["5"])      its mixed decisions; D, S or *
require_strategy(strategy, names, who)          BadText for a strategy that does not fit the game
require_whole_strategy(strategy, names, who)    NotProved instead, for one in a certificate
"""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

from baccarat.base.errors import BadText, NotProved
from baccarat.theory.certificate_reading import shown

MixedStrategy = Mapping[str, Fraction]
"""The probability of drawing, for each hand or cell that the side sees."""


def mixed_in(strategy: MixedStrategy) -> dict[str, Fraction]:
    """The mixed decisions of a strategy."""
    return {name: draws for name, draws in strategy.items() if 0 < draws < 1}


def mark_of(draws: Fraction) -> str:
    """The mark of a decision: D if it always draws, S if it always stands, `*` if it is mixed."""
    return "*" if 0 < draws < 1 else "D" if draws else "S"


def require_strategy(
    strategy: MixedStrategy, names: Iterable[str], who: str, error: type[Exception] = BadText
) -> None:
    """Refuse a strategy that omits a decision or has a number that is no probability."""
    for name in names:
        if name not in strategy:
            raise error(f"the {who}'s strategy must say what to do at {name}")
        if not 0 <= strategy[name] <= 1:
            raise error(f"{name}: {shown(strategy[name])} is no probability")


def require_whole_strategy(strategy: MixedStrategy, names: Collection[str], who: str) -> None:
    """Refuse a strategy in a certificate that is not exactly one probability for each decision."""
    require_strategy(strategy, names, who, NotProved)
    if len(strategy) != len(names):
        raise NotProved(f"the {who} must have no decision where there is nothing to decide")
