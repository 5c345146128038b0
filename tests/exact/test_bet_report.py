"""What every bet is worth: the page is what the code makes, and its figures hold together."""

import csv
import re
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from checkout import ROOT
from exact.edges_page import (
    cards_text,
    effect_rows,
    everything,
    filled,
    tables,
    tags_text,
    worth_row,
)

from baccarat import bet, registered
from baccarat.core.cards import DECK, Card, Rank, Suit
from baccarat.core.counts import tags_by_number
from baccarat.exact.bet_report import FOLLOWS, LARGEST_TAGS, home_of, worth
from baccarat.verify import figures

DOCS = ROOT / "docs"
PAGE = (DOCS / "reference" / "edges.md").read_text("utf-8")
NAMES = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def lines(part: str) -> list[list[str]]:
    """The cells of a table, below the heading that is named."""
    text = PAGE.partition(f"## {part}\n")[2].partition("\n## ")[0]
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


WORTH = {row[0].strip("`"): row for row in lines("Edge, spread and count")}
EFFECTS = lines("Effects of removal")
SUITS = "♣♦♥♠"


def effects_of(spelled: str) -> dict[Card, float]:
    """The printed effect of every card of a deck."""
    found = {}
    for row in EFFECTS:
        name, _, suits = row[0].partition("` ")
        if name.strip("`") == spelled:
            for letter, cell in zip(NAMES, row[1:], strict=True):
                rank = Rank("T" if letter == "10" else letter)
                for suit in Suit:
                    if suit.symbol in (suits or SUITS):
                        found[Card.of(rank, suit)] = float(cell)
    return found


def tags_of(text: str) -> dict[Card, int]:
    """The tag of every card of a deck, as the page prints them."""
    found = dict.fromkeys(DECK, 0)
    for tag, cards in re.findall(r"([+-]\d+): ([^,]+)", text):
        for word in cards.split():
            suits = [suit for suit in Suit if suit.symbol in word] or list(Suit)
            letters = word.strip(SUITS)
            ranks = "10 J Q K" if letters == "10–K" else letters or " ".join(NAMES)
            for letter, suit in product(ranks.split(), suits):
                found[Card.of(Rank("T" if letter == "10" else letter), suit)] = int(tag)
    return found


def test_every_bet_and_every_other_price_has_its_lines() -> None:
    spelled = everything()
    assert len(set(spelled)) == len(spelled) == len(registered()) + 25
    assert list(WORTH) == spelled
    assert list(dict.fromkeys(row[0].split()[0].strip("`") for row in EFFECTS)) == spelled
    assert all(str(bet(one)) == one for one in spelled)


SAMPLE = ["player:1", "tie:9", "dragon-7:40", "3-giving-8:200", "tiger-pair:4/20/100"]
SAMPLE += ["player-7-up:1/0.5", "lucky-6:12/23", "knockout-9:2.5", "banker-at-fabulous-4:2/1"]


@pytest.mark.parametrize("spelled", SAMPLE)
def test_the_page_is_what_the_code_makes(spelled: str) -> None:
    found = worth(spelled)
    assert worth_row(found) in PAGE.splitlines()
    assert set(effect_rows(found)) <= set(PAGE.splitlines())


def test_the_tables_of_the_page_are_put_in_their_places() -> None:
    page = filled(PAGE, (["| bet | one |"], ["| bet | two |"]))
    assert page.index("| bet | one |") < page.index("## Effects") < page.index("| bet | two |")
    exact, heading, perfect = page.partition("## Perfect play")
    assert "`dragon-7:40`" not in exact
    assert f"{heading}{perfect}" == PAGE[PAGE.index(heading) :]
    assert filled(exact, tables(["tie"])).count("`tie:8`") == 2


def test_the_page_in_prose_quotes_these_edges() -> None:
    text = (DOCS / "what-is-it-worth.md").read_text("utf-8")
    quoted = re.findall(r"^\| .*`(.*?)` \| (.*?) % \| (.*?) % \|$", text, re.M)
    assert len(quoted) > 10
    for spelled, eight, six in quoted:
        assert WORTH[spelled][1:3] == [six, eight], spelled


def units_text(line: dict[str, str]) -> str:
    units, error = float(line["units_a_shoe"]), float(line["units_a_shoe_error"])
    digits = 4 if units >= 0.01 else 6
    return f"{units:.{digits}f} ± {error:.{digits}f}"


def test_the_table_of_perfect_play_is_that_of_the_file() -> None:
    with (DOCS / "_static" / "perfect-play.csv").open(newline="") as file:
        found = {
            (line["bet"], line["decks"], line["cut_card"]): line
            for line in csv.DictReader(file)
            if line["last_coup"] == "B"
        }
    spelled = list(dict.fromkeys(name for name, _, _ in found))
    rows = {row[0].strip("`"): row[1:] for row in lines("Perfect play of every bet")}
    assert list(rows) == spelled
    for one, row in rows.items():
        whole = found[one, "8", "14"]
        bets, edge = float(whole["bets_a_shoe"]), 100 * float(whole["mean_edge"])
        endings = [found[one, *place] for place in (("8", "26"), ("8", "52"), ("6", "14"))]
        assert row == [f"{bets:.3f}", f"{edge:.2f} %", *map(units_text, [whole, *endings])]


def test_the_published_edges_are_on_the_page() -> None:
    met = 0
    for figure in figures():
        is_plain = figure.kind == "edge" and " " not in figure.what and not figure.mistake
        if is_plain and figure.decks in ("6", "8"):
            row = WORTH[str(bet(figure.what))]
            found = Fraction(row[1 if figure.decks == "6" else 2])
            digits = min(figure.digits, 4)
            assert abs(found - Fraction(figure.published)) <= Fraction(1, 10**digits), figure
            met += 1
    assert met > 70


ALWAYS_OFFERED = [spelled for spelled in WORTH if not bet(spelled).offered]
"""The others have an expectation for each unit laid, and how many are laid depends on the cards."""


@pytest.mark.parametrize("spelled", ALWAYS_OFFERED)
def test_one_card_less_changes_nothing_on_average(spelled: str) -> None:
    """The next card to leave is any of those left, and it is not seen."""
    effects = effects_of(spelled)
    assert len(effects) == 52
    assert abs(sum(effects.values())) <= 52 * 0.5e-5


@pytest.mark.parametrize("spelled", WORTH)
def test_tags_are_balanced_and_follow_the_printed_effects(spelled: str) -> None:
    row, effects = WORTH[spelled], effects_of(spelled)
    if row[5] == "none":
        assert len(set(effects.values())) == 1
        return
    tags = tags_of(row[5])
    assert sum(tags.values()) == 0
    if max(abs(effect) for effect in effects.values()) > 0.005:  # else too few digits are printed
        pairs = np.array([(tags[card], effects[card]) for card in DECK])
        assert abs(np.corrcoef(pairs.T)[0, 1] - float(row[6])) < 0.002
    largest = max(map(abs, tags.values()))
    assert largest <= max(LARGEST_TAGS)
    assert float(row[6]) >= FOLLOWS or largest > 4


def test_no_smaller_tags_would_follow_as_well() -> None:
    """Every choice of tags up to 1 for ten kinds of cards, beside the count of Dragon 7."""
    removal = worth("dragon-7").removal
    kinds = list(removal)
    effects = np.array([float(removal[kind]) for kind in kinds])
    weights = np.array([4.0 if kind.points == 0 else 1.0 for kind in kinds])
    every = np.array(list(product((-1, 0, 1), repeat=10)), float)
    every = every[(every @ weights == 0) & (every != 0).any(axis=1)]
    both = (every * weights) @ effects
    best = (both / np.sqrt((every**2 @ weights) * (weights @ effects**2))).max()
    assert best < FOLLOWS
    deck = {kind: 16 if kind.points == 0 else 4 for kind in kinds}
    assert removal.judge(tags_by_number(removal.effects, deck, 1)).correlation == pytest.approx(
        best
    )


POOR = {
    "natural-8-player": (8, 0.9821),
    "natural-8-banker": (8, 0.9821),
    "9-over-7": (4, 0.9726),
    "bad-beat": (4, 0.9727),
}
"""The largest tag and the correlation, where equal tags for equal effects reach 0.95 at best."""


@pytest.mark.parametrize("name", POOR)
def test_cards_with_the_same_effect_may_have_different_tags(name: str) -> None:
    """Equal effects with equal tags reached 0.9509, 0.9534 and 0.9531, with tags up to 8 and 4."""
    count = worth(name).count
    assert (max(map(abs, count.tags.values())), round(count.correlation, 4)) == POOR[name]


def test_the_count_of_dragon_7_is_the_published_one() -> None:
    found = worth("dragon-7")
    assert tags_text(found.count.tags) == "+2: 8 9, -1: 4 5 6 7"
    assert found.game == "ez"
    assert f"{found.eight.deviation:.4f}" == "6.0849"


def test_a_bet_is_at_home_where_it_is_on_the_felt() -> None:
    homes = {"tie": "punto-banco", "player-7-up": "7-up", "lucky-nines": "punto-banco"}
    assert {name: home_of(bet(name)) for name in homes} == homes


def test_cards_are_told_in_few_words() -> None:
    red = [card for card in DECK if card.suit.is_red]
    assert cards_text(red) == "♦♥"
    assert cards_text([Card.parse("0"), Card.parse("9")]) == "9 10–K"
    assert cards_text([Card.parse(one) for one in ("Kx", "Tx", "Ax")]) == "A 10 K"
    assert cards_text([Card.parse(one) for one in ("9d", "4c", "4d", "4h", "4s")]) == "4 9♦"
