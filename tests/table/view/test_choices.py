"""What a guest may choose before sitting down: every choice has words, and opens a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat.base.words import LANGUAGES, Words
from baccarat.table import Table
from baccarat.table.acts import Open, Sit
from baccarat.table.coach.opponent import OPPONENTS as KNOWN_OPPONENTS
from baccarat.table.view.choices import (
    ONLY_FREE,
    OPPONENTS,
    Wishes,
    has_decisions,
    limits_text,
    offered,
    values_of,
    with_values,
)
from baccarat.theory.chemin.model import MODELS as KNOWN_MODELS

OFFERS = {offer.name: offer for offer in offered(Words.of("en"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_is_called_something_of_its_own(language: str) -> None:
    for offer in offered(Words.of(language)):
        assert len(offer.values) == len(offer.said) == len(set(offer.said)), offer.name
        assert offer.label


@given(st.fixed_dictionaries({name: st.sampled_from(o.values) for name, o in OFFERS.items()}))
def test_what_was_chosen_is_found_again(values: dict[str, object]) -> None:
    wished = with_values(Wishes(), values, seed=11)
    found = values_of(wished)
    is_free = has_decisions(str(values["game"]))
    for name, value in values.items():
        if name not in ONLY_FREE or is_free:
            assert found[name] == value
    assert wished.opening.seed == (11 if values["shoes"] == "seeded" else None)
    assert bool(wished.opening.opponent) == is_free
    assert with_values(wished, found, seed=11) == wished


@pytest.mark.parametrize("game", OFFERS["game"].values)
def test_every_game_can_be_sat_down_at(game: str) -> None:
    wished = with_values(Wishes(), {**values_of(Wishes()), "game": game})
    table = Table().then(wished.opening, Sit(wished.guest, wished.bankroll))
    assert (table.game.name, table.bankroll) == (game, 1_000)


def test_bets_that_were_wished_for_stay_where_the_commission_changes() -> None:
    wished = Wishes(Open("chemin-de-fer", bets=("banker:1-5%",)))
    parlor = with_values(wished, {**values_of(wished), "commission": ""})
    assert parlor.opening.bets == ()
    felt = Wishes(Open(bets=("lucky-6", "banker:1-4%")))
    assert with_values(felt, values_of(felt)).opening.bets == ("lucky-6", "banker:1-4%")


def test_limits_are_told_as_far_as_there_are_any() -> None:
    words = Words.of("en")
    assert limits_text(5, 5_000, words) == "5 – 5,000"
    assert limits_text(1_000, None, words) == "1,000 +"
    assert limits_text(1, None, words) == words("start.any")


def test_opponents_and_models_are_those_of_the_theory() -> None:
    assert OPPONENTS == KNOWN_OPPONENTS
    assert set(OFFERS["model"].values) == set(KNOWN_MODELS)
