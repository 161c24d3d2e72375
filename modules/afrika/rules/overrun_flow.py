"""How an overrun runs: paid for, stacking enforced, fought like any combat, then the stack enters and goes
on.

Three parts of the movement step: :func:`begin_overrun` when it is declared, :func:`fight` when the excess
over the limit is gone (2.3), :func:`follow_up` when the combat is over.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId
from engine.play.resolution import Resolution
from modules.afrika.rules.battle import BATTLE, BattleVars
from modules.afrika.rules.capture import enter
from modules.afrika.rules.leaders_movement import carry, riders
from modules.afrika.rules.march import drop_out, march, set_out
from modules.afrika.rules.movement import MovementRules
from modules.afrika.rules.movement_text import pieces_text
from modules.afrika.rules.settle import settle
from modules.afrika.rules.state import MOVED, SPENT, other
from modules.afrika.rules.steps.stacking import STACKING, StackingVars

RULE = "series: overrun"


def begin_overrun(
    rules: MovementRules, r: Resolution, target: PlaceId, attackers: tuple[PieceId, ...]
) -> None:
    """Pays for a checked overrun and calls the stacking check of the attackers' hex (2.3)."""
    game, (units, named) = rules.game, rules.split(attackers)
    leaders = riders(game, r.state, units, named)
    assert not isinstance(leaders, Refusal)
    side, origin = game.units[units[0]].side, r.state.pieces[units[0]].at or ""
    set_out(r, units, dict.fromkeys(units, game.charts.overrun), led=rules.is_led(r.state, units[0]))
    r.mark(units, MOVED)
    r.set_vars(replace(march(r.state), origin=origin, target=target, attackers=(*units, *leaders)))
    verb = "overruns" if len(units) == 1 else "overrun"
    text = f"{pieces_text(game, units)} {verb} {game.place_name(target)} from {game.place_name(origin)}."
    r.emit("overrun", text, rule=RULE, side=side, pieces=units, places=(origin, target))
    r.goto("fight_overrun")
    r.call(STACKING, StackingVars(side=side, places=(origin,)))


def fight(rules: MovementRules, r: Resolution) -> None:
    """Calls the combat with those attackers that are still there; without strength left it is called off."""
    game, held = rules.game, march(r.state)
    units = tuple(
        name for name in held.attackers if name in game.units and game.number(r.state.pieces[name].at) >= 0
    )
    r.goto("follow_up_overrun")
    if any(game.attack(r.state, name) for name in units):
        r.call(BATTLE, BattleVars(target=held.target, attackers=units, overrun=True))
    else:
        r.emit("overrun-off", "Nobody is left to overrun.", rule="2.3", places=(held.target,))


def follow_up(rules: MovementRules, r: Resolution) -> None:
    """After the combat: the stack enters a hex left empty; whoever died or retreated has ended its move."""
    game, held = rules.game, march(r.state)
    units = tuple(name for name in held.attackers if name in game.units)
    side, target = game.units[units[0]].side, game.number(held.target)
    stack = tuple(name for name in units if r.state.pieces[name].at == held.origin)
    gone = tuple(name for name in units if name not in stack)
    drop_out(r, gone)
    r.mark([name for name in gone if game.number(r.state.pieces[name].at) >= 0], SPENT)
    r.set_vars(replace(march(r.state), origin="", target="", attackers=()))
    if stack and not game.situation(r.state).at(other(side), target):
        named = tuple(name for name in held.attackers if name in game.leaders)
        _go_in(rules, r, stack, named, held.target)
    r.goto("choose")
    settle(game, r)


def _go_in(
    rules: MovementRules,
    r: Resolution,
    stack: tuple[PieceId, ...],
    named: tuple[PieceId, ...],
    target: PlaceId,
) -> None:
    game = rules.game
    at = r.state.pieces[stack[0]].at
    leaders = riders(game, r.state, stack, tuple(name for name in named if r.state.pieces[name].at == at))
    r.move_all(stack, target)
    if not isinstance(leaders, Refusal):
        carry(r, leaders, target)
    side = game.units[stack[0]].side
    verb = "enters" if len(stack) == 1 else "enter"
    text = f"{pieces_text(game, stack)} {verb} {game.place_name(target)}."
    r.emit("moved", text, rule=RULE, side=side, pieces=stack, places=(at or "", target))
    enter(game, r, stack, game.number(target))
