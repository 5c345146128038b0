import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="The cut-card effect")

with app.setup(hide_code=True):
    from collections import Counter
    from math import sqrt

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
    # The cut-card effect

    Nobody has looked at the cards, so each coup of a shoe has the odds of the first coup. That
    is true, and yet the last coups are different. How can that be?

    Take a shoe of two decks. Its first 18 coups decide whether there is a 19th coup. If many of
    the 18 were short, four cards each, the cut card has not come out yet, and a 19th coup is
    dealt. If they were long, the shoe is over. So late coups come from shoes that have used up
    more of the cards that make coups short.

    With eight decks the effect is small. Begin with two, and then choose others.
    """)
    return


@app.cell
def _():
    decks = mo.ui.slider(1, 8, value=2, label="decks", show_value=True)
    seed = mo.ui.slider(1, 20, value=7, label="seed", show_value=True)
    mo.hstack([decks, seed], justify="start", gap=2, wrap=True)
    return decks, seed


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Deal, and look at every coup

    A reader is a function that sees all coups as they are dealt. This reader counts coups, and
    coups of four cards: by their number in the shoe, and by the number of coups in the shoe.
    """)
    return


@app.cell
def _():
    def lengths(batches):
        """Coups and short coups by their number in the shoe; the same by the shoe's coups."""
        found: Counter[tuple[str, int]] = Counter()
        for batch in batches:
            is_short = batch.used == 4
            dealt, short = (batch.used > 0).sum(axis=0), is_short.sum(axis=0)
            for turn in range(batch.used.shape[1]):
                found["dealt", turn + 1] += int(dealt[turn])
                found["short", turn + 1] += int(short[turn])
            in_shoe = is_short.sum(axis=1)
            for coups in set(batch.lengths.tolist()):
                chosen = batch.lengths == coups
                found["shoes of", coups] += int(chosen.sum())
                found["short in shoes of", coups] += int(in_shoe[chosen].sum())
        return found

    return (lengths,)


@app.cell
def _(decks, lengths, seed):
    rules = bac.Rules(decks=decks.value)
    shoes = 2_000_000 // decks.value
    found = bac.fold(lengths, shoes=shoes, seed=seed.value, rules=rules)
    exact = float(bac.odds(rules=rules)["small"].chance)  # "small": the coup takes four cards
    return exact, found, shoes


@app.cell(hide_code=True)
def _(exact, shoes):
    mo.md(f"""
    {shoes:,} shoes are dealt. In a fresh shoe a coup takes four cards with a chance of
    **{exact:.4%}**, exactly.

    ## Long shoes are shoes of short coups
    """)
    return


@app.cell
def _(found, shoes):
    by_coups = {
        coups: found["short in shoes of", coups] / (coups * times)
        for (what, coups), times in sorted(found.items())
        if what == "shoes of" and times >= shoes / 10_000
    }
    table(
        [
            {
                "coups in the shoe": coups,
                "such shoes": f"{found['shoes of', coups]:,}",
                "coups of four cards": f"{share:.1%}",
            }
            for coups, share in by_coups.items()
        ],
    )
    return (by_coups,)


@app.cell(hide_code=True)
def _():
    mo.md("""
    That alone is no wonder, and no effect: of course a shoe has more coups if they are short.
    The question is what the *extra* coups are like.

    ## Coup by coup

    Every shoe has the first coups. Only long shoes have the later coups. Coups that nearly all
    shoes have, or nearly none, are left out. Each bar is a 99 % confidence interval; the
    vertical line is the exact chance of a fresh shoe.
    """)
    return


@app.cell
def _(exact, found, shoes):
    dealt = {turn: times for (what, turn), times in found.items() if what == "dealt" and times}
    always = [turn for turn, times in dealt.items() if times == shoes]
    late = [turn for turn, times in dealt.items() if 0.001 <= times / shoes < 0.999]

    def row(name, turns):
        """A name, the share of coups that took four cards, and the ends of its interval."""
        of = sum(dealt[turn] for turn in turns)
        share = sum(found["short", turn] for turn in turns) / of
        half = 2.576 * sqrt(exact * (1 - exact) / of)
        return name, share, share - half, share + half

    in_every_shoe = row(f"1 to {max(always)}, in every shoe", always)
    later = {turn: row(f"{turn}, in {dealt[turn] / shoes:.1%}", [turn]) for turn in late}
    whole = row("all", dealt)
    return in_every_shoe, later, whole


@app.cell
def _(exact, in_every_shoe, later):
    bars = {name: (share, *ends) for name, share, *ends in (in_every_shoe, *later.values())}
    bac.draw_intervals(bars, exact, "Coups of four cards, by their number in the shoe", form=".2%")
    return


@app.cell(hide_code=True)
def _(exact, in_every_shoe, later, whole):
    _, _, least, most = in_every_shoe
    line = "holds it" if least <= exact <= most else "misses it, as in one of a hundred seeds"
    left = sum(end < exact for _, _, _, end in later.values())
    _, middle, low, high = whole
    size = "can hardly tell" if low <= exact <= high else "can just tell"
    mo.md(f"""
    The coups that every shoe has keep to the exact chance: their interval {line}. Late coups
    fall below it: the fewer shoes have a coup, the lower is its share, as far as this number of
    shoes can show. Late bars that lie wholly to the left of the line: {left} of {len(later)}.

    Over all coups together the share is {1e6 * (middle - exact):+,.0f} in a million off the
    exact one, with a 99 % interval from {1e6 * (low - exact):+,.0f} to
    {1e6 * (high - exact):+,.0f}: the late coups are few, so a simulation of this size
    {size}. With eight decks it took 1,000,408,399,612 coups on a GPU to see it plainly:
    −56.9 in a million, give or take 1.3 (`docs/cut-card.md`).

    ## Can one bet on it?

    No. Who wins is hardly touched: in those coups Banker won 1.7 times in a million less often
    than in a fresh shoe. So do not be surprised if a simulation of whole shoes does not
    come to the exact odds of a fresh shoe: it need not.
    """)
    return


if __name__ == "__main__":
    app.run()
