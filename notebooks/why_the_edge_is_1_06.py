import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Why the edge is 1.06 per cent")

with app.setup(hide_code=True):
    import marimo as mo

    import baccarat as bac

    def table(rows):
        """Rows, each a dict, as a table; all columns but the first hold numbers."""
        head = list(rows[0])
        lines = [head, [":--"] + ["--:"] * (len(head) - 1), *(row.values() for row in rows)]
        return mo.md("\n".join(f"| {' | '.join(map(str, line))} |" for line in lines))


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Why the edge is 1.06 per cent

    Of every 100 units that are bet on Banker, the house keeps 1.06 in the long run. Where does
    this edge come from? We count, look which hand draws last, and take the commission.

    Choose the number of decks and the commission; everything below follows.
    """)
    return


@app.cell
def _():
    decks = mo.ui.slider(1, 12, value=8, label="decks", show_value=True)
    commission = mo.ui.slider(
        0, 10, step=0.5, value=5, label="commission, per cent", show_value=True
    )
    mo.hstack([decks, commission], justify="start", gap=2, wrap=True)
    return commission, decks


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 1. Count every way

    A computer quickly counts all orders in which six cards can leave the shoe. This is no
    simulation: each number is whole, and each chance is a fraction.
    """)
    return


@app.cell
def _(decks):
    odds = bac.odds(decks=decks.value)
    ways = {bet: odds[bet].wins for bet in ("banker", "player", "tie")}
    return odds, ways


@app.cell
def _(odds, ways):
    table(
        [
            {"result": bet, "ways": f"{number:,}", "chance": f"{number / odds.tally.total:.4%}"}
            for bet, number in ways.items()
        ],
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 2. Banker draws last, and looks

    Suppose that both hands followed the same rule: draw on 0 to 5, whatever the other did. Then
    neither would be favoured. Now let Banker look at Player's third card, one row of the
    printed table after the other, and see what each row is worth.
    """)
    return


@app.cell
def _():
    same_for_both = bac.Tableau.read("""
        Player has          0 1 2 3 4 5 6 7
                            D D D D D D - -
        Player's third      0 1 2 3 4 5 6 7 8 9  stood
        Banker has     0    D D D D D D D D D D  D
                       1    D D D D D D D D D D  D
                       2    D D D D D D D D D D  D
                       3    D D D D D D D D D D  D
                       4    D D D D D D D D D D  D
                       5    D D D D D D D D D D  D
                       6    - - - - - - - - - -  -
                       7    - - - - - - - - - -  -
    """)
    return (same_for_both,)


@app.cell
def _(decks, same_for_both):
    def advantage(rows_that_look):
        """What Banker wins at even money when these rows follow the printed table."""
        rows = [
            bac.PUNTO_BANCO.banker[total] if total in rows_that_look else row
            for total, row in enumerate(same_for_both.banker)
        ]
        tableau = bac.Tableau(same_for_both.player, tuple(rows))
        return bac.odds(rules=bac.Rules(decks=decks.value, tableau=tableau))["banker:1"].expectation

    steps = {
        "same rule for both": advantage([]),
        "Banker's 3 looks": advantage([3]),
        "and its 4": advantage([3, 4]),
        "and its 5": advantage([3, 4, 5]),
        "and its 6: the printed table": advantage([3, 4, 5, 6]),
    }
    return (steps,)


@app.cell
def _(steps):
    table(
        [{"rule": rule, "Banker wins": f"{float(won):+.4%}"} for rule, won in steps.items()],
    )
    return


@app.cell(hide_code=True)
def _(odds, steps):
    mo.md(f"""
    At even money Banker would win {float(list(steps.values())[-1]):.4%} of each unit staked.
    That is exactly what a bet on Player loses: **{float(odds["player"].edge):.4%}**, the edge
    of Player.
    """)
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## 3. The commission takes it back

    No house gives this advantage away. The house keeps a part of every win on Banker.
    """)
    return


@app.cell
def _(commission, odds):
    banker = odds[f"banker:1-{commission.value:g}%"]
    taken = banker.chance * bac.bet(f"banker:1-{commission.value:g}%").commission
    fair = odds["player"].edge / banker.chance
    return banker, fair, taken


@app.cell(hide_code=True)
def _(banker, commission, fair, odds, taken):
    mo.md(f"""
    Banker wins {float(banker.chance):.4%} of the coups.

    | | of each unit staked |
    |:--|--:|
    | the commission, {commission.value:g} % of these wins | {float(taken):.4%} |
    | less what Banker wins at even money | {float(odds["player"].edge):.4%} |
    | the edge of Banker | **{float(banker.edge):.4%}** |

    As a fraction the edge is {banker.edge}. At a commission of {float(fair):.4%} the bet would
    be fair. If coups that tie are left out, the same loss is {float(banker.edge_resolved):.4%}
    of the bets that were decided.
    """)
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## The number of decks hardly matters
    """)
    return


@app.cell
def _(commission):
    by_decks = {
        number: bac.odds(decks=number)[f"banker:1-{commission.value:g}%"].edge
        for number in (1, 2, 4, 6, 8, 12)
    }
    table(
        [
            {"decks": number, "edge of Banker": f"{float(edge):.4%}"}
            for number, edge in by_decks.items()
        ],
    )
    return (by_decks,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Does it come out so?

    Now we deal. The curve is the edge seen so far; the line is the exact edge. Another seed gives
    another curve, which comes to the same line.
    """)
    return


@app.cell
def _():
    seed = mo.ui.slider(1, 20, value=7, label="seed", show_value=True)
    seed
    return (seed,)


@app.cell
def _(banker, decks, seed):
    dealt = bac.simulate(
        shoes=600_000 // decks.value,
        seed=seed.value,
        decks=decks.value,
        coups=4 * decks.value,
        bets=banker.bet,
        milestones=True,
    )
    dealt.plot(banker.bet)
    return (dealt,)


@app.cell(hide_code=True)
def _(banker, dealt):
    low, high = dealt[banker.bet].edge_interval()
    mo.md(f"""
    {dealt.tally.total:,} coups: the edge was {float(dealt[banker.bet].edge):.3%}, with a 99 %
    interval from {low:.3%} to {high:.3%}. Exactly it is {float(banker.edge):.3%}, which is
    {abs(dealt.z(banker.bet)):.1f} standard errors away. One seed of a hundred lies more than
    2.6 away.
    """)
    return high, low


if __name__ == "__main__":
    app.run()
