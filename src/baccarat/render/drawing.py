"""A drawing: an SVG picture that can be shown, printed and saved."""

import os
from dataclasses import dataclass

from baccarat.files import write_whole


@dataclass(frozen=True, slots=True, repr=False)
class Drawing:
    """A picture, as SVG text."""

    svg: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file: all of it, or nothing."""
        write_whole(path, self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Drawing, {len(self.svg)} characters of SVG>"
