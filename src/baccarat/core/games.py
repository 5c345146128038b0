"""The register of games, each with rules and a layout: ours, and those of plug-ins."""

from dataclasses import dataclass, replace
from math import inf

from baccarat.base.errors import BadValue, ShoeError
from baccarat.base.frozen import freeze
from baccarat.base.hints import as_whole, checked, displayed, guided, quoted, require_fields
from baccarat.base.jsonable import decked
from baccarat.core.bets.events import FABULOUS_4, WIZARD
from baccarat.core.bets.main import SEVEN_UP
from baccarat.core.bets.register import OURS
from baccarat.core.cards import Card
from baccarat.core.layout import STANDARD_FELT, Layout
from baccarat.core.plugins import kebab, register, register_of, same_but_for
from baccarat.core.rules import Rules
from baccarat.core.shoe import MOST_DECKS
from baccarat.core.tableau import BACCARAT_GOLD, CHEMIN_DE_FER

PAIRS = ("player-pair", "banker-pair", "either-pair", "perfect-pair")


@displayed
@guided
@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A game: how it is dealt, and which bets its layout has.

    >>> ez = game("ez")
    >>> ez.rules.decks, list(ez.layout.bets)
    (8, ['player', 'banker', 'tie', 'dragon-7', 'panda-8'])
    """

    name: str
    rules: Rules
    layout: Layout
    about: str = ""
    source: str = ""
    also: tuple[str, ...] = ()
    """other names of the game"""

    def __post_init__(self) -> None:
        freeze(self, "also")
        require_fields(self)
        if not self.name.strip():
            raise BadValue("a game needs a name")

    @property
    def key(self) -> str:
        """The name as it is typed: `punto-banco`."""
        return kebab(self.name)

    def as_json(self) -> dict[str, object]:
        """The game as JSON: its ceremony, its tableau line by line, and its layout."""
        rules, layout = self.rules, self.layout
        return {
            "game": self.name,
            "also": list(self.also),
            "about": self.about,
            **decked(rules.decks),
            "burn": rules.burn,
            "cut_card": rules.cut_card,
            "last_coup": str(rules.last_coup),
            "printed": None if rules.printed is None else str(rules.printed),
            "tableau": str(rules.tableau).splitlines(),
            "chip": layout.chip,
            "rounding": layout.rounding.value,
            "limits": {"least": layout.limits.least, "most": layout.limits.most},
            "differential": layout.differential,
            "both_sides": layout.both_sides,
            "bets": {spot: bet.as_json() for spot, bet in layout.bets.items()},
            "source": self.source,
        }

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"game({self.name!r})" if KNOWN.has(self) else f"<game {self.name}>"


GAMES = (
    Game(
        "punto-banco",
        Rules(),
        STANDARD_FELT,
        "the standard game: Banker pays 5 % commission",
        WIZARD,
        also=("baccarat", "standard"),
    ),
    Game(
        "four-percent",
        Rules(),
        Layout.of("player", "banker:1-4%", "tie", *PAIRS),
        "the standard game with 4 % commission",
        WIZARD,
    ),
    Game(
        "ez",
        Rules(),
        Layout.of("player", "banker=banker-ez", "tie", "dragon-7", "panda-8"),
        "no commission: a Banker win with a three-card 7 pushes",
        f"{WIZARD} (EZ Baccarat)",
        also=("ez-baccarat", "dragon-7"),
    ),
    Game(
        "super-6",
        Rules(),
        Layout.of("player", "banker=banker-super-6", "tie", *PAIRS, "super-6"),
        "no commission: a Banker win with 6 pays half",
        f"{WIZARD} (Super 6)",
        also=("no-commission", "nepal", "punto-2000"),
    ),
    Game(
        "six-pushes",
        Rules(),
        Layout.of("player", "banker=banker-six-pushes", "tie", *PAIRS),
        "no commission: a Banker win with 6 pushes",
        "house rules",
    ),
    Game(
        "three-card-six-pushes",
        Rules(),
        Layout.of("player", "banker=banker-three-card-six-pushes", "tie", *PAIRS),
        "no commission: a Banker win with a three-card 6 pushes",
        "house rules",
    ),
    Game(
        "2-to-1",
        Rules(),
        Layout.of("player=player-2-to-1", "banker=banker-2-to-1", "tie"),
        "no commission: a winning three-card 8 or 9 pays 2:1, and ties lose",
        f"{WIZARD} (2 to 1 Baccarat, Crown)",
        also=("two-to-one",),
    ),
    Game(
        "7-up",
        Rules(printed=Card.parse("7x")),
        Layout.of("player=player-7-up", "banker=banker-7-up", "tie=tie-7-up"),
        "Player's first card is a printed 7",
        SEVEN_UP,
        also=("seven-up", "7-up-baccarat"),
    ),
    Game(
        "fabulous-4",
        Rules(),
        Layout.of(
            *("player=player-at-fabulous-4", "banker=banker-at-fabulous-4", "tie"),
            *("player-fabulous-4", "banker-fabulous-4"),
            *("player-fabulous-pair", "banker-fabulous-pair"),
        ),
        "no commission: a win with 1 pays 2:1; a win with 4 pays half on Player and pushes on "
        "Banker",
        f"{FABULOUS_4} (Marina Bay Sands)",
        also=("fabulous-4-baccarat",),
    ),
    Game(
        "baccarat-gold",
        Rules(tableau=BACCARAT_GOLD),
        Layout.of("player", "banker", "tie:9"),
        "Banker draws on 0 to 3, and on 4 and 5 only against a third card of 3 to 7",
        f"{WIZARD}/gold (Lytton, San Pablo); there a guest on Player may stand on 5",
    ),
    Game(
        "chemin-de-fer",
        Rules(decks=6, tableau=CHEMIN_DE_FER),
        Layout.of("player", "banker:1"),
        "the parlor game: Player chooses on 5, Banker always",
        "Ethier and Gámez, Games 4 (2013)",
        also=("chemin", "chemmy"),
    ),
)
"""Our games, the standard one first; `registered(Game)` also has those of plug-ins."""

OUR_NAMES = frozenset(one.name for one in GAMES)
KNOWN = register_of(Game)
CEREMONY = ("decks", "burn", "cut_card", "last_coup")
KNOWN.is_variant = lambda given, known: (
    same_but_for(given, known, "rules") and same_but_for(given.rules, known.rules, *CEREMONY)
)
register(*GAMES)


def is_ours(game: Game) -> bool:
    """Whether the game and all bets of its layout come with this package, even at other prices."""
    has_our_bets = {bet.key for bet in game.layout.bets.values()} <= {bet.key for bet in OURS}
    return has_our_bets and game.name in OUR_NAMES


@checked
def game(name: str, decks: int | None = None) -> Game:
    """A game by its name, perhaps with another number of decks.

    >>> game("ez", decks=6).rules.decks
    6
    """
    found = KNOWN.find(name)
    return found if decks is None else replace(found, rules=replace(found.rules, decks=decks))


def as_game(given: str | Game, *, decks: float | None = None, rules: Rules | None = None) -> Game:
    """A game from a Game or its name, perhaps with other rules or another number of decks.

    With an endless deck (`math.inf`) the game keeps its own number of decks.
    """
    found = given if isinstance(given, Game) else None
    if isinstance(given, str):
        found = game(given)
    if found is None:
        raise BadValue(f"a game must be a Game or its name, not {quoted(given)}")
    if rules is not None:
        if not isinstance(rules, Rules):
            raise BadValue(f"rules must be e.g. Rules(decks=6), not {quoted(rules)}")
        found = replace(found, rules=rules)
    if decks is None or is_endless(decks):
        return found
    number = whole_decks(decks)
    if rules is not None and number != rules.decks:
        raise BadValue(
            f"the rules have {rules.decks} decks, not {number}: give decks only in the rules"
        )
    return replace(found, rules=replace(found.rules, decks=number))


def is_endless(decks: object) -> bool:
    """Whether the number of decks is `math.inf`: a deck to which every card returns."""
    return isinstance(decks, float) and bool(decks == inf)


def whole_decks(decks: object) -> int:
    """The number of decks as an int; every other value is an error, even 8.0 or True."""
    number = as_whole(decks)
    if number is None or not 1 <= number <= MOST_DECKS:
        raise ShoeError(f"a shoe must have 1 to {MOST_DECKS} whole decks, not {quoted(decks)}")
    return number
