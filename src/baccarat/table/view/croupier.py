"""The croupier's words for a view, line by line, in any language and for any screen.

croupier(view, words) -> [Spoken(Tone.CALL, "Five Player, …"), Spoken(Tone.PROMPT, "…")]

A tone says what a line is for; each screen decides how it looks.
"""

from collections.abc import Iterable
from typing import NamedTuple

from baccarat.base.enums import NamedEnum
from baccarat.base.words import Words
from baccarat.core.layout import Line, Wager
from baccarat.table.rules.factors import DrawnFactors
from baccarat.table.rules.wagers import VOID, stakes_of
from baccarat.table.state import Decision, NotTaken, Phase
from baccarat.table.table import Table
from baccarat.table.view.labels import card_text
from baccarat.table.view.view import View

PROMPTS = {
    Phase.SHOE: "say.shoe",
    Phase.FINISHED: "say.finished",
    Phase.DEALING: "say.dealing",
    Phase.SQUEEZE: "say.squeeze",
    Phase.OFFER: "say.offer",
}


class Tone(NamedEnum):
    """The purpose of a line that the croupier says."""

    FACTORS = "factors"
    """the cards with factors in this coup"""
    NOTICE = "notice"
    """the last refusal or announcement"""
    OBJECTION = "objection"
    """why the house does not deal yet"""
    CALL = "call"
    SUM = "sum"
    """what all wagers won together"""
    WAGER = "wager"
    """the result of one wager"""
    LESSON = "lesson"
    """the coach's verdict on the guest's last decision"""
    PROMPT = "prompt"
    """what the house waits for"""


class Spoken(NamedTuple):
    """A line that the croupier says, with its purpose."""

    tone: Tone
    text: str


def croupier(view: View, words: Words, notice: str = "", lesson: str = "") -> list[Spoken]:
    """The lines in order: refusal or announcement, call, payout, and what the house waits for."""
    lines = [Spoken(Tone.NOTICE, notice)] if notice else []
    if view.factors:
        lines.append(Spoken(Tone.FACTORS, factors_text(view.factors, words)))
    objection = "" if view.objection is None else words.say(view.objection)
    if view.wagers and objection and objection != notice:
        lines.append(Spoken(Tone.OBJECTION, objection))
    if not view.wagers:
        if view.not_taken is not None:
            lines.append(Spoken(Tone.OBJECTION, went_back(view.not_taken, words)))
        if view.call is not None:
            lines.append(Spoken(Tone.CALL, words.say(view.call)))
        lines += payout(view, words)
    if lesson:
        lines.append(Spoken(Tone.LESSON, lesson))
    asked = (said for said in prompts(view, words) if said != notice)
    return [*lines, *(Spoken(Tone.PROMPT, said) for said in asked)]


def factors_text(factors: DrawnFactors, words: Words) -> str:
    """The cards that multiply a win, with their factors."""
    cards = ", ".join(f"{card_text(card, words)} ×{times}" for card, times in factors)
    return words("say.factors", cards=cards)


def went_back(not_taken: NotTaken, words: Words) -> str:
    """The wagers that the house did not take, and why."""
    wagers = ", ".join(
        words("line.push", bet=words.bet(wager.spot), stake=wager.stake)
        for wager in not_taken.wagers
    )
    return words("say.not-taken", wagers=wagers, why=words.say(not_taken.why))


def payout(view: View, words: Words) -> list[Spoken]:
    """The total win of all wagers, and the result of each wager."""
    if not view.lines:
        return []
    key = "won" if view.won > 0 else "lost" if view.won < 0 else "even"
    together = Spoken(Tone.SUM, words(f"say.{key}", coins=abs(view.won)))
    return [together, *(Spoken(Tone.WAGER, _paid(line, words)) for line in view.lines)]


def _paid(line: Line, words: Words) -> str:
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


def prompts(view: View, words: Words) -> list[str]:
    """The sentences that say what the house waits for; empty if it waits for nothing."""
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
    fair = view.seeds.fair
    if view.phase is Phase.FINISHED and fair is not None and fair.house_seed is not None:
        return [said, words("say.opened")]
    return [said]


def reasons(view: View, words: Words, lesson: str = "") -> list[str]:
    """The lines that explain a coup: why cards were drawn, what was paid, and the lesson."""
    why = [words.say(sentence) for sentence in view.why]
    lines = [words.say(view.call or ""), *why] if why else [words("say.no-why")]
    lines += ["", *(line.text for line in payout(view, words))]
    return [*lines, "", lesson] if lesson else lines


def judge(decision: Decision, table: Table, wagers: Iterable[Wager], words: Words) -> str:
    """The coach's verdict on a decision that the guest made with these wagers on the felt."""
    from baccarat.table.coach.opponent import assess  # theory was loaded with the opponent

    stake = stakes_of(wagers).get(str(decision.choice.side).lower())
    return words.say(assess(decision, table, stake).said)
