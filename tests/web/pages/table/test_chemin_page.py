"""Chemin de fer on pages: who sees what, and that every figure is the library's."""

import html
import re
from fractions import Fraction
from typing import Any

from web.salon import Salon

from baccarat.base.words import Words
from baccarat.table.coach.coach import costs
from baccarat.table.coach.opponent import assess
from baccarat.table.state import Decision, Phase
from baccarat.table.table import Table
from baccarat.table.view.view import Audience
from baccarat.web.house.luck import decided_in, luck_of
from baccarat.web.house.views import Viewer
from baccarat.web.pages.table.chemin import choice_worth

STAKE = 40


def text_of(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


class CheminSalon(Salon):
    """A guest alone against an opponent who draws too little."""

    def __init__(self, spot: str = "banker") -> None:
        super().__init__()
        self.spot = spot
        self.number = self.ready(
            "Ann", game="chemin-de-fer", opponent="timid", seats=1, model="B1", decks=1
        )

    @property
    def table(self) -> Table:
        return self.house.at(self.number).table

    def fetch(self, path: str, guest: str = "Ann") -> Any:
        token = self.tokens.get(f"{self.number} {guest}", "")
        headers = {"baccarat-guest": token, "accept": "text/html"}
        return self.http.get(f"/tables/{self.number}/{path}", headers=headers)

    def until_asked(self) -> None:
        """Coups until there is something to decide."""
        while self.table.phase is not Phase.DECISION:
            if self.table.phase is not Phase.BETS:
                self.act(self.number, "shoe")
                self.act(self.number, "cut")
            self.act(self.number, "place", "Ann", spot=self.spot, stake=STAKE)
            self.act(self.number, "deal", "Ann")

    def parts(self, guest: str) -> dict[str, str]:
        token = self.tokens.get(f"{self.number} {guest}", "")
        path = f"/parts?watch=table/{self.number}:table"
        found: dict[str, str] = self.http.get(path, headers={"baccarat-guest": token}).json()[0][
            "parts"
        ]
        return found


def test_a_decision_is_asked_of_the_guest_alone_and_its_cost_is_told_after_it() -> None:
    salon = CheminSalon()
    salon.until_asked()
    table = salon.table
    choice = table.choice
    assert choice is not None
    acts = salon.parts("Ann")["acts"]
    assert Words.of("en").say(choice.said) in html.unescape(acts)
    assert "%" not in text_of(acts)
    assert "decide" not in salon.parts("")["acts"]
    assert all(str(card) not in salon.parts("")["hands"] for card in choice.hand.cards)
    assert salon.parts("Ann")["hands"].count('data-card="down"') == 2  # the opponent's
    assert "cost" not in text_of(salon.fetch("decisions").text)

    salon.act(salon.number, "decide", "Ann", draw=False)
    found = assess(Decision(choice, False, by_guest=True), table, STAKE)
    told = text_of(salon.fetch("decisions").text)
    assert told.startswith("Decisions You stood")
    assert str(found) in told
    if found.cost:
        assert f"−{float(STAKE * found.cost):.2f} ({float(found.cost):.2%} of the stake)" in told
    assert salon.fetch("decisions", "").status_code == 403


def test_who_asks_before_deciding_is_told_what_both_choices_are_worth() -> None:
    salon = CheminSalon()
    assert salon.fetch("choice").status_code == 404
    salon.until_asked()
    table = salon.table
    choice = table.choice
    assert choice is not None
    found = assess(Decision(choice, True, by_guest=True), table, STAKE)
    told = text_of(salon.fetch("choice").text)
    for worth in (found.drawing, found.standing):
        assert f"{float(STAKE * worth):+.2f}".replace("-", "−") in told
    assert f"How often the equilibrium draws here {float(found.equilibrium):.2%}" in told
    assert "Opponent: timid, draws to 4." in told
    assert salon.fetch("choice", "").status_code == 403
    draws, rows = choice_worth(choice, table, STAKE)
    assert draws == found.equilibrium
    assert max(row.wins for row in rows) - min(row.wins for row in rows) == max(
        row.cost for row in rows
    )


def test_decisions_of_all_shoes_are_in_what_was_given_away() -> None:
    salon = CheminSalon()
    by_shoe: dict[int, Fraction] = {}
    while by_shoe.get(2, 0) == 0:
        salon.until_asked()
        salon.act(salon.number, "decide", "Ann", draw=False)
        by_shoe[salon.table.shoes] = costs(salon.table).given_away
        for played in salon.table.played:  # cards alone tell what was decided
            found = dict(decided_in(played.coup, salon.table.game.rules))
            assert found == {one.choice: one.draws for one in played.decisions}
    assert by_shoe[1] > 0
    given = sum(by_shoe.values())
    viewer = Viewer(Audience.GUEST, "Ann", salon.table.seats[0].since)
    luck = luck_of(salon.house.at(salon.number), salon.store, viewer)
    assert luck.given_away == given
    assert luck.luck == luck.won - luck.expected + given
    told = text_of(salon.fetch("luck").text)
    assert f"Average effect of your decisions -{float(given):,.2f}" in told
