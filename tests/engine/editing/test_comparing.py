"""What differs between two versions, in words, and the way to it in the later one."""

from engine.definition.board import PlaceDef
from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.editing import charts, maps, parts, pieces, schedule, setups
from engine.editing.comparing import Change, compare_modules, compare_scenarios
from engine.editing.searching import value_at
from tests.engine.editing.modules import a_module


def compared(before: ModuleDef, after: ModuleDef) -> list[Change]:
    """The differences, each of which leads somewhere."""
    found = list(compare_modules(before, after))
    for change in found:
        assert change.path, change
        assert value_at(after, change.path) is not None or change.after == "", change
    return found


def test_a_counter_that_moved_leads_to_its_new_hex() -> None:
    after = setups.place_pieces(a_module(), "meeting", ["1-red-inf"], WhereDef(at="0904"))
    (change,) = compared(a_module(), after)
    assert (change.kind, change.before, change.after) == ("moved", "1004", "0904")
    assert (change.piece, change.spot, change.path) == ("1-red-inf", "0904", ("scenarios", 0))
    gone = setups.take_off_pieces(a_module(), "meeting", ["1-red-inf"])
    (change,) = compared(a_module(), gone)
    assert change.spot == "1004"


def test_counters() -> None:
    before = a_module()
    after = pieces.set_piece_fields(before, ["mine"], {"name": "Mines"})
    (change,) = compared(before, after)
    assert change.words() == "Minefield: name: Minefield → Mines"
    assert change.piece == "mine"
    assert value_at(after, change.path) == "Mines"
    kinds = {c.kind: c for c in compared(before, pieces.duplicate_pieces(before, ["mine"]))}
    assert kinds["new"].piece not in before.pieces_by_id()
    kinds = {c.kind: c for c in compared(before, pieces.delete_pieces(before, ["mine"]))}
    assert kinds["gone"].path == ("pieces",)


def test_painted_hexes_one_by_one_or_counted() -> None:
    few = maps.paint_terrain(a_module(), "coast", ["0606", "0707"], "rough")
    found = compared(a_module(), few)
    assert [(c.spot, c.before, c.after) for c in found] == [
        ("0606", "Clear", "Rough"),
        ("0707", "Clear", "Rough"),
    ]
    spots = [f"{column:02}{row:02}" for column in range(2, 8) for row in range(5, 9)]
    many = maps.paint_terrain(a_module(), "coast", spots, "rough")
    found = compared(a_module(), many)
    assert len(found) < 4
    assert "hexes from" in found[0].what
    assert found[0].spot in spots


def test_places_of_a_map_by_name() -> None:
    before = a_module()
    place = PlaceDef(hex="0606", name="Middle", kind="town")
    board = before.boards[0]

    def with_places(*places: PlaceDef) -> ModuleDef:
        new = board.model_copy(update={"places": places})
        return before.model_copy(update={"boards": (new,)})

    after = with_places(*board.places, place)
    (new,) = compared(before, after)
    assert (new.kind, new.spot) == ("new", "0606")
    assert new.what.endswith("place Middle 0606")
    (gone,) = compared(after, before)
    assert (gone.kind, gone.spot) == ("gone", "0606")
    (renamed,) = compared(after, with_places(*board.places, place.model_copy(update={"name": "Center"})))
    assert (renamed.before, renamed.after) == ("Middle", "Center")
    assert renamed.path[:3] == ("boards", 0, "places")


def test_a_cell_and_an_entry_and_the_head() -> None:
    before = a_module()
    chart = before.charts[0]
    after = charts.set_cells(before, chart.id, {(1, 1): "DE"})
    (change,) = compared(before, after)
    assert change.path == ("charts", 0, "cells", 1, 1)
    assert (change.before, change.after) == ("DR", "DE")
    (head,) = compared(before, parts.set_module_fields(before, {"title": "Other"}))
    assert head.path == ("title",)
    entry = {"turn": 3, "side": "allied", "action": "arrive", "pieces": ("2-red-inf",), "at": "1004"}
    more = pieces.duplicate_pieces(before, ["1-red-inf"])
    (new,) = compared(more, schedule.add_entry(more, entry))
    assert new.kind == "new"
    assert new.path == ("schedule", 0) or new.path[0] == "schedule"


def test_a_turn_is_told_by_its_title() -> None:
    before = a_module()
    turns = (before.turns[0].model_copy(update={"title": "The First"}), *before.turns[1:])
    (change,) = compared(before, before.model_copy(update={"turns": turns}))
    assert change.path == ("turns", 0, "title")
    assert change.after == "The First"
    shorter = before.model_copy(update={"turns": before.turns[:-1]})
    (change,) = compared(before, shorter)
    assert change.path == ("turns",)


def test_two_scenarios_lead_to_the_later_one() -> None:
    module, name = setups.copy_scenario(a_module(), "meeting")
    module = setups.place_pieces(module, name, ["1-red-inf"], WhereDef(at="0904"))
    pair = module.scenario("meeting"), module.scenario(name)
    found = compare_scenarios(*pair, {}, (module, module))
    moved = next(change for change in found if change.kind == "moved")
    assert value_at(module, moved.path) is pair[1]
    titled = next(change for change in found if change.what == "title")
    assert value_at(module, titled.path) == pair[1].title
