"""Sphinx settings; nothing in the pages is fetched from elsewhere."""

import re
import sys
from enum import Enum
from pathlib import Path
from shutil import copytree

from sphinx.application import Sphinx

from baccarat import __version__

sys.path.insert(0, str(Path(__file__).parent))
from command_options import CommandOptions
from question_fields import QuestionFields

project = "baccarat"
release = __version__
author = "the baccarat authors"
copyright = "2026, the baccarat authors"  # noqa: A001 - the name Sphinx asks for

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary"]
# No math extension: Sphinx would fetch MathJax from a CDN for the pages that use it.
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
nitpicky = True
# Signatures name many types that have no entry, of ours and of others, and nothing is fetched.
nitpick_ignore_regex = [("py:.*", ".*")]

# The reference is made of docstrings, whose `names` are code.
default_role = "code"
add_module_names = False
toc_object_entries = False  # a thousand entries, copied into every page, take five seconds
python_maximum_signature_line_length = 72
autodoc_member_order = "bysource"
autodoc_default_options = {"inherited-members": True}  # of ours: see `is_left_out`
autodoc_preserve_defaults = True
autosummary_generate = False

html_theme = "furo"
html_title = "baccarat"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["sort.js"]


SHORTER = {
    r"ndarray\[tuple\[.*?\], ~?(?:numpy\.)?dtype\[(.*?)\]\]": r"ndarray[\1]",
    r"~?(?:collections\.abc\.)?Callable\[\[~?(?:baccarat\.coup\.)?Choice\], bool\]": "Strategy",
    r"\s*=\s*<[^>]*>": " = ...",  # what is made anew, or has no text of its own
}
"""What the types of a signature say at length, and how it is said here."""

ANSWERS = {
    "DoneT": "Done",
    "JsonT": "dict[str, Any]",
    "RowsT": "list[dict[str, Any]]",
    "TextT": "str",
}
"""What a client's answers are; both clients have their words from one class."""


def shorten(app: Sphinx, *told: object) -> tuple[str | None, str | None]:
    """The types of a signature as a person would write them."""
    types = [str(text) if text else None for text in told[-2:]]
    for place, text in enumerate(types):
        for long, short in SHORTER.items():
            text = text and re.sub(long, short, text)
        types[place] = text
    if (answer := ANSWERS.get((types[1] or "").removeprefix("~").rpartition(".")[2])) is not None:
        types[1] = f"Awaitable[{answer}]" if ".Async" in str(told[1]) else answer
    return types[0], types[1]


def is_left_out(app: Sphinx, what: str, name: str, member: object, *more: object) -> bool | None:
    """Whether a class goes without a member: one that it has from Python or another library.

    What it has from a class of ours is shown, and every value of an enumeration.
    """
    if isinstance(member, Enum):
        return False
    for part in ("fget", "func", "__func__"):  # of a property, a cached one, a class method
        member = getattr(member, part, member)
    is_ours = str(getattr(member, "__module__", "")).startswith("baccarat")
    return True if callable(member) and not is_ours else None


def setup(app: Sphinx) -> None:
    """Put the schemas beside the page that links them, where they find each other; tidy types."""

    def copy(app: Sphinx, trouble: Exception | None) -> None:
        if trouble is None and app.builder.format == "html":
            copytree(Path(app.srcdir) / "schemas", Path(app.outdir) / "schemas", dirs_exist_ok=True)

    app.add_directive("command-options", CommandOptions)
    app.add_directive("question-fields", QuestionFields)
    app.connect("build-finished", copy)
    app.connect("autodoc-process-signature", shorten)
    app.connect("autodoc-skip-member", is_left_out)
