"""Retreats: hexes turned into losses, then hex by hex; blocked hexes, garrisons (2.6, 2.7, 9.1).

One group of units after the other makes its hexes; where a group can only go one way, it goes unasked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.errors import Refusal
from engine.flow.step import Step, auto, decision
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Shape
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.advice import Suggestion
from modules.afrika.rules.capture import enter
from modules.afrika.rules.casualties import eliminate
from modules.afrika.rules.combat_actions import Convert, Retreat
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.leaders_movement import carry, riders
from modules.afrika.rules.losses import LossVars, alive
from modules.afrika.rules.movement_text import counted
from modules.afrika.rules.policy_aftermath import convert_suggestions, retreat_suggestions
from modules.afrika.rules.queries import can_carry_leader
from modules.afrika.rules.retreat import (
    CONVERT_RULE,
    RULE,
    Group,
    RetreatVars,
    alone,
    can_leave,
    refuse_step,
    retreat_vars,
    ways_out,
)
from modules.afrika.rules.state import MOVED
from modules.afrika.rules.steps.losses import LOSSES
from modules.afrika.rules.steps.stacking import STACKING, StackingVars, overstacked

if TYPE_CHECKING:
    import random

RETREAT = "afrika.retreat"
MANY = 6
"""Groups larger than this are not offered in every possible split, only whole and unit by unit."""


class ConvertKind(GameKind[Convert]):
    """Choosing how many hexes become losses."""

    kind = "convert"
    action = Convert
    shape = Shape.NUMBER
    label = "Take losses for hexes"
    rule = CONVERT_RULE
    help = (
        "Each hex of retreat may be turned into one step lost. At least one hex must be retreated, except in "
        "a box, behind a fortification that counts, in a city, and where the Mussolini Line would be lost."
    )

    def check(self, state: State, side: SideId, action: Convert) -> Refusal | None:
        held = retreat_vars(state)
        if action.number < 0:
            return Refusal("no fewer than 0 hexes", CONVERT_RULE, code="BAD_REQUEST")
        if action.number <= held.convertible:
            return None
        text = f"at most {held.convertible} of {held.hexes} hexes may be turned into losses"
        return Refusal(text, CONVERT_RULE, hint=f"a number from 0 to {held.convertible}")

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Convert]:
        for number in range(retreat_vars(state).convertible + 1):
            yield Convert(number=number)

    def apply(self, r: Resolution, side: SideId, action: Convert) -> None:
        held = retreat_vars(r.state)
        r.goto("begin", replace(held, hexes=held.hexes - action.number, convertible=0))
        if action.number:
            text = f"{self.game.side_title(side)}: {self.describe(r.state, action)}."
            r.emit("converted", text, rule=CONVERT_RULE, side=side, data={"hexes": action.number})
            losses = LossVars(
                side=side, pieces=held.pieces, count=action.number, why=held.why, rule=CONVERT_RULE
            )
            r.call(LOSSES, losses)

    def describe(self, state: State, action: Convert) -> str:
        if action.number == 0:
            return "retreat every hex"
        if action.number == 1:
            return "1 hex becomes 1 step lost"
        return f"{action.number} hexes become {action.number} steps lost"


class RetreatKind(GameKind[Retreat]):
    """One hex of a retreat."""

    kind = "retreat"
    action = Retreat
    shape = Shape.PIECE_PLACE
    label = "Retreat"
    rule = RULE
    help = (
        "Hex by hex, together or split: never into enemy units or closed ground; then without overstacking "
        "at the end, then out of enemy zones of control, then toward a supply source."
    )

    def check(self, state: State, side: SideId, action: Retreat) -> Refusal | None:
        group = retreat_vars(state).groups[0]
        units = tuple(name for name in action.pieces if name not in self.game.leaders)
        if not units or len(set(action.pieces)) < len(action.pieces):
            return Refusal("name the units that retreat, each once", RULE, code="BAD_REQUEST")
        strange = tuple(name for name in units if name not in group.pieces)
        if strange:
            return Refusal("only the units that are retreating now can be moved", RULE, pieces=strange)
        number = self.game.number(action.at)
        if number < 0:
            return Refusal(
                f"{action.at} is no place to retreat to", RULE, code="UNKNOWN_ID", places=(action.at,)
            )
        if number not in ways_out(self.game, state, group, units):
            return refuse_step(self.game, state, group, units, number)
        riding = riders(self.game, state, units, tuple(n for n in action.pieces if n in self.game.leaders))
        return riding if isinstance(riding, Refusal) else None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Retreat]:
        group = retreat_vars(state).groups[0]
        for units in self._parts(state, group):
            if piece in (None, *units):
                ways = ways_out(self.game, state, group, units)
                for named in (units, *self._with_leader(state, units)):
                    for number in ways:
                        yield Retreat(pieces=named, at=self.game.place(number))

    def sample(self, state: State, side: SideId, random: random.Random) -> Retreat | None:
        group = retreat_vars(state).groups[0]
        ways = ways_out(self.game, state, group, group.pieces)
        if ways and random.random() < 0.8:
            return Retreat(pieces=group.pieces, at=self.game.place(random.choice(ways)))
        found = list(self.choices(state, side))
        return random.choice(found) if found else None

    def apply(self, r: Resolution, side: SideId, action: Retreat) -> None:
        units = tuple(name for name in action.pieces if name not in self.game.leaders)
        named = tuple(name for name in action.pieces if name in self.game.leaders)
        hop(self.game, r, (units, named), action.at)
        if r.state.over is None:
            r.goto("step")

    def describe(self, state: State, action: Retreat) -> str:
        names = ", ".join(self.game.names[name] for name in action.pieces)
        return f"{names} to {self.game.place_name(action.at)}"

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        group = retreat_vars(state).groups[0]
        units = tuple(name for name in pieces if name in group.pieces)
        return tuple(self.game.place(n) for n in ways_out(self.game, state, group, units)) if units else ()

    def why_not(self, state: State, side: SideId, subject: str) -> Refusal | None:
        if subject in self.game.units:
            return Refusal("only the units that are retreating now can be moved", RULE, pieces=(subject,))
        group, number = retreat_vars(state).groups[0], self.game.number(subject)
        return refuse_step(self.game, state, group, group.pieces, number) if number >= 0 else None

    def _parts(self, state: State, group: Group) -> Iterator[tuple[PieceId, ...]]:
        """The whole group first, smaller parts of it where it must split, each unit alone."""
        size = len(group.pieces)
        yield group.pieces
        if 2 < size <= MANY and not ways_out(self.game, state, group, group.pieces):
            for part in range(size - 1, 1, -1):
                yield from combinations(group.pieces, part)
        if size > 1:
            yield from ((name,) for name in group.pieces)

    def _with_leader(self, state: State, units: tuple[PieceId, ...]) -> Iterator[tuple[PieceId, ...]]:
        leader = self.game.leader.get(self.game.units[units[0]].side, "")
        if leader and leader_may_choose(self.game, state, units):
            yield (*units, leader)


def leader_may_choose(game: AfrikaGame, state: State, units: tuple[PieceId, ...]) -> bool:
    """Whether a leader could both go with these units and stay behind with others (6.2b)."""
    side, at = game.units[units[0]].side, state.pieces[units[0]].at
    leader = game.leader.get(side, "")
    if not leader or state.pieces[leader].at != at:
        return False
    staying = [name for name in state.at(at or "") if name in game.units and name not in units]
    return all(any(can_carry_leader(game, side, name) for name in part) for part in (units, staying))


def hop(
    game: AfrikaGame, r: Resolution, who: tuple[tuple[PieceId, ...], tuple[PieceId, ...]], at: PlaceId
) -> None:
    """Part of the first group goes one hex; it becomes a group of its own and goes on first."""
    units, named = who
    held = retreat_vars(r.state)
    group, *others = held.groups
    rest = tuple(name for name in group.pieces if name not in units)
    number = game.number(at)
    left = group.left - 1 if game.is_hex(number) else 0
    groups = (Group(pieces=units, path=(*group.path, at), left=left), *others)
    if rest:
        groups = (groups[0], replace(group, pieces=rest), *others)
    r.set_vars(replace(held, groups=groups))
    riding = riders(game, r.state, units, named)
    assert not isinstance(riding, Refusal)
    here = game.place_name(group.path[-1])
    r.move_all(units, at)
    r.mark(units, MOVED)
    carry(r, riding, at)
    names = ", ".join(game.units[name].name for name in units)
    r.emit(
        "retreated",
        f"{names} retreat{'s' if len(units) == 1 else ''} from {here} to {game.place_name(at)}.",
        rule=RULE,
        side=held.side,
        pieces=(*units, *riding),
        places=(group.path[-1], at),
    )
    enter(game, r, units, number)


class RetreatStep(Step):
    """Lets a side's units retreat, group by group."""

    id = RETREAT
    vars_type = RetreatVars

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._convert = (ConvertKind(game),)
        self._retreat = (RetreatKind(game),)

    def suggestions(self, state: State, side: SideId) -> Iterator[Suggestion]:
        """Whether to stand, or where to go."""
        if state.flow[-1].node == "convert":
            return convert_suggestions(self.game, state, side)
        return retreat_suggestions(self.game, state, side)

    @auto
    def start(self, r: Resolution) -> None:
        """Asks for conversions where there can be any."""
        r.goto("convert" if retreat_vars(r.state).convertible > 0 else "begin")

    @decision
    def convert(self, state: State) -> Ask:
        """How many hexes become losses."""
        held = retreat_vars(state)
        prompt = f"Retreat of {counted(held.hexes, 'hex', 'hexes')}: how many do you turn into losses?"
        return Ask(
            sides=(held.side,),
            prompt=prompt,
            kinds=self._convert,
            rule=CONVERT_RULE,
            part="conversion",
            help=ConvertKind.help,
            pieces=alive(self.game, state, held.pieces),
        )

    @auto
    def begin(self, r: Resolution) -> None:
        """Forms a group in each place; who cannot move dies where the others can leave (2.7, erratum 4)."""
        held = retreat_vars(r.state)
        left = alive(self.game, r.state, held.pieces)
        if held.hexes <= 0 or not left:
            r.end()
            return
        places = dict.fromkeys(r.state.pieces[name].at for name in left)
        groups = []
        for place in places:
            assert place is not None
            here = tuple(name for name in left if r.state.pieces[name].at == place)
            if can_leave(self.game, r.state, held.side, self.game.number(place)):
                here = self._leave_behind(r, here)
            if here:
                groups.append(Group(pieces=here, path=(place,), left=held.hexes))
        r.goto("step", replace(held, groups=tuple(groups)))

    def _leave_behind(self, r: Resolution, here: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
        for name in here:
            unit = self.game.units[name]
            if unit.movement == 0:
                rule = "2.7" if unit.garrison else "erratum 4"
                eliminate(self.game, r, name, "it cannot move and had to retreat", rule)
        return tuple(name for name in here if self.game.units[name].movement > 0)

    @auto
    def step(self, r: Resolution) -> None:
        """The first group goes on: finished, blocked, the only way, or a choice."""
        held = retreat_vars(r.state)
        if not held.groups:
            r.end()
            return
        group = held.groups[0]
        left = alive(self.game, r.state, group.pieces)
        if group.left == 0 or not left:
            self._finish(r, group)
            return
        if left != group.pieces:
            group = replace(group, pieces=left)
            r.set_vars(replace(held, groups=(group, *held.groups[1:])))
        singly = alone(self.game, r.state, group)
        if not any(singly):
            self._blocked(r, group)
            return
        only = self._only_way(r.state, group, singly)
        if only is None:
            r.goto("choose")
            return
        hop(self.game, r, (group.pieces, ()), self.game.place(only))

    def _finish(self, r: Resolution, group: Group) -> None:
        """The end of a group's retreat: stacking is enforced where it stands (2.3)."""
        held = retreat_vars(r.state)
        r.set_vars(replace(held, groups=held.groups[1:]))
        places = group.path[-1:]
        if len(group.path) > 1 and next(overstacked(self.game, r.state, held.side, places), None):
            r.call(STACKING, StackingVars(side=held.side, places=places))

    def _blocked(self, r: Resolution, group: Group) -> None:
        """Each hex not made costs a step (9.2, clar. 5)."""
        held = retreat_vars(r.state)
        r.set_vars(replace(held, groups=(replace(group, left=0), *held.groups[1:])))
        hexes = counted(group.left, "hex", "hexes")
        text = f"The retreat from {self.game.place_name(group.path[-1])} is blocked for {hexes}."
        r.emit("retreat-blocked", text, rule="clar. 5", side=held.side, places=group.path[-1:])
        losses = LossVars(
            side=held.side, pieces=group.pieces, count=group.left, why="blocked retreat", rule="clar. 5"
        )
        r.call(LOSSES, losses)

    def _only_way(self, state: State, group: Group, singly: tuple[tuple[int, ...], ...]) -> int | None:
        """The one place the whole group can go if nothing else can be chosen."""
        ways = singly[0]
        if len(ways) != 1 or any(other != ways for other in singly):
            return None
        if leader_may_choose(self.game, state, group.pieces):
            return None
        return ways[0] if ways_out(self.game, state, group, group.pieces) == ways else None

    @decision
    def choose(self, state: State) -> Ask:
        """Where the group, or part of it, goes next."""
        held = retreat_vars(state)
        group = held.groups[0]
        hexes = counted(group.left, "hex", "hexes")
        return Ask(
            sides=(held.side,),
            prompt=f"Retreat {hexes} from {self.game.place_name(group.path[-1])}",
            kinds=self._retreat,
            rule=RULE,
            part="retreat",
            help=RetreatKind.help,
            pieces=group.pieces,
            places=group.path[-1:],
        )


STEPS = (RetreatStep,)
ACTIONS = (Convert, Retreat)
