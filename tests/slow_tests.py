"""What `./test quick` leaves out: `slow_tests.txt`, beside what is marked `slow` by hand.

./test -m 'not long' --durations=0 -vv > times.txt    how long each test takes, on quiet cores
python tests/slow_tests.py times.txt                  writes the list again
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

LIST = Path(__file__).with_name("slow_tests.txt")
SLOW = 0.1
"""seconds of a test, on average over its cases, that make it slow"""
TIMED = re.compile(r"^([\d.]+)s (?:setup|call|teardown) +(tests/\S+?::\w+(?:::\w+)*)(\[.*)?$", re.M)


def read_list() -> frozenset[str]:
    """The slow tests, as `tests/core/test_cards.py::test_…`, without their cases."""
    return frozenset(LIST.read_text("utf-8").split())


def slow_of(report: str) -> list[str]:
    """The slow tests of a report of pytest.

    >>> slow_of("0.30s setup    tests/x.py::test_a[1]\\n0.02s call     tests/x.py::test_b")
    ['tests/x.py::test_a']
    """
    seconds: dict[str, float] = defaultdict(float)
    cases: dict[str, set[str]] = defaultdict(set)
    for took, test, case in TIMED.findall(report):
        seconds[test] += float(took)
        cases[test].add(case)
    return sorted(test for test, took in seconds.items() if took > SLOW * len(cases[test]))


if __name__ == "__main__":
    LIST.write_text("\n".join(slow_of(Path(sys.argv[1]).read_text("utf-8"))) + "\n", "utf-8")
