"""The base class of tables and boards; a first visit applies the acts (bets, deals …) in the store.

place.fold()                 reads and applies its acts, once, even for simultaneous visitors
place.is_folded              whether its acts are applied
place.fault                  why it cannot be folded, if that is known
"""

import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Generic, TypeVar

from baccarat.base.errors import BaccaratError
from baccarat.store.trouble import Damaged, StoreTrouble
from baccarat.table.board.sitting import BoardSitting
from baccarat.table.sitting import Sitting

SittingT = TypeVar("SittingT", Sitting, BoardSitting)
LAST_KEYS = 64
logger = logging.getLogger("baccarat.web")


class StoredPlace(ABC, Generic[SittingT]):
    """A table or board in the store; thread-safe."""

    def __init__(self, number: int, load: Callable[[], SittingT]) -> None:
        self.number = number
        self.lock = RLock()
        self.keys: deque[str] = deque(maxlen=LAST_KEYS)
        """the last idempotency keys that were used: repeated requests come soon"""
        self.fault: BaccaratError | None = None
        """why the place cannot be opened: it is damaged, or its game is not installed"""
        self._load: Callable[[], SittingT] = load
        self._sitting: SittingT | None = None

    @property
    @abstractmethod
    def place(self) -> str:
        """The name of the table or board: `table/3` or `board/1`."""

    @property
    def is_folded(self) -> bool:
        return self._sitting is not None

    @property
    def sitting(self) -> SittingT:
        """The object that does acts and saves them; the first access applies all stored acts."""
        sitting = self._sitting
        return self.fold() if sitting is None else sitting

    def fold(self) -> SittingT:
        """Apply all stored acts if that has not been done; return the result."""
        with self.lock:
            return self.fold_again() if self._sitting is None else self._sitting

    def fold_again(self) -> SittingT:
        """Apply all stored acts again, because the last act may or may not be in the store."""
        if self.fault is not None:
            raise self.fault
        with self.lock, self.fault_noted():
            self._sitting = self._load()
            return self._sitting

    @contextmanager
    def fault_noted(self) -> Iterator[None]:
        """Keep an error in `self.fault` if it is permanent; raise it in any case."""
        try:
            yield
        except BaccaratError as fault:
            if isinstance(fault, Damaged) or not isinstance(fault, StoreTrouble):
                self.fault = fault
                logger.error("%s: %s", self.place, fault.said)
            raise
