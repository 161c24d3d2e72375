"""The position as a viewer may see it, in the window's words (A3, A9, A11, A12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.definition.piece import PieceDef
from engine.definition.scenario import ScheduleEntry
from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import Piece, State
from engine.view.projection import (
    BoxView,
    PieceView,
    Projection,
    ScheduleView,
    StackView,
)
from modules.afrika.rules import tracks, visibility
from modules.afrika.rules.arrivals import orders_of_arrival
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.movement import MovementRules
from modules.afrika.rules.queries import load, stacking_limit
from modules.afrika.rules.state import AXIS, MOVED, OUT, QUARTERS, SIXTHS, Dump, data


def project(game: AfrikaGame, state: State, viewer: SideId) -> Projection:
    """Everything a viewer may see of a position."""
    unseen = visibility.hidden(game, state, viewer)
    definitions, rules = game.definitions, MovementRules(game)
    pieces = {
        name: _piece(rules, state, definitions[name], piece)
        for name, piece in state.pieces.items()
        if name not in unseen
    }
    dumps = data(state).dumps
    pieces.update((sp_id(place, dump.side), _dump(place, dump)) for place, dump in dumps.items())
    places = dict.fromkeys((*state.stacks, *dumps))
    return Projection(
        viewer=viewer,
        turn=state.turn,
        date=game.module.turn_title(state.turn),
        phase=state.phase,
        pieces=pieces,
        stacks={place: _stack(game, state, place, unseen) for place in places},
        control=state.control,
        tracks=tuple(tracks.views(game, state)),
        boxes=tuple(_boxes(game)),
        schedule=tuple(_schedule(game, state)),
        victory=tuple(game.referee.lines(state, frozenset(unseen))),
        over=state.over,
        hidden=len(unseen),
        standing=game.referee.standing(state, frozenset(unseen)),
    )


def sp_id(place: PlaceId, side: SideId) -> PieceId:
    """The id under which a dump is shown: ``sp-allied-A61.19``."""
    return f"sp-{side}-{place}"


def _piece(rules: MovementRules, state: State, definition: PieceDef, piece: Piece) -> PieceView:
    game = rules.game
    unit = game.units.get(definition.id)
    if unit is None:
        return PieceView(
            id=definition.id,
            name=definition.name,
            side=piece.owner,
            type=definition.type,
            at=piece.at,
            definition=definition.id,
            steps=1,
            max_steps=1,
        )
    values = {
        "attack": game.attack(state, unit.id) / QUARTERS,
        "defense": game.defense(state, unit.id) / QUARTERS,
        "movement": game.allowance(state, unit.id) / SIXTHS,
        "steps": float(piece.steps),
    }
    supply = "" if game.number(piece.at) < 0 else "out" if OUT in piece.marks else "in"
    moved = rules.counts_as_moved(state, unit.id)
    return PieceView(
        id=unit.id,
        name=game.names[unit.id],
        side=piece.owner,
        type=unit.type,
        at=piece.at,
        formation=game.formation_titles.get(unit.formation, ""),
        steps=piece.steps,
        max_steps=unit.steps,
        values=values,
        supply=supply,
        markers=tuple(mark for mark in piece.marks if mark != MOVED or moved),
        moved=moved,
        definition=unit.id,
        figures=f"{values['attack']:g}-{values['defense']:g}-{values['movement']:g}",
        note=definition.note,
    )


def _dump(place: PlaceId, dump: Dump) -> PieceView:
    return PieceView(
        id=sp_id(place, dump.side),
        name=f"{dump.count} SP",
        side=dump.side,
        type="supply",
        at=place,
        count=dump.count,
        definition=f"sp-{dump.side}",
        note="Supply points (5.0a)",
    )


def _stack(game: AfrikaGame, state: State, place: PlaceId, unseen: frozenset[PieceId]) -> StackView:
    stack = state.stacks.get(place, ())
    dump = data(state).dumps.get(place)
    shown = tuple(name for name in stack if name not in unseen)
    below = (sp_id(place, dump.side),) if dump is not None else ()
    number = game.number(place)
    return StackView(
        place=place,
        pieces=(*below, *shown),
        hidden=len(stack) - len(shown),
        load=load(game, state, number) if number >= 0 else 0,
        limit=stacking_limit(game, number) if number >= 0 else 0,
    )


def _boxes(game: AfrikaGame) -> Iterator[BoxView]:
    for box in game.module.boxes:
        yield BoxView(id=box.id, title=box.title, note=box.note, group=box.role)


# --- schedule ---------------------------------------------------------------------------------------


def _schedule(game: AfrikaGame, state: State) -> Iterator[ScheduleView]:
    for entry in orders_of_arrival(game).entries:
        yield ScheduleView(
            turn=entry.turn,
            side=entry.side,
            action=entry.action,
            pieces=entry.pieces,
            text=_entry_text(game, entry),
            rule=entry.rule,
            status=_status(game, state, entry),
            into=entry.comers() if entry.action == "upgrade" else (),
        )
    for leader, side in game.leaders.items():
        at = state.pieces[leader].at or ""
        entry_turn = next((e.turn for e in orders_of_arrival(game).entries if leader in e.pieces), None)
        if at.startswith("turn-") and int(at[5:]) != entry_turn:
            yield ScheduleView(
                turn=int(at[5:]),
                side=side,
                action="return",
                pieces=(leader,),
                text=f"{game.names[leader]} returns.",
                rule="6.2e, 7.4" if side == AXIS else "7.1c",
                status="later",
            )


def _entry_text(game: AfrikaGame, entry: ScheduleEntry) -> str:
    names = ", ".join(game.names[name] for name in entry.pieces)
    if entry.action == "upgrade":
        pairs = (f"{game.names[old]} → {game.names[new]}" for old, new in entry.upgrades())
        return f"Upgrade: {', '.join(pairs)}"
    if entry.action == "replacements":
        return f"{entry.note or 'Replacements'}: {entry.count} replacements"
    verb = {
        "arrive": "Arrive",
        "to-box": "To the Restriction Box",
        "release": "Released from the Restriction Box",
        "withdraw": "Withdrawn",
        "return": "Return",
    }.get(entry.action, entry.action)
    where = f" at {game.place_name(entry.at)}" if entry.at and entry.action == "arrive" else ""
    return f"{verb}{where}: {names}"


def _status(game: AfrikaGame, state: State, entry: ScheduleEntry) -> str:
    """``done`` once it has happened or its turn has passed, ``due`` in its turn, else ``later``."""
    if entry.turn > state.turn:
        return "later"
    if entry.turn < state.turn or entry.turn < game.scenario.first_turn:
        return "done"
    waiting = any((state.pieces[name].at or "").startswith("turn-") for name in entry.pieces)
    if entry.action in ("arrive", "to-box", "return"):
        return "due" if waiting else "done"
    side, _, phase = state.phase.partition(".")
    order = ("axis", "allied")
    if side not in order:
        return "due"
    passed = (order.index(side), phase not in ("initialization", "reinforcement"))
    return "done" if passed > (order.index(entry.side), False) else "due"
