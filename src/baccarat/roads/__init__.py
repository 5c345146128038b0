"""The five roads: what they say, where their marks sit, and a live scoreboard."""

from baccarat.roads.grid import ROWS, Grid, Place, lay_out
from baccarat.roads.road import Colour, Derived, derived_road, streaks
from baccarat.roads.scoreboard import Answer, BigMark, Scoreboard

__all__ = [
    "ROWS",
    "Answer",
    "BigMark",
    "Colour",
    "Derived",
    "Grid",
    "Place",
    "Scoreboard",
    "derived_road",
    "lay_out",
    "streaks",
]
