"""A fair shoe follows from two seeds, and nobody can take their promise back."""

import hashlib
from collections import Counter
from itertools import islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baccarat.base.errors import BadText, BadValue, Refused
from baccarat.core.cards import DECK
from baccarat.core.chance import draw
from baccarat.core.fair import Fair, commit
from baccarat.core.rules import Rules

ZEROS = "00" * 32
seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)
guests = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), max_size=40)


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104 written out, so that the library's own use of it is checked."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def order_by_hand(house: str, guest: str, number: int, cards: int) -> list[int]:
    """The page on fair shoes, followed step by step."""
    left, order, block, words = list(range(cards)), [], 0, list[int]()
    while left:
        if not words:
            message = f"baccarat fair 1\n{number}\n{block}\n{guest}".encode()
            digest = hmac_sha256(bytes.fromhex(house), message)
            words = [int.from_bytes(digest[i : i + 8], "big") for i in (0, 8, 16, 24)]
            block += 1
        word = words.pop(0)
        if word < 2**64 - 2**64 % len(left):
            order.append(left.pop(word % len(left)))
    return order


@given(seeds, guests, st.integers(0, 2**64 - 1), st.integers(0, 420))
def test_anyone_can_recompute_the_order(house: str, guest: str, number: int, cards: int) -> None:
    fair = Fair.promise(house).with_guest(guest, number)
    assert list(draw(range(cards), fair.dice(cards))) == order_by_hand(house, guest, number, cards)


def test_the_commitment_is_the_sha_256_of_the_house_seed() -> None:
    """The hash of 32 zero bytes, as any other program prints it."""
    zeros = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commit(ZEROS) == zeros
    assert Fair.promise(ZEROS).is_kept


def test_another_seed_than_the_promised_one_is_noticed() -> None:
    promise = Fair.promise(ZEROS)
    assert not Fair(promise.commitment, "guest", "11" * 32).is_kept
    assert not promise.public.is_kept


def test_while_the_shoe_is_dealt_the_house_seed_is_hidden() -> None:
    fair = Fair.promise().with_guest("guest")
    assert fair.public.house_seed is None
    assert str(fair.house_seed) not in repr(fair.public)
    with pytest.raises(Refused, match="not revealed yet"):
        next(fair.public.dice(416))


def test_two_promises_are_never_the_same() -> None:
    assert Fair.promise() != Fair.promise()


def test_each_seed_and_number_makes_another_shoe() -> None:
    fair = Fair.promise(ZEROS)
    shoes = [
        fair.with_guest("one"),
        fair.with_guest("two"),
        fair.with_guest("one", 1),
        Fair.promise("11" * 32).with_guest("one"),
    ]
    assert len({str(Rules().shoe(fair=item)) for item in shoes}) == 4


def test_a_fair_shoe_is_a_whole_shoe() -> None:
    shoe = Rules(decks=2).shuffle(fair=Fair.promise(ZEROS))
    assert Counter(shoe.cards) == Counter(DECK * 2)


def test_every_order_is_as_likely_as_any_other() -> None:
    """Chi-square of 24 orders over 24,000 shoes; an honest scheme passes 999 times in 1,000."""
    fair = Fair.promise(ZEROS)
    times = Counter(
        tuple(draw(range(4), fair.with_guest("guest", number).dice(4))) for number in range(24_000)
    )
    square = sum((times[order] - 1000) ** 2 / 1000 for order in permutations(range(4)))
    assert square < 49.7  # 23 degrees of freedom


def test_a_word_that_would_make_faces_uneven_is_thrown_away() -> None:
    class Words(Fair):
        def _words(self, key: bytes, what: str):  # type: ignore[no-untyped-def]
            return iter([2**64 - 1, 2**64 - 2, 5])

    # 2^64 is 1 more than a multiple of 3: only the last word is one too many.
    assert list(islice(Words(commit(ZEROS), house_seed=ZEROS).dice(3), 1)) == [(2**64 - 2) % 3]


@pytest.mark.parametrize("bad", ["", "00", "zz" * 32, "0" * 63, "AA" * 32, "é" * 64])
def test_a_seed_that_is_none_is_refused(bad: str) -> None:
    with pytest.raises(BadText, match="64 hexadecimal digits"):
        Fair.promise(bad)
    with pytest.raises(BadText, match="64 hexadecimal digits"):
        Fair(bad)


@pytest.mark.parametrize("bad", ["x" * 201, "two\nlines", "\0"])
def test_a_guest_seed_is_a_printable_line(bad: str) -> None:
    with pytest.raises(BadText, match="printable"):
        Fair.promise(ZEROS).with_guest(bad)


@pytest.mark.parametrize("number", [-1, 2**64])
def test_a_shoe_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(BadValue, match="shoe number"):
        Fair.promise(ZEROS).with_guest("guest", number)


def test_shoes_are_numbered_from_nothing_to_the_last_of_64_bits() -> None:
    assert Fair.promise(ZEROS).number == Fair.promise(ZEROS).with_guest("guest").number == 0
    assert Fair.promise(ZEROS).with_guest("guest", 2**64 - 1).number == 2**64 - 1


def test_the_longest_guest_seed_has_200_characters() -> None:
    assert Fair.promise(ZEROS).with_guest("x" * 200).guest_seed == "x" * 200


def test_what_is_told_as_json_makes_the_same_promise() -> None:
    fair = Fair.promise(ZEROS).with_guest("guest")
    told = fair.as_json()
    assert set(told) == {"commitment", "guest_seed", "house_seed"}
    assert Fair(**told) == fair  # type: ignore[arg-type]
    assert fair.public.as_json()["house_seed"] is None
