"""Two guests and a spectator at one table; `baccarat serve` must be running."""

import sys

import baccarat as bac

url = sys.argv[1] if sys.argv[1:] else "http://127.0.0.1:8000/"

with bac.Client(url) as client:
    table = client.open_table("punto-banco", seats=5, seed=7)
    ann, bob, wall = (client.table(table.number) for _ in range(3))
    ann.sit("Ann", 1_000)
    bob.sit("Bob", 500)
    table.new_shoe()
    table.cut()
    events = wall.events()
    view = next(events).view
    ann.bet("banker=100 tie=5")
    bob.bet("player=50")
    table.deal()
    for event in events:
        view = event.onto(view)
        if view["is_over"]:
            break
    shown = [view["call"], ann.view()["bankroll"], bob.view()["bankroll"]]
print(shown)
