"""The answer of a server to a question about odds: what `POST /api/v1/odds` tells.

odds_json(OddsQuestion(decks=6, coup="Kh 9d"))

It is asked in processes that need no web server, so nothing here knows of one.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial

from baccarat.base.errors import BadBet, ShoeError, TooShallow
from baccarat.base.sentences import Sentence
from baccarat.core.bets import Bet
from baccarat.core.bets.bet_types import is_strangers
from baccarat.core.cards import Depth
from baccarat.exact.coup_law import view_of
from baccarat.exact.odds import OddsTable
from baccarat.questions.odds import OddsQuestion
from baccarat.questions.question import Misfit

MOST_BETS = 12
TOO_LONG = Sentence("with cards hidden this takes seconds: ask Python or the command line")
NO_ANSWER = Sentence("it did not answer, and is not asked again until the server is started anew")

Weighing = Callable[[tuple[str, ...]], None]
"""Is told whose code runs next: strangers' bets, by their names."""


def nobody_listens(names: tuple[str, ...]) -> None:
    """Whoever asks in this process waits for strangers' bets, too."""


def odds_json(
    question: OddsQuestion, *, deaf: Collection[str] = (), weighing: Weighing = nobody_listens
) -> dict[str, object]:
    """The answer, in the words of the command's JSON; the search for counts takes too long.

    `deaf` are strangers' bets that did not answer before: they are not asked again.
    """
    if question.all_bets and question.removal:
        raise Misfit("{removal} takes seconds for every bet: name those that you mean")
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
    """Why bets are not weighed here; of bets that are named, that is a complaint."""
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
    """Why the odds of a bet would take seconds.

    While cards are hidden, every hand of three cards is labelled anew, and there are 22,100.
    """
    if table.glimpse is not None and bet.depth is Depth.CARDS and not view_of(bet).at_start:
        return TOO_LONG
    if question.next_cards and bet.depth > Depth.POINTS:
        return Sentence("next_cards is told of bets on totals and points only")
    return None


def _weigh_strangers(
    table: OddsTable, bets: Mapping[str, Bet], weighing: Weighing, is_asked_again: bool
) -> dict[str, BadBet]:
    """Weigh strangers' bets one by one, so that somebody knows which does not answer.

    What comes back are those that are not well made.
    """
    strangers = {name: bet for name, bet in bets.items() if is_strangers(bet)}
    broken = {}
    for name, bet in strangers.items():
        weighing((bet.key,))
        try:
            table.of(bet)
        except BadBet as fault:
            broken[name] = fault
        except (TooShallow, ShoeError):  # it is said later why
            pass
    if strangers:  # what each next card would do asks all of them again
        weighing(tuple(bet.key for bet in strangers.values()) if is_asked_again else ())
    return broken


def warm_up() -> None:
    """Ask for what takes long the first time, so that no caller has to wait for it."""
    odds_json(OddsQuestion())
