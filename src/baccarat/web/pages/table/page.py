"""The page of a table, as a guest, a dealer or a spectator sees it."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from baccarat.base.sentences import Sentence
from baccarat.base.words import Words
from baccarat.core.bets import StreakBet
from baccarat.core.shoe import CUT_MARGIN
from baccarat.render.card_faces import page_back, page_card
from baccarat.table.rounding import rounding_texts
from baccarat.table.state import Phase
from baccarat.table.table import Table
from baccarat.table.view.choices import MORE_MONEY
from baccarat.table.view.croupier import factors_text, payout, went_back
from baccarat.table.view.labels import card_text, price_texts
from baccarat.table.view.view import Audience, View
from baccarat.web.api.tables import Calls, TableNumber
from baccarat.web.gate.problems import Problem
from baccarat.web.gate.query_fields import whole_page
from baccarat.web.house.places import HouseTable
from baccarat.web.house.seats import seat_shown, threads_of
from baccarat.web.house.views import seen_as
from baccarat.web.pages.parts import Sketch, scene
from baccarat.web.pages.proof.fair_link import fair_link
from baccarat.web.pages.shell import isolated, page_words, shell_of
from baccarat.web.pages.stream import drawn_at, page_viewer
from baccarat.web.pages.table.coach import coach_said
from baccarat.web.pages.table.felt import LaidFelt, chip_in_hand, next_steps, rack_of, waiting_for
from baccarat.web.pages.table.roads import draw_roads
from baccarat.web.pages.table.squeeze import squeeze_shown

router = APIRouter(include_in_schema=False)
PARTS = ("hands", "head", "layout", "rack", "acts", "coach", "people")
"""The parts, hands first: while cards move, the page holds back the other parts."""
ORDERS = {"player": (1, 3, 5), "banker": (2, 4, 6)}
"""The order in which the cards of a coup come."""
MOST_STRANGERS = 3
"""The number of other guests whose chips are drawn on a spot; the rest are counted."""
SHORT = 16
"""Number of digits in the short form of a commitment."""
NO_CARDS = (Phase.SEAT, Phase.SHOE, Phase.BURN, Phase.LEFT)
"""The phases without cards on the felt."""


@router.get("/tables/{table}")
@whole_page()
async def show_table(request: Request, caller: Calls, table: TableNumber) -> Response:
    """The page of a table."""
    drawn = drawn_at(request, caller, f"table/{table}")
    viewer = page_viewer(request, caller, drawn, "table")
    number, parts = await threads_of(request).look(lambda: drawn.parts(viewer))
    here, words = drawn.here, page_words(request)
    assert isinstance(here, HouseTable)
    chip = here.table.game.layout.chip
    return shell_of(request).page(
        request,
        "table.html",
        title=here.name or words("web.table", table=table),
        place=drawn.place,
        number=number,
        parts={name: Markup(html) for name, html in parts.items()},
        discs=rack_of(here.table),
        chip=chip,
        chosen=chip_in_hand(here.table),
        squeezes=not here.table.is_free_game,
        usual_money=MORE_MONEY * chip,
    )


@router.get("/tables/{table}/spots/{spot}")
async def show_spot(request: Request, caller: Calls, table: TableNumber, spot: str) -> Response:
    """The HTML about a bet: the price of each result, its limits, and its present house edge."""
    drawn, words = drawn_at(request, caller, f"table/{table}"), page_words(request)
    here, state = drawn.here, drawn.here.state
    assert isinstance(here, HouseTable)
    assert isinstance(state, Table)
    known = {*state.game.layout.bets, *(bet.key for bet in state.streaks)}
    if spot not in known:
        raise Problem(404, Sentence("there is nothing at this address"))

    viewer = seat_shown(request, here)

    def draw() -> str:
        seen = Audience.SPECTATOR if viewer is None else seen_as(viewer, state)
        felt = LaidFelt(state, state.view(seen), words)
        bet, layout = felt.bet(spot), state.game.layout
        is_streak = isinstance(bet, StreakBet)
        return shell_of(request).part(
            "about_spot.html",
            words,
            name=spot,
            tiers=price_texts(bet, words),
            limits=layout.limits if is_streak else layout.limits_of(spot),
            rounding=[*rounding_texts(bet, layout, words), *felt.rounded_at(spot)],
            edge=felt.spot(spot).edge,
            **texts_of(words),
        )

    return shell_of(request).answer(request, await threads_of(request).look(draw), words)


def texts_of(words: Words) -> dict[str, Any]:
    """Functions that write amounts and seeds as text, by the names that templates use."""
    return {
        "money": lambda coins: words("felt.coins", coins=coins),
        "signed": lambda coins: words.number(coins, "+,").replace("-", "−"),
        "short": lambda digits: " ".join(digits[at : at + 4] for at in range(0, SHORT, 4)),
    }


@scene("table", "table")
def draw_table(sketch: Sketch) -> Mapping[str, str]:
    """The HTML of each part of a table's page that changes."""
    table, words, here = sketch.state, sketch.words, sketch.here
    assert isinstance(table, Table)
    assert isinstance(here, HouseTable)
    view = table.view(seen_as(sketch.by.viewer, table))
    dealers = table.view(Audience.DEALER).asks if sketch.by.may_deal else ()
    asks = frozenset((*view.asks, *dealers))
    steps = next_steps(table, view, dealers)
    shown = {
        "here": here,
        "view": view,
        "asks": asks,
        "is_guest": view.audience is Audience.GUEST,
        "felt": LaidFelt(table, view, words),
        "steps": steps,
        "waits": waiting_for(view, here.clock, words),
        "clock_seconds": here.clock.bets if table.phase is Phase.BETS else None,
        "free_seats": table.opened.seats - len(table.seats) if table.phase is not Phase.LEFT else 0,
        "usual_money": MORE_MONEY * view.chip,
        "coach": coach_said(table, view, words),
        "most_strangers": MOST_STRANGERS,
        "card": lambda card, across=False: Markup(
            page_back(words) if card is None else page_card(card, words, across)
        ),
        **_coup(view, words),
        **_shoe(here, table, view, words),
        **texts_of(words),
    }
    shown["squeeze"] = squeeze_shown(view, shown["coup_id"], ORDERS, here.clock, words)
    drawn = {name: sketch.shell.part(f"{name}.html", words, **shown) for name in PARTS}
    roads = draw_roads(sketch.shell, view.results, words, f"/tables/{here.number}/roads")
    return {**drawn, "roads": roads}


def _coup(view: View, words: Words) -> dict[str, Any]:
    """The template values of the present coup: its number, its winner, its payout."""
    laid = any(seat.wagers for seat in view.seats)
    is_paid = bool(view.lines) and view.is_over and not laid
    shoe = 0 if view.shoe is None else view.shoe.number
    return {
        "coup_id": f"{shoe}-{view.coups + (not view.is_over)}",
        "winner": "" if view.winner is None else str(view.winner).lower(),
        "squeezed": "" if view.squeezed is None else str(view.squeezed).lower(),
        "orders": ORDERS,
        "payout": payout(view, words) if is_paid else [],
        "came": "won" if view.won > 0 else "lost" if view.won < 0 else "pushed",
        "went_back": went_back(view.not_taken, words) if view.not_taken else "",
        "factors": factors_text(view.factors, words) if view.factors else "",
        "prompt": _prompt(view, words),
        "is_broke": _is_broke(view) and is_paid,
    }


def _is_broke(view: View) -> bool:
    """Whether a guest has neither money nor a stake left."""
    is_guest = view.audience is Audience.GUEST and view.phase is Phase.BETS
    return is_guest and not view.bankroll and not view.on_the_felt


def _prompt(view: View, words: Words) -> str:
    """The croupier's sentence about what happens now."""
    if view.phase is Phase.BETS:
        return words("felt.broke" if _is_broke(view) else "say.welcome")
    key = {
        Phase.SEAT: "felt.welcome",
        Phase.SHOE: "felt.no-shoe",
        Phase.FINISHED: "felt.finished",
        Phase.SQUEEZE: "felt.squeezes",
        Phase.OFFER: "felt.offer",
        Phase.LEFT: "felt.waits-closed",
    }.get(view.phase, "say.dealing")
    return words(key, guest=isolated(view.squeezer))


def _shoe(here: HouseTable, table: Table, view: View, words: Words) -> dict[str, Any]:
    """The template values of the shoe: its cut and burned cards, and the revealed fair seeds."""
    cuts = table.phase is Phase.CUT or table.promise is not None
    last = None if view.last_seeds is None else view.last_seeds.fair
    opened_shoe = table.shoes if table.is_shoe_over else table.shoes - 1
    ceremony = table.ceremony if table.is_shoe_over else table.last_ceremony
    shoe = view.shoe
    burn_card = None if shoe is None or view.player.cards else shoe.burn_card
    return {
        "ceremony": cuts or table.phase in NO_CARDS,
        "cuts": cuts,
        "cards": table.game.rules.decks * 52 if table.promise or shoe is None else shoe.cards,
        "margin": CUT_MARGIN,
        "promised": table.promise is not None,
        "fair": view.seeds.fair,
        "opened": last if last is not None and last.house_seed else None,
        "opened_shoe": opened_shoe,
        "proof": fair_link(here.number, opened_shoe, last, table.game.rules, ceremony.cut),
        "burn": ""
        if shoe is None or burn_card is None
        else words("say.burn", card=card_text(burn_card, words), count=shoe.burned),
    }
