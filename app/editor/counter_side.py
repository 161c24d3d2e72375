"""The chosen counter beside table and cards: front and back large, and where it is used."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.editor.document import EditorDocument
from app.editor.summaries import ACTIONS, exchange_of, place_words
from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.face import CounterFace
from app.theme.current import scaled
from app.widgets.counter_view import CounterView
from app.widgets.labels import label
from engine.definition.piece import PieceDef
from engine.definition.scenario import PlacementDef, ScheduleEntry
from engine.editing.pieces import Use, uses_of
from engine.editing.searching import value_at

PATH = Qt.ItemDataRole.UserRole
EDGE = 92
_HOW = {"dead": "dead at the start", "gone": "out of this game"}


class CounterSide(QWidget):
    """One counter, or the first of several."""

    jump_wanted = Signal(tuple)
    """The path of a use."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.name = label("", "strong")
        self.front = CounterView(CounterFace(), EDGE)
        self.back = CounterView(CounterFace(), EDGE)
        self.uses = QListWidget()
        self.uses.setAccessibleName("Where used")
        self.uses.setWordWrap(True)
        self.uses.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.uses.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        faces = QHBoxLayout()
        faces.addWidget(self.front)
        faces.addWidget(self.back)
        faces.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(scaled(6))
        column.addWidget(self.name)
        column.addLayout(faces)
        column.addWidget(label("Where used", "second"))
        column.addWidget(self.uses, 1)
        self.setFixedWidth(scaled(208))
        self.uses.itemActivated.connect(self._jump)
        self.uses.itemClicked.connect(self._jump)

    def _jump(self, item: QListWidgetItem) -> None:
        if item.data(PATH):
            self.jump_wanted.emit(tuple(item.data(PATH)))

    def show_pieces(self, pieces: list[PieceDef], faces: FaceMaker) -> None:
        """Shows the first of some counters, or that there is none."""
        self.uses.clear()
        self.front.setVisible(bool(pieces))
        self.back.setVisible(bool(pieces) and pieces[0].steps > 1)
        if not pieces:
            self.name.setText("No counter chosen")
            return
        piece = pieces[0]
        more = len(pieces) - 1
        self.name.setText(f"{piece.name} and {more} more" if more else piece.name)
        self.front.show_face(faces.printed(piece), f"{piece.name}, front")
        if piece.steps > 1:
            self.back.show_face(faces.with_steps(piece, max(1, piece.steps // 2)), f"{piece.name}, back")
        for use in uses_of(self.document.module, piece.id):
            item = QListWidgetItem(self._words(use, piece.id), self.uses)
            item.setData(PATH, use.path)
            item.setToolTip("Go there")
        if not self.uses.count():
            QListWidgetItem("In no set-up and no schedule", self.uses)

    def _words(self, use: Use, piece: str) -> str:
        module = self.document.module
        thing = value_at(module, use.path)
        if isinstance(thing, ScheduleEntry):
            if thing.action == "upgrade":
                return f"Turn {thing.turn} {exchange_of(thing, piece, module)}"
            place = place_words(thing, module)
            return f"Turn {thing.turn} {ACTIONS[thing.action]}" + (f", {place}" if place else "")
        title = next((scenario.title for scenario in module.scenarios if scenario.id == use.where), use.where)
        place = place_words(thing, module) if isinstance(thing, PlacementDef) else _HOW[use.kind]
        return f"{title}: {place}"
