"""`baccarat count --exact` and `--fewest`: answers that are calculated, without dealt shoes."""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer
from rich.progress import BarColumn, SpinnerColumn, TaskProgressColumn, TimeRemainingColumn

from baccarat.base.compiling import CUDA_NAMES
from baccarat.base.errors import BadText, FileTrouble
from baccarat.base.files import shown, trouble_told, write_whole
from baccarat.base.jsonable import seal_of
from baccarat.cli.options.dealer import typed_dealer
from baccarat.cli.options.run import progress_bar
from baccarat.cli.options.typed_count import TypedCount
from baccarat.cli.output import show
from baccarat.cli.output.show import counted, new_table, percent, say
from baccarat.core.bets import Bet
from baccarat.core.cards import Depth
from baccarat.exact.endings import USUAL, compositions_of, formulas_of, perfect_endings
from baccarat.exact.fewest import FewestCards, fewest_cards
from baccarat.exact.odds import odds
from baccarat.questions.run import RunDealer

OWN = {"bets", "game", "decks", "perfect", "all_bets"}
"""The fields of the question that these answers follow from."""
EXACT = "Computed exactly, for a fixed number of unseen cards; in a shoe the cards decide where a \
coup begins."


def numbers_in(text: str | None) -> list[int]:
    """The numbers in `6-20` or `6,10-12`."""
    found: set[int] = set()
    for part in (text or f"{USUAL[0]}-{USUAL[-1]}").split(","):
        match = re.fullmatch(r"\s*([0-9]{1,3})(?:-([0-9]{1,3}))?\s*", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last:
            raise BadText(f"not numbers of unseen cards: {part[:24]!r} (expected e.g. 6-20)")
        found.update(range(first, last + 1))
    return sorted(found)


def show_endings(
    question: TypedCount, dealer: RunDealer, numbers: list[int], options: dict[str, object]
) -> None:
    """Show the exact gain of perfect play; a checkpoint saves the numbers of cards already done."""
    if not question.perfect:
        raise BadText("--exact needs perfect play: add --perfect")
    as_json, bets = _asked(question, "--exact", options, dealer, "--engine", "--checkpoint")
    engine = "cuda" if dealer.engine in CUDA_NAMES else "cpu"
    shoe = odds(game=question.table)
    formulas, caps = formulas_of(bets, shoe)
    asked = {"bets": list(map(str, formulas)), "counts": list(caps)}
    kept = _read(dealer.checkpoint, asked)
    left = [cards for cards in numbers if str(cards) not in kept]
    total = sum(compositions_of(cards, caps) for cards in left)
    with progress_bar(BarColumn(), TaskProgressColumn(), TimeRemainingColumn()) as bar:
        task = bar.add_task(f"{total:,} compositions", total=total)
        endings = perfect_endings(bets, shoe, unseen=left, engine=engine,
                                  tell=lambda done: bar.advance(task, done))  # fmt: skip
        with suppress(KeyboardInterrupt):
            for cards in left:
                kept[str(cards)] = [next(endings).as_json() for _ in formulas]
                if dealer.checkpoint is not None:
                    rest = {"asked": asked, "endings": kept}
                    with trouble_told(dealer.checkpoint, "written"):
                        content = json.dumps({**rest, "sha256": seal_of(rest)})
                        write_whole(dealer.checkpoint, content)
    rows = [row for cards in numbers for row in kept.get(str(cards), ())]
    is_whole, digest = all(str(cards) in kept for cards in numbers), seal_of({"endings": rows})
    if as_json:
        ran = {"engine": engine, "is_whole": is_whole, "answer_digest": digest}
        show.show_json("count", {**_about(question), **ran, "endings": rows}, "exact")
    else:
        say(f"{question.table.name}, {counted(question.table.rules.decks, 'deck')}, perfect play:")
        table = new_table(">cards unseen", "bet", ">units a coup", ">coups with the bet")
        for row in rows:
            gain, share = f"{row['gain_float']:.9f}", percent(row["probability_float"])
            table.add_row(str(row["cards_unseen"]), row["spelled"], gain, share)
        show.show_table(table)
        say(EXACT, f"digest {digest}")
    if not is_whole:
        _stop(sum(str(cards) in kept for cards in numbers), len(numbers), "numbers of cards")


def _stop(done: int, total: int, what: str) -> None:
    """Say how far the answer came before Ctrl-C, and end."""
    show.warn(f"baccarat: stopped: {done} of {total} {what} are done")
    raise typer.Exit(show.STOPPED)


def show_fewest(question: TypedCount, dealer: RunDealer, options: dict[str, object]) -> None:
    """Show the fewest cards whose removal makes each bet favourable."""
    if question.perfect and not question.all_bets:
        raise BadText("--fewest removes cards before a coup and plays none: leave --perfect out")
    as_json, bets = _asked(question, "--fewest", options, dealer)
    found: list[FewestCards] = []
    with progress_bar(SpinnerColumn()) as bar:
        task = bar.add_task("")
        for bet in bets:

            def tell(cards: int, cases: int, bet: Bet = bet) -> None:
                bar.update(task, description=f"{bet.key}: {cards} cards, {cases:,} cases …")

            found.append(fewest_cards(bet, odds(game=question.table), tell=tell))
            if not found[-1].is_proved:
                break
    is_whole = len(found) == len(bets) and found[-1].is_proved
    if as_json:
        rows = [each.as_json() for each in found]
        show.show_json(
            "count", {**_about(question), "is_whole": is_whole, "fewest": rows}, "fewest"
        )
    else:
        table = new_table("bet", ">cards", "removed", ">then wins", "fewer")
        for each in found:
            won = "" if each.expectation is None else percent(float(each.expectation))
            cards, removed = ("none", "") if each.removed is None else (each.cards, each.removed)
            proof = f"{each.proved} proved too few" if each.proved >= 0 else "not proved"
            proof = "favourable already" if each.cards == 0 else proof
            table.add_row(str(each.bet), str(cards), str(removed), won, proof)
        show.show_table(table)
    if not is_whole:
        _stop(sum(each.is_proved for each in found), len(bets), "bets")


def _asked(
    question: TypedCount, why: str, options: dict[str, object], dealer: RunDealer, *taken: str
) -> tuple[bool, list[Bet]]:
    """Whether to print JSON, and the named bets; `--all` names every bet on totals."""
    said = {field.option: question.said.get(field.name) for field in question.asked()
            if field.name not in OWN}  # fmt: skip
    typed = {**said, **options, **typed_dealer(dealer)}
    as_json = bool(typed.pop("--json"))
    show.refuse(f"{why} deals no shoes", {name: typed[name] for name in typed if name not in taken})
    bets = [bet for bet in question.wanted if not question.all_bets or bet.depth is Depth.TOTALS]
    return as_json, bets


def _about(question: TypedCount) -> dict[str, object]:
    return {"game": question.table.name, "decks": question.table.rules.decks, "endless": False}


def _read(path: str | None, asked: dict[str, object]) -> dict[str, list[dict[str, Any]]]:
    """The results that a checkpoint has saved, by the number of cards left in the shoe."""
    if path is None or not Path(path).exists():
        return {}
    with trouble_told(path, "read"):
        text = Path(path).read_text("utf-8")
    try:
        found = json.loads(text)
        if found.pop("sha256") == seal_of(found) and found["asked"] == asked:
            kept: dict[str, list[dict[str, Any]]] = found["endings"]
            return kept
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    raise FileTrouble(f"{shown(path)}: not a checkpoint of these bets: name another file")
