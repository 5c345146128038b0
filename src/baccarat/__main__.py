"""`python -m baccarat` is `baccarat`."""

import signal

# While everything is loaded there is nothing to lose: Ctrl-C ends us without a word.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from baccarat.cli import start

if __name__ == "__main__":
    start()
