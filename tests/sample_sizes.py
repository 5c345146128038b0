"""The number of examples of a test of Hypothesis: few in CI, ten times as many in the long run."""

from hypothesis import settings

HOUSE = 16
"""The examples of a test that asks for no number, in `./test`."""

# No test fails for being slow: the time of an example depends on the machine.
settings.register_profile("house", deadline=None, max_examples=HOUSE)
settings.register_profile("quick", deadline=None, max_examples=10)  # for ./test quick
settings.register_profile("long", deadline=None, max_examples=10 * HOUSE)  # for ./test long
settings.load_profile("house")


def examples(number: int) -> settings:
    """This number of examples in `./test`, fewer in `quick`, ten times it in `long`."""
    return settings(max_examples=max(1, number * settings().max_examples // HOUSE))
