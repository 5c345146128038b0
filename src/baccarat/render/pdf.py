"""A drawing as PDF, made by a converter: `rsvg-convert` or `inkscape`.

Both read SVG from a pipe and write a PDF with vectors, text and its fonts.
"""

import shutil
import subprocess
from pathlib import Path

from baccarat.base.errors import BadValue, Missing

CONVERTERS = {
    "rsvg-convert": ("--format=pdf",),
    "inkscape": ("--pipe", "--export-type=pdf", "--export-filename=-"),
}
"""The converters with their options, in the order of preference."""
PATIENCE = 120.0
"""Seconds to wait; `inkscape` starts slowly."""
BEGIN = b"%PDF-"


def converter() -> list[str]:
    """The command of the first converter that is installed: its path, then its options."""
    for name, options in CONVERTERS.items():
        if path := shutil.which(name):
            return [path, *options]
    raise Missing("a PDF needs rsvg-convert (Debian's librsvg2-bin) or inkscape: install one")


def to_pdf(svg: str) -> bytes:
    """The picture as PDF."""
    command = converter()
    name = Path(command[0]).stem
    try:
        made = subprocess.run(
            command, input=svg.encode(), capture_output=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as trouble:
        why = f"no answer in {PATIENCE:g} s"
        if isinstance(trouble, OSError):
            why = trouble.strerror or "it does not start"
        raise Missing(f"{name} makes no PDF: {why}") from None
    if not made.stdout.startswith(BEGIN):
        said = made.stderr.decode(errors="replace").strip().splitlines() or ["it says nothing"]
        raise BadValue(f"{name} cannot make a PDF of this drawing: {said[-1][:200]}")
    return made.stdout
