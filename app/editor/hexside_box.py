"""The sides of the chosen hex in the inspector: a picture to click at and the same in words."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.editor.hexside_acts import SideAct, acts_on
from app.editor.hexside_diagram import DrawnSide, HexsideDiagram
from app.editor.map_page import MapPage
from app.theme.current import scaled
from app.widgets.labels import label
from engine.geometry.hexgrid import DIRECTION_NAMES

WORDS_LEAST = 104
"""Room that the words on the sides need beside the picture."""


class HexsideBox(QWidget):
    """What lies on the six sides of a hex, and a menu on each side."""

    def __init__(self, document: EditorDocument, page: MapPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.page = document, page
        self._hex: int | None = None
        self.diagram = HexsideDiagram()
        self.diagram.side_chosen.connect(self._open_menu)
        head = QHBoxLayout()
        head.addWidget(label("Hexsides", "strong"))
        head.addStretch(1)
        head.addWidget(label("click a side", "note"))
        self.names = [label("", "strong") for _ in range(6)]
        self.words = [label("", "", wraps=True) for _ in range(6)]
        grid = QGridLayout()
        grid.setVerticalSpacing(scaled(5))
        grid.setHorizontalSpacing(scaled(8))
        grid.setColumnStretch(1, 1)
        for n, (name, words) in enumerate(zip(self.names, self.words, strict=True)):
            grid.addWidget(name, n, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(words, n, 1, Qt.AlignmentFlag.AlignTop)
        grid.setRowStretch(6, 1)
        row = self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(scaled(8))
        row.addWidget(self.diagram, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(grid, 1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(head)
        column.addLayout(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Beside the picture there is room for the words, or they stand below it."""
        super().resizeEvent(event)
        has_room = self.width() - self.diagram.sizeHint().width() >= scaled(WORDS_LEAST)
        ways = QBoxLayout.Direction
        self._row.setDirection(ways.LeftToRight if has_room else ways.TopToBottom)

    def show_hex(self, i: int | None) -> None:
        """Shows a hex by its number; None for none or many."""
        self._hex = i
        self.setVisible(i is not None)
        if i is None:
            return
        board = self.page.board()
        kind = board.sheets[board.board[i]].definition.grid.kind
        sides = [self._side(i, n, DIRECTION_NAMES[kind][n]) for n in range(6)]
        ground = self.page.color_of(board.terrain[i])
        self.diagram.show_sides(sides, ground, is_flat=kind == "flat")
        for n, side in enumerate(sides):
            self.names[n].setText(side.name)
            words = self.side_words(n)
            _say(self.words[n], words or ("open" if side.is_open else "edge of the map"), is_faint=not words)

    def _side(self, i: int, n: int, name: str) -> DrawnSide:
        board, module = self.page.board(), self.document.module
        j = board.neighbors[i][n]
        if j < 0:
            return DrawnSide(name, is_open=False)
        side = board.side(i, j)
        kinds = side.kinds if side else frozenset()
        looks = tuple(f"{k.id} {k.look}" for k in module.hexsides if k.id in kinds)
        roads = tuple(k.look or k.id for k in module.routes if k.id in board.links(i, j))
        is_inner = side is not None and (side.high == i or i in side.protects)
        return DrawnSide(name, looks, is_inner=is_inner, roads=roads)

    def side_words(self, n: int) -> str:
        """What lies on a side; empty for a bare one."""
        if self._hex is None or (j := self.page.board().neighbors[self._hex][n]) < 0:
            return ""
        board, module, i = self.page.board(), self.document.module, self._hex
        side = board.side(i, j)
        kinds = side.kinds if side else frozenset()
        words = [k.title.lower() for k in module.hexsides if k.id in kinds]
        if side is not None and side.high is not None and words:
            words[-1] += " (upper here)" if side.high == i else " (lower here)"
        if side is not None and side.protects and words:
            words[-1] += " of this hex" if i in side.protects else f" of {board.ids[j]}"
        return ", ".join((*words, *(k.title.lower() for k in module.routes if k.id in board.links(i, j))))

    # --- acts ------------------------------------------------------------------------------------------

    def menu_for(self, n: int) -> QMenu:
        """Everything that can be done with a side."""
        menu = QMenu(self)
        if self._hex is None or (j := self.page.board().neighbors[self._hex][n]) < 0:
            return menu
        board, module = self.page.board(), self.document.module
        menu.addSection(f"{board.ids[self._hex]} / {board.ids[j]}")
        acts = list(acts_on(module, board, self._hex, j))
        routes = len(module.routes)
        for k, act in enumerate(acts):
            if k == len(acts) - routes:
                menu.addSeparator()
            action = menu.addAction(act.words, partial(self._do, act))
            action.setCheckable(True)
            action.setChecked(act.is_there)
        return menu

    def _open_menu(self, n: int) -> None:
        menu = self.menu_for(n)
        at = self.diagram.middle(n).toPoint() + QPoint(6, 6)
        menu.exec(self.diagram.mapToGlobal(at))
        menu.deleteLater()

    def _do(self, act: SideAct, _on: object = None) -> None:
        self.document.edit(act.edit, act.text)


def _say(shown: QLabel, words: str, *, is_faint: bool) -> None:
    shown.setText(words)
    shown.setProperty("tone", "second" if is_faint else "")
    shown.style().unpolish(shown)
    shown.style().polish(shown)
