"""Segments, what is kept of an array, threads, and the interpreter."""

import numpy as np
import polymill as pm
import pytest
from conftest import jit, numbers, same

LENGTHS = [[], [0], [3], [2, 0, 3, 1], [-4, 2, -1, 2], [4, 9, 2]]


def segments(row, lengths):
    ends = np.minimum(np.cumsum(np.maximum(np.array(lengths, "int64"), 0)), len(row))
    return [row[start:end] for start, end in zip([0, *ends[:-1]], ends)]


@pytest.mark.parametrize("lengths", LENGTHS)
def test_segments_are_folded_and_scanned(lengths):
    def program(a, lengths):
        return (
            a.fold_segments(lengths, 0.5, lambda total, x: total + x),
            a.scanl1_segments(lengths, lambda total, x: total + x),
            a.scanr1_segments(lengths, lambda x, total: x + total),
            a.scanl_segments(lengths, 1, lambda total, x: total + x),
            a.scanr_segments(lengths, 1, lambda x, total: x + total),
        )

    a = numbers((2, 6))
    found = jit(program)(a, np.array(lengths, "int32"))
    for row, folded, forth, back, more_forth, more_back in zip(a, *found):
        parts = segments(row, lengths)
        same(folded, np.array([0.5 + part.sum() for part in parts]))

        def filled(parts, n):
            whole = np.concatenate([np.zeros(0), *parts])
            return np.concatenate([whole, np.zeros(n - len(whole))])

        more = 6 + len(lengths)
        same(forth, filled([part.cumsum() for part in parts], 6))
        same(back, filled([part[::-1].cumsum()[::-1] for part in parts], 6))
        same(more_forth, filled([np.array([1.0, *part]).cumsum() for part in parts], more))
        same(more_back, filled([np.array([1.0, *part[::-1]]).cumsum()[::-1] for part in parts], more))


def test_what_is_kept_is_in_order():
    f = jit(lambda a, mask: (*a.filter(lambda x: x > 0), *a.compress(mask)))
    for n in [0, 1, 9]:
        a, mask = numbers((n,)), numbers((n,), "bool")
        positive, n_positive, masked, n_masked = f(a, mask)
        assert (n_positive, n_masked) == ((a > 0).sum(), mask.sum())
        same(positive[:n_positive], a[a > 0])
        same(masked[:n_masked], a[mask])
        assert not positive[n_positive:].any() and not masked[n_masked:].any()
    with pytest.raises(pm.ProgramError, match="compress"):
        jit(lambda a: a.compress(a))(numbers((3,)))


def test_lengths_are_integers_with_one_dimension():
    def sums(a, lengths):
        return a.fold_segments(lengths, 0.0, lambda total, x: total + x)

    with pytest.raises(pm.ProgramError, match="integers, not f64"):
        jit(sums)(numbers((3,)), numbers((3,)))
    with pytest.raises(pm.ProgramError, match="1 dimension, not 2"):
        jit(sums)(numbers((3,)), numbers((3, 3), "int32"))


def test_the_interpreter_runs_what_no_compiler_compiles():
    f = jit(lambda a, n: (a * n).sum(axis=1), compiler="no-such-compiler", interpret=True)
    a = numbers((3, 4))
    same(f(a, 2.0), (a * 2.0).sum(axis=1))
    assert "interpreter" in f.source(a, 2.0)


def test_programs_run_in_as_many_threads_as_they_are_told():
    a = numbers((1000,))
    same(jit(lambda a: a * 2, threads=3)(a), a * 2)
    with pytest.raises(pm.Error, match="0 threads"):
        jit(lambda a: a * 2, threads=0)(a)
