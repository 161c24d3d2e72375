"""The terrain effects chart beside the map, which is the editor of the legend, too.

Every kind of terrain, hexside and route has a row: how it is called and drawn, and what the charts of the
game say of it. The rules read the same charts, so a changed value counts in the next playtest.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Signal
from PySide6.QtGui import QColor, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QColorDialog,
    QHeaderView,
    QInputDialog,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.editor.act_buttons import Act, add_act_buttons
from app.editor.document import EditorDocument
from app.editor.legend_icons import SMALL
from app.editor.terrain_table import COLOR, LookDelegate, TerrainTable
from app.theme.current import scaled
from app.widgets.flow import FlowLayout
from app.widgets.labels import ElidedLabel
from engine.definition.module import ModuleDef
from engine.editing import Touched, landscape
from engine.editing.landscape import Group

_PARTS = frozenset(("terrain", "hexsides", "routes", "charts"))
_SINGULAR: dict[Group, str] = {"terrain": "terrain", "hexsides": "hexside", "routes": "route"}


class TerrainPage(QWidget):
    """Legend and effects in one table."""

    kind_chosen = Signal(str, str)
    """What the palette calls a kind, when its row is chosen."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "panel")
        self.document = document
        self.table = TerrainTable(document)
        self.view = QTableView()
        self.origin = ElidedLabel("", "second")
        self.buttons: dict[str, QPushButton] = {}
        self._lay_out()
        document.changed.connect(self._follow)
        self.view.selectionModel().currentChanged.connect(lambda now, _before: self._choose(now))

    def _lay_out(self) -> None:
        view = self.view
        view.setModel(self.table)
        view.setItemDelegate(LookDelegate(self.table, self))
        view.setAccessibleName("Terrain effects")
        view.setIconSize(QSize(scaled(SMALL), round(scaled(SMALL) * 0.65)))
        view.verticalHeader().hide()
        view.verticalHeader().setDefaultSectionSize(scaled(30))
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setAlternatingRowColors(True)
        bar = FlowLayout(None, scaled(6), scaled(6))
        acts: tuple[Act, ...] = (
            ("terrain", "Add terrain…", lambda: self._ask("terrain")),
            ("hexsides", "Add hexside…", lambda: self._ask("hexsides")),
            ("routes", "Add route…", lambda: self._ask("routes")),
            ("color", "Color…", self._ask_color),
            ("up", "Up", lambda: self.shift(-1)),
            ("down", "Down", lambda: self.shift(1)),
            ("delete", "Delete", self.delete),
        )
        self.buttons = add_act_buttons(bar, acts)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(12), scaled(8), scaled(12), scaled(6))
        column.setSpacing(scaled(6))
        column.addLayout(bar)
        column.addWidget(view, 1)
        column.addWidget(self.origin)
        self._choose(QModelIndex())

    def showEvent(self, event: QShowEvent) -> None:
        """Columns follow their contents while seen; unseen, each change of the text would measure them."""
        super().showEvent(event)
        self.view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)

    def _follow(self, touched: Touched) -> None:
        if touched.parts & _PARTS:
            self.table.refresh()
            self._choose(self.view.currentIndex())

    def _choose(self, index: QModelIndex) -> None:
        is_kind = index.isValid() and self.table.kind(index.row()) is not None
        for name in ("up", "down", "delete"):
            self.buttons[name].setEnabled(is_kind)
        row = self.table.rows[index.row()] if index.isValid() else None
        self.buttons["color"].setEnabled(is_kind and row is not None and row.group == "terrain")
        words = self.table.origin(index) if index.isValid() else ""
        self.origin.setText(words or "Change a value, and the rules use it in the next playtest.")
        if row is not None and row.kind:
            self.kind_chosen.emit(_SINGULAR[row.group], row.kind)

    # --- acts ------------------------------------------------------------------------------------------

    def _ask(self, group: Group) -> None:
        text, done = QInputDialog.getText(self, f"Add {_SINGULAR[group]}", "Name")
        if done and text.strip():
            self.add(group, text)

    def add(self, group: Group, title: str) -> str:
        """Adds a kind that looks and counts as the chosen one of its group; gives its id."""
        index = self.view.currentIndex()
        row = self.table.rows[index.row()] if index.isValid() else None
        kinds = landscape.kinds_of(self.document.module, group)
        like = row.kind if row is not None and row.group == group else kinds[0].id if kinds else ""
        if group == "terrain" and not (row is not None and row.group == group and row.kind):
            like = next((kind.id for kind in kinds if kind.land and kind.open), like)
        made: list[str] = []

        def edit(module: ModuleDef) -> ModuleDef:
            new, name = landscape.add_kind(module, group, title, like)
            made.append(name)
            return new

        if not self.document.edit(edit, f"add {_SINGULAR[group]} {title.strip()}"):
            return ""
        self.show_kind(group, made[-1])
        return made[-1]

    def show_kind(self, group: Group, name: str) -> None:
        """Chooses the row of a kind."""
        for number, row in enumerate(self.table.rows):
            if (row.group, row.kind) == (group, name):
                self.view.setCurrentIndex(self.table.index(number, 0))
                return

    def chosen_kind(self) -> tuple[Group, str] | None:
        """Group and id of the kind in the row of the cursor."""
        index = self.view.currentIndex()
        if not index.isValid() or not self.table.rows[index.row()].kind:
            return None
        row = self.table.rows[index.row()]
        return row.group, row.kind

    def shift(self, by: int) -> None:
        """Moves the chosen kind in the legend."""
        chosen = self.chosen_kind()
        if chosen is not None and self.document.edit(
            lambda m: landscape.move_kind(m, *chosen, by), f"move {chosen[1]} in the legend"
        ):
            self.show_kind(*chosen)

    def delete(self) -> None:
        """Deletes the chosen kind; where it is still used is said."""
        chosen = self.chosen_kind()
        if chosen is not None:
            self.document.edit(lambda m: landscape.remove_kind(m, *chosen), f"delete {chosen[1]}")

    def _ask_color(self) -> None:
        index = self.view.currentIndex()
        kind = self.table.kind(index.row()) if index.isValid() else None
        if kind is None:
            return
        start = QColor(kind.color) if kind.color else QColor("#c8b078")
        chosen = QColorDialog.getColor(start, self, f"Color of {kind.title}")
        if chosen.isValid():
            self.table.setData(self.table.index(index.row(), COLOR), chosen.name())
