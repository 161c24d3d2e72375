"""Which theme is on, and the switch between them while the program runs.

One `ThemeManager` per application sets palette, font and style sheet, follows
the system's light or dark scheme when asked to, and tells painters of their
own colours through one signal. Widgets that draw themselves call `tokens()`
when they paint.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFont, QIcon
from PySide6.QtWidgets import QAbstractButton, QApplication, QStyleFactory, QWidget

from app.fonts import TextSize, clamp_scale, load_fonts, text_pixels, window_font
from app.icons import application_icon, icon, write_style_pictures
from app.theme.palette import palette_of
from app.theme.stylesheet import stylesheet
from app.theme.tokens import LIGHT, THEMES, ThemeName, Tokens


class ThemeChoice(StrEnum):
    """What the reader asked for; `system` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class NoApplicationError(TypeError):
    """A theme was asked for before the window toolkit was started."""


SOON_MS: Final = 90
"""So long the next step of the text's size is waited for."""


class ThemeManager(QObject):
    """Applies themes to the application; `changed` fires after each switch."""

    changed = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        load_fonts()
        self._app = app
        self._choice = ThemeChoice.SYSTEM
        self._scale = 1.0
        self._tokens = LIGHT
        self._is_styled = False
        self._wanted: tuple[ThemeChoice, float] | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self._apply_wanted)
        self._pictures = TemporaryDirectory(prefix="hexwright-theme-")
        app.styleHints().colorSchemeChanged.connect(self._follow_system)
        app.aboutToQuit.connect(self._pictures.cleanup)

    @property
    def tokens(self) -> Tokens:
        """The colours now in force."""
        return self._tokens

    @property
    def choice(self) -> ThemeChoice:
        """What the reader asked for."""
        return self._choice

    @property
    def scale(self) -> float:
        """The text scale, 0.8 to 2."""
        return self._scale

    def apply(self, choice: ThemeChoice, scale: float = 1.0) -> None:
        """Put a theme and a text scale in force now."""
        self._choice = choice
        self._scale = clamp_scale(scale)
        self._tokens = THEMES[self._resolved()]
        folder = Path(self._pictures.name) / self._tokens.name
        write_style_pictures(folder, self._tokens.second, self._tokens.on_accent)
        if not self._is_styled:  # each change of style goes over all widgets once more
            self._app.setStyle(QStyleFactory.create("Fusion"))
            self._is_styled = True
        self._app.setPalette(palette_of(self._tokens))
        self._app.setFont(window_font(TextSize.BODY, self._scale))
        self._app.setStyleSheet(stylesheet(self._tokens, self._scale, folder.as_posix()))
        self._app.setWindowIcon(application_icon())
        self.changed.emit()

    def apply_soon(self, choice: ThemeChoice, scale: float) -> None:
        """Puts a theme and a text scale in force when no other has been asked for a moment: of several steps
        in a row only the last goes over all windows.
        """
        self._wanted = (choice, scale)
        self._soon.start()

    def _apply_wanted(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None and wanted != (self._choice, self._scale):
            self.apply(*wanted)

    def _resolved(self) -> ThemeName:
        if self._choice is not ThemeChoice.SYSTEM:
            return ThemeName(self._choice.value)
        is_dark = self._app.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return ThemeName.DARK if is_dark else ThemeName.LIGHT

    def _follow_system(self) -> None:
        if self._choice is ThemeChoice.SYSTEM:
            self.apply(self._choice, self._scale)


def theme() -> ThemeManager:
    """The manager of the running application, made on first use; needs a QApplication."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise NoApplicationError("a theme needs a running QApplication")
    found = app.findChild(ThemeManager)
    if isinstance(found, ThemeManager):
        return found
    manager = ThemeManager(app)
    manager.apply(ThemeChoice.SYSTEM)
    return manager


def tokens() -> Tokens:
    """The colours now in force."""
    return theme().tokens


def themed_icon(name: str) -> QIcon:
    """An icon in the text colour of the theme, paler when disabled."""
    colors = tokens()
    return icon(name, colors.text, colors.faint)


def bind_icon(button: QAbstractButton | QAction, name: str) -> None:
    """Give a button or action an icon that follows the theme as long as it lives."""
    manager = theme()

    def refresh() -> None:
        button.setIcon(themed_icon(name))

    refresh()
    manager.changed.connect(refresh)
    button.destroyed.connect(lambda: _let_go(manager, refresh))


def _let_go(manager: ThemeManager, refresh: Callable[[], None]) -> None:
    with suppress(RuntimeError, TypeError):
        manager.changed.disconnect(refresh)


def scaled(pixels: float) -> int:
    """A layout measure grown with the text scale, never shrunk below its design."""
    return round(pixels * max(1.0, theme().scale * 0.85 + 0.15))


def text_height(size: TextSize) -> int:
    """Height in pixels of a window text size at the present scale."""
    return text_pixels(size, theme().scale)


def ui_font(size: TextSize, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """A window font at the present scale, for widgets that draw themselves."""
    return window_font(size, theme().scale, weight)


def restyle(widget: QWidget, **properties: str) -> None:
    """Set dynamic properties such as `kind` or `tone` and let the style sheet see them."""
    for name, value in properties.items():
        widget.setProperty(name, value)
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()
