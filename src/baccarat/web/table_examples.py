"""Examples of requests and answers, for the description of the API; a test executes them."""

from typing import Any

LOBBY: Any = {}
OPENED: Any = {}
TABLE: Any = {}
ACTED: Any = {}
CLOSED: Any = {}
TO_OPEN: Any = {}
TO_ACT: Any = {}
