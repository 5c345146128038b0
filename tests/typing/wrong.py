"""Typos and misuses: every line with a comment is one that mypy and pyright both complain of.

A comment on a line that nobody complains of is itself complained of, by either.
"""

import baccarat as bac


def typos() -> None:
    from baccarat import nope  # type: ignore[attr-defined]

    bac.nope  # type: ignore[attr-defined]
    bac.simulat(100)  # type: ignore[attr-defined]
    bac.odds()["tie"].egde  # type: ignore[attr-defined]
    bac.simulate(100)["tie"].edge.numerater  # type: ignore[attr-defined]
    bac.Table.opened_by("ez")  # type: ignore[attr-defined]
    bac.draw("BPT").jpg()  # type: ignore[attr-defined]
    bac.odds(deck=6)  # type: ignore[call-arg]
    bac.simulate(shoe=100)  # type: ignore[call-arg]
    nope()


def misuses() -> None:
    bac.odds(bac.Rules())  # type: ignore[arg-type]
    bac.odds()[5]  # type: ignore[index]
    bac.removal(None)  # type: ignore[arg-type]
    bac.simulate("many")  # type: ignore[arg-type]
    bac.simulate(100, seed=1.5)  # type: ignore[arg-type]
    bac.Result("Banker")  # type: ignore[arg-type]
    bac.Bet("Mine", lambda outcome: None, pays={"six": 0.5})  # type: ignore[dict-item]
    bac.draw("BPT").save(5)  # type: ignore[arg-type]
    bac.bet("tie").pays["tie"] = 9  # type: ignore[index]
    bac.read_results("shoe.csv", column=2)  # type: ignore[arg-type]
    bac.batch([[1] * 10], rules="ez")  # type: ignore[arg-type]
