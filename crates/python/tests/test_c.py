"""C files as libraries."""

import threading

import numpy as np
import polymill as pm
import pytest
from conftest import numbers

PRODUCT = """
#include <stdint.h>
void product(int n, int m, double a[n][m], const double x[m], double *restrict y)
{
  for (int i = 0; i < n; i++) {
    y[i] = 0.0;
    for (int j = 0; j < m; j++)
      y[i] += a[i][j] * x[j];
  }
}
float mean(long n, const float *a) { float sum = 0; for (long i = 0; i < n; i++) sum += a[i]; return sum / n; }
_Bool is_even(uint8_t n) { return n % 2 == 0; }
uint64_t large(void) { return UINT64_MAX; }
void fill(double a[4][SIZE], double value) { for (int i = 0; i < 4; i++) for (int j = 0; j < SIZE; j++) a[i][j] = value; }
void grid(int n, int m, int a[n + 1][2 * (m - 1)]) { for (int j = 0; j < 2 * (m - 1); j++) a[n][j] = j; }
static int hidden(int n) { return n; }
struct pair { int x, y; };
int sum(struct pair p) { return p.x + p.y + hidden(0); }
"""


@pytest.fixture
def lib(c_file):
    return pm.cc(c_file(PRODUCT), flags=["-DSIZE=3"], cache=False)


def test_functions_take_numbers_and_arrays(lib):
    a, x, y = numbers((5, 7)), numbers((7,)), np.zeros(5)
    assert lib.product(5, 7, a, x, y) is None
    np.testing.assert_allclose(y, a @ x)
    y[:] = 0
    lib.product(5, 7, a, y=y, x=x)
    np.testing.assert_allclose(y, a @ x)
    assert lib.mean(4, np.array([1, 2, 3, 6], "float32")) == 3.0
    assert lib.is_even(4) is True and lib.is_even(np.uint8(3)) is False
    assert lib.large() == 2**64 - 1
    grid = np.zeros((3, 4), "int32")
    lib.grid(2, 3, grid)
    assert grid.tolist() == [[0] * 4, [0] * 4, [0, 1, 2, 3]]
    filled = np.zeros((4, 3))
    lib.fill(filled, 2)
    assert (filled == 2).all()


def test_the_code_and_what_was_done_can_be_seen(lib):
    assert "void product(" in lib.source
    assert "product" in lib.explain
    assert "product" in dir(lib) and "hidden" not in dir(lib)
    assert lib.product.signature == (
        "product(int32 n, int32 m, float64 a[n][m], const float64 x[m], float64 y[]) -> None"
    )


def test_what_does_not_fit_is_said(lib):
    a, x, y = numbers((5, 7)), numbers((7,)), np.zeros(5)
    for exception, arguments, words in [
        (TypeError, (5, 7, a, x), "there are 4 arguments, and should be 5"),
        (TypeError, (5, 7, a.astype("float32"), x, y), r"`float64 a\[n\]\[m\]` is an array of float32, and should be"),
        (TypeError, (5.0, 7, a, x, y), "`int32 n` is no integer"),
        (TypeError, (a, 7, a, x, y), "`int32 n` is a ndarray, and should be a number"),
        (TypeError, (5, 7, 1.0, x, y), "is a float, and should be a NumPy array"),
        (ValueError, (5, 6, a, x, y), r"has shape \[5, 7\], and should have \[5, 6\]"),
        (ValueError, (5, 7, a.ravel(), x, y), r"has shape \[35\]"),
        (ValueError, (7, 5, a.T, x, y), "is not C-contiguous"),
        (ValueError, (2**31, 7, a, x, y), "2147483648 does not fit"),
        (ValueError, (5, 7, a, x, a), "which is `restrict`, overlaps"),
        (TypeError, (5, 7, a.astype(">f8"), x, y), "byte order"),
    ]:
        with pytest.raises(exception, match=words):
            lib.product(*arguments)
    fixed = np.zeros(5)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="cannot be written to"):
        lib.product(5, 7, a, x, fixed)
    assert not fixed.any()
    with pytest.raises(ValueError, match=r"`int32 a\[n \+ 1\]\[2 \* \(m - 1\)\]` has shape|should have \[3, 4\]"):
        lib.grid(2, 3, np.zeros((2, 4), "int32"))
    with pytest.raises(ValueError, match=r"should have \[4, 3\]"):
        lib.fill(np.zeros((3, 4)), 1)


def test_functions_that_cannot_be_called_are_named(lib):
    with pytest.raises(AttributeError, match="`sum` of .*kernel.c cannot be called: its parameter `p` is of type"):
        lib.sum
    with pytest.raises(AttributeError, match="not for other files"):
        lib.hidden
    with pytest.raises(AttributeError, match="there is no function `other`"):
        lib.other


def test_files_that_are_none_are_said(c_file, tmp_path):
    with pytest.raises(FileNotFoundError):
        pm.cc(tmp_path / "none.c")
    with pytest.raises(pm.CompileError, match="error"):
        pm.cc(c_file("int f(int n) { return m; }"), cache=False)


def test_libraries_are_kept(c_file, tmp_path):
    path = c_file(PRODUCT)
    cache = tmp_path / "cache"
    for _ in range(2):
        assert pm.cc(path, flags=["-DSIZE=3"], cache=cache).is_even(2)
        assert len(list(cache.iterdir())) == 1
    pm.cc(path, flags=["-DSIZE=4"], cache=cache)
    assert len(list(cache.iterdir())) == 2


def test_functions_are_called_from_several_threads(lib):
    a, x = numbers((50, 70)), numbers((70,))
    wrong = []

    def work():
        for _ in range(20):
            y = np.zeros(50)
            lib.product(50, 70, a, x, y)
            if not np.allclose(y, a @ x):
                wrong.append(y)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
