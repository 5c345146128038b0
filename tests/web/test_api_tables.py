"""Tables over HTTP: who may ask for what, and one act for one request."""

from web.salon import Salon


def test_two_guests_bet_and_a_coup_is_dealt() -> None:
    salon = Salon()
    table = salon.ready("Ann", "Bob")
    salon.act(table, "bet", "Ann", wagers="banker=100 tie=5")
    salon.act(table, "place", "Bob", spot="player", stake=20)
    told = salon.act(table, "deal")
    assert told["view"]["call"] == "Four Player, six Banker: Banker wins."
    ann = salon.get(f"/tables/{table}", token=salon.tokens["1 Ann"])
    assert (ann["view"]["guest"], ann["view"]["bankroll"]) == ("Ann", 1_090)
    assert ann["name"] == ""
