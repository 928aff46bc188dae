"""Elements, each by itself: operators, functions, types."""

import itertools
import operator

import numpy as np
import polymill as pm
import pytest
from conftest import jit, numbers, same

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"]


@pytest.mark.parametrize("op", [operator.add, operator.mul, operator.lt, operator.eq, operator.truediv])
def test_mixed_types_are_those_of_numpy(op):
    pairs = list(itertools.product(DTYPES, repeat=2))
    arrays = {dtype: numbers((6,), dtype) for dtype in DTYPES}
    if op is operator.truediv:
        pairs = [pair for pair in pairs if not all(np.dtype(each).itemsize == 1 for each in pair)]
    # One program for all of them: what is compiled costs time, not what is traced.
    names = [dtype for dtype in DTYPES]

    def program(*all):
        given = dict(zip(names, all))
        return tuple(op(given[one], given[other]) for one, other in pairs)

    inputs = ", ".join(f"{name}_" for name in names)
    scope = {"program": program}
    exec(f"def f({inputs}): return program({inputs})", scope)
    results = jit(scope["f"])(*(arrays[name] for name in names))
    with np.errstate(all="ignore"):
        for (one, other), found in zip(pairs, results):
            expected = op(arrays[one], arrays[other])
            assert found.dtype == expected.dtype, (one, other)
            if op is operator.truediv:
                finite = np.isfinite(expected)
                np.testing.assert_array_equal(found[finite], expected[finite])
            else:
                np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", ["int32", "uint8", "float32", "float64"])
def test_python_numbers_take_the_type_of_the_array(dtype):
    f = jit(lambda a: (a + 1, 2 * a, a - 1.5, 3 / (a + 100), a > 2, a**2, -a if dtype != "uint8" else a))
    a = numbers((3, 4), dtype)
    expected = (a + 1, 2 * a, a - 1.5, 3 / (a + 100), a > 2, a**2, -a if dtype != "uint8" else a)
    for found, wanted in zip(f(a), expected):
        same(found, wanted)


def test_large_integers_are_unsigned():
    f = jit(lambda a: (a + 2**63, a > 2**63 - 1))
    a = np.array([0, 1, 2**63], "uint64")
    with np.errstate(over="ignore"):
        for found, wanted in zip(f(a), (a + np.uint64(2**63), a > np.uint64(2**63 - 1))):
            same(found, wanted)
    with pytest.raises(OverflowError, match="does not fit 64 bits"):
        jit(lambda a: a + 2**64)(a)


def test_numbers_that_are_arguments_are_pythons_numbers_or_numpys():
    f = jit(lambda a, factor: a * factor)
    a = numbers((5,), "float32")
    same(f(a, 2), a * 2)
    same(f(a, 0.5), a * 0.5)
    same(f(a, np.float64(0.5)), a * np.float64(0.5))
    same(f(a, True), a * True)
    assert f.n_compiled == 4


@pytest.mark.parametrize("dtype", ["int8", "int32", "int64", "uint16", "float32", "float64"])
def test_quotients_and_remainders_have_pythons_signs(dtype):
    f = jit(lambda a, b: (a // b, a % b, a // 3, a % 3))
    a = np.array([-7, 7, -7, 7, 6, -6, 0, 1] if dtype[0] != "u" else [7, 8, 9, 1, 6, 3, 0, 1]).astype(dtype)
    b = np.array([2, -2, -2, 2, 3, -3, 5, 4] if dtype[0] != "u" else [2, 3, 4, 5, 3, 3, 5, 4]).astype(dtype)
    for found, wanted in zip(f(a, b), (a // b, a % b, a // 3, a % 3)):
        same(found, wanted)


def test_what_is_divided_by_zero_is_as_numpy_has_it():
    f = jit(lambda a, b: (a // b, a % b, a / b))
    for dtype in ["int32", "float64"]:
        a, b = np.array([1, 0, -3], dtype), np.zeros(3, dtype)
        with np.errstate(all="ignore"):
            for found, wanted in zip(f(a, b), (a // b, a % b, a / b)):
                same(found, wanted)


@pytest.mark.parametrize("dtype", ["bool", "int16", "uint32", "int64"])
def test_bits(dtype):
    f = jit(lambda a, b: (a & b, a | b, a ^ b, ~a))
    a, b = numbers((9,), dtype), numbers((9,), dtype)[::-1]
    for found, wanted in zip(f(a, b), (a & b, a | b, a ^ b, ~a)):
        same(found, wanted)
    if dtype != "bool":
        g = jit(lambda a: (a << 2, a >> 1))
        for found, wanted in zip(g(a), (a << 2, a >> 1)):
            same(found, wanted)


def test_functions_are_those_of_numpy():
    names = ["sqrt", "exp", "log1p", "sin", "cos", "tanh", "arctan", "floor", "ceil", "rint", "trunc", "cbrt", "abs"]
    f = jit(lambda a: tuple(getattr(pm, name)(a) for name in names))
    for dtype in ["float32", "float64"]:
        a = np.linspace(0, 3, 17).astype(dtype)
        for name, found in zip(names, f(a)):
            wanted = getattr(np, name)(a)
            assert found.dtype == wanted.dtype
            np.testing.assert_allclose(found, wanted, rtol=1e-6 if dtype == "float32" else 1e-14, err_msg=name)


def test_functions_of_numpy_may_be_used_themselves():
    f = jit(lambda a, b: (np.sqrt(a), np.maximum(a, b), np.float32(2) * a, a.map(lambda x: np.exp(x) + 1)))
    a, b = np.array([1.0, 4.0, np.nan]), np.array([2.0, np.nan, 3.0])
    for found, wanted in zip(f(a, b), (np.sqrt(a), np.maximum(a, b), np.float32(2) * a)):
        same(found, wanted)


def test_smaller_and_larger():
    f = jit(lambda a, b: (pm.minimum(a, b), pm.maximum(a, 3), a.min(), a.max(axis=0)))
    a, b = np.array([[1.0, np.nan], [-5.0, 2.0]]), np.array([[0.0, 1.0], [np.nan, 7.0]])
    for found, wanted in zip(f(a, b), (np.minimum(a, b), np.maximum(a, 3), a.min(), a.max(axis=0))):
        same(found, wanted)


def test_values_are_chosen():
    f = jit(lambda a, b: (pm.where(a > b, a, b), a.map(lambda x: pm.where(x < 0, 0, x)), pm.where(a > 0, 1, 0.5)))
    a, b = numbers((4, 5)), numbers((4, 5))[::-1]
    for found, wanted in zip(f(a, b), (np.where(a > b, a, b), np.where(a < 0, 0, a), np.where(a > 0, 1, 0.5))):
        same(found, wanted)


def test_types_are_converted():
    f = jit(lambda a: (a.astype("int32"), a.map(lambda x: x.astype(np.float32)), a.astype(bool)))
    a = np.array([-2.7, 0.0, 3.9])
    for found, wanted in zip(f(a), (a.astype("int32"), a.astype("float32"), a.astype(bool))):
        same(found, wanted)


def test_arrays_are_broadcast():
    f = jit(lambda a, row, column: (a + row, a - column[:, None], a - a.mean(axis=0), a / a.max(axis=1)[:, None], row - a.sum()))
    a, row, column = numbers((3, 4)), numbers((4,)), numbers((3,))
    expected = (a + row, a - column[:, None], a - a.mean(axis=0), a / a.max(axis=1)[:, None], row - a.sum())
    for found, wanted in zip(f(a, row, column), expected):
        np.testing.assert_allclose(found, wanted, rtol=1e-14)


@pytest.mark.parametrize("shape", [(), (0,), (7,), (2, 3), (3, 0, 2), (2, 3, 4), (2, 1, 3, 2), (2, 1, 2, 1, 3)])
def test_arrays_have_any_number_of_dimensions(shape):
    f = jit(lambda a, b: a * 2 + b)
    a, b = numbers(shape), numbers(shape)
    same(f(a, b), a * 2 + b)


def test_arrays_may_have_any_strides():
    f = jit(lambda a: a.map(lambda x: x * 2))
    whole = numbers((6, 9))
    views = [whole.T, whole[1::2, ::3], whole[::-1, ::-2], np.broadcast_to(whole[0], (4, 9)), np.asfortranarray(whole)]
    for view in views:
        same(f(view), view * 2)
    record = np.zeros(5, dtype=[("a", "i1"), ("b", "f8")])
    record["b"] = numbers((5,))
    same(f(numbers((2, 2)).astype(">f8")), numbers((2, 2)) * 2)
    g = jit(lambda a: a + 1)
    same(g(record["b"]), record["b"] + 1)
    assert f.n_compiled == 1 and g.n_compiled == 1
