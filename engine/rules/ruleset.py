"""The contract between the engine and a game's rules.

A :class:`Ruleset` compiles a module and one of its scenarios to :class:`GameRules`: an immutable
object with the board in integers, the steps, and every question the program asks of a game.
Rulesets are Python packages registered by name; opening a module never imports code from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, Protocol

import msgspec

from engine.errors import IllegalAction, Refusal
from engine.flow.step import Step
from engine.ids import PieceId, PlaceId, RuleRef, SideId, StepId
from engine.play.action import Action, Adjudicate, CardPlacement
from engine.play.event import Event
from engine.play.resolution import Resolution
from engine.state.model import GameData, OptionValue, State
from engine.view.advice import Suggestion, Unfinished
from engine.view.overlay import Overlay, OverlayKind, Trace
from engine.view.projection import Projection
from engine.view.reach import CostLine

if TYPE_CHECKING:
    from engine.definition.module import ModuleDef
    from engine.definition.scenario import ScenarioDef
    from engine.geometry.board import CompiledBoard
    from engine.victory.referee import Referee


class Ruleset(Protocol):
    """A game's rules by name and version."""

    id: str
    version: str

    def compile(self, module: ModuleDef, scenario: str, options: Mapping[str, OptionValue]) -> GameRules:
        """Rules, board and scenario made ready; unknown or clashing options raise ``EngineError``."""
        ...


class SupplyReport(msgspec.Struct, frozen=True):
    """One unit's supply: ``in`` or ``out``, its trace to a source, and why in words."""

    piece: PieceId
    state: str
    trace: Trace | None
    text: str
    rule: RuleRef = ""


class GameRules(ABC):
    """One scenario of one game with its rules, ready to play. Immutable; holds no position."""

    ruleset: ClassVar[str]
    version: ClassVar[str]
    data_type: ClassVar[type[GameData]]
    dice_faces: ClassVar[tuple[int, ...]] = (6,)
    """Sizes of dice this game rolls; table dice are checked against them."""
    lowest_face: ClassVar[int] = 1
    """The lowest face of those dice (0 where a ten-sided die counts its zero as zero)."""
    action_types: ClassVar[tuple[type[Action], ...]]
    """Every type of action there is in this game (``Adjudicate`` need not be named)."""

    module: ModuleDef
    scenario: ScenarioDef
    options: Mapping[str, OptionValue]
    board: CompiledBoard
    steps: Mapping[StepId, Step]
    predicates: Mapping[str, Callable[[State], bool]]
    referee: Referee | None = None
    """Tests the conditions of victory made from blocks; None in games that judge by themselves."""

    @abstractmethod
    def setup(self, seed: int) -> State:
        """The state before the first node runs: pieces placed, flow at the sequence of play."""

    @abstractmethod
    def project(self, state: State, viewer: SideId) -> Projection:
        """The position as a side, or ``all``, may see it."""

    @abstractmethod
    def adjudicate(self, r: Resolution, change: Adjudicate) -> None:
        """Sets up any position (A19); raises ``IllegalAction`` for unknown ids or impossible values."""

    def put_card(self, r: Resolution, placement: CardPlacement) -> None:
        """Puts a card where a change by hand wants it; raises ``IllegalAction`` where that cannot be.

        Called before :meth:`adjudicate`. Games without cards have none to put.
        """
        raise IllegalAction(Refusal("this game has no cards to put anywhere", code="BAD_REQUEST"))

    @abstractmethod
    def check(self, state: State) -> tuple[str, ...]:
        """What can never be true of a position, however it came about, in words.

        Looked at at each step of automatic play; a position set up by hand or loaded is refused for it.
        """

    @abstractmethod
    def tracks(self, state: State) -> Mapping[str, object]:
        """All tracks and pools as the line protocol shows them (JSON-able)."""

    def oddities(self, state: State) -> tuple[str, ...]:
        """What play does not bring about though hands can (too many in a hex): reported, not refused."""
        return ()

    def after_action(self, r: Resolution) -> None:
        """What has to be looked at after every action of a side, before the flow goes on."""
        return

    def redact(self, state: State, viewer: SideId) -> State:
        """The state without what the viewer may not know; the same object if nothing is hidden."""
        return state

    def veil(self, state: State, event: Event) -> Event:
        """The event with its audience, where only one side may read it whole; most games keep it as it is."""
        return event

    def sealed(self, state: State) -> bool:
        """Whether a hand-over screen is needed when the decision passes to another side."""
        return False

    def overlays(self) -> tuple[OverlayKind, ...]:
        """The overlays this game offers."""
        return ()

    def overlay(self, state: State, viewer: SideId, kind: str, piece: PieceId | None) -> Overlay | None:
        """One overlay at this position."""
        return None

    def supply(self, state: State, side: SideId) -> tuple[SupplyReport, ...]:
        """Supply of each of a side's units, as it would be found now."""
        return ()

    def suggestions(self, state: State, side: SideId) -> tuple[Suggestion, ...]:
        """Choices worth taking now, best first; the greedy bot plays the first of positive score."""
        return ()

    def unfinished(self, state: State, side: SideId) -> tuple[Unfinished, ...]:
        """What the side may have forgotten before it ends the present phase."""
        return ()

    def hex_notes(self, state: State, viewer: SideId, place: PlaceId) -> tuple[CostLine, ...]:
        """Lines for the hover card: terrain effects, control, stacking, what the rules say here."""
        return ()

    def explain_move(
        self, state: State, side: SideId, pieces: tuple[PieceId, ...], path: tuple[PlaceId, ...]
    ) -> tuple[CostLine, ...]:
        """The cost of a path itemised for the hover card."""
        return ()

    def why_not(self, state: State, side: SideId, place: PlaceId) -> Refusal | None:
        """Why nothing can be done with a place or piece now, if no action kind knows better."""
        return None

    def describe(self, action: Action) -> str:
        """An action in plain words."""
        return str(action)
