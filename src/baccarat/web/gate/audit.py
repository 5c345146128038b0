"""The audit log on its way to the store: who did what, and never a secret.

gate.audit.note(caller.key, "opened", "table 3")
gate.audit.refuse("10.0.0.7", "a wrong key")

Nobody waits for it. What is noted is written within a second, many deeds with one commit: strangers
who try keys cost no more than that.
"""

from collections import deque
from collections.abc import Callable

from baccarat.store import KeptKey, Store
from baccarat.store.audit_rows import REFUSED
from baccarat.table.sitting import now

MOST_WAITING = 1_000
"""Deeds that wait to be written; while the store is away, the oldest are dropped."""
HERE = "here"
"""Who is on loopback without a key."""


class Audit:
    """What is not written yet; any thread may note something."""

    def __init__(self, store: Store, key_of: Callable[[int], KeptKey | None]) -> None:
        self._store, self._key_of = store, key_of
        self._waiting: deque[tuple[str, str, str, str]] = deque(maxlen=MOST_WAITING)

    def note(self, key: int | None, act: str, about: str = "") -> None:
        """Somebody with this key has done something."""
        self._waiting.append((now(), self._who(key), act, about))

    def refuse(self, address: str, attempt: str) -> None:
        """Somebody was not let in."""
        self._waiting.append((now(), address[:64], REFUSED, attempt))

    def _who(self, key: int | None) -> str:
        if key is None:
            return HERE
        kept_key = self._key_of(key)
        return f"key {key}" if kept_key is None else f"key {key}, {kept_key.name}"

    def write(self) -> None:
        """Write what waits; it may block. What the store does not take waits for the next time."""
        rows = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if not rows:
            return
        try:
            self._store.note_deeds(rows)
        except BaseException:
            room = MOST_WAITING - len(self._waiting)
            self._waiting.extendleft(reversed(rows[max(0, len(rows) - room) :]))
            raise
