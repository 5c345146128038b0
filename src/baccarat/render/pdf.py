"""A drawing as PDF, made by a converter: `rsvg-convert` or `inkscape`.

Both read SVG from a pipe and write a PDF with vectors, text and its fonts.
"""

import shutil
import subprocess

from baccarat.base.errors import BadValue, Missing

CONVERTERS = {
    "rsvg-convert": ("--format=pdf",),
    "inkscape": ("--pipe", "--export-type=pdf", "--export-filename=-"),
}
"""The converters with their options, in the order of preference."""
PATIENCE = 120.0
"""Seconds to wait; `inkscape` starts slowly."""
BEGIN = b"%PDF-"


def converter() -> str:
    """The name of the first converter that is installed."""
    for name in CONVERTERS:
        if shutil.which(name) is not None:
            return name
    raise Missing("a PDF needs rsvg-convert (Debian's librsvg2-bin) or inkscape: install one")


def to_pdf(svg: str) -> bytes:
    """The picture as PDF."""
    name = converter()
    command = [shutil.which(name) or name, *CONVERTERS[name]]
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
        raise BadValue(f"{name} makes no PDF of this drawing: {said[-1][:200]}")
    return made.stdout
