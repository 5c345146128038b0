"""Python processes of this server: with the modules that it would find itself, and no others.

subprocess.Popen(python_of("baccarat.web.jobs.solver_process"), env=python_env())
give_way(10)                           in the process: the tables go first
"""

import os
import sys


def python_of(module: str) -> list[str]:
    """How to start a module; files of the folder in which the server was started are not ours."""
    return [sys.executable, "-P", "-m", module]


def python_env() -> dict[str, str]:
    """Our environment, with the path on which this process finds its modules."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def give_way(steps: int) -> None:
    """Lower the priority of this process."""
    if hasattr(os, "nice"):  # Windows has none
        os.nice(steps)
