"""Bets and felts with their prices, and what was paid."""

from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import spell
from baccarat.core.bets.printed import pays
from baccarat.core.games import Game
from baccarat.core.layout import Layout, Settlement
from baccarat.notebook.html_parts import TableCell, counted, paragraph, signed, table

HEADS = ("spot", "bet", "pays", "wins when")


def bet(shown: Bet) -> str:
    """Each of its tiers, and where the price is printed."""
    rows: list[list[TableCell]] = [
        [tier, spell(price) if shown.net(tier) > 0 else "", signed(shown.net(tier))]
        for tier, price in shown.pays.items()
    ]
    if not shown.offered:
        rows.append(["otherwise", "", "-1"])
    notes = [
        f"{shown.name}: {shown.wins_when}." if shown.wins_when else "",
        f"Offered after four cards, {shown.offered_when}." if shown.offered else "",
        f"Source: {shown.source}." if shown.source else "",
    ]
    found = table(f"{shown.name} ({shown})", ["when", ">pays", ">guest is up"], rows)
    return found + "".join(map(paragraph, notes))


def layout(shown: Layout) -> str:
    return _felt("A felt", shown)


def game(shown: Game) -> str:
    """Its felt, and what is told of it."""
    decks = counted(shown.rules.decks, "deck")
    about = " ".join(f"{told}." for told in (shown.about, shown.source) if told)
    return _felt(f"{shown.name}, {decks}", shown.layout) + paragraph(about)


def _felt(caption: str, felt: Layout) -> str:
    rows = [[spot, str(bet), pays(bet), bet.wins_when] for spot, bet in felt.bets.items()]
    return table(caption, HEADS, rows, rest="bets has them all")


def settlement(shown: Settlement) -> str:
    """What became of each wager, and of all."""
    rows: list[list[TableCell]] = [
        [
            line.wager.spot,
            f"{line.wager.stake:,}",
            "lost" if line.tier is None else line.tier,
            f"{line.won:+,}",
            f"{line.kept:,}",
        ]
        for line in shown.lines
    ]
    staked = sum(line.wager.stake for line in shown.lines)
    rows.append(["all", f"{staked:,}", "", f"{shown.won:+,}", f"{shown.kept:,}"])
    heads = ["spot", ">stake", "what happened", ">guest is up", ">kept by the house"]
    return table("Wagers paid", heads, rows, rest="lines has them all")
