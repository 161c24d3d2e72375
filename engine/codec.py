"""States, actions and events as JSON, and their hash.

States are encoded by msgspec; decoding needs the rules, which know the type of the game's own
data and of each step's locals. Everything is validated: unknown fields, wrong types and
unknown steps are refused with the place of the fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from engine.chance import Chance
from engine.errors import EngineError, Refusal
from engine.ids import PhaseId, PieceId, PlaceId, SideId
from engine.play.action import Action, Adjudicate
from engine.play.decision import Decision
from engine.rules.ruleset import GameRules
from engine.state.model import Frame, OptionValue, Outcome, Piece, State

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

_encoder = msgspec.json.Encoder(order="deterministic")


class _FrameText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    step: str
    node: str
    vars: msgspec.Raw = msgspec.Raw(b"null")


class _StateText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenario: str
    options: dict[str, OptionValue]
    turn: int
    phase: PhaseId
    pieces: dict[PieceId, Piece]
    stacks: dict[PlaceId, tuple[PieceId, ...]]
    control: dict[PlaceId, SideId]
    flow: tuple[_FrameText, ...]
    chance: Chance
    data: msgspec.Raw
    over: Outcome | None = None


class DecodeError(EngineError):
    """Text that is no valid state, action or event; the message names the place of the fault."""


def encode_state(state: State) -> bytes:
    """Canonical JSON of a state: the same bytes on every machine."""
    return _encoder.encode(state)


def in_order(state: State) -> bytes:
    """JSON of a state that keeps the order of its mappings, so that automatic play goes on alike."""
    return msgspec.json.encode(state)


def decode_state(rules: GameRules, text: bytes) -> State:
    """A state out of its JSON; raises :class:`DecodeError` for anything that does not fit the rules."""
    try:
        raw = msgspec.json.decode(text, type=_StateText)
        data = msgspec.json.decode(bytes(raw.data), type=rules.data_type)
        flow = tuple(_decode_frame(rules, frame) for frame in raw.flow)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise DecodeError(f"not a state of this game: {error}") from error
    state = State(
        scenario=raw.scenario,
        options=raw.options,
        turn=raw.turn,
        phase=raw.phase,
        pieces=raw.pieces,
        stacks=raw.stacks,
        control=raw.control,
        flow=flow,
        chance=raw.chance,
        data=data,
        over=raw.over,
    )
    _check_stacks(state)
    return state


def _decode_frame(rules: GameRules, frame: _FrameText) -> Frame:
    step = rules.steps.get(frame.step)
    if step is None:
        raise DecodeError(f"unknown step {frame.step!r} in the flow")
    if frame.node not in step.auto_nodes | step.decision_nodes:
        raise DecodeError(f"step {frame.step!r} has no node {frame.node!r}")
    if step.vars_type is None:
        return Frame(step=frame.step, node=frame.node)
    held = msgspec.json.decode(bytes(frame.vars), type=step.vars_type | None)
    return Frame(step=frame.step, node=frame.node, vars=held)


def _check_stacks(state: State) -> None:
    seen: set[PieceId] = set()
    for place, stack in state.stacks.items():
        for piece in stack:
            if piece in seen or piece not in state.pieces or state.pieces[piece].at != place:
                raise DecodeError(f"piece {piece!r} in the stack at {place} does not agree with the pieces")
            seen.add(piece)
    missing = {name for name, piece in state.pieces.items() if piece.at is not None} - seen
    if missing:
        raise DecodeError(f"pieces in no stack: {', '.join(sorted(missing))}")


def state_hash(state: State) -> str:
    """blake2b of the canonical state with the chance counter, without queued table dice."""
    plain = replace(state, chance=replace(state.chance, dice=(), picks=()))
    return blake2b(encode_state(plain), digest_size=16).hexdigest()


def encode_action(action: Action) -> Json:
    """An action as a JSON object."""
    built: Json = msgspec.to_builtins(action)
    return built


def decode_action(rules: GameRules, decision: Decision | None, value: object) -> Action:
    """An action out of a JSON object; needs the decision to know which kinds there are.

    Raises :class:`DecodeError` for an unknown kind or fields that do not fit it.
    """
    if not isinstance(value, dict) or not isinstance(value.get("kind"), str):
        raise DecodeError('an action is a JSON object with a string "kind"')
    types = action_types(rules)
    wanted = types.get(value["kind"])
    if decision is not None:
        offered = decision.kind(value["kind"])
        wanted = offered.action if offered is not None else wanted
    if wanted is None:
        raise DecodeError(f"unknown action kind {value['kind']!r}; known: {', '.join(sorted(types))}")
    try:
        return msgspec.convert(value, type=wanted)
    except (msgspec.ValidationError, RecursionError) as error:
        raise DecodeError(f"action {value['kind']}: {error}") from error


def action_types(rules: GameRules) -> Mapping[str, type[Action]]:
    """All action types of a game by kind."""
    found: tuple[type[Action], ...] = (*rules.action_types, Adjudicate)
    return {tag_of(action): action for action in found}


def tag_of(action: type[Action]) -> str:
    """The kind an action type is tagged with."""
    return str(action.__struct_config__.tag)


def as_refusal(error: DecodeError) -> Refusal:
    """A decoding fault in the form of a refusal."""
    return Refusal(str(error), code="BAD_REQUEST")
