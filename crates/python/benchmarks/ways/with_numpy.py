"""NumPy."""

import numpy as np

from .marsh_model import FLOW, SPREAD, STEP, change


def two_mm(a, b, c, d, alpha, beta):
    return (alpha * (a @ b)) @ c + beta * d


def correlation(data):
    centred = data - data.mean(axis=0)
    deviation = np.sqrt((centred * centred).mean(axis=0))
    deviation = np.where(deviation <= 0.1, 1.0, deviation)
    scaled = centred / (np.sqrt(data.shape[0]) * deviation)
    return scaled.T @ scaled


def gemm(a, b, c, alpha, beta):
    return alpha * (a @ b) + beta * c


def syr2k(a, b, c, alpha, beta):
    return alpha * (a @ b.T + b @ a.T) + beta * c


def integral_image(image):
    return image.cumsum(axis=1).cumsum(axis=0)


def k_means(points, centres):
    x, y = points.T
    distances = (x[:, None] - centres[:, 0]) ** 2 + (y[:, None] - centres[:, 1]) ** 2
    nearest = distances.argmin(axis=1)
    n = np.bincount(nearest, minlength=len(centres))
    sums = np.stack([np.bincount(nearest, values, len(centres)) for values in (x, y)], axis=1)
    return np.where(n[:, None] > 0, sums / np.maximum(n, 1)[:, None], centres)


def around(field):
    wide = np.pad(field, 1, "edge")
    return wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:] - 4 * field


def marsh(s, w, p, steps):
    for _ in range(steps):
        ds, dw, dp = change(s, w, p)
        s_around, w_around = around(s), around(w)
        s, w, p = (
            s + STEP * (ds + SPREAD * s_around),
            np.maximum(w + STEP * (dw + FLOW * (s_around + w_around)), 0),
            p + STEP * (dp + SPREAD * around(p)),
        )
    return p


PROGRAMS = {
    "2mm": two_mm,
    "correlation": correlation,
    "gemm": gemm,
    "syr2k": syr2k,
    "integral-image": integral_image,
    "k-means": k_means,
    "marsh": marsh,
}
