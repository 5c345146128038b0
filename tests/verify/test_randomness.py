"""`verify --random`: its words are the stream's, its p-values are uniform, and it finds faults."""

import json
import subprocess
import sys
from collections.abc import Callable
from itertools import islice, product
from math import exp, factorial, sqrt

import numpy as np
import pytest
import typer

from baccarat.cli.commands.verify import verify as command
from baccarat.core import rules
from baccarat.core.chance import SEEDS, words
from baccarat.core.rules import Rules
from baccarat.core.shoe import Shoe
from baccarat.core.stats import chi_square_tail
from baccarat.verify import randomness
from baccarat.verify.randomness import (
    BLOCKS,
    LEVEL,
    RandomWords,
    card_checks,
    chi_square,
    corrected,
    raw_words,
    word_checks,
    words_of,
)

SHOES = 1000


@pytest.mark.parametrize(("seed", "first"), [(0, 0), (7, 2**40), (2**63 + 5, SEEDS - 2)])
def test_the_words_are_those_of_the_specification(seed: int, first: int) -> None:
    ours = words_of(seed, first, 2).tolist()
    assert ours == [
        word
        for shoe in (first, first + 1)
        for block in range(BLOCKS)
        for word in words(seed, shoe, block)
    ]


def test_raw_words_go_on_from_shoe_to_shoe() -> None:
    raw = b"".join(islice(raw_words(7, at_once=3), 2))
    assert raw == b"".join(
        word.to_bytes(4, "little")
        for shoe in range(6)
        for block in range(BLOCKS)
        for word in words(7, shoe, block)
    )


@pytest.mark.parametrize("freedom", [2, 4, 10, 50, 204, 254])
def test_chi_square_with_even_freedom_is_a_sum_of_poisson(freedom: int) -> None:
    for statistic in (0.1, 1.0, freedom / 2, freedom, 1.3 * freedom, 2 * freedom):
        half = statistic / 2
        tail = sum(exp(-half) * half**n / factorial(n) for n in range(freedom // 2))
        assert chi_square_tail(statistic, freedom) == pytest.approx(tail, rel=1e-10)


@pytest.mark.parametrize(
    ("statistic", "freedom", "tail"),
    [(3.841, 1, 0.05), (6.635, 1, 0.01), (16.919, 9, 0.05), (21.666, 9, 0.01), (0.0158, 1, 0.9)],
)
def test_chi_square_is_that_of_printed_tables(statistic: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(tail, abs=5e-5)


def test_rare_cells_are_joined() -> None:
    counts, chances = np.array([50, 3, 4, 43]), [0.5, 0.03, 0.04, 0.43]
    statistic, p = chi_square(counts, chances)
    assert statistic == pytest.approx(0)
    assert p == pytest.approx(0, abs=1e-9)  # two-sided: too good to be true


@pytest.mark.parametrize(("things", "parts"), [*product(range(1, 7), repeat=2)])
def test_hands_of_poker_are_counted(things: int, parts: int) -> None:
    onto = sum(len(set(each)) == parts for each in product(range(parts), repeat=things))
    assert randomness._partitions(things, parts) == onto / factorial(parts)


def test_holm_is_as_published() -> None:
    # Holm (1979): with p = .01, .04, .03, .005 the corrected values are .03, .06, .06, .02.
    found = [(str(p), "words", 0.0, p) for p in (0.01, 0.04, 0.03, 0.005)]
    assert [round(each.corrected, 12) for each in corrected(found)] == [0.03, 0.06, 0.06, 0.02]


@pytest.mark.slow
def test_the_values_of_every_test_are_uniform() -> None:
    """Kolmogorov and Smirnov, at a level of one in 10,000 for each of the tests."""
    seeds = 40
    values: dict[str, list[float]] = {}
    for seed in range(seeds):
        for name, _, _, p in word_checks(words_of(seed, 0, SHOES)):
            values.setdefault(name, []).append(p)
        for name, _, _, p in card_checks(seed, 150):
            values.setdefault(name, []).append(p)
    steps = np.arange(seeds + 1) / seeds
    for name, ps in values.items():
        ranked = np.sort(ps)
        off = max(np.abs(ranked - steps[1:]).max(), np.abs(ranked - steps[:-1]).max())
        assert off < 2.23 / sqrt(seeds), name


def bent(given: RandomWords) -> RandomWords:
    """One word of 20 has its highest bit set."""
    given[::20] |= np.uint64(1 << 31)
    return given


def congruential(given: RandomWords) -> RandomWords:
    """RANDU, whose triples lie on fifteen planes; here as 32-bit words."""
    word, words = 1, []
    for _ in range(len(given)):
        word = 65539 * word % 2**31
        words.append(2 * word)
    return np.array(words, dtype=np.uint64)


FAULTS: dict[str, Callable[[RandomWords], RandomWords]] = {
    "a high bit too often": bent,
    "RANDU": congruential,
    "words in order": lambda given: np.sort(given),
    "each word twice": lambda given: np.repeat(given[::2], 2),
    "too regular": lambda given: np.arange(len(given), dtype=np.uint64) * np.uint64(20651) % 2**32,
    "half of the bits": lambda given: given & np.uint64(0xFFFF0000),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faulty_words_fail(fault: str) -> None:
    checks = corrected(list(word_checks(FAULTS[fault](words_of(3, 0, SHOES)))))
    assert min(check.corrected for check in checks) < LEVEL


@pytest.mark.parametrize(
    "fault", ["no nine is ever first", "the first two cards change places by points"]
)
def test_faulty_shoes_fail(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fair = Rules.shoe

    def shoe(self: Rules, seed: int, number: int) -> Shoe:
        dealt = fair(self, seed, number)
        first, second, *others = dealt.cards
        if fault.startswith("no nine"):
            turn = first.points == 9
        else:
            turn = first.points > second.points and number % 2 == 0
        cards = (second, first, *others) if turn else dealt.cards
        return Shoe(cards, dealt.cut_card, dealt.last_coup)

    monkeypatch.setattr(rules.Rules, "shoe", shoe)
    checks = corrected(list(card_checks(3, 2000)))
    assert min(check.corrected for check in checks) < LEVEL


def test_the_command_exits_with_1_if_a_test_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fair = randomness.words_of
    monkeypatch.setattr(randomness, "words_of", lambda *asked: bent(fair(*asked)))
    app = typer.Typer()
    app.command()(command)
    code = app(["--random", "--shoes", "500", "--json"], standalone_mode=False)
    told = json.loads(capsys.readouterr().out)
    assert code == 1
    assert told["is_right"] is False
    assert [test["what"] for test in told["tests"] if not test["is_right"]]


def test_raw_words_end_quietly_with_their_reader() -> None:
    command = [sys.executable, "-m", "baccarat", "verify", "--random", "--raw", "--seed", "7"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        first = process.stdout.read(16)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert first == b"".join(word.to_bytes(4, "little") for word in words(7, 0, 0))
