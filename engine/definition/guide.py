"""The guide through the beginning of a scenario: steps with a text, something to look at, and when to go on.

A guide is data, so that every module can have one. What a step waits for is told of the running game: an
action taken, a phase or turn reached, a counter at a place. A step that waits for nothing goes on by hand.
"""

from collections.abc import Iterable
from typing import Literal, Self

from pydantic import Field, model_validator

from engine.definition.base import Definition, Id, Place
from engine.definition.sequence import ConditionDef

#: The panels of the player window, by the name a guide calls them.
PanelName = Literal[
    "sequence", "turns", "order", "schedule", "choices", "stack", "planner", "boxes", "notes", "legend",
    "log", "advice", "dice", "replay", "victory", "cards",
]  # fmt: skip


class UntilDef(Definition):
    """When a step of a guide is done: everything given must hold."""

    action: Id | None = Field(
        default=None, description="An action of this kind was taken since the step began, such as move."
    )
    side: Id | None = Field(default=None, description="By this side; with `action` only.")
    phase: Id | None = Field(default=None, description="The game is in this phase.")
    turn: int | None = Field(default=None, ge=0, description="The game has come to this turn.")
    piece: Id | None = Field(default=None, description="This counter is at one of the places `at`.")
    at: tuple[Place, ...] = Field(default=(), description="Hexes or boxes; with `piece` only.")

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.action is None and self.phase is None and self.turn is None and self.piece is None:
            raise ValueError("it needs 'action', 'phase', 'turn' or 'piece'")
        if self.side is not None and self.action is None:
            raise ValueError("'side' says who takes the 'action', which is missing")
        if bool(self.piece) != bool(self.at):
            raise ValueError("'piece' and 'at' belong together")
        return self


class GuideStepDef(Definition):
    """One step of a guide: what to do, where to look, and when the next step comes."""

    title: str = Field(min_length=1, max_length=60, description="A few words.")
    text: str = Field(min_length=1, description="What to do and why, in a sentence or three.")
    places: tuple[Place, ...] = Field(default=(), description="Hexes or boxes to light.")
    panel: PanelName | None = Field(default=None, description="The panel to bring to the front.")
    keys: str = Field(default="", max_length=40, description="The key that does it, such as Ctrl+Return.")
    until: tuple[UntilDef, ...] = Field(
        default=(), description="The next step comes when one of these holds; left out = by hand."
    )
    when: tuple[ConditionDef, ...] = Field(default=(), description="Only in games with these options.")

    def is_in(self, options: Iterable[tuple[str, object]]) -> bool:
        """Whether the step belongs to a game with these options."""
        chosen = dict(options)
        return all(chosen.get(test.option) == test.value for test in self.when)
