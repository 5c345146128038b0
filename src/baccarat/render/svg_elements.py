"""The parts of every drawing: SVG elements, text, and the background."""

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from baccarat.render.drawing import Drawing
from baccarat.render.drawing_styles import FULL_WIDTH, ON_FELT, DrawingStyle

MARGIN = 14
NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Control characters and half surrogates, which XML does not allow."""


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """An element; attributes that are None are left out.

    Underscores in names become hyphens, and one at the end is dropped.
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(str(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    if not content:
        return f"<{name}{written}/>"
    # One element per line, where this makes diffs easier to read.
    return f"<{name}{written}>{content}</{name}>" + ("\n" if "data-" in written else "")


def at(x: int, y: int, content: str, **attributes: object) -> str:
    """A group of elements at the place (x, y)."""
    return tag("g", content, transform=f"translate({x} {y})", **attributes)


def text_at(text: object, x: float, y: float, size: float, fill: str, **more: object) -> str:
    return tag("text", escape(str(text)), x=x, y=y, font_size=size, fill=fill, **more)


def note_at(lines: Sequence[str], x: float, y: float, step: int, fill: str) -> str:
    """Lines of small text below each other; the first one has its baseline at `y`."""
    return "".join(
        text_at(line, x, y + step * number, 11.5, fill) for number, line in enumerate(lines)
    )


def framed(
    content: str,
    width: int,
    height: int,
    label: str,
    role: str = "img",
    lang: str = "en",
    style: DrawingStyle = ON_FELT,
) -> Drawing:
    """A drawing of this content on a background, with a label; for print, at most a page wide."""
    rounded = None if style.is_print else 8
    ground = tag("rect", width=width, height=height, rx=rounded, fill=style.ground)
    wide = min(width, FULL_WIDTH) if style.is_print else width
    svg = tag(
        "svg",
        f"\n{tag('title', escape(label))}\n{ground}\n{content}",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=wide,
        height=round(height * wide / width),
        lang=None if lang == "en" else lang,
        role=role,
        aria_label=label,
        data_style=style.name if style.is_print else None,
        font_family=style.font,
    )
    svg = NO_XML.sub("\ufffd", svg)
    if lang == "en":
        # ASCII survives any file, pipe or page, whatever the encoding.
        svg = svg.encode("ascii", "xmlcharrefreplace").decode("ascii")
    return Drawing(svg.rstrip("\n") + "\n")
