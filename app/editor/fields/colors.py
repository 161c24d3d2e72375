"""The field of a color: its code, the module's own palette, and the dialog of the system."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QColorDialog, QGridLayout, QLineEdit, QMenu, QPushButton, QWidget, QWidgetAction

from app.editor.fields.field import SEVERAL, Field
from app.editor.fields.schema import FieldSpec
from app.editor.fields.sources import Sources
from app.graphics.colors import color
from app.theme.current import scaled, tokens

ACROSS = 6


def swatch(code: str, size: int = 18) -> QIcon:
    """A small field of a color with an edge."""
    picture = QPixmap(scaled(size), scaled(size))
    picture.fill(QColor(code) if code else Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setPen(color(tokens().strong_line))
    painter.drawRect(0, 0, picture.width() - 1, picture.height() - 1)
    painter.end()
    return QIcon(picture)


class ColorField(Field):
    """A color of the palette, any other, or none where it is optional."""

    def __init__(self, spec: FieldSpec, sources: Sources, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.sources = sources
        self.line = QLineEdit()
        self.swatch = QPushButton()
        self.swatch.setFixedWidth(scaled(44))
        self._ready(self.line)
        self._named(self.swatch, f"{spec.title}: choose from the palette")
        self.row.addWidget(self.swatch)
        self._shown = ""
        self.line.editingFinished.connect(self._commit)
        self.swatch.clicked.connect(self.open_palette)

    def show_values(self, values: Sequence[object]) -> None:
        known = list(dict.fromkeys(values))
        self._shown = str(known[0] or "") if len(known) == 1 else ""
        self.line.setText(self._shown)
        self.line.setPlaceholderText(SEVERAL if len(known) > 1 else "by itself")
        self.swatch.setIcon(swatch(self._shown))

    def palette_menu(self) -> QMenu:
        """The colors in use with what they are for, and the way to any other."""
        menu = QMenu(self)
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setSpacing(scaled(4))
        for n, (code, words) in enumerate(self.sources.choices("colors")):
            button = QPushButton()
            button.setIcon(swatch(code, 22))
            button.setToolTip(f"{code}  {words}")
            button.setAccessibleName(f"{words}, {code}")
            button.setFixedSize(scaled(34), scaled(32))
            button.clicked.connect(menu.close)
            button.clicked.connect(partial(self._take_clicked, code))
            grid.addWidget(button, n // ACROSS, n % ACROSS)
        colors = QWidgetAction(menu)
        colors.setDefaultWidget(holder)
        menu.addAction(colors)
        menu.addSeparator()
        menu.addAction("Another color…", self._ask)
        if self.spec.is_optional:
            menu.addAction("By itself", lambda: self.take(""))
        return menu

    def open_palette(self) -> None:
        """Shows the palette below the swatch."""
        menu = self.palette_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.swatch.mapToGlobal(self.swatch.rect().bottomLeft()))

    def take(self, code: str) -> None:
        """Takes a color."""
        self.line.setText(code)
        self._commit()

    def _take_clicked(self, code: str, _on: object = None) -> None:
        self.take(code)

    def _ask(self) -> None:
        chosen = QColorDialog.getColor(QColor(self._shown or "#d2ab6c"), self, self.spec.title)
        if chosen.isValid():
            self.take(chosen.name())

    def _commit(self) -> None:
        text = self.line.text().strip().lower()
        if text != self._shown:
            self._shown = text
            self.committed.emit(text or None)
