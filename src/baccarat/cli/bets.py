"""`baccarat bets`: every bet there is, or one of them."""

from typing import Annotated

import typer

from baccarat.bets import Bet, bet, registered
from baccarat.bets.bet import spell
from baccarat.cli.show import AsJson, console, exact, new_table, say, show_json


def bets(
    name: Annotated[
        str | None, typer.Argument(help="One bet, perhaps at a price: lucky-6:12/23.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the bets, or show one, with what it pays and where that is printed.

    Example: baccarat bets lucky-6:12/23
    """
    if name is None:
        known = registered()
        if as_json:
            show_json({"bets": [bet_json(item) for item in known], "faults": known.faults})
        else:
            table = new_table("bet", "pays", "wins when")
            for item in known:
                table.add_row(item.key, pays(item), item.wins_when)
            console().print(table)
    elif as_json:
        show_json(bet_json(bet(name)))
    else:
        _print(bet(name))


def pays(item: Bet) -> str:
    """Its prices in one line: `12 / 20`, `1 less 5 %`."""
    prices = str(item).partition(":")[2]
    gross, _, commission = prices.partition("-")
    less = f" less {commission.replace('%', ' %')}" if commission else ""
    return f"{gross.replace('/', ' / ')}{' for one' if item.for_one else ''}{less}"


def _print(item: Bet) -> None:
    say(f"{item.name} ({item}): {item.wins_when}")
    table = new_table("when", ">pays", ">guest is up")
    for tier, price in item.pays.items():
        table.add_row(tier, spell(price) if item.net(tier) > 0 else "", _net(item, tier))
    table.add_row("otherwise", "", "-1")
    console().print(table)
    notes = {
        "looks at": str(item.depth),
        "also known as": ", ".join(item.also),
        "stake": str(item.cap or ""),
        "pays": "for one: the stake is part of what is paid" if item.for_one else "",
        "source": item.source,
    }
    say(*(f"{label}: {note}" for label, note in notes.items() if note))


def _net(item: Bet, tier: str) -> str:
    net = item.net(tier)
    return "0 (push)" if net == 0 else spell(net)


def bet_json(item: Bet) -> dict[str, object]:
    return {
        "bet": item.key,
        "name": item.name,
        "also": list(item.also),
        "depth": str(item.depth),
        "wins_when": item.wins_when,
        "for_one": item.for_one,
        **exact("commission", item.commission),
        "tiers": [
            {
                "tier": tier,
                **exact("pays", item.gross(tier) + item.for_one),
                **exact("net", item.net(tier)),
            }
            for tier in item.pays
        ],
        "cap": None
        if item.cap is None
        else {**exact("share", item.cap.share), "of": list(item.cap.of)},
        "source": item.source,
    }
