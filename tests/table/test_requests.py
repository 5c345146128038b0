"""What clients may ask for, who may ask, and what the house makes of it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat.base.errors import BaccaratError, BadValue
from baccarat.table import ActRefused, Audience, Phase, Table, fold
from baccarat.table.acts import (
    HINTS,
    BadAct,
    Burn,
    Close,
    Cut,
    Deal,
    Draw,
    Leave,
    Open,
    Place,
    Promise,
    Shuffle,
    Sit,
)
from baccarat.table.log import HOUSE
from baccarat.table.requests import ASKED, DEALER, HOST, STAFF, Request, acts_for
from baccarat.table.sitting import Sitting

SECRETS = {"cards", "house_seed", "paid", "seed", "fingerprint", "first_shoe", "game", "bets"}
"""Fields of acts that tell a shoe, a seed, a payout, or how a table is opened."""


def salon(**options: Any) -> Sitting:
    """A table of several seats with two guests, bets open."""
    sitting = Sitting(clock=lambda: "now")
    sitting.do(Open(decks=1, seats=3, **options))
    for guest in ("Ann", "Bob"):
        sitting.ask(Request("sit", {"guest": guest, "bankroll": 500}), guest)
    sitting.ask(Request("shoe"), DEALER)
    if not options.get("fair"):
        sitting.ask(Request("cut"), "Ann")
    return sitting


def test_two_guests_and_a_dealer_play_a_coup_by_asking() -> None:
    sitting = salon()
    assert sitting.table.phase is Phase.BETS
    sitting.ask(Request("place", {"spot": "banker", "stake": 20}), "Ann", key="a1")
    sitting.ask(Request("place", {"spot": "player", "stake": 10}), "Bob")
    assert sitting.log[-2].acts == (Place("banker", 20, "Ann"),)
    assert (sitting.log[-2].author, sitting.log[-2].key) == ("Ann", "a1")
    sitting.ask(Request("deal"), DEALER)
    assert sitting.table.coups == 1
    dealt = sitting.log[-1]
    assert dealt.author == DEALER
    assert (dealt.acts[0], type(dealt.acts[-1])) == (Deal(), Draw)
    assert fold(act for commit in sitting.log for act in commit.acts) == sitting.table
    assert Sitting(sitting.keeper).table == sitting.table
    sitting.ask(Request("leave"), "Bob")
    sitting.ask(Request("close"), HOST)
    assert sitting.log[-1].acts == (Close(),)


def test_no_request_can_say_what_is_the_houses_to_say() -> None:
    said = {field for fields in ASKED.values() for field in fields}
    assert not said & SECRETS
    assert not ASKED.keys() & {"open", "promise", "shuffle", "draw", "burn"}
    for kind in ASKED:
        for secret in SECRETS:
            with pytest.raises(BadAct, match=f"{kind}: a request has no"):
                Request(kind, {secret: 5})
    for kind in ("open", "promise", "shuffle", "draw", "bluff"):
        with pytest.raises(BadAct, match="not a request"):
            Request(kind)


@given(
    st.sampled_from(sorted(ASKED)),
    st.dictionaries(
        st.sampled_from(sorted({key for hints in HINTS.values() for key in hints})),
        st.none() | st.booleans() | st.integers(-5, 2**70) | st.text(max_size=9) | st.just([1]),
        max_size=3,
    ),
)
def test_whatever_is_asked_is_a_request_or_one_clear_line(
    kind: str, values: dict[str, object]
) -> None:
    sitting = salon()
    before = sitting.table
    try:
        request = Request(kind, values)
        sitting.ask(request, "Ann")
    except BaccaratError as refused:
        assert "\n" not in str(refused)
        assert sitting.table is before
    else:
        assert sitting.table.number > before.number
        secrets = {type(act) for commit in sitting.log[5:] for act in commit.acts}
        assert not secrets & {Open, Promise, Shuffle}


@pytest.mark.parametrize(
    ("request_", "author", "complaint"),
    [
        (Request("deal"), "Ann", "only the dealer can do this"),
        (Request("shoe"), "Bob", "only the dealer can do this"),
        (Request("close"), "Ann", "only the host can close a table"),
        (Request("close"), DEALER, "only the host can close a table"),
        (Request("dismiss", {"guest": "Bob"}), "Ann", "only the host can send a guest away"),
        (Request("dismiss", {"guest": "Bob"}), DEALER, "only the host can send a guest away"),
        (Request("dismiss", {"guest": "Eve"}), HOST, "Eve does not sit at this table"),
        (Request("clear"), DEALER, "only a guest can do this"),
        (Request("place", {"spot": "tie", "stake": 5}), HOUSE, "only a guest can do this"),
        (Request("place", {"spot": "tie", "stake": 5}), "Eve", "Eve does not sit at this table"),
        (
            Request("place", {"spot": "tie", "stake": 5}),
            "",
            "a request must name its guest",
        ),
        (Request("sit", {"guest": " Dealer", "bankroll": 5}), "x", "a guest cannot have the name"),
        (Request("buy", {"coins": 501}), "Ann", "a guest can bring at most 1000 coins"),
        (Request("sit", {"guest": "Cyd", "bankroll": 1001}), "Cyd", "at most 1000 coins"),
        (Request("cut"), "Ann", "bets are open"),
    ],
)
def test_who_may_not_ask_is_told_so(request_: Request, author: str, complaint: str) -> None:
    sitting = salon(most_money=1000, seed=7)
    before = sitting.table
    with pytest.raises(BaccaratError, match=complaint):
        sitting.ask(request_, author)
    assert sitting.table is before


def test_the_most_money_is_counted_from_sitting_down_to_leaving() -> None:
    sitting = salon(most_money=500, seed=7)
    sitting.ask(Request("bet", {"wagers": "tie=500"}), "Ann")
    sitting.ask(Request("deal"), DEALER)
    assert sitting.table.seat("Ann").bankroll == 0
    with pytest.raises(ActRefused, match="at most 500 coins"):
        sitting.ask(Request("buy", {"coins": 1}), "Ann")
    sitting.ask(Request("leave"), "Ann")
    sitting.ask(Request("sit", {"guest": "Ann", "bankroll": 500}), "Ann")
    assert sitting.table.seat("Ann").bought == 500


def test_nobody_acts_for_another_guest() -> None:
    with pytest.raises(BadAct, match="'guest'"):
        Request("place", {"spot": "tie", "stake": 5, "guest": "Bob"})


def test_who_cuts_a_fair_shoe_gives_the_guests_seed() -> None:
    sitting = salon(fair=True)
    promised = sitting.table.view("Ann").seeds.fair
    assert promised is not None
    sitting.ask(Request("cut", {"at": 20, "guest_seed": "my lucky words"}), "Ann")
    fair = sitting.table.ceremony.fair
    assert fair is not None
    assert (fair.guest_seed, fair.commitment) == ("my lucky words", promised.commitment)
    assert sitting.table.ceremony.cut == 20
    assert sitting.table.phase is Phase.BETS
    assert sitting.log[-1].acts == (Shuffle(guest_seed="my lucky words"), Cut(20), Burn())
    with pytest.raises(ActRefused, match="bets are open"):
        sitting.ask(Request("cut"), "Ann")
    plain = Sitting()
    plain.do(Open(decks=1, seats=2), Sit("Ann", 5))
    plain.ask(Request("shoe"), DEALER)
    with pytest.raises(ActRefused, match="too late for a guest's seed: the shoe has been shuffled"):
        plain.ask(Request("cut", {"guest_seed": "mine"}), "Ann")


def test_a_guest_alone_asks_for_all_of_it() -> None:
    sitting = Sitting()
    sitting.do(Open(decks=1))
    for kind, values in (
        ("sit", {"guest": "", "bankroll": 50}),
        ("shoe", {}),
        ("cut", {"at": 20}),
        ("place", {"spot": "tie", "stake": 5}),
        ("deal", {}),
    ):
        sitting.ask(Request(kind, values), "Guest 1")
    assert sitting.table.coups == 1
    with pytest.raises(ActRefused, match="Ann does not sit at this table"):
        sitting.ask(Request("repeat"), "Ann")


def test_the_host_sends_a_guest_away_with_all_that_is_theirs() -> None:
    sitting = salon(seed=7)
    sitting.ask(Request("bet", {"wagers": "banker=20 tie=5"}), "Ann")
    sitting.ask(Request("dismiss", {"guest": "Ann"}), HOST)
    gone = sitting.log[-1]
    assert (gone.acts, gone.author) == ((Leave("Ann"),), HOST)
    assert [seat.guest for seat in sitting.table.seats] == ["Bob"]
    assert sitting.table.house == 0
    assert Sitting(sitting.keeper).table == sitting.table
    with pytest.raises(BadAct, match="dismiss: guest cannot be left out"):
        Request("dismiss")


def test_a_guest_with_a_stake_in_a_coup_is_not_sent_away_before_it_is_paid() -> None:
    sitting = salon(seed=7)
    sitting.ask(Request("bet", {"wagers": "banker=20"}), "Ann")
    sitting.ask(Request("deal", {"squeeze": True}), DEALER)
    assert sitting.table.phase is Phase.SQUEEZE
    with pytest.raises(ActRefused, match="the coup waits"):
        sitting.ask(Request("dismiss", {"guest": "Ann"}), HOST)
    sitting.ask(Request("dismiss", {"guest": "Bob"}), HOST)  # who has none goes at once
    assert "dismiss" not in sitting.table.view(Audience.DEALER).asks
    while sitting.table.phase is Phase.SQUEEZE:
        sitting.ask(Request("reveal"), HOST)
    sitting.ask(Request("dismiss", {"guest": "Ann"}), HOST)
    assert sitting.table.seats == ()


def test_who_was_offered_a_bet_and_is_sent_away_holds_nobody_up() -> None:
    sitting = salon(seed=3, bets=("insurance",))
    sitting.ask(Request("deal"), HOST)
    for guest in ("Ann", "Bob"):
        assert sitting.table.phase is Phase.OFFER
        sitting.ask(Request("dismiss", {"guest": guest}), HOST)
    assert (sitting.table.phase, sitting.table.coups) == (Phase.BETS, 1)


def test_a_request_can_be_held_to_its_number() -> None:
    sitting = salon()
    number = sitting.table.number + 1
    bet = Request("place", {"spot": "tie", "stake": 5})
    sitting.ask(bet, "Ann", number=number)
    with pytest.raises(ActRefused, match=f"the next act is number {number + 1}, not {number}"):
        sitting.ask(bet, "Ann", number=number)
    assert sitting.table.on_the_felt == 5


def test_everybody_is_told_where_shoes_come_from() -> None:
    for options, told in (({}, "system"), ({"fair": True}, "fair"), ({"seed": 7}, "seeded")):
        table = salon(**options).table
        assert {table.view(who).shoes_from for who in ("Ann", Audience.SPECTATOR)} == {told}
    assert {HOUSE, DEALER, HOST} == STAFF


# What is new


def test_a_view_since_an_act_tells_what_came_after_it() -> None:
    table = Table.open(seed=7, bankroll=10_000)
    numbers = [table.number]
    for _ in range(40):
        table = table.bet("banker=10").deal()
        numbers.append(table.number)
    whole = table.view(Audience.SPECTATOR)
    assert (whole.since, len(whole.results)) == (0, 40)
    for coups in (0, 1, 7, 40):
        new = table.view(Audience.SPECTATOR, since=numbers[40 - coups])
        assert new.results == whole.results[40 - coups :]
        assert new.since == numbers[40 - coups]
        assert (new.counts, new.winner, new.shoe) == (whole.counts, whole.winner, whole.shoe)
    sizes = [len(json.dumps(table.view(since=n).as_json())) for n in (0, numbers[39])]
    assert sizes[1] < sizes[0] / 4
    assert "spots" not in table.view(since=numbers[1]).as_json()


def test_after_an_act_of_an_older_shoe_all_is_told() -> None:
    table = Table.open(seed=7, bankroll=100).deal(free=True)
    old = table.number
    table = table.shuffle().deal(free=True)
    assert table.view(since=old) == table.view()
    assert table.view(since=table.number).results == ()
    for since in (-1, table.number + 1):
        with pytest.raises(BadValue, match="`since` must be from 0 to the number of acts so far"):
            table.view(since=since)


USUAL: dict[str, dict[str, object]] = {
    "sit": {"guest": "Cyd", "bankroll": 5},
    "buy": {"coins": 5},
    "bet": {"wagers": "tie=5"},
    "place": {"spot": "tie", "stake": 5},
    "lift": {"spot": "tie"},
    "decide": {"draw": True},
    "dismiss": {"guest": "Bob"},
    "deal": {"squeeze": True, "free": True},
}


def is_taken(sitting: Sitting, kind: str, author: str) -> bool:
    """Whether a request of this kind is taken, tried on a copy of the table."""
    copy, values = Sitting(start=sitting.table), dict(USUAL.get(kind, {}))
    if sitting.table.phase is Phase.OFFER and kind in ("bet", "place"):
        values = {"wagers": "insurance=5"} if kind == "bet" else {"spot": "insurance", "stake": 5}
    try:
        copy.ask(Request(kind, values), author)
    except BaccaratError:
        return False
    return True


@pytest.mark.parametrize("options", [{}, {"fair": True}, {"bets": ("insurance",)}])
def test_what_may_be_asked_for_is_what_is_taken(options: dict[str, Any]) -> None:
    sitting, seen = salon(seed=None if "fair" in options else 7, **options), set()
    looks: dict[str, Audience | str] = {name: name for name in ("Ann", "Bob")}
    looks |= {HOST: Audience.DEALER, "": Audience.SPECTATOR}
    for turn in range(60):
        for author, audience in looks.items():
            told = sitting.table.view(audience).asks
            taken = [kind for kind in ASKED if is_taken(sitting, kind, author)]
            if "lift" in told and "tie" not in dict(sitting.table.seat(author).laid):
                taken.append("lift")  # of another spot, where this table has wagers
            assert set(told) == set(taken) - ({"sit"} if audience != Audience.SPECTATOR else set())
        seen.add(sitting.table.phase)
        kinds = [kind for kind in sitting.table.view(Audience.DEALER).asks if kind != "close"]
        if sitting.table.phase is Phase.BETS and turn % 2:
            sitting.ask(Request("bet", {"wagers": "player=10 tie=5"}), "Ann")
        sitting.ask(Request(kinds[0], USUAL.get(kinds[0], {})), HOST)
    assert seen >= {Phase.BETS, Phase.FINISHED, Phase.SHOE if "fair" in options else Phase.CUT}


def test_several_wagers_are_laid_as_one_or_not_at_all() -> None:
    sitting = salon(seed=7)
    sitting.ask(Request("bet", {"wagers": "banker=20 tie=5"}), "Ann")
    assert sitting.log[-1].acts == (Place("banker", 20, "Ann"), Place("tie", 5, "Ann"))
    before = sitting.table
    with pytest.raises(BaccaratError, match="not enough money"):
        sitting.ask(Request("bet", {"wagers": "player=20 tie=500"}), "Bob")
    assert sitting.table is before
    for nothing in ("", 5, None, ["banker=5"]):
        with pytest.raises(BadAct, match="expected e"):
            Request("bet", {"wagers": nothing})


def test_what_was_answered_is_kept_with_the_acts() -> None:
    sitting = salon(seed=7)
    number = sitting.table.number
    place = Request("place", {"spot": "tie", "stake": 5})
    sitting.ask(place, "Ann", key="k", asked="d", answer=lambda table: f"at {table.number}")
    last = sitting.log[-1]
    assert (last.key, last.asked, last.answer) == ("k", "d", f"at {number + 1}")


def test_a_sitting_that_forgets_holds_the_present_shoe_alone() -> None:
    forgetful = Sitting(forgets=True)
    forgetful.do(Open(decks=1, seats=3, seed=7))
    for _ in range(5):
        forgetful.ask(Request("shoe"), DEALER)
        forgetful.ask(Request("cut"), DEALER)
        while forgetful.table.phase is Phase.BETS:
            forgetful.ask(Request("deal"), DEALER)
        assert forgetful.chronicle.results == list(forgetful.table.results)
        assert len(forgetful.chronicle.ceremonies) == 1
    assert forgetful.table.coups > len(forgetful.table.results)
    assert Sitting(forgetful.keeper).table == forgetful.table


def test_a_guest_who_comes_back_is_known_by_another_number() -> None:
    sitting = salon(seed=7)
    first = sitting.table.seat("Bob").since
    assert first == 3  # after Open and Ann
    sitting.ask(Request("leave"), "Bob")
    sitting.ask(Request("sit", {"guest": "Bob", "bankroll": 5}), "Bob")
    assert sitting.table.seat("Bob").since == sitting.table.number > first


SITTING = fold([Open(seats=9), Sit("Ann", 5), Sit("Nikos Pappas", 5), Sit("Саша", 5)])
"""The last of them with five Cyrillic letters."""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("\u0410nn", "several alphabets"),
        ("An\u03bd", "several alphabets"),
        ("Анн\u03b1", "several alphabets"),
        ("\u0421\u0430sha", "several alphabets"),
        ("\u039d\u03b9\u03ba\u03bfs", "several alphabets"),
        ("Ann ", "sits here already"),
        ("Ann\u3164", "looks like Ann"),
        ("Ann\ufe0f", "looks like Ann"),
        ("A\u034fnn", "looks like Ann"),
        ("\u2800Ann", "looks like Ann"),
        ("An\U000e0101n", "looks like Ann"),
        ("Nikos  Pappas", "looks like Nikos Pappas"),
        ("\u3164", "1 to 40 printable"),
        ("\u115f \ufe0f", "1 to 40 printable"),
    ],
)
def test_no_guest_looks_like_another(name: str, why: str) -> None:
    request = Request("sit", {"guest": name, "bankroll": 5})
    with pytest.raises(ActRefused, match=why):
        SITTING.then(*acts_for(request, SITTING, name))


@pytest.mark.parametrize(
    ("seated", "name"),
    [
        ("Coco", "\u0421\u043e\u0441\u043e"),
        ("COCO", "\u0441\u043e\u0441\u043e"),
        ("Tom", "\u0422\u043e\u043c"),
        ("NIKO", "\u039d\u0399\u039a\u039f"),
        ("vox", "\u03bd\u03bf\u03c7"),
        ("\u0420\u043e\u0440", "Pop"),
        ("Zo\u00eb", "Zo\u0435\u0308"),
        ("\u00cb\u00cb", "\u0401\u0401"),
    ],
)
def test_a_name_of_another_alphabet_that_looks_like_a_guests_is_refused(
    seated: str, name: str
) -> None:
    table = fold([Open(seats=3), Sit(seated, 5)])
    request = Request("sit", {"guest": name, "bankroll": 5})
    with pytest.raises(ActRefused, match=r"looks like|several alphabets"):
        acts_for(request, table, name)
    assert len(table.apply(Sit(name, 5)).seats) == 2  # as a log of before may have it


@pytest.mark.parametrize(
    "name",
    [
        "Анна",
        "Вова",
        "Νίκος",
        "安妮",
        "アン",
        "안나",
        "Zoë",
        "Ann 2",
        "O'Neil",
        "",
        "安Ann",
        "Ñandú",
        "ⅩⅡ",
        "Ann ❤\ufe0f",
    ],
)
def test_names_of_every_script_that_look_like_nobody_here_are_taken(name: str) -> None:
    request = Request("sit", {"guest": name, "bankroll": 5})
    after = SITTING.then(*acts_for(request, SITTING, name or "x"))
    assert after.seats[-1].guest == (name or "Guest 1")


def test_no_guest_looks_like_the_staff() -> None:
    table = fold([Open(seats=3)])
    for name in ("HOST", "\u04bb\u043e\u0455\u0442", "\u0501\u0435\u0430\u04cf\u0435r"):
        request = Request("sit", {"guest": name, "bankroll": 5})
        with pytest.raises(ActRefused, match="a guest cannot have the name"):
            acts_for(request, table, name)
