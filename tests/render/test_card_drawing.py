"""Cards as a picture: each where it lies, in its colour, and nothing from elsewhere."""

import re
from xml.etree import ElementTree

import pytest

import baccarat as bac
from baccarat.base.words import LANGUAGES, Words
from baccarat.core.cards import DECK

SVG = "{http://www.w3.org/2000/svg}"
RED = "#c8102e"


def laid(drawing: bac.Drawing) -> dict[str, ElementTree.Element]:
    """The groups of the cards, by card."""
    root = ElementTree.fromstring(drawing.svg)
    return {card: group for group in root.iter() if (card := group.get("data-card"))}


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_has_its_rank_its_colour_and_its_pips(card: bac.Card) -> None:
    (group,) = laid(bac.draw(card)).values()
    face = group.find(f"{SVG}svg")
    assert face is not None
    assert (face.get("fill") == RED) == card.suit.is_red
    ranks = [text.text for text in group.iter(f"{SVG}text")]
    assert set(ranks) == {str(card.rank).replace("T", "10")}
    pips = [use for use in group.iter(f"{SVG}use") if f"suit-{card.suit}" in use.get("href", "")]
    # Two are at the index; a picture has two more.
    inside = 2 if str(card.rank) in "JQK" else 10 if str(card.rank) == "T" else card.points
    assert len(pips) == 2 + inside


@pytest.mark.parametrize("style", ["felt", "print"])
def test_a_picture_of_cards_needs_nothing_from_elsewhere(style: str) -> None:
    svg = bac.draw(bac.deal("Kh 9d 5c 4s 8h"), style=style).svg
    assert "class=" not in svg
    used = set(re.findall(r'href="#(.*?)"', svg))
    assert used == set(re.findall(r' id="(.*?)"', svg))


def test_a_third_card_lies_across() -> None:
    turned = {card: "rotate(90)" in group.get("transform", "") for card, group in _coup().items()}
    assert turned == {"Kh": False, "5c": False, "8h": True, "9d": False, "4s": False}


def _coup() -> dict[str, ElementTree.Element]:
    return laid(bac.draw(bac.deal("Kh 9d 5c 4s 8h")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_call_and_the_cards_are_told_in_the_language(language: str) -> None:
    coup = bac.deal("9h 2d Kc Qs")
    label = ElementTree.fromstring(bac.draw(coup, language=language).svg).get("aria-label", "")
    words = Words.of(language)
    assert label.endswith(words.say(bac.call(coup)))
    assert words("card.name", rank=words("card.9"), suit=words("card.h")) in label


def test_cards_have_no_roads() -> None:
    for wrong in ({"road": "big"}, {"width": 24}):
        with pytest.raises(bac.BadValue, match="cards have no roads"):
            bac.draw(bac.deal("Kh 9d 5c 4s 8h"), **wrong)
