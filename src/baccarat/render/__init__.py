"""Drawings of the scoreboard: as SVG, which a notebook shows, and as text for a terminal."""

from baccarat.render.drawing import Drawing
from baccarat.render.svg import draw
from baccarat.render.text_board import text

__all__ = ["Drawing", "draw", "text"]
