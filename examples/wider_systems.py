"""Three betting systems that lay several wagers in a coup, or see more than winners.

baccarat stake --compare flat --compare all --plugin examples/wider_systems.py --sessions 200
"""

import baccarat as bac
from baccarat.core.roads import Colour


class Hedge(bac.System):
    wagers = 2

    def want(self, state: None) -> tuple[bac.Wish, ...]:
        return bac.Wish("banker", 10), bac.Wish("tie")

    def then(self, state: None, shown: bac.Shown) -> None:
        return None


class DragonTie(bac.System):
    """One unit on Tie while the last column of the big road has four marks or more."""

    sees, start = "roads", False

    def want(self, state: bool) -> bac.Wish | None:
        return bac.Wish("tie") if state else None

    def then(self, state: bool, shown: bac.Shown) -> bool:
        if shown.board is None or shown.is_last:
            return False
        return shown.board.depths[-1:] >= (4,)


class RedEye(bac.System):
    """One unit on the side whose win adds a red mark to the Big Eye Boy."""

    sees, sides = "roads", {None: None, Colour.RED: "banker", Colour.BLUE: "player"}

    def want(self, state: str | None) -> bac.Wish | None:
        return bac.Wish(state) if state else None

    def then(self, state: str | None, shown: bac.Shown) -> str | None:
        if shown.board is None or shown.is_last:
            return None
        return self.sides[shown.board.ask(bac.Side.BANKER).big_eye]


SYSTEMS = [Hedge(), DragonTie(), RedEye()]
