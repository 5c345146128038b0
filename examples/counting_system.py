"""A betting system that counts: one unit from a true count of 4 on, three units from 7 on.

baccarat stake dragon-counter --shoes 1 --plugin examples/counting_system.py
"""

import baccarat as bac


class DragonCounter(bac.System):
    name = "Dragon Counter"
    tags = bac.parse_tags("0 0 0 -1 -1 -1 -1 2 2 0")
    count = bac.CountedBet(bac.bet("dragon-7"), tags, ((4, 1), (7, 3)))

    def want(self, state: None) -> tuple[bac.Wish | None, ...]:
        return None, bac.Wish("dragon-7", 1), bac.Wish("dragon-7", 3)

    def then(self, state: None, shown: bac.Shown) -> None:
        return None


DRAGON_COUNTER = DragonCounter()
