"""Keeps the combat dialog in step with the running tool: opened, refreshed, closed, shown its dice."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

from app.player.board_controller import BoardController
from app.player.dialogs.combat import CombatDialog, Commitment
from app.player.dialogs.combat_frame import FULL_SIZE
from app.player.sitting import Change, Step
from app.player.tools.attack import AttackTool
from app.player.tools.pick import PickOptionTool
from app.theme.current import scaled
from engine.ids import PlaceId

GUIDE = "dock-guide"
FRAME = 24
"""Height that is left above and below the dialog in a low window."""
EDGE = 8
LOW = 760
"""Height below which the dialog sets the forces beside the rest."""


class BattleDesk(QObject):
    """One combat dialog for one window."""

    def __init__(self, controller: BoardController, window: QWidget) -> None:
        super().__init__(window)
        self.controller = controller
        self.desk = controller.desk
        self.dialog = CombatDialog(controller.desk, window)
        self._target: PlaceId | None = None
        self._is_fighting = False
        self._phase = ""
        controller.changed.connect(self.refresh)
        self.desk.session.changed.connect(self._position_changed)
        self.dialog.toggled.connect(self._toggle)
        self.dialog.committed.connect(self._commit)
        self.dialog.confirmed.connect(self._confirm)
        self.dialog.cancelled.connect(self._cancel)
        self.dialog.closed.connect(window.activateWindow)
        self.dialog.shown_on_map.connect(self._show_target)

    def refresh(self) -> None:
        """Shows the plan of the running tool, or puts the dialog away."""
        tool, side = self.controller.tool, self.controller.offers.side
        if isinstance(tool, AttackTool) and tool.plan is not None:
            self._target = tool.target
            self.dialog.show_attack(tool.plan, side)
            self._open()
        elif isinstance(tool, PickOptionTool) and tool.plan is not None and tool.plan.preview is not None:
            self._target = tool.plan.preview.target
            decision = self.controller.offers.decision
            words = decision.ask.prompt if decision else ""
            self.dialog.show_commitment(tool.plan, side, self._commitment(tool), words)
            self._open()
        elif self.dialog.isVisible() and not self.dialog.is_outcome:
            self._close()

    def _show_target(self) -> None:
        if self._target is not None:
            self.desk.show(self._target)

    def _commitment(self, tool: PickOptionTool) -> Commitment:
        """Numbers are committed as they are; other options by their place in the list."""
        action = tool.chosen
        assert action is not None
        numbers = [tool.number(option) for option in tool.actions]
        words = tool.kind.describe(self.controller.offers.state, action)
        known = [number for number in numbers if number is not None]
        if len(known) == len(tool.actions):
            return Commitment(
                words=f"{tool.kind.label}: {words}",
                lowest=min(known),
                highest=max(known),
                value=tool.number(action) or 0,
            )
        return Commitment(words=words, lowest=1, highest=len(tool.actions), value=tool.index + 1)

    def _open(self) -> None:
        if not self.dialog.isVisible():
            self._place()
            self.dialog.show()
            self.dialog.confirm_button.setFocus()
        elif self.dialog.is_outcome:
            self.dialog.activateWindow()  # the window may have been given the keyboard in between

    def go_on(self) -> bool:
        """Enter was typed on the map: a result that is still shown is put away first; whether it was."""
        if not (self.dialog.isVisible() and self.dialog.is_outcome):
            return False
        self._close()
        return True

    def _place(self) -> None:
        """In the middle of the window, below the guide while that is open."""
        window = self.dialog.parentWidget()
        if window is None:
            return
        room = window.size()
        wide = min(scaled(FULL_SIZE[0]), max(640, room.width() - 80))
        guide = window.findChild(QWidget, GUIDE)
        top = guide.mapTo(window, guide.rect().bottomLeft()).y() if guide and guide.isVisible() else 0
        tall = min(scaled(FULL_SIZE[1]), max(420, room.height() - max(top, FRAME) - EDGE))
        self.dialog.set_low(low=tall < scaled(LOW))
        self.dialog.resize(wide, tall)
        down = max(top + EDGE, (room.height() - tall) // 2 + FRAME // 3)
        self.dialog.move(window.mapToGlobal(QPoint((room.width() - wide) // 2, down)))

    def put_away(self) -> None:
        """Closes the dialog without taking anything back; for the end of the window."""
        self._close()

    def _close(self) -> None:
        self.dialog.set_answered()
        self.dialog.close()

    # --- answers ----------------------------------------------------------------------------------

    def _toggle(self, piece: str) -> None:
        tool = self.controller.tool
        if isinstance(tool, AttackTool):
            tool.toggle(piece)
            self.controller.changed.emit()

    def _commit(self, value: int) -> None:
        tool = self.controller.tool
        if not isinstance(tool, PickOptionTool):
            return
        numbers = [tool.number(option) for option in tool.actions]
        tool.choose(numbers.index(value) if value in numbers and None not in numbers else value - 1)
        self.controller.changed.emit()

    def _confirm(self) -> None:
        tool = self.controller.tool
        if tool is None:
            return
        self._is_fighting = True
        self.dialog.set_answered()
        self.controller.do(tool.confirm(), self._target)
        self.controller.changed.emit()

    def _cancel(self) -> None:
        if isinstance(self.controller.tool, AttackTool):
            self.controller.call_off()

    def _position_changed(self, change: Change) -> None:
        """Dice of a battle that was confirmed here are shown in the dialog, and what comes of them."""
        is_told = self.dialog.isVisible() and self.dialog.is_outcome
        if change.step is not Step.ACTION:
            self._is_fighting = False
            if is_told:
                self._close()  # it told of what is undone, or not on the map that is looked at
            return
        transition = change.transition
        if self._is_fighting and transition is not None and any(event.dice for event in transition.events):
            self._is_fighting = False
            self.dialog.show_outcome(transition)
            self._phase = self.desk.session.state.phase
            self._open()
        elif is_told and self.desk.session.state.phase != self._phase:
            self._close()
        elif is_told and transition is not None:
            self.dialog.add_outcome(transition)
