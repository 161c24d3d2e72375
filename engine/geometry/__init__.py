"""Hex geometry: grids and directions, numbering schemes, and boards compiled to integers."""

from engine.geometry.board import APART, CompiledBoard
from engine.geometry.compiling import compile_boards

__all__ = ["APART", "CompiledBoard", "compile_boards"]
