import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Chemin de fer solved")

with app.setup(hide_code=True):
    from fractions import Fraction
    from math import inf

    import marimo as mo

    import baccarat as bac

    def picture(values, chosen, best):
        """The ponte's value by his probability of drawing: a curve, and two marked points."""
        low, high = min(values.values()), max(values.values())

        def place(point):
            draws, value = point
            return 40 + 560 * float(draws), 200 - 160 * float((value - low) / (high - low))

        def mark(point, colour):
            x, y = place(point)
            return f"<circle cx='{x:.1f}' cy='{y:.1f}' r='6' fill='{colour}'/>"

        curve = " ".join("{:.1f},{:.1f}".format(*place(point)) for point in values.items())
        told = [f"{float(value):.6f} if he draws with {draws}" for draws, value in (best, chosen)]
        return mo.Html(
            "<svg role='img' viewBox='0 0 640 240' style='max-width:640px;width:100%' "
            "fill='currentColor' font-size='13'>"
            f"<title>A roof. The ponte gets {told[0]}, at its top; {told[1]}</title>"
            "<path d='M40 210H600' stroke='currentColor' opacity='.4'/>"
            f"<polyline points='{curve}' fill='none' stroke='currentColor' stroke-width='2'/>"
            f"{mark(best, '#c0392b')}{mark(chosen, '#2f7fc1')}"
            "<text x='40' y='16'>what the ponte gets: higher is better for him</text>"
            "<text x='40' y='230'>0: he always stands</text>"
            "<text x='600' y='230' text-anchor='end'>1: he always draws</text></svg>"
        )


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Chemin de fer solved

    In punto banco nobody decides. In the older game *chemin de fer* two people decide. The
    *ponte* plays Player's hand: with 0 to 4 he draws, with 6 or 7 he stands, and with a five he
    may choose. The *banquier* plays Banker's hand, sees the ponte's third card, and may always
    choose.

    Each would like to know what the other will do. How should they play? We begin with the
    simplest game: every card goes back into the deck, and each side sees only its total. Kemeny
    and Snell solved this game in 1957.
    """)
    return


@app.cell
def _():
    solved = bac.solve("A1")
    solved
    return (solved,)


@app.cell(hide_code=True)
def _(solved):
    mo.md(f"""
    Both throw coins. With a five the ponte draws with probability **{solved.ponte["5"]}**; with
    a six against a ponte who stood, the banquier draws with probability
    **{solved.banquier["6|-"]}**. Played so, the game costs the ponte {-solved.value}, or
    {-float(solved.value):.6f} units a coup.
    """)
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Why throw a coin?

    Let the ponte draw on a five with some other probability, and let the banquier know it. He
    then replies as well as he can. Move the slider.
    """)
    return


@app.cell
def _():
    draws = mo.ui.slider(
        0, 22, value=11, label="the ponte draws on a five, in 22 cases", show_value=True
    )
    draws
    return (draws,)


@app.cell
def _(draws):
    replied = bac.solve("A1", bind={"5": Fraction(draws.value, 22)})
    roof = {Fraction(n, 22): bac.solve("A1", bind={"5": Fraction(n, 22)}).value for n in range(23)}
    return replied, roof


@app.cell
def _(replied, roof, solved):
    picture(roof, (replied.bound["5"], replied.value), (solved.ponte["5"], solved.value))
    return


@app.cell(hide_code=True)
def _(replied, solved):
    mo.md(f"""
    At {replied.bound["5"]} (blue) the ponte gets {float(replied.value):.6f}: that is
    {float(solved.value - replied.value):.6f} less than at {solved.ponte["5"]} (red), where the
    roof is highest. A ponte who always stands or always draws can be read, and pays for it.
    """)
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Is that true? Two checks that know no game theory

    The banquier's best reply to a ponte who always draws on a five is a plain table. If both
    play so, we can count all possible coups, and we can deal coups.
    """)
    return


@app.cell
def _():
    reply = bac.solve("A1", bind={"5": 1})

    def decide(choice):
        """Draw? The ponte always does, the banquier as the best reply says."""
        third = "-" if choice.players_third is None else choice.players_third.points
        return choice.side is bac.Side.PLAYER or reply.banquier[f"{choice.hand.total}|{third}"] == 1

    counted = bac.odds(decks=inf, game="chemin-de-fer", decide=decide)["player"]
    dealt = bac.simulate(
        500_000, seed=7, game="chemin-de-fer", decide=decide, decks=inf, fresh=True
    )["player"]
    return counted, dealt, reply


@app.cell(hide_code=True)
def _(counted, dealt, reply):
    low, high = dealt.edge_interval()
    mo.md(f"""
    | what the ponte gets | |
    |:--|--:|
    | by the solver | {reply.value} = {float(reply.value):.6f} |
    | by counting every way to deal | {counted.expectation} = {float(counted.expectation):.6f} |
    | in {dealt.total:,} coups, 99 % interval | {-high:.5f} to {-low:.5f} |
    """)
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## The game as it was played

    Now cards do not return to the shoe, and a side may see its two cards: with an ace and a four
    it may decide otherwise than with a ten and a five. Choose which side sees its cards, and the
    number of decks.
    """)
    return


@app.cell
def _():
    model = mo.ui.dropdown(
        {
            "nobody (B1)": "B1",
            "the banquier (B2)": "B2",
            "both (B3)": "B3",
            "the ponte (B4)": "B4",
        },
        value="both (B3)",
        label="who sees his two cards",
    )
    decks = mo.ui.slider(1, 12, value=6, label="decks", show_value=True)
    mo.hstack([model, decks], justify="start", gap=2, wrap=True)
    return decks, model


@app.cell
def _(decks, model):
    real = bac.solve(model.value, decks=decks.value)
    real
    return (real,)


@app.cell(hide_code=True)
def _(real):
    mo.md(f"""
    `1,4` is an ace and a four, `0,6` a ten and a six. The game costs the ponte
    **{-float(real.value):.4%}** of his stake if both play so. Every solution has a certificate
    that another program can check: `docs/chemin-de-fer.md` shows how.
    """)
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## What the casino made of it

    Punto banco prints a table for both sides. What does this table lose against somebody who
    replies as well as he can?
    """)
    return


@app.cell
def _(decks, model, real):
    def printed(side):
        """Bind one side of the game to punto banco's table, and solve for the other."""
        table = bac.PUNTO_BANCO
        if side is bac.Side.PLAYER:
            return bac.Tableau(table.player, bac.CHEMIN_DE_FER.banker)
        return bac.Tableau(bac.CHEMIN_DE_FER.player, table.banker)

    price = {}
    for side in bac.Side:
        bound = bac.solve(model.value, decks=decks.value, tableau=printed(side))
        price[side] = abs(real.value - bound.value)
    return (price,)


@app.cell(hide_code=True)
def _(price):
    mo.md(f"""
    Against the best reply, a ponte who plays the printed table gives away
    {float(price[bac.Side.PLAYER]):.4%} of his stake, and a banquier
    {float(price[bac.Side.BANKER]):.4%}. The casino's table is a good strategy for both.
    """)
    return


if __name__ == "__main__":
    app.run()
