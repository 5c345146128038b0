"""A sample betting system: two units after two wins in a row, otherwise one.

baccarat stake cautious --plugin examples/cautious_system.py
"""

import baccarat as bac


class Cautious(bac.System):
    start = 0

    def want(self, state: int) -> bac.Wish:
        return bac.Wish("banker", 2 if state >= 2 else 1)

    def then(self, state: int, shown: bac.Shown) -> int:
        if shown.result == "win":
            return min(state + 1, 2)
        return 0 if shown.result == "loss" else state


CAUTIOUS = Cautious()
