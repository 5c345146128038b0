"""Compiles with Numba, keeps the code for the next start if possible, and finds CuPy for a GPU.

Numba refuses to compile a cached function when it can write neither to the installation, nor to
the user's cache, nor to NUMBA_CACHE_DIR. It also ends a run when a file of the cache cannot be
read or written. Here a missing cache costs only time and one line of output.

LLVM calls back into Python while it compiles or loads. An exception there is lost or corrupts
something, so signals wait until LLVM is done.
"""

import re
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from baccarat.base.errors import Missing
from baccarat.base.signals import undisturbed

CUDA_NAMES = ("cuda", "gpu")
"""The names of the engine on a GPU; answers show the first name."""


@cache
def cupy_here() -> Any:
    """The module CuPy; raises `Missing` if CuPy is not installed or finds no GPU."""
    if find_spec("cupy") is None:
        raise Missing("the cuda engine needs CuPy: pip install cupy-cuda13x")
    import cupy

    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as trouble:
        raise Missing(f"the cuda engine finds no GPU: {trouble}") from None
    return cupy


def compile_with(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Numba's `njit` with these options; compiled code is cached if a folder can be written."""
    with undisturbed():
        from numba import njit

    def wrap(function: Callable[..., Any]) -> Any:
        made = njit(**options)(function)
        if hasattr(made, "enable_caching"):  # with NUMBA_DISABLE_JIT it is the function itself
            made._cache = Cache(function)
            made._compile_for_args = undisturbed()(made._compile_for_args)
        return made

    return wrap


class Cache:
    """The cache of one function, with the methods that Numba calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        caching = import_module("numba.core.caching")  # its classes are not typed
        self.trouble: str | None = None
        # Now, not at the first call: the cache must remember the source as it was loaded.
        try:
            self.kept: Any = caching.FunctionCache(function)
        except (RuntimeError, OSError):  # no folder can be written
            self.kept = caching.NullCache()
            self.trouble = "no folder for it can be written"

    @property
    def cache_path(self) -> str | None:
        path: str | None = self.kept.cache_path
        return path

    def load_overload(self, signature: object, target: object) -> Any:
        """The code that was compiled before; None if the cache has no readable file."""
        if self.trouble is not None:
            _tell(self.trouble)
        try:
            return self.kept.load_overload(signature, target)
        except Exception:  # a damaged file may raise anything
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: object, result: object) -> None:
        try:
            self.kept.save_overload(signature, result)
        except OSError as trouble:
            _tell(trouble.strerror or str(trouble))

    def flush(self) -> None:
        self.kept.flush()


def tell_of(log: str) -> None:
    """Repeat the warning in another process's log that compiled code cannot be kept."""
    if said := re.search(r"compiled code cannot be kept \((.*)\), so", log):
        _tell(said[1])


@lru_cache(maxsize=1)
def _tell(trouble: str) -> None:
    """Warn, only once for all functions, that compiled code cannot be kept."""
    warnings.warn(
        f"compiled code cannot be kept ({trouble}), so every start compiles anew, some ten "
        "seconds: set NUMBA_CACHE_DIR to a folder that you may write",
        stacklevel=2,
    )
