"""Right uses of the front door, as a stranger writes them: type checkers have nothing to say."""

from fractions import Fraction
from math import inf

import baccarat as bac

MINE = bac.Bet("Mine", lambda outcome: "six" if outcome.banker.total == 6 else None, {"six": 12})


def odds() -> Fraction:
    shoe = bac.Rules(decks=6).shoe(seed=7)
    coup, shoe = bac.deal_from(shoe)
    table: bac.OddsTable = bac.odds(shoe, given=coup)
    found: bac.Odds = table["lucky-6:12/23"]
    bac.odds(8), bac.odds(inf), bac.odds("0:16 9:4"), bac.odds(bac.Composition.decks(8))
    bac.odds(seen=[*coup.cards]), bac.odds(seen=[coup]), bac.odds(seen="Kh 9d")
    bac.odds(game="ez", rules=bac.Rules(), decks=8)
    return (
        found.edge
        + table[MINE].edge
        + bac.removal(MINE).odds.edge
        + bac.removal("tie", 6).odds.edge
    )


def plugins() -> list[bac.Game]:
    bac.register(MINE, bac.game("ez"))
    engine: bac.Engine = next(iter(bac.registered(bac.Engine)))
    bac.simulate(5, engine=engine)
    first: bac.Bet = next(iter(bac.registered()))
    first.key, bac.load_plugin("mine.py")
    return list(bac.registered(bac.Game))


def simulations() -> list[dict[str, object]]:
    dealt: bac.Simulation = bac.simulate(100, seed=7, bets=["lucky-6", MINE], rules=bac.Rules())
    dealt.plot("tie", MINE).save("plot.png")
    return dealt.rows() if dealt["tie"].edge > dealt[MINE].edge else dealt.tally.rows()


def results() -> bytes:
    found: list[bac.Result] = bac.read_results("shoe.csv", column="Winner")
    found += bac.parse_results(["Banker", "闲", bac.Side.BANKER, bac.deal("9h 2c Kd 3d")])
    board = bac.Scoreboard(found, tail="falls")
    board.add("T")
    bac.statistics("BPT").rows(), bac.statistics(found)
    return bac.draw(board).png(scale=3) + bac.draw("BPT").png()


def tables() -> int:
    table: bac.Table = bac.Table.open("ez", bankroll=500, seed=7)
    return table.bet("banker=100").bet(tie=5).deal().shuffle().bankroll


def records() -> list[dict[str, object]]:
    try:
        return bac.Record.load("shoe.txt").rows()
    except (bac.FileTrouble, bac.BadText, bac.Missing, bac.UnknownName):
        return bac.Record.deal(seed=7).rows()


class Seconds(bac.System):
    start = "tie"

    def want(self, state: str) -> bac.Wish | None:
        return bac.Wish("banker") if state == "player" else None

    def then(self, state: str, shown: bac.Shown) -> str:
        return shown.winner


class Counting(bac.System):
    @property
    def start(self) -> int:
        return 0


def prices() -> bac.CountedShoes | None:
    by_one = bac.Bet("By One", lambda outcome: outcome.margin == 1, 3)
    by_tier: int | Fraction = by_one.pays["win"]
    bac.Bet("By Two", lambda outcome: outcome.margin == 2, Fraction(7, 2)).pays.items(), by_tier
    bac.stake(Seconds(), 100), bac.stake(Counting(), 100)
    return None


def casino() -> dict[str, Fraction]:
    parlor: Fraction = bac.solve("B3", decks=6).value
    return {"parlor": parlor, **bac.solve("B3", decks=6, commission="5%").equilibrium.mixed}


def coded() -> list[bac.Result]:
    shoe = bac.read_results("shoe.csv", encoding="gbk", codes="1=B 2=P 3=T")
    return shoe + bac.parse_results([1, 2, "T"], codes={1: "B", 2: "P"})
