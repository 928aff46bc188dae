"""The programs of the thesis, with their sizes and inputs."""

from dataclasses import dataclass

import numpy as np

ALPHA, BETA = 1.5, 1.2

# The sizes of PolyBench/C 4.2.1, in the order of the arguments of each maker below.
POLYBENCH_SIZES = {
    "2mm": {"small": (40, 50, 70, 80), "large": (800, 900, 1100, 1200), "extralarge": (1600, 1800, 2200, 2400)},
    "correlation": {"small": (80, 100), "large": (1200, 1400), "extralarge": (2600, 3000)},
    "gemm": {"small": (60, 70, 80), "large": (1000, 1100, 1200), "extralarge": (2000, 2300, 2600)},
    "syr2k": {"small": (60, 80), "large": (1000, 1200), "extralarge": (2000, 2600)},
}
IMAGE_SIZES = {"small": (60, 120), "large": (1000, 2000, 4000, 6000), "extralarge": (2500, 5000, 7500, 10000, 12500)}
CLUSTERS = {"small": (5, 20), "large": (5, 25, 50, 100, 200), "extralarge": (5, 25, 50, 75, 100, 125, 150, 175, 200)}
# The thesis has 382500 points. NumPy needs three arrays of points by clusters.
POINTS = {"small": 500, "large": 100_000, "extralarge": 382_500}
MARSH_SIZES = {"small": (40, 20), "large": (512, 200), "extralarge": (1024, 1000)}

SIZES = ("small", "large", "extralarge")


@dataclass
class Case:
    """A program at one size."""

    program: str
    size: str
    """What the table says of the size."""
    x: float
    """Where the case is in a figure over sizes."""
    inputs: tuple
    tolerance: float = 1e-9
    """The largest difference from NumPy's result, as a part of its largest value."""
    lower: bool = False
    """Whether only the lower triangle of the result is meant: PolyBench's syr2k leaves the rest alone."""


def two_mm(random, ni, nj, nk, nl):
    a, b, c, d = (random.uniform(-1, 1, shape) for shape in [(ni, nk), (nk, nj), (nj, nl), (ni, nl)])
    return a, b, c, d, ALPHA, BETA


def correlation(random, m, n):
    return (random.uniform(-1, 1, (n, m)),)


def gemm(random, ni, nj, nk):
    a, b, c = (random.uniform(-1, 1, shape) for shape in [(ni, nk), (nk, nj), (ni, nj)])
    return a, b, c, ALPHA, BETA


def syr2k(random, m, n):
    a, b, c = (random.uniform(-1, 1, shape) for shape in [(n, m), (n, m), (n, n)])
    return a, b, c, ALPHA, BETA


def k_means(random, n_points, n_clusters):
    middles = random.uniform(0, 1, (n_clusters, 2))
    points = middles[np.arange(n_points) % n_clusters] + random.normal(0, 0.05, (n_points, 2))
    return points, points[:n_clusters].copy()


def marsh(random, n, steps):
    sediment = random.uniform(0.9, 1.1, (n, n))
    plants = random.uniform(0, 1, (n, n)) * (random.uniform(0, 1, (n, n)) < 0.1)
    return sediment, np.full((n, n), 0.5), plants, steps


def all_cases(size):
    """All programs at a size; inputs are the same in each process."""
    makers = {"2mm": two_mm, "correlation": correlation, "gemm": gemm, "syr2k": syr2k}
    for name, maker in makers.items():
        sizes = POLYBENCH_SIZES[name][size]
        inputs = maker(np.random.default_rng(1), *sizes)
        yield Case(name, "x".join(map(str, sizes)), sizes[0], inputs, lower=name == "syr2k")
    for n in IMAGE_SIZES[size]:
        yield Case("integral-image", f"{n}x{n}", n, (np.random.default_rng(1).uniform(0, 1, (n, n)),))
    for n in CLUSTERS[size]:
        yield Case("k-means", f"{POINTS[size]}, k={n}", n, k_means(np.random.default_rng(1), POINTS[size], n))
    n, steps = MARSH_SIZES[size]
    yield Case("marsh", f"{n}x{n}, {steps} steps", n, marsh(np.random.default_rng(1), n, steps))
