"""The frame that all pages share: language, colours and other settings, templates, responses.

shell = Shell()
shell.page(request, "lobby.html", tables=…)       a whole page
shell.part("hands.html", words, view=…)           a part of a page

A template gets `words` (the language), `look` (the colours and cards that the browser has chosen),
`asset` (the address of a file), and the filters `number` and `percent`, which follow the language.
The output is escaped; drawings are `Markup`.
"""

from fractions import Fraction
from hashlib import sha256
from typing import Any
from unicodedata import bidirectional

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from baccarat.base.words import LANGUAGES, Words
from baccarat.render.card_faces import card_sheet
from baccarat.render.page_roads import mark_sheet
from baccarat.web.gate.gate import KEY_COOKIE
from baccarat.web.gate.pressing import pressed
from baccarat.web.gate.problems import Problem, words_for
from baccarat.web.gate.query_fields import unread_field
from baccarat.web.pages.static_files import PAGES, Shelf

TEMPLATES = sorted(PAGES.rglob("templates"))
"""The folders of the templates: the shared folder, and a folder of each page."""
HTML = "text/html; charset=utf-8"
LANGUAGE_COOKIE, LOOK_COOKIE = "baccarat-language", "baccarat-look"
NAMES = {
    "en": "English",
    "fr": "Français",
    "ja": "日本語",
    "zh-hans": "简体中文",
    "zh-hant": "繁體中文",
}
"""The languages, each in its own words."""
TAGS = {"zh-hans": "zh-Hans", "zh-hant": "zh-Hant"}
"""The language tags of HTML where they differ from ours."""
STUDIES: tuple[str, ...] = ("odds", "laboratory", "theory", "proof", "drill")
"""The pages for questions, in the order of the bar: `odds` is at `/odds`."""
RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
"""Unicode's classes of letters and digits that are written from right to left."""
CHOICES = {
    "theme": ("auto", "dark", "light"),
    "marks": ("classic", "shapes"),
    "suits": ("two", "four"),
    "index": ("normal", "large"),
    "speed": ("usual", "slow", "fast"),
    "sound": ("off", "on"),
    "coach": ("speaks", "silent"),
}
"""The settings that a browser can choose; the first of each is the default."""


def look_of(request: Request) -> dict[str, str]:
    """The settings that a browser has chosen, from a cookie such as `light.shapes`, by name."""
    said = request.cookies.get(LOOK_COOKIE, "")[:200].split(".")
    chosen = {name: word for word in said for name, all_ in CHOICES.items() if word in all_}
    return {name: all_[0] for name, all_ in CHOICES.items()} | chosen


def page_words(request: Request) -> Words:
    """The texts in the language that the visitor chose; default: the browser's language."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return Words.of(chosen) if chosen in LANGUAGES else words_for(request)


class Shell:
    """Renders the templates of pages, and holds the files that pages load."""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self._templates = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.version = _version(self.shelf)
        shared = {
            "asset": self.shelf.address,
            "languages": NAMES,
            "studies": STUDIES,
            "version": self.version,
        }
        self._templates.globals |= shared
        self._templates.filters |= {"number": _number, "percent": _percent}
        self._sheets: dict[str, Markup] = {}

    def page(
        self, request: Request, template: str, status: int = 200, /, **context: Any
    ) -> Response:
        """A response with a whole page, made from a template."""
        words = page_words(request)
        text = self._templates.get_template(template).render(
            words=words,
            tag=TAGS.get(words.language, words.language),
            look=look_of(request),
            choices=CHOICES,
            sheets=self.sheets(words),
            has_session=any(name.startswith(KEY_COOKIE) for name in request.cookies),
            path=request.url.path + (f"?{query}" if (query := request.url.query) else ""),
            unread=None if (unread := unread_field(request)) is None else unread.as_json(words),
            **context,
        )
        return self.answer(request, text, words, status)

    def part(self, template: str, words: Words, /, **context: Any) -> str:
        """The HTML of a part of a page, from a template."""
        return self._templates.get_template(f"parts/{template}").render(words=words, **context)

    def fragment(self, request: Request, template: str, /, **context: Any) -> Response:
        """A response with the HTML of a part of a page."""
        words = page_words(request)
        return self.answer(request, self.part(template, words, **context), words)

    def answer(self, request: Request, html: str, words: Words, status: int = 200) -> Response:
        """An HTML response that caches must not store."""
        headers = {
            "Cache-Control": "no-store",
            "Content-Language": words.language,
            "Vary": "Accept-Encoding, Accept-Language, Cookie",
        }
        return pressed(request, html.encode("utf-8", "replace"), HTML, headers, status=status)

    def sheets(self, words: Words) -> Markup:
        """The SVG definitions of marks, suits and card backs, to which a page's drawings refer."""
        if (known := self._sheets.get(words.language)) is None:
            known = self._sheets[words.language] = Markup(mark_sheet(words) + card_sheet())
        return known

    def problem(self, request: Request, problem: Problem) -> Response:
        """A page that shows an error and what to do."""
        if problem.status == 401:
            answer = self.page(request, "login.html", 401)
        else:
            told = problem.as_json(page_words(request))
            reads = request.method == "GET"
            again = problem.headers.get("Retry-After") if reads else None
            status = problem.status
            answer = self.page(request, "problem.html", status, problem=told, again=again)
        for name, value in problem.headers.items():
            answer.headers[name] = value
        return answer


@pass_context
def _number(context: Context, value: float | Fraction | None) -> str:
    """A number as the page's language writes it, e.g. `{{ 12345|number }}`; a dash for None."""
    words: Words = context["words"]
    return words.number(value)


@pass_context
def _percent(context: Context, share: float | Fraction | None, digits: int = 2) -> str:
    """A share in per cent as the page's language writes it, e.g. `{{ edge|percent }}`."""
    words: Words = context["words"]
    return words.percent(share, digits)


def _version(shelf: Shelf) -> str:
    """A hash of all templates and files; when it changes, open pages load again."""
    told = sha256(shelf.digest.encode())
    for path in (path for folder in TEMPLATES for path in sorted(folder.rglob("*.html"))):
        told.update(path.read_bytes())
    return told.hexdigest()[:12]


def isolated(name: str) -> str:
    """A name between invisible marks, so that a right-to-left name does not reorder a sentence."""
    is_turned = any(bidirectional(letter) in RIGHT_TO_LEFT for letter in name)
    return f"\u2068{name}\u2069" if is_turned else name


def shell_of(request: Request) -> Shell:
    shell: Shell = request.app.state.shell
    return shell
