"""The desktop program: windows, painters and the command line around the pure engine."""
