"""What all tools of the map page have in common, and what they know of the page.

A tool sees the map as a `Ground`: hexes under the pointer, the compiled board, the palette's choice. One
drag is one step of the history.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt

from app.editor.document import Edit, EditorDocument
from app.editor.edit_layer import NOTHING, Sketch
from engine.geometry import CompiledBoard

ERASE = "-"
Modifiers = Qt.KeyboardModifier


class Ground(Protocol):
    """What a tool knows of the page it works on."""

    document: EditorDocument
    brush_size: int
    choice: tuple[str, str]
    """What the palette offers: `terrain`, `hexside`, `route`, `zone` or `control`, and which."""
    scenario: str

    def board(self) -> CompiledBoard: ...

    def board_id(self, spot: str) -> str: ...

    def side_under_pointer(self, reach: float = 1.0) -> tuple[str, str] | None: ...

    def sides_passed(self, reach: float) -> list[tuple[str, str]]: ...

    def link_under_pointer(self, reach: float) -> tuple[str, str, str] | None: ...

    def color_of(self, terrain: str) -> str: ...

    def select_hexes(self, hexes: tuple[str, ...]) -> None: ...

    def picked(self, kind: str, name: str) -> None: ...


class Tool:
    """A tool that does nothing; the others override what they need."""

    name = ""
    title = ""
    key = ""
    has_drag = True
    has_brush = False
    """Whether it paints with a brush that can be big or small."""

    paints: tuple[str, ...] = ()
    """The pages of the palette it works with, its own first; none: it does not care."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._key = ""
        """What the steps of the present stroke carry."""

    def hover(self, spot: str) -> Sketch:
        """What to show while the pointer only moves."""
        return NOTHING

    def press(self, spot: str, keys: Modifiers) -> Sketch:
        return NOTHING

    def drag(self, start: str, spot: str) -> Sketch:
        return NOTHING

    def release(self, start: str, spot: str, keys: Modifiers) -> None:
        """The drag or click is over."""

    def let_go(self) -> None:
        """Another tool or paint was taken, or the mouse was lost: what was begun is forgotten."""

    def cancel(self) -> None:
        """The stroke is given up: what it has done so far is taken back, too."""
        key, self._key = self._key, ""
        self.let_go()
        self.ground.document.drop(key)

    def _edit(self, edit: Edit, text: str, key: str = "") -> bool:
        return self.ground.document.edit(edit, text, key)
