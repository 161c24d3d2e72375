"""What every game checks when a position is set up by hand (A19, protocol ``place``): names, bounds, phase.

A game says what its pieces can be in :class:`Limits`; here is what is the same for all: unknown names are
refused with the nearest known one, numbers outside their bounds with the bounds, and a phase is begun anew
at its start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from engine.definition.sequence import PhaseDef
from engine.errors import IllegalAction, Refusal
from engine.flow.sequence import SequenceStep
from engine.ids import PhaseId, PieceId, PlaceId, SideId
from engine.issues import near_miss
from engine.play.action import Adjudicate, CardPlacement, PiecePlacement
from engine.play.resolution import Resolution
from engine.state.model import GameData, Piece, State
from engine.view.cards import Pile

T = TypeVar("T")
D = TypeVar("D", bound=GameData)


def refused(text: str, *, code: str = "BAD_REQUEST", hint: str = "") -> IllegalAction:
    """Why a change is refused, ready to be raised."""
    return IllegalAction(Refusal(text, code=code, hint=hint))


def need_known(what: str, name: str, known: Collection[str]) -> None:
    """Refuses a name that is not there, and names the nearest one that is."""
    if name not in known:
        raise refused(f"there is no {what} '{name}'", code="UNKNOWN_ID", hint=near_miss(name, known))


def need_within(what: str, value: float, low: int, high: int) -> None:
    """Refuses a number out of its bounds."""
    if not low <= value <= high:
        raise refused(f"{what} must be from {low} to {high}, not {value:g}")


def decoded(name: str, raw: msgspec.Raw, wanted: type[T]) -> T:
    """The value of a track; refuses one of another type."""
    try:
        return msgspec.json.decode(bytes(raw), type=wanted)
    except msgspec.MsgspecError as error:
        raise refused(f"track {name}: {error}") from error


def with_fields(data: D, tracks: Mapping[str, msgspec.Raw]) -> D:
    """A game's data with fields given as tracks; refuses unknown fields and values of another type."""
    plain = msgspec.to_builtins(data)
    for name in tracks:
        need_known("track", name, plain)
    given = {name: decoded(name, raw, object) for name, raw in tracks.items()}
    try:
        return msgspec.convert({**plain, **given}, type=type(data))
    except msgspec.ValidationError as error:
        raise refused(f"tracks: {error}") from error


# --- pieces -------------------------------------------------------------------------------------------


def _markable(_piece: PieceId, _at: PlaceId | None) -> str:
    """Marks are possible everywhere."""
    return ""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What the pieces of a game can be.

    ``bar`` says why a piece cannot stand in a place, ``unmarkable`` why it cannot bear marks there; both are
    empty if it can.
    """

    places: Collection[PlaceId]
    most_steps: Callable[[PieceId], int]
    bar: Callable[[PieceId, PlaceId], str]
    marks: Collection[str] = ()
    unmarkable: Callable[[PieceId, PlaceId | None], str] = _markable


def put(limits: Limits, r: Resolution, placement: PiecePlacement) -> None:
    """Puts one counter as it is asked for; marks come off where it can bear none."""
    name = placement.piece
    need_known("piece", name, r.state.pieces)
    if placement.count is not msgspec.UNSET and placement.count != 1:
        raise refused(f"{name} cannot be counted: it is one counter")
    r.put_pieces({name: _placed(limits, name, r.state.pieces[name], placement)})


def _placed(limits: Limits, name: PieceId, held: Piece, placement: PiecePlacement) -> Piece:
    if placement.at is not msgspec.UNSET:
        if placement.at is not None:
            need_known("place", placement.at, limits.places)
            _refuse_any(limits.bar(name, placement.at))
        held = replace(held, at=placement.at)
    if placement.steps is not msgspec.UNSET:
        need_within(f"steps of {name}", placement.steps, 1, limits.most_steps(name))
        held = replace(held, steps=placement.steps)
    why = limits.unmarkable(name, held.at)
    if placement.markers is not msgspec.UNSET:
        for mark in placement.markers:
            need_known("marker", mark, limits.marks)
            _refuse_any(why)
        held = replace(held, marks=tuple(sorted(set(placement.markers))))
    return replace(held, marks=()) if why else held


def _refuse_any(why: str) -> None:
    if why:
        raise refused(why)


def contested_places(state: State, places: Collection[PlaceId], pieces: Collection[PieceId]) -> list[PlaceId]:
    """Places of those named in which pieces of those named belong to both sides."""
    return [
        place
        for place, stack in state.stacks.items()
        if place in places and len({state.pieces[p].owner for p in stack if p in pieces}) > 1
    ]


# --- cards --------------------------------------------------------------------------------------------


def need_pile(placement: CardPlacement, piles: Collection[Pile], sides: Collection[SideId]) -> None:
    """Refuses a pile the game does not have, a hand of nobody, and an owner of what is no hand."""
    if placement.pile not in piles:
        raise refused(f"no card can be put on the {placement.pile} pile", hint=f"one of {', '.join(piles)}")
    if placement.pile is Pile.HAND and placement.side is None:
        raise refused(f"whose hand is {placement.card} for?", hint="name the side")
    if placement.pile is not Pile.HAND and placement.side is not None:
        raise refused("only a hand is that of a side")
    if placement.side is not None:
        need_known("side", placement.side, sides)


# --- control, turn, phase -------------------------------------------------------------------------------


def take_control(
    r: Resolution, change: Adjudicate, places: Collection[PlaceId], sides: Collection[SideId]
) -> None:
    """Gives places to sides as asked for; refuses unknown ones."""
    for place, side in (change.control or {}).items():
        need_known("hex", place, places)
        need_known("side", side, sides)
        r.take_control(place, side)


def set_turn(r: Resolution, turn: int | None, turns: Iterable[int]) -> None:
    """Sets the turn, if one is asked for, within those of the track."""
    numbers = tuple(turns)
    if turn is not None:
        need_within("turn", turn, min(numbers), max(numbers))
        r.set_turn(turn)


def phase_asked(
    sequence: SequenceStep,
    change: Adjudicate,
    sides: Collection[SideId],
    usual: Mapping[SideId, PhaseId] | None = None,
) -> PhaseId | None:
    """The phase a change goes to; a side alone means its usual phase, or else its first. None for neither."""
    if change.side is not None:
        need_known("side", change.side, sides)
    if change.phase is None:
        return None if change.side is None else _phase_of(sequence, change.side, usual or {})
    known = [leaf.id for leaf in sequence.leaves]
    if change.phase not in known:
        hint = near_miss(change.phase, known)
        raise refused(f"there is no phase '{change.phase}' to go to", code="UNKNOWN_ID", hint=hint)
    if change.side not in (None, _owner(sequence, sequence.definitions[change.phase])):
        raise refused(f"phase {change.phase} is not one of {change.side}")
    return change.phase


def _phase_of(sequence: SequenceStep, side: SideId, usual: Mapping[SideId, PhaseId]) -> PhaseId:
    if side in usual:
        return usual[side]
    own = next((leaf.id for leaf in sequence.leaves if _owner(sequence, leaf) == side), None)
    if own is None:
        raise refused(f"no phase of this game is one of {side} alone", hint="name the phase itself")
    return own


def _owner(sequence: SequenceStep, leaf: PhaseDef) -> SideId | None:
    """The side a phase belongs to, its own word before that of the phases above it."""
    above = (sequence.definitions[name].side for name in reversed(sequence.paths[leaf.id]))
    return next((side for side in above if side is not None), None)


def tell(r: Resolution, change: Adjudicate, name: Callable[[PieceId], str]) -> None:
    """Logs that a position was set by hand, with the pieces that were put."""
    names = ", ".join(name(placement.piece) for placement in change.set)
    pieces = tuple(placement.piece for placement in change.set if placement.piece in r.state.pieces)
    r.emit("adjudicated", f"Position set by hand{': ' + names if names else ''}.", pieces=pieces)


def begin_phase(sequence: SequenceStep, r: Resolution, phase: PhaseId) -> None:
    """Begins a phase anew; a game that was over goes on."""
    r.state = replace(r.state, flow=(sequence.frame_before(phase),), over=None, phase=phase)
