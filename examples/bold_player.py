"""A game in which Player also draws on six, and a bet on it."""

import baccarat as bac


def six_card_tie(outcome: bac.Outcome) -> str | None:
    if outcome.winner is None and outcome.player.cards + outcome.banker.cards == 6:
        return "six cards"
    return None


SIX_CARD_TIE = bac.Bet(
    "Six-Card Tie", six_card_tie, pays={"six cards": 20}, wins_when="a tie of six cards"
)

TABLEAU = bac.Tableau.read("""
    Player has          0 1 2 3 4 5 6 7
                        D D D D D D D -
    Player's third      0 1 2 3 4 5 6 7 8 9  stood
    Banker has     0    D D D D D D D D D D  D
                   1    D D D D D D D D D D  D
                   2    D D D D D D D D D D  D
                   3    D D D D D D D D - D  D
                   4    - - D D D D D D - -  D
                   5    - - - - D D D D - -  D
                   6    - - - - - - D D - -  D
                   7    - - - - - - - - - -  -
""")

BOLD = bac.Game(
    "bold-player",
    bac.Rules(decks=6, tableau=TABLEAU),
    bac.Layout.of("player", "banker", "tie", "player-pair", SIX_CARD_TIE),
    about="Player draws on 6, and Banker on 6 against a Player who stood",
)
