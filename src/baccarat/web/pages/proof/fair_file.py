"""Makes an HTML file that checks fair shoes; a visitor can save it and use it without a server.

python -m baccarat.web.pages.proof.fair_file     writes static/fair-shoe.html again

It has the scripts and the form of the page, in English. Its policy allows its script and its style
by their SHA-256 and forbids everything else, so the file cannot send or fetch anything.
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
"""Imports and exports of the scripts, which a single file does not need."""
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
"""The form's sentences, by their keys in the section `proof`."""


def form_words(words: Words) -> dict[str, str]:
    """The sentences of the form by their keys; values are still placeholders."""
    return {key: words.texts[f"proof.{key}"] for key in SAYS}


def make_file(shell: Shell) -> str:
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
    """The hash of a script or style, by which a Content-Security-Policy allows it."""
    digest = b64encode(sha256(inline.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def main() -> None:
    STATIC[SAVED].write_text(make_file(Shell()), "utf-8")


if __name__ == "__main__":
    main()
