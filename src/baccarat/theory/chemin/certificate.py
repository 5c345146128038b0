"""Certificates that prove a solution, as JSON, and a short checker of them.

    Certificate.parse(text) -> Certificate; certificate.dump() -> text (JSON)
    check(certificate) -> a sentence with the claim that is proved, or NotProved with the reason

The checker knows the payoffs and not the solver. Two strategies are optimal and the value is right
if the best reply to either of them gives exactly the value. They are the only ones if two more
things hold: every choice that is not mixed is a strict best reply, and the equations that make both
sides indifferent where they mix have one solution each. Where there are other optimal strategies,
the certificate lists the corners of both optimal sets. Each corner must be optimal, and the sets
must have the stated dimension and no other corners; this can be checked because every optimal
strategy is a best reply to the mean of the other side's corners. A certificate without sets claims
nothing about other strategies.
"""

import json
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from baccarat.base.errors import BadText, NotProved
from baccarat.base.frozen import freezes
from baccarat.base.hints import checked
from baccarat.core.shoe import Composition
from baccarat.core.tableau import CHEMIN_DE_FER, Move, Tableau
from baccarat.theory.certificate_reading import (
    read_fields,
    read_number,
    read_player,
    read_strategy,
    read_text,
    shown,
    write_strategy,
)
from baccarat.theory.chemin.in_words import but_for, told_game
from baccarat.theory.chemin.model import Model
from baccarat.theory.chemin.payoffs import net_lines, payoffs
from baccarat.theory.numbers import rational
from baccarat.theory.strategies import MixedStrategy, require_whole_strategy
from baccarat.theory.strategy_sets import (
    NamedLine,
    OptimalSet,
    along,
    rank,
    require_whole_set,
    whole_corners,
)

KIND = "chemin-de-fer"
KEYS = ["certificate", "model", "composition", "player", "bound", "value", "ponte", "banquier"]
KEYS += ["is_unique", "ponte_set", "banquier_set"]


@dataclass(frozen=True, slots=True)
@freezes("player", "bound", "ponte", "banquier")
class Certificate:
    """A claim about a game: its value, two optimal strategies, and whether there are others."""

    model: Model
    composition: Composition
    player: tuple[Move, ...]
    """the totals on which Player is bound, and those on which the ponte is free"""
    bound: MixedStrategy
    """all other bound decisions, with the probability of drawing"""
    value: Fraction
    ponte: MixedStrategy
    banquier: MixedStrategy
    is_unique: bool
    ponte_set: OptimalSet | None = None
    banquier_set: OptimalSet | None = None
    """where the solution is not unique: all optimal strategies of each side"""

    def dump(self) -> str:
        """The certificate as JSON."""
        fields = {
            "certificate": KIND,
            "model": self.model.name,
            "composition": str(self.composition),
            "player": "".join(map(str, self.player)),
            "bound": write_strategy(self.bound),
            "value": str(self.value),
            "ponte": write_strategy(self.ponte),
            "banquier": write_strategy(self.banquier),
            "is_unique": self.is_unique,
            "ponte_set": self.ponte_set and self.ponte_set.write(),
            "banquier_set": self.banquier_set and self.banquier_set.write(),
        }
        return json.dumps(fields, indent=1)

    @classmethod
    def parse(cls, text: str) -> "Certificate":
        """Read a certificate; its claims are not checked yet."""
        fields = read_fields(text, KIND, KEYS)
        if not isinstance(fields["is_unique"], bool):
            raise BadText("not a certificate: 'is_unique' must be true or false")
        sets = (fields["ponte_set"], fields["banquier_set"])
        return cls(
            Model.parse(read_text(fields["model"])),
            Composition.parse(read_text(fields["composition"])),
            read_player(fields["player"]),
            read_strategy(fields["bound"]),
            read_number(fields["value"]),
            read_strategy(fields["ponte"]),
            read_strategy(fields["banquier"]),
            fields["is_unique"],
            *(None if one is None else OptimalSet.read(one) for one in sets),
        )


class _ClaimedGame:
    """What each draw adds to Player's payoff: the ponte's by hand, the banquier's by cell."""

    def __init__(self, claim: Certificate) -> None:
        tableau = Tableau(claim.player, CHEMIN_DE_FER.banker)
        game = payoffs(claim.model, composition=claim.composition, tableau=tableau)
        self.value = rational(claim.value * game.total)
        names, (still, gains) = ("", *game.ponte), net_lines(game)
        self.still: dict[str, int] = dict(zip(names, still, strict=True))
        """Player's payoff if the banquier never draws: a line in x"""
        self.gains = {cell: dict(zip(names, line, strict=True)) for cell, line in gains.items()}
        """for each cell, what a draw adds to Player's payoff"""
        self.brings = {
            name: {"": self.still[name], **{cell: g[name] for cell, g in self.gains.items()}}
            for name in game.ponte
        }
        """for each hand, what a draw adds to Player's payoff: a line in y"""
        self.lines = {"ponte": self.brings, "banquier": self.gains}
        for name in claim.bound:
            if name not in self.brings and name not in self.gains:
                raise NotProved(f"there is no decision at {shown(name)}: bind another place")
        self.bound = claim.bound
        idle = [name for name, line in self.brings.items() if not any(line.values())]
        idle += [cell for cell, line in self.gains.items() if not any(line.values())]
        self.idle = {name for name in idle if name not in self.bound}
        self.settled = {*self.idle, *self.bound}

    def worth(self, strategy: MixedStrategy, who: str) -> tuple[fmpq, dict[str, fmpq]]:
        """Player's payoff against a strategy if the other side never draws; what each draw adds."""
        other = "banquier" if who == "ponte" else "ponte"
        point = {"": fmpq(1), **{name: rational(draws) for name, draws in strategy.items()}}
        still: NamedLine = self.still
        if who == "banquier":
            still = {"": self.still[""], **{cell: line[""] for cell, line in self.gains.items()}}
        drawing = {name: along(line, point) for name, line in self.lines[other].items()}
        return along(still, point), drawing

    def require_legal(self, strategy: MixedStrategy, who: str) -> None:
        require_whole_strategy(strategy, self.lines[who], who)
        for name, draws in strategy.items():
            if name in self.bound and draws != self.bound[name]:
                bound = shown(self.bound[name])
                raise NotProved(f"{name} is bound to {bound}, not to {shown(draws)}")

    def require_optimal(self, strategy: MixedStrategy, who: str) -> None:
        """Raise `NotProved` unless the best reply to a strategy gives exactly the value."""
        reply, drawing = self.worth(strategy, who)
        best = min if who == "ponte" else max
        for name, gain in drawing.items():
            if name in self.bound:
                reply += rational(self.bound[name]) * gain
            else:
                reply += best(gain, fmpq(0))
        if reply != self.value:
            raise NotProved(f"the best reply to the {who}'s strategy must give the claimed value")

    def left(
        self, x: MixedStrategy, y: MixedStrategy, who: str
    ) -> tuple[list[str], list[NamedLine], list[NamedLine]]:
        """One side's free decisions, and the conditions that make its strategies optimal.

        Every optimal strategy makes the strictly better choices against the other side's x or y,
        and x or y is a best reply to it.
        """
        own, other = (x, y) if who == "ponte" else (y, x)
        other_name = "banquier" if who == "ponte" else "ponte"
        worth = self.worth(other, other_name)[1]
        free = [name for name in own if not worth[name] and name not in self.settled]
        equal: list[NamedLine] = []
        at_least: list[NamedLine] = []
        for name, line in self.lines[other_name].items():
            if name in self.settled:
                continue
            if 0 < other[name] < 1:
                equal.append(line)
            else:  # the ponte draws where it gains, the banquier where Player loses
                sign = 1 if (other[name] == 1) == (who == "banquier") else -1
                at_least.append({key: sign * slope for key, slope in line.items()})
        return free, equal, at_least


def idle_decisions(claim: Certificate) -> list[str]:
    """The decisions of the claimed game that change nobody's expectation, in the order of names."""
    return sorted(_ClaimedGame(claim).idle)


@checked
def check(certificate: Certificate | str) -> str:
    """Say what a certificate proves; `NotProved` if it does not prove its claims."""
    claim = Certificate.parse(certificate) if isinstance(certificate, str) else certificate
    game = _ClaimedGame(claim)
    strategies = {"ponte": claim.ponte, "banquier": claim.banquier}
    for who, strategy in strategies.items():
        game.require_legal(strategy, who)
    for who, strategy in strategies.items():
        game.require_optimal(strategy, who)
    told = told_game(claim.model, claim.composition, claim.player, claim.bound)
    proved = f"{told}: the value is {claim.value}, and the strategies are optimal"
    if claim.is_unique:
        if claim.ponte_set or claim.banquier_set:
            raise NotProved(
                "the certificate claims one solution, but lists sets of other strategies"
            )
        for who in strategies:
            free, equal, _ = game.left(claim.ponte, claim.banquier, who)
            if len(free) != rank([[line[name] for name in free] for line in equal]):
                raise NotProved(f"other optimal strategies of the {who} are not excluded")
        return f"{proved} and the only ones{but_for(game.idle)}"
    if claim.ponte_set is None and claim.banquier_set is None:
        return f"{proved}; nothing is said about others"
    if claim.ponte_set is None or claim.banquier_set is None:
        raise NotProved("list the sets of both sides, or no sets")
    _check_sets(game, claim, claim.ponte_set, claim.banquier_set)
    return (
        f"{proved}; all optimal ones are sets of {claim.ponte_set.dimension} dimensions (ponte) "
        f"and {claim.banquier_set.dimension} (banquier), whose corners are listed"
        f"{but_for(game.idle)}"
    )


def _check_sets(game: _ClaimedGame, claim: Certificate, *named: OptimalSet) -> None:
    """Refuse sets with a corner that is not optimal, or with a corner missing."""
    middle: list[MixedStrategy] = []
    sides = list(zip(("ponte", "banquier"), (claim.ponte, claim.banquier), named, strict=True))
    for who, own, one in sides:
        corners = whole_corners(one, who, own, [n for n in own if n not in game.settled])
        for corner in corners:
            game.require_optimal(corner, who)
        share = Fraction(1, len(corners))
        middle.append({name: share * sum(c[name] for c in corners) for name in own})
    for who, own, one in sides:
        free, equal, at_least = game.left(middle[0], middle[1], who)
        require_whole_set(one, who, own, free, equal, at_least)
