"""What is compiled runs with a cache or without one, and a cache in trouble costs only time."""

import errno
import os
import signal
import warnings
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from baccarat.base import compiling
from baccarat.base.signals import STOPS

numba = pytest.importorskip("numba")
caching = pytest.importorskip("numba.core.caching")

SOURCE = """
from baccarat.base.compiling import compile_with

@compile_with(nogil=True)
def cube(number):
    return number * number * number
"""


@pytest.fixture(autouse=True)
def _nothing_was_told(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    compiling._tell.cache_clear()
    yield
    compiling._tell.cache_clear()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    file = tmp_path / "cubes.py"
    file.write_text(SOURCE, "utf-8")
    return file


def loaded(source: Path) -> Any:
    """The function, as a new process would load it."""
    spec = spec_from_file_location(source.stem, source)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.cube


def kept(source: Path) -> list[Path]:
    return sorted(source.parent.glob("__pycache__/cubes.cube-*.nb?"))


def test_what_was_compiled_is_kept_and_found_again(source: Path) -> None:
    first, second = loaded(source), loaded(source)
    assert (first(3), second(3)) == (27, 27)
    assert len(kept(source)) == 2  # an index and the code
    assert sum(first.stats.cache_misses.values()) == 1
    assert sum(second.stats.cache_hits.values()) == 1
    assert Path(second.stats.cache_path) == source.parent / "__pycache__"


def test_without_any_folder_it_is_compiled_and_told_once(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    cube, other = loaded(source), loaded(source)
    with pytest.warns(UserWarning, match="NUMBA_CACHE_DIR") as told:
        assert (cube(3), cube(0.5), other(3)) == (27, 0.125, 27)
    assert len(told) == 1
    assert kept(source) == []


def test_nothing_is_told_before_something_is_compiled(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert loaded(source).py_func(3) == 27


def test_a_disk_that_is_full_costs_the_cache_only(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(caching.IndexDataCacheFile, "_save_data", full)
    with pytest.warns(UserWarning, match="No space left on device"):
        assert loaded(source)(3) == 27


@pytest.mark.parametrize("damage", [b"", b"not a pickle", b"\x80\x04N."])
def test_a_damaged_cache_is_made_again(source: Path, damage: bytes) -> None:
    assert loaded(source)(3) == 27
    for file in kept(source):
        file.write_bytes(damage)
    again = loaded(source)
    assert again(3) == 27
    assert sum(again.stats.cache_misses.values()) == 1
    healed = loaded(source)
    assert healed(3) == 27
    assert sum(healed.stats.cache_hits.values()) == 1


def test_a_cache_that_cannot_be_read_is_made_again(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    with monkeypatch.context() as patch:
        patch.setattr(caching.IndexDataCacheFile, "load", forbidden)
        assert loaded(source)(3) == 27
    assert len(kept(source)) == 2


def test_without_a_compiler_it_is_the_function_itself(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    assert loaded(source)(3) == 27


@pytest.mark.parametrize("sign", STOPS)
def test_a_signal_waits_until_all_is_compiled(
    sign: signal.Signals, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cube = loaded(source)
    monkeypatch.setattr(cube._cache, "load_overload", lambda *_: signal.raise_signal(sign))
    before = signal.signal(sign, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            cube(3)
        assert signal.getsignal(sign) is signal.default_int_handler
    finally:
        signal.signal(sign, before)
    assert len(cube.signatures) == 1
    assert cube(3) == 27
