"""The words of a question: how a text is cut into them, and which words mean the same."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from baccarat.base.errors import BadText
from baccarat.base.hints import quoted
from baccarat.core.calls import NUMBERS
from baccarat.core.coup import Side
from baccarat.exact.statement import (
    ANYTHING,
    BOTH,
    EQUAL_START,
    PLACES,
    All,
    Any,
    CoupFact,
    Statement,
)

MOST_LETTERS = 500
MOST_FACTS = 20
_TOTAL = rf"([0-9]|{'|'.join(NUMBERS)})"
PHRASES = {
    r"^\s*(?:what(?:['\u2019]s| is| are) )?(?:the )?(?:chances?|probability|odds)\b"
    r"(?: that| of| for)?|^\s*how (?:likely is(?: it that)?|often)\b": "",
    r"(?<=[a-z])n['\u2019]t\b": " not",
    r"\beven (?:though|if)\b": "although",
    r"\b(?:if I (?:bet|lay|stake)|I am|I['\u2019]m|am I)\b": "",
    r"\bnobody\b|\bno one\b|\bneither player nor banker\b": "neither",
    r"\b(both|either|neither) (?:sides?|hands?)\b": r"\1",
    r"\b(?:both )?player and banker(?: both\b|(?= (?:have|draw|stand|start|end)\b))": "both",
    r"\b(player|banker)(?:['\u2019]s)? hand\b": r"\1",
    r"\bbeats? (?:the )?(?:player|banker)\b": "wins",
    r"\b(?:in|over|during) (?:the )?(?:next )?(?=\w+ (?:coups|hands|rounds)\b)": "within ",
    r"\s*=\s*(?=-?\d)": "=",
    r"\bthan (?:the )?(?:player|banker)(?:['\u2019]s)?\b": "",
    rf"\bbetween {_TOTAL} and {_TOTAL}\b": r"\1-\2",
    r"\b([0-9])\s*(?:-|–|to|through)\s*([0-9])(?![\w-])": r"\1-\2",
    rf"\b{_TOTAL} (?:or|and) (?:more|higher|better|above|over|up)\b": r"least \1",
    rf"\b{_TOTAL} (?:or|and) (?:less|lower|fewer|worse|below|under)\b": r"most \1",
    rf"\b(?:(?:more|greater|higher|better|bigger) than|above)(?= {_TOTAL})\b": "over",
    rf"\b(?:(?:less|fewer|lower|worse|smaller) than|below)(?= {_TOTAL})\b": "under",
    rf"\bup to(?= {_TOTAL})\b": "most",
    r"\bin (?:any|either|whatever) order\b": "unordered",
    r"\b(?:draws?|drew|takes?|took|gets?|got) no (?:third card|third|card)\b": "unthird",
    r"\bno third(?: cards?)?\b": "unthird",
    r"\bfirst (?:two|2)\b": "firsttwo",
    r"\b(?:first|all) (?:four|4)\b": "firstfour",
    r"\b(?:two|2) cards\b": "twocards",
    r"\b(?:three|3) cards\b": "threecards",
    r"\b(?:equal starts?|start(?:s|ed)? (?:equal|level))\b": "level",
}
"""Phrases that mean one word, in the order in which they are replaced."""
TWO_READINGS = {
    r"\bbeats? (?:the )?(?:player|banker)(?:['\u2019]s)? (?:an? |the |with |on )*"
    r"(?:natural|pair|\d|zero|one|two|three|four|five|six|seven|eight|nine)\b":
        "whose is that? write e.g. 'player wins and banker ends with 6'",
    r"\b(?:draws?|drew|takes?|took) (?:on|at|with|to) (?:an? |the )?"
    r"(?:\d|zero|one|two|three|four|five|six|seven|eight|nine)\b":
        "the total or the card? write 'banker 6 and banker draws', or 'banker's third card is 6'",
    r"(?<![\w-])(?:player|banker):\d(?![\d./%-])(?! *(?:wins?|won|loses?|lost|push))":
        "a total or a bet? write 'player 9' for the total, or 'player:9 wins' for a bet at 9 to 1",
    rf"\b(?:wins?|won) from (?:an? |the )?{_TOTAL}\b":
        "after two cards or at the end? write 'player 5 and player wins', or 'player wins with 5'",
    rf"\b(?:draws?|drew|stands?|stood) (?:against|versus|vs|v) (?:an? |the )?{_TOTAL}\b":
        "a total or a third card? write 'banker draws and player 8', or 'banker draws and player's "
        "third card is 8'",
    r"\b(?:in|over|during) (?!next|both|either|neither)\w+ (?:coups|hands|rounds)\b":
        "once, or in every coup? write 'within three coups', or 'three Banker wins in a row'",
    rf"\bexactly\b(?!\s+(?:(?:an?|on|with)\s+)?{_TOTAL}\b)":
        "'exactly' must stand before a number; for one side only, write 'either natural and not "
        "both natural'",
}  # fmt: skip
"""Phrases with two readings, and what to write for each."""
TOKEN = re.compile(
    r"(?P<card>(?:10|[atjqk2-9])[hdcsx♥♦♣♠])(?![\w=-])"
    r"|(?P<wager>[\w-]+(?:\s+\d+)?(?::[\d./%-]+)?=-?\d+)|(?P<range>[0-9]-[0-9])(?![\w-])"
    r"|(?P<bet>[a-z0-9]+(?:-[a-z0-9]+)*-[a-z0-9]+(?::[\d./%-]*[\d%])?|[a-z]+:[\d./%-]*[\d%])"
    r"|(?P<word>[a-z]+)(?:['\u2019]s?)?|(?P<late_or>,\s*or\b)"
    r"|(?P<number>\d+)|(?P<mark>[(),/])|(?P<space>[\s:.?!]+)|(?P<other>.)"
)
NOISE = frozenset(
    "a an the that has have had having is are was were gets got of total totals with on to at here "
    "from it its does do did be s worth "
    "dealt exactly".split()
)
"""Words without a meaning of their own."""
HAS = ("has", "have", "had", "having")
AND = {
    *("and", "but", "while", "although", "though", "against", "versus", "vs", "v", ","),
    *("plus", "yet", "whereas"),
}
AGAINST = ("against", "versus", "vs", "v")
CLAUSE_END = re.compile(rf",|\b(?:or|{'|'.join(sorted(AND - {','}))})\b")
TOTAL_OF_CARDS = re.compile(
    r"\b(?:cards?|first|second|third)\b.*\b(?:totals?|worth)\b"
    r"|\b(?:totals?|worth)\b.*\b(?:cards?|first|second|third)\b"
)
"""Words in one clause that make cards and a total of one number: `first two cards total 9`."""
SIDES = {
    "player": (Side.PLAYER,), "punto": (Side.PLAYER,), "p": (Side.PLAYER,),
    "banker": (Side.BANKER,), "banco": (Side.BANKER,), "bank": (Side.BANKER,), "b": (Side.BANKER,),
    "both": BOTH, "either": BOTH, "neither": BOTH,
}  # fmt: skip
LIKE = {
    like: word
    for word, likes in {
        "natural": "naturals", "pair": "pairs", "wins": "win won", "loses": "lose lost",
        "pushes": "push pushed", "draws": "draw drew drawn", "stands": "stand stood",
        "starts": "start started starting",
        "ends": "end ended ending final finally finish finishes finished",
        "card": "cards", "tie": "ties tied", "ahead": "profit",
        "streak": "run", "coup": "coups hand hands round rounds",
    }.items()
    for like in likes.split()
}  # fmt: skip
LATER = {"then", "within", "before"}
"""Words after a statement that tell of later coups: see `later.py`."""
HIGHER = {"higher": 1, "ahead": 1, "better": 1, "lower": -1, "behind": -1, "worse": -1}
VERBS = ("wins", "loses", "draws", "stands", "starts", "ends")
STATED = {
    *("not", "neither", "both", "either", "anything", "natural", "pair", "tie", "red", "black"),
    *(*VERBS, "first", "second", "third", "all", "least", "most", "under", "over"),
    *(AND - {",", "and", *AGAINST}),
}
"""Words that only statements use."""

Phrase = Callable[[Side], Statement]
"""What is said of a side."""


def said_of(words: str, numbers: frozenset[int] = frozenset()) -> Phrase:
    return lambda side: CoupFact(words, side, numbers)


def starts_with(totals: frozenset[int]) -> Phrase:
    return said_of("{side} starts with {numbers}", totals)


def ends_with(totals: frozenset[int]) -> Phrase:
    return said_of("{side} ends with {numbers}", totals)


NATURAL, DRAWS, STANDS = map(said_of, ("{side} has a natural", "{side} draws", "{side} stands"))
SAID = {"natural": NATURAL, "draws": DRAWS, "threecards": DRAWS} | dict.fromkeys(
    ("stands", "unthird", "twocards"), STANDS
)
"""What a single word says of a side."""
ALONE = {
    "anything": ANYTHING,
    "level": EQUAL_START,
    "natural": Any.of(map(NATURAL, BOTH)),
    "unthird": All.of(map(STANDS, BOTH)),
}
"""What a word says of a coup."""
CARD_PLACES = {
    **{place: (place,) for place in (*PLACES, "all")},
    **dict.fromkeys(("firsttwo", "firstfour"), PLACES[:2]),
}
IN_ORDER = {"firsttwo": 2, "all": 2, "firstfour": 4}
"""The number of cards that may be given in any order."""
TOTALS = frozenset(range(10))
BOUNDS: dict[str, Callable[[int, int], bool]] = {
    "least": int.__ge__, "over": int.__gt__, "most": int.__le__, "under": int.__lt__,
}  # fmt: skip


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    written: str
    """the token as it was typed"""
    is_one: bool = False
    """whether `a` or `an` stands before it"""
    is_had: bool = False
    """whether `has` stands before it"""


def is_in_words(text: str) -> bool:
    """Whether a text has words of a statement, which no notation of cards has."""
    words = {LIKE.get(word, word) for word in re.findall(r"[a-z]+", text.lower())}
    return bool(words & STATED) or re.search(r"\w\s*=\s*-?\d", text) is not None


def tokens_of(text: str) -> list[Token]:
    if len(text) > MOST_LETTERS:
        raise BadText(f"a question has at most {MOST_LETTERS} characters, not {len(text)}")
    for phrase, question in TWO_READINGS.items():
        if found := re.search(phrase, text, re.IGNORECASE):
            raise BadText(f"{quoted(found[0])}: {question}")
    plain, spans = _plain(text)
    tokens: list[Token] = []
    is_one = is_had = False
    for match in TOKEN.finditer(plain.lower()):
        kind = str(match.lastgroup)
        told = match[kind]
        if told == ";":
            raise BadText(
                f"';' separates questions: ask them one by one, or write 'and': {quoted(text)}"
            )
        if kind == "other":
            raise BadText(f"{quoted(told)} has no meaning here: {quoted(text)}")
        if kind == "space":
            continue
        if kind == "word":
            told = LIKE.get(told, told)
            if tokens and plain[match.start() : match.end()] == "A":
                told = "ace"  # the rank, as in `K or A`; no article is a capital letter
            if told in NOISE:
                is_one, is_had = told in ("a", "an"), is_had or told in HAS
                continue
        if kind == "late_or":
            told = "or"
        written = text[spans[match.start()][0] : spans[match.end() - 1][1]]
        tokens.append(Token(kind, told, written, is_one, is_had))
        is_one, is_had = False, is_had and told in ("no", "not")
    return tokens


def _plain(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text with words instead of phrases; and for each letter, the place of what was typed."""
    spans = [(at, at + 1) for at in range(len(text))]
    for phrase, word in PHRASES.items():
        for match in [*re.finditer(phrase, text, re.IGNORECASE)][::-1]:
            first, last = match.span()
            meant = match.expand(word)
            text = text[:first] + meant + text[last:]
            spans[first:last] = [(spans[first][0], spans[last - 1][1])] * len(meant)
    return text, spans
