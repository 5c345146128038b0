"""Names that newcomers guess, and what we tell them to write instead.

These are not aliases: each raises an error that gives the right name.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from inspect import Parameter

from baccarat.base.errors import BadCall, BadValue

LONGEST = 200
"""The most characters of a complaint."""
CLOSE = 0.7
"""How similar a name must be to one that we have, from 0 to 1, for us to suggest that one."""

NAMES = {
    "Deck": "Shoe(decks=1) is a shoe of one deck",
    "Player": "Side.PLAYER is the hand, bet('player') the bet on it",
    "Banker": "Side.BANKER is the hand, bet('banker') the bet on it",
    "Roads": "Scoreboard('BBPT') has the five roads",
    "bets": "registered() are all bets, bet('tie') is one",
    "big_road": "Scoreboard('BBPT').big is the big road",
    "bead_plate": "Scoreboard('BBPT').bead is the bead plate",
    "compare": "odds()['tie'] and odds()['tie:9'] have two prices of one bet",
    "deal_coup": "deal('Kh 9d 5c 4s 8h') deals known cards, deal_from(shoe) those of a shoe",
    "edge": "odds()['banker'].edge is the house's",
    "ev": "odds()['banker'].expectation is the guest's",
    "expected_value": "odds()['banker'].expectation is the guest's",
    "fair_shoe": "Record.deal(fair=Fair.promise().with_guest('my words')) deals one",
    "games": "GAMES are all games, game('ez') is one",
    "house_edge": "odds()['banker'].edge is the house's",
    "load": "Record.load('shoe.txt') reads a record, read_results('shoe.csv') a casino's table",
    "load_results": "read_results('shoe.csv') reads a casino's table",
    "new_shoe": "Shoe(decks=8, seed=7) is one",
    "open_table": "Table.open(bankroll=1000, seed=7) opens one",
    "parse": "deal('Kh 9d 5c') reads cards, parse_results('BPT') results",
    "play": "Table.open(bankroll=1000) opens a table; `baccarat play` does so in a terminal",
    "plot": "draw('BBPT') draws the roads",
    "read": "Record.load('shoe.txt') reads a record, read_results('shoe.csv') a casino's table",
    "read_csv": "read_results('shoe.csv') reads a casino's table",
    "read_record": "Record.load('shoe.txt') reads one",
    "road": "Scoreboard('BBPT') has the five roads, draw('BBPT') draws them",
    "roads": "Scoreboard('BBPT') has the five roads, draw('BBPT') draws them",
    "save": "draw('BBPT').save('roads.svg') and Record.save('shoe.txt') write files",
    "set_seed": "each call takes its own: Shoe(seed=7), simulate(seed=7)",
    "shoe": "Shoe(decks=8, seed=7) is one",
    "shuffle": "Shoe(decks=8, seed=7) is a shuffled shoe",
    "stats": "statistics('BBPT') counts what there is",
    "table": "Table.open(bankroll=1000, seed=7) opens one",
    "to_csv": "Record.deal(seed=7).save('shoe.csv') writes a table",
    "to_json": "what can be told as JSON has as_json()",
    "verify": "Record.differs() checks a shoe against its seeds; `baccarat verify` our figures",
    "verify_shoe": "Record.differs() tells where a shoe is not what its seeds deal",
}
"""Names that the front door does not have, and what to write instead."""

KEYWORDS = {
    "amount": ["stake", "bankroll"],
    "balance": ["bankroll"],
    "cards": ["seen", "coup", "entries"],
    "chips": ["bankroll"],
    "col": ["column"],
    "cut": ["cut_card"],
    "dealt": ["seen", "coup"],
    "deck": ["decks"],
    "discarded": ["seen"],
    "exclude": ["seen"],
    "hands": ["coups", "coup"],
    "max": ["most"],
    "min": ["least"],
    "money": ["bankroll"],
    "n": ["shoes"],
    "n_decks": ["decks"],
    "n_jobs": ["threads"],
    "n_shoes": ["shoes"],
    "num_decks": ["decks"],
    "num_shoes": ["shoes"],
    "number_of_decks": ["decks"],
    "odds": ["pays"],
    "payout": ["pays"],
    "payouts": ["pays"],
    "penetration": ["cut_card"],
    "price": ["pays"],
    "prices": ["pays"],
    "random_state": ["seed"],
    "removed": ["seen"],
    "rng": ["seed"],
    "rounds": ["coups", "shoes"],
    "stack": ["bankroll"],
    "used": ["seen"],
    "variant": ["game"],
    "when": ["event"],
    "wins": ["event"],
    "workers": ["threads"],
}
"""Other names for keywords, suggested where the call takes one of these."""

ONE_BET = "odds()['tie'] are the odds of one bet"
PRICE = "a price is spelled with its bet: odds()['tie:9'], odds()['banker:1-4%']"
SAVE = "draw('BBPT').save('roads.svg') writes a file"
OPEN = "Table.open(bankroll=1000, seed=7) opens a table"
DEALT = "coups(shoes=100, seed=7) deals them, batch by batch"
PROMISE = "Fair.promise() chooses the house's seed and commits to it"
WAYS = {
    ("Bet", "edge"): "odds()[bet].edge is what its price is worth",
    ("Bet.priced", "pays"): "prices are given without a name: bet('tie').priced(9)",
    ("Card", "rank"): "Card.parse('Kh') or Card.of(Rank.KING, Suit.HEARTS)",
    ("Card", "suit"): "Card.parse('Kh') or Card.of(Rank.KING, Suit.HEARTS)",
    ("Composition", "decks"): "Composition.decks(8) are whole decks",
    ("Coups", "plan"): DEALT,
    ("Coups", "seed"): DEALT,
    ("Coups", "shoes"): DEALT,
    ("Fair", "commitment"): PROMISE,
    ("Fair", "decks"): PROMISE,
    ("Fair", "seed"): PROMISE,
    ("Fair.promise", "guest_seed"): "Fair.promise().with_guest('my words') adds the guest's",
    ("Game", "layout"): "game('punto-banco').layout is one, Layout.of('player', 'tie') another",
    ("Record.deal", "coups"): "Record.deal() deals a whole shoe",
    ("Rules", "commission"): PRICE,
    ("Rules", "pays"): PRICE,
    ("Rules", "seed"): "Rules().shoe(seed=7) is a seeded shoe",
    ("Rules.shoe", "decks"): "Rules(decks=6).shoe() has six",
    ("Shoe", "rules"): "Rules(decks=6).shoe(seed=7) is one of other rules",
    ("Table", "bankroll"): OPEN,
    ("Table", "guest"): OPEN,
    ("Table", "game"): OPEN,
    ("Table", "seed"): OPEN,
    ("Table", "decks"): OPEN,
    ("Table.bet", ""): "bet('banker=10'), or bet(banker=10)",
    ("Table.deal", ""): "bet first: .bet('banker=10').deal()",
    ("Table.open", ""): "Table.open('ez', bankroll=1000)",
    ("Table.open", "rules"): "its rules are told one by one: Table.open(decks=6)",
    ("Tableau", "banker"): "Tableau.parse(text) reads a printed one",
    ("Wager", "stake"): "Wager.parse('banker=100') reads one",
    ("bet", ""): "a price is spelled: bet('tie:9')",
    ("bet", "commission"): "spell it: bet('banker:1-4%')",
    ("bet", "pays"): "spell it: bet('tie:9')",
    ("deal_shoe", "decks"): "deal_shoe(Shoe(decks=8, seed=7))",
    ("deal_shoe", "seed"): "deal_shoe(Shoe(decks=8, seed=7))",
    ("deal_shoe", "shoe"): "deal_shoe(Shoe(decks=8, seed=7))",
    ("draw", "file"): SAVE,
    ("draw", "filename"): SAVE,
    ("draw", "format"): SAVE,
    ("draw", "path"): SAVE,
    ("odds", "bet"): ONE_BET,
    ("odds", "bets"): ONE_BET,
    ("odds", "commission"): PRICE,
    ("odds", "pays"): PRICE,
    ("odds", "shoe"): "odds(shoe) are those of a shoe as it stands",
    ("odds", "unseen"): "it is given first, without a name: odds(8), odds(shoe)",
    ("removal", "seen"): "removal('tie', odds(seen='Kh'))",
    ("simulate", "bet"): "simulate()['tie'] tells of one bet",
    ("simulate", "commission"): PRICE,
    ("simulate", "hands"): "coups=60 deals so many of each shoe, fresh=True a shoe for each",
    ("simulate", "n_coups"): "coups=60 deals so many of each shoe, fresh=True a shoe for each",
    **{
        (call, rule): f"{call}(rules=Rules({rule}=…))"
        for call in ("Record.deal", "batch", "coups", "fold", "odds", "removal", "simulate")
        for rule in ("burn", "cut_card", "last_coup", "printed", "tableau")
    },
}
"""By the call and a keyword that it lacks or needs ('' if too much is given): what to write."""

MISFITS = {
    ("Bet", "event"): "Bet('Mine', pays={'tie': 9}) pays for who won",
    ("Card", "points"): "Card.parse('Kh') reads one",
    ("Composition", "counts"): "Composition.decks(8) are whole decks",
    ("Game", "layout"): "Layout.of('player', 'banker') is one",
    ("Hand", "cards"): "Hand.parse('Kh 5c') reads one",
    ("Layout", "bets"): "Layout.of('player', 'banker') takes names",
    ("Rules", "tableau"): "or its text: print(PUNTO_BANCO) shows one",
    ("Shoe", "cards"): "Shoe(decks=8) has whole decks",
    ("Shoe", "seed"): "Shoe(fair=…) is a fair one",
    ("Table.open", "game"): "Table.open(bankroll=1000) brings money",
    ("deal", "cards"): "deal_from(shoe) deals from a shoe",
    ("draw", "width"): SAVE,
    ("settle", "layout"): "game('ez').layout is one",
}
"""By the call and the parameter that was given another type: what to write instead."""

ATTRIBUTES = {
    "as_arrow": "to_arrow",
    "balance": "bankroll",
    "banker": "winners",
    "cards_remaining": "cards_left",
    "check": "differs",
    "chips": "bankroll",
    "composition": "unseen",
    "ev": "expectation",
    "expected_value": "expectation",
    "history": "played",
    "house_edge": "edge",
    "is_empty": "is_finished",
    "json": "as_json",
    "left": "cards_left",
    "money": "bankroll",
    "place": "bet",
    "player": "winners",
    "prob": "chance",
    "probability": "chance",
    "remaining": "cards_left",
    "remove": "without",
    "tie": "winners",
    "to_dataframe": "to_pandas",
    "to_df": "to_pandas",
    "to_dict": "as_json",
    "to_frame": "to_pandas",
    "to_json": "as_json",
    "to_png": "png",
    "validate": "differs",
    "verify": "differs",
    "win_probability": "chance",
}
"""Other names for attributes that a value may have."""

NEVER_CHANGES = "A table never changes, every act gives a new one: table = table.bet('banker=10')"
"""A note for those who write a program; guests at a screen do not see it."""
DRAWN = "bac.draw(board) draws it"
KEPT = "fair.is_kept checks the promise, bac.Record.differs() the cards"
FROM_SHOE = "coup, shoe = bac.deal_from(shoe) deals the next coup"
ITS_SHOE = "bac.Shoe(fair=fair) is its shoe"
BATCHES = "each batch has it: for batch in bac.coups(…); to_polars() has all coups in one frame"
PAID = "table.paid has every wager of this shoe: table.paid.to_pandas()"
WINNERS = "batch.winners is shoe, turn: 0 Player, 1 Banker, 2 a tie, 3 none"
OF_VALUES = {
    **dict.fromkeys(
        [("CoupStream", name) for name in ("cells", "columns", "hands", "total", "winners")],
        BATCHES,
    ),
    ("Coups", "result"): WINNERS,
    ("Coups", "results"): WINNERS,
    ("Fair", "check"): KEPT,
    ("Fair", "deal"): ITS_SHOE,
    ("Fair", "guest"): "fair.with_guest('my words') adds the guest's seed",
    ("Fair", "seed"): f"fair.house_seed and fair.guest_seed are two; {ITS_SHOE}",
    ("Fair", "shoe"): ITS_SHOE,
    ("Fair", "shuffle"): ITS_SHOE,
    ("Fair", "verify"): KEPT,
    ("OddsTable", "edge"): "odds(8)['banker'].edge is the edge of a bet",
    ("OddsTable", "probability"): "odds(8)['banker'].chance is the chance of a bet",
    ("Scoreboard", "big_road"): "board.big is the big road",
    ("Scoreboard", "draw"): DRAWN,
    ("Scoreboard", "png"): DRAWN,
    ("Scoreboard", "roads"): "board.bead, board.big and board.derived are its roads",
    ("Scoreboard", "save"): "bac.draw(board).save('roads.svg') writes a file",
    ("Scoreboard", "svg"): DRAWN,
    ("Shoe", "deal"): FROM_SHOE,
    ("Shoe", "draw"): FROM_SHOE,
    ("Shoe", "next"): FROM_SHOE,
    ("Shoe", "shuffle"): "bac.Shoe(decks=8, seed=7) is a shuffled one",
    ("Table", "ledger"): PAID,
    ("Table", "to_arrow"): PAID,
    ("Table", "to_pandas"): PAID,
    ("Table", "to_polars"): PAID,
    ("Table", "in_hand"): "table.bankroll is what is in hand",
}
"""By a type and an attribute that it does not have: what to write instead."""


def no_attribute(value: object, name: str) -> str:
    """The complaint when a value does not have an attribute."""
    kind = type(value)
    fault = f"{kind.__name__} has no {name[:40]!r}"
    if name.startswith("_"):
        return fault  # asked by programs, not by people
    if (kind.__name__, name) in OF_VALUES:
        return f"{fault}: {OF_VALUES[kind.__name__, name]}"
    if isinstance(value, Mapping) and name in list(value):
        return f"{fault}: ask for [{name!r}]"
    known = [each for each in dir(value) if not each.startswith("_")]
    meant = ATTRIBUTES.get(name)
    near = [meant] if meant in known else get_close_matches(name, known, n=1, cutoff=CLOSE)
    return f"{fault}: did you mean {near[0]!r}?" if near else fault


def no_such_name(name: str, known: Mapping[str, object]) -> str:
    """The complaint when the front door does not have a name."""
    way = NAMES.get(name)
    if way is None:
        lower = {each.lower(): each for each in known}
        near = get_close_matches(name.lower(), lower, n=3, cutoff=CLOSE)
        asked = " or ".join(lower[each] for each in near)
        way = f"did you mean {asked}?" if near else "dir(baccarat) lists what there is"
    return f"baccarat has no {name[:40]!r}: {way}"


def misfit(where: str, name: str, given: str, expected: str) -> BadValue:
    """The complaint about a value that is not of the expected type."""
    short = f"{where}: {name} cannot be {given} (expected {expected}"
    way = MISFITS.get((where, name))
    long = f"{short}; {way})"
    return BadValue(f"{short})" if way is None or len(long) > LONGEST else long)


def misled(
    where: str,
    parameters: Mapping[str, Parameter],
    args: tuple[object, ...],
    kwargs: Mapping[str, object],
) -> BadCall:
    """The complaint about a call whose arguments do not fit its parameters."""
    own = {name: item for name, item in parameters.items() if name not in ("self", "cls")}
    places = [name for name, item in own.items() if item.kind <= Parameter.POSITIONAL_OR_KEYWORD]
    given = len(args) - (len(parameters) - len(own))
    named = [name for name, item in own.items() if item.kind is not Parameter.POSITIONAL_ONLY]
    kinds = {item.kind for item in own.values()}
    takes = f"it takes {', '.join(own)}" if own else "it takes nothing"
    for name in kwargs:
        if name not in named and Parameter.VAR_KEYWORD not in kinds:
            return no_keyword(where, name, named, own)
        if name in places[: max(0, given)]:
            return _said(f"{where}() is given {name!r} twice", "", takes)
    if given > len(places) and Parameter.VAR_POSITIONAL not in kinds:
        taken = f"takes {len(places)} without a name, not {given}"
        return _said(f"{where}() {taken}", WAYS.get((where, ""), ""), takes)
    lacks = [
        name
        for place, (name, item) in enumerate(own.items())
        if item.default is Parameter.empty
        and item.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
        and not (name in kwargs or (name in places and place < given))
    ]
    way = next((WAYS[where, name] for name in lacks if (where, name) in WAYS), "")
    return _said(f"{where}() needs {' and '.join(lacks)}", way, takes)


def no_keyword(
    where: str, name: str, named: Iterable[str], takes: Iterable[str] | None = None
) -> BadCall:
    """The complaint about a call with a keyword that it does not take."""
    known = list(named)
    listed = ", ".join(known if takes is None else takes)
    said = f"it takes {listed}" if listed else "it takes nothing"
    return _said(f"{where}() has no {name[:24]!r}", _way(where, name, known), said)


def _way(where: str, name: str, known: list[str]) -> str:
    if (where, name) in WAYS:
        return WAYS[where, name]
    meant = [each for each in KEYWORDS.get(name.lower(), []) if each in known]
    near = (meant or get_close_matches(name.lower(), known, n=1, cutoff=CLOSE))[:1]
    return f"did you mean {near[0]!r}?" if near else ""


def _said(fault: str, way: str, takes: str) -> BadCall:
    short = f"{fault}: {way}" if way else fault
    long = f"{short} ({takes})"
    return BadCall(long if len(long) <= LONGEST else short)
