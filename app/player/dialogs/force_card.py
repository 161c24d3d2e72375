"""One side of a battle: its counters, the printed strengths, every multiplier, the exact total."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from app.fonts import numbers_font
from app.graphics.colors import color
from app.player.desk import Desk
from app.player.dialogs.figure_list import Figure, FigureList
from app.player.figures import strength
from app.theme.current import scaled, theme, tokens
from app.widgets.counter_view import CounterStrip, ShownCounter
from app.widgets.labels import label
from engine.ids import PieceId, SideId
from engine.view.preview import Factor, Force

COUNTER, OTHERS, LOW_COUNTER = 62, 40, 34


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
        self.others_head = label("Could join; click or Space takes in", "second")
        self.others = CounterStrip(OTHERS)
        self.others.chosen.connect(self.toggled)
        for strip in (self.members, self.others):
            strip.choosing_keys = frozenset((Qt.Key.Key_Space,))
        self.lines = FigureList()
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
        column.addWidget(self.lines)
        column.addStretch(1)
        self._set_font()
        theme().changed.connect(self._set_font)

    def set_low(self, *, low: bool) -> None:
        """Takes less height, with smaller counters."""
        self.members.set_edge(LOW_COUNTER if low else COUNTER)
        self.others.set_edge(LOW_COUNTER if low else OTHERS)

    def _set_font(self) -> None:
        """Again whenever a style sheet, at first or of another look, has taken the font away."""
        self.total.setFont(numbers_font(scaled(24)))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        ground, _ = tokens().side(self.desk.look(self.side))
        painter.fillRect(QRectF(0, 6, scaled(4), self.height() - 12), color(ground))
        painter.end()

    def show_force(self, force: Force | None, side: SideId, title: str) -> None:
        """Shows who fights and how strong; None when nothing is chosen yet."""
        self.side = side
        self.title.setText(title)
        self._set_font()
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
        self.lines.show_figures(force_figures(force) if force else ())


def force_figures(force: Force) -> tuple[Figure, ...]:
    """Printed strengths, each multiplier once, and remarks."""
    fighting = [line for line in force.lines if line.printed]
    summed = " + ".join(strength(line.printed) for line in fighting) if len(fighting) > 1 else ""
    total = strength(sum(line.printed for line in fighting))
    found = [Figure(text=f"Printed {summed}".strip(), amount=total)]
    for factor, names in grouped_factors(force).items():
        words = without_sign(factor)
        words = words if len(names) == len(fighting) else f"{words}: {', '.join(names)}"
        found.append(Figure(text=words, amount=f"×{strength(factor.value)}", rule=factor.rule))
    found += [Figure(text=f"{line.name}: {line.note}", is_muted=True) for line in force.lines if line.note]
    return tuple(found)


def without_sign(factor: Factor) -> str:
    """The words of a multiplier without the figure at their head, which has a column of its own."""
    head, _, rest = factor.text.partition(" ")
    words = rest if head[:1] in "×x" and rest else factor.text
    return words[:1].upper() + words[1:]


def grouped_factors(force: Force) -> dict[Factor, list[str]]:
    """Every multiplier once, with the names of those it concerns."""
    found: dict[Factor, list[str]] = {}
    for line in force.lines:
        for factor in line.factors:
            if line.printed:
                found.setdefault(factor, []).append(line.name)
    return found
