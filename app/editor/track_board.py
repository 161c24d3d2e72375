"""Tracks drawn as players see them, with a marker that is set by a click: always, or in one scenario."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.editor.document import EditorDocument
from app.fonts import TextSize
from app.graphics.colors import color
from app.theme.current import scaled, tokens, ui_font
from app.widgets.labels import label
from engine.definition.sequence import TrackDef
from engine.editing.options import clear_track_start, set_track_start

MOST_CELLS = 60
HEIGHT, LEAST = 30, 34


class TrackStrip(QWidget):
    """One track as cells; a click on one puts the marker there."""

    clicked = Signal(int)
    """The position of a cell, counted from the first."""

    def __init__(self, track: TrackDef, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.track = track
        self.at = 0
        self.is_own = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def cells(self) -> tuple[str, ...]:
        """The words of the cells."""
        if self.track.spaces:
            return self.track.spaces
        count = min(MOST_CELLS, self.track.last - self.track.first + 1)
        return tuple(str(self.track.first + n) for n in range(max(0, count)))

    def show_start(self, at: int, *, is_own: bool) -> None:
        """Puts the marker on a cell; `is_own` when a scenario says so and not the track."""
        self.at, self.is_own = at, is_own
        words = self.cells[at] if 0 <= at < len(self.cells) else str(at)
        self.setAccessibleName(f"{self.track.title} starts at {words}")
        self.update()

    def places(self, width: int) -> Iterator[tuple[int, QRect]]:
        """Where each cell lies in a strip so wide."""
        metrics = QFontMetrics(ui_font(TextSize.SECOND))
        x, y, height = 0, 0, scaled(HEIGHT)
        for n, words in enumerate(self.cells):
            across = max(scaled(LEAST), metrics.horizontalAdvance(words) + scaled(16))
            if x and x + across > width:
                x, y = 0, y + height + scaled(4)
            yield n, QRect(x, y, across - scaled(3), height)
            x += across

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        bottom = max((place.bottom() for _, place in self.places(width)), default=scaled(HEIGHT))
        return bottom + scaled(3)

    def sizeHint(self) -> QSize:
        return QSize(scaled(420), self.heightForWidth(scaled(420)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = tokens()
        painter.setFont(ui_font(TextSize.SECOND))
        for n, place in self.places(self.width()):
            is_now = n == self.at
            ground = (theme.accent if self.is_own else theme.selected) if is_now else theme.row
            ink = (theme.on_accent if self.is_own else theme.selected_text) if is_now else theme.text
            painter.setPen(QPen(color(theme.accent if is_now else theme.line), 1.4 if is_now else 1.0))
            painter.setBrush(color(ground))
            painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
            painter.setPen(color(ink))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self.cells[n])
        painter.end()

    def place_of(self, n: int) -> QPoint:
        """The middle of a cell."""
        return dict(self.places(self.width()))[n].center()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        for n, place in self.places(self.width()):
            if place.contains(point):
                self.clicked.emit(n)
                return


class TrackBoard(QWidget):
    """All tracks of the module below each other."""

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.strips: dict[str, TrackStrip] = {}
        self.resets: dict[str, QPushButton] = {}
        self.scenario = QComboBox()
        self.scenario.setAccessibleName("Whose start")
        self.scenario.activated.connect(lambda _n: self.refresh())
        self.body = QVBoxLayout()
        self.body.setSpacing(scaled(4))
        self._shape: object = None
        top = QHBoxLayout()
        top.addWidget(label("Click a space: the start", "second"))
        top.addWidget(self.scenario)
        top.addStretch(1)
        inner = QWidget()
        inner.setProperty("kind", "panel")
        inner.setLayout(self.body)
        area = self.area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(top)
        column.addWidget(area, 1)

    @property
    def chosen_scenario(self) -> str:
        """The scenario whose start is set; empty for the start of the track itself."""
        return str(self.scenario.currentData() or "")

    def refresh(self) -> None:
        """Shows the tracks as they are now."""
        module = self.document.module
        shape = (module.tracks, tuple((s.id, s.title) for s in module.scenarios))
        if shape != self._shape:
            self._build()
            self._shape = shape
        starts = {s.id: s.tracks for s in module.scenarios}.get(self.chosen_scenario, {})
        for track in module.tracks:
            own = starts.get(track.id)
            self.strips[track.id].show_start(_position(track, own), is_own=own is not None)
            self.resets[track.id].setVisible(own is not None)

    def _build(self) -> None:
        module, kept = self.document.module, self.chosen_scenario
        self.scenario.clear()
        self.scenario.addItem("in every scenario", "")
        for scenario in module.scenarios:
            self.scenario.addItem(f"in {scenario.title}", scenario.id)
        self.scenario.setCurrentIndex(max(0, self.scenario.findData(kept)))
        while (item := self.body.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.strips, self.resets = {}, {}
        titles = {side.id: side.title for side in module.sides}
        for track in module.tracks:
            self.body.addWidget(self._line(track, titles.get(track.side or "", "")))
        self.body.addStretch(1)

    def _line(self, track: TrackDef, owner: str) -> QWidget:
        holder = QWidget()
        strip, reset = TrackStrip(track), QPushButton("As always")
        reset.setProperty("kind", "chip")
        reset.setToolTip("Takes back what this scenario says of the track")
        strip.clicked.connect(lambda n, name=track.id: self.set_start(name, n))
        reset.clicked.connect(lambda _on=False, name=track.id: self.clear_start(name))
        self.strips[track.id], self.resets[track.id] = strip, reset
        head = QHBoxLayout()
        head.addWidget(label(_title(track, owner), "strong"))
        head.addWidget(label(track.note, "second"), 1)
        head.addWidget(reset)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, scaled(4), 0, scaled(4))
        column.setSpacing(scaled(3))
        column.addLayout(head)
        column.addWidget(strip)
        return holder

    def show_track(self, name: str) -> None:
        """Brings a track into sight, once the strips have their places."""
        QTimer.singleShot(0, self, lambda: self._bring(name))

    def _bring(self, name: str) -> None:
        strip = self.strips.get(name)
        holder = strip.parentWidget() if strip is not None else None
        inner = self.area.widget()
        if holder is None or inner is None:
            return
        self.body.activate()
        height = max(self.body.totalHeightForWidth(inner.width()), self.area.viewport().height())
        inner.resize(inner.width(), height)
        self.area.ensureWidgetVisible(holder, 0, scaled(4))

    def set_start(self, name: str, position: int) -> bool:
        """Puts the marker of a track on a cell."""
        track = next(found for found in self.document.module.tracks if found.id == name)
        scenario = self.chosen_scenario
        value: int | str = position if track.spaces else track.first + position
        if track.spaces and scenario:
            value = track.spaces[position]
        words = f"start of {track.title}" + (f" in {scenario}" if scenario else "")
        return self.document.edit(lambda m: set_track_start(m, name, value, scenario), words)

    def clear_start(self, name: str) -> bool:
        """Lets the scenario on show begin where the track always does."""
        scenario = self.chosen_scenario
        return self.document.edit(lambda m: clear_track_start(m, name, scenario), f"start of {name}")


def _title(track: TrackDef, owner: str) -> str:
    """The title of a track, with its owner where the title does not name him already."""
    return track.title if not owner or owner.lower() in track.title.lower() else f"{track.title}, {owner}"


def _position(track: TrackDef, own: int | str | None) -> int:
    if isinstance(own, str):
        return track.spaces.index(own) if own in track.spaces else track.start
    value = track.start if own is None else own
    return value if track.spaces else value - track.first
