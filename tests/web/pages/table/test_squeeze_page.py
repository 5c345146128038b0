"""The squeeze on pages: nobody's browser has a byte of what is not lifted."""

import asyncio
import html
import re
import zlib
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

from web.listening import Listening
from web.salon import Salon

from baccarat.base.words import Words
from baccarat.core.cards import Card, Rank
from baccarat.core.coup import Side
from baccarat.render.card_faces import card_in_words
from baccarat.table.requests import DEALER, Request
from baccarat.table.rules.squeeze import LONG_EDGE, SHORT_EDGE, STEPS
from baccarat.table.state import Phase
from baccarat.table.table import Table

SIDES = {"banker": 3, "player": 11}
"""The spot that Ann bets on, and a seed; Player's second card is turned there, and a third one lies
face down."""


class SqueezeSalon(Salon):
    """A table at which Ann squeezes and Bob has a smaller bet, perhaps with two cards exchanged."""

    def __init__(self, spot: str, exchanged: tuple[int, int] | None = None) -> None:
        super().__init__()
        self.number = self.ready("Ann", "Bob", seed=SIDES[spot])
        if exchanged is not None:
            shoe = self.table.the_shoe
            cards, (one, other) = list(shoe.cards), exchanged
            cards[one], cards[other] = cards[other], cards[one]
            changed = replace(shoe, cards=tuple(cards))
            self.here.sitting.table = replace(self.table, shoe=changed)
        self.act(self.number, "place", "Ann", spot=spot, stake=100)
        self.act(self.number, "place", "Bob", spot=spot, stake=20)

    @property
    def here(self) -> Any:
        return self.house.at(self.number)

    @property
    def table(self) -> Table:
        table: Table = self.here.table
        return table

    def steps(self) -> list[tuple[str, Request, str]]:
        """What is asked for until the card is turned up: a name, the request, who asks."""
        found = [("deal", Request("deal", {"squeeze": True}), DEALER)]
        found += [(step, Request("peel", {"step": step}), "Ann") for step in STEPS]
        return [*found, ("turned", Request("reveal"), "Ann")]

    def ask(self, request: Request, author: str) -> None:
        self.house.ask(self.number, request, author)
        if request.kind == "deal" and self.table.squeezed is Side.PLAYER:  # the third one is meant
            self.house.ask(self.number, Request("reveal"), "Ann")

    @property
    def hidden(self) -> tuple[Card, int]:
        """The card that is squeezed, and where in the shoe it lay."""
        table = self.table
        assert table.phase is Phase.SQUEEZE
        assert table.squeezed is not None
        card = table.coup.hand(table.squeezed).cards[-1]
        at = 4 if len(table.coup) == 5 else 3
        place = table.the_shoe.position + at
        assert table.the_shoe.cards[place] == card
        return card, place


def looks_the_same(card: Card, other: Card) -> bool:
    """Whether no edge tells these cards apart, but their corners do."""
    one, two = card.known_rank, other.known_rank
    assert one is not None
    assert two is not None
    is_same = LONG_EDGE[one] == LONG_EDGE[two] and SHORT_EDGE[one] == SHORT_EDGE[two]
    return is_same and one.points != two.points and card.known_suit != other.known_suit


def two_worlds(spot: str) -> tuple[SqueezeSalon, SqueezeSalon]:
    """The same table twice, but for the card that Ann squeezes; it lies there face down."""
    first = SqueezeSalon(spot)
    _, request, author = first.steps()[0]
    first.ask(request, author)
    hidden, place = first.hidden
    cards = first.table.the_shoe.cards
    later = next(at for at in range(place + 30, len(cards)) if looks_the_same(hidden, cards[at]))
    second = SqueezeSalon(spot, (place, later))
    second.ask(request, author)
    assert second.hidden == (cards[later], place)
    return first, second


def all_answers(salon: SqueezeSalon) -> dict[str, bytes]:
    """Everything that browsers of Ann, Bob and a spectator can ask for."""
    number, found = salon.number, {}
    for guest in ("Ann", "Bob", ""):
        token = salon.tokens.get(f"{number} {guest}", "")
        here = f"/tables/{number}"
        paths = ["/", here, f"/api/v1{here}", f"/parts?watch=table/{number}:table"]
        paths += [f"{here}/{panel}" for panel in ("history", "statistics", "luck", "wall")]
        for path in paths:
            answer = salon.http.get(path, headers={"baccarat-guest": token, "accept": "*/*"})
            found[f"{guest} {path}"] = answer.content
    return found


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    return [path for path in one if one[path] != other[path]]


def test_no_answer_tells_more_of_a_card_than_its_edges_do() -> None:
    one, other = two_worlds("player")
    assert len(one.table.coup) == 5  # it is Player's third card
    told = {"deal": differing(all_answers(one), all_answers(other))}
    for step in STEPS:
        acts = [w.try_act(w.number, "peel", "Ann", step=step).content for w in (one, other)]
        told[step] = differing(all_answers(one), all_answers(other))
        assert (acts[0] == acts[1]) == (step != "corner")
    assert [name for name, paths in told.items() if not paths] == ["deal", "long", "short"]
    for guest in ("Ann", "Bob", ""):  # the comparison can fail: the corner is told to everybody
        assert f"{guest} /tables/{one.number}" in told["corner"]
        assert f"{guest} /api/v1/tables/{one.number}" in told["corner"]


async def streams_of(salon: SqueezeSalon) -> dict[str, list[bytes]]:
    """What has come down the streams of three browsers, unpressed, after each edge."""
    query = f"watch=table/{salon.number}:table"
    found: dict[str, list[bytes]] = {}
    async with AsyncExitStack() as stack:
        listeners: dict[str, Listening] = {}
        for guest in ("Ann", "Bob", ""):
            token = salon.tokens.get(f"{salon.number} {guest}", "")
            one = Listening(salon.app, query, baccarat_guest=token, accept_encoding="gzip")
            one.scope |= {"path": "/live", "raw_path": b"/live"}
            listeners[guest] = await stack.enter_async_context(one)
            await one.until(has(one, f'"number":{salon.table.number},'.encode()))
        for _, request, author in salon.steps()[1:4]:
            salon.ask(request, author)
            sign = f'"number":{salon.table.number},'.encode()
            for guest, one in listeners.items():
                await one.until(has(one, sign))
                found.setdefault(guest, []).append(unpressed(one.body))
    return found


def has(listening: Listening, sign: bytes) -> Callable[[], bool]:
    return lambda: sign in unpressed(listening.body)


def unpressed(body: bytes) -> bytes:
    """A pressed stream as far as it has come."""
    return zlib.decompressobj(31).decompress(body)


def test_no_stream_tells_more_of_a_card_than_its_edges_do() -> None:
    one, other = (asyncio.run(streams_of(world)) for world in two_worlds("banker"))
    for guest in ("Ann", "Bob", ""):
        assert one[guest][:2] == other[guest][:2]
        assert len(one[guest][1]) > len(one[guest][0])
        assert one[guest][2] != other[guest][2]  # the corner is told


def parts_for(salon: SqueezeSalon, guest: str) -> dict[str, str]:
    token = salon.tokens.get(f"{salon.number} {guest}", "")
    path = f"/parts?watch=table/{salon.number}:table"
    answer = salon.http.get(path, headers={"baccarat-guest": token})
    parts: dict[str, str] = answer.json()[0]["parts"]
    return parts


def test_who_squeezes_has_edges_to_lift_and_the_others_watch() -> None:
    salon = SqueezeSalon("banker")
    steps = salon.steps()
    words = Words.of("en")
    for at, (name, request, author) in enumerate(steps[:-1]):
        salon.ask(request, author)
        card = salon.hidden[0]
        assert card.known_rank is not None
        lifted = " ".join(STEPS[:at])
        free = " ".join(STEPS[at:])
        ann, bob, nobody = (parts_for(salon, guest)["hands"] for guest in ("Ann", "Bob", ""))
        assert f'data-lifted="{lifted}" data-lid' in ann
        assert f'data-free="{free}" tabindex="0" role="slider"' in ann
        disabled = re.findall(r'data-peel="(\w+)" disabled', ann)
        assert disabled == list(STEPS[:at])
        for watching in (bob, nobody):
            assert 'data-seconds="30" data-says="# s left"' in watching  # as the clock has them
            assert f'data-lifted="{lifted}"' in watching
            assert "Ann squeezes a card: Banker" in watching
            assert "data-peel" not in watching
            assert "slider" not in watching
        shown = html.unescape(ann)
        value = re.search(r'aria-valuetext="([^"]*)"', shown)
        assert value is not None
        if name == "deal":
            assert value[1] == words("squeeze.nothing")
        elif name == "corner":
            assert card_in_words(card, words) in value[1]
        else:
            seen = {"long": LONG_EDGE, "short": SHORT_EDGE}[name][card.known_rank]
            assert words(f"card.{name}", shown=words(f"edge.{seen}")) in value[1]
            alike = [
                rank
                for rank in map(Rank, "A23456789TJQK")
                if LONG_EDGE[rank] == LONG_EDGE[card.known_rank]
                and (name == "long" or SHORT_EDGE[rank] == SHORT_EDGE[card.known_rank])
            ]
            ranks = ", ".join("10" if rank is Rank.TEN else str(rank) for rank in alike)
            assert value[1].endswith(f"The card can be {ranks}.")
    salon.ask(*steps[-1][1:])
    for guest in ("Ann", "Bob", ""):
        assert f'data-card="{card}"' in parts_for(salon, guest)["hands"]
