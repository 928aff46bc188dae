"""The numbers of the salt marsh.

Sediment `s` settles, and water `w` washes it away where no plants `p` hold it. Water flows to where its surface (`s + w`) is lower, so it
leaves the heights to the plants, which makes them grow: hummocks with water in between. In the spirit of J. van de Koppel, R. Gupta and
C. Vuik, "Scaling-up spatially-explicit ecological models using graphics processors" (2011).
"""

STEP = 0.02
SPREAD, FLOW = 0.6, 10.0


def change(s, w, p):
    """How fast the fields change where they are, movement aside; of arrays and of numbers."""
    ds = 1.0 - 0.8 * s * w / (1.0 + p) - 0.2 * s
    dw = 0.22 - 0.3 * w
    dp = p * (1.0 - p) - p * w
    return ds, dw, dp
