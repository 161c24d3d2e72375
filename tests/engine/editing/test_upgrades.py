"""Upgrades in the schedule under edit: moved, split, renamed, deleted, copied, written as a table, played."""

from collections.abc import Mapping

import pytest

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScheduleEntry, WhereDef
from engine.editing import EditRefused, schedule
from engine.editing.checking import check
from engine.editing.comparing import compare_scenarios
from engine.editing.csv_tables import entry_words, schedule_from_csv, schedule_to_csv
from engine.editing.parcels import key_of, parcel_from, parcel_of, parcel_text
from engine.editing.pieces import delete_pieces, duplicate_pieces, rename_piece, uses_of
from engine.editing.playtesting import from_turn
from engine.editing.positions import Position, setup_from_position
from engine.editing.remedies import remedies_for
from engine.editing.setups import where_of
from engine.editing.unpacking import take
from tests.engine.editing.modules import a_module

OLD, NEW, OTHER = "1-red-inf", "2-red-inf", "3-red-inf"
TWICE = "takes the place of another on turn 2 and again on turn 3"
UPGRADE: Mapping[str, object] = {
    "turn": 2, "side": "allied", "action": "upgrade", "pieces": (OLD,), "into": {OLD: NEW},
}  # fmt: skip


def bare() -> ModuleDef:
    """A module in which the red infantry is set up and two others like it are nowhere."""
    return duplicate_pieces(a_module(), [OLD], copies=2)


def upgrading(**changes: object) -> ModuleDef:
    return schedule.add_entry(bare(), {**UPGRADE, **changes})


def upgrade_in(module: ModuleDef) -> tuple[int, ScheduleEntry]:
    (found,) = [(n, e) for n, e in enumerate(module.schedule) if e.action == "upgrade"]
    return found


def test_clashes_are_refused_and_the_module_stays() -> None:
    module = upgrading()
    for values, words in (
        ({**UPGRADE, "turn": 3, "into": {OLD: OTHER}}, "already upgraded"),
        (
            {**UPGRADE, "pieces": (OTHER,), "into": {OTHER: NEW}, "turn": 3},
            TWICE,
        ),
        (
            {"turn": 3, "side": "allied", "action": "arrive", "pieces": (NEW,), "at": "1004"},
            TWICE,
        ),
    ):
        with pytest.raises(EditRefused, match=words):
            schedule.add_entry(module, values)
    with pytest.raises(EditRefused, match="nothing takes the place"):
        schedule.add_entry(bare(), {**UPGRADE, "into": {}})


def test_moving_and_taking_off_carry_the_new_counter_along() -> None:
    two = {
        "pieces": (OLD, "2-red-recon"),
        "into": {OLD: NEW, "2-red-recon": OTHER},
        "lost": {NEW: 0, OTHER: 1},
    }
    module = upgrading(**two)
    at, _ = upgrade_in(module)
    moved = schedule.move_pieces(module, at, [OLD], 3)
    first, second = (e for e in moved.schedule if e.action == "upgrade")
    assert (first.turn, first.into, first.lost) == (2, {"2-red-recon": OTHER}, {OTHER: 1})
    assert (second.turn, second.into, second.lost) == (3, {OLD: NEW}, {NEW: 0})
    back = schedule.move_pieces(moved, moved.schedule.index(second), [OLD], 2)
    assert upgrade_in(back)[1].into == {OLD: NEW, "2-red-recon": OTHER}
    assert upgrade_in(back)[1].lost == {NEW: 0, OTHER: 1}
    _, left = upgrade_in(schedule.take_off_schedule(module, at, [OLD]))
    assert (left.pieces, left.into, left.lost) == (("2-red-recon",), {"2-red-recon": OTHER}, {OTHER: 1})
    parts = [e for e in schedule.split_entry(module, at, [OLD]).schedule if e.action == "upgrade"]
    assert [dict(part.into) for part in parts] == [{"2-red-recon": OTHER}, {OLD: NEW}]


def test_ids_are_followed_and_both_counters_know_where_they_are_used() -> None:
    module = upgrading(lost={NEW: 0})
    for name in (OLD, NEW):
        assert [use.where for use in uses_of(module, name) if use.kind == "schedule"] == ["turn 2: upgrade"]
    renamed = rename_piece(rename_piece(module, OLD, "old"), NEW, "new")
    _, entry = upgrade_in(renamed)
    assert (entry.pieces, entry.into, entry.lost) == (("old",), {"old": "new"}, {"new": 0})
    assert not check(renamed).errors


@pytest.mark.parametrize("gone", [OLD, NEW])
def test_an_upgrade_goes_with_either_of_its_counters(gone: str) -> None:
    after = delete_pieces(upgrading(), [gone])
    assert all(entry.action != "upgrade" for entry in after.schedule)
    assert not check(after).errors


def test_a_table_holds_upgrades() -> None:
    module = upgrading(otherwise="arrive", at="1004", lost={NEW: 0})
    text = schedule_to_csv(module)
    assert f"{OLD}={NEW},arrive" in text
    again = schedule_from_csv(bare(), text)
    assert again.module.schedule == module.schedule
    assert [change.name for change in again.differences] == [entry_words(upgrade_in(module)[1])]
    assert entry_words(upgrade_in(module)[1]) == f"turn 2, allied, upgrade {OLD} → {NEW}"
    with pytest.raises(EditRefused, match="line 2"):
        schedule_from_csv(bare(), "turn,side,action,pieces,into\n2,allied,upgrade,1-red-inf,=\n")


def test_upgrades_travel_between_modules_with_both_counters() -> None:
    module = upgrading()
    at, entry = upgrade_in(module)
    parcel = parcel_from(parcel_text(parcel_of(module, (), [at])))
    assert {OLD, NEW} <= set(map(key_of, parcel.items["pieces"]))
    taken = take(delete_pieces(bare(), [NEW]), parcel).module
    assert upgrade_in(taken)[1] == entry
    assert any(piece.id == NEW for piece in taken.pieces)


def test_a_playtest_from_a_later_turn_has_the_new_counter_in_place() -> None:
    scenario = from_turn(upgrading(lost={NEW: 1}), "meeting", 3).scenarios[0]
    before = where_of(bare().scenarios[0], OLD)
    after = where_of(scenario, NEW)
    assert before is not None
    assert after is not None
    assert (after.at, after.lost[NEW]) == (before.at, 1)
    assert where_of(scenario, OLD) is None
    assert OLD in scenario.sides["allied"].gone
    assert not check(from_turn(upgrading(), "meeting", 3)).errors


def test_a_playtest_lets_him_arrive_anyway_whose_place_is_empty() -> None:
    nowhere = schedule.add_entry(
        bare(), {**UPGRADE, "pieces": (OTHER,), "into": {OTHER: NEW}, "otherwise": "arrive", "at": "1004"}
    )
    scenario = from_turn(nowhere, "meeting", 3).scenarios[0]
    after = where_of(scenario, NEW)
    assert after is not None
    assert after.at == "1004"
    assert where_of(scenario, OTHER) is None


def test_a_position_with_the_new_counter_needs_no_upgrade_and_no_old_one() -> None:
    after = setup_from_position(upgrading(), "meeting", Position(turn=2, standing={NEW: ("1004", 1)}))
    setup = after.scenarios[0].sides["allied"]
    assert OLD in setup.gone
    assert OLD not in setup.dead
    assert all(entry.action != "upgrade" for entry in after.schedule)
    assert not check(after).errors


def test_who_is_set_up_does_not_take_anybodys_place() -> None:
    both = schedule.without_arrivals(upgrading(), "meeting", [NEW])
    assert all(entry.action != "upgrade" for entry in both.schedule)
    same = schedule.without_arrivals(upgrading(), "meeting", [OLD])
    assert upgrade_in(same)[1].into == {OLD: NEW}


def test_the_clash_of_a_new_counter_is_mended_by_taking_the_old_one_off() -> None:
    broken = ScheduleEntry.model_validate(
        {**UPGRADE, "pieces": (OLD, "2-red-recon"), "into": {OLD: NEW, "2-red-recon": NEW}}
    )
    module = bare().model_copy(update={"schedule": (broken,)})
    (finding,) = [f for f in check(module).errors if f.issue.code == "ARRIVES_TWICE"]
    assert finding.path == ("schedule", 0, "into", "2-red-recon")
    (remedy,) = remedies_for(module, finding)
    mended = remedy.edit(module)
    assert upgrade_in(mended)[1].into == {OLD: NEW}
    assert not check(mended).errors


def test_places_say_where_someone_arrives_anyway() -> None:
    after = upgrading(otherwise="arrive", **WhereDef(near="1004", within=1).model_dump())
    assert upgrade_in(after)[1].near == "1004"
    (scenario,) = after.scenarios
    found = compare_scenarios(scenario, scenario, modules=(bare(), after))
    words = "schedule: turn 2, Red, upgrade 1 Red Inf → 2 Red Inf: new"
    assert [change.words() for change in found] == [words]
