"""Whole arrays: folds, scans, stencils, shapes, orders, updates."""

import numpy as np
import polymill as pm
import pytest
from conftest import jit, numbers, same


def test_sums_and_the_like():
    f = jit(lambda a: (a.sum(), a.sum(axis=0), a.sum(axis=-1), a.prod(axis=1), a.mean(), a.mean(axis=0)))
    for dtype in ["float32", "uint8"]:
        a = (numbers((3, 4), dtype) % 5).astype(dtype)
        expected = (a.sum(), a.sum(axis=0), a.sum(axis=-1), a.prod(axis=1), a.mean(), a.mean(axis=0))
        for found, wanted in zip(f(a), expected):
            assert np.asarray(found).dtype == np.asarray(wanted).dtype
            np.testing.assert_allclose(found, wanted, rtol=1e-6)
    g = jit(lambda a: ((a > 0).all(axis=1), (a > 0).any(axis=0), (a > 0).sum()))
    a = numbers((3, 4))
    for found, wanted in zip(g(a), ((a > 0).all(axis=1), (a > 0).any(axis=0), (a > 0).sum())):
        same(found, wanted)


def test_folds_and_scans_keep_the_order():
    f = jit(
        lambda a: (
            a.fold(1.0, lambda total, x: total / 3 + x),
            a.fold1(lambda total, x: total - x, axis=0),
            a.scanl(0.5, lambda total, x: total * 0.5 + x, axis=0),
            a.scanr1(lambda x, total: x - total),
            a.cumsum(axis=0),
        )
    )
    a = numbers((4, 5))
    total, fold, so_far = np.ones(4), a[0].copy(), [np.full(5, 0.5)]
    for column in a.T:
        total = total / 3 + column
    for row in a[1:]:
        fold = fold - row
    for row in a:
        so_far.append(so_far[-1] * 0.5 + row)
    back = [a[:, -1]]
    for column in a.T[-2::-1]:
        back.append(column - back[-1])
    for found, wanted in zip(f(a), (total, fold, np.array(so_far), np.array(back[::-1]).T, a.cumsum(axis=0))):
        same(found, wanted)


def test_folds_begin_with_any_number():
    f = jit(lambda a: (a.fold(0, lambda x, y: x + y), a.fold(0.5, lambda x, y: x + y)))
    a = numbers((6,), "int32")
    whole, part = f(a)
    same(whole, a.sum(dtype="int32"))
    same(part, np.float64(a.sum() + 0.5))


def test_pairs_are_folded_together():
    def largest(a):
        places = pm.arange(a.shape[0])
        return a.zip(places).fold1(lambda best, new: pm.where(new[0] > best[0], new, best))

    value, place = jit(largest)(np.array([1.0, 7.0, 3.0, 7.0]))
    assert (value, place) == (7.0, 1)


PADDING = {"clamp": "edge", "mirror": "symmetric", "wrap": "wrap"}


@pytest.mark.parametrize("boundary", ["clamp", "mirror", "wrap", -5.0, "function"])
def test_stencils_see_beyond_the_border_as_they_are_told(boundary):
    what = (lambda i, j: i * 10.0 + j) if boundary == "function" else boundary
    f = jit(lambda a: a.stencil(lambda s: s[0, -2] + 2 * s[1, 0] - s[-1, 1], boundary=what))
    a = numbers((4, 5))
    if boundary == "function":
        i, j = np.indices((8, 9)) - 2
        padded = i * 10.0 + j
        padded[2:-2, 2:-2] = a
    elif boundary in PADDING:
        padded = np.pad(a, 2, PADDING[boundary])
    else:
        padded = np.pad(a, 2, constant_values=boundary)
    same(f(a), padded[2:-2, :-4] + 2 * padded[3:-1, 2:-2] - padded[1:-3, 3:-1])
    assert f(np.zeros((0, 3))).shape == (0, 3)


def test_elements_are_moved():
    f = jit(
        lambda a: (
            a.T,
            a.transpose(1, 0),
            a.reverse(axis=0),
            a[1:-1, ::2],
            a[::-1],
            a[..., 1:3],
            a[1],
            a[:, -1],
            a.concat(a, axis=1),
            a.flatten(),
            a.reshape(-1),
            a.reshape(a.shape[1], a.shape[0]),
            a.replicate(3, axis=1),
            a[:, None, :],
        )
    )
    a = numbers((4, 6))
    expected = (
        a.T,
        a.T,
        a[::-1],
        a[1:-1, ::2],
        a[::-1],
        a[..., 1:3],
        a[1],
        a[:, -1],
        np.concatenate([a, a], axis=1),
        a.ravel(),
        a.ravel(),
        a.reshape(6, 4),
        np.repeat(a[:, None, :], 3, axis=1),
        a[:, None, :],
    )
    for found, wanted in zip(f(a), expected):
        same(found, wanted)
    g = jit(lambda a: a.permute_axes(2, 0, 1))
    b = numbers((2, 3, 4))
    same(g(b), b.transpose(2, 0, 1))


def test_sizes_are_values_and_values_are_sizes():
    def f(a, n):
        rows = a.shape[0]
        return (
            a[: rows // 2],
            a[rows - 2 :],
            pm.generate((n, rows + 1), lambda i, j: i * 10 + j),
            a / rows,
            pm.zeros(n + 1, dtype="int32"),
            pm.full((n, 2), 0.5),
            pm.arange(n * 2),
        )

    a = numbers((5, 2))
    results = jit(f)(a, 3)
    i, j = np.indices((3, 6))
    expected = (a[:2], a[3:], i * 10 + j, a / 5, np.zeros(4, "int32"), np.full((3, 2), 0.5), np.arange(6))
    for found, wanted in zip(results, expected):
        same(found, wanted)


def test_elements_are_gathered_scattered_and_counted():
    def f(image, palette):
        counts = image.map(lambda _: 1).permute(pm.zeros(4, "int64"), lambda i: image[i], lambda x, y: x + y)
        return palette[image], counts, palette.scatter(image[:3], pm.zeros(4))

    image, palette = np.array([3, 0, 3, 2, 1, 3], "int32"), np.array([0.5, 1.5, 2.5])
    gathered, counts, scattered = jit(f)(image, palette)
    same(gathered, np.array([0.0, 0.5, 0.0, 2.5, 1.5, 0.0]))
    same(counts, np.array([1, 1, 1, 3]))
    same(scattered, np.array([1.5, 0.0, 0.0, 2.5]))


def test_operations_are_applied_again_and_again():
    f = jit(lambda a, n: a.iterate(n, lambda a: a.stencil(lambda s: s[-1] * 0.5 + s[1] * 0.5, boundary="wrap")))
    a = np.array([8.0, 0.0, 4.0, 0.0, 0.0])
    expected = a
    for n in range(4):
        same(f(a, n), expected)
        expected = np.roll(expected, 1) * 0.5 + np.roll(expected, -1) * 0.5


def test_products():
    f = jit(lambda a, b, x: (a @ b, a @ x, x @ b, x @ x))
    a, b, x = numbers((4, 3)), numbers((3, 5)), numbers((3,))
    for found, wanted in zip(f(a, b, x), (a @ b, a @ x, x @ b, x @ x)):
        same(found, wanted)


def test_elements_are_taken_at_indices():
    def f(a, b):
        terms = pm.generate((a.shape[0], b.shape[1], a.shape[1]), lambda i, j, k: a[i, k] * b[k, j])
        return terms.sum(axis=2), pm.generate((a.shape[1],), lambda j: a[1, j] + a[2, j]), b.imap(lambda i, j, x: b[i, j] - x)

    a, b = numbers((4, 3)), numbers((3, 5))
    for found, wanted in zip(jit(f)(a, b), (a @ b, a[1] + a[2], b - b)):
        same(found, wanted)


def test_indices_are_used():
    f = jit(lambda a: (a.imap(lambda i, j, x: x + i * 10 + j), a.backpermute((a.shape[0],), lambda i: (i, i)), a[1, 2]))
    a = numbers((3, 4))
    i, j = np.indices((3, 4))
    for found, wanted in zip(f(a), (a + i * 10 + j, np.diagonal(a), a[1, 2])):
        same(found, wanted)
