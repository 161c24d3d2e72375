"""Positions for tests of combat: counters on an empty map, before a battle or inside one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Action
from engine.play.event import Event
from engine.play.transition import decide, kind_of
from engine.state.model import OptionValue
from modules.afrika.rules.combat import Tally, engage, tally
from modules.afrika.rules.combat_actions import CommitAir, Convert, DeclareAttack, LoseStep, Retreat
from modules.afrika.rules.shifts import Engagement
from modules.afrika.rules.state import ALLIED, AXIS, OUT, data
from tests.modules.afrika.movement_positions import Layout, Position, Setting, a_position

ARMY_TANKS = "allied-5-6-6-1-army"
GUARDS, BRIGADE, BRIGADE_2 = "allied-3-5-7-22-gd", "allied-3-5-7-16", "allied-3-5-7-23"
TANKS_4, TANKS_7 = "allied-9-6-8-4-7-arm", "allied-8-5-8-7-7-arm"
HUSSARS, SUPPORT = "allied-3-3-12-11-hus-7-arm", "allied-4-5-10-7-7-arm"
KDG, LRDG, GUNS_1, GUNS_2, GUNS_3 = (
    "allied-3-3-12-kdg",
    "allied-1-1-15-lrdg",
    "allied-arty-1",
    "allied-arty-2",
    "allied-arty-3",
)
CAIRO, MATRUH = "allied-0-5-0-cairo", "allied-0-2-0-matruh"
PANZER_1, PANZER_2 = "axis-8-6-9-1-5-21pz", "axis-8-6-9-2-5-21pz"
PANZER_3, PANZER_4 = "axis-8-6-9-1-8-15pz", "axis-8-6-9-2-8-15pz"
LORRIES, AUFK = "axis-4-5-10-104-21pz", "axis-4-4-12-3-aufk-21pz"
MG_2, MG_8, FLAK = "axis-3-4-12-2", "axis-3-4-12-8", "axis-2-6-8-1-18"
BRESCIA, PAVIA, BOLOGNA, SAVONA = (
    "axis-6-7-4-brescia",
    "axis-6-7-4-pavia",
    "axis-5-6-4-bologna",
    "axis-6-7-4-savona",
)
GUNS_GE, GUNS_IT, GUNS_FIXED = "axis-arty-7", "axis-arty-2", "axis-arty-1"
GARRISON = "axis-0-1-0-bardia"
ROMMEL, OCONNOR = "axis-rommel", "allied-oconnor"
FIELD, EAST, WEST, SOUTH, NORTH = "A40.17", "A41.17", "A39.17", "A40.16", "A40.18"
"""A clear hex in the open desert and four of its clear neighbors."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """What a combat has beside counters; every part may be left out."""

    phase: str = "axis.combat"
    turn: int = 16
    steps: Mapping[PieceId, int] = field(default_factory=dict)
    air: Mapping[SideId, int] = field(default_factory=dict)
    hungry: tuple[PieceId, ...] = ()
    dumps: Mapping[PlaceId, tuple[SideId, int]] = field(default_factory=dict)
    control: Mapping[PlaceId, SideId] = field(default_factory=dict)
    scenario: str = "operation-crusader"
    options: Mapping[str, OptionValue] = field(default_factory=dict)


class Fight(Position):
    """A position in or before a battle."""

    def attack(
        self,
        target: PlaceId,
        *attackers: PieceId,
        artillery: tuple[PieceId, ...] = (),
        dice: tuple[int, ...] = (),
    ) -> Fight:
        """Declares an attack."""
        self.do(DeclareAttack(target=target, attackers=attackers, artillery=artillery), dice=dice)
        return self

    def give(self, *actions: Action, dice: tuple[int, ...] = ()) -> Fight:
        """Applies actions."""
        self.do(*actions, dice=dice)
        return self

    def refuses_check(self, action: Action) -> Refusal:
        """What the kind itself says of an action, available or not."""
        found = self.kind(kind_of(action)).check(self.state, self.side, action)
        assert found is not None
        return found

    @property
    def asked(self) -> tuple[SideId, str]:
        """Who decides now, and the first kind of action offered."""
        decision = decide(self.rules, self.state)
        assert decision is not None
        return decision.sides[0], decision.ask.kinds[0].kind

    @property
    def part(self) -> str:
        """The last id of the path of phases."""
        decision = decide(self.rules, self.state)
        assert decision is not None
        return decision.path[-1]

    def choices(self, kind: str) -> tuple[Action, ...]:
        """All offered actions of a kind; each of them passes its check."""
        offered = self.kind(kind)
        found = tuple(offered.choices(self.state, self.side))
        assert all(offered.check(self.state, self.side, action) is None for action in found)
        return found

    def steps(self, piece: PieceId) -> int:
        """Steps left; 0 for a dead unit."""
        held = self.state.pieces[piece]
        return 0 if (held.at or "").startswith("dead") else held.steps

    def events(self, kind: str) -> tuple[Event, ...]:
        """Facts of a kind from the last action."""
        assert self.last is not None
        return tuple(event for event in self.last.events if event.kind == kind)

    @property
    def result(self) -> str:
        """The result rolled by the last action."""
        (event,) = self.events("combat-result")
        return str(event.data["result"])

    def air_left(self, side: SideId) -> int:
        """Air points left."""
        return data(self.state).air[side]

    def number(self, place: PlaceId) -> int:
        """Number of a hex."""
        return self.rules.number(place)

    def engagement(
        self, target: PlaceId, *attackers: PieceId, artillery: tuple[PieceId, ...] = ()
    ) -> Engagement:
        """The combat these would begin."""
        return engage(self.rules, self.state, self.number(target), attackers, artillery)

    def tally(self, target: PlaceId, *attackers: PieceId, artillery: tuple[PieceId, ...] = ()) -> Tally:
        """Its sum, without air points and defending artillery."""
        return tally(self.rules, self.state, self.engagement(target, *attackers, artillery=artillery))

    def column(self, found: Tally, *, base: bool = False) -> str:
        """Label of the column of a sum."""
        return self.rules.charts.results.labels[found.base if base else found.final]


def a_fight(layout: Layout, scene: Scene | None = None) -> Fight:
    """An empty map with these counters at the start of a combat phase; no air points unless given."""
    given = scene or Scene()
    setting = Setting(
        phase=given.phase,
        turn=given.turn,
        scenario=given.scenario,
        options=given.options,
        dumps=given.dumps,
        control=given.control,
        marks=dict.fromkeys(given.hungry, (OUT,)),
    )
    found = a_position(layout, setting)
    pieces = dict(found.state.pieces)
    for name, left in given.steps.items():
        pieces[name] = replace(pieces[name], steps=left)
    air = {side: given.air.get(side, 0) for side in (AXIS, ALLIED)}
    state = replace(found.state, pieces=pieces, data=replace(data(found.state), air=air))
    return Fight(found.rules, state)


def dice_for(fight: Fight, total: int) -> tuple[int, int]:
    """Two faces that add up to a roll."""
    first = min(6, total - 1)
    return first, total - first


def roll_for(fight: Fight, column: str, result: str) -> tuple[int, int]:
    """Two faces that give a result in a column; fails where the table has no such cell."""
    table = fight.rules.charts.results
    for total in range(2, 13):
        if table.result(total, table.labels.index(column)).text == result:
            return dice_for(fight, total)
    raise AssertionError(f"{result} is not in column {column}")


def roll_where(
    fight: Fight, target: PlaceId, attackers: tuple[PieceId, ...], **wanted: int
) -> tuple[int, int]:
    """Two faces whose result in the column of an attack has these numbers (``defender_loss=2``)."""
    table, column = fight.rules.charts.results, fight.tally(target, *attackers).final
    for total in range(2, 13):
        result = table.result(total, column)
        if all(getattr(result, name) == value for name, value in wanted.items()):
            return dice_for(fight, total)
    raise AssertionError(f"no such result in column {table.labels[column]}: {wanted}")


def bear_losses(fight: Fight) -> Fight:
    """Takes every step loss that is asked for off the unit with the most steps."""
    while fight.asked[1] == "lose-step":
        found = [action for action in fight.choices("lose-step") if isinstance(action, LoseStep)]
        fight.give(max(found, key=lambda action: fight.steps(action.piece)))
    return fight


def lose(piece: PieceId) -> LoseStep:
    """A step lost."""
    return LoseStep(piece=piece)


def convert(number: int) -> Convert:
    """Hexes turned into losses."""
    return Convert(number=number)


def retreat(at: PlaceId, *pieces: PieceId) -> Retreat:
    """A hex of retreat."""
    return Retreat(pieces=pieces, at=at)


def air(number: int) -> CommitAir:
    """Air points."""
    return CommitAir(number=number)
