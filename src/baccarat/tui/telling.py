"""What the screen says of a view: its words, and which keys are worth naming now."""

from collections.abc import Sequence
from fractions import Fraction

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from baccarat.cards import Card
from baccarat.coup import Side
from baccarat.layout import Line
from baccarat.stats import Statistics
from baccarat.table import Phase, View
from baccarat.table.wagers import VOID
from baccarat.tui.widgets.felt_grid import CHIPS
from baccarat.tui.widgets.keys import Key
from baccarat.words import Words

BAR = 16
"""Columns of the shoe's bar."""
PROMPTS = {
    Phase.SHOE: "say.shoe",
    Phase.FINISHED: "say.finished",
    Phase.DEALING: "say.dealing",
    Phase.SQUEEZE: "say.squeeze",
}


def card_text(card: Card, words: Words) -> str:
    """A card in a sentence: `9♥`, or `9h`."""
    return str(card) if words.is_ascii else card.pretty


def top_of(view: View, words: Words) -> Content:
    """The line above the cloth: the game, and how far the shoe has gone."""
    parts: list[tuple[str, str]] = [(f" {view.game}  ", "bold $accent")]
    shoe = view.shoe
    if shoe is not None:
        full, empty = ("#", "-") if words.is_ascii else ("█", "░")
        gone = round(BAR * (shoe.cards - shoe.cards_left) / shoe.cards)
        parts += [
            (words("top.shoe", shoe=shoe.number, coup=shoe.coups), ""),
            (f"  {full * gone}{empty * (BAR - gone)}  ", "$quiet"),
            (words("top.left", cards=shoe.cards_left), ""),
        ]
        if shoe.is_last_coup:
            parts.append((f"  {words('top.last')}", "bold $warning"))
    return Content.assemble(*parts)


def call_of(view: View, words: Words) -> str:
    """The croupier's call."""
    return words.say(view.call or "")


def statistics_of(found: Statistics, words: Words) -> list[str]:
    """The figures in two columns, whatever their letters' width."""
    rows = [(words.say(name), words.say(share.said)) for name, share in found.shares()]
    rows += [
        (words.say(title), ", ".join(f"{words.bet(k)} {n}" for k, n in streaks.items()))
        for title, streaks in found.longest()
    ]
    wide = max(cell_len(name) for name, _ in rows) + 2
    return [words.say(found.title), *(f"{set_cell_size(name, wide)}{told}" for name, told in rows)]


def payout_of(view: View, words: Words) -> list[Content]:
    """What became of each wager, and of all together."""
    if not view.lines:
        return []
    key = "won" if view.won > 0 else "lost" if view.won < 0 else "even"
    told = [Content(_line(line, words)) for line in view.lines]
    return [Content.styled(words(f"say.{key}", coins=f"{abs(view.won):,}"), "bold $accent"), *told]


def _line(line: Line, words: Words) -> str:
    if line.tier == VOID:
        key = "void"
    elif line.won < 0:
        key = "lost"
    elif line.won == 0 and line.exact == 0:
        key = "push"
    else:
        key = "kept" if line.kept else "won"
    values = {"stake": line.wager.stake, "won": line.won, "kept": line.kept}
    return words(f"line.{key}", bet=words.bet(line.wager.spot), **values)


def prompt_of(view: View, words: Words) -> list[Content]:
    """What the house waits for."""
    if view.edge is not None:
        said = words("say.edge", edge=words(f"edge.{view.edge}"))
    elif view.phase in PROMPTS:
        said = words(PROMPTS[view.phase])
    elif view.phase is Phase.BETS and not view.bankroll and not view.wagers:
        said = words("say.broke")
    elif view.phase is Phase.BETS and not view.is_over:
        said = words("say.welcome")
    else:
        return []
    told = [Content.styled(said, "$accent")]
    fair = view.seeds.fair
    if view.phase is Phase.FINISHED and fair is not None and fair.house_seed is not None:
        told.append(Content.styled(words("say.opened"), "$accent"))
    return told


def money_of(view: View, words: Words) -> Content:
    """The guest's money, what lies on the felt, what the house has kept."""
    return Content("  ").join(
        [
            Content.styled(words("money.hand", coins=f"{view.bankroll:,}"), "bold"),
            Content(words("money.felt", coins=f"{view.on_the_felt:,}")),
            Content(words("money.kept", coins=f"{view.kept_so_far:,}")),
        ]
    )


def price_of(net: Fraction) -> str:
    """A price as it is read out.

    >>> price_of(Fraction(19, 20)), price_of(Fraction(11)), price_of(Fraction(1, 3))
    ('0.95', '11', '1/3')
    """
    decimal = f"{float(net):g}"
    return decimal if Fraction(decimal) == net else str(net)


def short(coins: int) -> str:
    """What is printed on a chip.

    >>> short(500), short(2_500), short(25_000), short(2_500_000)
    ('500', '2,500', '25k', '2.5M')
    """
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if coins >= max(size, 10_000):
            return f"{coins / size:g}{letter}"
    return f"{coins:,}"


def chips_of(view: View, chosen: int, words: Words) -> Content:
    """The chips, the chosen one in brackets; a click chooses another."""
    parts = []
    for place, chips in enumerate(CHIPS):
        is_mine = place == chosen
        coins = words.say(short(chips * view.chip))
        text = f"({coins})" if is_mine else f" {coins} "
        style = "bold $accent" if is_mine else "$quiet"
        parts.append(Content.styled(text, style).stylize(f"@click=screen.chip({place})"))
    return Content("").join(parts)


def keys_of(view: View, words: Words) -> Sequence[Key]:
    """The keys that do something now, the most useful first."""

    def key(shown: str, action: str, word: str) -> Key:
        return shown, action, words(f"key.{word}")

    if view.phase is Phase.DEALING:
        return [key("Enter", "go", "hurry")]
    if view.phase is Phase.SQUEEZE:
        return [key("Enter", "go", "peel" if "peel" in view.may else "turn")]
    always = [
        key("w", "why", "why"),
        key("s", "statistics", "stats"),
        key("t", "coach", "coach"),
        key("g", "roads", "roads"),
        key("?", "help", "help"),
        key("q", "leave", "leave"),
    ]
    if view.phase is not Phase.BETS:
        return [key("Enter", "go", "shoe"), *always]
    bets = [key("Enter", "go", "deal"), key("+", "place", "bet")]
    for kind, letter in (("undo", "u"), ("clear", "c"), ("repeat", "p"), ("double", "d")):
        if kind in view.may:
            bets.append(key(letter, kind, kind))
    return [*bets, *always]


def winner_of(view: View) -> Side | None:
    """The hand that has won the coup on the felt."""
    return view.results[-1].winner if view.is_over and view.results else None
