"""The command of the bake: `python -m app.graphics.baking MODULE [RECIPE]`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from PySide6.QtGui import QGuiApplication

from app.graphics.baking.assembling import Recipe
from app.graphics.baking.writing import bake
from engine.geometry.compiling import compile_boards
from engine.loading.loader import load_module


def main(arguments: list[str]) -> int:
    """Bakes one map of a module."""
    parser = argparse.ArgumentParser(prog="python -m app.graphics.baking", description=main.__doc__)
    parser.add_argument("module", type=Path, help="folder of the module")
    parser.add_argument("recipe", nargs="?", default="art/recipe.json", help="recipe inside the module")
    given = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication([])
    path = given.module / given.recipe
    recipe = Recipe.model_validate_json(path.read_text(encoding="utf-8"))
    board = compile_boards(load_module(given.module).boards)
    bake(recipe, path.parent, board, board.board_number(recipe.board))
    sys.stdout.write(f"{path.parent / recipe.picture}\n")
    application.quit()
    application.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
