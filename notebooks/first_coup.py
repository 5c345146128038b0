import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="The first coup")

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
    # The first coup

    Two hands are dealt, *Player* and *Banker*, and a guest bets on the hand nearer to nine.
    Cards count their pips, tens and pictures count nothing, and a hand counts modulo ten: 7 and
    8 make 5. Nobody decides anything. The cards come out of the shoe, and a printed table says
    which hand draws.

    Give the cards in the order in which they leave the shoe: Player, Banker, Player, Banker,
    then the third cards.
    """)
    return


@app.cell
def _():
    coup = bac.deal("Kh 9d 5c 4s 8h")
    coup
    return (coup,)


@app.cell
def _(coup):
    mo.md("\n".join(f"- {line}" for line in bac.explain(coup)))
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## The table that decides

    *D* draws, *-* stands. Player looks at its own total only. Banker looks at its own total and
    at the card that Player drew.
    """)
    return


@app.cell
def _():
    bac.PUNTO_BANCO
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## A whole shoe

    Eight decks, the first card burned, a cut card 14 from the end. Choose another seed and
    another shoe is dealt; the same seed deals the same shoe everywhere.
    """)
    return


@app.cell
def _():
    seed = mo.ui.slider(1, 100, value=7, label="seed", show_value=True)
    seed
    return (seed,)


@app.cell
def _(seed):
    coups = list(bac.deal_shoe(bac.Rules().shoe(seed=seed.value)))
    return (coups,)


@app.cell
def _(coups):
    turn = mo.ui.slider(1, len(coups), value=min(40, len(coups)), label="coup", show_value=True)
    turn
    return (turn,)


@app.cell
def _(coups, turn):
    chosen = coups[turn.value - 1]
    chosen
    return (chosen,)


@app.cell
def _(chosen):
    mo.md("\n".join(f"- {line}" for line in bac.explain(chosen)))
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ### The roads up to there

    Casinos keep these five roads. Roads record the past, and say nothing about the next coup.
    Move the slider of the coup and watch the roads grow.
    """)
    return


@app.cell
def _(coups, turn):
    bac.draw(coups[: turn.value])
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## How a coup is decided, card by card

    The chances of this coup from eight whole decks, exactly, after none, one, two … of its
    cards are seen. Every new card moves them, until the last leaves nothing to chance.
    """)
    return


@app.cell
def _(chosen):
    chances = [
        bac.odds(decks=8, given=chosen.cards[:seen]) for seen in range(len(chosen.cards) + 1)
    ]
    return (chances,)


@app.cell
def _(chances, chosen):
    table(
        [
            {
                "cards seen": " ".join(card.pretty for card in chosen.cards[:seen]) or "none",
                **{bet: f"{float(odds[bet].chance):.4%}" for bet in ("player", "banker", "tie")},
            }
            for seen, odds in enumerate(chances)
        ],
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## What the guests get

    Three wagers lie on this coup. Banker pays 1 to 1 less 5 % of the win, a tie pays 8 to 1, and
    on a tie the other two wagers go back.
    """)
    return


@app.cell
def _(chosen):
    paid = bac.settle(chosen, ["player=100", "banker=100", "tie=10"])
    paid
    return (paid,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## One shoe beside the truth

    The table has the results of this shoe with their 99 % confidence intervals, beside the exact
    chances. One shoe says little: its intervals are wide, and nearly always hold the exact chance.
    """)
    return


@app.cell
def _(coups):
    shoe = bac.statistics(coups).winners
    exact = bac.odds(decks=8)
    return exact, shoe


@app.cell
def _(exact, shoe):
    table(
        [
            {
                "result": bet,
                "coups": share.count,
                "in this shoe": f"{float(share.share):.1%}",
                "99 % interval": "{:.1%} to {:.1%}".format(*share.interval()),
                "exactly": f"{float(exact[bet].chance):.4%}",
            }
            for bet, share in shoe.items()
        ],
    )
    return


@app.cell(hide_code=True)
def _(exact):
    mo.md(f"""
    The exact chances come from counting all {exact.tally.total:,} ways to deal six cards from
    eight decks. Why the house wins although Banker wins more often than Player:
    `why_the_edge_is_1_06.py`.
    """)
    return


if __name__ == "__main__":
    app.run()
