"""Textual's driver of a terminal, for terminals that go away and keyboards that send anything.

Textual's own loses its writing thread when the terminal is gone: its queue of writes fills,
and then the whole process waits for it and hears no signal. Its reading thread reads nothing
again and again, and breaks down on bytes that are no UTF-8.
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
"""Seconds after which the reader looks whether it should stop."""


class WatchedFile:
    """The terminal's file; whoever writes to it when the terminal is gone ends the table."""

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
    """A terminal that goes away ends the table, as a hang-up does."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._file = cast(Any, WatchedFile(cast(IO[str], sys.__stderr__)))

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._writer_thread is None:  # the terminal went away just now
            end_without_terminal()

    def run_input_thread(self) -> None:
        """Pass on what is typed; bytes that are no UTF-8 are left out."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")("ignore").decode
        while not self.exit_event.is_set():
            if select([self.fileno], [], [], PAUSE)[0]:
                with ends_without_terminal():
                    typed = os.read(self.fileno, READ)
                if not typed:
                    end_without_terminal()
                # An empty text would tell the parser that nothing more comes.
                for event in parser.feed(text) if (text := decode(typed)) else ():
                    self.process_message(event)
            for event in parser.tick():
                self.process_message(event)


def end_without_terminal() -> NoReturn:
    """End at once: nobody can see a farewell, and every act is saved before it is shown.

    No other thread is asked, because any of them may be waiting for the terminal.
    """
    os._exit(128 + signal.SIGHUP)


@contextmanager
def ends_without_terminal() -> Iterator[None]:
    try:
        yield
    except OSError:
        end_without_terminal()
