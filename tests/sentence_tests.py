"""Counts the tests that only compare sentences: a wrong word fails them, a wrong number does not.

python tests/sentence_tests.py           how many
python tests/sentence_tests.py --list    and where

One place should hold a sentence: a file has at most one such test, a table of what is refused.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from checkout import ROOT

TESTS = ROOT / "tests"
WORDS = 3
"""the fewest words of a sentence"""
Test = ast.FunctionDef | ast.AsyncFunctionDef


def is_sentence(node: ast.AST, given: frozenset[str]) -> bool:
    """Whether a value is text of several words, or a parameter whose cases are."""
    match node:
        case ast.Constant(value=str(text)):
            return sum(any(map(str.isalpha, word)) for word in text.split()) >= WORDS
        case ast.Name(id=name):
            return name in given
        case ast.JoinedStr(values=parts):
            text = "".join(
                str(part.value) if isinstance(part, ast.Constant) else "x" for part in parts
            )
            return is_sentence(ast.Constant(text), given)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return is_sentence(left, given) or is_sentence(right, given)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return any(is_sentence(part, given) for part in parts)
        case ast.Call(func=ast.Attribute(value=value), args=words):
            return any(is_sentence(word, given) for word in (value, *words))
    return False


def compares_sentences(test: ast.AST, given: frozenset[str]) -> bool:
    match test:
        case ast.BoolOp(values=parts):
            return all(compares_sentences(part, given) for part in parts)
        case ast.UnaryOp(operand=part):
            return compares_sentences(part, given)
        case ast.Compare(left=left, comparators=others):
            return any(is_sentence(part, given) for part in (left, *others))
        case ast.Call(func=ast.Attribute(attr="startswith" | "endswith"), args=words):
            return any(is_sentence(word, given) for word in words)
    return False


def sentences_given(test: Test) -> frozenset[str]:
    """The parameters of a test whose cases are sentences."""
    names: set[str] = set()
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("parametrize"):
            head, cases = mark.args[0], mark.args[1]
            if not isinstance(cases, ast.List | ast.Tuple) or not cases.elts:
                continue
            named = ast.literal_eval(head)
            keys = [key.strip() for key in named.split(",")] if isinstance(named, str) else named
            cells = [case.elts if isinstance(case, ast.Tuple) else [case] for case in cases.elts]
            for place, key in enumerate(keys):
                column = [row[place] for row in cells if place < len(row)]
                if sum(is_sentence(cell, frozenset()) for cell in column) * 2 > len(column):
                    names.add(key)
    return frozenset(names)


def only_compares_sentences(test: Test) -> bool:
    given = sentences_given(test)
    looks = []
    for node in ast.walk(test):
        if isinstance(node, ast.Assert):
            looks.append(compares_sentences(node.test, given))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("raises"):
            looks += [is_sentence(key.value, given) for key in node.keywords if key.arg == "match"]
    return bool(looks) and all(looks)


def tests_of(path: Path) -> Iterator[Test]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, Test) and node.name.startswith("test_"):
            yield node


if __name__ == "__main__":
    every = [(path, test) for path in sorted(TESTS.rglob("test_*.py")) for test in tests_of(path)]
    found = [(path, test) for path, test in every if only_compares_sentences(test)]
    if "--list" in sys.argv:
        for path, test in found:
            sys.stdout.write(f"{path.relative_to(ROOT)}:{test.lineno} {test.name}\n")
    sys.stdout.write(f"{len(found)} of {len(every)} tests only compare sentences\n")
