"""The five roads: their marks, the places of the marks, and a live scoreboard."""

from baccarat.core.roads.grid import ROWS, Grid, GridPlace, Tail, lay_out
from baccarat.core.roads.reasons import ComparedColumns, compared
from baccarat.core.roads.road import Colour, Derived, derived_road, streaks
from baccarat.core.roads.scoreboard import BigMark, NextMarks, Scoreboard

__all__ = [
    "ROWS",
    "BigMark",
    "Colour",
    "ComparedColumns",
    "Derived",
    "Grid",
    "GridPlace",
    "NextMarks",
    "Scoreboard",
    "Tail",
    "compared",
    "derived_road",
    "lay_out",
    "streaks",
]
