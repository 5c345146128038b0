"""The squeeze between the hands: what the card has shown, what it can be, and the next step.

stage.show(view, squeeze_painter(view, squeeze_cases(view, table.game), words))
"""

from collections.abc import Sequence

from rich.cells import cell_len

from baccarat.base.words import Words
from baccarat.core.cards import Card, Rank
from baccarat.render.card_faces import card_in_words
from baccarat.table.coach.squeeze_cases import CardCase, cards_by_end, together
from baccarat.table.rules.squeeze import CORNER, STEPS, possible_ranks, steps_left
from baccarat.table.view.view import View
from baccarat.tui.draw.canvas import Canvas, Painter
from baccarat.tui.draw.typeset import wrapped
from baccarat.tui.widgets.call_lines import TALL, draw_lines, draw_totals
from baccarat.tui.widgets.chances import ends_bar
from baccarat.tui.widgets.heading import RULE, draw_ruled

DONE, TO_COME = "●", "○"
FIGURES = 3
"""Rows of large totals."""


def squeeze_painter(view: View, cases: Sequence[CardCase], words: Words) -> Painter:
    """Paint what the last lifted edge shows, which cards are possible, and a dot for each step.

    If there is room, the totals of the open cards stand above.
    """

    def paint(canvas: Canvas) -> None:
        colours, columns, rows = canvas.look.colours, canvas.columns, canvas.rows
        head = shown_last(view, words)
        is_ruled = cell_len(head) <= columns - 4 * RULE
        heads = [head] if is_ruled else wrapped(head, columns)
        can_be = wrapped(told(view, words), columns)
        ranks = next(
            (lines for text in counts(cases, words) if len(lines := wrapped(text, columns)) < 2),
            wrapped(counts(cases, words)[-1], columns),
        )
        used = len(heads) + len(can_be) + len(ranks) + 1
        bar = 1 if cases and used < rows else 0
        has_totals = rows >= TALL and rows - used - bar >= FIGURES
        used += bar + FIGURES * has_totals
        gaps = [min(1, max(0, rows - used - gaps_before)) for gaps_before in range(4)]
        y = (rows - used - sum(gaps)) // 2
        if has_totals:
            draw_totals(canvas, y, open_totals(view))
            y += FIGURES + gaps[1]
        for text in heads:
            if is_ruled:
                draw_ruled(canvas, y, text, colours.ink, colours.brass)
            else:
                canvas.centre(0, y, columns, text, colours.ink, bold=True)
            y += 1
        y = draw_lines(canvas, y, can_be, colours.ink) + gaps[2]
        if bar:
            ends_bar(canvas.part(0, y, columns, 1), together(cases), words)
        y = draw_lines(canvas, y + bar + gaps[3], ranks, colours.soft) + gaps[0]
        draw_steps(canvas, y, view, words)

    return paint


def shown_last(view: View, words: Words) -> str:
    """What the last lifted edge shows; if no edge is lifted, whose card it is."""
    if not view.lifted:
        return words("squeeze.mine", hand=words.bet(str(view.squeezed).lower()))
    step, mark = view.lifted[-1]
    if not mark:
        return words(f"squeeze.{step}")
    if step == CORNER:
        return card_in_words(Card.parse(mark), words)
    edge = words(f"edge.{mark}")
    return edge[:1].upper() + edge[1:]


def told(view: View, words: Words) -> str:
    """A text with the ranks that the card can still have; "" if there is nothing to say."""
    if not any(mark for _, mark in view.lifted) or CORNER in dict(view.lifted):
        return ""
    names = [words(f"card.{rank}") for rank in possible_ranks(view.lifted)]
    *first_names, text = [name.lower() if len(name) > 1 else name for name in names]
    if first_names:
        text = words("squeeze.or", one=words.listed(first_names, "squeeze.list"), other=text)
    return text[:1].upper() + text[1:]


def counts(cases: Sequence[CardCase], words: Words) -> tuple[str, str]:
    """A long and a short text: how many unseen cards win, tie and lose.

    Both are empty for a card that has been seen.
    """
    cards = cards_by_end(cases)
    if sum(cards.values()) < 2 and len(cases) < 2:
        return "", ""
    texts = [words(f"squeeze.{end}", cards=count) for end, count in cards.items()]
    ends = words.listed(texts, "squeeze.list")
    return words("squeeze.cards", ends=ends), ends


def open_totals(view: View) -> tuple[int | None, int | None]:
    """Player's and Banker's totals of the cards that are face up."""
    player, banker = (
        sum(card.points for card in hand.cards if card is not None) % 10
        for hand in (view.player, view.banker)
    )
    return player, banker


def draw_steps(canvas: Canvas, y: int, view: View, words: Words) -> None:
    """Draw four dots, full for the steps that are done, and the name of the next step."""
    colours = canvas.look.colours
    free = steps_left(step for step, _ in view.lifted)
    total, to_come = len(STEPS) + 1, len(free) + 1
    dots = [*[DONE] * (total - to_come), *[TO_COME] * to_come]
    text = words("squeeze.next", step=words(f"squeeze.{free[0]}" if free else "key.turn"))
    at = (canvas.columns - 2 * total - 1 - cell_len(text)) // 2
    for place, dot in enumerate(dots):
        canvas.put(at + 2 * place, y, dot, colours.brass)
    canvas.put(at + 2 * total + 1, y, text, colours.soft)


def cases_painter(cases: Sequence[CardCase], words: Words) -> Painter:
    """Paint, in the coach's panel, each possible card with its result and its payout."""

    def paint(canvas: Canvas) -> None:
        colours, columns, row = canvas.look.colours, canvas.columns, 0
        for alike in cases_alike(cases):
            first, cards = alike[0], sum(case.cards for case in alike)
            worth = _paid(first, words)
            outcome = words(f"squeeze.{first.end}", cards=cards)
            names = wrapped(
                " ".join(map(rank_text, alike)), columns - cell_len(outcome + worth) - 3
            )
            if row + len(names) > canvas.rows:
                canvas.put(0, canvas.rows - 1, "...", colours.faint)
                break
            for line, text in enumerate(names):
                canvas.put(0, row + line, text, colours.soft)
            at = canvas.right(columns, row, worth, colours.ink, bold=True)
            canvas.right(at - 2, row, outcome, colours.soft)
            row += len(names)

    return paint


def cases_alike(cases: Sequence[CardCase]) -> list[list[CardCase]]:
    """The possible cards in groups with the same result and payout, the best group first."""
    groups: dict[tuple[object, ...], list[CardCase]] = {}
    for case in cases:
        groups.setdefault((case.win, case.tie, case.coins), []).append(case)
    return sorted(groups.values(), key=lambda alike: alike[0].lose - alike[0].win)


def rank_text(case: CardCase) -> str:
    return "10" if case.rank is Rank.TEN else str(case.rank)


def _paid(case: CardCase, words: Words) -> str:
    """The wagers' win with this card, as text; if more cards come, how often the hand wins."""
    if case.coins is None:
        return words("decide.win", share=words.percent(case.win, 0))
    least, highest = (("+" if coins > 0 else "") + words.number(coins) for coins in case.coins)
    return least if least == highest else f"{least} – {highest}"
