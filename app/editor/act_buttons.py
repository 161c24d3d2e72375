"""The buttons over a table of the editor: a name for each, its words, and what it does."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLayout, QPushButton

Act = tuple[str, str, Callable[[], object]]


def add_act_buttons(bar: QLayout, acts: tuple[Act, ...]) -> dict[str, QPushButton]:
    """Adds a button for each act to a bar; the buttons by their names."""
    made: dict[str, QPushButton] = {}
    for name, words, act in acts:
        button = QPushButton(words)
        button.clicked.connect(lambda _on=False, do=act: do())
        bar.addWidget(button)
        made[name] = button
    return made
