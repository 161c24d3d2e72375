"""The builder handed to everything that changes a game.

It reads like mutation and is none: ``r.state`` is at every moment a valid immutable state, and
an exception drops the builder, so that an action is applied whole or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict, Unpack

from msgspec.structs import replace

from engine import chance
from engine.ids import PhaseId, PieceId, PlaceId, RuleRef, SideId, StepId
from engine.play.draw import Draw
from engine.play.event import Event
from engine.state.model import Frame, FrameVars, GameData, Outcome, Piece, State


class PieceChange(TypedDict, total=False):
    """Fields of a piece that :meth:`Resolution.update` can set."""

    owner: SideId
    steps: int
    count: int
    marks: tuple[str, ...]


class EventDetail(TypedDict, total=False):
    """Optional fields of an event."""

    rule: RuleRef
    side: SideId
    pieces: tuple[PieceId, ...]
    places: tuple[PlaceId, ...]
    dice: tuple[int, ...]
    data: Mapping[str, int | str]
    audience: tuple[SideId, ...]
    public: str


class Resolution:
    """One action (or the start of a game) being carried out."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.draws: list[Draw] = []
        self.revealed = False

    # --- pieces -------------------------------------------------------------------------

    def move(self, piece: PieceId, place: PlaceId | None) -> None:
        """Puts a piece on top of a place, or out of the game (None)."""
        self.move_all((piece,), place)

    def move_all(self, pieces: Iterable[PieceId], place: PlaceId | None) -> None:
        """Puts pieces on top of a place in the given order; one step cheaper than singly."""
        moved = tuple(pieces)
        everything = dict(self.state.pieces)
        stacks = dict(self.state.stacks)
        for piece in moved:
            old = everything[piece]
            if old.at is not None:
                left = tuple(other for other in stacks[old.at] if other != piece)
                if left:
                    stacks[old.at] = left
                else:
                    del stacks[old.at]
            everything[piece] = replace(old, at=place)
            if place is not None:
                stacks[place] = (*stacks.get(place, ()), piece)
        self.state = replace(self.state, pieces=everything, stacks=stacks)

    def update(self, piece: PieceId, **changes: Unpack[PieceChange]) -> None:
        """Changes steps, marks, count or owner of a piece."""
        everything = dict(self.state.pieces)
        everything[piece] = replace(everything[piece], **changes)
        self.state = replace(self.state, pieces=everything)

    def mark(self, pieces: Iterable[PieceId], mark: str) -> None:
        """Adds a mark to pieces."""
        everything = dict(self.state.pieces)
        for piece in pieces:
            old = everything[piece]
            if mark not in old.marks:
                everything[piece] = replace(old, marks=tuple(sorted((*old.marks, mark))))
        self.state = replace(self.state, pieces=everything)

    def unmark(self, pieces: Iterable[PieceId], *marks: str) -> None:
        """Takes marks off pieces that bear them."""
        everything = dict(self.state.pieces)
        for piece in pieces:
            old = everything[piece]
            if old.marks and any(mark in old.marks for mark in marks):
                everything[piece] = replace(old, marks=tuple(m for m in old.marks if m not in marks))
        self.state = replace(self.state, pieces=everything)

    def put_pieces(self, pieces: Mapping[PieceId, Piece]) -> None:
        """Adds or replaces whole pieces (set-up, adjudication); stacks follow."""
        everything = {**self.state.pieces, **pieces}
        stacks: dict[PlaceId, tuple[PieceId, ...]] = {}
        for place, stack in self.state.stacks.items():
            kept = tuple(p for p in stack if p not in pieces or pieces[p].at == place)
            if kept:
                stacks[place] = kept
        for name, piece in pieces.items():
            if piece.at is not None and name not in stacks.get(piece.at, ()):
                stacks[piece.at] = (*stacks.get(piece.at, ()), name)
        self.state = replace(self.state, pieces=everything, stacks=stacks)

    def restack(self, place: PlaceId, order: Sequence[PieceId]) -> None:
        """Sets the order of a stack, bottom to top; the pieces must be those already there."""
        self.state = replace(self.state, stacks={**self.state.stacks, place: tuple(order)})

    # --- the rest of the state --------------------------------------------------------------

    def take_control(self, place: PlaceId, side: SideId) -> None:
        """Gives a place to a side."""
        if self.state.control.get(place) != side:
            self.state = replace(self.state, control={**self.state.control, place: side})

    def set_data(self, data: GameData) -> None:
        """Replaces the ruleset's own data."""
        self.state = replace(self.state, data=data)

    def set_turn(self, turn: int) -> None:
        """Sets the game turn."""
        self.state = replace(self.state, turn=turn)

    def set_phase(self, phase: PhaseId) -> None:
        """Sets the present phase."""
        self.state = replace(self.state, phase=phase)

    def finish(self, winner: str, reason: str, rule: RuleRef = "") -> None:
        """Ends the game: nothing is decided after this."""
        if self.state.over is None:
            self.state = replace(self.state, over=Outcome(winner=winner, reason=reason, rule=rule), flow=())
            self.state = replace(self.state, phase="game-over")
            self.emit("game-over", reason, rule=rule, data={"winner": winner})

    # --- chance -------------------------------------------------------------------------------

    def roll(self, reason: str, *, dice: int = 1, faces: int = 6, lowest: int = 1) -> tuple[int, ...]:
        """Rolls dice (faces from ``lowest`` up) and remembers what for; a barrier to undo."""
        rolled: list[int] = []
        source = self.state.chance
        for _ in range(dice):
            value, source = chance.roll(source, faces, lowest)
            rolled.append(value)
        self.state = replace(self.state, chance=source)
        result = tuple(rolled)
        self.draws.append(Draw(reason=reason, faces=faces, dice=result))
        return result

    def pick(self, reason: str, pool: Sequence[str]) -> str:
        """Draws one id out of a pool; makes this action a barrier to undo."""
        value, source = chance.pick(self.state.chance, pool)
        self.state = replace(self.state, chance=source)
        self.draws.append(Draw(reason=reason, picks=(value,)))
        return value

    def reveal(self) -> None:
        """Says that something hidden was shown; makes this action a barrier to undo."""
        self.revealed = True

    # --- the log --------------------------------------------------------------------------------

    def emit(self, kind: str, text: str, **detail: Unpack[EventDetail]) -> None:
        """Adds a fact to the log."""
        self.events.append(Event(kind=kind, text=text, phase=self.state.phase, **detail))

    # --- the flow ----------------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        """The running frame."""
        return self.state.flow[-1]

    def goto(self, node: str, held: FrameVars | None = None) -> None:
        """Goes to another node of the running step, with new locals if given."""
        top = self.state.flow[-1]
        top = replace(top, node=node) if held is None else replace(top, node=node, vars=held)
        self.state = replace(self.state, flow=(*self.state.flow[:-1], top))

    def set_vars(self, held: FrameVars) -> None:
        """Replaces the locals of the running step."""
        self.goto(self.state.flow[-1].node, held)

    def call(self, step: StepId, held: FrameVars | None = None, *, node: str = "start") -> None:
        """Starts another step; the running one goes on, at its present node, when that ends.

        Call ``goto`` first to name the node at which to go on.
        """
        self.state = replace(self.state, flow=(*self.state.flow, Frame(step=step, node=node, vars=held)))

    def end(self) -> None:
        """Ends the running step; the one below goes on."""
        self.state = replace(self.state, flow=self.state.flow[:-1])
