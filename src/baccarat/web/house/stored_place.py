"""A table or board in the store; its acts are applied (it is folded) at the first visit.

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
    """The common part of tables and boards of a house; thread-safe."""

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
        """The name of the place: `table/3` or `board/1`."""

    @property
    def is_folded(self) -> bool:
        return self._sitting is not None

    @property
    def sitting(self) -> SittingT:
        """The sitting; the first access applies all stored acts."""
        sitting = self._sitting
        return self.fold() if sitting is None else sitting

    def fold(self) -> SittingT:
        """Apply all stored acts, unless that is already done."""
        with self.lock:
            return self.fold_again() if self._sitting is None else self._sitting

    def fold_again(self) -> SittingT:
        """Apply all stored acts again, because it is unknown whether the last one was kept."""
        if self.fault is not None:
            raise self.fault
        with self.lock, self.fault_noted():
            self._sitting = self._load()
            return self._sitting

    @contextmanager
    def fault_noted(self) -> Iterator[None]:
        """Keep a lasting error as the fault of the place, but not a short failure of the store."""
        try:
            yield
        except BaccaratError as fault:
            if isinstance(fault, Damaged) or not isinstance(fault, StoreTrouble):
                self.fault = fault
                logger.error("%s: %s", self.place, fault.said)
            raise
