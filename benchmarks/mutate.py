"""Break a module on purpose, one small way at a time, and see which tests notice.

    python benchmarks/mutate.py src/baccarat/core/coup.py tests/core/test_coup.py --most 40

Comparisons, truths, sums, whole numbers and returns are turned over in a copy of the package; a
mutant that all the given tests let live is printed with its line. Some change nothing that can be
seen; the others want a test. It takes as long as the tests do, times the mutants: a sample is drawn
with `--most`, the same one for the same `--seed`.
"""

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
TURNED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}
TIMEOUT = 300
"""Seconds; a mutant that hangs has been noticed."""


def turned(node: ast.AST) -> Iterator[tuple[str, object]]:
    """What can be done to a node: the name of a field, and its new value."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            if type(operator) in TURNED:
                new = TURNED[type(operator)]()
                yield "ops", [*node.ops[:place], new, *node.ops[place + 1 :]]
    elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in TURNED:
        yield "op", TURNED[type(node.op)]()
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "value", not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "value", node.value + 1
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        yield "test", ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.Return) and node.value is not None:
        yield "value", ast.Constant(None)


def mutants(source: str) -> Iterator[tuple[int, str, str]]:
    """The line, what became of it, and the whole module with that one change."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    for place, node in enumerate(nodes):
        for field, value in turned(node):
            changed = copy.deepcopy(tree)
            new = list(ast.walk(changed))[place]
            setattr(new, field, value)
            ast.fix_missing_locations(changed)
            if not isinstance(new, ast.expr | ast.stmt):
                continue
            said = ast.unparse(new).splitlines()[0]
            yield new.lineno, said[:90], ast.unparse(changed)


def is_noticed(package: Path, tests: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, timeout=TIMEOUT
        )
    except subprocess.TimeoutExpired:
        return True
    return run.returncode != 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("module", type=Path)
    parser.add_argument("tests", nargs="+")
    parser.add_argument("--most", type=int, default=0, help="size of the sample")
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    found = list(mutants(asked.module.read_text()))
    if 0 < asked.most < len(found):
        found = sorted(random.Random(asked.seed).sample(found, asked.most))
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "src", folder, dirs_exist_ok=True)
        target = Path(folder) / asked.module.resolve().relative_to(ROOT / "src")
        if is_noticed(Path(folder), asked.tests):
            sys.exit("the tests fail as it is")
        for line, said, source in found:
            target.write_text(source)
            if not is_noticed(Path(folder), asked.tests):
                survivors += 1
                sys.stdout.write(f"{asked.module}:{line}: {said}\n")
    sys.stdout.write(f"{asked.module}: {len(found)} tried, {survivors} survived\n")


if __name__ == "__main__":
    main()
