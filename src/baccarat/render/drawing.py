"""A drawing: an SVG picture that can be shown, printed and saved."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, repr=False)
class Drawing:
    """A picture, as SVG text."""

    svg: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file: all of it, or nothing."""
        path = Path(path)
        if path.exists() and not path.is_file():
            path.write_text(self.svg, "utf-8")  # a pipe or a device must not be replaced
            return
        path = path.resolve()
        part = path.with_name(f".{path.name[:200]}.{os.getpid()}.part")
        try:
            with part.open("x", encoding="utf-8", newline="\n") as file:
                file.write(self.svg)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Drawing, {len(self.svg)} characters of SVG>"
