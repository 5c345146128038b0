"""Questions to the laboratory as they are sent: names, numbers, prices, ladders, and no code."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from baccarat.core.shoe import MOST_DECKS
from baccarat.web.gate.responses import Strict

MOST_NAME = 80
MOST_NAMES = 12
MOST_NUMBER = 10**15
"""Beyond this no run is allowed, and every number of JSON is still whole everywhere."""
MOST_SEED = (1 << 64) - 1

_Name = Annotated[str, Field(max_length=MOST_NAME)]
_Names = Annotated[list[_Name], Field(max_length=MOST_NAMES)]
_Many = Annotated[int, Field(ge=1, le=MOST_NUMBER)]
_CutCard = Annotated[int, Field(ge=0, le=52 * MOST_DECKS)]
_Engine = Literal["auto", "cpu", "reference"]


class _Dealt(Strict):
    """What every question may say: the seed, the game, and how it is dealt."""

    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] = 0
    game: Annotated[_Name, Field(description="`GET /api/v1/games` lists them.")] = "punto-banco"
    decks: Annotated[
        int | None,
        Field(ge=1, le=MOST_DECKS, description="The game's own number if it is not said."),
    ] = None
    burn: Annotated[bool | None, Field(description="Burn by the first card.")] = None
    engine: Annotated[
        _Engine, Field(description="Who deals; it changes the time, and never the answer.")
    ] = "auto"


class _Ended(_Dealt):
    """And where a shoe ends."""

    endless: Annotated[
        bool, Field(description="A deck to which every card returns; then there are no `decks`.")
    ] = False
    cut_card: Annotated[_CutCard | None, Field(description="Cards behind the cut card.")] = None
    last_coup: Annotated[
        _Name | None, Field(description="Which coup is the last: rule `A`, `B` or `C`, or `2/1`.")
    ] = None


class SimulateQuestion(_Ended):
    """Shoes of a seed: every bet with its interval, beside the exact edge."""

    kind: Literal["simulate"]
    shoes: Annotated[_Many | None, Field(description="How many shoes; or one of the next.")] = None
    coups: Annotated[_Many | None, Field(description="As many shoes as have these coups.")] = None
    fresh: Annotated[_Many | None, Field(description="Coups, each from a fresh shoe.")] = None
    until: Annotated[
        float | None,
        Field(
            gt=0,
            le=100,
            description="As many shoes as make the 99 % interval of an edge so narrow: its "
            "half-width, in per cent of the stake. Not with a plug-in's bets.",
        ),
    ] = None
    each: Annotated[_Many | None, Field(description="Coups of each shoe; all if not said.")] = None
    bets: Annotated[
        _Names, Field(description="More bets, perhaps at a price: `lucky-6:12/23`.")
    ] = Field(default_factory=list)
    all_bets: Annotated[bool, Field(description="Every bet there is.")] = False
    depth: Annotated[
        Literal["totals", "points", "ranks", "cards"] | None,
        Field(description="Count the bets that look no deeper."),
    ] = None


class StakeQuestion(_Ended):
    """Sessions of a betting system, or of several on the same shoes."""

    kind: Literal["stake"]
    system: Annotated[
        _Name | None, Field(description="`martingale`, `1-3-2-6 on player`, `labouchere:1-2-3`.")
    ] = None
    on: Annotated[_Name | None, Field(description="What to bet on.")] = None
    compare: Annotated[_Names, Field(description="Several systems, instead of one.")] = Field(
        default_factory=list
    )
    sessions: _Many = 10_000
    bankroll: Annotated[_Many, Field(description="Units in hand at the start.")] = 100
    unit: Annotated[_Many, Field(description="Coins of a unit.")] = 20
    most: Annotated[_Many | None, Field(description="The most units of a stake.")] = None
    goal: Annotated[_Many | None, Field(description="Stop with so many units in hand.")] = None
    stop_loss: Annotated[_Many | None, Field(description="Stop when so many are lost.")] = None
    trailing: Annotated[bool, Field(description="Count that loss from the most in hand.")] = False
    coups: Annotated[_Many | None, Field(description="Coups of a session.")] = None
    shoes: Annotated[_Many | None, Field(description="Shoes of a session.")] = None
    hours: Annotated[
        float | None, Field(gt=0, le=10**6, description="Hours of a session, at a pace.")
    ] = None
    pace: Annotated[_Many | None, Field(description="Coups an hour.")] = None
    to_the_end: Annotated[bool, Field(description="Play to ruin or a stop.")] = False
    short: Annotated[
        Literal["cut", "stop", "restart"],
        Field(description="What happens to a stake that cannot be laid whole."),
    ] = "cut"
    fresh: Annotated[bool, Field(description="Deal every coup from a shoe of its own.")] = False
    exact: Annotated[bool, Field(description="The exact chances beside; with `fresh`.")] = False


class CountQuestion(_Dealt):
    """What card counts are worth, on the same shoes."""

    kind: Literal["count"]
    counts: Annotated[
        _Names,
        Field(
            min_length=1,
            description="`dragon-7`, `suggested on tie`, `perfect on tie`, "
            "`0 0 0 -1 -1 -1 -1 2 2 0 at 4 on dragon-7`.",
        ),
    ]
    bets: Annotated[
        _Names, Field(description="The bets of counts that name none, perhaps at a price.")
    ] = Field(default_factory=list)
    shoes: _Many = 100_000
    cut_cards: Annotated[
        list[_CutCard], Field(max_length=MOST_NAMES, description="Cards behind the cut card.")
    ] = Field(default_factory=list)
    last_coups: Annotated[_Names, Field(description="Last-coup rules.")] = Field(
        default_factory=list
    )
    pace: Annotated[_Many, Field(description="Coups an hour.")] = 70
    as_won: Annotated[bool, Field(description="Leave the exact expectations out.")] = False


AnyQuestion = Annotated[
    SimulateQuestion | StakeQuestion | CountQuestion, Field(discriminator="kind")
]


def fields_of(asked: SimulateQuestion | StakeQuestion | CountQuestion) -> Mapping[str, Any]:
    """What a question asks for; neither its kind nor who deals."""
    return asked.model_dump(exclude={"kind", "engine"}, exclude_defaults=True)
