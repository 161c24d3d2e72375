"""Retreat bricks: ranked constraints, splitting where there is no room, blocked paths."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.kit.retreat import outlets, through, together

Cell = tuple[int, int]
START: Cell = (0, 0)


@dataclass
class Field:
    """A square field: two constraints (fire, then mud), room as given."""

    width: int = 4
    walls: frozenset[Cell] = frozenset()
    fire: frozenset[Cell] = frozenset()
    mud: frozenset[Cell] = frozenset()
    rooms: Mapping[Cell, int] = field(default_factory=dict)
    ranks: int = 2

    def exits(self, here: Cell) -> Iterable[Cell]:
        x, y = here
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if max(abs(there[0]), abs(there[1])) <= self.width and there not in self.walls:
                yield there

    def breaks(self, here: Cell, there: Cell) -> tuple[int, int]:
        return int(there in self.fire), int(there in self.mud)

    havens: frozenset[Cell] = frozenset()

    def room(self, there: Cell) -> int:
        return self.rooms.get(there, 4)

    def is_haven(self, there: Cell) -> bool:
        return there in self.havens


def group(ground: Field, hexes: int, size: int) -> tuple[Cell, ...]:
    """Where a group of alike pieces may go from the start."""
    return together(ground, (ground,), (START,), hexes, size)


def test_every_first_step_of_equally_good_paths_is_open() -> None:
    value, steps = outlets(Field(), (START,), 1)
    assert value == (0, 0, 0, 0)
    assert set(steps) == {(1, 0), (-1, 0), (0, 1), (0, -1)}


def test_the_graver_constraint_counts_first() -> None:
    ground = Field(fire=frozenset({(1, 0), (0, 1), (0, -1)}), mud=frozenset({(-1, 0)}))
    assert outlets(ground, (START,), 1) == ((0, 0, 0, 1), ((-1, 0),))


def test_a_step_that_must_break_something_later_is_not_best() -> None:
    ground = Field(
        fire=frozenset({(2, 0), (1, 1), (1, -1), (-1, 0), (0, 1)}),
        walls=frozenset({(-1, -1), (1, -1)}),
    )
    value, steps = outlets(ground, (START,), 2)
    assert value == (0, 0, 0, 0)
    assert steps == ((0, -1),)


def test_no_hex_is_entered_twice_and_blocked_hexes_are_counted() -> None:
    alley = Field(walls=frozenset({(1, 1), (1, -1), (2, 0), (-1, 0), (0, 1), (0, -1)}))
    assert outlets(alley, (START,), 3) == ((2, 0, 0, 0), ((1, 0),))
    assert outlets(alley, (START, (1, 0)), 2) == ((2, 0, 0, 0), ())


def test_walled_in() -> None:
    cell = Field(walls=frozenset({(1, 0), (-1, 0), (0, 1), (0, -1)}))
    assert outlets(cell, (START,), 2) == ((2, 0, 0, 0), ())
    assert group(cell, 2, 3) == ()


def test_fire_is_entered_rather_than_leaving_hexes_unmade() -> None:
    ground = Field(walls=frozenset({(-1, 0), (0, 1), (0, -1)}), fire=frozenset({(1, 0)}))
    assert outlets(ground, (START,), 1) == ((0, 0, 1, 0), ((1, 0),))


def test_fire_is_entered_rather_than_ending_without_room() -> None:
    ground = Field(
        walls=frozenset({(0, 1), (0, -1)}),
        fire=frozenset({(1, 0)}),
        rooms={(-1, 0): 0},
    )
    assert outlets(ground, (START,), 1) == ((0, 0, 1, 0), ((1, 0),))


def test_room_counts_at_the_end_only() -> None:
    ground = Field(
        walls=frozenset({(-1, 0), (0, 1), (0, -1)}),
        rooms={(1, 0): 0},
    )
    value, steps = outlets(ground, (START,), 2)
    assert value == (0, 0, 0, 0)
    assert steps == ((1, 0),)


def test_a_group_splits_where_only_some_find_the_best_end() -> None:
    ground = Field(
        walls=frozenset({(0, 1), (0, -1)}),
        fire=frozenset({(1, 0)}),
        rooms={(-1, 0): 2, (1, 0): 4},
    )
    assert group(ground, 1, 1) == ((-1, 0),)
    assert group(ground, 1, 2) == ((-1, 0),)
    assert group(ground, 1, 3) == ()
    filled = Field(walls=ground.walls, fire=ground.fire, rooms={(-1, 0): 0, (1, 0): 4})
    assert group(filled, 1, 3) == ((1, 0),)


def test_a_group_stays_together_where_nobody_finds_room() -> None:
    ground = Field(rooms=dict.fromkeys(((1, 0), (-1, 0), (0, 1), (0, -1)), 0))
    value, _ = outlets(ground, (START,), 1)
    assert value == (0, 1, 0, 0)
    assert set(group(ground, 1, 3)) == {(1, 0), (-1, 0), (0, 1), (0, -1)}


def test_a_haven_ends_the_retreat_whatever_is_left() -> None:
    ground = Field(
        walls=frozenset({(-1, 0), (0, 1), (0, -1), (2, 0), (1, 1), (1, -1)}),
        havens=frozenset({(1, 0)}),
    )
    assert outlets(ground, (START,), 4) == ((0, 0, 0, 0), ((1, 0),))


def test_unlike_pieces_stay_together_only_where_it_costs_neither_anything() -> None:
    wheels = Field(walls=frozenset({(1, 0), (0, 1), (0, -1)}), fire=frozenset({(-1, 0)}))
    feet = Field(walls=frozenset({(0, 1), (0, -1)}), fire=frozenset({(-1, 0)}))
    assert together(wheels, (wheels, feet), (START,), 1, 2) == ()
    assert together(wheels, (wheels,), (START,), 1, 2) == ((-1, 0),)
    assert together(feet, (feet,), (START,), 1, 2) == ((1, 0),)


def test_the_value_of_a_path_through_one_hex() -> None:
    ground = Field(walls=frozenset({(0, 1)}), fire=frozenset({(1, 0)}))
    assert through(ground, (START,), (1, 0), 1, 1) == (0, 0, 1, 0)
    assert through(ground, (START,), (0, 1), 1, 1) is None
    assert through(ground, (START, (1, 0)), START, 1, 1) is None
