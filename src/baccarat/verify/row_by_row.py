"""Figures counted again by a process of its own, which gives way to all others.

python -m baccarat.verify.row_by_row     a line of JSON for each figure, as soon as it is counted
"""

import json
import os
import sys

from baccarat.verify.checks import Check, verify

GIVES_WAY = 10
"""How nice it is: of a busy core it gets a tenth, so that it comes to an end."""


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    for check in verify():
        sys.stdout.write(row(check) + "\n")
        sys.stdout.flush()


def row(check: Check) -> str:
    """As `baccarat verify --json` tells it, with what a table shows of it beside."""
    return json.dumps({**check.as_json(), "rounded": check.rounded, "is_right": check.is_right})


if __name__ == "__main__":
    main()
