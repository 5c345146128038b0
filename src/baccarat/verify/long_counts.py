"""Simulates the published counts again, and compares the number of bets, edge and units.

The published figures are simulations, too, without published errors. So ours may differ by one per
cent and by the rounding of the printed figure.
"""

from collections.abc import Iterator

from baccarat.core.bets import bet
from baccarat.systems.counting.play import PerfectBet
from baccarat.systems.counting.published import KnownCount, known_counts
from baccarat.systems.counting.shoes import CountedShoes, count_cards
from baccarat.systems.counting.suggestion import TRIAL_SHOES, Suggestion, best_trigger
from baccarat.systems.counting.worth import CountWorth, Estimate
from baccarat.verify.long import SEED, LongCheck, require_whole

COUNT_SHOES = 500_000
PERFECT_SHOES = 20_000
SHARE = 0.01
MISPRINTED = ("3-giving-8", 23.207, 16.926)
"""A share of coups and a mean edge, in per cent, that no trigger of the printed tags gives."""
PERFECT = {("player", "banker"): 0.002, ("tie",): 0.01}
"""By bets: perfect play of them together earns less than this number of units per shoe."""
DENIED = 50
"""A published claim: with more unseen cards, neither Player nor Banker is ever favourable."""


def count_checks(
    shoes: int = COUNT_SHOES, perfect: int = PERFECT_SHOES, trial: int = TRIAL_SHOES
) -> Iterator[LongCheck]:
    """Run the simulations one by one, and compare each with its published figure."""
    counts = known_counts()
    printed = [each for each in counts if each.units or each.edge]
    endings = sorted({known.ending for known in counts}, key=lambda ending: ending.cut_card)
    dealt = require_whole(count_cards([row.count for row in printed], shoes, SEED, endings=endings))
    for known, worth in _of_each(printed, dealt):
        for name, said, found in _figures(known, worth):
            yield _held(f"{known.count}: {name}", said, found, worth, dealt.tally.digest)
    for known in counts:
        yield from _trigger(known, trial)
    yield from _perfect(perfect)


def _trigger(known: KnownCount, shoes: int) -> Iterator[LongCheck]:
    """Check from which true count bets earn most, and that none gives the misprinted figures."""
    tried = best_trigger(known.count, ending=known.ending, shoes=shoes)
    found, printed = tried.play.trigger, known.count.trigger
    wanted = printed if known.best is None else known.best
    what = f"{known.count.bet.key} {known.count.divisor}: the trigger that earns most"
    told = str(wanted) if known.best is None else f"{wanted}, though {printed} was printed"
    yield LongCheck(f"{what}, {shoes:,} shoes", float(found), told, found == wanted, tried.digest)
    name, share, edge = MISPRINTED
    if known.count.bet.key == name:
        fitting = sum(
            abs(100 * found_share / share - 1) < 2 * SHARE
            and abs(100 * found_edge / edge - 1) < 2 * SHARE
            for found_share, found_edge in _each_trigger(tried)
        )
        what = f"{name}: triggers that give the printed {share} % of coups and {edge} %"
        yield LongCheck(what, fitting, "0", not fitting, tried.digest)


def _each_trigger(tried: Suggestion) -> Iterator[tuple[float, float]]:
    """For every trigger: the share of coups with a bet, and the mean edge of the bets."""
    everything = sum(coups for _, coups, _ in tried.by_count)
    bets, worth = 0, 0.0
    for _, coups, each in reversed(tried.by_count):
        bets, worth = bets + coups, worth + coups * each
        yield bets / everything, worth / bets


def _perfect(shoes: int) -> Iterator[LongCheck]:
    """Check what perfect play of the main bets earns, and how early in a shoe it can bet."""
    for names, most in PERFECT.items():
        dealt = require_whole(count_cards([PerfectBet(bet(name)) for name in names], shoes, SEED))
        units = sum(worth.units.value for worth in dealt.worths)
        error = sum(worth.units.error for worth in dealt.worths)
        what = f"perfect play of {' and '.join(names)}, {shoes:,} shoes"
        told = f"below {most} (ours ± {error:.4f})"
        yield LongCheck(f"{what}: units a shoe", units, told, units < most, dealt.tally.digest)
        if "player" in names:
            early = max((max(laid.by_cards, default=0) for laid in dealt.tally.laid), default=0)
            yield LongCheck(
                f"{what}: most cards unseen with a bet",
                early,
                f"above {DENIED}, although a published claim denies it",
                early > DENIED,
                dealt.tally.digest,
            )


def _of_each(
    counts: list[KnownCount], dealt: CountedShoes
) -> Iterator[tuple[KnownCount, CountWorth]]:
    """Each published count, and its earnings in simulated shoes that end as in its source."""
    for worth in dealt.worths:
        for known in counts:
            if (known.count, known.ending) == (worth.play, worth.ending):
                yield known, worth


def _figures(known: KnownCount, worth: CountWorth) -> Iterator[tuple[str, str, Estimate]]:
    """Each printed figure of a count: its name, the printed value and our value."""
    for name, printed, found in (
        ("units a shoe", known.units, worth.units),
        ("bets a shoe", known.bets, worth.bets),
        ("per cent of coups", known.share, worth.share * 100),
        ("mean edge, per cent", known.edge, worth.mean_edge * 100),
    ):
        if printed is not None:
            yield name, printed, found


def _held(what: str, printed: str, found: Estimate, worth: CountWorth, digest: str) -> LongCheck:
    digits = len(printed.partition(".")[2])
    room = SHARE * float(printed) + 0.5 * 10**-digits
    return LongCheck(
        f"{what}, {worth.laid.shoes:,} shoes",
        found.value,
        f"{printed} ± {room:.{digits + 1}f} (ours ± {found.error:.4f})",
        abs(found.value - float(printed)) <= room,
        digest,
    )
