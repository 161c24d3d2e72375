"""Editing: pure functions from one module to the next, each refusing what would break it.

An edit takes a definition and gives a new one that shares every part it did not touch. What it touched is
found by identity, so undo is nothing but going back to the former value. `change` holds the common
ground; one file each for pieces, boards, charts, scenarios, schedule and the rest.
"""

from engine.editing.change import Edited, EditRefused, Touched, edited, touched

__all__ = ["EditRefused", "Edited", "Touched", "edited", "touched"]
