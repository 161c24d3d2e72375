"""The kind of action that ends a phase: nothing to choose, offered once, the primary button of the window."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Refusal
from engine.ids import PieceId, SideId
from engine.play.action import ActionKind, EndPhase, Shape
from engine.state.model import State


class EndPhaseKind(ActionKind[EndPhase]):
    """Base of the kinds that end a phase: games say in ``apply`` what comes then."""

    kind = "end-phase"
    action = EndPhase
    shape = Shape.BUTTON
    label = "End the phase"
    ends = True

    def check(self, state: State, side: SideId, action: EndPhase) -> Refusal | None:
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[EndPhase]:
        if piece is None:
            yield EndPhase()
