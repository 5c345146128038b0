"""The croupier's drill: every answer is worked out a second way."""

import re
from collections.abc import Callable, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal

from drilled import questions

from baccarat.core.calls import call
from baccarat.core.coup import Coup
from baccarat.drill import Form, Kind, Question, read

Dealer = Callable[[Sequence[int]], tuple[list[int], list[int]]]


def points(card: str) -> int:
    """Of a printed card: the ace one, tens and faces nothing."""
    return "A23456789".find(card[0]) + 1


def cards(question: Question) -> tuple[list[str], list[str]]:
    found = re.search(r"Player ([^,.]*)(?:, Banker ([^.]*))?\.", question.text)
    assert found is not None
    return found[1].split(), (found[2] or "").split()


def total(hand: Sequence[str]) -> int:
    return sum(map(points, hand)) % 10


# Third cards.


def test_a_third_card_is_drawn_as_a_second_dealer_draws_it(plain_deal: Dealer) -> None:
    for question in questions(Kind.DRAW, Form.MOVE):
        player, banker = cards(question)
        dealt = [player[0], banker[0], player[1], banker[1], *player[2:], "K", "K"]
        takes = plain_deal([points(card) for card in dealt])
        is_banker = "Does Banker" in question.asks
        assert question.answer == ("draw" if len(takes[is_banker]) == 3 else "stand"), question
        if is_banker:  # Player's turn is over
            assert len(takes[0]) == len(player)


def test_the_row_and_the_column_are_those_a_second_dealer_deals_by(plain_deal: Dealer) -> None:
    def draws(banker: int, third: int) -> bool:
        return len(plain_deal([0, 0, 0, banker, third, 0])[1]) == 3

    seen = set()
    for question in questions(Kind.DRAW, Form.POINTS):
        player, banker = cards(question)
        seen.add(bool(banker))
        if banker:
            right = [third for third in range(10) if draws(total(banker), third)]
        else:
            right = [held for held in range(8) if draws(held, points(player[2]))]
        assert question.answer == " ".join(map(str, right)), question
    assert seen == {True, False}


def test_from_level_three_on_banker_has_to_know_the_tableau() -> None:
    for question in questions(Kind.DRAW, Form.MOVE):
        player, banker = cards(question)
        if question.level >= 3:
            assert max(total(player[:2]), total(banker)) < 8
        if question.level == 3:
            assert total(banker) in (3, 4, 5, 6)
            assert len(player) == 3


def test_the_reason_names_the_hand_that_was_asked_about() -> None:
    for question in questions(Kind.DRAW, Form.MOVE):
        side = "Banker" if "Does Banker" in question.asks else "Player"
        reasons = [line for line in question.why if line.startswith(side) or "natural" in line]
        assert reasons, question
        if question.answer == "draw":
            assert f"{side} has" in reasons[0]
            assert "must draw" in reasons[0]


# Calls.


def test_totals_and_winners_are_those_of_the_printed_cards() -> None:
    for question in questions(Kind.CALL, Form.TOTALS, Form.CALL):
        player, banker = map(total, cards(question))
        winner = "tie" if player == banker else "player" if player > banker else "banker"
        ending = f" {winner}" if question.form is Form.CALL else ""
        assert question.answer == f"{player} {banker}{ending}"
        assert read(question.form, f"{player}-{banker} {winner}") == question.answer


def test_the_croupiers_own_call_is_an_answer() -> None:
    for text in ("Kh 5c 8h | 9d 4s", "9h Kc | 2d 5s", "2h 3c Ks | 9d 9s", "2h 2c 4h | 8d 5s 3c"):
        coup = Coup.parse(text)
        totals = f"{coup.player.total} {coup.banker.total}"
        winner = str(coup.winner or "tie").lower()
        assert read(Form.CALL, call(coup)) == f"{totals} {winner}"
        assert read(Form.TOTALS, call(coup)) == totals


# Payouts.

MARGINS = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}
ROUNDINGS = {"down": ROUND_FLOOR, "up": ROUND_CEILING, "nearer": ROUND_HALF_UP}


def pays(game: str, spot: str, player: list[str], banker: list[str]) -> Decimal:
    """What one coin on that spot wins, -1 when it is lost; by the printed prices.

    Prices: wizardofodds.com/games/baccarat, and the same site's pages of the games.
    """
    ahead = total(player) - total(banker)
    both = (player[:2], banker[:2])
    pairs = [first[0] == second[0] for first, second in both]
    perfect = [first == second for first, second in both]
    is_natural = any(len(hand) == 2 and total(hand) >= 8 for hand in (player, banker))
    lost, one = Decimal(-1), Decimal(1)

    def if_(happened: bool, price: str) -> Decimal:
        return Decimal(price) if happened else lost

    if spot == "tie":
        return if_(ahead == 0, "8")
    if spot in ("player-pair", "banker-pair"):
        return if_(pairs[spot == "banker-pair"], "11")
    if spot == "either-pair":
        return if_(any(pairs), "5")
    if spot == "perfect-pair":
        return if_(any(perfect), "25")
    if spot in ("small", "big"):
        return if_(
            (len(player + banker) == 4) == (spot == "small"), {"small": "1.5"}.get(spot, "0.54")
        )
    if spot == "super-6":
        return if_(ahead < 0 and total(banker) == 6, "12")
    if spot == "dragon-7":
        return if_(ahead < 0 and total(banker) == 7 and len(banker) == 3, "40")
    if spot == "panda-8":
        return if_(ahead > 0 and total(player) == 8 and len(player) == 3, "25")
    mine, hand = (ahead, player) if spot.endswith("player") else (-ahead, banker)
    if spot.startswith("dragon-bonus"):
        if is_natural:
            return one if mine > 0 else Decimal(0) if mine == 0 else lost
        return Decimal(MARGINS.get(mine, -1))
    if mine == 0:
        return lost if game == "2-to-1" else Decimal(0)
    if mine < 0:
        return lost
    if game == "2-to-1":
        return Decimal(2) if len(hand) == 3 and total(hand) >= 8 else one
    if spot == "player":
        return one
    is_six = total(banker) == 6
    return {
        "punto-banco": Decimal("0.95"),
        "four-percent": Decimal("0.96"),
        "ez": Decimal(not (total(banker) == 7 and len(banker) == 3)),
        "super-6": Decimal("0.5") if is_six else one,
        "six-pushes": Decimal(not is_six),
        "three-card-six-pushes": Decimal(not (is_six and len(banker) == 3)),
    }[game]


def test_every_layout_pays_what_plain_arithmetic_says() -> None:
    games, spots, rounded = set(), set(), set()
    for question in questions(Kind.PAY, Form.MONEY):
        game = question.text.partition(",")[0]
        player, banker = cards(question)
        rounding = re.search(
            r"rounded (?:(down|up) to|to).*?(?:chips of (\d+)|coins)", question.text
        )
        way = "down" if rounding is None else rounding[1] or "nearer"
        chip = int(rounding[2] or 1) if rounding else 1
        won = []
        for stake, spot in re.findall(r"(\d+) on ([a-z0-9-]+)", question.text):
            chips = int(stake) * pays(game, spot, player, banker) / chip
            won.append(chip * int(chips.quantize(Decimal(1), ROUNDINGS[way])))
            spots.add(spot)
            rounded.add((way, chip, chips == int(chips)))
        games.add(game)
        is_net = "up, or down" in question.asks
        assert int(question.answer) == sum(won if is_net else (max(coins, 0) for coins in won))
    assert len(games) == 7
    assert len(spots) == 14
    # Each way and each chip had something to round.
    assert {way for way, _, is_exact in rounded if not is_exact} == set(ROUNDINGS)
    assert {chip for _, chip, is_exact in rounded if not is_exact} == {1, 5, 25}


# Roads.


def columns(letters: str) -> list[int]:
    """The depths of the big road's columns, ties left out."""
    return [len(found[0]) for found in re.finditer("B+|P+", letters.replace("T", ""))]


def where(letters: str) -> tuple[int, int]:
    """Column and row of the last win on a big road of six rows, walked cell by cell."""
    taken: set[tuple[int, int]] = set()
    place = (0, 0)
    for streak in re.findall("B+|P+", letters.replace("T", "")):
        place = (min(column for column in range(99) if (column, 0) not in taken), 0)
        taken.add(place)
        is_straight = True
        for _ in streak[1:]:
            below = (place[0], place[1] + 1)
            is_straight = is_straight and below[1] < 6 and below not in taken
            place = below if is_straight else (place[0] + 1, place[1])
            taken.add(place)
    return place[0] + 1, place[1] + 1


def colour(letters: str, back: int) -> str:
    """A derived mark by its cells: red if the cell beside and the one above that are alike.

    A new column is marked the other way round from what one more in the old column would be.
    """
    depths = columns(letters)
    column, row = len(depths) - 1, depths[-1] - 1
    is_new = row == 0
    if is_new:
        column, row = column - 1, depths[column - 1]
    if column - back < 0:
        return "none"
    is_alike = (row < depths[column - back]) == (row - 1 < depths[column - back])
    return "red" if is_alike != is_new else "blue"


def shoe(question: Question) -> str:
    """The letters of a road question, with the coup that is marked."""
    letters = re.search("coups: ([BPT]+)[.]", question.text)
    new = re.search("(Banker|Player|tie)[^.]*[.:] |win of (Banker|Player)", question.text)
    assert letters is not None
    assert new is not None
    return letters[1] + (new[1] or new[2])[0].upper()


def test_marks_go_where_walking_the_grid_ends() -> None:
    ties, tails = 0, 0
    for question in questions(Kind.ROAD, Form.PLACE):
        letters = shoe(question)
        if "bead" in question.asks:
            place = (len(letters) + 5) // 6, (len(letters) - 1) % 6 + 1
        else:
            place = where(letters)
            ties += letters[-1] == "T"
            tails += "no room below" in question.why[0]
        assert question.answer == "{} {}".format(*place), question
    assert ties
    assert tails


def test_derived_marks_are_what_their_cells_say() -> None:
    backs = {"big eye boy": 1, "small road": 2, "cockroach pig": 3}
    seen = set()
    for question in questions(Kind.ROAD, Form.MARK, Form.MARKS):
        asked = [back for road, back in backs.items() if road in question.asks]
        right = [colour(shoe(question), back) for back in asked]
        assert question.answer.split() == right, question
        seen |= set(right)
        for line, mark in zip(question.why, right, strict=True):
            assert re.search(f"[ :]{mark}\\b", line)
            if found := re.search(r"(\d+) and (\d+) deep, (\w+)", line):
                assert (found[1] == found[2]) == (found[3] == "red")
            elif found := re.search(r"mark (\d+) .* is (\d+) deep: (\w+)", line):
                assert (int(found[1]) == int(found[2]) + 1) == (found[3] == "blue")
    assert seen == {"red", "blue", "none"}
