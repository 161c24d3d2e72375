"""The top of a player window: menus, title of the game, how it is played, and the prompt bar below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenuBar, QVBoxLayout, QWidget

from app.player.session import Session
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.prompt_bar import PromptBar


class WindowTop(QWidget):
    """Menu bar with the game's title in its middle, and the prompt bar below."""

    def __init__(self, title: str, prompt_bar: PromptBar) -> None:
        super().__init__()
        self.menus = QMenuBar()
        self.title_label = QLabel(title)
        self.title_label.setProperty("tone", "strong")
        self.title_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.mode_label = label("", "second")
        bar = QWidget()
        bar.setProperty("kind", "bar")
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, scaled(14), 0)
        row.addWidget(self.menus)
        row.addWidget(self.title_label, 1)
        row.addWidget(self.mode_label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(prompt_bar)

    def show_mode(self, session: Session, saved_at: str) -> None:
        """Says how the game is played and whether it is saved."""
        sitting = session.sitting
        mode = "Solo" if sitting.solo else "Against the computer" if sitting.players else "Hotseat"
        if session.looking_at is not None:
            mode = "Replay"
        saved = f"saved {saved_at}" if saved_at else "autosave on"
        if session.journal is None and not saved_at:
            saved = "not saved"
        self.mode_label.setText(f"{mode} · {saved}")
