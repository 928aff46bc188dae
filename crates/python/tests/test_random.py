"""Random programs: what is compiled computes what NumPy does. `POLYMILL_PROGRAMS` says how many, `POLYMILL_SEED` where to begin."""

import os
import random

import numpy as np
import polymill as pm
from conftest import jit

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint32", "uint64", "float32", "float64"]


def operation(draw):
    """A function of a module (NumPy or Polymill) and two matrices, which has a name."""
    constant, axis, dtype = draw.choice([1, 2, 0.5, 7]), draw.choice([0, 1]), draw.choice(["int32", "float32", "int64"])
    is_bool = lambda a: a.dtype == bool
    operations = {
        "add a number": lambda m, a, b: a + constant,
        "multiply": lambda m, a, b: a * b,
        "subtract": lambda m, a, b: a * 1 - b,
        "floor_divide": lambda m, a, b: a // (b * b + 1),
        "remainder": lambda m, a, b: a % 3,
        "divide": lambda m, a, b: a / (b * b + 1.0),
        "less": lambda m, a, b: a < b,
        "negative": lambda m, a, b: ~a if is_bool(a) else -a,
        "square": lambda m, a, b: (a * 1) ** 2,
        "sqrt": lambda m, a, b: m.sqrt(m.abs(a.astype("float64"))),
        "astype": lambda m, a, b: a.astype(dtype),
        "where": lambda m, a, b: m.where(a > b, a, b),
        "maximum": lambda m, a, b: m.maximum(a, b),
        "minimum": lambda m, a, b: m.minimum(a, 3),
        "transpose": lambda m, a, b: a.T,
        "reverse": lambda m, a, b: a[::-1],
        "every other": lambda m, a, b: a[1:, ::2],
        "all but one": lambda m, a, b: a[:-1, 1:],
        "reshape": lambda m, a, b: a.reshape(a.shape[1], a.shape[0]),
        "less the sums": lambda m, a, b: a * 1 - (a.sum(axis=0) if axis == 0 else a.sum(axis=1)[:, None]),
        "less the mean": lambda m, a, b: a - a.mean(),
        "cumsum": lambda m, a, b: a.cumsum(axis=axis),
        "max": lambda m, a, b: a.max(axis=0) + a,
    }
    name = draw.choice(sorted(operations))
    return name, operations[name]


def matrix(draw):
    dtype, n = draw.choice(DTYPES), draw.choice([3, 4, 5])
    values = np.array([draw.randrange(0 if dtype[0] in "ub" else -8, 9) for _ in range(n * n)]).reshape(n, n)
    return (values > 3) if dtype == "bool" else values.astype(dtype)


def check(seed):
    draw = random.Random(seed)
    a, b = matrix(draw), matrix(draw)
    steps, expected, last = [], [], a
    for _ in range(draw.randint(2, 6)):
        name, function = operation(draw)
        uses_other = last.shape == b.shape and draw.random() < 0.5
        with np.errstate(all="ignore"):
            new = function(np, last, b if uses_other else last)
        if min(new.shape) < 2:
            break
        steps.append((name, function, uses_other))
        expected.append(new)
        last = new

    def program(a, b):
        results, last = [], a
        for _, function, uses_other in steps:
            last = function(pm, last, b if uses_other else last)
            results.append(last)
        return results or a

    names = [name for name, _, _ in steps]
    for name, found, wanted in zip(names, jit(program)(a, b), expected):
        about = f"program {seed}: `{name}` of {names} on {a.dtype} and {b.dtype}"
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape), about
        np.testing.assert_allclose(found.astype(float), wanted.astype(float), rtol=1e-4, atol=1e-5, err_msg=about)


def test_random_programs_compute_what_numpy_does():
    first = int(os.environ.get("POLYMILL_SEED", 0))
    for seed in range(first, first + int(os.environ.get("POLYMILL_PROGRAMS", 15))):
        check(seed)
