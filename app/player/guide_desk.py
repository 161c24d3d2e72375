"""Leads through a scenario's guide: goes on when a step is done, lights its places, goes back on undo.

Each step remembers how many actions there were when it began. An undo beyond that brings the step before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.player.sitting import Change, Step
from engine.definition.guide import GuideStepDef
from engine.view.guide import is_done

if TYPE_CHECKING:
    from app.player.window import PlayerWindow

PANEL = "guide"
DOCK = "dock-guide"


class GuideDesk(QObject):
    """The guide of one window; does nothing in a scenario without one."""

    def __init__(self, window: PlayerWindow) -> None:
        super().__init__(window)
        self.window = window
        self.panel = window.panels.guide
        self._begun = [window.session.game.count]
        """How many actions there were when each step up to the present one began."""
        window.actions_by_id["guide"].setEnabled(self.panel is not None)
        if self.panel is None:
            return
        self.panel.back_wanted.connect(self.back)
        self.panel.next_wanted.connect(self.go_on)
        self.panel.close_wanted.connect(self.close)
        window.session.changed.connect(self._position_changed)
        window.docks.groups[DOCK].bar.add_widget(self.panel.corner)
        self.panel.height_wanted.connect(self._fit)
        window.docks.docks[DOCK].visibilityChanged.connect(self._light)

    @property
    def number(self) -> int:
        """The step on show, from 0."""
        return len(self._begun) - 1

    @property
    def steps(self) -> tuple[GuideStepDef, ...]:
        """All steps; none in a scenario without a guide."""
        return self.panel.steps if self.panel is not None else ()

    @property
    def is_open(self) -> bool:
        """Whether the guide is on the screen."""
        return self.panel is not None and self.window.docks.is_shown(PANEL)

    # --- opening and closing ----------------------------------------------------------------------

    def open_first(self) -> None:
        """Opens the guide of a game begun with the option for it, or of a scenario begun for the first time.

        Else it waits in the Help menu.
        """
        if self.panel is None:
            return
        session, store = self.window.session, self.window.store
        name = f"{session.module.id}/{session.rules.scenario.id}"
        is_new, is_asked_for = name not in store.current.guides_seen, any(step.when for step in self.steps)
        if session.game.count == 0 and (is_new or is_asked_for):
            if is_new:
                store.change(guides_seen=(*store.current.guides_seen, name))
            self.open()
        else:
            self.window.docks.set_shown(PANEL, shown=False)

    def open(self) -> None:
        """Shows the guide where it stands; after its end it begins again."""
        if self.panel is None:
            return
        if not self.is_open and self.number == len(self.steps) - 1:
            self._begun = [self.window.session.game.count]
        self.window.docks.show_panel(PANEL)
        self._show()

    def close(self) -> None:
        """Takes the guide away; the keyboard goes to the map."""
        self.window.docks.set_shown(PANEL, shown=False)
        self._light()
        self.window.view.setFocus()

    # --- from step to step ------------------------------------------------------------------------

    def go_on(self) -> None:
        """The next step, whether this one is done or not; after the last one the guide closes."""
        if self.number == len(self.steps) - 1:
            self.close()
            return
        self._begun.append(self.window.session.game.count)
        self._show()

    def back(self) -> None:
        """The step before."""
        if self.number > 0:
            self._begun.pop()
            self._show()

    def _position_changed(self, change: Change) -> None:
        if change.step in (Step.LOOK, Step.VIEWER):
            return
        before, count = self.number, self.window.session.game.count
        while self.number > 0 and self._begun[-1] > count:
            self._begun.pop()
        if change.step is not Step.UNDO:
            self._advance()
        if self.number != before:
            self._show()

    def _advance(self) -> None:
        """Goes on as long as the step is done."""
        game = self.window.session.game
        while self.number < len(self.steps) - 1:
            taken = ((turn.side, turn.action) for turn in game.turns[self._begun[-1] :])
            if not is_done(self.steps[self.number], game.state, taken):
                return
            self._begun.append(game.count)

    # --- showing ----------------------------------------------------------------------------------

    def _show(self) -> None:
        """The step on its card, its panel in front, its places lit and in sight."""
        assert self.panel is not None
        self.panel.show_step(self.number)
        self.window.docks.set_note(PANEL, self.panel.note)
        self._light()
        if not self.is_open:
            return
        step, index = self.panel.step, self.window.session.rules.board.index
        self.window.view.ensure_visible([place for place in step.places if place in index])
        panel = step.panel or ("boxes" if any(place not in index for place in step.places) else None)
        if panel is not None and panel in self.window.docks.panels:
            self.window.docks.show_panel(panel)

    def _fit(self, height: int) -> None:
        """The card is as high as its longest step, its bar as high as the buttons."""
        group = self.window.docks.groups[DOCK]
        group.setFixedHeight(height)
        if self.panel is not None:
            group.bar.setFixedHeight(self.panel.corner.sizeHint().height())

    def _light(self) -> None:
        """Rings the places of the step, while the guide is open."""
        index = self.window.session.rules.board.index
        wanted = self.steps[self.number].places if self.is_open else ()
        self.window.controller.marks.guided = tuple(place for place in wanted if place in index)
        self.window.link.refresh_overlays()
