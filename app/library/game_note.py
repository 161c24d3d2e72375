"""What a game is, in a few lines beside its cover: description, people, version."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.theme.current import scaled
from app.widgets.labels import label
from engine.definition.module import ModuleDef
from engine.rules.registry import missing_rules


class GameNote(QScrollArea):
    """Shown where the shelf leaves room; scrolls when it does not."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.setMinimumWidth(scaled(180))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_module(self, module: ModuleDef | None) -> None:
        """Describe a module, or nothing."""
        body = QWidget()
        body.setProperty("kind", "window")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, scaled(4), scaled(8), 0)
        column.setSpacing(scaled(5))
        if module is not None:
            column.addWidget(label(module.title, "title"))
            if module.subtitle:
                column.addWidget(label(module.subtitle, "second", wraps=True))
            missing = missing_rules(module)
            if missing:
                column.addWidget(label(missing, "care", wraps=True))
            if module.description:
                column.addWidget(label(module.description, wraps=True))
            for line in people_lines(module):
                column.addWidget(label(line, "faint", wraps=True))
        column.addStretch(1)
        self.setWidget(body)


def people_lines(module: ModuleDef) -> tuple[str, ...]:
    """Who made the game and the module, and the module's version."""
    lines = [f"{credit.role}: {credit.name}" for credit in module.credits]
    if not lines and module.designer:
        lines.append(f"Designed by {module.designer}")
    if module.publisher:
        lines.append(f"Published by {module.publisher}")
    lines.append(f"Module version {module.version}")
    return tuple(lines)
