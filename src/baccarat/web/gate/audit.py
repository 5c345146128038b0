"""Collects the entries of the audit log, and writes them to the store.

gate.audit.note(caller.key, "opened", "table 3")
gate.audit.refuse("10.0.0.7", "a wrong key")

An entry is a deed of a key or of an address, and never a secret. No request waits for the log.
Deeds are written within a second, many with one commit, so strangers who try keys cost little.
"""

from collections import deque
from collections.abc import Callable

from baccarat.store import KeptKey, Store
from baccarat.store.audit_rows import REFUSED
from baccarat.table.sitting import now

MOST_WAITING = 1_000
"""Deeds that may wait to be written; if the store stays away, the oldest are dropped."""
HERE = "here"
"""The name of a caller on loopback without a key."""


class Audit:
    """The entries of the audit log that are not yet stored; thread-safe."""

    def __init__(self, store: Store, key_of: Callable[[int], KeptKey | None]) -> None:
        self._store, self._key_of = store, key_of
        self._waiting: deque[tuple[str, str, str, str]] = deque(maxlen=MOST_WAITING)

    def note(self, key: int | None, act: str, about: str = "") -> None:
        """Add an entry about something that the owner of this key has done."""
        self._waiting.append((now(), self._who(key), act, about))

    def refuse(self, address: str, attempt: str) -> None:
        """Add an entry about an attempt from this address that was refused."""
        self._waiting.append((now(), address[:64], REFUSED, attempt))

    def _who(self, key: int | None) -> str:
        if key is None:
            return HERE
        kept_key = self._key_of(key)
        return f"key {key}" if kept_key is None else f"key {key}, {kept_key.name}"

    def write(self) -> None:
        """Write the waiting entries to the store; the call may block.

        If the store fails, the entries wait for another call.
        """
        rows = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if not rows:
            return
        try:
            self._store.note_deeds(rows)
        except BaseException:
            room = MOST_WAITING - len(self._waiting)
            self._waiting.extendleft(reversed(rows[max(0, len(rows) - room) :]))
            raise
