"""Exact odds for any shoe, any bet and any half-dealt coup."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from numbers import Number

from baccarat.base.errors import BadText, BadValue, CoupError, ShoeError, TooShallow
from baccarat.base.frames import ColumnTypes, Framed
from baccarat.base.hints import displayed, guided, helpful, quoted, taken
from baccarat.base.jsonable import both, decked, exact, winner
from baccarat.core.bets import Bet, StreakBet
from baccarat.core.bets import streak as as_streak
from baccarat.core.bets.bet_types import Totals
from baccarat.core.cards import Card, Depth
from baccarat.core.coup import OUTCOMES, Coup, Side
from baccarat.core.games import KNOWN as GAMES
from baccarat.core.games import Game, as_game, is_endless
from baccarat.core.layout import Layout
from baccarat.core.rules import Rules
from baccarat.core.shoe import Composition, Shoe
from baccarat.core.tally import Odds, Tally, require_chance
from baccarat.core.third_card import Strategy, as_key, check, next_hand, nobody, play
from baccarat.exact.coup_law import NOTHING, Law, judge_of, law_of, seconds_of, view_of
from baccarat.exact.grammar import read_statement
from baccarat.exact.known import Cards, KnownCoup, all_cards, read_known
from baccarat.exact.partial_coup import Glimpse
from baccarat.exact.statement import START, JointStakes, Statement, law_given
from baccarat.exact.streak_chain import StreakOdds, streak_odds
from baccarat.exact.weights.by_start import HandView, Labels
from baccarat.exact.weights.conditional import fits_of, law_glimpsed, next_glimpsed

NamedBets = str | Bet | Mapping[str, Bet] | Iterable[str | Bet]
"""One bet, bets by given names, or bets that keep their own names."""
NOT_BOTH = "give a composition, or decks and the cards seen, not both"


@displayed
@helpful
@guided
@dataclass(frozen=True, init=False, repr=False)
class OddsTable(Mapping[str, Odds], Framed):
    """The exact odds of every bet on a felt; other bets can be given by name or as a Bet.

    The odds of a bet are computed on the first request, and cached. The table also stores
    the question: the game, the cards and the coup.

    >>> from baccarat import odds
    >>> table = odds(game="ez", decks=6)
    >>> list(table)
    ['player', 'banker', 'tie', 'dragon-7', 'panda-8']
    >>> round(float(table["dragon-7"].edge), 6), round(float(table["tie:9"].edge), 6)
    (0.076062, 0.049313)
    """

    game: Game
    composition: Composition
    """the cards that can still be dealt"""
    coup: Coup
    decide: Strategy
    endless: bool
    decks: int | None = field(compare=False)
    """the number of decks in the shoe; None if its cards were given, or every card returns"""
    glimpse: Glimpse | None
    """what is known of a coup that is partly hidden; None if `coup` holds all of it"""
    given: Statement | None
    """what else is known of the whole coup"""
    _found: dict[Bet, Odds] = field(init=False, compare=False)
    _laws: dict[tuple[HandView, ...], Law] = field(init=False, compare=False)

    def __init__(
        self,
        game: Game,
        composition: Composition,
        coup: Coup | None = None,
        decide: Strategy = nobody,
        endless: bool = False,
        decks: int | None = None,
        glimpse: Glimpse | None = None,
        given: Statement | None = None,
    ) -> None:
        decide = as_key(decide)
        # A coup that needs no more cards is over, even if it was given as unfinished.
        begun = game.rules.opening if coup is None else coup
        dealt = play(iter(()), game.rules.tableau, decide, begun)
        check(dealt, game.rules.tableau)
        vars(self).update(game=game, composition=composition, coup=dealt, decide=decide)
        if glimpse is not None:
            glimpse = glimpse.under(game.rules)
            if dealt != game.rules.opening:
                raise BadValue("give either a coup or the facts known of the coup, not both")
        vars(self).update(endless=endless, decks=decks, glimpse=glimpse, given=given)
        vars(self).update(_found={}, _laws={})
        if given is not None and dealt.is_over and not given.is_true(dealt):
            raise CoupError(f"the coup {dealt} contradicts what is known: {given}")

    def __reduce__(self) -> tuple[type["OddsTable"], tuple[object, ...]]:
        """Pickle only the question, because the answers can be computed again."""
        asked = (self.game, self.composition, self.coup, self.decide, self.endless, self.decks)
        return OddsTable, (*asked, self.glimpse, self.given)

    @property
    def rules(self) -> Rules:
        """The rules by which the coup is dealt."""
        return self.game.rules

    @cached_property
    def tally(self) -> Tally:
        """The exact weights of the outcomes."""
        if self.coup.is_over:
            return Tally.of([(self.coup.outcome(), 1)])
        law = self.law(NOTHING)
        cells = [0] * len(OUTCOMES)
        for (cell, _, _), weight in zip(law.keys, law.weights.tolist(), strict=True):
            cells[cell] += weight
        return Tally(tuple(cells))

    def law(self, *views: HandView) -> Law:
        """The weight of every outcome of the rest of the coup, split by these views' labels."""
        if not views or not all(isinstance(view, HandView) for view in views):
            raise BadValue(f"a law needs views of a hand, e.g. view_of(bet), not {quoted(views)}")
        if views not in self._laws:
            cards, rules, decide, endless = self.composition, self.rules, self.decide, self.endless
            looks = self._looks(views)
            if self.glimpse is None:
                found = law_of(looks, cards, rules, decide, self.coup, endless)
            else:
                found = law_glimpsed(looks, cards, rules, self.glimpse, decide, endless)
            if self.given is not None:
                found = law_given(self.given, found)
            found.weights.flags.writeable = False  # the table keeps it
            self._laws[views] = found
        return self._laws[views]

    def _looks(self, views: tuple[HandView, ...]) -> tuple[HandView, ...]:
        """The given views, and the views of the statement that is known to be true."""
        return tuple(dict.fromkeys((*views, *(self.given.views if self.given else ()))))

    def seconds(self, *views: HandView) -> float:
        """About how many seconds `law` and a judge take, in tenths; infinite if not feasible."""
        if self.coup.is_over or views in self._laws:
            return 0
        looks = self._looks(views or (NOTHING,))
        if self.glimpse is not None:
            depth = max(self.glimpse.depth, *(view.depth for view in looks))
            looks = (*looks, *fits_of(self.glimpse, self.rules, depth))
        shoe = self.composition, self.rules, self.decide, self.coup, self.endless
        return round(seconds_of(looks, *shoe), 1)

    def of(self, bet: str | Bet) -> Odds:
        """The odds of a bet, given by name or as a Bet; the bet need not be on the felt."""
        bet = self.game.layout.find(bet)
        if not self.offers(bet):
            raise TooShallow(
                f"{bet.key} is not offered here: it is offered {bet.offered_when} (the totals of "
                "Player and Banker after two cards)"
            )
        return self._found[bet]

    def offers(self, bet: str | Bet) -> bool:
        """Whether a bet is offered, was offered in this coup, or may still be offered."""
        bet = self.game.layout.find(bet)
        if bet not in self._found:
            self._found[bet] = replace(self._weigh(bet), is_exact=True)
        return not bet.offered or self._found[bet].total > 0

    def by_start(self, bet: str | Bet) -> dict[Totals, Odds]:
        """The odds of a bet by both totals after two cards, for the totals at which it is offered.

        >>> round(float(odds(8).by_start("insurance")[5, 6].edge), 6)
        -0.084397
        """
        bet = self.game.layout.find(bet)
        if bet.depth is not Depth.TOTALS and not bet.offered:
            raise TooShallow(
                f"{bet.key} needs {bet.depth}, but totals after two cards do not show them"
            )
        if self.coup.is_over:
            return {(self.coup.player.start, self.coup.banker.start): self.of(bet)}
        law = self.law(START, view_of(bet))
        judge = judge_of((bet,), law.views)

        def ended(cell: int, player: Labels, banker: Labels) -> tuple[Totals, str | None]:
            (tier,) = judge(cell, player, banker)
            return (int(player[0] or 0), int(banker[0] or 0)), tier

        found: dict[Totals, dict[str | None, int]] = {}
        for (totals, tier), weight in law.sums(("by start", bet), ended).items():
            if not bet.offered or totals in bet.offered:
                found.setdefault(totals, dict.fromkeys([*bet.pays, None], 0))[tier] += weight
        return {totals: Odds(bet, tiers, is_exact=True) for totals, tiers in sorted(found.items())}

    def streak(self, bet: str | StreakBet, coups: int | None = None) -> StreakOdds:
        """The odds of a bet over several coups, as if coups were independent.

        `coups` limits the number of coups.

        >>> odds(8).streak("banker-streak")
        <exact odds of banker-streak:10/15/25/40/60/150/250: edge 9.4006 %, exactly, coups being \
taken as independent>
        """
        bet = as_streak(bet)
        if self.has_begun:
            raise CoupError(
                f"a streak must begin with a whole coup, not in the middle of {self.dealt}"
            )
        return streak_odds(bet, self.tally.chances[bet.side], coups)

    def _weigh(self, bet: Bet) -> Odds:
        weights: dict[str | None, int] = dict.fromkeys([*bet.pays, None], 0)
        if self.coup.is_over:
            weights[bet.tier(self.coup)] = 1
        else:
            for (tier,), weight in self.law(view_of(bet)).tiers((bet,)).items():
                weights[tier] = weight
        if bet.depth is Depth.TOTALS and not any(weights[tier] for tier in bet.winning):
            require_chance(bet)
        return Odds(bet, weights)

    def chance(self, statement: str | Statement) -> Fraction:
        """The chance that a statement is true of this coup."""
        statement = taken("chance", "statement", statement, str | Statement)
        if isinstance(statement, str):
            statement = read_statement(statement, self.game.layout)
        if self.coup.is_over:
            return Fraction(statement.is_true(self.coup))
        law = self.law(*(statement.views or (NOTHING,)))
        sums = law.sums(statement, statement.judge(law.views))
        return Fraction(sums.get(True, 0), sum(sums.values()))

    def money(self, stakes: JointStakes) -> dict[Fraction, Fraction]:
        """The chance of every amount that wagers may bring together, from the lowest amount."""
        if self.coup.is_over:
            return {stakes.of(self.coup): Fraction(1)}
        law = self.law(*stakes.views)
        sums = law.sums(stakes, stakes.judge(law.views))
        whole = sum(sums.values())
        return {net: Fraction(sums[net], whole) for net in sorted(sums)}

    def next_cards(self, depth: Depth = Depth.POINTS) -> dict[Card, tuple[Fraction, "OddsTable"]]:
        """The chance of each possible next card, and the table of odds after it."""
        depth = taken("next_cards", "depth", depth, Depth)
        side = self.next_side
        if side is None:
            raise CoupError(f"the coup needs no further card: {self.dealt}")
        glimpse = self.glimpse
        if glimpse is None and self.given is not None:
            glimpse = Glimpse(self.coup.player.cards, self.coup.banker.cards)
        cards = self.composition.at(depth if glimpse is None else max(depth, glimpse.depth))
        if not len(cards):
            raise ShoeError(f"the shoe has no card left for {side}: {self.coup}")
        found, ways = {}, Counter[Card]()
        for kind in [kind for kind in cards.kinds if cards[kind]]:
            left = cards if self.endless else cards.without([kind])
            if glimpse is None:
                found[kind] = replace(self, composition=left, coup=self.coup.receive(side, kind))
                ways[kind] = cards[kind]
                continue
            known, begun = glimpse.receive(side, kind), self.rules.opening
            after = replace(self, composition=left, coup=begun, glimpse=known)
            with suppress(CoupError):  # this card contradicts what is known
                # A table's total is the number of orders of the cards after these.
                ways[kind] = cards[kind] * after.tally.total
                found[kind] = after
        whole = ways.total()
        return {kind: (Fraction(ways[kind], whole), after) for kind, after in found.items()}

    @property
    def next_side(self) -> Side | None:
        """The side that takes the next card; None if the coup is over."""
        if self.glimpse is not None:
            return next_glimpsed(self.glimpse, self.tally)
        return next_hand(self.coup, self.rules.tableau, self.decide)

    @property
    def dealt(self) -> Coup | Glimpse:
        """The cards dealt in this coup, as far as they are known."""
        return self.coup if self.glimpse is None else self.glimpse

    @property
    def has_begun(self) -> bool:
        """Whether a card of this coup has been dealt; a printed card does not count."""
        return len(self.dealt) > len(self.rules.opening)

    def as_json(self, bets: NamedBets | None = None) -> dict[str, object]:
        """The question and the odds of these bets; default: all bets on the felt that have odds."""
        felt = self.game.layout.bets
        found, left_out = self.told(felt) if bets is None else (self._chosen(bets), {})
        return {
            "game": self.game.name,
            **decked(self.decks, self.endless),
            "coup": None if self.dealt == self.rules.opening else str(self.dealt),
            "given": None if self.given is None else str(self.given),
            "unseen": str(self.composition),
            "method": "exact",
            "weight": str(self.tally.total),
            **self._odds_json(found),
            "left_out": left_out,
        }

    def told(self, bets: Mapping[str, Bet]) -> tuple[dict[str, Bet], dict[str, str]]:
        """The bets that have odds with these cards, and the reason for each bet without odds."""
        left_out = {}
        for name, bet in bets.items():
            try:
                self.of(bet)
            except (TooShallow, ShoeError) as complaint:
                left_out[name] = str(complaint)
        return {name: bet for name, bet in bets.items() if name not in left_out}, left_out

    def next_json(self, bets: NamedBets) -> dict[str, object]:
        """The side that takes the next card, and these bets' odds after each possible card."""
        chosen = self._chosen(bets)
        depth = max([Depth.POINTS, *(bet.depth for bet in chosen.values())])
        return {
            "next_side": winner(self.next_side),
            "next_cards": {
                str(card): {
                    **exact("probability", chance),
                    **after._odds_json({n: bet for n, bet in chosen.items() if after.offers(bet)}),
                }
                for card, (chance, after) in self.next_cards(depth).items()
            },
        }

    def _chosen(self, bets: NamedBets) -> Mapping[str, Bet]:
        if isinstance(bets, Mapping):
            return bets
        if isinstance(bets, str | Bet):
            bets = [bets]
        if not isinstance(bets, Iterable):
            raise BadValue(f"give bets by their names, e.g. 'tie', not as {quoted(bets)}")
        return {self.game.layout.name_of(name): self[name].bet for name in bets}

    def _odds_json(self, bets: Mapping[str, Bet]) -> dict[str, object]:
        chances = self.tally.chances.items()
        return {
            "outcomes": {winner(side): exact("probability", chance) for side, chance in chances},
            "bets": {
                name: {**self.of(bet).as_json(), **self._starts_json(bet)}
                for name, bet in bets.items()
            },
        }

    def _starts_json(self, bet: Bet) -> dict[str, object]:
        """The odds by both totals after two cards, for a bet that is offered by these totals."""
        if not bet.offered:
            return {}
        told = [
            {
                "player_total": player,
                "banker_total": banker,
                **exact("probability", found.chance),
                **exact("push_probability", found.push),
                **exact("edge", found.edge),
            }
            for (player, banker), found in self.by_start(bet).items()
        ]
        return {"by_start": told}

    def __getitem__(self, bet: str | Bet) -> Odds:
        """The odds of a bet, by its spot or its name (`lucky-6:12/23`), or of your own Bet."""
        return self.of(bet)

    def __contains__(self, bet: object) -> bool:
        return self.game.layout.knows(bet)

    def rows(self) -> list[dict[str, object]]:
        """A flat row for each bet of the felt, for tables; None where the cards give no odds."""
        rows: list[dict[str, object]] = []
        for spot, bet in self.game.layout.bets.items():
            told = {**both("probability", None), **both("edge", None), "deviation": None}
            with suppress(TooShallow, ShoeError):
                found = self.of(bet)
                told = {**both("probability", found.chance), **both("edge", found.edge)}
                told["deviation"] = float(found.deviation)
            rows.append({"name": spot, "bet": bet.key, "spelled": str(bet), **told})
        return rows

    def _frame(self) -> tuple[ColumnTypes, list[dict[str, object]]]:
        names = dict.fromkeys(("name", "bet", "spelled"), "string")
        chance = {"probability": "float64?", "probability_fraction": "string?"}
        edge = {"edge": "float64?", "edge_fraction": "string?"}
        return {**names, **chance, **edge, "deviation": "float64?"}, self.rows()

    def __repr__(self) -> str:
        cards = "an endless deck" if self.endless else f"{len(self.composition)} unseen cards"
        coup = "" if self.dealt == self.rules.opening else f", coup {self.dealt}"
        told = "" if self.given is None else f", given {self.given}"
        return f"<exact odds of {self.game}: {cards}{coup}{told}>"

    def __iter__(self) -> Iterator[str]:
        return iter(self.game.layout.bets)

    def __len__(self) -> int:
        return len(self.game.layout.bets)


@guided
def odds(
    unseen: float | str | Composition | Shoe | None = None,
    /,
    *,
    decks: float | None = None,
    composition: str | Composition | None = None,
    seen: Cards = "",
    given: KnownCoup = "",
    game: str | Game = "punto-banco",
    rules: Rules | None = None,
    decide: Strategy = nobody,
) -> OddsTable:
    """The exact odds of a game for the unseen cards; default: the game's own number of decks.

    The first argument is the unseen cards: a number of decks, a composition, or a shoe as it is.
    `given` holds the cards already dealt in this coup, in their order. These cards count as seen,
    but a composition must not contain them. `?` is a card dealt face down, and
    `player: 5, banker: 6` are totals after two cards. `given` may also be a statement
    (`banker has a natural`), or a list of what is known. If a composition tells cards apart more
    exactly than a dealt card is known, this card is still in the composition.
    `decks=math.inf` is a deck to which every card returns.

    >>> odds(8)["banker"].edge
    Fraction(114753351728, 10847218479825)
    >>> odds("0:4 1:2 9:2")["tie"].chance
    Fraction(11, 70)
    >>> odds(8, given="player: 9")["banker"].chance
    Fraction(0, 1)
    """
    if isinstance(unseen, Game):
        raise BadValue("a game is not the first argument: write odds(game=…)")
    if isinstance(unseen, str):
        unseen = _composition(unseen)
    if sum(given is not None for given in (unseen, decks, composition)) > 1:
        raise BadValue(NOT_BOTH)
    shoe = None
    if isinstance(unseen, Shoe):
        shoe = unseen
    elif isinstance(unseen, Composition):
        composition = unseen
    elif isinstance(unseen, Number | None):
        decks = decks if unseen is None else unseen
    else:
        raise BadValue(f"give decks, a composition or a shoe, not {quoted(unseen)}")
    table, endless = as_game(game, decks=decks, rules=rules), is_endless(decks)
    gone = all_cards(seen)
    if gone and (composition is not None or shoe is not None):
        raise BadValue(NOT_BOTH)
    if gone and endless:
        raise BadValue("seen cards do not change an endless deck: leave the seen cards out")
    dealt, told = read_known(given, table, decide)
    if isinstance(composition, str):
        composition = _composition(composition)
    is_given = shoe is not None or composition is not None
    made_of = None if endless or is_given else table.rules.decks
    whole = composition
    if whole is None:
        whole = Composition.decks(1 if endless else table.rules.decks)
        whole = whole if shoe is None else shoe.unseen
        whole = whole.at(min([whole.depth, *(card.depth for card in gone)]))
    elif not isinstance(whole, Composition):
        raise BadValue(f"a composition is e.g. '0:128 9:32', not {quoted(composition)}")
    if isinstance(dealt, Coup) and dealt.depth < whole.depth and not dealt.is_over:
        # A card known less exactly than the composition distinguishes is still in the composition.
        dealt = Glimpse(dealt.player.cards, dealt.banker.cards)
    if isinstance(dealt, Glimpse):
        dealt = dealt.hide(whole.depth)
        gone += dealt.open_cards(table.rules)
    else:
        gone += dealt.cards[len(table.rules.opening) :]
    if composition is None:
        if shoe is None and not endless:
            table.rules.require(gone)
        whole = whole.at(min([whole.depth, *(card.depth for card in gone)]))
        whole = whole if endless else whole.without(gone)
    glimpse = dealt if isinstance(dealt, Glimpse) else None
    begun = dealt if isinstance(dealt, Coup) else None
    found = OddsTable(table, whole, begun, decide, endless, made_of, glimpse, told)
    if glimpse is not None and told is None:
        _ = found.tally  # raises an error if the knowledge contradicts itself
    return found


def _composition(text: str) -> Composition:
    try:
        return Composition.parse(text)
    except BadText:
        fault = f"not a composition: {quoted(text)}"
        ways = [f"of a bet are odds()[{text!r}]"] if Layout({}).knows(text) else []
        if text in GAMES:
            ways.append(f"of a game are odds(game={text!r})")
        if ways:
            raise BadText(f"{fault} (the odds {', '.join(ways)})") from None
        if text.strip() and ":" not in text:
            raise BadText(f"{fault} (expected e.g. '0:128 9:32'; give a game as game=…)") from None
        raise
