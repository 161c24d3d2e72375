"""The inspector of hexes: terrain, name, tags, control at the start, and what lies on the six sides."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.editor.fields.refused import RefusedText
from app.editor.hexside_box import HexsideBox
from app.editor.map_page import MapPage
from app.editor.setup_here import SetupHere
from app.theme.current import scaled
from app.widgets.choice_box import ChoiceBox
from app.widgets.labels import label
from engine.definition.board import PlaceDef
from engine.definition.module import ModuleDef
from engine.editing import maps
from engine.editing.setups import set_control

KINDS = ("city", "town", "village", "fort", "bir", "oasis", "port", "airfield", "site")


class HexPanel(QScrollArea):
    """What the chosen hexes are."""

    def __init__(self, document: EditorDocument, page: MapPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document, self.page = document, page
        self.terrain, self.kind, self.control = ChoiceBox(), ChoiceBox(), ChoiceBox()
        self.name, self.tags = QLineEdit(), QLineEdit()
        self._held = {line: RefusedText(line) for line in (self.name, self.tags)}
        self.sides = HexsideBox(document, page)
        self.setup = SetupHere(document, page.stacks)
        self.head = label("", "strong")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._lay_out()
        self.terrain.activated.connect(self._set_terrain)
        self.name.editingFinished.connect(self._set_name)
        self.kind.activated.connect(self._set_kind)
        self.tags.editingFinished.connect(self._set_tags)
        self.control.activated.connect(self._set_control)
        document.changed.connect(lambda _touched: self.refresh())

    def _lay_out(self) -> None:
        holder = QWidget()
        holder.setProperty("kind", "panel")
        column = QVBoxLayout(holder)
        column.setContentsMargins(scaled(14), scaled(10), scaled(12), scaled(12))
        form = QFormLayout()
        form.setVerticalSpacing(scaled(6))
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        fields = (
            ("Terrain", self.terrain), ("Place", self.name), ("Kind", self.kind), ("Tags", self.tags),
            ("Control at start", self.control),
        )  # fmt: skip
        for title, field in fields:
            words = QLabel(title)
            words.setProperty("tone", "second")
            field.setAccessibleName(title)
            form.addRow(words, field)
        for box in (self.terrain, self.kind, self.control):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(5)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for kind in KINDS:
            self.kind.addItem(kind.capitalize(), kind)
        column.addWidget(self.head)
        column.addLayout(form)
        column.addSpacing(scaled(8))
        column.addWidget(self.sides)
        column.addSpacing(scaled(10))
        column.addWidget(self.setup)
        column.addStretch(1)
        self.setWidget(holder)

    @property
    def hexes(self) -> tuple[str, ...]:
        """The chosen hexes that are still there."""
        return tuple(spot for spot in self.page.selected if spot in self.page.board().index)

    def _place(self) -> PlaceDef | None:
        board = self.page.board()
        return board.places.get(board.index[self.hexes[0]]) if self.hexes else None

    def refresh(self) -> None:
        """Shows the hexes as they are now."""
        hexes = self.hexes
        if not hexes:
            return
        module, board = self.document.module, self.page.board()
        first = board.index[hexes[0]]
        self.head.setText(f"Hex {hexes[0]}" if len(hexes) == 1 else f"{len(hexes)} hexes")
        self.terrain.clear()
        for kind in module.terrain:
            self.terrain.addItem(kind.title, kind.id)
        kinds = {board.terrain[board.index[spot]] for spot in hexes}
        self.terrain.setCurrentIndex(self.terrain.findData(board.terrain[first]) if len(kinds) == 1 else -1)
        place = self._place()
        about = hexes[0] if len(hexes) == 1 else ""
        self._held[self.name].show_value(place.name if place else "", about)
        self.name.setPlaceholderText("no name")
        self.kind.setCurrentIndex(self.kind.findData(place.kind) if place else -1)
        self._held[self.tags].show_value(" ".join(sorted(board.tags(first))), about)
        known = sorted(set().union(*board.hex_tags.values()))
        self.tags.setToolTip(f"Words the rules ask about, such as {', '.join(known[:8]) or 'port'}")
        self._show_control(hexes)
        self.setup.show_hex(self.page.scenario, hexes[0] if len(hexes) == 1 else "")
        self.setup.come_after(self.sides.diagram)
        for field in (self.name, self.kind, self.tags):
            field.setEnabled(len(hexes) == 1)
        self.kind.setEnabled(place is not None and len(hexes) == 1)
        self.sides.show_hex(first if len(hexes) == 1 else None)

    def _show_control(self, hexes: tuple[str, ...]) -> None:
        scenario = self.page.stacks.scenario(self.page.scenario)
        self.control.clear()
        self.control.addItem("nobody", "")
        for side in self.document.module.sides:
            self.control.addItem(side.title, side.id)
        self.control.setEnabled(scenario is not None)
        holders = {scenario.control.get(spot, "") for spot in hexes} if scenario else {""}
        self.control.setCurrentIndex(self.control.findData(holders.pop()) if len(holders) == 1 else -1)

    # --- acts ------------------------------------------------------------------------------------------

    def _do(self, edit: Callable[[], bool]) -> None:
        if not edit():
            self.refresh()

    def _is_to_take(self, line: QLineEdit) -> bool:
        """Whether what is in a line is to be tried: there is a hex, and it was not refused already."""
        held = self._held[line]
        if not self.hexes or held.is_as_refused:
            return False
        held.release()
        return True

    def _take(self, line: QLineEdit, edit: Callable[[], bool]) -> None:
        """Makes an edit with what was typed into a line; what is refused stays there."""
        if not edit():
            self._held[line].hold()
            self.refresh()

    def _set_terrain(self) -> None:
        kind, hexes = self.terrain.currentData(), self.hexes
        boards: dict[str, list[str]] = {}
        for spot in hexes:
            boards.setdefault(self.page.board_id(spot), []).append(spot)

        def edit(module: ModuleDef) -> ModuleDef:
            for board, spots in boards.items():
                module = maps.paint_terrain(module, board, spots, kind)
            return module

        self._do(lambda: self.document.edit(edit, f"paint {kind}, {len(hexes)} hexes"))

    def _set_name(self) -> None:
        if not self._is_to_take(self.name):
            return
        spot, text, place = self.hexes[0], self.name.text().strip(), self._place()
        board = self.page.board_id(spot)
        if text == (place.name if place else ""):
            return
        if text:
            self._take(
                self.name,
                lambda: self.document.edit(
                    lambda m: maps.set_place(m, board, spot, {"name": text}), f"name {spot} {text}"
                ),
            )
        else:
            self._take(
                self.name,
                lambda: self.document.edit(
                    lambda m: maps.remove_place(m, board, spot), f"no name for {spot}"
                ),
            )

    def _set_kind(self) -> None:
        if self.hexes:
            spot, kind = self.hexes[0], self.kind.currentData()
            board = self.page.board_id(spot)
            self._do(
                lambda: self.document.edit(
                    lambda m: maps.set_place(m, board, spot, {"kind": kind}), f"{spot} is a {kind}"
                )
            )

    def _set_tags(self) -> None:
        if not self._is_to_take(self.tags):
            return
        spot, tags, place = self.hexes[0], tuple(self.tags.text().split()), self._place()
        board = self.page.board()
        if set(tags) == set(board.tags(board.index[spot])):
            return
        name = self.page.board_id(spot)
        change = maps.set_place if place else maps.set_hex
        self._take(
            self.tags,
            lambda: self.document.edit(lambda m: change(m, name, spot, {"tags": tags}), f"tags of {spot}"),
        )

    def _set_control(self) -> None:
        side, hexes, scenario = self.control.currentData(), self.hexes, self.page.scenario
        self._do(
            lambda: self.document.edit(
                lambda m: set_control(m, scenario, hexes, side),
                f"{side or 'nobody'} holds {' '.join(hexes[:3])}",
            )
        )
