"""Compares an archive with fair shoes: questions, p-values corrected together, and a verdict."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from baccarat.archive.archive import Archive
from baccarat.archive.normal.cards import card_frequencies
from baccarat.archive.normal.deviations import (
    POWER,
    Deviations,
    LargestDeviation,
    is_too_close,
    p_value,
)
from baccarat.archive.normal.faults import ShoeFault, impossible_cards, impossible_results
from baccarat.archive.normal.frequencies import FREQUENCIES, comparable, deviations_of
from baccarat.archive.normal.orders import neighbours, order, streaks
from baccarat.archive.normal.power import visible
from baccarat.archive.normal.whole_shoes import equal_shoes, too_long
from baccarat.base.errors import BadValue
from baccarat.base.frozen import freezes
from baccarat.base.hints import guided, helpful
from baccarat.core.stats import holm
from baccarat.exact.weights.constants import Numbers

LEVEL = 0.01
TOO_CLOSE = "the numbers lie closer to the mean than chance allows"
MADE_UP = "shoes made up, or chosen so that their numbers look fair"
"""What else than unfair shoes may cause numbers that are too close to the mean."""
MOST_FAULTS = 1000
"""The most faults of a question that are named."""
QUESTIONS = {
    "winners": ("how often Player and Banker win and tie",
                "results left out or mistyped (often ties), or another game"),
    "pairs": ("how often the first two cards pair",
              "pairs not marked, or marked for one hand only"),
    "naturals": ("how often a hand has a natural",
                 "totals or numbers of cards mistyped"),
    "totals": ("how often each hand has each total",
               "totals mistyped, e.g. 6 and 9"),
    "third cards": ("how often each hand draws",
                    "third cards left out, or another game"),
    "lengths": ("whether more coups are written than the cards allow",
                "two shoes written as one, or more decks than stated"),
    "streaks": ("how many streaks have each length, without ties",
                "results left out in long streaks, or shoes made up"),
    "neighbours": ("how often a coup has the winner of the coup before",
                   "results typed twice or left out, or shoes made up"),
    "order": ("whether winners come early, late or in the middle of a shoe",
              "ends of shoes written with less care, or parts of shoes joined"),
    "cards": ("how often each card comes",
              "cards mistyped, another number of decks, or a card that is missing"),
    "equal shoes": ("whether two shoes share a long string of winners",
                    "the same shoe in two files, or written by two people"),
    "impossible results": ("results that the tableau does not allow",
                           "a coup mistyped, or another game"),
    "impossible cards": ("cards that no shoe of these decks has",
                         "a card mistyped, two shoes written as one, or more decks than stated"),
}  # fmt: skip
"""By question: what it asks; and what else than unfair shoes may cause a misfit, likeliest first"""


@dataclass(frozen=True, slots=True)
class ShoeTest:
    """A question about an archive, with its p-value before and after Holm's correction."""

    name: str
    p: float | None = None
    """None if the archive has too little to answer"""
    faults: tuple[ShoeFault, ...] = ()
    largest: LargestDeviation | None = None
    freedom: int = 0
    """the degrees of freedom of chi-square; 0 for questions of another kind"""
    corrected: float | None = None
    is_too_close: bool = False
    """whether chance seldom comes as close to the mean as these numbers"""

    @property
    def about(self) -> str:
        """What is asked."""
        return QUESTIONS[self.name][0]

    @property
    def cause(self) -> str:
        """The causes that a misfit may have besides unfair shoes, the likeliest first."""
        return MADE_UP if self.is_too_close else QUESTIONS[self.name][1]

    @property
    def says(self) -> str:
        """The first fault in words, or how far the numbers deviate."""
        if self.faults:
            more = len(self.faults) - 1
            return f"{self.faults[0]}{f', and {more} more' if more else ''}"
        if self.p is None:
            return "too little is known"
        if self.is_too_close:
            return TOO_CLOSE
        return str(self.largest or "none")

    def as_json(self) -> dict[str, object]:
        """The question as JSON."""
        return {
            "question": self.name,
            "about": self.about,
            "freedom": self.freedom,
            "p_float": self.p,
            "corrected_float": self.corrected,
            "says": self.says,
            "places": [fault.as_json() for fault in self.faults],
        }


@helpful
@guided
@dataclass(frozen=True, slots=True)
@freezes("visible")
class ArchiveCheck:
    """What a comparison of an archive with fair shoes has shown; it predicts nothing.

    >>> from baccarat import Record
    >>> check_archive(Archive.of([Record.deal(seed=7)])).verdict
    '1 shoe, 78 coups: the archive does not differ from fair shoes.'
    """

    shoes: int
    coups: int
    level: float
    tests: tuple[ShoeTest, ...]
    left_out: int
    """shoes of games with free decisions or a printed card, which are not compared"""
    visible: Mapping[str, float]
    """by fault: the share of coups or shoes that it must concern to be seen with 90 %"""

    @property
    def misfits(self) -> tuple[ShoeTest, ...]:
        """The questions whose corrected p-value is below the level."""
        values = ((test, test.corrected) for test in self.tests)
        return tuple(test for test, p in values if p is not None and p < self.level)

    @property
    def is_normal(self) -> bool:
        """Whether no question has a corrected p-value below the level."""
        return not self.misfits

    @property
    def verdict(self) -> str:
        """The verdict in plain words."""
        shoes, coups = (f"{many:,} {what}{'' if many == 1 else 's'}"
                        for many, what in ((self.shoes, "shoe"), (self.coups, "coup")))  # fmt: skip
        size = f"{shoes}, {coups}"
        if self.is_normal:
            return f"{size}: the archive does not differ from fair shoes."
        names = ", ".join(test.name for test in self.misfits)
        return f"{size}: the archive does not fit fair shoes ({names})."

    def lines(self) -> list[str]:
        """The verdict, and for each misfit the question and what else may cause the misfit."""
        told = [self.verdict]
        if self.left_out:
            told.append(f"Left out, because of free decisions or a printed card: {self.left_out}")
        for test in self.misfits:
            told += [f"{test.name}: {test.says}", f"  look first for: {test.cause}"]
        return told

    def powers(self) -> list[str]:
        """The faults that this check would have seen, in words."""
        return [
            f"{what}: too few shoes" if share > 1 else f"{what}: {100 * share:.2g} %"
            for what, share in self.visible.items()
        ]

    def as_json(self) -> dict[str, object]:
        """All questions as JSON."""
        return {
            "shoes": self.shoes,
            "coups": self.coups,
            "shoes_left_out": self.left_out,
            "level_float": self.level,
            "is_normal": self.is_normal,
            "verdict": self.verdict,
            "questions": [test.as_json() for test in self.tests],
            "power_float": POWER,
            "visible": [
                {"fault": fault, "share_float": share} for fault, share in self.visible.items()
            ],
        }


@guided
def check_archive(archive: Archive, level: float = LEVEL) -> ArchiveCheck:
    """Compare an archive with fair shoes of its decks; a low `level` seldom blames fair shoes.

    >>> from baccarat import coups
    >>> batch = next(coups(shoes=50, seed=7, cards="cards"))
    >>> check_archive(Archive.of_coups(batch)).is_normal
    True
    """
    if not 0 < level < 1:
        raise BadValue("a level must be between 0 and 1, e.g. 0.01")
    places = comparable(archive)
    left_out = len(archive) - len(places)
    if left_out:
        archive = archive.only(places)
    if not archive.coups:
        raise BadValue("the archive has no coup: there is nothing to compare")
    deviations = _measured(archive)
    tests = {name: _test(name, parts) for name, parts in deviations.items()}
    tests |= {test.name: test for test in _whole(archive, level)}
    values = {name: test.p for name, test in tests.items() if test.p is not None}
    for name, corrected in zip(values, holm(list(values.values())), strict=True):
        is_close = corrected < level and is_too_close(deviations.get(name, ()))
        tests[name] = replace(tests[name], corrected=corrected, is_too_close=is_close)
    tests |= {test.name: test for test in _certain(archive)}
    return ArchiveCheck(
        len(archive),
        archive.coups,
        level,
        tuple(_placed(tests[name], places) for name in QUESTIONS),
        left_out,
        visible(deviations, level / len(values)),
    )


def _placed(test: ShoeTest, places: Numbers) -> ShoeTest:
    """A test whose faults have the places of their shoes in the whole archive."""
    faults = (replace(fault, shoe=int(places[fault.shoe])) for fault in test.faults)
    return replace(test, faults=tuple(faults))


def _measured(archive: Archive) -> dict[str, list[Deviations]]:
    """For each question that counts something: how far the different shoes deviate."""
    deviations = {name: [deviations_of(ask, archive)] for name, ask in FREQUENCIES.items()}
    for name, count in (("streaks", streaks), ("neighbours", neighbours), ("order", order)):
        deviations[name] = [count(archive)]
    deviations["cards"] = card_frequencies(archive)
    return {name: [part for part in parts if part.freedom] for name, parts in deviations.items()}


def _test(name: str, parts: Sequence[Deviations]) -> ShoeTest:
    if not parts:
        return ShoeTest(name)
    largest = max((part.largest for part in parts), key=lambda number: abs(number.z))
    freedom = sum(part.freedom for part in parts)
    return ShoeTest(name, p_value(parts), largest=largest, freedom=freedom)


def _whole(archive: Archive, level: float) -> Iterator[ShoeTest]:
    """The questions about whole shoes."""
    for name, compare in (("lengths", too_long), ("equal shoes", equal_shoes)):
        p, faults = compare(archive, level)
        yield ShoeTest(name, p, tuple(faults[:MOST_FAULTS]))


def _certain(archive: Archive) -> Iterator[ShoeTest]:
    """The questions that a single fault decides: p is 0 or 1, and needs no correction."""
    for name, find in (
        ("impossible results", impossible_results),
        ("impossible cards", impossible_cards),
    ):
        faults = tuple(islice(find(archive), MOST_FAULTS))
        p = 0.0 if faults else 1.0
        yield ShoeTest(name, p, faults, corrected=p)
