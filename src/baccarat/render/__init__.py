"""Draws cards, roads and curves as SVG, and the scoreboard also as text for a terminal."""

from baccarat.render.drawing import Drawing
from baccarat.render.intervals import draw_intervals
from baccarat.render.svg import draw
from baccarat.render.text_board import text

__all__ = ["Drawing", "draw", "draw_intervals", "text"]
