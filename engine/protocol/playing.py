"""Answers to requests that play: what is legal, where pieces can go, and doing it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import msgspec

from engine.bots import random_action
from engine.codec import DecodeError, action_types, as_refusal, decode_action
from engine.errors import IllegalAction, Refusal
from engine.game import Game, Turn
from engine.ids import PieceId, SideId
from engine.play.action import Action, Adjudicate, AnyKind
from engine.play.transition import Transition, kind_of, refuse
from engine.protocol.lines import Reply, RequestError, refusal_reply
from engine.protocol.requests import (
    Apply,
    Dice,
    Draws,
    Explain,
    Legal,
    Place,
    PlayRandom,
    ReachOf,
    Redo,
    Undo,
)
from engine.protocol.status import action_of, event_of, preview_of, reach_of, status_of
from engine.protocol.table import Table, respond, unknown


@respond.register
def answer_legal(request: Legal, table: Table) -> Reply:
    """Legal actions, made one by one until the limit."""
    game, decision = table.game, table.game.decision
    if request.kind is not None and request.kind not in action_types(game.rules):
        raise unknown("action kind", request.kind, action_types(game.rules))
    if request.piece is not None:
        table.known_piece(request.piece)
    if decision is None:
        return {"actions": [], "complete": True, "total_at_least": 0}
    sides = decision.sides if request.side is None else (table.known_side(request.side),)
    found = (
        action_of(action, decision, side)
        for side in sides
        if side in decision.sides and (table.sees_all or side == table.viewer)
        for kind in decision.ask.kinds
        if request.kind in {None, kind.kind}
        for action in choices(game, kind, side, request.piece)
    )
    actions = list(islice(found, request.limit))
    more = next(found, None) is not None
    return {"actions": actions, "complete": not more, "total_at_least": len(actions) + more}


def choices(game: Game, kind: AnyKind, side: SideId, piece: PieceId | None) -> Iterator[Action]:
    """Every legal action of a kind, of one piece if given."""
    if kind.unavailable(game.state, side) is None:
        yield from kind.choices(game.state, side, piece)


@respond.register
def answer_reach(request: ReachOf, table: Table) -> Reply:
    """Where pieces can go now."""
    pieces = (request.piece,) if request.piece is not None else request.pieces
    if not pieces or (request.piece is not None and request.pieces):
        raise RequestError('reach takes "piece" or "pieces"', hint="name one or several pieces of a stack")
    for piece in pieces:
        table.known_piece(piece)
    table.need_seen(pieces)
    decision, side = table.acting(request.side)
    state = table.game.state
    for kind in decision.ask.kinds:
        reach = kind.reach(state, side, pieces) if kind.unavailable(state, side) is None else None
        if reach is not None:
            return reach_of(reach)
    reasons = [kind.why_not(state, side, pieces[0]) for kind in decision.ask.kinds]
    refusal = next((reason for reason in reasons if reason is not None), None)
    raise IllegalAction(refusal or Refusal("nothing moves now", code="WRONG_PHASE", rule=decision.ask.rule))


def decoded(table: Table, raw: dict[str, object]) -> tuple[Action, SideId | None]:
    """An action out of a request, and the side it names."""
    plain = dict(raw)
    side = plain.pop("side", None)
    if side is not None and not isinstance(side, str):
        raise RequestError('"side" is the id of a side')
    if plain.get("kind") == "adjudicate":
        raise RequestError("adjudication has a request of its own", hint='send {"do":"place", ...}')
    table.need_seen(plain)
    game = table.game
    try:
        return decode_action(game.rules, game.decision, plain), side
    except DecodeError as error:
        kind = plain.get("kind")
        if isinstance(kind, str) and kind not in action_types(game.rules):
            raise unknown("action kind", kind, action_types(game.rules)) from None
        raise IllegalAction(as_refusal(error)) from None


@respond.register
def answer_explain(request: Explain, table: Table) -> Reply:
    """Whether an action is legal and why, what it would cost, what a battle would look like."""
    action, named = decoded(table, request.action)
    game, state = table.game, table.game.state
    decision, side = table.acting(named)
    refusal = refuse(game.rules, state, side, action)
    told: dict[str, object] = {"legal": refusal is None, "rule": "", "text": "", "hint": ""}
    kind = decision.kind(kind_of(action))
    if refusal is not None:
        told.update(refusal_reply(refusal))
    elif kind is not None:
        told.update(rule=kind.rule or decision.ask.rule, text=kind.describe(state, action))
    if kind is not None:
        told.update(details(game, side, kind, action))
    preview = kind.preview(state, side, action) if kind is not None and refusal is None else None
    if preview is not None:
        told["preview"] = preview_of(preview)
    return told


def details(game: Game, side: SideId, kind: AnyKind, action: Action) -> Reply:
    """What else there is to say of an action, legal or not: cost of a path, business left."""
    told: dict[str, object] = {}
    state = game.state
    pieces, path = getattr(action, "pieces", ()), getattr(action, "path", ())
    if pieces and path and all(piece in state.pieces for piece in pieces):
        lines = game.rules.explain_move(state, side, tuple(pieces), tuple(path))
        told["cost"] = [msgspec.structs.asdict(line) for line in lines]
    if kind.ends:
        told["unfinished"] = [msgspec.structs.asdict(left) for left in game.rules.unfinished(state, side)]
    return told


@respond.register
def answer_apply(request: Apply, table: Table) -> Reply:
    """Do an action; events as the viewer may read them."""
    action, named = decoded(table, request.action)
    _, side = table.acting(named)
    return outcome(table, table.game.apply(action, side))


def outcome(table: Table, transition: Transition) -> Reply:
    """What an action gave."""
    seen = (event.for_viewer(table.viewer) for event in transition.events)
    return {
        "events": [event_of(event) for event in seen if event is not None],
        "barrier": bool(transition.barrier),
        "barrier_reason": transition.barrier,
        "status": status_of(table.game),
    }


@respond.register
def answer_random(request: PlayRandom, table: Table) -> Reply:
    """Play random legal actions of whoever has to decide, until the count or the end of the game."""
    table.need_all("random play of both sides")
    game, chance = table.game, Random(request.seed)
    applied = 0
    while applied < request.count and (decision := game.decision) is not None:
        side = decision.sides[0] if len(decision.sides) == 1 else chance.choice(decision.sides)
        game.apply(random_action(game.state, decision, side, chance), side)
        applied += 1
    return {"applied": applied, "status": status_of(game)}


@respond.register
def answer_dice(request: Dice, table: Table) -> Reply:
    """Queue faces rolled at the table; an empty list takes waiting ones back."""
    game = table.game
    least = game.rules.lowest_face
    most = max(game.rules.dice_faces) + least - 1
    for face in request.next:
        if not least <= face <= most:
            raise RequestError(f"no die of this game shows {face}", hint=f"faces go from {least} to {most}")
    if request.next:
        game.queue_table_dice(dice=request.next)
    else:
        game.clear_table_dice()
    return waiting(game)


@respond.register
def answer_draws(request: Draws, table: Table) -> Reply:
    """Queue markers or cards drawn at the table; an empty list takes waiting ones back."""
    game = table.game
    known = {*game.state.pieces, *(card.id for card in game.rules.module.cards)}
    for name in request.next:
        if name not in known:
            raise unknown("marker or card", name, known)
    if request.next:
        game.queue_table_dice(picks=request.next)
    else:
        game.clear_table_dice()
    return waiting(game)


def waiting(game: Game) -> Reply:
    """What was typed in and not used yet."""
    chance = game.state.chance
    return {"dice": chance.dice, "draws": chance.picks}


@respond.register
def answer_place(request: Place, table: Table) -> Reply:
    """Overrule the rules; says what is odd about the position then (stacking and the like)."""
    game = table.game
    if game.rules.redact(game.state, table.viewer) is not game.state:
        table.need_all("setting up a position")
    tracks = request.tracks
    change = Adjudicate(
        set=request.set,
        tracks=None if tracks is None else {key: raw(value) for key, value in tracks.items()},
        control=request.control,
        turn=request.turn,
        phase=request.phase,
        side=request.side,
        cards=request.cards,
    )
    check_names(table, change)
    decision = game.decision
    side = decision.sides[0] if decision else game.rules.module.sides[0].id
    told = dict(outcome(table, game.apply(change, side)))
    return told | {"problems": (*game.rules.check(game.state), *game.rules.oddities(game.state))}


def raw(value: object) -> msgspec.Raw:
    """A value as the text of its JSON."""
    return msgspec.Raw(msgspec.json.encode(value))


def check_names(table: Table, change: Adjudicate) -> None:
    """Refuse places and sides that are not there; pieces are for the rules, which may make new ones."""
    for placement in change.set:
        if isinstance(placement.at, str):
            table.known_place(placement.at)
    for place, side in (change.control or {}).items():
        table.known_place(place)
        table.known_side(side)
    for named in (change.side, *(placement.side for placement in change.cards)):
        if named is not None:
            table.known_side(named)


@respond.register
def answer_undo(request: Undo, table: Table) -> Reply:
    """Take the last action back; across a barrier only freely."""
    if request.free:
        table.need_all("taking back what chance or the other side did")
    game = table.game
    need_own(table, game.turns[-1] if game.turns else None)
    game.undo(free=request.free)
    return status_of(table.game)


@respond.register
def answer_redo(_request: Redo, table: Table) -> Reply:
    """Do again what was taken back."""
    need_own(table, table.game.undone)
    table.game.redo()
    return status_of(table.game)


def need_own(table: Table, turn: Turn | None) -> None:
    """Refuse a side that looks on to take back, or do again, what the other side did."""
    if turn is not None and not table.sees_all and turn.side != table.viewer:
        table.need_all("taking back or doing again what the other side did")
