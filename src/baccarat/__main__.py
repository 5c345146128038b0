"""Runs the command line, so that `python -m baccarat` does the same as `baccarat`."""

import signal

# While modules load there is nothing to lose: Ctrl-C ends the program silently.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from baccarat.cli import start

if __name__ == "__main__":
    start()
