"""The menus of the player window: the table of actions, panels, looks and who plays each side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from app.actions import PLAYER_MENUS
from app.menus import THEME_WORDS, MenuEntry, fill_menu, scale_text, set_scale, set_theme
from engine.bots import bot_names

if TYPE_CHECKING:
    from app.player.window import PlayerWindow


class WindowMenus(QObject):
    """Fills the menu bar of a window once and ticks what is on when a menu opens."""

    def __init__(self, window: PlayerWindow) -> None:
        super().__init__(window)
        self.window = window
        self._fill()

    def _fill(self) -> None:
        for spec in PLAYER_MENUS:
            menu = self.window.menus.addMenu(spec.title)
            self.window.actions_by_id.fill(menu, spec)
            if spec.title == "&View":
                self._fill_view_menu(menu)
            elif spec.title == "&Play":
                self._fill_seat_menu(menu)

    def _fill_view_menu(self, menu: QMenu) -> None:
        menu.addSeparator()
        panels = menu.addMenu("Panels")
        for action in self.window.docks.toggle_actions():
            panels.addAction(action)
        panels.aboutToShow.connect(partial(self._mark_panels, panels))
        looks = menu.addMenu("Look")
        for choice, words in THEME_WORDS:
            looks.addAction(words, partial(set_theme, self.window.store, choice))
        looks.addSeparator()
        entries = (
            MenuEntry("Larger text", partial(scale_text, self.window.store, 0.1), "Ctrl+Alt++"),
            MenuEntry("Smaller text", partial(scale_text, self.window.store, -0.1), "Ctrl+Alt+-"),
            MenuEntry("Normal text", partial(set_scale, self.window.store, 1.0), "Ctrl+Alt+0"),
        )
        fill_menu(looks, entries)

    def _fill_seat_menu(self, menu: QMenu) -> None:
        """Who plays each side: a person or one of the computer players."""
        menu.addSeparator()
        for side in self.window.session.module.sides:
            seats = menu.addMenu(f"{side.title} played by")
            for name in ("", *bot_names()):
                action = seats.addAction(name.capitalize() or "A person", partial(self.seat, side.id, name))
                action.setCheckable(True)
                action.setData((side.id, name))
            seats.aboutToShow.connect(partial(self._mark_seats, seats))

    def _mark_seats(self, menu: QMenu) -> None:
        for action in menu.actions():
            side, name = action.data()
            action.setChecked(self.window.session.sitting.seats.get(side, "") == name)

    def seat(self, side: str, name: str) -> None:
        """Gives a side to a computer player, or to a person when no name is given."""
        self.window.session.set_seat(side, name)
        self.window.show_mode()
        self.window.flow.wake()

    def _mark_panels(self, menu: QMenu) -> None:
        for action in menu.actions():
            action.setChecked(self.window.docks.is_shown(str(action.data())))
