"""What the page of victory does to the terms on show: each act is one undo step and chooses what it gave."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.editor.document import EditorDocument
from app.editor.victory_check import SetupJudge
from app.editor.victory_tree import VictoryTree
from engine.definition.module import ModuleDef
from engine.editing import victory
from engine.editing.lists import copy_at
from engine.editing.searching import Path
from engine.editing.victory import Placed

BLOCKS: tuple[tuple[str, str], ...] = (
    ("control", "Places held"),
    ("units", "Units in an area"),
    ("lost", "Units or steps lost"),
    ("path", "A way between places"),
    ("track", "A track"),
    ("points", "Victory points"),
    ("turn", "The turn"),
    ("otherwise", "Anything else"),
)
GROUPS: tuple[tuple[str, str], ...] = (
    ("all", "All of these"),
    ("any", "Any of these"),
    ("some", "At least some of these"),
    ("not", "None of these"),
)


class VictoryActs(QWidget):
    """Terms of victory with a tree of blocks, and everything that can be done to what is chosen in it."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.home: Path = ()
        self.judge = SetupJudge(document)
        self.tree = VictoryTree(document, self.judge)

    def choose(self, path: Path) -> None:
        """Chooses what is at a path, or what it lies in."""
        self.tree.choose(path)

    def chosen_path(self) -> Path:
        """The path of what is chosen; empty if nothing is."""
        return self.tree.chosen_path()

    def _place(self, edit: Callable[[ModuleDef], Placed], words: str) -> None:
        """Makes an edit and chooses what it gave."""
        paths: list[Path] = []

        def whole(module: ModuleDef) -> ModuleDef:
            placed = edit(module)
            paths.append(placed.path)
            return placed.module

        if self.document.edit(whole, words) and paths:
            self.tree.choose(paths[-1])

    def add_condition(self) -> None:
        """Adds a condition."""
        home = self.home
        self._place(lambda m: victory.add_condition(m, home), "add a condition of victory")

    def add_award(self) -> None:
        """Adds something that earns points."""
        home = self.home
        self._place(lambda m: victory.add_award(m, home), "add what earns victory points")

    def add_level(self) -> None:
        """Adds a line to the margin table."""
        home = self.home
        self._place(lambda m: victory.add_level(m, home), "add a level of victory")

    def add_block(self, kind: str, test: str = "") -> None:
        """Adds a block to what is chosen."""
        path, words = self.chosen_path(), self.judge.tests.get(test, "")
        if path:
            self._place(
                lambda m: victory.add_block(m, path, victory.blank_block(m, kind, test, words)),
                f"add {_word_of(kind)}",
            )

    def compare_with(self, kind: str) -> None:
        """Gives the chosen block another one to be taken away."""
        path = self.chosen_path()
        if path:
            self._place(
                lambda m: victory.compare_with(m, path, victory.blank_block(m, kind)),
                f"compare with {_word_of(kind)}",
            )

    def wrap(self, kind: str) -> None:
        """Puts the chosen block into a group."""
        path = self.chosen_path()
        self._place(lambda m: victory.wrap(m, path, kind), f"put into {_word_of(kind)}")

    def unwrap(self) -> None:
        """Takes the chosen group away."""
        path = self.chosen_path()
        self._place(lambda m: victory.unwrap(m, path), "take a group away")

    def set_kind(self, kind: str, test: str = "") -> None:
        """Makes the chosen block one of another kind."""
        path, words = self.chosen_path(), self.judge.tests.get(test, "")
        self._place(
            lambda m: Placed(victory.set_kind(m, path, kind, test, words), path),
            f"change to {_word_of(kind)}",
        )

    def copy(self) -> None:
        """Copies what is chosen behind itself."""
        path = self.chosen_path()
        if path and isinstance(path[-1], int):
            at = path[-1]
            self._place(
                lambda m: Placed(copy_at(m, path[:-1], at), (*path[:-1], at + 1)), "duplicate in victory"
            )

    def delete(self) -> None:
        """Deletes what is chosen."""
        path = self.chosen_path()
        if path:
            self._place(lambda m: victory.delete(m, path), "delete from victory")

    def shift(self, by: int) -> None:
        """Moves what is chosen up or down."""
        path = self.chosen_path()
        if path:
            self._place(lambda m: victory.shift(m, path, by), "move in victory")

    def indent(self) -> None:
        """Moves the chosen block into the group before it."""
        path = self.chosen_path()
        if path:
            self._place(lambda m: victory.indent(m, path), "move into a group")

    def outdent(self) -> None:
        """Moves the chosen block out of its group."""
        path = self.chosen_path()
        if path:
            self._place(lambda m: victory.outdent(m, path), "move out of a group")

    def move_into(self, path: Path, target: Path) -> None:
        """Moves a block into another group, as dragged."""
        self._place(lambda m: victory.move_into(m, path, target), "move into a group")

    def take_over(self) -> None:
        """Copies the terms of the module, to be changed here."""
        home = self.home
        self.document.edit(lambda m: victory.take_over(m, home), "take over the terms of victory")


def _word_of(kind: str) -> str:
    return dict((*BLOCKS, *GROUPS)).get(kind, "a test of the rules").lower()
