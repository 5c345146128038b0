"""A drawing: a picture that can be shown, printed and saved, as SVG, PNG or PDF."""

import re
from dataclasses import dataclass
from functools import cache
from numbers import Real

from baccarat.base.errors import BadText, BadValue, Missing
from baccarat.base.files import shown
from baccarat.base.hints import displayed, guided, helpful, quoted, require_fields
from baccarat.base.paths import AnyPath, ending, is_device, save

MOST_PIXELS = 16_384
"""The most pixels of a side of a PNG."""
ENDINGS = (".svg", ".png", ".pdf")
SAVED = "a drawing is saved as .svg, .png or .pdf"
SCREEN_SCALE, PRINT_SCALE = 2.0, 6.25
"""The scales of a PNG: for a screen, and for print, where it gives 600 dots per inch."""
PRINTED = 'data-style="print"'
"""A mark of drawings for print."""
SIDES = ("width", "height")
FONTS = "Arial,Helvetica,Liberation Sans,DejaVu Sans,Noto Sans,Roboto,Segoe UI,Verdana".split(",")
"""Common fonts; a system with any text font has one of them."""
SIGN = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text y="18" font-family="sans-serif">{}</text></svg>'
)
"""A picture with one word, to test fonts."""


@displayed
@helpful
@guided
@dataclass(frozen=True, slots=True, repr=False)
class Drawing:
    """A picture, as SVG text.

    >>> from baccarat import draw
    >>> picture = draw("BBPTB", road="big")
    >>> picture.size, picture.svg[:4]
    ((316, 186), '<svg')
    """

    svg: str

    def __post_init__(self) -> None:
        require_fields(self)

    @property
    def size(self) -> tuple[int, int]:
        """The width and the height of the drawing, in pixels."""
        width, height = (re.search(f'{side}="([0-9]{{1,9}})', self.svg) for side in SIDES)
        if width is None or height is None:
            raise BadValue(
                f"a drawing must be SVG with a width and a height, not {quoted(self.svg)}"
            )
        return int(width[1]), int(height[1])

    def png(self, scale: float | None = None) -> bytes:
        """The picture as PNG, `scale` times as large; this needs the extra `png`.

        The default scale is 2, and in print 6.25, which is 600 dots per inch.
        """
        if scale is None:
            most = MOST_PIXELS / max(self.size)
            scale = min(PRINT_SCALE if PRINTED in self.svg else SCREEN_SCALE, most)
        if not isinstance(scale, Real) or isinstance(scale, bool):
            raise BadValue(f"the scale of a picture must be a number, not {quoted(scale)}")
        if not min(self.size) * scale >= 1 or not max(self.size) * scale <= MOST_PIXELS:
            raise BadValue(
                f"a picture must have 1 to {MOST_PIXELS} pixels a side: choose another scale, not "
                f"{scale}"
            )
        try:
            from resvg_py import svg_to_bytes
        except ImportError:
            raise Missing("a PNG needs resvg: pip install 'baccarat[png]'") from None
        try:
            return svg_to_bytes(svg_string=self.svg, zoom=float(scale), sans_serif_family=_font())
        except ValueError as fault:
            raise BadValue(f"a drawing must be SVG, not {quoted(self.svg)} ({fault})") from None

    def pdf(self) -> bytes:
        """The picture as a PDF of vectors; this needs `rsvg-convert` or `inkscape`."""
        from baccarat.render.pdf import to_pdf  # loaded only when needed

        return to_pdf(self.svg)

    def save(self, path: AnyPath) -> None:
        """Write the drawing to a file (`.svg`, `.png` or `.pdf`), completely or not at all."""
        kind = ending(path)
        if kind not in ENDINGS and not is_device(path):
            raise BadText(f"{shown(path)}: {SAVED}")
        made = {".png": self.png, ".pdf": self.pdf}.get(kind)
        save(path, self.svg if made is None else made())

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Drawing, {len(self.svg)} characters of SVG>"


@cache
def _font() -> str:
    """The name of an installed font; without a font, a PNG would silently leave out all words."""
    from resvg_py import svg_to_bytes

    blank = svg_to_bytes(svg_string=SIGN.format(""))
    for family in FONTS:
        if svg_to_bytes(svg_string=SIGN.format("B"), sans_serif_family=family) != blank:
            return family
    raise Missing(f"a PNG needs a font for its words, e.g. {FONTS[3]}: none is installed")
