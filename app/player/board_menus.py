"""The menus at places of the map: choices, kinds of action that can begin there, and all that can be done."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from app.graphics.board_view import BoardView
from app.player.board_controller import BoardController
from app.player.tools.outcome import Choice, Pick
from engine.ids import PlaceId
from engine.play.action import AnyKind


class BoardMenus(QObject):
    """Makes the menus of one board view and does what is chosen in them."""

    note_wanted = Signal(str)
    """A note on a place is to be written."""
    measure_wanted = Signal(str)
    """Distances are to be measured from a place."""

    def __init__(self, view: BoardView, controller: BoardController) -> None:
        super().__init__(view)
        self.view, self.controller = view, controller
        controller.pick_wanted.connect(self._pick)
        controller.kinds_wanted.connect(self._pick_kind)
        view.hexContext.connect(self._context)

    def _pick(self, pick: Pick, place: str) -> None:
        self._popup(self.choice_menu(pick), place)

    def choice_menu(self, pick: Pick) -> QMenu:
        """A menu of choices; choosing one does it."""
        menu = self._menu(pick.title)
        for choice in pick.choices:
            words = f"{choice.text}\t{choice.note}" if choice.note else choice.text
            menu.addAction(words, partial(self._choose, choice))
        return menu

    def _choose(self, choice: Choice) -> None:
        self.controller.take_choice(choice)
        self.controller.changed.emit()

    def _pick_kind(self, kinds: tuple[AnyKind, ...], place: str) -> None:
        self._popup(self.kind_menu(kinds, place), place)

    def kind_menu(self, kinds: tuple[AnyKind, ...], place: str) -> QMenu:
        """A menu of kinds of action that can begin at a place."""
        menu = self._menu(self.controller.session.place_title(place))
        for kind in kinds:
            rule = f"\t{kind.rule}" if kind.rule else ""
            menu.addAction(f"{kind.label}{rule}", partial(self.controller.start, kind, place))
        return menu

    def _context(self, place: str, at: QPoint) -> None:
        if place:
            self.context_menu(place).popup(at)

    def context_menu(self, place: PlaceId) -> QMenu:
        """Everything that can be done at a place: moving here, then all kinds that begin here."""
        controller = self.controller
        menu = self._menu(controller.session.place_title(place))
        if controller.tool is not None and place in controller.picture_places():
            menu.addAction("Move here", lambda: controller.drop(place))
            menu.addSeparator()
        for kind in controller.offers.at(place):
            menu.addAction(kind.label or kind.kind, partial(controller.start, kind, place))
        menu.addSeparator()
        menu.addAction("Center here", lambda: self.view.center_on_hex(place))
        menu.addAction("Measure from here", lambda: self.measure_wanted.emit(place))
        menu.addAction("Write a note here…", lambda: self.note_wanted.emit(place))
        return menu

    def _menu(self, title: str) -> QMenu:
        menu = QMenu(self.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(title)
        heading = menu.addAction(title)
        heading.setEnabled(False)
        menu.addSeparator()
        return menu

    def _popup(self, menu: QMenu, place: str) -> None:
        menu.popup(self.view.global_point(place) or QCursor.pos())
        second = next((a for a in menu.actions() if a.isEnabled() and not a.isSeparator()), None)
        if second is not None:
            menu.setActiveAction(second)
