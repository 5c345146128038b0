"""Cards for pages: as many pips as their rank, named in each language; a squeeze tells no more."""

import re
from collections import defaultdict
from itertools import combinations
from xml.etree import ElementTree

import pytest
from checkout import ROOT

from baccarat.base.errors import BaccaratError
from baccarat.base.words import LANGUAGES, Words
from baccarat.core.cards import DECK, Card, Rank, Suit
from baccarat.render.card_faces import card_sheet, page_back, page_card, page_lifted
from baccarat.table.rules.squeeze import STEPS, shown_by

CSS = ROOT / "src" / "baccarat" / "web" / "pages" / "static" / "drawing.css"
EN = Words.of("en")
STEPS_LIFTED = [kept for count in (1, 2, 3) for kept in combinations(STEPS, count)]


def lifted(card: Card, *steps: str) -> list[tuple[str, str]]:
    return [(step, shown_by(step, card)) for step in steps]


def groups(card: str, name: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(card)
    return [part for part in root.iter() if name in part.get("class", "").split()]


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_has_as_many_pips_as_its_rank_and_its_index_twice(card: Card) -> None:
    drawn = page_card(card, EN)
    (pips,) = groups(drawn, "pips")
    used = [use.attrib["href"] for use in pips.iter("use")]
    if card.rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
        assert sorted(used) == sorted([f"#crown-{card.rank}", f"#suit-{card.suit}"] * 2)
    else:
        number = 10 if card.rank is Rank.TEN else card.points
        assert used == [f"#suit-{card.suit}"] * number
    ranks = [rank.text for rank in groups(drawn, "rank")]
    assert ranks == ["10" if card.rank is Rank.TEN else str(card.rank)] * 2
    assert [index[1].get("href") for index in groups(drawn, "index")] == [f"#suit-{card.suit}"] * 2
    assert ElementTree.fromstring(drawn).attrib["class"] == f"card suit-{card.suit}"


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_looks_the_same_when_it_is_turned_about(card: Card) -> None:
    """Half of the pips are upright and as many are turned, but for those in the middle."""
    (pips,) = groups(page_card(card, EN), "pips")
    half = [child for child in pips if child.tag == "g"]
    turned = len(half[0]) if half else 0
    upright = len([child for child in pips if child.tag in ("use", "text")])
    # An ace, 3, 5 and 9 have a pip in the middle; that of a seven is above it.
    odd = card.rank in (Rank.ACE, Rank.THREE, Rank.FIVE, Rank.NINE, Rank.SEVEN)
    six = 2 if card.rank in (Rank.SIX, Rank.SEVEN, Rank.EIGHT) else 0
    assert upright - turned == odd + six


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["King of hearts", "Ten of diamonds", "Ace of spades", "Two of clubs"]),
        ("fr", ["Roi de cœur", "Dix de carreau", "As de pique", "Deux de trèfle"]),
        ("ja", ["ハートのキング", "ダイヤの10", "スペードのエース", "クラブの2"]),
        ("zh-hans", ["红桃K", "方块10", "黑桃A", "梅花2"]),
        ("zh-hant", ["紅心K", "方塊10", "黑桃A", "梅花2"]),
    ],
)
def test_a_card_is_named_in_each_language(language: str, names: list[str]) -> None:
    words = Words.of(language)
    cards = [page_card(Card.parse(card), words) for card in ("Kh", "Td", "As", "2c")]
    assert [ElementTree.fromstring(card).attrib["aria-label"] for card in cards] == names


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_cards_have_names_of_their_own(language: str) -> None:
    words = Words.of(language)
    labels = {ElementTree.fromstring(page_card(card, words)).attrib["aria-label"] for card in DECK}
    assert len(labels) == 52


def test_a_card_that_is_known_in_part_shows_and_says_so() -> None:
    nine, seven, one = (page_card(Card.parse(card), EN) for card in ("9x", "7", "1"))
    assert [ElementTree.fromstring(card).attrib["aria-label"] for card in (nine, seven, one)] == [
        "Nine",
        "a card of 7 points",
        "a card of 1 point",
    ]
    assert "suit-x" in nine
    assert "#suit" not in nine + seven
    assert [text.text for text in groups(seven, "court")] == ["7"]


def test_a_third_card_is_laid_across() -> None:
    assert 'class="card suit-d across"' in page_card(Card.parse("Td"), EN, across=True)
    assert 'class="card down across"' in page_back(EN, across=True)


def test_a_card_face_down_tells_nothing() -> None:
    assert ElementTree.fromstring(page_back(EN)).attrib["aria-label"] == "a card face down"
    assert page_lifted([], EN) == page_back(EN)


@pytest.mark.parametrize("steps", STEPS_LIFTED, ids="-".join)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_squeezed_card_tells_what_was_lifted_and_no_more(
    language: str, steps: tuple[str, ...]
) -> None:
    """All cards that show the same have the same markup, to the last byte."""
    words = Words.of(language)
    drawn = defaultdict(set)
    for card in DECK:
        told = lifted(card, *steps)
        drawn[tuple(told)].add(page_lifted(told, words))
    assert all(len(markup) == 1 for markup in drawn.values())
    assert len({next(iter(markup)) for markup in drawn.values()}) == len(drawn)
    if "corner" not in steps:
        for (markup,) in drawn.values():
            assert not re.search(r"#suit|suit-[cdhs]|rank|index", markup)


@pytest.mark.parametrize("card", [Card.of(rank, Suit.SPADES) for rank in Rank], ids=str)
def test_an_edge_shows_the_pips_that_lie_along_it(card: Card) -> None:
    """Counted on the card itself: pips of the left column, pips of the first row."""
    (face,) = groups(page_card(card, EN), "pips")
    places = [_middle(use) for use in face if use.tag == "use"]
    places += [
        (250 - x, 350 - y) for half in face if half.tag == "g" for x, y in map(_middle, half)
    ]
    is_picture = card.rank in (Rank.JACK, Rank.QUEEN, Rank.KING)
    for edge, along in (
        ("long", [place for place in places if place[0] == 75]),
        ("short", [place for place in places if place[1] == 70]),
    ):
        shown = page_lifted(lifted(card, edge), EN)
        pips = [(int(pip.attrib["cx"]), int(pip.attrib["cy"])) for pip in groups(shown, "any-pip")]
        assert len(groups(shown, "frame")) == is_picture
        assert sorted(pips) == ([] if is_picture else sorted(along))


def _middle(use: ElementTree.Element) -> tuple[int, int]:
    if use.tag != "use":
        return -1, -1
    x, y, size = (int(use.attrib[name]) for name in ("x", "y", "width"))
    return x + size // 2, y + size // 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_squeezed_card_can_be_listened_to(language: str) -> None:
    words = Words.of(language)
    label = ElementTree.fromstring(page_lifted(lifted(Card.parse("9h"), *STEPS), words)).attrib[
        "aria-label"
    ]
    heart = words("card.name", rank=words("card.9"), suit=words("card.h"))
    for told in (words("card.down"), words("edge.four sides"), words("edge.two pips"), heart):
        assert told in label
    if language == "en":
        assert label == (
            "a card face down, the lifted long edge shows four sides, "
            "the lifted short edge shows two pips, the lifted corner shows Nine of hearts"
        )


@pytest.mark.parametrize("told", [("middle", "two sides"), ("long", "nine sides"), ("short", "")])
def test_what_no_edge_shows_is_refused(told: tuple[str, str]) -> None:
    with pytest.raises(BaccaratError, match="no edge of a card shows this"):
        page_lifted([told], EN)


def test_all_that_cards_refer_to_is_on_their_sheet() -> None:
    sheet = ElementTree.fromstring(card_sheet())
    names = {part.attrib["id"] for part in sheet.iter() if "id" in part.attrib}
    cards = [page_card(card, EN) for card in DECK] + [page_back(EN)]
    cards += [page_lifted(lifted(card, *steps), EN) for card in DECK for steps in STEPS_LIFTED]
    used = set(re.findall(r'(?:href="|url\()#([\w-]+)', "".join(cards)))
    assert used == names
    assert len(card_sheet().encode()) < 4_000
    assert max(len(card.encode()) for card in cards) < 1_200


def test_the_style_sheet_knows_every_class_of_the_cards() -> None:
    drawn = card_sheet() + page_back(EN) + "".join(page_card(card, EN) for card in DECK)
    drawn += page_lifted(lifted(Card.parse("9h"), *STEPS), EN)
    assert " style=" not in drawn
    assert "<style" not in drawn
    classes = set(" ".join(re.findall(r'class="([^"]+)"', drawn)).split())
    classes -= {f"rank-{rank}" for rank in "A23456789QK"}
    known = set(re.findall(r"\.([a-z][\w-]*)", CSS.read_text("utf-8")))
    assert classes - known == {"down", "band"}
