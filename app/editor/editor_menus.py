"""The menus of the editor, as tables of words, acts and keys."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from app.editor.editor_help import PRINTING
from app.editor.layers_panel import KEYS, LAYERS
from app.editor.map_tools import TOOLS
from app.menus import THEME_WORDS, MenuEntry, fill_menu, set_theme

if TYPE_CHECKING:
    from app.editor.window import EditorWindow


def make_menus(window: EditorWindow) -> None:
    """Fills the menu bar of an editor and gives its tools their keys."""
    stack = window.document.stack
    file = window.menus.addMenu("&File")
    fill_menu(file, (
        MenuEntry("Save", window.save, "Ctrl+S"),
        MenuEntry("Save as…", window.save_as, "Ctrl+Shift+S"),
        MenuEntry("Revert to the last save…", window.revert, "Ctrl+Shift+R"),
        None,
        MenuEntry("Compare with what is saved…", window.compare),
        MenuEntry("Compare with another version…", window.choose_version),
        None,
        MenuEntry("Library", window.library_wanted.emit, "Ctrl+L"),
        MenuEntry("Close", window.close, "Ctrl+W"),
    ))  # fmt: skip
    edit = window.menus.addMenu("&Edit")
    for action, keys in (
        (stack.createUndoAction(window, "Undo"), "Ctrl+Z"),
        (stack.createRedoAction(window, "Redo"), "Ctrl+Shift+Z"),
    ):
        action.setShortcut(QKeySequence(keys))
        edit.addAction(action)
    fill_menu(edit, (
        None,
        MenuEntry("Copy hexes", window.map_page.copy, "Ctrl+Shift+C"),
        MenuEntry("Paste hexes", window.map_page.paste, "Ctrl+Shift+V"),
        None,
        MenuEntry("Copy for another module", window.transfer.copy, "Ctrl+Alt+C"),
        MenuEntry("Paste from another module", window.transfer.paste, "Ctrl+Alt+V"),
        None,
        MenuEntry("Find anything…", window.search.enter, "Ctrl+K"),
    ))  # fmt: skip
    view = window.menus.addMenu("&View")
    fill_menu(view, (
        MenuEntry("Map", partial(window.show_page, "map"), "Ctrl+1"),
        MenuEntry("Counters", partial(window.show_page, "counters"), "Ctrl+2"),
        MenuEntry("Schedule", partial(window.bottom.show_page, 0), "Ctrl+3"),
        MenuEntry("Set-up", partial(window.bottom.show_page, 1), "Ctrl+4"),
        None,
        MenuEntry("Whole map", window.map_page.fit_board, "Ctrl+0"),
    ))  # fmt: skip
    _add_layers(window, view.addMenu("Layers"))
    looks = view.addMenu("Look")
    for choice, words in THEME_WORDS:
        looks.addAction(words, partial(set_theme, window.store, choice))
    play = window.menus.addMenu("&Play")
    fill_menu(play, (
        MenuEntry("Playtest from the start", window.playtest_from_start, "F5"),
        MenuEntry("Play on with these edits", window.play_on, "Shift+F5"),
    ))  # fmt: skip
    play.addMenu(window.version_menu)
    play.addMenu(window.turn_menu)
    window.turn_menu.aboutToShow.connect(window.fill_turns)
    design = window.menus.addMenu("&Design")
    fill_menu(design, (
        MenuEntry("Copy this scenario", window.copy_scenario),
        MenuEntry("Delete this scenario", window.delete_scenario),
        MenuEntry("Compare scenarios…", window.compare_scenarios),
        MenuEntry("Set-up from a saved game…", window.choose_position),
        MenuEntry("Check by the rules of the game", window.check_rules, "F8"),
        None,
        MenuEntry("Size and numbering…", window.resize_map),
        MenuEntry("Fit grid to picture…", window.fit_grid),
    ))  # fmt: skip
    paper = window.menus.addMenu("P&rint")
    fill_menu(paper, (
        MenuEntry("Print or export…", window.print_button.click, "Ctrl+P"),
        MenuEntry("How to print", partial(window.helping.open_page, PRINTING)),
    ))  # fmt: skip
    guide = window.menus.addMenu("&Help")
    fill_menu(guide, (
        MenuEntry("Help on this page", window.helping.open_here, "F1"),
        MenuEntry("All about editing", window.helping.open_page),
        None,
        MenuEntry("About Hexwright", window.helping.open_about),
    ))  # fmt: skip
    for menu in (file, edit, view, play, design, paper, guide):
        window.addActions([action for action in menu.actions() if not action.shortcut().isEmpty()])
    group = QActionGroup(window)
    for kind in TOOLS:
        action = QAction(kind.title, window)
        action.setShortcut(QKeySequence(kind.key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(partial(window.use_tool, kind.name))
        group.addAction(action)
        window.map_page.addAction(action)


def _add_layers(window: EditorWindow, menu: QMenu) -> None:
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
