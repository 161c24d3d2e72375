"""The About dialog: version, licence, who made what, where things are kept."""

from __future__ import annotations

import platform

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app import __version__
from app.icons import application_icon
from app.theme.current import scaled
from app.user_files import config_folder, journals_folder, modules_folder, saves_folder
from app.widgets.labels import label, separator

_CREDITS = (
    "Hexwright is free software under the MIT licence.",
    "Type: EB Garamond, Cabin, Barlow Condensed and Inter, all under the SIL Open Font License 1.1.",
    "Windows by Qt for Python (LGPL). The games credit their designers in the library.",
)


def version_facts() -> str:
    """Version and system in a few lines, as a bug report needs them."""
    return "\n".join(
        (
            f"Hexwright {__version__}",
            f"Python {platform.python_version()}, Qt {qVersion()}, {QApplication.platformName()}",
            f"{platform.system()} {platform.release()}, {platform.machine()}",
            f"Saved games: {saves_folder()}",
            f"Journals: {journals_folder()}",
            f"Own modules: {modules_folder()}",
            f"Settings: {config_folder()}",
        )
    )


class AboutDialog(QDialog):
    """What this is and where it keeps its files; the facts can be copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Hexwright")
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(26), scaled(22), scaled(26), scaled(18))
        column.setSpacing(scaled(10))
        head = QHBoxLayout()
        emblem = QLabel()
        emblem.setPixmap(application_icon().pixmap(scaled(48), scaled(48)))
        head.addWidget(emblem)
        head.addWidget(label("Hexwright", "title"))
        head.addStretch(1)
        column.addLayout(head)
        column.addWidget(
            label("Design, play and print hex-and-counter wargames with the rules enforced.", wraps=True)
        )
        column.addWidget(separator())
        self.facts = label(version_facts(), "second", wraps=True)
        self.facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.facts)
        column.addWidget(separator())
        for words in _CREDITS:
            column.addWidget(label(words, "second", wraps=True))
        column.addLayout(self._buttons())
        self.setMinimumWidth(scaled(480))

    def _buttons(self) -> QHBoxLayout:
        copy = QPushButton("Copy facts")
        copy.clicked.connect(lambda: QApplication.clipboard().setText(version_facts()))
        close = QPushButton("Close")
        close.setProperty("kind", "primary")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(copy)
        row.addStretch(1)
        row.addWidget(close)
        return row
