"""The croupier's words: one sentence for each kind of situation, and never a wrong one."""

from collections.abc import Callable
from functools import partial
from itertools import product

import pytest

from baccarat.base.errors import BaccaratError
from baccarat.core.calls import Total, call, explain
from baccarat.core.cards import Card
from baccarat.core.coup import Coup
from baccarat.core.tableau import CHEMIN_DE_FER, PUNTO_BANCO, Move, Tableau
from baccarat.core.third_card import as_dealt, play

USUAL: list[tuple[str, list[str]]] = [
    # too early to explain anything
    ("|  …", []),
    ("Kh |  …", []),
    ("Kh | 9d …", []),
    ("Kh 5c | 9d …", []),
    # naturals
    ("9h Kc | 2d 4s", ["Player has a natural 9: no third card is drawn."]),
    ("2h Kc | 4d 4s", ["Banker has a natural 8: no third card is drawn."]),
    (
        "9h Kc | 4d 4s",
        ["Player has a natural 9 and Banker has a natural 8: no third card is drawn."],
    ),
    # Player stood
    (
        "6h Kc | 2d 3s 9c",
        [
            "Player has 6 and stands: Player draws on 0–5.",
            "Banker has 5 and draws 9♣: when Player stands, Banker draws on 0–5.",
        ],
    ),
    (
        "7h Kc | 6d Ts",
        [
            "Player has 7 and stands: Player draws on 0–5.",
            "Banker has 6 and stands: when Player stands, Banker draws on 0–5.",
        ],
    ),
    # Player drew
    (
        "Kh 5c 8h | 9d 4s",
        [
            "Player has 5 and draws 8♥: Player draws on 0–5.",
            "Banker has 3 and stands: with 3, Banker draws against a third card of 0–7 or 9.",
        ],
    ),
    (
        "2 0 6 | 6 0 1",
        [
            "Player has 2 and draws 6: Player draws on 0–5.",
            "Banker has 6 and draws 1: with 6, Banker draws against a third card of 6–7.",
        ],
    ),
    (
        "2x Tx Kx | Ax Qx Jx",
        [
            "Player has 2 and draws Kx: Player draws on 0–5.",
            "Banker has 1 and draws Jx: with 1, Banker draws against any third card.",
        ],
    ),
    (
        "2 0 6 | 7 0",
        [
            "Player has 2 and draws 6: Player draws on 0–5.",
            "Banker has 7 and stands: with 7, Banker draws against no third card.",
        ],
    ),
    # half-dealt
    ("2 0 | 7 0 …", ["Player has 2 and must draw: Player draws on 0–5."]),
    (
        "6 0 | 5 0 …",
        [
            "Player has 6 and stands: Player draws on 0–5.",
            "Banker has 5 and must draw: when Player stands, Banker draws on 0–5.",
        ],
    ),
    (
        "2 0 4 | 5 0 …",
        [
            "Player has 2 and draws 4: Player draws on 0–5.",
            "Banker has 5 and must draw: with 5, Banker draws against a third card of 4–7.",
        ],
    ),
]
FREE = [
    ("5 0 | 3 0 …", ["Player has 5 and must decide: Player is free to choose."]),
    (
        "5 0 | 3 0",
        [
            "Player has 5 and stands: Player is free to choose.",
            "Banker has 3 and stands: Banker is free to choose.",
        ],
    ),
    (
        "5 0 | 3 0 6",
        [
            "Player has 5 and stands: Player is free to choose.",
            "Banker has 3 and draws 6: Banker is free to choose.",
        ],
    ),
    (
        "5 0 2 | 3 0 …",
        [
            "Player has 5 and draws 2: Player is free to choose.",
            "Banker has 3 and must decide: Banker is free to choose.",
        ],
    ),
    (
        "4 0 2 | 7 0 1",
        [
            "Player has 4 and draws 2: Player draws on 0–4.",
            "Banker has 7 and draws 1: Banker is free to choose.",
        ],
    ),
    (
        "6 0 | 3 0 …",
        [
            "Player has 6 and stands: Player draws on 0–4.",
            "Banker has 3 and must decide: Banker is free to choose.",
        ],
    ),
]
NEVER = Tableau((Move.STAND,) * 8, PUNTO_BANCO.banker)
NEVER_DRAWN = [
    (
        "2h 3d | 7c Qs",
        [
            "Player has 5 and stands: Player draws on nothing.",
            "Banker has 7 and stands: when Player stands, Banker draws on 0–5.",
        ],
    )
]
CALLED = [
    ("Kh 5c 8h | 9d 4s", "Three Player, three Banker: a tie."),
    ("9 0 | 8 0", "Nine Player, eight Banker: Player wins."),
    ("6 0 | 7 0", "Six Player, seven Banker: Banker wins."),
    ("0 0 0 | 0 0 1", "Zero Player, one Banker: Banker wins."),
    ("5 0 | 3 0 …", "Five Player, three Banker."),
    ("2 0 2 | 5 0 …", "Four Player, five Banker."),
]


@pytest.mark.parametrize(
    ("say", "text", "words"),
    [
        *((explain, *case) for case in USUAL),
        *((partial(explain, tableau=CHEMIN_DE_FER), *case) for case in FREE),
        *((partial(explain, tableau=NEVER), *case) for case in NEVER_DRAWN),
        *((call, *case) for case in CALLED),
    ],
)
def test_each_situation_has_its_words(
    say: Callable[[Coup], object], text: str, words: str | list[str]
) -> None:
    assert say(Coup.parse(text)) == words


def holds(coup: Coup, tableau: Tableau) -> None:
    """Every sentence says what the cards say."""
    sentences = explain(coup, tableau)
    if coup.has_natural:
        assert len(sentences) == 1
        assert "no third card" in sentences[0]
        assert ("Player has a natural" in sentences[0]) == coup.player.is_natural
        assert ("Banker has a natural" in sentences[0]) == coup.banker.is_natural
        return
    player, banker = sentences
    for sentence, name, hand in ((player, "Player", coup.player), (banker, "Banker", coup.banker)):
        act, reason = sentence.split(": ")
        start = (hand.cards[0].points + hand.cards[1].points) % 10
        assert act.startswith(f"{name} has {start} and ")
        third = "" if hand.third is None else str(hand.third)
        assert act.endswith(f"draws {third}" if third else "stands")
        assert ("draws" in act) == (len(hand) == 3)
        assert reason.endswith(".")


def test_a_sentence_says_draws_just_where_there_is_a_third_card() -> None:
    """All starting totals and third cards: the only things a sentence can depend on."""
    for player, banker, fifth, sixth in product(range(10), repeat=4):
        cards = [Card(points) for points in (player, banker, 0, 0, fifth, sixth)]
        coup = play(iter(cards))
        holds(coup, PUNTO_BANCO)


def test_with_free_cells_too_the_sentences_say_what_was_done() -> None:
    for player, banker, fifth in product(range(10), repeat=3):
        cards = [Card(points) for points in (player, banker, 0, 0, fifth, 1)]
        for player_draws, banker_draws in product((False, True), repeat=2):
            wanted = Coup.parse("0 0 0 | 0 0 0" if banker_draws else "0 0 0 | 0 0")
            if not player_draws:
                wanted = Coup.parse("0 0 | 0 0 0" if banker_draws else "0 0 | 0 0")
            holds(play(iter(cards), CHEMIN_DE_FER, as_dealt(wanted)), CHEMIN_DE_FER)


def test_the_rule_quoted_is_the_one_that_was_followed() -> None:
    """Read the reason back: the third card lies among those it names just when Banker drew."""
    for player, banker, fifth in product(range(6), range(8), range(10)):
        cards = [Card(points) for points in (player, banker, 0, 0, fifth, 0)]
        coup = play(iter(cards))
        reason = explain(coup)[1].split("Banker draws against ")[1].rstrip(".")
        named: set[int] = set()
        if reason == "any third card":
            named = set(range(10))
        elif reason != "no third card":
            for span in reason.removeprefix("a third card of ").split(" or "):
                low, _, high = span.partition("–")
                named |= set(range(int(low), int(high or low) + 1))
        assert (fifth in named) == (len(coup.banker) == 3)


def test_a_coup_against_the_rules_is_explained_or_complained_of() -> None:
    """It must not end in an error of the program's own."""
    for text in ("8 0 2 | 1 2", "1 2 3 | 8 0 5", "9 0 2 | 1 2 …", "1 2 3 | 9 0", "7 0 1 | 7 0 1"):
        coup = Coup.parse(text)
        try:
            told = explain(coup)
        except BaccaratError:
            continue
        third_cards = (len(coup.player) == 3) + (len(coup.banker) == 3)
        assert sum(" draws " in sentence.split(":")[0] for sentence in told) == third_cards


@pytest.mark.parametrize(
    ("form", "written"), [("Word", "Three"), ("word", "three"), ("", "3"), ("02d", "03")]
)
def test_a_total_is_spelled_or_written_as_its_form_asks(form: str, written: str) -> None:
    assert format(Total(3), form) == written
