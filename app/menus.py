"""Menus from plain tables, and the View menu that every window has: theme, text size, full screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar

from app.settings import SettingsStore
from app.theme.current import ThemeChoice, theme

THEME_WORDS = (
    (ThemeChoice.SYSTEM, "As the system"),
    (ThemeChoice.LIGHT, "Light"),
    (ThemeChoice.DARK, "Dark"),
    (ThemeChoice.CONTRAST, "High contrast"),
)


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One line of a menu: words, what it does, its key."""

    words: str
    action: Callable[[], object]
    key: str = ""


def fill_menu(menu: QMenu, entries: tuple[MenuEntry | None, ...]) -> tuple[QAction, ...]:
    """Add entries to a menu; None is a separator. The actions belong to the menu."""
    made = []
    for entry in entries:
        if entry is None:
            menu.addSeparator()
        else:
            made.append(_action(menu, entry))
    return tuple(made)


def _action(menu: QMenu, entry: MenuEntry) -> QAction:
    action = QAction(entry.words, menu)
    if entry.key:
        action.setShortcut(QKeySequence(entry.key))
    action.triggered.connect(lambda _on=False: entry.action())
    menu.addAction(action)
    return action


def add_view_menu(bar: QMenuBar, window: QMainWindow, store: SettingsStore) -> QMenu:
    """Add the View menu: the four themes, the text sizes, full screen."""
    menu = bar.addMenu("&View")
    add_themes(menu, store)
    fill_menu(
        menu,
        (
            None,
            MenuEntry("Larger text", lambda: scale_text(store, 0.1), "Ctrl++"),
            MenuEntry("Smaller text", lambda: scale_text(store, -0.1), "Ctrl+-"),
            MenuEntry("Normal text", lambda: set_scale(store, 1.0), "Ctrl+0"),
            None,
            MenuEntry("Full screen", lambda: toggle_full_screen(window), "F11"),
        ),
    )
    return menu


def add_themes(menu: QMenu, store: SettingsStore) -> None:
    """Add the four themes; the one chosen is ticked."""
    group = QActionGroup(menu)
    for choice, words in THEME_WORDS:
        action = _action(menu, MenuEntry(words, partial(set_theme, store, choice)))
        action.setCheckable(True)
        action.setData(choice.value)
        group.addAction(action)
    menu.aboutToShow.connect(lambda: _mark(group, store))
    _mark(group, store)


def set_theme(store: SettingsStore, choice: ThemeChoice) -> None:
    """Put a theme in force and keep the choice."""
    store.change(theme=choice)
    theme().apply_soon(choice, store.current.text_scale)


def scale_text(store: SettingsStore, step: float) -> None:
    """Make all text larger or smaller within the offered range."""
    set_scale(store, round(min(2.0, max(0.8, store.current.text_scale + step)), 2))


def set_scale(store: SettingsStore, scale: float) -> None:
    """Put a text scale in force and keep it."""
    store.change(text_scale=scale)
    theme().apply_soon(store.current.theme, scale)


def toggle_full_screen(window: QMainWindow) -> None:
    """Fill the screen, or no longer."""
    window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)


def _mark(group: QActionGroup, store: SettingsStore) -> None:
    for action in group.actions():
        action.setChecked(action.data() == store.current.theme.value)
