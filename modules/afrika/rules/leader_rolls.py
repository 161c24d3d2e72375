"""The monthly rolls for Rommel's health and O'Connor's luck (6.2e, 7.1a, 7.1b, 7.1c, erratum 8)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.ids import SideId
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.leaders import back_on
from modules.afrika.rules.state import AXIS


@dataclass(frozen=True, slots=True)
class LeaderRisk:
    """How a leader leaves: on a roll up to ``limit``, for ``away`` turns or for good, and the rule."""

    limit: int
    away: int | None
    rule: str


def risk(game: AfrikaGame, state: State, side: SideId) -> LeaderRisk | None:
    """The roll a side's leader faces now; None if he is not rolled for."""
    if side == AXIS:
        name, rule = "rommel", "6.2e"
    else:
        option = game.options.get("oconnor", "standard")
        if option == "safety-net" and state.turn < game.charts.safety_net_turn:
            return None
        name = "oconnor-fair" if option == "fair" else "oconnor-standard"
        rule = {"fair": "7.1c", "safety-net": "7.1b"}.get(str(option), "7.1a")
    found = game.charts.leader_limits[name]
    return LeaderRisk(limit=found.limit, away=found.away, rule=rule)


def roll_for_leader(game: AfrikaGame, r: Resolution, side: SideId) -> None:
    """Rolls for the side's leader if he is in play."""
    leader = game.leader.get(side)
    danger = risk(game, r.state, side)
    if leader is None or danger is None or game.situation(r.state).leaders[leader] < 0:
        return
    name = game.names[leader]
    dice = r.roll(f"{name} stays on {danger.limit + 1} or more ({danger.rule})", dice=2)
    total = sum(dice)
    if total > danger.limit:
        r.emit(
            "leader-roll",
            f"{name}: {total}, he stays.",
            rule=danger.rule,
            side=side,
            dice=dice,
            pieces=(leader,),
        )
        return
    if danger.away is None:
        r.move(leader, None)
        text = f"{name}: {total}, he is captured and leaves the game."
    else:
        back = r.state.turn + danger.away
        r.move(leader, back_on(game, back))
        what = "is sick" if side == AXIS else "is away"
        text = f"{name}: {total}, he {what} and returns on turn {back}."
    r.emit("leader-away", text, rule=danger.rule, side=side, dice=dice, pieces=(leader,))
