"""Shows bets, games and settlements in a notebook as tables."""

from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import spell
from baccarat.core.bets.price_words import pays
from baccarat.core.games import Game
from baccarat.core.layout import Layout, Settlement
from baccarat.notebook.html_parts import TableCell, counted, paragraph, signed, table

HEADS = ("spot", "bet", "pays", "wins when")


def bet(bet: Bet) -> str:
    """A table of a bet's prices, and the source of these prices."""
    rows: list[list[TableCell]] = [
        [tier, spell(price) if bet.net(tier) > 0 else "", signed(bet.net(tier))]
        for tier, price in bet.pays.items()
    ]
    if not bet.offered:
        rows.append(["otherwise", "", "-1"])
    notes = [
        f"{bet.name}: {bet.wins_when}." if bet.wins_when else "",
        f"Offered after four cards, {bet.offered_when}." if bet.offered else "",
        f"Source: {bet.source}." if bet.source else "",
    ]
    tiers = table(f"{bet.name} ({bet})", ["when", ">pays", ">guest is up"], rows)
    return tiers + "".join(map(paragraph, notes))


def layout(layout: Layout) -> str:
    return _felt("A felt", layout)


def game(game: Game) -> str:
    """A table of all bets of a game with their prices, and the game's description."""
    decks = counted(game.rules.decks, "deck")
    about = " ".join(f"{sentence}." for sentence in (game.about, game.source) if sentence)
    return _felt(f"{game.name}, {decks}", game.layout) + paragraph(about)


def _felt(caption: str, felt: Layout) -> str:
    rows = [[spot, str(bet), pays(bet), bet.wins_when] for spot, bet in felt.bets.items()]
    return table(caption, HEADS, rows, rest="bets has them all")


def settlement(settlement: Settlement) -> str:
    """A table with the result of each wager, and the total."""
    rows: list[list[TableCell]] = [
        [
            line.wager.spot,
            f"{line.wager.stake:,}",
            "lost" if line.tier is None else line.tier,
            f"{line.won:+,}",
            f"{line.kept:,}",
        ]
        for line in settlement.lines
    ]
    staked = sum(line.wager.stake for line in settlement.lines)
    rows.append(["all", f"{staked:,}", "", f"{settlement.won:+,}", f"{settlement.kept:,}"])
    heads = ["spot", ">stake", "what happened", ">guest is up", ">kept by the house"]
    return table("Wagers paid", heads, rows, rest="lines has them all")
