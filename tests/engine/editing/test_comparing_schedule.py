"""Two schedules compared: by names, a counter on another turn as moved, another place as changed."""

from engine.definition.module import ModuleDef
from engine.editing import pieces, schedule, setups
from engine.editing.comparing import compare_modules, compare_scenarios
from tests.engine.editing.modules import a_module

ENTRY = {"turn": 2, "side": "allied", "action": "arrive", "at": "1004"}


def arriving() -> ModuleDef:
    """Two more red counters, which come together on turn 2."""
    more = pieces.duplicate_pieces(a_module(), ["1-red-inf"], 2)
    return schedule.add_entry(more, {**ENTRY, "pieces": ("2-red-inf", "3-red-inf")})


def place_of(module: ModuleDef, piece: str) -> int:
    return next(n for n, entry in enumerate(module.schedule) if piece in entry.pieces)


def told(before: ModuleDef, after: ModuleDef) -> list[tuple[str, str]]:
    return [(change.kind, change.words()) for change in compare_modules(before, after)]


def test_entries_are_told_by_names() -> None:
    without = pieces.duplicate_pieces(a_module(), ["1-red-inf"], 2)
    words = "turn 2, Red, arrive 2 Red Inf, 3 Red Inf"
    assert told(without, arriving()) == [("new", f"{words}: new")]
    assert told(arriving(), without) == [("gone", f"{words}: gone")]


def test_an_entry_on_another_turn_is_moved() -> None:
    before = arriving()
    at = place_of(before, "2-red-inf")
    after = schedule.set_entry_fields(before, [at], {"turn": 4})
    assert told(before, after) == [("moved", "Red, arrive 2 Red Inf, 3 Red Inf: turn 2 → turn 4")]
    (change,) = compare_modules(before, after)
    assert change.path == ("schedule", place_of(after, "2-red-inf"))


def test_one_counter_of_an_entry_is_moved_alone() -> None:
    before = arriving()
    after = schedule.move_pieces(before, place_of(before, "2-red-inf"), ["2-red-inf"], 3)
    (change,) = compare_modules(before, after)
    assert change.words() == "Red, arrive 2 Red Inf: turn 2 → turn 3"
    assert (change.piece, change.path) == ("2-red-inf", ("schedule", place_of(after, "2-red-inf")))
    assert compare_modules(before, before.model_copy(update={"schedule": tuple(before.schedule)})) == ()


def test_another_place_is_a_change_of_the_entry() -> None:
    before = arriving()
    at = place_of(before, "2-red-inf")
    after = schedule.set_entry_fields(before, [at], {"at": "0904", "lost": {"3-red-inf": 1}})
    assert told(before, after) == [
        ("changed", "turn 2, Red, arrive 2 Red Inf, 3 Red Inf: at: 1004 → 0904"),
        ("changed", "turn 2, Red, arrive 3 Red Inf: lost: nothing → 1"),
    ]


def test_entries_of_two_scenarios_are_alike_though_each_has_its_own() -> None:
    module, name = setups.copy_scenario(pieces.duplicate_pieces(a_module(), ["1-red-inf"]), "meeting")
    for turn, scenario in ((2, "meeting"), (3, name)):
        values = {**ENTRY, "turn": turn, "pieces": ("2-red-inf",), "scenarios": (scenario,)}
        module = schedule.add_entry(module, values)
    pair = module.scenario("meeting"), module.scenario(name)
    found = [c.words() for c in compare_scenarios(*pair, {}, (module, module)) if "schedule" in c.what]
    assert found == ["schedule: Red, arrive 2 Red Inf: turn 2 → turn 3"]
