"""Numbers and plurals in five languages, held against Babel's own and against printed examples."""

import ast
import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from string import Formatter

import pytest
from babel import Locale, numbers
from checkout import ROOT
from hypothesis import given
from hypothesis import strategies as st

from baccarat.base.sentences import Sentence
from baccarat.base.words import LANGUAGES, Words, catalogue
from baccarat.base.words.cldr import read_numerals
from baccarat.base.words.numerals import ENGLISH, KNOWN, numerals_of

SOURCE = ROOT / "src" / "baccarat"
PLURAL = ("en", "fr")
"""Languages whose words have a plural."""
COUNTS = [*range(121), 1_000, 999_999, 1_234_567]


def locale_of(language: str) -> Locale:
    return Locale.parse(language, sep="-")


@pytest.mark.parametrize("language", LANGUAGES)
@given(whole=st.integers(-(10**9), 10**9), part=st.integers(0, 99))
def test_numbers_are_written_as_babel_writes_them(language: str, whole: int, part: int) -> None:
    words, locale = Words.of(language), locale_of(language)
    assert words.number(whole) == numbers.format_decimal(whole, locale=locale)
    money = whole + part / 100
    assert words.number(money, ",.2f") == numbers.format_decimal(money, "#,##0.00", locale)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("share", [0, 0.0106, 0.5, 0.09999, 1, 12.345, -0.1436])
def test_shares_are_written_as_babel_writes_them(language: str, share: float) -> None:
    locale = locale_of(language)
    pattern = locale.percent_formats[None].pattern.replace("#,##0", "0.00")
    assert Words.of(language).percent(share) == numbers.format_percent(share, pattern, locale)


@pytest.mark.parametrize("language", PLURAL)
def test_a_word_beside_a_number_is_singular_where_cldr_says_so(language: str) -> None:
    numerals, rule = numerals_of(language), locale_of(language).plural_form
    for count in (*COUNTS, 0.5, 1.5, 2.5, Fraction(3, 2)):
        expected = "one" if rule(float(count)) == "one" else "other"
        assert numerals.choose(count, "one|other") == expected, count


def test_what_we_know_without_babel_is_what_it_knows() -> None:
    for language in LANGUAGES:
        ours, babels = KNOWN.get(language, ENGLISH), read_numerals(language)
        assert (ours.group, ours.decimal, ours.percent) == (
            babels.group,
            babels.decimal,
            babels.percent,
        )
        if language in PLURAL:
            assert [*map(ours.is_one, COUNTS)] == [*map(babels.is_one, COUNTS)]


@pytest.fixture
def without_babel(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As after an installation without the extras."""
    monkeypatch.setitem(sys.modules, "babel", None)
    monkeypatch.delitem(sys.modules, "baccarat.base.words.cldr")
    numerals_of.cache_clear()
    yield
    numerals_of.cache_clear()


@pytest.mark.usefixtures("without_babel")
def test_words_can_do_without_babel() -> None:
    assert numerals_of("fr") is KNOWN["fr"]
    assert Words.of("fr").number(1234.5, ",.2f") == "1\u202f234,50"
    assert Words.of("ja").number(1_234) == "1,234"


def test_numbers_are_written_as_books_print_them() -> None:
    """French by the rules of its Imprimerie nationale, with the spaces of CLDR."""
    french = Words.of("fr")
    assert french.number(12_345) == "12\u202f345"
    assert french.number(-0.95, "+.2f") == "-0,95"
    assert french.percent(Fraction(106, 10_000)) == "1,06\u00a0%"
    assert french("money.hand", coins=5_000) == "En main 5\u202f000"
    assert Words.of("fr", is_ascii=True).percent(0.5, 0) == "50 %"
    for language in set(LANGUAGES) - {"fr"}:
        assert Words.of(language).number(12_345.5, ",.2f") == "12,345.50"
        assert Words.of(language).percent(0.0106) == "1.06%"


def test_a_sentence_says_itself_which_numbers_have_thousands() -> None:
    """A bound that is to be typed has none."""
    told = Sentence(
        "at most {most} of {coups:,} coups, {share:.2%}", most=1_000, coups=1_000, share=0.5
    )
    assert Words.of("en").say(told) == str(told) == "at most 1000 of 1,000 coups, 50.00%"
    assert Words.of("fr").say(told) == "at most 1000 of 1\u202f000 coups, 50,00\u00a0%"


def test_a_number_that_is_a_name_stays_as_it_is() -> None:
    assert Words.of("en")("web.table", table=1_234_567) == "Table 1234567"


def test_singular_and_plural_are_said_by_the_count() -> None:
    def ties(language: str) -> list[str]:
        return [Words.of(language)("mark.ties", count=count) for count in (1, 2, 1_000)]

    assert ties("en") == ["a tie", "2 ties", "1,000 ties"]
    assert ties("fr") == ["une égalité", "2 égalités", "1\u202f000 égalités"]
    assert ties("zh-hant") == ["和1次", "和2次", "和1,000次"]
    found = {"game": "x", "coins": 0}
    assert ", 0 coups," in Words.of("en")("resume.found", coups=0, **found)
    assert ", 0 coup," in Words.of("fr")("resume.found", coups=0, **found)


def test_no_shoe_begins_with_a_coup_of_number_zero() -> None:
    for language in LANGUAGES:
        words = Words.of(language)
        assert "0" not in words("top.shoe", shoe=1, coup=0)
        assert "42" in words("top.shoe", shoe=1, coup=42)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_looks_at_a_number_has_a_form_for_each(language: str) -> None:
    many = 2 if language in PLURAL else 1
    for key, text in catalogue(language).items():
        for _, name, form, _ in Formatter().parse(text):
            if name and "|" in (form or ""):
                forms = (form or "").split("|")
                has_exact = forms[0].startswith("=")
                assert len(forms) - has_exact in ((1, many) if has_exact else (many,)), key


def test_no_number_is_written_by_hand_where_there_are_words() -> None:
    """A comma or a per cent sign of Python's is English: `words.number` writes them."""
    found = []
    for path in (p for room in ("tui", "table", "web") for p in (SOURCE / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
                form = ast.unparse(node.format_spec)
                if re.search(r"[,%]", form):
                    found.append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    for path in (SOURCE / "web" / "pages").rglob("*.html"):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if re.search(r"""["']\{:|\|\s*format\(""", line):
                found.append(f"{path.relative_to(SOURCE)}:{number}")
    assert found == []
