"""A place of the store that is folded when somebody comes.

place.fold()                 its acts are read and done, once, however many come together
place.is_folded              whether somebody has come
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
    """What tables and boards of a house share; any thread may ask."""

    def __init__(self, number: int, load: Callable[[], SittingT]) -> None:
        self.number = number
        self.lock = RLock()
        self.keys: deque[str] = deque(maxlen=LAST_KEYS)
        """the last that were used: who asks again does so soon"""
        self.fault: BaccaratError | None = None
        """why nobody can enter: it is damaged, or its game is not installed"""
        self._load: Callable[[], SittingT] = load
        self._sitting: SittingT | None = None

    @property
    @abstractmethod
    def place(self) -> str:
        """`table/3` or `board/1`."""

    @property
    def is_folded(self) -> bool:
        return self._sitting is not None

    @property
    def sitting(self) -> SittingT:
        """What happens here; it is folded if nobody has come before."""
        sitting = self._sitting
        return self.fold() if sitting is None else sitting

    def fold(self) -> SittingT:
        """Do all acts that are kept, if nobody has done so."""
        with self.lock:
            return self.fold_again() if self._sitting is None else self._sitting

    def fold_again(self) -> SittingT:
        """Do them again, because nobody knows what the last one came to."""
        if self.fault is not None:
            raise self.fault
        with self.lock, self.fault_noted():
            self._sitting = self._load()
            return self._sitting

    @contextmanager
    def fault_noted(self) -> Iterator[None]:
        """Notes a fault that stays, and not that the store is away for a moment."""
        try:
            yield
        except BaccaratError as fault:
            if isinstance(fault, Damaged) or not isinstance(fault, StoreTrouble):
                self.fault = fault
                logger.error("%s: %s", self.place, fault.said)
            raise
