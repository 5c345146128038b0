import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="What a count is worth")

with app.setup(hide_code=True):
    from math import ceil

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
    # What a count is worth

    Cards that were dealt do not come back before the shoe ends. So the odds move a little from
    coup to coup, and a guest who keeps count can wait until a bet is favourable.

    Is that worth the trouble? Choose a bet and where the cut card lies. *Dragon 7* pays 40 to 1
    when Banker wins with a seven of three cards, *Panda 8* 25 to 1 when Player wins with an
    eight of three cards, *Big Tiger* 50 to 1 when Banker wins with a six of three cards.
    """)
    return


@app.cell
def _():
    bet = mo.ui.dropdown(
        ["dragon-7", "panda-8", "big-tiger", "player", "banker"], value="dragon-7", label="bet"
    )
    cut_card = mo.ui.slider(
        14, 104, step=10, value=14, label="cards behind the cut card", show_value=True
    )
    mo.hstack([bet, cut_card], justify="start", gap=2, wrap=True)
    return bet, cut_card


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## What one card less does

    Take one card out of eight decks and calculate the bet again. The difference is the card's
    *effect of removal*: exact, and in per cent of the stake.
    """)
    return


@app.cell
def _(bet):
    effects = bac.removal(bet.value, decks=8)
    effects
    return (effects,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## A count

    The *tag* of a card is a small whole number that follows its effect. The *true count* is the
    sum of the tags of all cards seen, divided by the number of decks left. A fresh shoe has a
    true count of 0 and the edge above; where the bet *turns*, it begins to favour the
    guest. So bet one unit from the next whole number on.
    """)
    return


@app.cell
def _(effects):
    count = effects.best_count()
    turns_at = effects.odds.edge / count.slope
    play = bac.CountedBet(effects.bet, count.tags, ((ceil(turns_at), 1),))
    mo.md(f"**{play}** (tags from ace to nine, then ten)")
    return count, play


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Does the count tell the truth?

    A guest bets on every coup, and writes down the count. The table shows the average worth of
    a bet between two counts (exact, given the unseen cards), beside the straight line of the
    count at the middle between them.
    """)
    return


@app.cell
def _(cut_card, play):
    always = bac.CountedBet(play.bet, play.tags, ((-1_000, 1),))
    watched = bac.count_cards(
        always, shoes=2_000, seed=7, endings=bac.Ending(cut_card=cut_card.value)
    )
    at_count = {row["at"]: row for row in watched.rows_by("count")}
    return at_count, watched


@app.cell
def _(at_count, count, effects):
    often = {at: row for at, row in sorted(at_count.items()) if row["bets_laid"] >= 1_000}
    table(
        [
            {
                "true count": f"{at} to {at + 1}",
                "coups": f"{row['bets_laid']:,}",
                "a bet is worth": f"{row['expected'] / row['units_laid']:+.3%}",
                "line": f"{float(count.slope) * (at + 0.5) - float(effects.odds.edge):+.3%}",
            }
            for at, row in often.items()
        ]
    )
    return


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## What it comes to

    Two other guests see the same shoes. One bets by the count. The other calculates the exact
    odds of the unseen cards before every coup, and bets when they are favourable: nobody can do
    better. Every bet is counted twice: with its exact expectation when it was laid, and with the
    amount that it won. Both have the same mean, but the second contains the luck of the cards.
    """)
    return


@app.cell
def _(cut_card, effects, play, watched):
    waiting = bac.count_cards(
        [play, bac.PerfectBet(effects.bet)],
        shoes=watched.shoes,
        seed=7,
        endings=bac.Ending(cut_card=cut_card.value),
    )
    names = ["bets on every coup", "by the count", "perfectly"]
    guests = dict(zip(names, [*watched.worths, *waiting.worths], strict=True))
    return (guests,)


@app.cell
def _(guests):
    table(
        [
            {
                "guest": name,
                "bets a shoe": f"{guest.bets.value:.2f}",
                "units a shoe": f"{guest.units.value:+.4f}",
                "99 % interval": "{:+.4f} to {:+.4f}".format(*guest.units.interval()),
                "as it was won": f"{guest.units_won.value:+.4f}",
                "standard deviation": f"{guest.deviation:.2f}",
            }
            for name, guest in guests.items()
        ]
    )
    return


@app.cell(hide_code=True)
def _(guests, watched):
    guest = guests["by the count"]
    shoe, luck = guest.units.value, guest.deviation
    told = f"Over {watched.shoes:,} shoes the guest who counts found nothing to bet on."
    if guest.bets.value:
        told = (
            f"Over {watched.shoes:,} shoes the bets of the guest who counts were worth "
            f"{shoe:+.4f} units a shoe, and luck is larger: one shoe has a standard deviation "
            f"of {luck:.2f} units."
        )
    if guest.units.interval()[0] > 0:
        hours = (luck / shoe) ** 2 * guest.coups.value / guest.pace
        told += (
            f" It takes {hours:,.0f} hours, at {guest.pace} coups an hour, until the expected "
            "win is as large as one standard deviation of luck."
        )
    elif guest.bets.value:
        told += " That may be nothing: the interval reaches below zero."
    mo.md(f"""
    {told}

    So a count of Dragon 7 works, if you have the time. Choose *player* or *banker*:
    there a count hardly ever finds a bet. And move the cut card: a count needs the last
    cards of the shoe.
    """)
    return


if __name__ == "__main__":
    app.run()
