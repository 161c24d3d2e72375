"""How far the ground of a large change is painted, in the status bar, with a button that stops it.

Painting goes on between events, so editing does, too. What is stopped stays flat color until the map is
edited again; nothing of the module depends on it.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QElapsedTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from app.theme.current import scaled
from app.widgets.labels import label

PATIENCE_MS: Final = 700
"""Painting that is over sooner is not told."""


class GroundBar(QWidget):
    """Words, a bar and a button, hidden as long as there is little to paint."""

    stop_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(scaled(120))
        self.bar.setAccessibleName("Painting the ground")
        self.stop_button = QPushButton("Stop")
        self.stop_button.setProperty("kind", "link")
        self.stop_button.setToolTip(
            "Stop painting; hexes that were not painted stay flat until the next edit"
        )
        self.stop_button.setAccessibleName("Stop painting the ground")
        self.stop_button.clicked.connect(lambda _on=False: self.stop_wanted.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(scaled(8))
        row.addWidget(label("Painting the ground", "second"))
        row.addWidget(self.bar)
        row.addWidget(self.stop_button)
        self._since = QElapsedTimer()
        self.hide()

    def show_share(self, share: float) -> None:
        """Shows how much is painted, from 0 to 1; 1 means that it is over."""
        if share >= 1:
            self._since.invalidate()
            self.hide()
            return
        if not self._since.isValid():
            self._since.start()
        self.bar.setValue(round(100 * share))
        if self._since.elapsed() >= PATIENCE_MS:
            self.show()
