"""The C kernels, by the C compiler alone: one thread."""

import ctypes
import os
import pathlib
import subprocess
import tempfile

import numpy as np

from .c_kernels import prepare, programs  # noqa: F401 (`prepare` is for those who run the programs)


def pointer_or_number(value):
    if isinstance(value, np.ndarray):
        return value.ctypes.data_as(ctypes.c_void_p)
    return ctypes.c_double(value) if isinstance(value, float) else ctypes.c_int(value)


def load(path, function):
    with tempfile.TemporaryDirectory() as folder:
        library = pathlib.Path(folder) / "kernel.so"
        compiler = os.environ.get("CC", "cc")
        flags = ["-O3", "-march=native", "-shared", "-fPIC", "-o", library]
        subprocess.run([compiler, *flags, path, "-lm"], check=True)
        native = getattr(ctypes.CDLL(str(library)), function)
    return lambda *arguments: native(*map(pointer_or_number, arguments))


PROGRAMS = programs(load)
