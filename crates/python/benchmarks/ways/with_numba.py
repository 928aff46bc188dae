"""Numba: loops, in threads."""

import numpy as np
from numba import njit, prange

from . import marsh_model
from .marsh_model import FLOW, SPREAD, STEP

change = njit(marsh_model.change)


@njit(parallel=True)
def product(a, b):
    n, m = a.shape[0], b.shape[1]
    out = np.zeros((n, m))
    for i in prange(n):
        for k in range(a.shape[1]):
            for j in range(m):
                out[i, j] += a[i, k] * b[k, j]
    return out


@njit(parallel=True)
def two_mm(a, b, c, d, alpha, beta):
    return product(alpha * product(a, b), c) + beta * d


@njit(parallel=True)
def correlation(data):
    n, m = data.shape
    mean, deviation = np.zeros(m), np.zeros(m)
    for i in range(n):
        for j in range(m):
            mean[j] += data[i, j] / n
    for i in range(n):
        for j in range(m):
            deviation[j] += (data[i, j] - mean[j]) ** 2 / n
    for j in prange(m):
        deviation[j] = np.sqrt(deviation[j])
        if deviation[j] <= 0.1:
            deviation[j] = 1.0
    scaled = np.empty((n, m))
    for i in prange(n):
        for j in range(m):
            scaled[i, j] = (data[i, j] - mean[j]) / (np.sqrt(n) * deviation[j])
    out = np.zeros((m, m))
    for i in prange(m):
        for k in range(n):
            for j in range(i, m):
                out[i, j] += scaled[k, i] * scaled[k, j]
    for i in prange(m):
        for j in range(i):
            out[i, j] = out[j, i]
    return out


@njit(parallel=True)
def gemm(a, b, c, alpha, beta):
    n, m = c.shape
    out = np.empty((n, m))
    for i in prange(n):
        for j in range(m):
            out[i, j] = beta * c[i, j]
        for k in range(a.shape[1]):
            for j in range(m):
                out[i, j] += alpha * a[i, k] * b[k, j]
    return out


@njit(parallel=True)
def syr2k(a, b, c, alpha, beta):
    out = np.zeros(c.shape)
    for i in prange(c.shape[0]):
        for j in range(i + 1):
            total = 0.0
            for k in range(a.shape[1]):
                total += a[i, k] * b[j, k] + b[i, k] * a[j, k]
            out[i, j] = alpha * total + beta * c[i, j]
    return out


@njit(parallel=True)
def integral_image(image):
    n, m = image.shape
    out = np.empty((n, m))
    for i in prange(n):
        total = 0.0
        for j in range(m):
            total += image[i, j]
            out[i, j] = total
    n_blocks = (m + 511) // 512
    for block in prange(n_blocks):
        for i in range(1, n):
            for j in range(512 * block, min(512 * block + 512, m)):
                out[i, j] += out[i - 1, j]
    return out


@njit(parallel=True)
def k_means(points, centres):
    n_points, n_clusters = len(points), len(centres)
    nearest = np.empty(n_points, np.int64)
    for i in prange(n_points):
        least = np.inf
        for k in range(n_clusters):
            dx, dy = points[i, 0] - centres[k, 0], points[i, 1] - centres[k, 1]
            distance = dx * dx + dy * dy
            if distance < least:
                least = distance
                nearest[i] = k
    n, sums, out = np.zeros(n_clusters), np.zeros((n_clusters, 2)), centres.copy()
    for i in range(n_points):
        n[nearest[i]] += 1
        sums[nearest[i], 0] += points[i, 0]
        sums[nearest[i], 1] += points[i, 1]
    for k in range(n_clusters):
        if n[k] > 0:
            out[k] = sums[k] / n[k]
    return out


@njit
def around(field, i, j):
    n, m = field.shape
    rows = field[max(i - 1, 0), j] + field[min(i + 1, n - 1), j]
    columns = field[i, max(j - 1, 0)] + field[i, min(j + 1, m - 1)]
    return rows + columns - 4 * field[i, j]


@njit(parallel=True)
def step(s, w, p, new_s, new_w, new_p):
    n, m = s.shape
    for i in prange(n):
        for j in range(m):
            ds, dw, dp = change(s[i, j], w[i, j], p[i, j])
            s_around, w_around, p_around = around(s, i, j), around(w, i, j), around(p, i, j)
            new_s[i, j] = s[i, j] + STEP * (ds + SPREAD * s_around)
            new_w[i, j] = max(w[i, j] + STEP * (dw + FLOW * (s_around + w_around)), 0.0)
            new_p[i, j] = p[i, j] + STEP * (dp + SPREAD * p_around)


def marsh(s, w, p, steps):
    old = s.copy(), w.copy(), p.copy()
    new = np.empty_like(s), np.empty_like(w), np.empty_like(p)
    for _ in range(steps):
        step(*old, *new)
        old, new = new, old
    return old[2]


PROGRAMS = {
    "2mm": two_mm,
    "correlation": correlation,
    "gemm": gemm,
    "syr2k": syr2k,
    "integral-image": integral_image,
    "k-means": k_means,
    "marsh": marsh,
}
