"""Array programs and C files, compiled by Polymill and called with NumPy arrays.

`jit` compiles functions of symbolic arrays; `cc` makes a module of a C file.
"""

from ._errors import CompileError, Error, ProgramError, ShapeError
from ._polymill import (  # noqa: A004 (the names are NumPy's)
    Array, CFunction, Library, Value, __version__, abs, absolute, acos, arange, arccos, arcsin, arctan,
    arctan2, asin, atan, atan2, cbrt, cc, ceil, cos, cosh, exp, exp2, expm1, fabs, floor, floor_divide, fmod,
    full, generate, hypot, invert, isnan, jit, log, log10, log1p, log2, logical_not, maximum, minimum,
    negative, ones, pow, power, remainder, rint, round, sin, sinh, sqrt, square, tan, tanh, trunc, where,
    while_loop, zeros, zip_with,
)

__all__ = [
    "Array", "CFunction", "CompileError", "Error", "Library", "ProgramError", "ShapeError", "Value", "abs",
    "absolute", "acos", "arange", "arccos", "arcsin", "arctan", "arctan2", "asin", "atan", "atan2", "cbrt",
    "cc", "ceil", "cos", "cosh", "exp", "exp2", "expm1", "fabs", "floor", "floor_divide", "fmod", "full",
    "generate", "hypot", "invert", "isnan", "jit", "log", "log10", "log1p", "log2", "logical_not", "maximum",
    "minimum", "negative", "ones", "pow", "power", "remainder", "rint", "round", "sin", "sinh", "sqrt",
    "square", "tan", "tanh", "trunc", "where", "while_loop", "zeros", "zip_with",
]
