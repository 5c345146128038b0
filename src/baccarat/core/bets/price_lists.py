"""Prices that some casinos pay instead of a bet's usual price, spelled as `bet:price`."""

from baccarat.core.bets.matches import MATCHING_DRAGONS

OTHER_PRICES = (
    "banker:1-4%",
    "tie:9",
    "player-pair:12",
    "banker-pair:12",
    "perfect-pair:25/200",
    "lucky-6:12/23",
    "egalite-0:160",
    # The Red Rock, Las Vegas, 2023 (wizardofodds.com/games/baccarat/side-bets/lucky-nines).
    "lucky-nines:1000/500/35/16/5/2/1",
    # eBET (wizardofodds.com/games/baccarat/side-bets/even-odd).
    *("player-even:0.9", "player-odd:0.96", "banker-even:0.94", "banker-odd:0.94"),
    # The second price list of wizardofodds.com/games/baccarat/matching-dragon.
    *(f"{dragon.key}:1/2/15/30/60/100" for dragon in MATCHING_DRAGONS),
)
