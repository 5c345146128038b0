"""What tests start heeds signals, whatever whoever started the tests ignores."""

import signal

HANDLERS = {"SIGINT": signal.default_int_handler, "SIGHUP": None, "SIGTERM": None, "SIGQUIT": None}
"""What we do instead of ignoring: some tests raise SIGINT themselves, the others do nothing."""


def heed_in_children() -> None:
    """Let every process that is started from here on begin with signals as they usually are.

    Under `nohup` a hang-up is ignored, in the background of a shell Ctrl-C, and a process hands
    that on to those it starts. A handler is not handed on: with one that does nothing this process
    still ignores the signal, and those that it starts do not.
    """
    for name, handler in HANDLERS.items():
        sign = getattr(signal, name, None)  # Windows lacks some
        if sign is not None and signal.getsignal(sign) is signal.SIG_IGN:
            signal.signal(sign, handler or (lambda *_: None))
