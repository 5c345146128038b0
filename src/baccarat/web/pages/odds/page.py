"""The odds page: take cards out of the shoe, lay a coup, change a price, and see the effect.

GET  /odds?game=ez&decks=8&seen=Kh+9d&given=…&what=…     the page; its address holds the question
GET  /odds?table=3&shoe=1&coup=12                       before a coup of a table
GET  /odds/answer?…                                     the answer only, which the page fetches
POST /odds                                              a pasted shoe; answers its address
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response
from markupsafe import Markup
from starlette.responses import RedirectResponse

from baccarat.base.errors import BaccaratError
from baccarat.base.words import Words
from baccarat.core.bets import StreakBet, registered
from baccarat.core.cards import DECK, Card
from baccarat.core.games import KNOWN
from baccarat.core.games import game as game_named
from baccarat.core.record import Record
from baccarat.core.shoe import MOST_DECKS
from baccarat.figures.odds import SIDES
from baccarat.render.card_faces import page_back, page_card
from baccarat.web.api.tables import Calls
from baccarat.web.gate.callers import Caller
from baccarat.web.gate.problems import Problem
from baccarat.web.gate.query_fields import reads, whole_page
from baccarat.web.house.seats import house_of, table_of, threads_of, viewer_for
from baccarat.web.house.shoe_texts import written
from baccarat.web.pages.odds.address import ODDS, AskedOdds, address_of
from baccarat.web.pages.odds.answer import OddsAnswered, answer_of
from baccarat.web.pages.odds.shoe import ShoeStep, read_shoe, step_of, whole_number, write_short
from baccarat.web.pages.odds.tray import hands, out, total_of, tray
from baccarat.web.pages.shell import page_words, shell_of

router = APIRouter(include_in_schema=False)
FIELDS = (
    *("game", "decks", "seen", "given", "what", "bets", "all", "look", "to", "coup"),
    *("table", "shoe", "cards", "do*"),
)
"""The fields of an address of the page."""
EXAMPLES = (
    *("player has a natural", "a tie and a player pair", "ahead with player=100, tie=5"),
    *("player wins although banker started higher", "two banker wins in a row from here"),
)
"""The questions that the page offers; they are English in every language."""
MOST_ACTS = 700
"""Most clicks in one request: no shoe has more cards."""
SEE_OTHER = 303
FOUND_NOT = (404, 422)
"""Statuses of problems that are shown at their field; others are not about the question."""


@dataclass
class OddsVisit:
    """A request to the page: the question, its place in a shoe, and its problems."""

    asked: AskedOdds
    step: ShoeStep | None = None
    problems: dict[str, Problem] = field(default_factory=dict)

    def complain(self, problem: Problem, field: str = "shoe") -> None:
        if problem.status not in FOUND_NOT:
            raise problem
        self.problems.setdefault(str(problem.extras.get("field", field)), problem)

    @property
    def address(self) -> str:
        return self.asked.address if self.step is None else self.step.address(self.asked)


@router.get(ODDS)
@whole_page(*FIELDS)
async def show_odds(request: Request, caller: Calls) -> Response:
    """The whole page; after a click without JavaScript, a redirect to the new question."""
    visit = await _read(request, caller)
    if request.query_params.get("do") and not visit.problems:
        return RedirectResponse(visit.address, SEE_OTHER)
    return shell_of(request).page(request, "odds.html", **await _context(request, visit))


@router.get(f"{ODDS}/answer")
@reads(*FIELDS)
async def show_answer(request: Request, caller: Calls) -> Response:
    """The question and its answer as HTML, to replace those on the page."""
    visit = await _read(request, caller)
    return shell_of(request).fragment(request, "odds.html", **await _context(request, visit))


@router.post(ODDS)
async def take_shoe(request: Request, caller: Calls) -> Response:
    """A redirect to the address of a pasted shoe, before its first coup."""
    body = (await request.body()).decode("utf-8", "replace")
    fields = {name: values[-1] for name, values in parse_qs(body).items()}
    visit = OddsVisit(AskedOdds.read({name: fields.get(name, "") for name in ("bets", "all")}))
    try:
        record = await threads_of(request).look(lambda: read_shoe(fields.get("paste", "")))
        place = {"shoe": write_short(record), "coup": "1"}
        return RedirectResponse(address_of({**place, **visit.asked.fields}), SEE_OTHER)
    except Problem as problem:
        visit.complain(problem)
    context = await _context(request, visit)
    context["paste"] = fields.get("paste", "")
    return shell_of(request).page(request, "odds.html", 422, **context)


# The question.


async def _read(request: Request, caller: Caller) -> OddsVisit:
    """The question in an address; the page shows a problem if its table or shoe is missing."""
    query = request.query_params
    visit = OddsVisit(AskedOdds.read(query))
    if query.get("table") or query.get("shoe"):
        visit.asked = replace(visit.asked, given="")  # here `coup` is the number of a coup
        try:
            visit.step = await _step(request, caller, query)
            visit.asked = visit.step.asked(visit.asked)
        except Problem as problem:
            visit.complain(problem)
    for act in query.getlist("do")[:MOST_ACTS]:
        try:
            visit.asked, visit.step = visit.asked.after(act), None
        except Problem as problem:
            visit.complain(problem)
    return visit


async def _step(request: Request, caller: Caller, query: Mapping[str, str]) -> ShoeStep:
    """The shoe that an address names, and the coup in the shoe."""
    threads, table = threads_of(request), whole_number(query, "table")
    if table is None:
        record = await threads.look(lambda: read_shoe(query["shoe"]))
        return step_of(record, {"shoe": query["shoe"]}, query)
    house_table, store = table_of(request, caller, table), house_of(request).store
    viewer, shoe = viewer_for(request, caller, house_table), whole_number(query, "shoe")
    chosen = shoe or house_table.table.shoes
    record = await threads.look(
        lambda: (
            written(house_table, store, chosen, viewer)
            if chosen
            else Record(game=house_table.table.game.name)
        )
    )
    return step_of(record, {"table": str(table), "shoe": str(chosen)}, query)


# The page.


async def _context(request: Request, visit: OddsVisit) -> dict[str, Any]:
    """All values that the templates of the page need."""
    question, words = visit.asked, page_words(request)
    answer = await _answer(request, visit)
    return {
        "asked": question,
        "address": visit.address,
        "step": visit.step,
        "problems": {name: problem.as_json(words) for name, problem in visit.problems.items()},
        "games": [game.name for game in KNOWN],
        "own_decks": _own_decks(question),
        "most_decks": MOST_DECKS,
        "deck_names": [str(number) for number in range(1, MOST_DECKS + 1)],
        "examples": EXAMPLES,
        "ask_what": lambda what: replace(visit, asked=replace(question, what=what)).address,
        "known_bets": [*registered().keys, *registered(StreakBet).keys],
        "answer": answer,
        "sides": SIDES,
        "paste": "",
        "look_at": lambda look: replace(visit, asked=replace(question, look=look)).address,
        **_shoe(question, words),
        **_coup(answer, words),
    }


async def _answer(request: Request, visit: OddsVisit) -> OddsAnswered | None:
    try:
        return await answer_of(request, visit.asked, visit.problems, page_words(request))
    except Problem as problem:
        visit.complain(problem, "given" if visit.asked.given else "seen")
        return None


def _own_decks(question: AskedOdds) -> int | None:
    try:
        return game_named(question.game).rules.decks
    except BaccaratError:
        return None


def _shoe(question: AskedOdds, words: Words) -> dict[str, object]:
    """The template values of the card tray, which has a full shoe if the fields cannot be read."""
    try:
        decks = question.played().rules.decks
        cards_seen, coup_cards = question.cards(), question.laid()
    except Problem:
        decks, cards_seen, coup_cards = 8, [], []
    cards_out = [*cards_seen, *coup_cards]
    piles = tray(decks, cards_out, words, "odds.lay" if question.to == "coup" else "odds.take")
    cards_left = max(0, len(DECK) * decks - len(cards_out))  # a ten or a face has no pile
    return {"piles": piles, "out": out(cards_seen, words), "left": cards_left, "decks": decks}


def _coup(answer: OddsAnswered | None, words: Words) -> dict[str, object]:
    """The template values of both hands, if their cards are known."""
    coup_hands = None if answer is None else hands(answer.coup)

    def draw(card: Card | None, across: bool) -> Markup:
        return Markup(page_back(words) if card is None else page_card(card, words, across))

    return {"hands": coup_hands, "draw_card": draw, "total_of": total_of}
