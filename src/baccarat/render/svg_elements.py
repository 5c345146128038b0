"""What every drawing is made of: elements, colours, words on it, and the felt around it."""

from xml.sax.saxutils import escape, quoteattr

from baccarat.render.drawing import Drawing

MARGIN = 14
IVORY, INK, LINE = "#fffdf6", "#2b2620", "#ddd5c3"
RED, BLUE, GREEN, GOLD = "#d3122f", "#1746b8", "#12803c", "#f2b318"
FELT, CREAM, EDGE, FAINT = "#123c2c", "#f3e9cf", "#8c7f63", "#7a7060"
FONT = "Helvetica, Arial, sans-serif"


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """An element without the attributes that are None.

    Underscores in names become hyphens, and one at the end is dropped.
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(str(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    if not content:
        return f"<{name}{written}/>"
    # One element a line where it helps a reader of the diff.
    return f"<{name}{written}>{content}</{name}>" + ("\n" if "data-" in written else "")


def at(x: int, y: int, content: str, **attributes: object) -> str:
    """A group that sits there."""
    return tag("g", content, transform=f"translate({x} {y})", **attributes)


def text_at(text: object, x: float, y: float, size: float, fill: str, **more: object) -> str:
    return tag("text", escape(str(text)), x=x, y=y, font_size=size, fill=fill, **more)


def framed(
    content: str, width: int, height: int, label: str, role: str = "img", lang: str = "en"
) -> Drawing:
    """A drawing on felt, with its name."""
    felt = tag("rect", width=width, height=height, rx=8, fill=FELT)
    svg = tag(
        "svg",
        f"\n{tag('title', escape(label))}\n{felt}\n{content}",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        lang=None if lang == "en" else lang,
        role=role,
        aria_label=label,
        font_family=FONT,
    )
    if lang == "en":
        # In ASCII alone it survives any file, pipe or page, whatever their encoding.
        svg = svg.encode("ascii", "xmlcharrefreplace").decode("ascii")
    return Drawing(svg + "\n")
