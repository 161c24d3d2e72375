"""The player window: map in the middle, prompt bar above, docks around, all fed by one session.

The window builds the parts and ties them together; what a click means is for the board controller, what an
action does for the engine.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QMainWindow,
    QPlainTextEdit,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.actions import PLAYER_ACTIONS, ActionSet
from app.graphics.board_scene import BoardScene
from app.graphics.board_view import BoardView
from app.graphics.minimap import MiniMap
from app.messages import MessageBar, Tone
from app.player.battle import BattleDesk
from app.player.board_controller import BoardController
from app.player.board_link import BoardLink
from app.player.board_overlays import OverlayMaker
from app.player.desk import Desk
from app.player.dialogs.handover import HandoverScreen
from app.player.docks import Docks
from app.player.edited_module import EditedModule
from app.player.files import GameFiles
from app.player.first_look import look_first, look_where_it_goes_on
from app.player.goto_box import GotoBox
from app.player.guide_desk import GuideDesk
from app.player.map_floats import MapFloats
from app.player.opening import Opening, arts_of
from app.player.overlay_bar import OverlayBar
from app.player.panel_set import PanelSet
from app.player.play_flow import PlayFlow
from app.player.prompt_desk import PromptDesk
from app.player.prompts import is_answered_in_the_bar
from app.player.session import Session
from app.player.sitting import Change
from app.player.status_words import StatusWords
from app.player.tools.pick import PickOptionTool, PickPieceTool
from app.player.turn_words import turn_title
from app.player.window_acts import WindowActs
from app.player.window_menus import WindowMenus
from app.player.window_top import WindowTop
from app.screen_fit import first_size, pull_in
from app.theme.current import scaled, theme, tokens
from app.widgets.enter_key import press_buttons_by_enter
from app.widgets.prompt_bar import PromptBar
from engine.play.action import Shape

NAME = "player"
FIRST_SIZE = (1920, 1200)
LEAST_FOR_MINIMAP = 1360
"""Width of a window from which the small map is shown at first."""


class PlayerWindow(QMainWindow):
    """One game on the screen."""

    library_wanted = Signal()
    open_wanted = Signal(object)
    branch_wanted = Signal(object)
    closed = Signal()

    def __init__(self, session: Session, opening: Opening, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        press_buttons_by_enter()
        self.session = session
        session.setParent(self)
        self.store = opening.store
        self.desk = Desk(session, opening.module_path or "", self)
        self.files = GameFiles(session, opening.store, opening.module_path, self)
        self.files.path = opening.save_path
        self.scene = BoardScene(arts_of(session, opening), tokens().name, self)
        self.view = BoardView(self.scene)
        self.overlays = OverlayMaker(self.desk)
        self.controller = BoardController(self.desk, self)
        self.link = BoardLink(self.view, self.controller, self.overlays)
        self.prompt_bar = PromptBar()
        self.messages = MessageBar()
        self.panels = PanelSet(self.desk, self.scene.arts)
        self.actions_by_id = ActionSet(self, self.view, PLAYER_ACTIONS.values())
        self.docks = Docks(self, self.panels.by_name)
        self.overlay_bar = OverlayBar(self.overlays.kinds, self.view)
        self.minimap = MiniMap(self.view)
        self.goto_box = GotoBox(session, self.minimap, self.view)
        self.floats = MapFloats(self)
        self.battle = BattleDesk(self.controller, self)
        self.link.answers_enter = self.battle.go_on
        self.flow = PlayFlow(self)
        self.acts = WindowActs(self)
        self.prompts = PromptDesk(self)
        self._was_shown = False
        self.is_let_go = False
        self._phase_served = ""
        self._lay_out()
        self.handover = HandoverScreen(self)
        self.window_menus = WindowMenus(self)
        self.guide = GuideDesk(self)
        self.edited = EditedModule(self, opening.source)
        self._connect()
        self.files.open_journal(opening.journal)
        self.controller.begin_by_itself()
        self.refresh()

    # --- building ---------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        scenario = self.session.rules.scenario
        number = f"{scenario.number} " if scenario.number else ""
        self.game_title = f"{self.session.module.title} — {number}{scenario.title}"
        self.setWindowTitle(self.game_title)
        self.setObjectName(NAME)
        self.top = WindowTop(self.game_title, self.prompt_bar)
        self.menus, self.mode_label = self.top.menus, self.top.mode_label
        self.setMenuWidget(self.top)
        central = QWidget()
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(self.messages)
        self.setCentralWidget(central)
        self.status = StatusWords(self)
        self.place_words = self.status.place
        self.docks.groups["dock-log"].bar.add_widget(self.panels.log.corner)
        self.docks.groups["dock-log"].current_changed.connect(self._show_log_corner)
        self.docks.set_note("turns", self.panels.turns.note)
        self.docks.set_note("victory", self.panels.victory.note)

    def _show_log_corner(self, page: int) -> None:
        self.panels.log.corner.setVisible(page == 0)

    def _connect(self) -> None:
        session, controller = self.session, self.controller
        session.changed.connect(self._position_changed)
        session.refused.connect(self.flow.show_refusal)
        session.told.connect(self.tell)
        session.handed_over.connect(self._hand_over)
        session.busy_changed.connect(self.prompts.refresh)
        self.handover.accepted.connect(session.lift_veil)
        controller.changed.connect(self.refresh)
        controller.submit_wanted.connect(self.flow.submit)
        self.desk.selection.changed.connect(self.status.show_selection)
        self.link.measuring_changed.connect(self.acts.show_measuring)
        self.link.note_wanted.connect(self.acts.write_note)
        self.link.card_told.connect(self.place_words.setText)
        self.overlay_bar.toggled.connect(self.toggle_overlay)
        self.goto_box.chosen.connect(self.acts.go_to)
        self.goto_box.left.connect(self.view.setFocus)
        self.prompt_bar.focus_freed.connect(self.view.setFocus)
        self.view.scaleChanged.connect(self.status.show_state)
        self.files.saved.connect(self.show_mode)
        self.files.told.connect(self.tell)
        self.docks.panel_shown.connect(self.refresh_lists)
        theme().changed.connect(self._restyle)
        self._connect_panels()
        self.acts.bind()

    def _connect_panels(self) -> None:
        controller, acts, panels = self.controller, self.acts, self.panels
        panels.turns.turn_chosen.connect(acts.show_turn)
        panels.stack.note_changed.connect(partial(self.docks.set_note, "stack"))
        panels.choices.chosen.connect(acts.take_choice)
        panels.choices.pointed.connect(self.prompts.point_at)
        panels.choices.kind_wanted.connect(controller.start)
        panels.advice.chosen.connect(controller.take_suggestion)
        panels.planner.toggled.connect(acts.toggle_supply)
        panels.planner.count_changed.connect(acts.set_count)
        panels.planner.confirmed.connect(acts.confirm_tool)
        panels.planner.all_wanted.connect(self.flow.do_all)
        panels.planner.suggestion_chosen.connect(controller.take_suggestion)
        panels.log.undo_wanted.connect(self.session.undo_to)
        panels.log.look_wanted.connect(acts.look_at)
        panels.log.branch_wanted.connect(acts.branch)
        panels.log.export_wanted.connect(acts.export_log)
        panels.replay.branch_wanted.connect(acts.branch)
        if panels.cards is not None:
            panels.cards.wanted.connect(self.flow.submit)

    # --- following --------------------------------------------------------------------------------

    def _bring_forward(self) -> None:
        """At the beginning of a phase, the panels that serve it come to the front."""
        decision = self.session.decision
        if decision is None:
            return
        if decision.phase != self._phase_served:
            self._phase_served = decision.phase
            shapes = {kind.shape for kind in decision.ask.kinds}
            self.docks.show_panel("order")
            self.docks.show_panel("planner" if Shape.SUPPLY in shapes else "stack")
            is_combat = Shape.ATTACK in shapes and Shape.MOVE not in shapes
            self.docks.show_panel("advice" if is_combat else "log")
            self.panels.order.show_side(self.session.acting)
            if self.session.acting not in self.session.sitting.players:
                look_where_it_goes_on(self.session, self.controller.offers.lit_places, self.view)
            self._return_keyboard()
        tool = self.controller.tool
        if (
            isinstance(tool, (PickOptionTool, PickPieceTool))
            and len(tool.choices()) > 1
            and not is_answered_in_the_bar(tool)
            and not self.battle.dialog.isVisible()
        ):
            self.docks.show_panel("choices")

    def _return_keyboard(self) -> None:
        """A new phase begins at the map, wherever the keyboard was, unless somebody writes a note."""
        if not isinstance(self.focusWidget(), (QPlainTextEdit, QTextEdit)):
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _position_changed(self, change: Change) -> None:
        current = self.messages.current
        if current is not None and current.button and current.tone is Tone.HINT:
            self.messages.dismiss()  # it was about a position that is gone
        self._bring_forward()
        self.minimap.update()
        self.status.show_state()
        self.show_mode()
        if self.session.game.decision is None and self.session.looking_at is None and change.transition:
            over = self.session.state.over
            if over is not None:
                self.docks.show_panel("victory")
                self.tell(over.reason, "good")

    def refresh(self) -> None:
        """Prompt, lists and lit boxes follow the controller."""
        self.prompts.refresh()
        self.refresh_lists()
        self.panels.boxes.light(self.controller.picture_places() | self.controller.lit)
        self._show_actions()

    def refresh_lists(self) -> None:
        """Lists of choices and plans follow the controller, where they are seen."""
        self.panels.choices.show_offers(self.controller.offers, self.controller.tool)
        self.panels.planner.show_offers(self.controller.offers, self.controller.tool)

    def _show_actions(self) -> None:
        actions, session = self.actions_by_id, self.session
        actions["undo"].setEnabled(session.can_undo or session.game.count > 0)
        actions["redo"].setEnabled(session.can_redo)
        actions["solo"].setChecked(session.sitting.solo)
        actions["free-undo"].setChecked(session.game.free_undo)
        actions["always-table-dice"].setChecked(session.sitting.table_dice)
        actions["stop-thinking"].setEnabled(session.is_busy)

    def show_mode(self) -> None:
        """Says how the game is played and whether it is saved."""
        self.top.show_mode(self.session, self.files.saved_at)

    def tell(self, text: str, tone: str) -> None:
        """Shows a message in the bar below the map."""
        self.messages.tell(text, Tone(tone) if tone in set(Tone) else Tone.GOOD)

    def _hand_over(self, side: str) -> None:
        title = self.session.side_title(side)
        state = self.session.state
        moment = f"{turn_title(self.session.module, state.turn)}: {self.session.phase_title(state.phase)}"
        self.handover.show_for(title, self.desk.look(side), moment)

    # --- overlays, docks, theme -------------------------------------------------------------------

    def toggle_overlay(self, kind_id: str) -> None:
        """Switches an overlay of the game."""
        self.overlay_bar.set_on(kind_id, on=self.overlays.toggle(kind_id))
        self.link.refresh_overlays()
        told = self.overlays.titles()
        if told:
            self.place_words.setText(" · ".join(told))

    def toggle_docks(self) -> None:
        """Gives the map the whole window, or brings the docks back."""
        hidden = self.docks.toggle_all()
        self.actions_by_id["all-docks"].setChecked(hidden)

    def reset_layout(self) -> None:
        """Puts all panels back where they were at first."""
        self.docks.reset()
        self.docks.set_first_sizes(self.width())

    def set_minimap(self, *, on: bool) -> None:
        """Shows or hides the small map."""
        self.actions_by_id["minimap"].setChecked(on)
        self.floats.show_ways()

    def _restyle(self) -> None:
        self.view.set_theme(tokens().name)
        self.docks.follow_scale(self.width())
        self.prompts.refresh()
        self.floats.place()

    # --- events -----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc lets go wherever the keyboard is, as the prompt bar says."""
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self.link.escape()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._was_shown:
            self.docks.follow_height(self.height())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._was_shown:
            return
        self._was_shown = True
        geometry = self.store.window(NAME)
        if not (geometry and self.restoreGeometry(QByteArray(geometry))) and not self._is_sized():
            self.resize(first_size(self, *FIRST_SIZE))
        elif geometry:
            pull_in(self)
        self.docks.follow_height(self.height())
        if not self.docks.restore(self.store.window(f"{NAME}-{self.docks.name}")):
            self.docks.set_first_sizes(self.width())
        self.guide.open_first()
        for kind in self.store.current.overlays:
            if kind in {found.id for found in self.overlays.kinds}:
                self.toggle_overlay(kind)
        self.set_minimap(on=self.width() >= scaled(LEAST_FOR_MINIMAP))
        QTimer.singleShot(0, self, self._first_look)

    def _is_sized(self) -> bool:
        return self.testAttribute(Qt.WidgetAttribute.WA_Resized)

    def _first_look(self) -> None:
        """Shows where the deciding side stands, at the scale of play."""
        self.floats.place()
        look_first(self.session, self.controller.lit, self.view)
        self.view.setFocus()
        self.status.show_state()
        self.show_mode()
        self._bring_forward()
        self.flow.wake()

    def ask_to_close(self) -> bool:
        """Whether the window may close; asks only for a game that no journal keeps."""
        self.panels.notes.finish()
        session = self.session
        if session.journal is not None or not (session.is_unsaved and session.game.count):
            return True
        return not self.store.current.confirm_quit or self.files.may_be_let_go(self.game_title)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not (self.is_let_go or self.ask_to_close()):
            event.ignore()
            return
        self.flow.stop()
        self.messages.clear()
        self.panels.replay.stop()
        self.battle.put_away()
        self.acts.close_windows()
        self.store.remember_window(NAME, bytes(self.saveGeometry().data()))
        self.store.remember_window(f"{NAME}-{self.docks.name}", self.docks.save())
        self.store.change(overlays=tuple(self.overlays.active))
        self.session.close(keep_journal=self.session.is_unsaved)
        self.scene.tiles.want([])
        super().closeEvent(event)
        self.closed.emit()
