"""Nothing of a shoe or a hidden card is told over HTTP before it may be known."""

import pytest
from web.salon import Salon

from baccarat.core.cards import Card
from baccarat.core.record import Record


def to_come(salon: Salon, table: int) -> list[str]:
    """The cards of the shoe that have not been dealt."""
    shoe = salon.house.at(table).table.the_shoe
    return [str(card) for card in shoe.cards[shoe.position :]]


def test_nothing_of_a_fair_shoe_is_told_before_its_last_coup(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(0)
    salon = Salon()
    table = salon.open(fair=True, decks=1, cut_card=30, seats=3)
    salon.sit(table, "Ann")
    salon.act(table, "shoe")
    salon.act(table, "cut", "Ann", guest_seed="my lucky words")
    fair = salon.house.at(table).table.ceremony.fair
    assert fair is not None
    assert fair.house_seed is not None
    seeds = {fair.house_seed.encode()}
    token = salon.tokens[f"{table} Ann"]

    def look_everywhere() -> None:
        for query in ("", "?since=3", "?as=dealer", "?as=spectator"):
            salon.get(f"/tables/{table}{query}", token=token)
        for path in ("/shoes", "/shoes/1", "/roads", "/statistics", "/report"):
            salon.get(f"/tables/{table}{path}", token=token)
            salon.call("GET", f"/tables/{table}{path}", token=token, accept="text/plain")
        salon.get("/tables")
        salon.try_act(table, "peel", "Ann")
        salon.try_act(table, "deal", paid=[1])

    while salon.house.at(table).table.phase.value == "bets":
        salon.try_act(table, "cut", "Ann", guest_seed="x")
        next_cards = " ".join(to_come(salon, table)[:6]).encode()
        look_everywhere()
        heard = b"\n".join([*salon.heard, caplog.text.encode()])
        assert not any(seed in heard for seed in seeds)
        assert next_cards not in heard.replace(b'","', b" ")
        salon.act(table, "deal", free=True)
    assert not any(seed in b"\n".join(salon.heard[:-1]) for seed in seeds)
    told = salon.get(f"/tables/{table}/shoes")["shoes"][0]
    assert told["seeds"]["fair"]["house_seed"] == fair.house_seed
    record = Record.parse(salon.call("GET", f"/tables/{table}/shoes/1", accept="text/plain").text)
    assert record.differs() is None
    salon.act(table, "shoe")
    promise = salon.house.at(table).table.promise
    assert promise is not None
    seeds = {str(promise.house_seed).encode()}
    look_everywhere()
    salon.act(table, "cut")
    look_everywhere()
    assert not any(seed in b"\n".join(salon.heard) for seed in seeds)


def test_a_hidden_card_replaced_by_another_gives_the_same_bytes() -> None:
    heard = []
    for hidden in ("9s", "2c"):
        salon = Salon()
        table = salon.open(decks=8, burn=False, seats=3)
        for guest in ("Ann", "Bob"):
            salon.sit(table, guest)
        shoe_of(salon, table, f"5h Kd 4c {hidden}")
        salon.act(table, "cut")
        salon.act(table, "place", "Ann", spot="banker", stake=20)
        salon.act(table, "deal", squeeze=True)
        assert salon.house.at(table).table.is_held
        for guest in ("", "Ann", "Bob"):
            token = salon.tokens.get(f"{table} {guest}", "")
            for path in ("", "?since=4", "/shoes/1", "/roads", "/statistics"):
                salon.get(f"/tables/{table}{path}", token=token)
        heard.append([line for line in salon.heard if b'"time"' not in line])
    assert heard[0] == heard[1]


def shoe_of(salon: Salon, table: int, first: str) -> None:
    """A shoe whose first cards are these; the rest stays as it is."""
    from baccarat.table.acts import Shuffle

    here = salon.house.at(table)
    rest = [str(card) for card in here.table.game.rules.shuffle(7, 0).cards]
    for card in first.split():
        rest.remove(str(Card.parse(card)))
    hidden = first.split()[-1]
    other = "2c" if hidden == "9s" else "9s"
    rest.remove(other)
    here.sitting.do(Shuffle(" ".join([*first.split(), *rest, other])))
