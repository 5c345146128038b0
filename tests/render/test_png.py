"""A drawing as PNG: of the right size, with its words, or one line that says why not."""

import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import baccarat as bac
from baccarat.render import drawing

# Pictures.


def pixels(png: bytes) -> tuple[tuple[int, int], set[bytes]]:
    """The size of a PNG of eight-bit colours, and its colours, as far as no filter hides them."""
    size = struct.unpack(">II", png[16:24])
    place, packed = 8, b""
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        packed += png[place + 8 : place + 8 + length] if kind == b"IDAT" else b""
        place += 12 + length
    raw = zlib.decompress(packed)
    return size, {raw[at : at + 4] for at in range(1, len(raw), 4)}


def test_a_png_has_the_size_of_the_drawing_and_is_not_blank(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    picture = bac.draw("BPT")
    width, height = picture.size
    assert f'viewBox="0 0 {width} {height}"' in picture.svg
    for scale in (1, 2, 0.5):
        size, colours = pixels(picture.png(scale))
        assert size == (round(scale * width), round(scale * height))
        assert len(colours) > 20
    picture.save(tmp_path / "roads.PNG")
    assert (tmp_path / "roads.PNG").read_bytes() == picture.png()


def test_the_words_of_a_png_are_drawn() -> None:
    pytest.importorskip("resvg_py")
    empty = drawing.Drawing(drawing.SIGN.format(""))
    assert drawing.Drawing(drawing.SIGN.format("B")).png() != empty.png()


def test_without_a_font_or_the_extra_a_png_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    resvg_py = pytest.importorskip("resvg_py")
    drawing._font.cache_clear()
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **_: b"as where no font is installed")
    with pytest.raises(bac.Missing, match="a PNG needs a font for its words"):
        bac.draw("B").png()
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(bac.Missing, match=r"pip install 'baccarat\[png\]'"):
        bac.draw("B").png()


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (lambda picture, folder: picture.save(folder / "x.jpg"), "x.jpg: a drawing is saved as"),
        (
            lambda picture, folder: picture.save(folder / "x"),
            "a drawing is saved as .svg, .png or .pdf",
        ),
        (lambda picture, folder: picture.save(folder), "a drawing is saved as .svg, .png or .pdf"),
        (lambda picture, folder: picture.save(folder / "no" / "x.svg"), "cannot be written: No"),
        (lambda picture, folder: picture.save(5), "a file must be given by its path, not as 5"),
        (lambda picture, folder: picture.png("2"), "the scale of a picture must be a number"),
        (lambda picture, folder: picture.png(True), "the scale of a picture must be a number"),
        (lambda picture, folder: picture.png(0), "pixels a side"),
        (lambda picture, folder: picture.png(float("nan")), "pixels a side"),
        (lambda picture, folder: picture.png(10**6), "pixels a side"),
    ],
)
def test_a_picture_that_cannot_be_saved_is_one_line(
    ask: Callable[[Any, Path], None], complaint: str, tmp_path: Path
) -> None:
    with pytest.raises(bac.BaccaratError, match=complaint):
        ask(bac.draw("B"), tmp_path)
    assert list(tmp_path.iterdir()) == []
