"""What can go wrong."""


class Error(Exception):
    """Anything that goes wrong in Polymill."""


class ProgramError(Error):
    """The program says something that has no meaning, such as an axis that there is not."""


class ShapeError(Error, ValueError):
    """The shapes of the arguments do not fit; the message names the operation and the line."""


class CompileError(Error, RuntimeError):
    """There is no C compiler, or it fails, or a C file cannot be read."""
