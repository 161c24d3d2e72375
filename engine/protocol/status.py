"""What a program is told of a position: where the game stands, pieces, events, choices."""

from __future__ import annotations

import msgspec

from engine.codec import Json, encode_action
from engine.game import Game
from engine.ids import SideId
from engine.play.action import Action
from engine.play.decision import Decision
from engine.play.event import Event
from engine.protocol.lines import Reply
from engine.view.preview import Force, Preview
from engine.view.projection import PieceView
from engine.view.reach import Arrival, Reach

SIXTHS = 6


def status_of(game: Game) -> Reply:
    """Where a game stands: turn, phase, who has to decide what, how it ended."""
    state, decision = game.state, game.decision
    over = state.over
    return {
        "turn": state.turn,
        "date": game.rules.module.turn_title(state.turn),
        "side": decision.sides[0] if decision and len(decision.sides) == 1 else None,
        "phase": state.phase,
        "path": decision.path if decision else (state.phase,),
        "rule": decision.ask.rule if decision else (over.rule if over else ""),
        "prompt": decision.ask.prompt if decision else (over.reason if over else ""),
        "decision": decision_of(decision),
        "over": {"winner": over.winner, "reason": over.reason, "rule": over.rule} if over else None,
        "hash": game.hash(),
        "actions": game.count,
    }


def decision_of(decision: Decision | None) -> Reply | None:
    """Who has to decide, with which kinds of action."""
    if decision is None:
        return None
    return {"sides": decision.sides, "kinds": [kind.kind for kind in decision.ask.kinds]}


def piece_of(piece: PieceView) -> Reply:
    """A piece as the viewer sees it."""
    return {
        "id": piece.id,
        "name": piece.name,
        "side": piece.side,
        "formation": piece.formation,
        "type": piece.type,
        "at": piece.at,
        "steps": piece.steps,
        "max_steps": piece.max_steps,
        "count": piece.count,
        "values": piece.values,
        "supply": piece.supply,
        "markers": piece.markers,
        "moved": piece.moved,
    }


def event_of(event: Event) -> dict[str, object]:
    """A fact of the log."""
    told: dict[str, object] = {"kind": event.kind, "text": event.text, "rule": event.rule}
    return told | {
        key: value for key, value in msgspec.structs.asdict(event).items() if value and key in SHOWN
    }


SHOWN = ("side", "pieces", "places", "dice", "data")


def action_of(action: Action, decision: Decision, side: SideId) -> Json:
    """An action as it can be sent back; with its side where several decide at once."""
    encoded = encode_action(action)
    if len(decision.sides) > 1 and isinstance(encoded, dict):
        return {**encoded, "side": side}
    return encoded


def reach_of(reach: Reach) -> Reply:
    """Places that can be reached, costs in movement points and in sixths of them."""
    return {
        "start": reach.start,
        "hexes": {place: arrival_of(found, reach.scale) for place, found in reach.arrivals.items()},
    }


def arrival_of(arrival: Arrival, scale: int) -> Reply:
    """One place that can be reached."""
    told: dict[str, object] = {
        "cost": round(arrival.cost / scale, 3),
        "left": round(arrival.left / scale, 3),
        "sixths": arrival.cost * SIXTHS // scale,
        "left_sixths": arrival.left * SIXTHS // scale,
        "stop": arrival.stop,
        "path": arrival.path,
    }
    if arrival.overrun:
        told["overrun"] = arrival.overrun
    return told


def preview_of(preview: Preview) -> Reply:
    """A battle before the roll."""
    return {
        "title": preview.title,
        "target": preview.target,
        "attacker": force_of(preview.attacker),
        "defender": force_of(preview.defender),
        "odds": preview.odds,
        "columns": preview.columns,
        "base": preview.base,
        "final": preview.final,
        "column": preview.columns[preview.final] if preview.columns else "",
        "modifiers": [msgspec.structs.asdict(modifier) for modifier in preview.modifiers],
        "results": [
            {
                "text": result.text,
                "chances": result.chances,
                "out_of": preview.out_of,
                "probability": round(result.chances / preview.out_of, 6),
                "hurts": result.hurts,
            }
            for result in preview.results
        ],
        "mean_attacker_loss": round(preview.mean_attacker_loss, 3),
        "mean_defender_loss": round(preview.mean_defender_loss, 3),
        "notes": preview.notes,
    }


def force_of(force: Force) -> Reply:
    """One side of a battle; strengths are exact inside and shown to two decimals."""
    lines = [
        {
            "piece": line.piece,
            "name": line.name,
            "printed": round(line.printed, 2),
            "strength": round(line.strength, 2),
            "factors": [msgspec.structs.asdict(factor) for factor in line.factors],
            "note": line.note,
        }
        for line in force.lines
    ]
    return {"side": force.side, "total": round(force.total, 2), "lines": lines}
