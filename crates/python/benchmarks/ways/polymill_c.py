"""The C kernels, by `polymill.cc`."""

import polymill as pm

from .c_kernels import prepare, programs  # noqa: F401 (`prepare` is for those who run the programs)

PROGRAMS = programs(lambda path, function: getattr(pm.cc(path, cache=False), function))
