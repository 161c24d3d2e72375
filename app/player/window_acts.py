"""What the menu lines and keys of the player window do."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from app.help.about import AboutDialog
from app.help.pages import Page
from app.help.window import HelpWindow
from app.menus import toggle_full_screen
from app.messages import Message, Tone
from app.player.dialogs.adjudicate import AdjudicationDialog
from app.player.dialogs.table_dice import TableDiceDialog
from app.player.files import picture_size
from app.player.help_pages import game_pages, keys_page, phase_anchor
from app.player.tools.haul import HaulTool
from app.player.tools.outcome import Choice
from app.player.tools.supply import SupplyTool
from app.printing.opening import print_game
from app.quitting import leave_program
from app.settings_dialog import SettingsDialog
from engine.bots import make_bot
from engine.errors import Refusal
from engine.ids import PlaceId
from engine.play.action import Action, AnyKind

if TYPE_CHECKING:
    from app.player.window import PlayerWindow

PICTURE_SCALE = 72
"""Pixels to a hex in a picture of the whole map."""


class WindowActs(QObject):
    """Handlers of one window's actions."""

    def __init__(self, window: PlayerWindow) -> None:
        super().__init__(window)
        self.window = window
        self.help_window: HelpWindow | None = None
        self.adjudication: AdjudicationDialog | None = None

    def bind(self) -> None:
        """Connects every action of the table."""
        window, session, view = self.window, self.window.session, self.window.view
        window.actions_by_id.bind(
            {
                "library": window.library_wanted.emit,
                "open": self.ask_open,
                "save": window.files.save,
                "save-as": window.files.ask_save,
                "print": self.print_sheets,
                "export-log": self.export_log,
                "picture": lambda: window.files.ask_picture("map", self.map_picture),
                "screenshot": lambda: window.files.ask_picture("window", window.grab),
                "close": window.close,
                "quit": leave_program,
                "undo": session.undo,
                "redo": session.redo,
                "free-undo": self.set_free_undo,
                "adjudicate": self.adjudicate,
                "table-dice": self.table_dice,
                "always-table-dice": self.set_table_dice,
                "find-log": self.find_in_log,
                "solo": lambda: session.set_solo(solo=window.actions_by_id["solo"].isChecked()),
                "hint": self.ask_hint,
                "stop-thinking": session.stop_thinking,
                "main": window.prompts.press_main,
                "phase-help": self.phase_help,
                "go-to": window.floats.start_going,
                "zoom-in": lambda: view.zoom(1),
                "zoom-out": lambda: view.zoom(-1),
                "fit": view.fit_board,
                "home": self.center_on_selection,
                "ruler": lambda: window.link.set_measuring(on=window.actions_by_id["ruler"].isChecked()),
                "minimap": self.toggle_minimap,
                "all-docks": window.toggle_docks,
                "full-screen": lambda: toggle_full_screen(window),
                "reset-layout": window.reset_layout,
                "bookmark": self.bookmark,
                "settings": self.settings,
                "guide": self.open_guide,
                "help": self.help,
                "keys": partial(self.help, "keys"),
                "about": self.about,
                "focus-board": view.setFocus,
                "focus-choices": lambda: self.focus("choices", window.panels.choices.tree),
                "focus-stack": lambda: self.focus("stack", window.panels.stack.list),
                "next-panel": self.next_panel,
                "next-lit": lambda: self.step_through(1),
                "previous-lit": lambda: self.step_through(-1),
            }
        )
        session.advised.connect(self.show_hint)

    # --- files ------------------------------------------------------------------------------------

    def ask_open(self) -> None:
        """Asks the program for another game."""
        self.window.open_wanted.emit(None)

    def print_sheets(self) -> None:
        """Opens the print dialog; where something is hidden it prints what the viewer may see."""
        session, path = self.window.session, self.window.files.module_path
        viewer = session.viewer if session.projection.hidden else "all"
        place = session.module.id if path is None else str(path)
        dialog = print_game(self.window, session.game, place, viewer=viewer)
        dialog.exported.connect(lambda name: self.window.tell(f"Saved {Path(name).name}.", "good"))

    def export_log(self) -> None:
        """Writes the log in one of three forms."""
        self.window.files.ask_log(self.window.panels.log.exported)

    def map_picture(self) -> QImage:
        """The whole board with everything on it as a picture."""
        scene = self.window.scene
        bounds = scene.layout.bounds().adjusted(-50, -50, 50, 50)
        size = picture_size((bounds.width() / 100, bounds.height() / 100), PICTURE_SCALE)
        for number in range(len(scene.painters)):
            scene.tiles.overview(number, scene.map_palette)
        image = QImage(size, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_maps(painter, bounds, size.width() / bounds.width())
        scene.render(painter, QRectF(image.rect()), bounds)
        painter.end()
        return image

    def _paint_maps(self, painter: QPainter, bounds: QRectF, factor: float) -> None:
        scene = self.window.scene
        painter.fillRect(0, 0, 100_000, 100_000, Qt.GlobalColor.white)
        for number, board in enumerate(scene.painters):
            paper = scene.layout.sheet_rect(number)
            painter.save()
            painter.translate((paper.left() - bounds.left()) * factor, (paper.top() - bounds.top()) * factor)
            rect = QRectF(0, 0, paper.width() / 100, paper.height() / 100)
            board.paint(painter, rect, 100 * factor, scene.map_palette)
            painter.restore()

    # --- edit and play ----------------------------------------------------------------------------

    def set_free_undo(self) -> None:
        """Allows undo past dice, or forbids it again."""
        on = self.window.actions_by_id["free-undo"].isChecked()
        self.window.session.game.free_undo = on
        words = (
            "Undo goes past dice now; each such step is noted in the log." if on else "Undo stops at dice."
        )
        self.window.tell(words, "good")
        self.window.refresh()

    def set_table_dice(self) -> None:
        """Lets the players roll everything themselves, or not."""
        self.window.session.sitting.table_dice = self.window.actions_by_id["always-table-dice"].isChecked()

    def table_dice(self) -> None:
        """Opens the dialog for faces rolled beforehand."""
        dialog = TableDiceDialog(self.window.session, self.window)
        dialog.queued.connect(self.window.session.queue_table_dice)
        dialog.open()

    def adjudicate(self) -> None:
        """Opens the dialog for overruling the rules."""
        dialog = AdjudicationDialog(self.window.desk, self.window)
        dialog.decided.connect(self._overrule)
        dialog.destroyed.connect(self._forget_adjudication)
        self.adjudication = dialog
        dialog.show()

    def _overrule(self, change: Action) -> None:
        refusals: list[Refusal] = []
        heard = self.window.session.refused.connect(refusals.append)
        done = self.window.session.submit(change)
        self.window.session.refused.disconnect(heard)
        if self.adjudication is not None:
            fault = str(refusals[0]) if refusals else "The rules cannot take this over."
            self.adjudication.tell("" if done else fault)

    def _forget_adjudication(self) -> None:
        self.adjudication = None

    def open_guide(self) -> None:
        """Shows the guide of the scenario."""
        self.window.guide.open()

    def find_in_log(self) -> None:
        """Shows the log and puts the keyboard into its search field."""
        self.window.docks.show_panel("log")
        self.window.panels.log.search.setFocus()

    def ask_hint(self) -> None:
        """Asks the best computer player there is."""
        session = self.window.session
        if session.decision is None:
            return
        session.ask_hint(make_bot("greedy", session.game.count, session.acting))

    def show_hint(self, action: Action) -> None:
        """Shows what the computer would do."""
        window = self.window
        kind = next((k for k in window.controller.offers.kinds if isinstance(action, k.action)), None)
        words = kind.describe(window.session.state, action) if kind else window.session.rules.describe(action)
        if kind is not None:
            choice = window.controller.offers.choice(kind, action)
            starts = {window.controller.offers.place_of(piece) for piece in choice.pieces}
            window.desk.show(*choice.places, *(place for place in starts if place is not None))
        text = f"The computer would: {words or (kind.label if kind else '')}"
        do_it = partial(window.flow.submit, action)
        window.messages.show_message(Message(text=text, tone=Tone.HINT, button="Do it", action=do_it))

    def take_choice(self, choice: Choice) -> None:
        """Does a line of the list of choices and leaves the keyboard there."""
        self.window.controller.take_choice(choice)
        self.window.controller.changed.emit()

    def confirm_tool(self) -> None:
        """Does what the running tool is ready for."""
        controller = self.window.controller
        if controller.tool is not None:
            controller.do(controller.tool.confirm(), controller.hovered)
            controller.changed.emit()

    def toggle_supply(self, piece: str) -> None:
        """Takes a unit into a supply group or out of it."""
        tool = self.window.controller.tool
        if isinstance(tool, SupplyTool):
            tool.toggle(piece)
            self.window.controller.changed.emit()

    def set_count(self, count: int) -> None:
        """Changes how many are hauled."""
        tool = self.window.controller.tool
        if isinstance(tool, HaulTool):
            tool.set_count(count)
            self.window.controller.changed.emit()

    def start_kind(self, kind: AnyKind) -> None:
        """Begins a kind of action from its button; options come as a menu."""
        window = self.window
        if kind.kind and kind.unavailable(window.controller.offers.state, window.controller.offers.side):
            return
        window.controller.start(kind)
        if window.controller.tool is not None:
            name = "planner" if isinstance(window.controller.tool, (SupplyTool, HaulTool)) else "choices"
            window.docks.show_panel(name)
            window.refresh_lists()

    # --- view -------------------------------------------------------------------------------------

    def go_to(self, place: PlaceId) -> None:
        """Centers the map on a place and puts the hex cursor there."""
        view = self.window.view
        view.center_on_hex(place)
        view.setFocus()
        view.set_cursor_hex(place)

    def center_on_selection(self) -> None:
        """Brings what is selected to the middle."""
        place = self.window.desk.selection.place or self.window.view.cursor_hex
        if place is not None:
            self.window.view.center_on_hex(place)

    def toggle_minimap(self) -> None:
        """Shows or hides the small map."""
        self.window.set_minimap(on=self.window.actions_by_id["minimap"].isChecked())

    def show_measuring(self) -> None:
        """Says how to measure, and ticks the menu line."""
        on = self.window.link.is_measuring
        self.window.actions_by_id["ruler"].setChecked(on)
        if on:
            self.window.tell("Measuring: click two hexes. M or Esc ends it.", "hint")
        else:
            self.window.messages.dismiss_passing()

    def write_note(self, place: PlaceId) -> None:
        """Shows the notes and begins one on a place."""
        self.window.docks.show_panel("notes")
        self.window.panels.notes.write_on(place)

    def step_through(self, by: int) -> None:
        """Goes to the next unit that can act."""
        self.window.controller.step_through(by)
        place = self.window.desk.selection.place
        if place is not None:
            self.window.view.set_cursor_hex(place)

    def focus(self, panel: str, widget: QWidget) -> None:
        """Shows a panel and gives it the keyboard."""
        self.window.docks.show_panel(panel)
        self.window.refresh_lists()
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def next_panel(self) -> None:
        """Moves the keyboard to the next visible panel, and from the last one to the map."""
        visible = [panel for panel in self.window.panels.by_name.values() if panel.isVisible()]
        panels = [p for p in visible if any(_takes_keys(w) for w in p.findChildren(QWidget))]
        holders: list[QWidget] = [self.window.view, *panels]
        focused = self.window.focusWidget()
        now = next((i for i, w in enumerate(holders) if w is focused or _holds(w, focused)), 0)
        target = holders[(now + 1) % len(holders)]
        inner = next((w for w in target.findChildren(QWidget) if _takes_keys(w)), None)
        (inner if inner is not None and target is not self.window.view else target).setFocus()

    def show_turn(self, turn: int) -> None:
        """Shows what comes in a turn."""
        self.window.docks.show_panel("schedule")
        self.window.panels.schedule.show_turn(turn)

    def look_at(self, number: int) -> None:
        """Looks at an earlier moment."""
        self.window.docks.show_panel("replay")
        self.window.session.look_at(number)

    def branch(self, number: int) -> None:
        """Asks the program for a new game from an earlier moment."""
        self.window.branch_wanted.emit(self.window.session.branch(number))

    def bookmark(self) -> None:
        """Names this moment."""
        self.window.docks.show_panel("replay")
        self.window.panels.replay.mark.click()

    # --- help -------------------------------------------------------------------------------------

    def phase_help(self) -> None:
        """Opens the help at the present phase."""
        self.help("game", phase_anchor(self.window.session))

    def help(self, page: str = "", anchor: str = "") -> None:
        """Opens the help window."""
        if self.help_window is None:
            self.help_window = HelpWindow()
            pages: tuple[Page, ...] = (*game_pages(self.window.session), keys_page())
            self.help_window.add_pages(pages)
        self.help_window.show()
        if page:
            self.help_window.show_page(page, anchor)
        self.help_window.raise_()
        self.help_window.activateWindow()

    def settings(self) -> None:
        """Opens the settings."""
        dialog = SettingsDialog(self.window.store, self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def about(self) -> None:
        """Says what this program is."""
        dialog = AboutDialog(self.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def tell_refusal(self, refusal: Refusal) -> None:
        """Shows a refusal in the message bar."""
        self.window.tell(str(refusal), "care")

    def close_windows(self) -> None:
        """Closes what was opened beside the window."""
        if self.help_window is not None:
            self.help_window.close()


def _holds(widget: QWidget, inner: QWidget | None) -> bool:
    return inner is not None and widget.isAncestorOf(inner)


def _takes_keys(widget: QWidget) -> bool:
    return widget.isVisible() and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
