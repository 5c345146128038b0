"""Every word that the drill says, and every word that it understands."""

from baccarat.coup import Side
from baccarat.layout import Rounding

# What it asks.
HANDS = "Player {player}, Banker {banker}."
DOES_SIDE_DRAW = "Does {side} draw?"
WHICH_THIRDS = "Against which third cards does Banker draw, with this hand?"
PLAYER_HAND = "Player {player}."
WHICH_TOTALS = "On which totals does Banker draw now?"
TOTALS = "What are the totals, Player's first?"
CALL = "Call it: both totals, and who wins."
GAME = "{name}, {about}."
WAGER = "{stake} on {bet}"
WAGER_ELSEWHERE = "{stake} on {spot} ({bet})"
WAGERS = "The guest has {wagers}."
ROUNDED = {
    Rounding.DOWN: "Payouts are rounded down to {chips}.",
    Rounding.UP: "Payouts are rounded up to {chips}.",
    Rounding.NEAREST: "Payouts are rounded to {chips}, whichever are nearer, and a half up.",
}
COINS, CHIPS = "whole coins", "whole chips of {chip}"
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

# What it answers.
RIGHT = "Right."
WRONG = "Wrong: {answer}."
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

# What it understands; every spelling in small letters.
DRAW, STAND = "draw", "stand"
MOVES = {
    **dict.fromkeys(["d", "draw", "draws", "y", "yes", "card", "hit", "one card"], DRAW),
    **dict.fromkeys(["s", "stand", "stands", "n", "no", "no card", "no draw", "stay"], STAND),
}
PLAYER, BANKER, TIE = "player", "banker", "tie"
ENDINGS = {
    **dict.fromkeys(["p", "player", "punto"], PLAYER),
    **dict.fromkeys(["b", "banker", "bank", "banco"], BANKER),
    **dict.fromkeys(["t", "tie", "ties", "standoff", "egalite"], TIE),
}
WINNERS = {Side.PLAYER: PLAYER, Side.BANKER: BANKER, None: TIE}
WINS = {"win", "wins", "won", "winner"}
COLUMN, ROW = "column", "row"
AXES = {
    **dict.fromkeys(["c", "col", "column"], COLUMN),
    **dict.fromkeys(["r", "row"], ROW),
}
RED, BLUE, NONE = "red", "blue", "none"
COLOURS = {
    **dict.fromkeys(["r", "red"], RED),
    **dict.fromkeys(["b", "blue"], BLUE),
    **dict.fromkeys(["n", "-", "x", "none", "no", "nothing"], NONE),
}
ALL = {"all", "any", "anything", "every"}
NOTHING = {"none", "no", "nothing", "never"}
BUT = {"but", "except", "not", "without"}
UPTO = {"-", "to"}
GAIN, LOSS = {"up", "won", "wins", "pays", "paid"}, {"down", "lost", "loses", "loss"}
NO_MONEY = {"nothing", "none", "zero", "push", "even"}
MONEY_NOUNS = {"coin", "coins"}
FILLERS = {*"a an and against at or the it is has have with of on s st nd rd th mark marks".split()}

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
"""What each form of answer looks like."""

# What the shell says around it.
GREETING = "An empty line passes; Ctrl-D ends the drill."
HEADING = "{number} of {questions}, level {level}"
PROMPT = "> "
TIME = "{seconds:.1f} s"
QUICK = "{seconds:.1f} s, quick"
SLOW = "{seconds:.1f} s, quick is {quick} s"
LEVEL = "Level {level}."
SCORE = "{right} of {asked} right, {points} points, level {level}, seed {seed}."
PACE = "{seconds:.1f} s an answer."
