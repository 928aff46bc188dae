"""The ways to write and run the programs.

Each module has `PROGRAMS`, a function for each program. It may have `prepare`, which makes the arguments of the function of the inputs
and is not measured, and `wait`, which waits for the result and is measured.
"""
