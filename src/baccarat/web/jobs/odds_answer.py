"""The server's answer to a question about odds, as `POST /api/v1/odds` sends it.

odds_json(OddsQuestion(decks=6, given=("Kh 9d",)))

This module runs in processes without a web server, so nothing here depends on a web server.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial

from baccarat.base.errors import BadBet, BadText, ShoeError, TooShallow
from baccarat.base.sentences import Sentence
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import is_strangers
from baccarat.core.cards import Depth
from baccarat.exact.coup_law import view_of
from baccarat.exact.odds import OddsTable
from baccarat.questions.odds import MOST_SECONDS, OddsQuestion
from baccarat.questions.question import Misfit

MOST_BETS = 12
TOO_SLOW = Sentence("this question takes more than 10 seconds: use Python or the command line")
TOO_LONG = Sentence("with cards hidden this takes seconds: use Python or the command line")
NO_ANSWER = Sentence("it did not answer, and is not tried again until the server restarts")

Weighing = Callable[[tuple[str, ...]], None]
"""Receives the names of the plug-in bets whose code runs next."""


def odds_json(
    question: OddsQuestion, *, deaf: Collection[str] = (), weighing: Weighing = lambda names: None
) -> dict[str, object]:
    """The answer as in `baccarat odds --json`, but without the counts, which take too long.

    `deaf` names plug-in bets that did not answer before; they are not tried again.
    """
    if question.all_bets and question.removal:
        raise Misfit("{removal} takes seconds for every bet: name the bets")
    if question.seconds >= MOST_SECONDS:
        raise BadText(TOO_SLOW)
    why_not = partial(_why_not, deaf=deaf, weighing=weighing)
    return question.answer(why_not).as_json(has_counts=False)


def _why_not(
    question: OddsQuestion,
    table: OddsTable,
    bets: Mapping[str, Bet],
    *,
    deaf: Collection[str],
    weighing: Weighing,
) -> dict[str, str]:
    """The reasons why bets are left out, by bet; raises an error if a requested bet is left out."""
    slow = {
        name: why
        for name, bet in bets.items()
        if (why := NO_ANSWER if bet.key in deaf else _too_long(question, table, bet))
    }
    if slow and question.named:
        name, why = next(iter(slow.items()))
        raise BadBet(Sentence("{bet}: {why}", bet=name, why=why))
    quick = {name: bet for name, bet in bets.items() if name not in slow}
    broken = _weigh_strangers(table, quick, weighing, question.next_cards)
    if broken and question.named:
        raise next(iter(broken.values()))
    faults = slow | {name: fault.said for name, fault in broken.items()}
    return {name: str(why) for name, why in faults.items()}


def _too_long(question: OddsQuestion, table: OddsTable, bet: Bet) -> Sentence | None:
    """The reason why the odds of a bet are left out; None if they are quick.

    While cards are hidden, each of the 22,100 hands of three cards is labelled again.
    """
    if table.given is not None and bet.depth > Depth.TOTALS and table.seconds(view_of(bet)) > 0.5:
        return TOO_LONG
    if table.glimpse is not None and bet.depth is Depth.CARDS and not view_of(bet).at_start:
        return TOO_LONG
    if question.next_cards and bet.depth > Depth.POINTS:
        return Sentence("next_cards works only for bets on totals and points")
    return None


def _weigh_strangers(
    table: OddsTable, bets: Mapping[str, Bet], weighing: Weighing, is_asked_again: bool
) -> dict[str, BadBet]:
    """Calculate plug-in bets one by one, so that the server knows which bet does not answer.

    Returns the bets that are not well made, with their errors.
    """
    strangers = {name: bet for name, bet in bets.items() if is_strangers(bet)}
    broken = {}
    for name, bet in strangers.items():
        weighing((bet.key,))
        try:
            table.of(bet)
        except BadBet as fault:
            broken[name] = fault
        except (TooShallow, ShoeError):  # reported later
            pass
    if strangers:  # the odds after each next card need all of them again
        weighing(tuple(bet.key for bet in strangers.values()) if is_asked_again else ())
    return broken


def warm_up() -> None:
    """Answer a first question, which takes long, so that no caller has to wait for it."""
    odds_json(OddsQuestion())
