"""`baccarat deal`: a coup or a whole shoe, from cards, from a seed, or at random."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Annotated

import typer

from baccarat.base.errors import BadText, CoupError
from baccarat.base.jsonable import decked
from baccarat.cli.commands.fair import check_shoe, promise, reveal
from baccarat.cli.options.completion import bet_names
from baccarat.cli.options.dealing import (
    BurnOption,
    CutCard,
    DeckNumber,
    GameName,
    LastCoupRule,
    with_ceremony,
)
from baccarat.cli.options.files import file_option, save
from baccarat.cli.options.plugin import takes_plugins
from baccarat.cli.output.show import AsJson, counted, refuse, say, show_json
from baccarat.core.calls import call, explain
from baccarat.core.cards import Depth, parse_cards
from baccarat.core.coup import Coup, Hand, Side
from baccarat.core.fair import Fair
from baccarat.core.games import Game, game
from baccarat.core.layout import Layout, Settlement, Wager, settle
from baccarat.core.record import Entry, Format, Record
from baccarat.core.rules import Rules, deal_shoe
from baccarat.core.rules import deal as deal_cards
from baccarat.core.shoe import Shoe
from baccarat.core.third_card import HOW_TO_DECIDE, check, next_hand
from baccarat.questions.game import DECIDE


@takes_plugins
def deal(
    context: typer.Context,
    cards: Annotated[
        list[str] | None,
        typer.Argument(help="Cards in dealing order: 'Kh 9d 5c'. Or both hands: 'Kh 5c | 9d 4s'."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the shoe that is dealt.")] = None,
    number: Annotated[
        int | None,
        typer.Option(
            help="Number of the shoe among the shoes of the seed; the first shoe is 0.",
            show_default="0",
        ),
    ] = None,
    whole_shoe: Annotated[
        bool,
        typer.Option("--shoe", help="Deal a whole shoe: the given cards, or a shuffled shoe."),
    ] = False,
    name: GameName = "punto-banco",
    decks: DeckNumber = None,
    cut: Annotated[
        int | None,
        typer.Option(help="Cut the shoe after this number of cards, at least 10 from either end."),
    ] = None,
    burn: BurnOption = None,
    cut_card: CutCard = None,
    last_coup: LastCoupRule = None,
    bets: Annotated[
        list[str] | None,
        typer.Option(
            "--bet",
            help="Wager on every coup, in whole coins: banker=100. May be repeated.",
            autocompletion=bet_names,
        ),
    ] = None,
    with_reasons: Annotated[
        bool, typer.Option("--explain", help="Say why each third card was drawn or not.")
    ] = False,
    is_fair: Annotated[bool, typer.Option("--fair", help="Deal a whole fair shoe.")] = False,
    guest_seed: Annotated[
        str | None,
        typer.Option(help="Guest's seed of a fair shoe; the command asks for a missing seed."),
    ] = None,
    out: Annotated[
        str | None, file_option("File for the shoe: .csv, .json, or our notation.")
    ] = None,
    file: Annotated[
        str | None,
        file_option(
            "Deal the shoe of this file again from its seeds; exit with 1 if the two shoes differ.",
            "--check",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Deal a coup or a whole shoe: from given cards, from a seed, or at random.

    Example: baccarat deal Kh 9d 5c 4s 8h --explain --bet tie=10
    """
    if file is not None:
        refuse("--check deals the written shoe and nothing else", _beside_check(context))
        check_shoe(file, as_json)
        return
    ceremony = {"cut": cut, "burn": burn, "cut-card": cut_card, "last-coup": last_coup}
    text = " ".join(cards) if cards else None
    _require_sense(text, seed, number, whole_shoe, ceremony)
    table = game(name, decks)
    # Given cards are dealt to the last card, unless a cut card lies among them.
    behind = 0 if text and cut_card is None else cut_card
    rules = with_ceremony(table.rules, burn, behind, last_coup)
    table = replace(table, rules=rules)
    layout, wagers = place_wagers(bets or [], table.layout)

    if guest_seed is not None and not is_fair:
        raise BadText("a guest's seed is only for a fair shoe: add --fair")
    fair = _fair(guest_seed, text, seed, quiet=as_json) if is_fair else None
    is_whole = whole_shoe or is_fair
    if out is not None and not is_whole:
        raise BadText("--out writes a whole shoe, not one coup: add --shoe or --fair")
    if text is None or is_whole:
        shoe = _shoe(rules, text, seed, number or 0, cut, fair)
        coups = list(islice(deal_shoe(shoe, rules, DECIDE), None if is_whole else 1))
    else:
        shoe, coups = None, [_given(text, rules)]
    settlements = [settle(coup, wagers, layout) if wagers else None for coup in coups]
    if out is not None and shoe is not None:  # before the output, because a pipe may close
        entries = tuple(Entry.of(coup, wagers) for coup in coups)
        origin = (table.name, rules, shoe.burn_card, cut, seed, number or 0, fair)
        save(out, Format.named(out).write(Record(entries, *origin)))
    if as_json:
        answer = _entries(table, coups, settlements, with_reasons)
        if shoe is not None:
            answer = _about_shoe(shoe, rules, seed, number, cut, fair) | answer
        show_json("deal", {"game": table.name, **decked(rules.decks), **answer}, "dealt")
    else:
        _print(table, shoe if is_whole else None, coups, settlements, with_reasons)
        reveal(fair)


def _beside_check(context: typer.Context) -> dict[str, object]:
    """The typed options that do not belong with `--check`."""
    return {
        option.opts[0]: "typed"
        for option in context.command.params
        if option.name not in ("file", "as_json", "plugin_files")
        and (value := context.params.get(str(option.name))) not in (None, [], ())
        and value != option.default
    }


def _require_sense(
    text: str | None,
    seed: int | None,
    number: int | None,
    whole_shoe: bool,
    ceremony: Mapping[str, object],
) -> None:
    """Refuse options that would change nothing."""
    if text is not None and seed is not None:
        raise BadText("give cards or a seed, not both")
    if text is not None and not text.strip():
        raise BadText("no cards given (expected e.g. 'Kh 9d 5c 4s 8h')")
    if seed is None and number is not None:
        raise BadText("--number counts the shoes of a seed: add --seed")
    if text is not None and not whole_shoe:
        for option, value in ceremony.items():
            if value is not None:
                raise BadText(f"--{option} is only for a whole shoe: add --shoe")


def place_wagers(texts: list[str], layout: Layout) -> tuple[Layout, list[Wager]]:
    """Read the wagers; add to the layout every bet that is missing there or has another price."""
    typed = [Wager.parse(item) for item in texts]
    layout = layout.having(*(wager.spot for wager in typed))
    prices: dict[str, str] = {}
    wagers = []
    for wager in typed:
        name, _, price = wager.spot.partition(":")
        spot = layout.spot(name)
        if prices.setdefault(spot, price) != price:
            raise BadText(f"{spot} has two prices: give one price")
        wagers.append(Wager(spot, wager.stake))
    layout.check(wagers)
    return layout, wagers


def _shoe(
    rules: Rules,
    cards: str | None,
    seed: int | None,
    number: int,
    cut: int | None,
    fair: Fair | None,
) -> Shoe:
    if cards is None:
        return rules.shoe(seed, number, cut, fair)
    order = parse_cards(cards)
    rules.require(order)
    shoe = Shoe.of(order, rules.cut_card, rules.last_coup)
    shoe = shoe if cut is None else shoe.cut(cut)
    return shoe.burn() if rules.burn else shoe


def _fair(guest_seed: str | None, cards: str | None, seed: int | None, *, quiet: bool) -> Fair:
    if cards is not None or seed is not None:
        raise BadText("a fair shoe takes no cards and no --seed: leave them out")
    return promise(guest_seed, quiet)


def _given(cards: str, rules: Rules) -> Coup:
    if "|" not in cards:
        return deal_cards(cards, rules, DECIDE)
    coup = Coup.parse(cards)
    rules.require(coup.cards[len(rules.opening) :])
    check(coup, rules.tableau)
    return coup


def _print(
    table: Game,
    shoe: Shoe | None,
    coups: list[Coup],
    settlements: list[Settlement | None],
    with_reasons: bool,
) -> None:
    if shoe is not None:
        say(*_ceremony(shoe))
    for place, (coup, settlement) in enumerate(zip(coups, settlements, strict=True), start=1):
        if shoe is None:
            say(*(f"{side}  {show_hand(coup.hand(side))}" for side in Side), call(coup))
            say(*_what_is_next(coup, table.rules))
        else:
            hands = "  ".join(f"{side} {show_hand(coup.hand(side))}" for side in Side)
            say(f"{place:3}  {hands}  {coup.winner or 'tie'}")
        if with_reasons:
            say(*(f"     {line}" for line in explain(coup, table.rules.tableau)))
        if settlement:
            say(*(f"     {line}" for line in settlement.lines))
    if shoe is not None:
        used = sum(len(coup) - len(table.rules.opening) for coup in coups)
        say(_summary(coups, shoe.cards_left - used))
    if len(coups) > 1 and any(settlements):
        balance = sum(settlement.won for settlement in settlements if settlement)
        say(f"In all the guest is {'up' if balance >= 0 else 'down'} {abs(balance)}.")


def _what_is_next(coup: Coup, rules: Rules) -> list[str]:
    if coup.is_over:
        return []
    try:
        return [f"{next_hand(coup, rules.tableau)} takes the next card."]
    except CoupError as free:
        return [f"{str(free).removesuffix(HOW_TO_DECIDE)}."]


def show_hand(hand: Hand) -> str:
    """A hand as text: its cards, padded to a fixed width, and its total."""
    width = 5 if hand.depth is Depth.POINTS else 8
    return f"{' '.join(card.pretty for card in hand):<{width}}  {hand.total}"


def _ceremony(shoe: Shoe) -> list[str]:
    lines = [f"{len(shoe.cards)} cards, the cut card {shoe.cut_card} from the end."]
    if shoe.burn_card is not None:
        lines.append(f"{shoe.burn_card.pretty} is turned up and {shoe.burned} are burned.")
    return lines


def _summary(coups: list[Coup], cards_left: int) -> str:
    winners = [coup.winner for coup in coups]
    counts = ", ".join(
        f"{side or 'tie'} {winners.count(side)}" for side in (Side.PLAYER, Side.BANKER, None)
    )
    return f"{counted(len(coups), 'coup')} ({counts}); {counted(cards_left, 'card')} left."


def _about_shoe(
    shoe: Shoe,
    rules: Rules,
    seed: int | None,
    number: int | None,
    cut: int | None,
    fair: Fair | None,
) -> dict[str, object]:
    """The shoe as JSON, with its seeds, cut card and burn."""
    place = number or 0 if seed is not None else None if fair is None else fair.number
    about = {
        "seed": seed,
        "number": place,
        "cut": cut,
        "size": len(shoe.cards),
        "cut_card": shoe.cut_card,
        "last_coup": str(shoe.last_coup),
        "burn": rules.burn,
        "burn_card": None if shoe.burn_card is None else str(shoe.burn_card),
        "burned": shoe.burned,
    }
    return {"shoe": about, "fair": None if fair is None else fair.as_json()}


def _entries(
    table: Game, coups: list[Coup], settlements: list[Settlement | None], with_reasons: bool
) -> dict[str, object]:
    """The coups as JSON, and their number."""
    tableau = table.rules.tableau
    entries = [
        {
            "number": number,
            **coup.as_json(),
            **({"why": explain(coup, tableau)} if with_reasons else {}),
            **({} if settlement is None else settlement.as_json()),
        }
        for number, (coup, settlement) in enumerate(zip(coups, settlements, strict=True), start=1)
    ]
    return {"coups": len(entries), "entries": entries}
