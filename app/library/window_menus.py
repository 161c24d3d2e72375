"""The menus of the library, as tables of words, acts and keys, and the small windows they open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu

from app.help.about import AboutDialog
from app.help.pages import FIRST
from app.help.window import HelpWindow
from app.menus import MenuEntry, add_view_menu, fill_menu
from app.quitting import leave_program
from app.settings_dialog import SettingsDialog

if TYPE_CHECKING:
    from app.library.window import LibraryWindow


class LibraryHelp(QObject):
    """Settings, help and the facts about the program; the help window is made on first use."""

    def __init__(self, window: LibraryWindow) -> None:
        super().__init__(window)
        self._library = window
        self.window: HelpWindow | None = None

    def settings(self) -> None:
        """Shows the settings."""
        dialog = SettingsDialog(self._library.store, self._library)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def open(self) -> None:
        """Shows the help window."""
        if self.window is None:
            self.window = HelpWindow()
            self.window.show_page(FIRST)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def about(self) -> None:
        """Shows version, licence and folders."""
        dialog = AboutDialog(self._library)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def close(self) -> None:
        """The library closes, and the help with it."""
        if self.window is not None:
            self.window.close()


def make_menus(window: LibraryWindow) -> None:
    """Fills the menu bar of the library."""
    bar, helping, exchange = window.menuBar(), window.helping, window.exchange
    fill_menu(bar.addMenu("&File"), (
        MenuEntry("Open…", window.choose_file),
        MenuEntry("Look for games again", window.reload, "F5"),
        None,
        MenuEntry("Settings…", helping.settings, "Ctrl+,"),
        None,
        MenuEntry("Quit", leave_program, "Ctrl+Q"),
    ))  # fmt: skip
    fill_menu(bar.addMenu("&Play"), (
        MenuEntry("Continue the latest game", window.continue_latest, "Ctrl+Shift+O"),
        None,
        MenuEntry("Play hotseat", window.start),
        MenuEntry("Solo", lambda: window.start(is_solo=True), "Ctrl+Shift+Return"),
        MenuEntry("Options of a new game…", window.ask_options, "Ctrl+N"),
    ))  # fmt: skip
    fill_menu(bar.addMenu("&Design"), (
        MenuEntry("New module…", window.new_module_requested.emit, "Ctrl+Shift+N"),
        MenuEntry("Import a VASSAL module…", exchange.ask_vassal, "Ctrl+I"),
        MenuEntry("Import a module in one file…", exchange.ask_zipped),
        None,
        MenuEntry("Edit this module", window.edit_module, "Ctrl+E"),
        MenuEntry("Copy this scenario and edit", window.copy_scenario),
        None,
        MenuEntry("Save this module as one file…", window.save_as_file),
        MenuEntry("Show the folder of this module", window.own_modules.show_folder),
        MenuEntry("Throw this module away…", window.own_modules.ask_to_throw_away),
    ))  # fmt: skip
    add_view_menu(bar, window, window.store)
    fill_menu(bar.addMenu("&Help"), (
        MenuEntry("Help", helping.open, "F1"),
        MenuEntry("About Hexwright", helping.about),
    ))  # fmt: skip


def module_menu(window: LibraryWindow) -> QMenu:
    """What can be done with the module under the pointer."""
    menu = QMenu(window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    fill_menu(menu, (
        MenuEntry("Edit this module", window.edit_module),
        MenuEntry("Save this module as one file…", window.save_as_file),
        MenuEntry("Show the folder of this module", window.own_modules.show_folder),
        None,
        MenuEntry("Throw this module away…", window.own_modules.ask_to_throw_away),
    ))  # fmt: skip
    return menu
