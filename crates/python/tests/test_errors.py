"""What is said where something is wrong."""

import inspect

import numpy as np
import polymill as pm
import pytest
from conftest import jit, numbers


def line():
    return inspect.currentframe().f_back.f_lineno


def test_shapes_that_do_not_fit_name_the_operation_and_the_line():
    f = jit(lambda a, b: a + b); at = line()
    with pytest.raises(pm.ShapeError, match="should be the same") as raised:
        f(numbers((2, 3)), numbers((2, 4)))
    text = str(raised.value)
    assert f"add at {__file__}:{at}" in text and "[2, 3] and [2, 4]" in text
    assert isinstance(raised.value, ValueError) and isinstance(raised.value, pm.Error)

    def first(a):
        at.append(line() + 1)
        return a.fold1(lambda x, y: x)

    at = []
    with pytest.raises(pm.ShapeError) as raised:
        jit(first)(np.zeros(0))
    assert f"fold1 at {__file__}:{at[0]}" in str(raised.value)
    with pytest.raises(pm.ShapeError, match="index at"):
        jit(lambda a: a[5])(numbers((3,)))


@pytest.mark.parametrize(
    "program, words",
    [
        (lambda a: a.reverse(axis=2), "there is no axis 2: the array has 2 dimensions"),
        (lambda a: a.sum(axis=-3), "there is no axis -3"),
        (lambda a: a.permute_axes(0, 0), "is no order"),
        (lambda a: a.stencil(lambda s: s[1]), "is no distance in 2 dimensions"),
        (lambda a: a.reshape(a[0, 0]), "a size is"),
        (lambda a: a.fold1(lambda x, y: x < y), "the value is of type bool, and should be of type f64"),
        (lambda a: a.astype("uint8") + 300, "300 does not fit the type uint8"),
        (lambda a: a.iterate(2, lambda b: b.astype("int32")), "the operation gives elements of type i32, not f64"),
        (lambda a: a.backpermute((3,), lambda i: i), "an index with 1 parts is not for an array with 2 dimensions"),
    ],
)
def test_programs_without_meaning_are_refused(program, words):
    with pytest.raises((pm.ProgramError, TypeError), match=words):
        jit(program)(numbers((2, 3)))


@pytest.mark.parametrize(
    "program, words",
    [
        (lambda a: a if a.map(lambda x: x) else a, "whether an array is true is not known"),
        (lambda a: a.map(lambda x: x if x > 0 else -x), "whether a value is true is not known"),
        (lambda a: [x for x in a], "use map"),
        (lambda a: len(a), "use shape"),
        (lambda a: a + np.ones(3), "arguments"),
        (lambda a: a.map(lambda x: "text"), "a str is no symbolic array, value or number"),
        (lambda a: a + "text", "unsupported operand"),
        (lambda a: None, "the function returns nothing"),
        (lambda a: a.map(lambda x: ~x), "invert: not for numbers of floating point"),
        (lambda a: -(a > 0), "negative: not for truth values"),
    ],
)
def test_what_python_cannot_do_with_symbols_is_said(program, words):
    with pytest.raises(TypeError, match=words):
        jit(program)(numbers((2, 3)))


def test_exceptions_of_the_program_come_out_as_they_are():
    class Mine(Exception):
        pass

    def raising(*_):
        raise Mine("so")

    for program in [
        raising,
        lambda a: a.map(raising),
        lambda a: a.fold(0, raising),
        lambda a: a.stencil(raising),
        lambda a: a.stencil(lambda s: s[1, 0], boundary=raising),
        lambda a: a.iterate(2, raising),
        lambda a: pm.generate(3, raising),
        lambda a: a.permute(a, raising, lambda x, y: x),
    ]:
        with pytest.raises(Mine, match="so"):
            jit(program)(numbers((2, 3)))
    same = jit(lambda a: a + 1)
    assert same(numbers((2,))).shape == (2,)


def test_arguments_that_are_none_are_refused():
    f = jit(lambda a, n: a + n)
    with pytest.raises(TypeError, match="argument `a` is a list; arguments are NumPy arrays and numbers"):
        f([1, 2], 3)
    with pytest.raises(TypeError, match="argument `a` is an array of complex128"):
        f(np.zeros(2, complex), 3)
    with pytest.raises(TypeError, match="too many positional arguments"):
        f(1, 2, 3)


def test_symbols_live_in_their_program():
    kept = []

    def keep(a):
        kept.append(a)
        return a

    jit(keep)(numbers((2,)))
    with pytest.raises(pm.ProgramError, match="live in functions that"):
        kept[0] + 1
    with pytest.raises(pm.ProgramError, match="another program"):
        jit(lambda a: a + kept[0])(numbers((2,)))


def test_a_compiler_that_is_not_there_is_said():
    with pytest.raises(pm.CompileError, match="no-such-compiler"):
        jit(lambda a: a, compiler="no-such-compiler")(numbers((2,)))
