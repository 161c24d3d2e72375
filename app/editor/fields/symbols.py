"""The field of a unit symbol: the symbols drawn, to be chosen by eye."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QWidget,
    QWidgetAction,
)

from app.editor.fields.field import SEVERAL, Field
from app.editor.fields.schema import FieldSpec
from app.editor.fields.sources import Sources
from app.theme.current import scaled

KEY = Qt.ItemDataRole.UserRole


class SymbolField(Field):
    """The key of a symbol, with its picture; a click shows all of them."""

    def __init__(self, spec: FieldSpec, sources: Sources, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.sources = sources
        self.line = QLineEdit()
        self.line.setPlaceholderText("that of its type")
        self.button = QPushButton()
        self.button.setFixedWidth(scaled(52))
        self.button.setIconSize(QSize(scaled(30), scaled(20)))
        self._ready(self.line)
        self._named(self.button, f"{spec.title}: choose a picture")
        self.row.addWidget(self.button)
        self._shown = ""
        self.line.editingFinished.connect(self._commit)
        self.button.clicked.connect(self.open_pictures)

    def show_values(self, values: Sequence[object]) -> None:
        known = list(dict.fromkeys(str(value or "") for value in values))
        self._shown = known[0] if len(known) == 1 else ""
        self.line.setText(self._shown)
        self.line.setPlaceholderText(SEVERAL if len(known) > 1 else "that of its type")
        icon = self.sources.icon("symbols", self._shown) if self._shown else None
        self.button.setIcon(icon or QIcon())
        self.button.setText("" if icon else "…")

    def pictures(self) -> QListWidget:
        """All symbols as pictures."""
        view = QListWidget()
        view.setViewMode(QListWidget.ViewMode.IconMode)
        view.setResizeMode(QListWidget.ResizeMode.Adjust)
        view.setMovement(QListWidget.Movement.Static)
        view.setIconSize(QSize(scaled(48), scaled(34)))
        view.setGridSize(QSize(scaled(96), scaled(66)))
        view.setMinimumSize(scaled(4 * 96 + 26), scaled(320))
        view.setAccessibleName("Symbols")
        view.setWordWrap(True)
        for key, words in (("", "by its type"), *self.sources.choices("symbols")):
            item = QListWidgetItem(words, view)
            item.setData(KEY, key)
            item.setToolTip(key)
            icon = self.sources.icon("symbols", key) if key else None
            if icon is not None:
                item.setIcon(icon)
            if key == self._shown:
                view.setCurrentItem(item)
        return view

    def open_pictures(self) -> QMenu:
        """Shows all symbols below the button; a click or Enter takes one."""
        menu = QMenu(self)
        view = self.pictures()
        act = QWidgetAction(menu)
        act.setDefaultWidget(view)
        menu.addAction(act)

        def taken(item: QListWidgetItem) -> None:
            menu.close()
            self.take(str(item.data(KEY)))

        view.itemClicked.connect(taken)
        view.itemActivated.connect(taken)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))
        view.setFocus()
        return menu

    def take(self, key: str) -> None:
        """Takes a symbol."""
        self.line.setText(key)
        self._commit()

    def _commit(self) -> None:
        text = self.line.text().strip()
        if text != self._shown:
            self._shown = text
            self.committed.emit(text)
