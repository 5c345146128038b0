"""As much of CuPy as we ask for, with plain C++ for a GPU."""

import ctypes
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from host import COMPILER

FREELY_SHARED = 48 << 10
"""Bytes that a block may share without asking."""
H200 = {"MultiProcessorCount": 132, "MaxSharedMemoryPerBlockOptin": 227 << 10}


class OnHost(np.ndarray[Any, Any]):
    """An array that says it lies on a GPU."""

    def get(self) -> Any:
        return np.array(self)


class PlainGpu:
    """What stands for the module `cupy`. Functions that are not here are those of NumPy."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.compiled = 0
        self.launched = 0
        self.cuda = SimpleNamespace(Device=lambda: SimpleNamespace(attributes=H200))

    def __getattr__(self, name: str) -> Any:
        return lambda *given, **more: getattr(np, name)(*given, **more).view(OnHost)

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return np.full(shape, 77, dtype=dtype).view(OnHost)

    def RawModule(self, code: str, options: tuple[str, ...]) -> "Module":  # noqa: N802 (CuPy's own name)
        self.compiled += 1
        file = self.folder / f"source{self.compiled}.cpp"
        file.write_text(code)
        command = [str(COMPILER), "-O1", "-Wall", "-Wextra", "-Werror", *options]
        subprocess.run(
            [*command, "-shared", "-fPIC", "-o", file.with_suffix(".so"), file], check=True
        )
        return Module(self, ctypes.CDLL(str(file.with_suffix(".so"))))


class Module:
    def __init__(self, host: PlainGpu, library: ctypes.CDLL) -> None:
        self.host, self.library = host, library

    def get_function(self, name: str) -> "Function":
        return Function(self.host, getattr(self.library, f"{name}_on_host"))


class Function:
    max_dynamic_shared_size_bytes = 0

    def __init__(self, host: PlainGpu, function: Any) -> None:
        self.host, self.function = host, function

    def __call__(self, blocks: object, threads: object, given: Any, shared_mem: int = 0) -> None:
        self.host.launched += 1
        assert shared_mem <= max(FREELY_SHARED, self.max_dynamic_shared_size_bytes)
        assert shared_mem <= H200["MaxSharedMemoryPerBlockOptin"]
        self.function(*map(_argument, given))


def _argument(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.ctypes.data_as(ctypes.c_void_p)
    kinds: dict[type, Any] = {
        np.int32: ctypes.c_int,
        np.int64: ctypes.c_int64,
        np.float64: ctypes.c_double,
    }
    return kinds[type(value)](value)
