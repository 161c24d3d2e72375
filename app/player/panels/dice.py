"""Statistics of the dice: how often each face came, by side, against what was expected."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.fonts import TextSize
from app.graphics.colors import color
from app.graphics.painters.die import paint_die
from app.player.desk import Desk
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.theme.current import scaled, tokens, ui_font
from app.widgets.labels import label
from engine.game import Game
from engine.ids import SideId

WIDEST = 20


@dataclass(slots=True)
class DiceCount:
    """What one side rolled with dice of one size."""

    faces: Counter[int] = field(default_factory=Counter)
    rolls: int = 0

    @property
    def dice(self) -> int:
        """Number of dice."""
        return self.faces.total()

    @property
    def mean(self) -> float:
        """Mean face; 0 without dice."""
        return sum(face * times for face, times in self.faces.items()) / self.dice if self.dice else 0.0


def count_dice(game: Game) -> dict[tuple[int, SideId], DiceCount]:
    """All dice of a game by size of die and side; rolls made before anybody acted belong to no side."""
    found: dict[tuple[int, SideId], DiceCount] = {}
    rolled = [("", draw) for draw in game.opening.draws]
    rolled += [(turn.side, draw) for turn in game.turns for draw in turn.transition.draws]
    for side, draw in rolled:
        if draw.faces:
            count = found.setdefault((draw.faces, side), DiceCount())
            count.faces.update(draw.dice)
            count.rolls += 1
    return found


class FaceBars(QWidget):
    """Bars of how often each face came, for several sides beside each other, with the expected line."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._faces = 6
        self._counts: dict[SideId, DiceCount] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_counts(self, faces: int, counts: dict[SideId, DiceCount]) -> None:
        """Shows other figures."""
        self._faces, self._counts = faces, counts
        words = []
        for side, count in counts.items():
            each = ", ".join(f"{face}: {times}" for face, times in sorted(count.faces.items()))
            words.append(f"{self._desk.session.side_title(side)} {each}")
        self.setAccessibleName("; ".join(words))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(scaled(300), scaled(96))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = tokens()
        foot, top = self.height() - scaled(24), scaled(14)
        most = max((n for count in self._counts.values() for n in count.faces.values()), default=1)
        cell = min(scaled(64), (self.width() - scaled(24)) / self._faces)
        painter.setFont(ui_font(TextSize.NOTE))
        for index in range(self._faces):
            left = scaled(12) + index * cell
            self._draw_face(painter, QRectF(left, top, cell, foot - top), index + 1, most)
            edge = scaled(17)
            box = QRectF(left + cell / 2 - edge / 2, foot + scaled(4), edge, edge)
            paint_die(painter, box, index + 1, self._faces)
        for side, count in self._counts.items():
            level = foot - (foot - top) * count.dice / self._faces / most
            painter.setPen(QPen(color(theme.side(self._desk.look(side))[0]), 1, Qt.PenStyle.DashLine))
            painter.drawLine(scaled(12), round(level), round(scaled(12) + cell * self._faces), round(level))
        painter.end()

    def _draw_face(self, painter: QPainter, room: QRectF, face: int, most: int) -> None:
        theme = tokens()
        wide = (room.width() - scaled(10)) / max(1, len(self._counts))
        for index, (side, count) in enumerate(self._counts.items()):
            times = count.faces[face]
            tall = room.height() * times / most
            bar = QRectF(room.left() + scaled(5) + index * wide, room.bottom() - tall, wide - 2, tall)
            painter.fillRect(bar, color(theme.side(self._desk.look(side))[0]))
            painter.setPen(color(theme.second))
            words = QRectF(bar.left() - 6, bar.top() - scaled(14), bar.width() + 12, scaled(14))
            painter.drawText(words, Qt.AlignmentFlag.AlignCenter, str(times) if times else "")


class DicePanel(Panel):
    """One block for each size of die the game has rolled."""

    title = "Dice"
    name = "dice"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.body = QWidget()
        self.body.setProperty("kind", "panel")
        self._column = QVBoxLayout(self.body)
        self._column.setContentsMargins(scaled(14), scaled(8), scaled(14), scaled(8))
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setAccessibleName(self.title)
        area.setMinimumHeight(scaled(LEAST_HEIGHT))
        area.setWidget(self.body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def key(self) -> object:
        return self.session.game.turns[-1] if self.session.game.count else None

    def fill(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        counts = count_dice(self.session.game)
        for faces in sorted({faces for faces, _ in counts}):
            by_side = {side: count for (size, side), count in counts.items() if size == faces}
            self._column.addWidget(self._block(faces, by_side))
        if not counts:
            self._column.addWidget(label("No dice have been rolled yet.", "second"))
        self._column.addStretch(1)

    def _block(self, faces: int, counts: dict[SideId, DiceCount]) -> QWidget:
        block = QWidget()
        row = QHBoxLayout(block)
        row.setContentsMargins(0, 0, 0, 0)
        words = [f"Dice with {faces} faces, {(faces + 1) / 2:g} expected"]
        for side, count in counts.items():
            title = self.session.side_title(side) or "Before play"
            words.append(f"{title}: {count.dice} dice in {count.rolls} rolls, mean {count.mean:.2f}")
        row.addWidget(label("\n".join(words), "second"), 0, Qt.AlignmentFlag.AlignTop)
        if faces <= WIDEST:
            bars = FaceBars(self.desk)
            bars.show_counts(faces, counts)
            row.addWidget(bars, 1)
        return block
