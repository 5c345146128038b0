"""Other people's tools are loaded when their bridge is crossed, and not before."""

import subprocess
import sys

TOOLS = ("gymnasium", "open_spiel", "pygambit", "pyspiel")


def test_the_room_itself_loads_no_tool() -> None:
    program = f"""
import baccarat, baccarat.bridges, sys
print([tool for tool in {TOOLS} if tool in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
