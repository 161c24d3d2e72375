"""The stack on the move: who belongs to it, what each unit has spent, and when its move is over.

A stack finishes its move before another begins (clar. 29). It may pause (a capture is rolled, it ships, it
overruns) and go on with the MP it has left; it may split, and then one part after the other goes on. The
units that set out together are the *party*; the part that moved last is *active*. When another part
begins, the active one is done; when another stack begins, the whole party is.

All of this lives in the locals of the movement step, so that it is saved and undone with the rest.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId
from engine.play.resolution import Resolution
from engine.state.model import FrameVars, State
from modules.afrika.rules.state import DEAD, MOVED, SPENT

RULE = "clar. 29"


class MarchVars(FrameVars, frozen=True):
    """``party``: units that may still go on; ``active``: those that moved last; ``spent``: sixths of MP by
    unit.

    ``led``: the party set out with a leader in its stack (6.2c). While an overrun is resolved, ``origin``
    and ``target`` are its hexes and ``attackers`` all pieces that go for it, leaders included.
    """

    party: tuple[PieceId, ...] = ()
    active: tuple[PieceId, ...] = ()
    spent: Mapping[PieceId, int] = {}
    led: bool = False
    origin: PlaceId = ""
    target: PlaceId = ""
    attackers: tuple[PieceId, ...] = ()


NOBODY = MarchVars()


def march(state: State) -> MarchVars:
    """The march under way; an empty one outside a phase of movement."""
    for frame in reversed(state.flow):
        if isinstance(frame.vars, MarchVars):
            return frame.vars
    return NOBODY


def has_moved(state: State, unit: PieceId) -> bool:
    """Whether a unit has moved as its player counts: what it did in the enemy's turn does not matter before
    its own movement phase is over, though it has moved in the game turn (1.6).
    """
    piece = state.pieces[unit]
    if MOVED not in piece.marks:
        return False
    ahead = tuple(f"{piece.owner}.{phase}" for phase in ("initialization", "reinforcement", "movement"))
    return not state.phase.startswith(ahead) or SPENT in piece.marks or unit in march(state).party


def has_set_out(state: State, units: tuple[PieceId, ...]) -> bool:
    """Whether these units belong to the stack on the move."""
    party = march(state).party
    return bool(party) and units[0] in party


def refuse_party(state: State, units: tuple[PieceId, ...]) -> Refusal | None:
    """Why these units cannot move on together (clar. 29); whether each of them may is asked elsewhere."""
    held = march(state)
    inside = [name for name in units if name in held.party]
    if not inside:
        return None
    if len(inside) < len(units):
        text = "units that have not moved cannot join a stack in the middle of its move"
        return Refusal(text, RULE, pieces=tuple(name for name in units if name not in inside))
    waiting = [name for name in units if name not in held.active]
    if waiting and len(waiting) < len(units):
        text = "the parts of a split stack move one after the other and cannot join up again"
        return Refusal(text, RULE, pieces=tuple(waiting))
    return None


def set_out(r: Resolution, units: tuple[PieceId, ...], costs: Mapping[PieceId, int], *, led: bool) -> None:
    """Books a stretch of movement: ends the move of those who must be done by now and adds the cost."""
    held = march(r.state)
    if units[0] not in held.party:
        done, party, spent = held.party, units, dict(costs)
    else:
        led = held.led
        done = () if set(units) <= set(held.active) else held.active
        party = tuple(name for name in held.party if name not in done)
        spent = {name: held.spent.get(name, 0) for name in party}
        for name, cost in costs.items():
            spent[name] = spent.get(name, 0) + cost
    r.mark(_living(r, done), SPENT)
    r.set_vars(MarchVars(party=party, active=units, spent=spent, led=led))


def finish(r: Resolution) -> None:
    """Ends the move of the whole party."""
    held = march(r.state)
    if held.party:
        r.mark(_living(r, held.party), SPENT)
        r.set_vars(NOBODY)


def _living(r: Resolution, units: tuple[PieceId, ...]) -> list[PieceId]:
    """Those that have not died since, as excess over the stacking limit after an overrun (2.3)."""
    return [name for name in units if r.state.pieces[name].at not in DEAD.values()]


def drop_out(r: Resolution, units: tuple[PieceId, ...]) -> None:
    """Ends the move of some of the party: they have died or retreated."""
    held = march(r.state)
    gone = set(units)
    r.set_vars(
        replace(
            held,
            party=tuple(name for name in held.party if name not in gone),
            active=tuple(name for name in held.active if name not in gone),
            spent={name: cost for name, cost in held.spent.items() if name not in gone},
        )
    )
