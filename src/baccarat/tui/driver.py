"""A driver of Textual for terminals that disappear and for keyboards that send any bytes.

Textual's own driver loses its writing thread when the terminal is gone: the queue of writes fills,
and then the whole process waits for the queue and hears no signal. Its reading thread reads nothing
in an endless loop, and fails on bytes that are not UTF-8.
"""

import os
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from select import select
from typing import IO, Any, NoReturn, cast

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

READ = 4096
"""Bytes read at once."""
PAUSE = 0.1
"""Seconds between the reader's checks whether it should stop."""


class WatchedFile:
    """The terminal's file; a write after the terminal is gone ends the program."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        with ends_without_terminal():
            self._file.write(text)

    def flush(self) -> None:
        with ends_without_terminal():
            self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()


class WatchedDriver(LinuxDriver):
    """Ends the program when the terminal disappears, just as the signal SIGHUP does."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._file = cast(Any, WatchedFile(cast(IO[str], sys.__stderr__)))

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._writer_thread is None:  # the terminal disappeared just now
            end_without_terminal()

    def run_input_thread(self) -> None:
        """Pass typed keys on to the app, and drop bytes that are not UTF-8."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")("ignore").decode
        while not self.exit_event.is_set():
            if select([self.fileno], [], [], PAUSE)[0]:
                with ends_without_terminal():
                    typed = os.read(self.fileno, READ)
                if not typed:
                    end_without_terminal()
                # An empty text would tell the parser that the input has ended.
                for event in parser.feed(text) if (text := decode(typed)) else ():
                    self.process_message(event)
            for event in parser.tick():
                self.process_message(event)


def end_without_terminal() -> NoReturn:
    """End at once: there is no terminal for a farewell, and every act is saved before it is shown.

    Other threads are not asked to stop, because any of them may be waiting for the terminal.
    """
    os._exit(128 + signal.SIGHUP)


@contextmanager
def ends_without_terminal() -> Iterator[None]:
    try:
        yield
    except OSError:
        end_without_terminal()
