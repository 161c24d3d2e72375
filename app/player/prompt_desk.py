"""Keeps the prompt bar of one window in step with the game and the running tool."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.player.prompts import PromptActs, buttons_of, prompt_of
from app.player.tools.outcome import Choice
from app.widgets.keycap import KeyButton

if TYPE_CHECKING:
    from app.player.window import PlayerWindow


class PromptDesk(QObject):
    """Words and buttons of the bar, and what its main button is."""

    def __init__(self, window: PlayerWindow) -> None:
        super().__init__(window)
        self.window = window
        self._shown: object = None
        self._state: object = None

    def refresh(self) -> None:
        """Says who must do what now; the buttons are made anew only when they differ."""
        window = self.window
        session, controller = window.session, window.controller
        window.prompt_bar.show_prompt(prompt_of(session, controller, window.desk.look))
        wanted = buttons_of(session, controller, self._acts())
        key = [(b.text, b.key, b.is_primary, b.is_enabled, b.tip) for b in wanted]
        if key == self._shown and session.state is self._state:
            return
        self._shown, self._state = key, session.state
        window.prompt_bar.show_buttons(wanted)
        window.actions_by_id["main"].setEnabled(self.main_button is not None)

    def _acts(self) -> PromptActs:
        window = self.window
        return PromptActs(
            undo=self._undo,
            help=window.acts.phase_help,
            end=window.flow.end_phase,
            start=window.acts.start_kind,
            confirm=window.acts.confirm_tool,
            present=partial(window.session.look_at, None),
        )

    def _undo(self) -> None:
        self.window.session.undo()

    def point_at(self, choice: Choice) -> None:
        """A line of the list of choices is looked at; the main button names it."""
        self.window.controller.point_at(choice)
        self.refresh()

    @property
    def main_button(self) -> KeyButton | None:
        """The primary button of the bar, if it can be pressed now."""
        buttons = self.window.prompt_bar.buttons
        found = next((button for button in buttons if button.property("kind") == "primary"), None)
        return found if found is not None and found.isEnabled() else None

    def press_main(self) -> None:
        """Presses the primary button; asked again, the question about unfinished business is answered."""
        button = self.main_button
        if self.window.flow.unfinished_dialog is not None:
            self.window.flow.end_phase()
        elif button is not None:
            button.click()
