import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Does your system work?")

with app.setup(hide_code=True):
    import marimo as mo

    import baccarat as bac

    SYSTEMS = [
        "flat",
        "martingale",
        "grand-martingale",
        "paroli",
        "1-3-2-6",
        "d-alembert",
        "fibonacci",
        "labouchere",
        "reverse-labouchere",
        "oscars-grind",
        "stearn",
    ]
    SIDES = ["banker", "player", "follow", "opposite", "random", "road"]

    def table(rows):
        """Rows, each a dict, as a table; all columns but the first hold numbers."""
        head = list(rows[0])
        lines = [head, [":--"] + ["--:"] * (len(head) - 1), *(row.values() for row in rows)]
        return mo.md("\n".join(f"| {' | '.join(map(str, line))} |" for line in lines))


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Does your system work?

    A betting system says how much to stake after a win and after a loss. Some systems wait for
    a sign on the roads. Here is a shoe: do you see a pattern?
    """)
    return


@app.cell
def _():
    bac.draw(bac.deal_shoe(bac.Rules().shoe(seed=7)))
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    There are streaks, and columns that look alike. Any shoe has them. Choose a system, the
    side it bets on, and the table's maximum.

    Every guest begins with 100 units and plays 100 coups. *follow* bets on the last winner,
    *opposite* on the other side, *road* on the side that would put a red mark on the big eye boy.
    """)
    return


@app.cell
def _():
    system = mo.ui.dropdown(SYSTEMS, value="martingale", label="system")
    side = mo.ui.dropdown(SIDES, value="banker", label="bets on")
    most = mo.ui.slider(5, 100, step=5, value=50, label="at most, units", show_value=True)
    mo.hstack([system, side, most], justify="start", gap=2, wrap=True)
    return most, side, system


@app.cell
def _(most, side):
    session = bac.Session(bankroll=100, most=most.value, coups=100)

    def played(name):
        """4,000 sessions; every system gets the same cards."""
        return bac.stake(name, 4_000, seed=1, on=side.value, session=session)

    return played, session


@app.cell(hide_code=True)
def _(system):
    mo.md(f"""
    ## {system.value.capitalize()}, session by session
    """)
    return


@app.cell
def _(played, system):
    chosen = played(system.value)
    chosen
    return (chosen,)


@app.cell(hide_code=True)
def _(chosen):
    mo.md(f"""
    {float(chosen.ahead.share):.1%} of the sessions ended ahead, and
    {float(chosen.ended("ruined").share):.1%} were ruined. *By the law* is the cost
    of all staked units at the exact edge: the mean result follows it, in whatever way the
    units were staked.
    """)
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## All systems, on the same cards

    The result of a session depends on the system. The result of a *unit staked* does not: each
    bar is a 99 % confidence interval, and the vertical line shows the exact odds of a fresh shoe.
    """)
    return


@app.cell
def _(played):
    compared = {name: played(name) for name in SYSTEMS}
    return (compared,)


@app.cell
def _(compared, side):
    law = -bac.odds()[side.value].edge if side.value in ("banker", "player") else None
    bars = {name: (found.won, *found.won_interval()) for name, found in compared.items()}
    bac.draw_intervals(bars, exact=law, title="What a unit staked has won")
    return (law,)


@app.cell(hide_code=True)
def _(law, side):
    if law is None:
        edges = (f"{-float(bac.odds()[bet].edge):+.4%}" for bet in ("player", "banker"))
        line = f"Bets go to both sides: what a unit wins lies between {' and '.join(edges)}."
    else:
        line = f"The line is at {float(law):+.4%}: what a unit on *{side.value}* wins."
    mo.md(f"""
    {line}
    A system changes how much is staked, and how often a session ends ahead:
    """)
    return


@app.cell
def _(compared):
    table(
        [
            {
                "system": name,
                "result, units": f"{found.mean:+.2f}",
                "99 % interval": "{:+.2f} to {:+.2f}".format(*found.interval()),
                "staked, units": f"{found.action:,.0f}",
                "ahead": f"{float(found.ahead.share):.1%}",
                "ruined": f"{float(found.ended('ruined').share):.1%}",
            }
            for name, found in compared.items()
        ],
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Double or nothing, exactly

    You have ten units and want twenty. Do you bet one unit at a time, or all at once? For flat
    bets these chances need no simulation.
    """)
    return


@app.cell
def _():
    bold = bac.odds()["player"]
    at_once = bold.chance / (1 - bold.push)
    one_by_one = bac.risk("player").reach(10, goal=20)
    return at_once, one_by_one


@app.cell(hide_code=True)
def _(at_once, one_by_one):
    mo.md(f"""
    | ten units on Player | they become twenty |
    |:--|--:|
    | all at once, again after a tie | {float(at_once):.4%} |
    | one unit a coup | {one_by_one:.4%} |

    The more often you bet, the more edge you pay. No order of stakes changes that; only
    fewer bets do. The one exception looks at the cards themselves: `what_a_count_is_worth.py`.
    """)
    return


if __name__ == "__main__":
    app.run()
