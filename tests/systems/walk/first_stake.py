"""Counts the calls from one of our files into another, in a first `stake` of a process.

A program of its own: where an exception waits for a thread that hangs, as after tests of systems
that hang, Python 3.11 calls no profiler but goes round for ever.
"""

import sys
import threading
from pathlib import Path
from types import FrameType

import baccarat
from baccarat.systems.stake import stake
from baccarat.systems.walk import sessions as walk

OUR_FILES = str(Path(baccarat.__file__).parent)
hops = 0


def count(frame: FrameType, event: str, _: object) -> None:
    global hops
    caller = frame.f_back
    while caller is not None and OUR_FILES not in caller.f_code.co_filename:
        caller = caller.f_back
    file = frame.f_code.co_filename
    is_ours = event == "call" and OUR_FILES in file
    hops += is_ours and caller is not None and caller.f_code.co_filename != file


if __name__ == "__main__":
    stake("martingale", 100)  # rooms are loaded, loops compiled
    walk.forget()
    threading.setprofile(count)
    sys.setprofile(count)
    stake("martingale", 100)
    sys.setprofile(None)
    sys.stdout.write(f"{hops}\n")
