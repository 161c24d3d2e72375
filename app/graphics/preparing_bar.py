"""A bar at the foot of a map while its picture is prepared: how far it is, and a way to stop.

Pictures too big for memory are cut into tiles the first time they are seen, and big maps that nobody baked
get their ground painted. The map is used meanwhile as bare paper or plain hexes; when the picture is there,
it changes by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from app.graphics.board_scene import BoardScene
from app.graphics.elsewhere import STOPPED, Elsewhere
from app.graphics.ground.making import GroundMaking
from app.graphics.map_tiles.preparing import Preparation
from app.graphics.painters.board_art import with_made_ground

WIDTH = 430
FOOT = 18


class PreparingBar(QFrame):
    """Prepares the pictures of a scene that need it, one after another."""

    def __init__(self, scene: BoardScene, renewed: Callable[[], object], parent: QWidget) -> None:
        super().__init__(parent)
        self._scene, self._renewed = scene, renewed
        self.work: Elsewhere | None = None
        self._sheet = -1
        self._words = self._stopped = ""
        self.words, self.bar, self.button = QLabel(), QProgressBar(), QPushButton()
        self.setProperty("kind", "panel")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
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
            self._sheet = art.sheet
            if art.scan is not None and art.scan.uncut is not None:
                if art.scan.cut() is not art.scan:
                    self._take()
                    return
                self._words = self.tr("Preparing the picture of the map…")
                self._stopped = self.tr("The picture of the map was not prepared.")
                self._start(Preparation(art.scan.uncut, self))
                return
            if art.unmade is not None:
                self._words = self.tr("Painting the ground of the map…")
                self._stopped = self.tr("The ground of the map was not painted.")
                self._start(GroundMaking(art.unmade, self))
                return
        self.hide()

    def finish(self) -> None:
        """Waits until grounds are painted; for pictures and tests."""
        self.begin()
        while isinstance(self.work, GroundMaking):
            self.work.wait()

    def _start(self, work: Elsewhere) -> None:
        self.work = work
        work.progressed.connect(self._show_share)
        work.ended.connect(self._end)
        self.words.setText(self._words)
        self.words.setToolTip("")
        self.button.setText(self.tr("Stop"))
        self.bar.setAccessibleName(self._words)
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
        self.words.setText(self._stopped if fault == STOPPED else fault[:1].upper() + fault[1:])
        self.words.setToolTip(self.words.text())
        self.button.setText(self.tr("Try again"))
        self._place()

    def _take(self) -> None:
        art = self._scene.arts[self._sheet]
        scan = art.scan.cut() if art.scan is not None else None
        new = with_made_ground(replace(art, scan=scan))
        if new.unmade is not None and new.unmade is art.unmade:
            new = replace(new, unmade=None)
        self._scene.renew_map(new)
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
