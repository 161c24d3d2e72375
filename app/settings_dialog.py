"""The settings dialog: every change applies at once, there is nothing to confirm."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from app.settings import SettingsStore
from app.theme.current import ThemeChoice, scaled, theme
from app.widgets.choices import ChoiceRow
from app.widgets.labels import label, separator

_THEMES = (
    (ThemeChoice.SYSTEM, "As the system"),
    (ThemeChoice.LIGHT, "Light"),
    (ThemeChoice.DARK, "Dark"),
    (ThemeChoice.CONTRAST, "High contrast"),
)
_SPEEDS = (("0.0", "Off"), ("0.5", "Slow"), ("1.0", "Normal"), ("2.0", "Fast"))
_SWITCHES = (
    (
        "autosave",
        "Keep a journal of every game",
        "After a crash or a power cut the game goes on where it was.",
    ),
    (
        "confirm_phase_end",
        "List unfinished business before a phase ends",
        "Units not moved, attacks not made.",
    ),
    (
        "confirm_quit",
        "Ask before closing a game that is not saved",
        "A game with a journal is kept without a question.",
    ),
    ("show_keys", "Show keys on buttons", ""),
    ("edge_scroll", "Scroll the map when the pointer touches its edge", ""),
    ("sounds", "Sounds", "Off by default."),
)


class SettingsDialog(QDialog):
    """Theme, text size, animation, safety and comfort."""

    def __init__(self, store: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self._store = store
        self.switches: dict[str, QCheckBox] = {}
        self.theme_row = ChoiceRow("Theme", [(choice.value, words) for choice, words in _THEMES])
        self.theme_row.set_value(store.current.theme.value)
        self.theme_row.changed.connect(self._set_theme)
        self.speed_row = ChoiceRow("Animation", _SPEEDS)
        self.speed_row.set_value(_nearest_speed(store.current.animation))
        self.speed_row.changed.connect(lambda value: store.change(animation=float(value)))
        self.size_slider = QSlider(Qt.Orientation.Horizontal)
        self.size_note = label("", "second")
        self._lay_out()
        self._show_size(round(store.current.text_scale * 100))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(22), scaled(18), scaled(22), scaled(16))
        column.setSpacing(scaled(12))
        column.addWidget(label("Settings", "title"))
        form = QFormLayout()
        form.setHorizontalSpacing(scaled(18))
        form.setVerticalSpacing(scaled(12))
        form.addRow(_name("Theme"), self.theme_row)
        form.addRow(_name("Text size"), self._size_row())
        form.addRow(_name("Animation"), self.speed_row)
        column.addLayout(form)
        column.addWidget(separator())
        for name, words, note in _SWITCHES:
            column.addLayout(self._switch(name, words, note))
        column.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close = buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setShortcut(QKeySequence(Qt.Key.Key_Escape))
        buttons.rejected.connect(self.accept)
        column.addWidget(buttons)
        self.setMinimumWidth(scaled(560))

    def _size_row(self) -> QHBoxLayout:
        self.size_slider.setRange(80, 200)
        self.size_slider.setSingleStep(5)
        self.size_slider.setPageStep(20)
        self.size_slider.setValue(round(self._store.current.text_scale * 100))
        self.size_slider.setAccessibleName("Text size in percent")
        self.size_slider.valueChanged.connect(self._show_size)
        self.size_slider.sliderReleased.connect(self._set_size)
        self.size_slider.actionTriggered.connect(self._set_size_soon)
        row = QHBoxLayout()
        row.addWidget(self.size_slider, 1)
        row.addWidget(self.size_note)
        return row

    def _switch(self, name: str, words: str, note: str) -> QVBoxLayout:
        box = QCheckBox(words)
        box.setChecked(bool(getattr(self._store.current, name)))
        box.toggled.connect(lambda on: self._store.change(**{name: bool(on)}))
        self.switches[name] = box
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(box)
        if note:
            text = label(note, "note")
            text.setContentsMargins(scaled(26), 0, 0, 0)
            column.addWidget(text)
        return column

    def _set_theme(self, value: str) -> None:
        self._store.change(theme=ThemeChoice(value))
        theme().apply(self._store.current.theme, self._store.current.text_scale)

    def _show_size(self, percent: int) -> None:
        self.size_note.setText(f"{percent} %")

    def _set_size_soon(self) -> None:
        if not self.size_slider.isSliderDown():
            self.size_slider.setValue(self.size_slider.sliderPosition())
            self._set_size()

    def _set_size(self) -> None:
        self._store.change(text_scale=self.size_slider.value() / 100)
        theme().apply(self._store.current.theme, self._store.current.text_scale)


def _name(words: str) -> QLabel:
    return label(words, "strong")


def _nearest_speed(speed: float) -> str:
    return min((value for value, _ in _SPEEDS), key=lambda value: abs(float(value) - speed))
