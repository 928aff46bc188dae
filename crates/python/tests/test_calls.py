"""Calls: signatures, results, threads, what is kept."""

import os
import subprocess
import sys
import threading

import numpy as np
import polymill as pm
import pytest
from conftest import jit, numbers, same


def test_other_sizes_compile_nothing():
    f = jit(lambda a: a.sum(axis=0))
    for shape in [(2, 3), (5, 1), (0, 4)]:
        same(f(numbers(shape)), numbers(shape).sum(axis=0))
    assert f.n_compiled == 1
    f(numbers((2, 3), "float32"))
    f(numbers((2,)))
    assert f.n_compiled == 3


def test_results_are_an_array_a_number_or_a_tuple():
    a = numbers((3,))
    assert isinstance(jit(lambda a: a + 1)(a), np.ndarray)
    assert isinstance(jit(lambda a: a.sum())(a), np.float64)
    assert isinstance(jit(lambda a: a.shape[0])(a), np.int64)
    assert isinstance(jit(lambda a: [a, a])(a), tuple)
    assert jit(lambda a: (a,))(a)[0].shape == (3,)
    assert jit(lambda: pm.arange(3) * 2)().tolist() == [0, 2, 4]


def test_results_go_where_they_are_told():
    f = jit(lambda a: a * 2)
    a, whole = numbers((3, 4)), np.zeros((4, 6))
    out = np.empty((3, 4))
    assert f(a, out=out) is out
    same(out, a * 2)
    f(a, out=whole.T[1:4, :])
    same(whole.T[1:4], a * 2)
    expected = a * 2
    f(a, out=a)
    same(a, expected)
    f(a[::-1], out=a)
    same(a, expected[::-1] * 2)
    g = jit(lambda a: (a + 1, a.sum()))
    more, total = np.empty((3, 4)), np.empty(())
    g(a, out=(more, total))
    same(more, a + 1)
    assert total == a.sum()
    swapped = np.empty((3, 4), ">f8")
    f(a, out=swapped)
    np.testing.assert_array_equal(swapped, a * 2)


def test_what_does_not_fit_out_is_refused():
    f = jit(lambda a: a * 2)
    a = numbers((3,))
    with pytest.raises(pm.ShapeError, match=r"result 0 has shape \[4\], and should have \[3\]"):
        f(a, out=np.empty(4))
    with pytest.raises(TypeError, match="elements of type float32, and should have float64"):
        f(a, out=np.empty(3, "float32"))
    with pytest.raises(TypeError, match="2 arrays for 1 results"):
        f(a, out=(a, a))
    fixed = np.empty(3)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="cannot be written to"):
        f(a, out=fixed)


def test_arguments_have_names_and_defaults():
    @jit
    def scale(a, factor=2.0, offset=0):
        """Scales."""
        return a * factor + offset

    a = numbers((4,))
    same(scale(a), a * 2.0)
    same(scale(a, offset=1), a * 2.0 + 1)
    same(scale(offset=1, a=a, factor=3), a * 3 + 1)
    assert scale.__name__ == "scale" and scale.__doc__ == "Scales."
    with pytest.raises(TypeError, match="missing a required argument"):
        scale(factor=1)


def test_options_are_given_to_the_decorator():
    @pm.jit(reassociate=True, cache=False)
    def total(a):
        return a.sum()

    assert "reduction(+:" in total.source(numbers((3,)))
    many = np.full(100_000, 0.5)
    assert total(many) == 50_000
    with pytest.raises(TypeError, match="cache"):
        pm.jit(cache=3)(lambda a: a)


def test_the_code_and_what_was_done_can_be_seen():
    f = jit(lambda a: a.map(lambda x: x + 1.0))
    a = numbers((3,))
    assert "void kernel(" in f.source(a)
    assert "vector" in f.explain(a) or "parallel" in f.explain(a)


def test_compiled_functions_are_parts_of_others():
    smooth = jit(lambda a: a.stencil(lambda s: (s[-1] + s[0] + s[1]) / 3))
    twice = jit(lambda a: smooth(smooth(a)))
    a = numbers((7,))
    np.testing.assert_allclose(twice(a), smooth(smooth(a)))


def test_functions_are_called_from_several_threads():
    f = jit(lambda a: (a * a).cumsum())
    wrong = []

    def work(n):
        ones = np.ones(n * 1000)
        for _ in range(20):
            if f(ones)[-1] != n * 1000:
                wrong.append(n)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_other_threads_run_meanwhile():
    f = jit(lambda a, n: a.iterate(n, lambda a: a.stencil(lambda s: (s[-1] + s[1]) * 0.5)))
    f(np.ones(10), 1)
    is_over = threading.Event()
    n_steps = 0

    def run():
        f(np.ones(100_000), 20_000)
        is_over.set()

    thread = threading.Thread(target=run)
    thread.start()
    while not is_over.wait(0.001):
        n_steps += 1
    thread.join()
    assert n_steps > 5


def test_what_is_compiled_is_kept(tmp_path):
    text = f"""
import numpy as np, polymill
f = polymill.jit(lambda a: a + 1, cache={str(tmp_path / "cache")!r}, compiler={{!r}})
print(f(np.ones(2)).tolist())
"""
    for compiler in ["cc", "cc"]:
        done = subprocess.run([sys.executable, "-c", text.format(compiler)], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "[2.0, 2.0]"
    assert len(os.listdir(tmp_path / "cache")) == 1
