"""Cards of games that can be gone on with: picture, title, where it stands, a button."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.graphics.colors import color
from app.graphics.counter_cache import shared_counters
from app.graphics.painters.face import CounterFace
from app.theme.current import scaled, tokens
from app.widgets.labels import ElidedLabel, StatusChip


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueItem:
    """A game to go on with. `badge` is a short word such as `recovered`; `fault` forbids opening."""

    path: Path
    title: str
    second: str
    third: str
    badge: str = ""
    fault: str = ""
    face: CounterFace | None = None
    module: str = ""
    scenario: str = ""


class _Picture(QWidget):
    """A piece of the game's map with a counter on it."""

    def __init__(self, face: CounterFace | None) -> None:
        super().__init__()
        self._face = face
        self.pixmap: QPixmap | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFixedWidth(scaled(112))

    def show_pixmap(self, pixmap: QPixmap | None) -> None:
        """Show a picture as soon as it is there."""
        self.pixmap = pixmap
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = tokens()
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        path = QPainterPath()
        path.addRoundedRect(QRectF(self.rect()).adjusted(1, 1, 6, -1), 5, 5)
        painter.setClipPath(path)
        painter.fillRect(self.rect(), color(theme.row))
        if self.pixmap is not None:
            ratio = self.pixmap.devicePixelRatio()
            size = QSize(round(self.width() * ratio), round(self.height() * ratio))
            part = QRectF(0, 0, size.width(), size.height())
            part.moveCenter(QRectF(self.pixmap.rect()).center())
            painter.drawPixmap(QRectF(self.rect()), self.pixmap, part)
            painter.fillRect(self.rect(), color("#140f06", theme.map_shade))
        if self._face is not None:
            edge = scaled(44)
            picture = shared_counters().picture(self._face, edge, self.devicePixelRatioF())
            picture.draw(painter, QPointF((self.width() - edge) / 2, (self.height() - edge) / 2))
        painter.end()


class ContinueCard(QFrame):
    """One card; `asked` when its button is pressed."""

    asked = Signal(object)

    def __init__(self, item: ContinueItem, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.item = item
        self.picture = _Picture(item.face)
        self.button = QPushButton("Continue" if not item.badge else "Go on")
        self.button.setAccessibleName(f"Continue {item.title}, {item.second}")
        self.button.setEnabled(not item.fault)
        self.button.clicked.connect(lambda: self.asked.emit(item.path))
        self.setToolTip(item.fault or str(item.path))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(scaled(540))
        words = QVBoxLayout()
        words.setContentsMargins(scaled(12), scaled(9), scaled(10), scaled(8))
        words.setSpacing(scaled(1))
        words.addWidget(ElidedLabel(item.title, "card"))
        words.addWidget(ElidedLabel(item.second, "second"))
        words.addWidget(ElidedLabel(item.fault or item.third, "bad" if item.fault else "faint"))
        words.addStretch(1)
        foot = QHBoxLayout()
        foot.addWidget(self.button)
        foot.addStretch(1)
        if item.badge:
            foot.addWidget(StatusChip(item.badge, "care"))
        words.addLayout(foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        row.addWidget(self.picture)
        row.addLayout(words, 1)

    def sizeHint(self) -> QSize:
        return QSize(scaled(340), scaled(112))

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(250), scaled(112))


class ContinueRow(QWidget):
    """As many cards as fit in a row, newest first."""

    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: tuple[ContinueItem, ...] = ()
        self.cards: list[ContinueCard] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(scaled(16))
        self._row.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_items(self, items: tuple[ContinueItem, ...], most: int) -> None:
        """Show the first `most` of some games."""
        if items[:most] == tuple(card.item for card in self.cards):
            return
        self._items = items
        for card in self.cards:
            self._row.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = [ContinueCard(item, self) for item in items[:most]]
        for card in self.cards:
            card.asked.connect(self.asked)
            self._row.addWidget(card)
