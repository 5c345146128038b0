"""Replacements for letters that a terminal lacks: `Kh` for `K♥`, not `K?`."""

import codecs

PLAIN_LETTERS = "plain letters"
"""The name of this error handler of encodings."""
SIGNS = {"…": "~", "–": "-", "−": "-", "—": "-", "×": "x", "±": "+-", "·": "."}


def register() -> None:
    """Register the error handler that `stream.reconfigure(errors=PLAIN_LETTERS)` uses."""
    codecs.register_error(PLAIN_LETTERS, _replaced)


def _replaced(trouble: UnicodeError) -> tuple[str, int]:
    if not isinstance(trouble, UnicodeEncodeError):
        raise trouble
    import unicodedata  # few terminals need it

    from baccarat.core.cards import Suit

    signs = SIGNS | {suit.symbol: suit.value for suit in Suit}
    letters = trouble.object[trouble.start : trouble.end]
    plain = (
        signs.get(letter)
        or unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
        for letter in letters
    )
    return "".join(letter or "?" for letter in plain), trouble.end
