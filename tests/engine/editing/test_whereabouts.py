"""What a step was about: the part, the things in it, the hexes and counters."""

from collections.abc import Callable

import pytest

from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.editing import charts, maps, parts, pieces, schedule, setups
from engine.editing.searching import value_at
from engine.editing.whereabouts import Whereabouts, whereabouts
from tests.engine.editing.modules import a_module

Edit = Callable[[ModuleDef], ModuleDef]


def about(edit: Edit) -> tuple[Whereabouts, Whereabouts]:
    """Where an edit is told to be when it is done, and when it is undone."""
    before = a_module()
    after = edit(before)
    done, undone = whereabouts(before, after), whereabouts(after, before)
    assert done is not None
    assert undone is not None
    for module, where in ((after, done), (before, undone)):
        assert all(path[0] == where.part and value_at(module, path) is not None for path in where.paths)
    return done, undone


def test_nothing() -> None:
    assert whereabouts(a_module(), a_module()) is None
    newer = a_module().model_copy(update={"schema_version": 99})
    assert whereabouts(a_module(), newer) is None


def test_a_counter_renamed() -> None:
    done, undone = about(lambda m: pieces.set_piece_fields(m, ["mine"], {"name": "Mines"}))
    assert (done.part, done.pieces) == ("pieces", ("mine",))
    assert [path[2:] for path in done.paths] == [("name",)]
    assert undone.pieces == ("mine",)


def test_counters_deleted_with_their_set_up() -> None:
    done, undone = about(lambda m: pieces.delete_pieces(m, ["1-red-inf", "mine"]))
    assert (done.part, done.pieces, done.paths) == ("pieces", (), (("pieces",),))
    assert sorted(undone.pieces) == ["1-red-inf", "mine"]


def test_a_counter_moved() -> None:
    done, undone = about(lambda m: setups.place_pieces(m, "meeting", ["1-red-inf"], WhereDef(at="0904")))
    assert (done.part, done.scenario, done.pieces) == ("scenarios", "meeting", ("1-red-inf",))
    assert done.spots[0] == "0904"
    assert undone.spots[0] == "1004"


def test_a_counter_taken_off_was_where_it_stood() -> None:
    done, undone = about(lambda m: setups.take_off_pieces(m, "meeting", ["1-red-inf"]))
    assert done.pieces == undone.pieces == ("1-red-inf",)
    assert "1004" in done.spots
    assert undone.spots[0] == "1004"


def test_painted_hexes() -> None:
    done, undone = about(lambda m: maps.paint_terrain(m, "coast", ["0606", "0707"], "rough"))
    assert done.part == "boards"
    assert sorted(done.spots) == sorted(undone.spots) == ["0606", "0707"]


def test_an_entry_of_the_schedule() -> None:
    entry = {"turn": 3, "side": "allied", "action": "arrive", "pieces": ("2-red-inf",), "at": "1004"}
    before = pieces.duplicate_pieces(a_module(), ["1-red-inf"])
    after = schedule.add_entry(before, entry)
    done, undone = whereabouts(before, after), whereabouts(after, before)
    assert done is not None
    assert undone is not None
    assert done.part == "schedule"
    assert len(done.paths) == 1
    assert done.paths[0][0] == "schedule"
    assert isinstance(done.paths[0][1], int)
    assert undone.paths == (("schedule",),)


def test_a_scenario_copied() -> None:
    done, undone = about(lambda m: setups.copy_scenario(m, "meeting")[0])
    assert (done.part, done.scenario) == ("scenarios", "meeting-copy")
    assert (undone.scenario, undone.paths) == ("", (("scenarios",),))


def test_a_cell_of_a_chart() -> None:
    chart = a_module().charts[0]
    old = chart.cells[0][0]
    done, _undone = about(lambda m: charts.set_cells(m, chart.id, {(0, 0): "AE" if old != "AE" else "NE"}))
    assert done.part == "charts"
    assert done.paths[0][:3] == ("charts", 0, "cells")


def test_the_head() -> None:
    done, _undone = about(lambda m: parts.set_module_fields(m, {"title": "Other"}))
    assert (done.part, done.paths) == ("title", (("title",),))


@pytest.mark.parametrize("control", [{"0606": "axis"}])
def test_who_holds_a_hex(control: dict[str, str]) -> None:
    def edit(module: ModuleDef) -> ModuleDef:
        scenario = module.scenarios[0]
        new = scenario.model_copy(update={"control": {**scenario.control, **control}})
        return module.model_copy(update={"scenarios": (new,)})

    done, undone = about(edit)
    assert done.spots == undone.spots == ("0606",)


def test_what_came_along_with_a_part_of_a_map_is_not_what_it_is_about() -> None:
    def edit(module: ModuleDef) -> ModuleDef:
        wall = module.hexsides[0].model_copy(update={"id": "wall", "title": "Wall"})
        new = module.model_copy(update={"hexsides": (*module.hexsides, wall)})
        return maps.paint_terrain(
            new, module.boards[0].id, ["0303"], next(t.id for t in module.terrain[::-1])
        )

    done, undone = about(edit)
    assert (done.part, undone.part) == ("boards", "boards")
    assert "0303" in done.spots


def test_a_kind_that_changed_comes_before_the_map_that_follows_it() -> None:
    done, _undone = about(lambda m: parts.set_item_fields(m, "hexsides", 0, {"title": "Other"}))
    assert done.part == "hexsides"
    more, less = about(lambda m: m.model_copy(update={"types": (*m.types, m.types[0].model_copy(
        update={"id": "another"})),}))  # fmt: skip
    assert (more.part, less.part) == ("types", "types"), "alone they are what it is about"
