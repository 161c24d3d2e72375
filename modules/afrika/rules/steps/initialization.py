"""Initialization: air points, trucks, coastal shipping, port capacities (1.1, 1.9, 3.2, 5.4).

Nothing is decided here; the dice of the ports and of the Axis shipping make it a barrier. The Axis turn opens
the game turn, so marks of the last one are cleared there.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.flow.step import Step, auto
from engine.ids import PlaceId, SideId
from engine.play.resolution import Resolution
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.movement_text import counted
from modules.afrika.rules.state import (
    AXIS,
    MOVED,
    SPENT,
    UNLIMITED,
    Port,
    Trucks,
    data,
    new_record,
    set_port,
)

TRENTO_TRUCKS = "trento-trucks"


class InitializationStep(Step):
    """Resets what a side has for its turn."""

    id = "afrika.initialization"

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game

    @auto
    def start(self, r: Resolution) -> None:
        """Sets and rolls everything."""
        side = self.game.moving_side(r.state)
        if side == AXIS:
            r.unmark(tuple(r.state.pieces), MOVED)
        r.unmark(tuple(r.state.pieces), SPENT)
        new_record(r)
        title = f"{self.game.side_title(side)} player turn, {self.game.turn_title(r.state.turn)}."
        r.emit("player-turn", title, rule="1.1", side=side)
        self._reset_pools(r, side)
        if side == AXIS:
            dice = r.roll("Axis coastal shipping (5.4c)")
            self._set_shipping(r, side, self.game.charts.coastal[dice[0] - 1], dice)
        ports = [place for place in self.game.ports if r.state.control.get(place) == side]
        capacity = sum(self._roll_port(r, side, place) for place in ports)
        if side != AXIS:
            self._set_shipping(r, side, capacity, ())
        r.end()

    def _reset_pools(self, r: Resolution, side: SideId) -> None:
        charts, turn, held = self.game.charts, r.state.turn, data(r.state)
        points = charts.trucks[side][turn] + trento_truck(self.game, side)
        trucks = Trucks(points=points, left=points * charts.truck)
        air = charts.air[side][turn]
        r.set_data(replace(held, air={**held.air, side: air}, trucks={**held.trucks, side: trucks}))
        r.emit("air-points", f"{counted(air, 'air point')}.", rule="3.2", side=side)
        r.emit("trucks", f"{counted(points, 'truck')}.", rule="5.4a", side=side)

    def _roll_port(self, r: Resolution, side: SideId, place: PlaceId) -> int:
        """Capacity of one port; returns what it adds to Allied shipping (nothing where it is unlimited,
        5.4d)."""
        name, old = self.game.place_name(place), data(r.state).ports[place]
        row = self.game.charts.ports[place]
        if old.captured == r.state.turn:
            set_port(r, place, Port(captured=old.captured))
            r.emit(
                "port",
                f"{name} was captured this turn: no capacity.",
                rule="1.9a",
                side=side,
                places=(place,),
            )
            return 0
        if row == (UNLIMITED,):
            set_port(r, place, Port(capacity=UNLIMITED, captured=old.captured))
            return 0
        dice = r.roll(f"capacity of {name} (1.9)")
        capacity = row[dice[0] - 1]
        set_port(r, place, Port(capacity=capacity, captured=old.captured))
        r.emit(
            "port",
            f"{name} can take {capacity} SP.",
            rule="1.9",
            side=side,
            places=(place,),
            dice=dice,
        )
        return capacity

    def _set_shipping(self, r: Resolution, side: SideId, points: int, dice: tuple[int, ...]) -> None:
        held = data(r.state)
        r.set_data(replace(held, shipping={**held.shipping, side: points}))
        rule = "5.4c" if side == AXIS else "5.4d"
        r.emit(
            "shipping", f"{counted(points, 'point')} of coastal shipping.", rule=rule, side=side, dice=dice
        )


def trento_truck(game: AfrikaGame, side: SideId) -> int:
    """The extra truck of the Trento option (6.3)."""
    return game.charts.trento_trucks if side == AXIS and game.options.get(TRENTO_TRUCKS) is True else 0


STEPS = (InitializationStep,)
ACTIONS = ()
