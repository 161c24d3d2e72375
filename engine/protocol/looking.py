"""Answers to requests that only look."""

from __future__ import annotations

import msgspec

from engine.protocol.lines import Reply, RequestError
from engine.protocol.requests import Control, Log, Pieces, Status, Supply, Tracks, Victory, View, Where
from engine.protocol.status import event_of, piece_of, status_of
from engine.protocol.table import EVERYBODY, Table, respond, unknown
from engine.view.projection import PieceView


@respond.register
def answer_status(_request: Status, table: Table) -> Reply:
    """Where the game stands."""
    return status_of(table.game)


@respond.register
def answer_pieces(request: Pieces, table: Table) -> Reply:
    """Pieces that fit a filter, by id."""
    where = request.where
    if where.side is not msgspec.UNSET:
        table.known_side(where.side)
    if where.at is not msgspec.UNSET and where.at is not None:
        table.known_place(where.at)
    shown = table.projection().pieces
    fitting = [piece_of(piece) for _, piece in sorted(shown.items()) if fits(piece, where)]
    return {"pieces": fitting}


def fits(piece: PieceView, where: Where) -> bool:
    """Say whether a piece passes a filter."""
    wanted = {name: getattr(where, name) for name in ("side", "at", "name", "type")}
    return all(value is msgspec.UNSET or value == getattr(piece, name) for name, value in wanted.items())


@respond.register
def answer_control(request: Control, table: Table) -> Reply:
    """Who controls a place; null if nobody does."""
    place = table.known_place(request.at)
    return {"at": place, "side": table.projection().control.get(place)}


@respond.register
def answer_tracks(_request: Tracks, table: Table) -> Reply:
    """All tracks and pools."""
    game = table.game
    return {"tracks": game.rules.tracks(game.rules.redact(game.state, table.viewer))}


@respond.register
def answer_victory(_request: Victory, table: Table) -> Reply:
    """Each condition in words with its blocks, and who would win if the game ended now."""
    shown = table.projection()
    return {"conditions": msgspec.to_builtins(shown.victory), "standing": shown.standing}


@respond.register
def answer_supply(request: Supply, table: Table) -> Reply:
    """Supply of a side's units as it would be found now."""
    game = table.game
    side = table.known_side(request.side)
    units = [
        {
            "piece": report.piece,
            "supply": report.state,
            "path": report.trace.path if report.trace else (),
            "text": report.text,
            "rule": report.rule,
        }
        for report in game.rules.supply(game.rules.redact(game.state, table.viewer), side)
    ]
    return {"side": side, "units": units}


@respond.register
def answer_view(request: View, table: Table) -> Reply:
    """Change the viewer; says how many pieces or cards it cannot see."""
    known = (*(side.id for side in table.game.rules.module.sides), EVERYBODY)
    if request.side not in known:
        raise unknown("side", request.side, known)
    table.viewer = request.side
    return {"viewer": table.viewer, "hidden": table.projection().hidden}


@respond.register
def answer_log(request: Log, table: Table) -> Reply:
    """Log lines the viewer may read, numbered over all of them."""
    if request.start < 0:
        raise RequestError("log lines count from 0", hint='"from" must not be negative')
    events = list(table.game.events())
    lines = []
    for number, event in enumerate(events[request.start :], request.start):
        seen = event.for_viewer(table.viewer)
        if seen is not None:
            lines.append({"n": number, **event_of(seen)})
    return {"lines": lines, "next": len(events)}
