"""What the tests share: programs are compiled without a cache, for a machine that is the same everywhere."""

import pathlib

import numpy as np
import polymill
import pytest

MACHINE = pathlib.Path(__file__).parents[3] / "tests" / "machine.toml"


def jit(function=None, **options):
    """`polymill.jit` without fused operations, so that results are NumPy's bit for bit."""
    return polymill.jit(function, **{"strict": True, "cache": False, "machine": MACHINE, **options})


def numbers(shape, dtype="float64"):
    """Numbers of a type that are the same each time."""
    n = int(np.prod(shape))
    values = (np.arange(n) * 7 + 3) % 23
    if dtype == "bool":
        return (values % 3 == 0).reshape(shape)
    if np.dtype(dtype).kind in "if":
        values = values - 9
    return values.astype(dtype).reshape(shape)


def same(found, expected):
    """Whether two results are equal: types, shapes, and elements."""
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


@pytest.fixture
def c_file(tmp_path):
    """Makes a C file of a text."""

    def make(text):
        path = tmp_path / "kernel.c"
        path.write_text(text)
        return path

    return make
