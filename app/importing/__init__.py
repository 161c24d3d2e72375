"""Importing of counter art and of modules made for other programs.

Nothing that comes in is trusted: sizes are looked at before anything is decoded, names stay inside, no
code of a foreign module ever runs, and every guess is reported.
"""
