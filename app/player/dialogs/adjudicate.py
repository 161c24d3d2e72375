"""Adjudication: overruling the rules. Move, flip, mark, set cards, turn, phase, tracks; logged and marked."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.player.desk import Desk
from app.player.dialogs.card_choice import CardChoice
from app.player.dialogs.track_table import TrackTable
from app.player.figures import counted
from app.theme.current import scaled
from app.widgets.keycap import KeyButton
from app.widgets.labels import label
from app.widgets.spin_boxes import SpinBox
from engine.ids import PieceId
from engine.play.action import Adjudicate, PiecePlacement

KEEP = "as it is"


class AdjudicationDialog(QDialog):
    """Changes the selected pieces, a place's owner, a card, the turn, the phase, or tracks."""

    decided = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Adjudicate")
        self.setAccessibleName(self.windowTitle())
        self.pieces_label = label("", "strong", wraps=True)
        self.at = _field("Hex or box; “-” takes out of the game")
        self.steps = _spin("Steps")
        self.count = _spin("Count")
        self.marks = _field("Marks with spaces between; “-” for none")
        known = sorted({mark for view in desk.session.projection.pieces.values() for mark in view.markers})
        if known:
            self.marks.setToolTip(f"In this game now: {', '.join(known)}")
        self.owner = QComboBox()
        self.owner.addItem(KEEP, None)
        for side in desk.session.module.sides:
            self.owner.addItem(side.title, side.id)
        self.turn = _spin("Turn")
        self.phase = QComboBox()
        self.phase.addItem(KEEP, None)
        for phase in desk.session.module.phases():
            if phase.step or not phase.phases:
                self.phase.addItem(f"{phase.id}: {phase.title}", phase.id)
        self.cards = CardChoice(desk.session)
        self.tracks = TrackTable()
        self._show_tracks()
        self.fault = label("", "bad", wraps=True)
        self._lay_out()
        desk.selection.changed.connect(self._follow)
        self._follow()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setSpacing(scaled(8))
        form.addRow("Pieces", self.pieces_label)
        form.addRow("Put at", self.at)
        form.addRow("Steps", self.steps)
        form.addRow("Count", self.count)
        form.addRow("Marks", self.marks)
        form.addRow("Control of the place", self.owner)
        form.addRow("Turn", self.turn)
        form.addRow("Phase", self.phase)
        if self.desk.session.module.cards:
            form.addRow("Card", self.cards)
        form.addRow("Tracks", self.tracks)
        apply_button = KeyButton("Overrule", "", "primary")
        apply_button.clicked.connect(self._decide)
        close = QPushButton("Close")
        close.clicked.connect(self.close)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(close)
        row.addWidget(apply_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(14), scaled(18), scaled(14))
        column.setSpacing(scaled(10))
        column.addWidget(label("Overrule the rules", "section"))
        words = "Select pieces on the map, then say what is to be. Everything left empty stays as it is."
        column.addWidget(label(f"{words} It is logged and marked.", "second", wraps=True))
        column.addLayout(form)
        column.addWidget(self.fault)
        column.addLayout(row)
        self.setMinimumWidth(scaled(460))

    def _show_tracks(self) -> None:
        self.tracks.show_tracks(self.desk.session.rules.tracks(self.desk.session.state))

    def _follow(self) -> None:
        pieces = self.desk.selection.pieces
        names = ", ".join(self.desk.session.piece_name(piece) for piece in pieces[:4])
        more = f" and {counted(len(pieces) - 4, 'piece')} more" if len(pieces) > 4 else ""
        self.pieces_label.setText(f"{names}{more}" or "none selected")

    def change(self) -> Adjudicate:
        """What is asked for; raises ``ValueError`` for a number typed as a word."""
        placements = tuple(self._placement(piece) for piece in self.desk.selection.pieces)
        place, owner = self.desk.selection.place, self.owner.currentData()
        return Adjudicate(
            set=tuple(p for p in placements if p != PiecePlacement(piece=p.piece)),
            control={place: owner} if place and owner else None,
            turn=self.turn.value() if self.turn.value() >= 0 else None,
            phase=self.phase.currentData(),
            tracks=self.tracks.changes(),
            cards=self.cards.placements(),
        )

    def _placement(self, piece: PieceId) -> PiecePlacement:
        at, marks = self.at.text().strip(), self.marks.text().split()
        return PiecePlacement(
            piece=piece,
            at=msgspec.UNSET if not at else None if at == "-" else at,
            steps=self.steps.value() if self.steps.value() >= 0 else msgspec.UNSET,
            count=self.count.value() if self.count.value() >= 0 else msgspec.UNSET,
            markers=msgspec.UNSET if not marks else () if marks == ["-"] else tuple(marks),
        )

    def _decide(self) -> None:
        try:
            change = self.change()
        except ValueError as error:
            self.fault.setText(str(error))
            return
        if change == Adjudicate():
            self.fault.setText("Nothing is asked for yet.")
            return
        refusal = self.desk.session.check(change)
        self.fault.setText(str(refusal) if refusal else "")
        if refusal is None:
            self.decided.emit(change)

    def tell(self, fault: str) -> None:
        """Shows why the last change was refused; empty if it was taken."""
        self.fault.setText(fault)
        if not fault:
            self.at.clear()
            self.marks.clear()
            self.cards.refresh()
            self._show_tracks()


def _field(hint: str) -> QLineEdit:
    made = QLineEdit()
    made.setPlaceholderText(hint)
    return made


def _spin(name: str) -> QSpinBox:
    made = SpinBox()
    made.setRange(-1, 999)
    made.setValue(-1)
    made.setSpecialValueText(KEEP)
    made.setAccessibleName(name)
    return made
