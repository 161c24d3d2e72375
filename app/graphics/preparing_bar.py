"""A bar at the foot of a map while its picture is prepared: how far it is, and a way to stop.

Pictures too big for memory are cut into tiles the first time they are seen. The map is used meanwhile as
bare paper with its grid; when the tiles are there, it changes by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from app.graphics.board_scene import BoardScene
from app.graphics.map_tiles.preparing import STOPPED, Preparation

WIDTH = 430
FOOT = 18


class PreparingBar(QFrame):
    """Prepares the pictures of a scene that need it, one after another."""

    def __init__(self, scene: BoardScene, renewed: Callable[[], object], parent: QWidget) -> None:
        super().__init__(parent)
        self._scene, self._renewed = scene, renewed
        self.work: Preparation | None = None
        self._sheet = -1
        self.words, self.bar, self.button = QLabel(), QProgressBar(), QPushButton()
        self.setProperty("kind", "panel")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Preparing the picture of the map"))
        row = QHBoxLayout(self)
        row.addWidget(self.words, 1)
        row.addWidget(self.bar, 1)
        row.addWidget(self.button)
        self.button.clicked.connect(self._press)
        self.hide()
        parent.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        around = self.parentWidget()
        if around is not None:
            height = self.sizeHint().height()
            width = min(WIDTH, around.width() - 2 * FOOT)
            self.setGeometry((around.width() - width) // 2, around.height() - height - FOOT, width, height)

    def begin(self) -> None:
        """Prepares the next picture that needs it."""
        if self.work is not None:
            return
        for art in self._scene.arts:
            if art.scan is not None and art.scan.uncut is not None:
                self._sheet = art.sheet
                if art.scan.cut() is not art.scan:
                    self._take()
                    return
                self._start(Preparation(art.scan.uncut, self))
                return
        self.hide()

    def _start(self, work: Preparation) -> None:
        self.work = work
        work.progressed.connect(self._show_share)
        work.ended.connect(self._end)
        self.words.setText(self.tr("Preparing the picture of the map…"))
        self.button.setText(self.tr("Stop"))
        self.bar.show()
        self._show_share(0.0)
        self._place()
        self.show()
        self.raise_()
        work.start()

    def _show_share(self, share: float) -> None:
        self.bar.setValue(round(share * 1000))

    def _end(self, fault: str) -> None:
        work, self.work = self.work, None
        if work is not None:
            work.deleteLater()
        if not fault:
            self._take()
            return
        self.bar.hide()
        stopped = self.tr("The picture of the map was not prepared.")
        self.words.setText(stopped if fault == STOPPED else fault)
        self.words.setToolTip(self.words.text())
        self.button.setText(self.tr("Try again"))
        self._place()

    def _take(self) -> None:
        art = self._scene.arts[self._sheet]
        if art.scan is not None:
            self._scene.renew_map(replace(art, scan=art.scan.cut()))
            self._renewed()
        self.begin()

    def _press(self) -> None:
        if self.work is not None:
            self.work.stop()
        else:
            self.begin()

    def stop(self) -> None:
        """The window goes: no more work."""
        if self.work is not None:
            self.work.ended.disconnect(self._end)
            self.work.stop()
            self.work.wait()
            self.work = None
