"""Overruns: a stack attacks in the middle of its move (ruling 16; 2.3, 3.1, 6.2c, clar. 14, 28, 30).

It has a price in MP of its own, whatever the hex costs, and a limit to what the hex may cost without a road:
never across an escarpment, into mountains, or with armor into salt marsh. Everybody in the overrunning
stack is exploit-capable and began the phase outside enemy zones of control, or the stack set out with a
leader. The combat is resolved like any other; if the target is left empty the stack enters it and may go
on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Action, Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.preview import Preview
from engine.view.reach import Arrival
from modules.afrika.rules.combat import engage
from modules.afrika.rules.ground import mover_of
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.leaders_movement import riders
from modules.afrika.rules.movement import MovementRules, refuse_unknown
from modules.afrika.rules.movement_text import mp_text, pieces_text
from modules.afrika.rules.overrun_flow import begin_overrun
from modules.afrika.rules.preview import preview_of
from modules.afrika.rules.state import data, other
from modules.afrika.rules.visibility import hidden_in

if TYPE_CHECKING:
    from engine.kit.movement import JointSpread, Spread
    from modules.afrika.rules.compiled import AfrikaGame

RULE = "series: overrun"


class Overrun(Action, frozen=True, tag="overrun"):
    """Overruns a neighboring hex with a stack; leaders among the attackers ride along."""

    target: PlaceId
    attackers: tuple[PieceId, ...]


def refuse_overrunner(rules: MovementRules, state: State, name: PieceId) -> Refusal | None:
    """Why a unit may not overrun at all in this phase; with a leader anybody may (clar. 28)."""
    if rules.is_led(state, name):
        return None
    unit = rules.game.units[name]
    if not rules.game.can_exploit(state, name):
        text = f"{unit.name} is not exploit-capable and did not set out with a leader"
        return Refusal(text, "6.2c", pieces=(name,))
    if name in data(state).record.in_zoc:
        text = f"{unit.name} began the phase in an enemy zone of control"
        return Refusal(text, "6.2c, clar. 30", pieces=(name,))
    return None


def refuse_ground(rules: MovementRules, units: tuple[PieceId, ...], i: int, j: int) -> Refusal | None:
    """Why these units cannot overrun from one hex into the next, whoever stands there (clar. 14)."""
    game = rules.game
    title, culprits = game.place_name(game.place(j)), (game.place(j),)
    if not (game.is_hex(i) and game.is_hex(j)) or j not in game.ground.neighbors[i]:
        return Refusal(f"{title} is not adjacent to the stack", RULE, places=culprits)
    if "escarpment" in game.board.hexside(i, j):
        return Refusal("no overrun goes up or down an escarpment", "clar. 14", places=culprits)
    if game.board.terrain[j] == "mountain":
        return Refusal("no overrun goes into mountains", "clar. 14", places=culprits)
    for name in units:
        cost = game.ground.rough[mover_of(game.units[name])].cost(i, j)
        if cost is None or cost > game.charts.overrun_limit:
            much = f"costs {mp_text(cost)} MP" if cost is not None else "is closed"
            text = f"entering {title} without a road {much} for {game.units[name].name}"
            text += f": {mp_text(game.charts.overrun_limit)} MP is the limit"
            return Refusal(text, "clar. 14", pieces=(name,), places=culprits)
    return None


@dataclass(frozen=True, slots=True)
class Assault:
    """An overrun from one place number into another, with the MP each unit has left for it."""

    origin: int
    target: int
    lefts: Mapping[PieceId, int]


def refuse_assault(rules: MovementRules, state: State, assault: Assault) -> Refusal | None:
    """Why units that may move cannot overrun a hex from where they are, or would be."""
    game, units = rules.game, tuple(assault.lefts)
    enemy, place = other(game.units[units[0]].side), game.place(assault.target)
    if not game.situation(state).at(enemy, assault.target):
        text = f"no enemy units stand in {game.place_name(place)}"
        return Refusal(text, RULE, places=(place,), hint="move there")
    refusal = refuse_ground(rules, units, assault.origin, assault.target)
    if refusal is not None:
        return refusal
    for name, left in assault.lefts.items():
        refusal = refuse_overrunner(rules, state, name)
        if refusal is not None:
            return refusal
        if left < game.charts.overrun:
            have, price = mp_text(max(0, left)), mp_text(game.charts.overrun)
            text = f"{game.units[name].name} would have {have} MP left, an overrun costs {price}"
            return Refusal(text, RULE, pieces=(name,))
    if not any(game.attack(state, name) for name in units):
        return Refusal("units without attack strength cannot attack by themselves", "3.1", pieces=units)
    return None


def excess_for(rules: MovementRules, state: State, origin: int, units: tuple[PieceId, ...]) -> int:
    """How many units must die in the hex from which a stack overruns before the dice fall (2.3)."""
    game = rules.game
    load = {*game.situation(state).at(game.units[units[0]].side, origin), *units}
    return max(0, len(load) - game.charts.stacking) if game.is_hex(origin) else 0


def crowding(rules: MovementRules, state: State, origin: int, units: tuple[PieceId, ...]) -> str:
    """The warning that stacking is enforced where a stack overruns from; empty where all have room (2.3)."""
    excess = excess_for(rules, state, origin, units)
    if not excess:
        return ""
    place, most = rules.game.place_name(rules.game.place(origin)), rules.game.charts.stacking
    return f"{place} holds {most + excess} units, {most} may stack: you remove {excess} before the roll"


def warned(preview: Preview, warning: str) -> Preview:
    """A preview with the warning of an overcrowded hex before all other notes."""
    return replace(preview, notes=(f"{warning} (2.3).", *preview.notes)) if warning else preview


def overrun_targets(
    rules: MovementRules,
    state: State,
    units: tuple[PieceId, ...],
    lefts: Mapping[int, tuple[int, int]],
    found: Spread | JointSpread,
) -> Mapping[PlaceId, Arrival]:
    """Enemy hexes a stack could overrun after moving next to them; the path ends with the target.

    A hex to overrun from where nobody must die for the stacking limit goes before a nearer one.
    """
    game, price = rules.game, rules.game.charts.overrun
    if any(refuse_overrunner(rules, state, name) for name in units):
        return {}
    if not any(game.attack(state, name) for name in units):
        return {}
    side = game.units[units[0]].side
    stops = rules.field(state, side).watched.stops
    targets: dict[PlaceId, Arrival] = {}
    for number, here in game.situation(state).units[other(side)].items():
        best: tuple[int, int, int] | None = None
        for origin in game.ground.neighbors[number]:
            cost, left = lefts.get(origin, (0, -1))
            if left < price or origin in stops or refuse_ground(rules, units, origin, number) is not None:
                continue
            excess = excess_for(rules, state, origin, units)
            if best is None or (excess, cost) < best[:2]:
                best = (excess, cost, origin)
        if best is not None:
            _, cost, origin = best
            crowded = crowding(rules, state, origin, units)
            path = (*found.path(origin), number)
            targets[game.place(number)] = Arrival(
                cost=cost + price,
                left=lefts[origin][1] - price,
                enemy_zoc=True,
                path=tuple(game.place(step) for step in path),
                overrun=_seen(game, state, side, here),
                note=f"overrun from {game.place_name(game.place(origin))}: {mp_text(price)} MP"
                + (f". {crowded}" if crowded else ""),
            )
    return targets


def _seen(game: AfrikaGame, state: State, viewer: SideId, here: tuple[PieceId, ...]) -> str:
    """Enemy units of a hex as the mover sees them: in fog of war the top one and how many more (clar. 20)."""
    unseen = hidden_in(game, state, viewer, state.pieces[here[0]].at or "")
    text = pieces_text(game, [name for name in here if name not in unseen])
    return f"{text} and {len(unseen)} more" if unseen else text


class OverrunKind(GameKind[Overrun]):
    """Overruns in the movement and exploitation phases."""

    kind = "overrun"
    action = Overrun
    shape = Shape.ATTACK
    label = "Overrun"
    rule = RULE

    def __init__(self, rules: MovementRules) -> None:
        super().__init__(rules.game)
        price, limit = mp_text(rules.game.charts.overrun), mp_text(rules.game.charts.overrun_limit)
        self.help = (
            f"A moving stack attacks a neighboring hex for {price} movement points, if entering it without "
            f"a road costs {limit} or less. Every unit must be exploit-capable and have begun the phase "
            "outside enemy zones of control, or the stack must have set out with a leader. Before the "
            "roll the hex of the stack is checked for the stacking limit. If the hex is "
            "left empty the stack enters and may go on."
        )
        self.rules = rules

    # --- legality -------------------------------------------------------------------------------

    def check(self, state: State, side: SideId, action: Overrun) -> Refusal | None:
        unknown = refuse_unknown(state, action.attackers)
        if unknown is not None:
            return unknown
        units, leaders = self.rules.split(action.attackers)
        refusal = self.rules.refuse_stack(state, side, units)
        if refusal is not None:
            return refusal
        aboard = riders(self.game, state, units, leaders)
        if isinstance(aboard, Refusal):
            return aboard
        number = self.game.number(action.target)
        if number < 0:
            return Refusal(f"there is no hex {action.target}", code="UNKNOWN_ID", places=(action.target,))
        here = self.game.number(state.pieces[units[0]].at)
        lefts = {name: self.rules.left(state, name) for name in units}
        return refuse_assault(self.rules, state, Assault(here, number, lefts))

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Overrun]:
        for number, able in self._stacks(state, side):
            if piece is not None and state.pieces[piece].at != self.game.place(number):
                continue
            targets = self._neighbors(state, side, number)
            for units in self._groups(able, piece) if targets else ():
                for target in targets:
                    action = Overrun(target=target, attackers=units)
                    if self.check(state, side, action) is None:
                        yield action

    def _groups(self, able: tuple[PieceId, ...], piece: PieceId | None) -> Iterator[tuple[PieceId, ...]]:
        """All together first, then one by one."""
        if piece in (None, *able):
            if len(able) > 1:
                yield able
            yield from ((name,) for name in able if piece in (None, name))

    def _stacks(self, state: State, side: SideId) -> Iterator[tuple[int, tuple[PieceId, ...]]]:
        """Places next to the enemy, with units that may overrun from there."""
        near = self.game.ground.neighbors
        enemies = self.game.situation(state).units[other(side)]
        for number, here in self.game.situation(state).units[side].items():
            if not any(j in enemies for j in near[number]):
                continue
            able = tuple(name for name in here if self._is_able(state, side, name))
            if able:
                yield number, able

    def _is_able(self, state: State, side: SideId, name: PieceId) -> bool:
        return (
            self.rules.refuse_unit(state, side, name) is None
            and self.rules.left(state, name) >= self.game.charts.overrun
            and refuse_overrunner(self.rules, state, name) is None
        )

    def _neighbors(self, state: State, side: SideId, number: int) -> tuple[PlaceId, ...]:
        enemies = self.game.situation(state).units[other(side)]
        return tuple(self.game.place(j) for j in self.game.ground.neighbors[number] if j in enemies)

    def sample(self, state: State, side: SideId, random: Random) -> Overrun | None:
        stacks = list(self._stacks(state, side))
        random.shuffle(stacks)
        for number, able in stacks:
            targets = self._neighbors(state, side, number)
            units = able if random.random() < 0.7 else (random.choice(able),)
            for attackers in (units, *((name,) for name in able)):
                action = Overrun(target=random.choice(targets), attackers=attackers)
                if self.check(state, side, action) is None:
                    return action
        return None

    # --- carrying out ---------------------------------------------------------------------------

    def apply(self, r: Resolution, side: SideId, action: Overrun) -> None:
        begin_overrun(self.rules, r, action.target, action.attackers)

    def describe(self, state: State, action: Overrun) -> str:
        return (
            f"Overrun {self.game.place_name(action.target)} with {pieces_text(self.game, action.attackers)}"
        )

    # --- for the window -------------------------------------------------------------------------

    def subjects(self, state: State, side: SideId) -> Iterable[PieceId | PlaceId]:
        return tuple(dict.fromkeys(choice.target for choice in self.choices(state, side)))

    def why_not(self, state: State, side: SideId, subject: PieceId | PlaceId) -> Refusal | None:
        number = self.game.number(subject)
        if number < 0 or not self.game.situation(state).at(other(side), number):
            return None
        for origin in self.game.ground.neighbors[number]:
            here = self.game.situation(state).at(side, origin)
            if here:
                return self.check(state, side, Overrun(target=subject, attackers=here))
        text = f"no own stack stands next to {self.game.place_name(subject)}"
        return Refusal(text, RULE, places=(subject,))

    def targets(self, state: State, side: SideId, pieces: tuple[PieceId, ...]) -> tuple[PlaceId, ...]:
        units, _ = self.rules.split(pieces)
        if not units or any(name not in self.game.units for name in units):
            return ()
        number = self.game.number(state.pieces[units[0]].at)
        return tuple(
            target
            for target in (self._neighbors(state, side, number) if number >= 0 else ())
            if self.check(state, side, Overrun(target=target, attackers=pieces)) is None
        )

    def preview(self, state: State, side: SideId, action: Overrun) -> Preview | None:
        units, _ = self.rules.split(action.attackers)
        battle = engage(self.game, state, self.game.number(action.target), units)
        here = self.game.number(state.pieces[units[0]].at)
        return warned(preview_of(self.game, state, battle, side), crowding(self.rules, state, here, units))
