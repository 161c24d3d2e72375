"""The menus of the editor, as tables of words, acts and keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from app.editor.editor_help import PRINTING
from app.editor.editor_keys import ALWAYS
from app.editor.layers_panel import KEYS, LAYERS
from app.editor.map_tools import BRUSH_SIZES, TOOLS
from app.editor.page_menus import fill_pages
from app.editor.panel_focus import step_panel
from app.menus import MenuEntry, add_themes, fill_menu, scale_text, set_scale, toggle_full_screen
from app.quitting import leave_program

if TYPE_CHECKING:
    from app.editor.window import EditorWindow

SCHEDULE, SET_UP, TERRAIN = range(3)
ISSUES, HISTORY, MESSAGES = range(3)


def make_menus(window: EditorWindow) -> None:
    """Fills the menu bar of an editor and gives its tools their keys."""
    for title, fill in (
        ("&File", _file), ("&Edit", _edit), ("&View", _view), ("&Map", _map), ("&Play", _play),
        ("&Design", _design), ("Pa&ges", fill_pages), ("P&rint", _print), ("&Help", _help),
    ):  # fmt: skip
        menu = window.menus.addMenu(title)
        fill(window, menu)
        window.addActions([action for action in menu.actions() if _is_for_the_window(action)])


def _is_for_the_window(action: QAction) -> bool:
    """Whether its key works wherever the keyboard is; letters belong to the map."""
    return not action.shortcut().isEmpty() and action.shortcutContext() is Qt.ShortcutContext.WindowShortcut


def _file(window: EditorWindow, menu: QMenu) -> None:
    fill_menu(menu, (
        MenuEntry("Save", window.save, "Ctrl+S"),
        MenuEntry("Save as…", window.save_as, "Ctrl+Shift+S"),
        MenuEntry("Revert to the last save…", window.revert, "Ctrl+Shift+R"),
        None,
        MenuEntry("Compare with what is saved…", window.compare),
        MenuEntry("Compare with another version…", window.choose_version),
        None,
        MenuEntry("Library", window.library_wanted.emit, "Ctrl+L"),
        MenuEntry("Close", window.close, "Ctrl+W"),
        MenuEntry("Quit", leave_program, "Ctrl+Q"),
    ))  # fmt: skip


def _edit(window: EditorWindow, menu: QMenu) -> None:
    stack = window.document.stack
    for words, action, keys in (
        ("Undo", stack.createUndoAction(window, "Undo"), ("Ctrl+Z",)),
        ("Redo", stack.createRedoAction(window, "Redo"), ("Ctrl+Shift+Z", "Ctrl+Y")),
    ):
        action.setProperty(ALWAYS, words)
        action.setShortcuts([QKeySequence(key) for key in keys])
        menu.addAction(action)
    fill_menu(menu, (
        None,
        MenuEntry("Copy hexes", window.map_page.copy, "Ctrl+Shift+C"),
        MenuEntry("Paste hexes", window.map_page.paste, "Ctrl+Shift+V"),
        None,
        MenuEntry("Copy for another module", window.transfer.copy, "Ctrl+Alt+C"),
        MenuEntry("Paste from another module", window.transfer.paste, "Ctrl+Alt+V"),
        None,
        MenuEntry("Find anything…", window.search.enter, "Ctrl+K"),
        None,
        MenuEntry("Settings…", window.open_settings, "Ctrl+,"),
    ))  # fmt: skip


def _view(window: EditorWindow, menu: QMenu) -> None:
    fill_menu(menu, (
        MenuEntry("Map", window.show_map, "Ctrl+1"),
        MenuEntry("Counters", partial(window.open_page, "counters"), "Ctrl+2"),
        MenuEntry("Schedule", partial(window.show_below, SCHEDULE), "Ctrl+3"),
        MenuEntry("Set-up", partial(window.show_below, SET_UP), "Ctrl+4"),
        MenuEntry("Terrain chart", partial(window.show_below, TERRAIN), "Ctrl+5"),
        MenuEntry("Charts", window.show_charts, "Ctrl+6"),
        MenuEntry("Cards and decks", partial(window.open_page, "cards"), "Ctrl+7"),
        MenuEntry("Texts", partial(window.open_page, "texts"), "Ctrl+8"),
        MenuEntry("Victory", window.show_victory, "Ctrl+9"),
        None,
        MenuEntry("Issues", partial(window.show_beside, ISSUES), "Alt+I"),
        MenuEntry("History", partial(window.show_beside, HISTORY), "Alt+Y"),
        MenuEntry("Messages", partial(window.show_beside, MESSAGES), "Alt+N"),
        MenuEntry("To the message on show", window.focus_message, "Alt+Shift+N"),
        None,
        MenuEntry("Next panel", partial(step_panel, window, 1), "F6"),
        MenuEntry("Panel before", partial(step_panel, window, -1), "Shift+F6"),
        None,
    ))  # fmt: skip
    looks = menu.addMenu("Look")
    add_themes(looks, window.store)
    fill_menu(looks, (
        None,
        MenuEntry("Larger text", partial(scale_text, window.store, 0.1)),
        MenuEntry("Smaller text", partial(scale_text, window.store, -0.1)),
        MenuEntry("Normal text", partial(set_scale, window.store, 1.0)),
    ))  # fmt: skip
    fill_menu(menu, (MenuEntry("Full screen", partial(toggle_full_screen, window), "F11"),))


def _map(window: EditorWindow, menu: QMenu) -> None:
    for kind in TOOLS:
        action = QAction(kind.title, menu)
        action.setShortcut(QKeySequence(kind.key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(partial(window.use_tool, kind.name))
        window.map_page.addAction(action)
        menu.addAction(action)
    brushes = menu.addMenu("Brush")
    for number, size in enumerate(BRUSH_SIZES, start=1):
        words = f"{size} hex{'es' if size > 1 else ''}\t{number}"
        fill_menu(brushes, (MenuEntry(words, partial(window.use_brush, size)),))
    _layers(window, menu.addMenu("Layers"))
    fill_menu(menu, (
        None,
        MenuEntry("Zoom in", lambda: window.map_page.view.zoom(2), "Ctrl++"),
        MenuEntry("Zoom out", lambda: window.map_page.view.zoom(-2), "Ctrl+-"),
        MenuEntry("Whole map", window.map_page.fit_board, "Ctrl+0"),
        None,
        MenuEntry("Size and numbering…", window.resize_map),
        MenuEntry("Fit grid to picture…", window.fit_grid),
    ))  # fmt: skip


def _layers(window: EditorWindow, menu: QMenu) -> None:
    """The layers of the map with their keys, ticked as the card over the map is."""
    panel = window.layers
    for name, title in LAYERS:
        action = QAction(title, menu)
        action.setCheckable(True)
        action.setShortcut(QKeySequence(KEYS[name]))
        action.triggered.connect(partial(panel.switch, name))
        action.setChecked(panel.boxes[name].isChecked())
        panel.boxes[name].toggled.connect(action.setChecked)
        menu.addAction(action)
    fill_menu(menu, (None, MenuEntry("Card of layers", panel.toggle, "Alt+0")))
    window.addActions(menu.actions())


def _play(window: EditorWindow, menu: QMenu) -> None:
    fill_menu(menu, (
        MenuEntry("Playtest from the start", window.playtest_from_start, "F5"),
        MenuEntry("Play on with these edits", window.play_on, "Shift+F5"),
    ))  # fmt: skip
    menu.addMenu(window.version_menu)
    menu.addMenu(window.turn_menu)
    window.turn_menu.aboutToShow.connect(window.fill_turns)


def _design(window: EditorWindow, menu: QMenu) -> None:
    fill_menu(menu, (
        MenuEntry("Copy this scenario", window.copy_scenario),
        MenuEntry("Delete this scenario", window.delete_scenario),
        MenuEntry("Compare scenarios…", window.compare_scenarios),
        MenuEntry("Set-up from a saved game…", window.choose_position),
        MenuEntry("Check by the rules of the game", window.check_rules, "F8"),
    ))  # fmt: skip


def _print(window: EditorWindow, menu: QMenu) -> None:
    fill_menu(menu, (
        MenuEntry("Print or export…", window.print_button.click, "Ctrl+P"),
        MenuEntry("How to print", partial(window.helping.open_page, PRINTING)),
    ))  # fmt: skip


def _help(window: EditorWindow, menu: QMenu) -> None:
    fill_menu(menu, (
        MenuEntry("Help on this page", window.helping.open_here, "F1"),
        MenuEntry("All about editing", window.helping.open_page),
        MenuEntry("Keys of this window", window.helping.open_keys),
        None,
        MenuEntry("About Hexwright", window.helping.open_about),
    ))  # fmt: skip
