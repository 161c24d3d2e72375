"""The desktop program: windows, painters and the command line around the pure engine."""

__version__ = "0.1.0"
