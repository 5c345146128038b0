"""The look of a terminal: its colours, and whether it can show colours and Unicode."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from baccarat.tui.draw.colours import NIGHT, PALETTES, Colours

if TYPE_CHECKING:
    from textual.app import App


NO_BRAILLE = ("linux", "cygwin")
"""Consoles (`TERM`) whose fonts have blocks but no braille."""


@dataclass(frozen=True, slots=True)
class Look:
    """The properties of the terminal that all drawing depends on."""

    colours: Colours = NIGHT
    is_ascii: bool = False
    has_colour: bool = True
    has_braille: bool = True
    """if not, half blocks replace it"""

    @classmethod
    def of(cls, app: "App[object]") -> "Look":
        return cls(
            PALETTES[app.theme],
            app.has_class("-ascii"),
            not app.no_color,
            os.environ.get("TERM") not in NO_BRAILLE,
        )

    @property
    def is_plain(self) -> bool:
        """Whether key caps and chips need brackets, because background colours are missing."""
        return self.is_ascii or not self.has_colour

    @property
    def is_lettered(self) -> bool:
        """Whether roads are drawn as letters, because colours or shapes are not enough."""
        return self.is_plain or self.colours.is_told_by_shape
