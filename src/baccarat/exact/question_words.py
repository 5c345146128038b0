"""The words of a question: how a text is cut into them, and which words mean the same."""

import re
from dataclasses import dataclass

from baccarat.base.errors import BadText
from baccarat.base.hints import quoted
from baccarat.core.coup import Side
from baccarat.exact.statement import BOTH

MOST_LETTERS = 500
MOST_FACTS = 20
TOKEN = re.compile(
    r"(?P<wager>[\w-]+(?:\s+\d+)?(?::[\d./%-]+)?=-?\d+)"
    r"|(?P<bet>[a-z0-9]+(?:-[a-z0-9]+)*-[a-z0-9]+(?::[\d./%-]*[\d%])?|[a-z]+:[\d./%-]*[\d%])"
    r"|(?P<word>[a-z]+)(?:['\u2019]s?)?"
    r"|(?P<card>(?:10|[atjqk2-9])[hdcsx♥♦♣♠])\b|(?P<number>\d+)|(?P<mark>[(),/;])"
    r"|(?P<space>[\s:.?!]+)|(?P<other>.)"
)
"""A card such as `9h` is tried before words: see `tokens_of`."""
NOISE = frozenset(
    "a an the that has have had having is are was were gets got of total totals with on to at here "
    "from it its does do did be s worth".split()
)
"""Words without a meaning of their own."""
HAS = ("has", "have", "had", "having")
AND = {"and", "but", "while", "although", "though", "against", "versus", "vs", "v", ",", ";"}
SIDES = {
    "player": (Side.PLAYER,), "punto": (Side.PLAYER,), "p": (Side.PLAYER,),
    "banker": (Side.BANKER,), "banco": (Side.BANKER,), "bank": (Side.BANKER,), "b": (Side.BANKER,),
    "both": BOTH, "either": BOTH, "neither": BOTH,
}  # fmt: skip
LIKE = {
    "naturals": "natural", "pairs": "pair", "win": "wins", "won": "wins", "lose": "loses",
    "lost": "loses", "push": "pushes", "pushed": "pushes", "draw": "draws", "drew": "draws",
    "drawn": "draws", "stand": "stands", "stood": "stands", "start": "starts",
    "started": "starts", "starting": "starts", "end": "ends", "ended": "ends", "ending": "ends",
    "final": "ends", "finally": "ends", "cards": "card", "ties": "tie", "tied": "tie",
    "ahead": "ahead", "profit": "ahead", "coups": "coup",
}  # fmt: skip
LATER = {"then", "within", "before"}
"""Words after a statement that tell of later coups: see `later.py`."""
HIGHER = {"higher": 1, "ahead": 1, "better": 1, "lower": -1, "behind": -1, "worse": -1}
STATED = {
    *("not", "neither", "both", "either", "anything", "natural", "pair", "tie", "red", "black"),
    *("wins", "loses", "draws", "stands", "starts", "ends", "first", "second", "third", "all"),
    *(*AND - {",", ";", "and", "against", "versus", "vs", "v"}, "least", "most", "under", "over"),
}
"""Words that only statements use."""
VERBS = ("wins", "loses", "draws", "stands", "starts", "ends")


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
    return bool(words & STATED) or re.search(r"\w=-?\d", text) is not None


def tokens_of(text: str) -> list[Token]:
    found: list[Token] = []
    is_one = is_had = False
    lower = text.lower()
    at = 0
    while at < len(lower):
        match = CARD.match(lower, at) or TOKEN.match(lower, at)
        assert match is not None
        at, kind = match.end(), str(match.lastgroup)
        told = match[kind]
        if kind == "other":
            raise BadText(f"{quoted(told)} has no meaning here: {quoted(text)}")
        if kind == "space":
            continue
        if kind == "word":
            told = LIKE.get(told, told)
            if told in NOISE:
                is_one, is_had = told in ("a", "an"), is_had or told in HAS
                continue
        found.append(Token(kind, told, text[match.start() : match.end()], is_one, is_had))
        is_one = is_had = False
    return found


CARD = re.compile(r"(?P<card>(?:10|[atjqk2-9])[hdcsx♥♦♣♠])(?![\w=-])")
