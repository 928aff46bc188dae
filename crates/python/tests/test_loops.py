"""Loops that run while a condition on arrays holds."""

import numpy as np
import polymill as pm
import pytest
from conftest import jit, numbers, same


def smoothed(a):
    return a.stencil(lambda s: (s[-1] + s[0] + s[1]) / 3, boundary="wrap")


def test_an_array_changes_until_it_is_smooth():
    def f(a, tolerance, limit):
        rough = lambda a: abs(a - smoothed(a)).max() > tolerance
        return pm.while_loop(rough, smoothed, a), pm.while_loop(rough, smoothed, a, limit=limit)

    a, tolerance = numbers((9,)), 0.5
    steps = [a]
    while True:
        last = steps[-1]
        after = (np.roll(last, 1) + last + np.roll(last, -1)) / 3
        if not abs(last - after).max() > tolerance:
            break
        steps.append(after)
    assert len(steps) > 3
    whole, short = jit(f)(a, tolerance, 2)
    same(whole, steps[-1])
    same(short, steps[2])


def test_several_arrays_change_together():
    def gcd(a, b):
        left = pm.while_loop(
            lambda state: (state[1] != 0).any(),
            lambda state: (
                pm.where(state[1] != 0, state[1], state[0]),
                pm.where(state[1] != 0, state[0] % pm.where(state[1] != 0, state[1], 1), 0),
                state[2] + 1,
            ),
            (a, b, 0),
        )
        return left[0], left[2]

    a, b = np.array([12, 7, 35, 1]), np.array([18, 0, 15, 1])
    found, n_steps = jit(gcd)(a, b)
    same(found, np.gcd(a, b))
    assert n_steps == 3


def test_what_is_wrong_is_said():
    with pytest.raises(pm.ProgramError, match="the condition is of type f64 with 1 dimensions"):
        jit(lambda a: pm.while_loop(lambda a: a, lambda a: a, a))(numbers((3,)))
    with pytest.raises(pm.ProgramError, match="gives elements of type bool, not f64"):
        jit(lambda a: pm.while_loop(lambda a: a.sum() > 0, lambda a: a > 0, a))(numbers((3,)))
    with pytest.raises(ZeroDivisionError):
        jit(lambda a: pm.while_loop(lambda a: 1 / 0, lambda a: a, a))(numbers((3,)))
