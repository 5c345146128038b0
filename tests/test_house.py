"""The house as a reader walks through it: a name leads to one room, and to nothing else."""

from importlib import import_module
from pkgutil import iter_modules, walk_packages
from types import ModuleType

import baccarat

PACKAGES = [
    "baccarat",
    *(m.name for m in walk_packages(baccarat.__path__, "baccarat.") if m.ispkg),
]


def test_no_submodule_is_hidden_behind_something_of_its_name() -> None:
    hidden = [
        f"{package.__name__}.{module.name}"
        for package in map(import_module, PACKAGES)
        for module in iter_modules(package.__path__)
        if not isinstance(getattr(package, module.name, package), ModuleType)
    ]
    assert set(hidden) <= {"baccarat.bets.bet"}
