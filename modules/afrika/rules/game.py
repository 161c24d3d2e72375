"""Afrika's rules as the engine asks for them; every answer is given by a module of its own."""

from __future__ import annotations

from collections.abc import Mapping

from engine.definition.board import BoardDef
from engine.definition.module import ModuleDef
from engine.errors import EngineError, Refusal
from engine.flow.sequence import SequenceStep
from engine.geometry.compiling import compile_boards
from engine.ids import PieceId, PlaceId, SideId
from engine.issues import near_miss
from engine.play.action import Action, Adjudicate
from engine.play.event import Event
from engine.play.resolution import Resolution
from engine.rules.freeplay_setup import chosen_options
from engine.rules.ruleset import SupplyReport
from engine.state.model import OptionValue, State
from engine.victory.referee import Referee
from engine.view.advice import Suggestion, Unfinished
from engine.view.overlay import Overlay, OverlayKind
from engine.view.projection import Projection
from engine.view.reach import CostLine
from modules.afrika.rules import (
    adjudication,
    advice,
    checks,
    notes,
    overlays,
    projection,
    setup,
    supply_report,
    tracks,
    visibility,
)
from modules.afrika.rules.chart_reading import compile_charts
from modules.afrika.rules.compiled import AfrikaGame, Parts
from modules.afrika.rules.movement import MovementRules
from modules.afrika.rules.movement_advice import explain_path
from modules.afrika.rules.registry import action_types, build_steps
from modules.afrika.rules.state import ALLIED
from modules.afrika.rules.victory import AfrikaGround, version_of


class AfrikaRules(AfrikaGame):
    """One scenario of Afrika, ready to play."""

    action_types = action_types()

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self.predicates = {"setting-up": self._is_setting_up, "axis-moves": self._axis_moves}
        self.referee = Referee(AfrikaGround(self), version_of(self))
        sequence = SequenceStep(self.module.sequence, self.predicates, self.referee)
        self.steps = {step.id: step for step in (sequence, *build_steps(self))}

    def _is_setting_up(self, state: State) -> bool:
        return state.phase == "setup"

    def _axis_moves(self, state: State) -> bool:
        """False for the Axis player turn that a scenario begun by the Commonwealth skips (1.1).

        It is skipped out of the set-up only: a position set by hand may begin with any phase.
        """
        opening = state.phase == "setup" and state.turn == self.scenario.first_turn
        return not (opening and self.scenario.first_side == ALLIED)

    def setup(self, seed: int) -> State:
        return setup.initial_state(self, seed)

    def project(self, state: State, viewer: SideId) -> Projection:
        return projection.project(self, state, viewer)

    def adjudicate(self, r: Resolution, change: Adjudicate) -> None:
        adjudication.adjudicate(self, r, change)

    def check(self, state: State) -> tuple[str, ...]:
        return tuple(checks.faults(self, state))

    def oddities(self, state: State) -> tuple[str, ...]:
        return tuple(checks.oddities(self, state))

    def tracks(self, state: State) -> Mapping[str, object]:
        return tracks.as_protocol(state)

    def redact(self, state: State, viewer: SideId) -> State:
        return visibility.redact(self, state, viewer)

    def veil(self, state: State, event: Event) -> Event:
        return visibility.veil(self, event)

    def sealed(self, state: State) -> bool:
        return visibility.is_foggy(self)

    def overlays(self) -> tuple[OverlayKind, ...]:
        return overlays.KINDS

    def overlay(self, state: State, viewer: SideId, kind: str, piece: PieceId | None) -> Overlay | None:
        return overlays.overlay(self, visibility.redact(self, state, viewer), kind, piece)

    def supply(self, state: State, side: SideId) -> tuple[SupplyReport, ...]:
        return supply_report.report(self, state, side)

    def suggestions(self, state: State, side: SideId) -> tuple[Suggestion, ...]:
        return advice.suggestions(self, state, side)

    def unfinished(self, state: State, side: SideId) -> tuple[Unfinished, ...]:
        return advice.unfinished(self, state, side)

    def hex_notes(self, state: State, viewer: SideId, place: PlaceId) -> tuple[CostLine, ...]:
        return notes.hex_notes(self, state, place)

    def explain_move(
        self, state: State, side: SideId, pieces: tuple[PieceId, ...], path: tuple[PlaceId, ...]
    ) -> tuple[CostLine, ...]:
        return explain_path(MovementRules(self), state, side, pieces, path)

    def why_not(self, state: State, side: SideId, place: PlaceId) -> Refusal | None:
        return notes.why_not(self, state, side, place)

    def describe(self, action: Action) -> str:
        return notes.describe(self, action)


class AfrikaRuleset:
    """The ruleset by name and version."""

    id = "afrika"
    version = "1"

    def read_charts(self, module: ModuleDef) -> None:
        """Raises ``EngineError`` for a chart that is missing or has a cell the rules cannot read."""
        compile_charts(module)

    def compile(self, module: ModuleDef, scenario: str, options: Mapping[str, OptionValue]) -> AfrikaRules:
        """Makes a scenario ready; raises ``EngineError`` for unknown ids, options that are unknown or
        fixed."""
        known = {found.id: found for found in module.scenarios}
        if scenario not in known:
            hint = near_miss(scenario, known)
            raise EngineError(f"there is no scenario {scenario!r}" + (f"; {hint}" if hint else ""))
        chosen = chosen_options(module, known[scenario], options)
        boards = [_board(module, name) for name in known[scenario].boards]
        parts = Parts(module=module, scenario=known[scenario], options=chosen, board=compile_boards(boards))
        return AfrikaRules(parts)


def _board(module: ModuleDef, name: str) -> BoardDef:
    """A map, without the works of Bardia if the module says so (a reconstruction, ruling on 1.5)."""
    board = module.board(name)
    fort = next((found.value for found in module.constants if found.id == "bardia-fort"), None)
    if fort is None:
        raise EngineError("the module has no constant 'bardia-fort'")
    if fort is True:
        return board
    kept = tuple(chain for chain in board.chains if (chain.kind, chain.name) != ("fortification", "Bardia"))
    return board.model_copy(update={"chains": kept})


RULESET = AfrikaRuleset()
