"""One side of a battle: its counters, the printed strengths, every multiplier, the exact total."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout

from app.fonts import numbers_font
from app.graphics.colors import color
from app.player.desk import Desk
from app.player.figures import strength
from app.theme.manager import scaled, tokens
from app.widgets.counter_view import CounterStrip, ShownCounter
from app.widgets.labels import label
from engine.ids import PieceId, SideId
from engine.view.preview import Factor, Force

COUNTER = 62


class ForceCard(QFrame):
    """A force; where people choose who takes part, a click takes a counter in or out."""

    toggled = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.side: SideId = ""
        self.setProperty("kind", "inset")
        self.title = label("", "card")
        self.total = QLabel()
        self.total.setTextFormat(Qt.TextFormat.PlainText)
        self.total.setAccessibleName("total strength")
        self.members = CounterStrip(COUNTER)
        self.members.chosen.connect(self.toggled)
        self.others_head = label("Could join; click to take in", "second")
        self.others = CounterStrip(40)
        self.others.chosen.connect(self.toggled)
        self.lines = QGridLayout()
        self.lines.setColumnStretch(0, 1)
        self.lines.setVerticalSpacing(scaled(3))
        self.lines.setHorizontalSpacing(scaled(14))
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.total)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(10), scaled(14), scaled(12))
        column.setSpacing(scaled(6))
        column.addLayout(head)
        column.addWidget(self.members)
        column.addWidget(self.others_head)
        column.addWidget(self.others)
        column.addLayout(self.lines)
        column.addStretch(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        ground, _ = tokens().side(self.desk.form(self.side))
        painter.fillRect(QRectF(0, 6, scaled(4), self.height() - 12), color(ground))
        painter.end()

    def show_force(self, force: Force | None, side: SideId, title: str) -> None:
        """Shows who fights and how strong; None when nothing is chosen yet."""
        self.side = side
        self.title.setText(title)
        self.total.setFont(numbers_font(scaled(24)))
        self.total.setText(strength(force.total) if force else "0")
        names = tuple(line.piece for line in force.lines) if force else ()
        self.show_members(names, ())
        self._show_lines(force)
        self.update()

    def show_members(self, members: tuple[PieceId, ...], others: tuple[PieceId, ...]) -> None:
        """Shows the counters that take part and those that could."""
        self.members.show_counters(self._counters(members))
        self.members.setVisible(bool(members))
        self.others.show_counters(self._counters(others))
        self.others.setVisible(bool(others))
        self.others_head.setVisible(bool(others))

    def _counters(self, pieces: tuple[PieceId, ...]) -> tuple[ShownCounter, ...]:
        found = []
        for piece in pieces:
            view = self.desk.session.projection.pieces.get(piece)
            if view is not None:
                words = f"{view.name}, {view.figures}, {self.desk.session.place_title(view.at)}"
                found.append(ShownCounter(id=piece, face=self.desk.face(view), words=words))
        return tuple(found)

    def _show_lines(self, force: Force | None) -> None:
        while (item := self.lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        if force is None or not force.lines:
            return
        printed = [line.printed for line in force.lines if line.printed]
        summed = " + ".join(strength(value) for value in printed) if len(printed) > 1 else ""
        self._line(f"Printed {summed}".strip(), strength(sum(printed)), "")
        for factor, names in grouped_factors(force).items():
            everybody = len(names) == len([line for line in force.lines if line.printed])
            words = factor.text if everybody else f"{factor.text}: {', '.join(names)}"
            self._line(words, f"×{strength(factor.value)}", factor.rule)
        for line in force.lines:
            if line.note:
                self._line(f"{line.name}: {line.note}", "", "")

    def _line(self, words: str, amount: str, rule: str) -> None:
        row = self.lines.rowCount()
        self.lines.addWidget(label(words, wraps=True), row, 0)
        figure = label(amount, "strong")
        figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.lines.addWidget(figure, row, 1)
        cited = label(rule, "faint")
        cited.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.lines.addWidget(cited, row, 2)


def grouped_factors(force: Force) -> dict[Factor, list[str]]:
    """Every multiplier once, with the names of those it concerns."""
    found: dict[Factor, list[str]] = {}
    for line in force.lines:
        for factor in line.factors:
            if line.printed:
                found.setdefault(factor, []).append(line.name)
    return found
