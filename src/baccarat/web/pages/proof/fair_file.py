"""The check of a fair shoe as one file, which can be saved and opened without us.

python -m baccarat.web.pages.proof.fair_file     writes it anew: static/fair-shoe.html

It is made of the scripts and the form that the page has, in English. Its own policy lets its script
and its look through by their SHA-256 and forbids all else: it cannot ask or tell anybody anything.
"""

import re
from base64 import b64encode
from hashlib import sha256

from markupsafe import Markup

from baccarat.base.words import Words
from baccarat.web.pages.shell import Shell
from baccarat.web.pages.static_files import STATIC

SAVED = "fair-shoe.html"
SCRIPTS = ("fair_shoe.js", "fair_form.js")
STYLES = ("fair_file.css", "fair_form.css")
LINKS = re.compile(r"^(?:import .*\n\n?|export (?=function|const))", re.M)
"""How scripts name each other; in one file they need no names."""
SAYS = (
    *("check-commitment", "check-cut", "check-order"),
    *("kept", "broken", "uncut", "cut", "not-cut", "other-cut"),
    *("follows", "alone", "other-burn", "other-coup", "no-cards"),
    *(
        "bad-commitment",
        "bad-house",
        "bad-guest",
        "bad-number",
        "bad-decks",
        "bad-cut",
        "bad-record",
    ),
    *("holds", "all-holds", "fails", "shown", "burn", "burned", "left", "cards"),
)
"""What the form may say, by its keys in the section `proof`."""


def form_words(words: Words) -> dict[str, str]:
    """The sentences of the form, with their values still to be put in."""
    return {key: words.texts[f"proof.{key}"] for key in SAYS}


def make_file(shell: Shell) -> str:
    """The whole file."""
    script = "\n".join(LINKS.sub("", STATIC[name].read_text("utf-8")) for name in SCRIPTS)
    style = "\n".join(STATIC[name].read_text("utf-8") for name in STYLES)
    words = Words.of("en")
    return shell.part(
        "fair_file.html",
        words,
        says=form_words(words),
        script=Markup(script),
        style=Markup(style),
        policy=f"default-src 'none'; script-src {_named(script)}; style-src {_named(style)}; "
        "base-uri 'none'; form-action 'none'",
    )


def _named(inline: str) -> str:
    """An inline text as a policy lets it through."""
    digest = b64encode(sha256(inline.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def main() -> None:
    STATIC[SAVED].write_text(make_file(Shell()), "utf-8")


if __name__ == "__main__":
    main()
