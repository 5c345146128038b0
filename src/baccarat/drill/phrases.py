"""All sentences that the drill can say, which are translated into each language."""

from baccarat.base.sentences import Sentence
from baccarat.core.coup import Side
from baccarat.core.layout import Rounding

# The questions.
HANDS = "Player {player}, Banker {banker}."
DOES_SIDE_DRAW = "Does {side} draw?"
WHICH_THIRDS = "Against which third cards does Banker draw, with this hand?"
PLAYER_HAND = "Player {player}."
WHICH_TOTALS = "On which totals does Banker draw now?"
TOTALS = "What are the totals, Player's first?"
CALL = "Call it: both totals, and who wins."
GAME = "{game}, {about}."
WAGER = "{stake} on {spot} at {price}"
WAGERS = "The guest has {wagers}."
MORE = "{one}, {more}"
ROUNDED = {
    Rounding.DOWN: "Payouts are rounded down to {chips}.",
    Rounding.UP: "Payouts are rounded up to {chips}.",
    Rounding.NEAREST: "Payouts are rounded to {chips}, whichever are nearer, and a half up.",
}
COINS = "whole coins"
CHIPS = "whole chips of {chip}"
PAID = "What is paid, stakes not counted?"
NET = "How much is the guest up, or down, in all?"
COUPS = "{count} coups: {letters}."
NEXT = {
    Side.PLAYER: "Player wins the next.",
    Side.BANKER: "Banker wins the next.",
    None: "The next is a tie.",
}
BEAD_PLACE = "In which column and row of the bead plate does it go ({rows} rows)?"
BIG_PLACE = "In which column and row of the big road is it marked ({rows} rows)?"
MARK = "What goes on the {road}: red, blue or none?"
MARKS = "What would a win of {side} add to {roads}: red, blue or none each?"

# The reasons for right answers.
SUM = "{side}: {points} = {sum}."
SUM_WITH_TENS = "{side}: {points} = {sum}, which counts {total}."
BEAD_WHY = "Coup {coup} is number {row} of column {column}: down {rows} rows, then right."
BIG_WHY = {
    "new": "The other side won before: a new column.",
    "below": "The same side won before: one row down.",
    "right": "The same side won before, and there is no room below: to the right.",
    "tie": "A tie is marked on the last win.",
}
NEW_WHY = (
    "{road}: a new column, so the columns 1 and {back} to the left are compared: "
    "{one} and {other} deep, {mark} (red when they are the same)."
)
DOWN_WHY = (
    "{road}: mark {depth} of its column, and the column {back} to the left is {other} deep: "
    "{mark} (blue when it is just one less)."
)
NO_MARK_WHY = "{road}: there is no column to compare with yet, {mark}."

# The errors for a game without questions, and for unreadable answers.
UNDECIDED = "{game} leaves draws to be decided: there is no right answer to drill"
UNREADABLE = "not an answer: {text} (expected {expected})"
EXPECTED = {
    "move": "draw or stand",
    "points": "numbers such as 2-7, or all but 8",
    "totals": "two totals, Player's first, such as 5 3",
    "call": "two totals and who wins, such as 5 3 player, or 6 6 tie",
    "money": "whole coins, such as 95, or -100 for a loss",
    "place": "a column and a row, such as 3 2",
    "mark": "red, blue or none",
    "marks": "red, blue or none for each road, such as r b n",
}
"""An example for each form of answer."""


def both(one: Sentence, more: Sentence) -> Sentence:
    """Two sentences joined with a comma, as the language of the user writes lists."""
    return Sentence(MORE, one=one, more=more)
