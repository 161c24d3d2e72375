"""Each edit: what it changes, what it leaves the same object, what it refuses."""

import pytest

from engine.definition.scenario import WhereDef
from engine.editing import (
    EditRefused,
    charts,
    maps,
    parts,
    pieces,
    positions,
    schedule,
    setups,
)
from engine.editing.checking import check
from engine.editing.comparing import compare_modules, compare_scenarios
from engine.editing.csv_tables import (
    schedule_from_csv,
    schedule_to_csv,
)
from engine.editing.searching import search, value_at
from tests.engine.editing.modules import a_module


def test_the_module_for_these_tests_has_no_fault() -> None:
    assert check(a_module()).errors == ()


class TestSetups:
    def test_a_unit_moves_and_keeps_its_lost_steps(self) -> None:
        after = setups.place_pieces(a_module(), "meeting", ["3-blue-tanks"], WhereDef(at="0604"))
        placements = after.scenario("meeting").sides["axis"].placements
        assert placements[0].pieces == ("1-blue-inf",)
        assert placements[-1].at == "0604"
        assert placements[-1].lost == {"3-blue-tanks": 1}

    def test_units_join_who_is_there(self) -> None:
        after = setups.place_pieces(a_module(), "meeting", ["2-blue-inf"], WhereDef(at="0203"))
        assert [p.pieces for p in after.scenario("meeting").sides["axis"].placements] == [
            ("1-blue-inf", "3-blue-tanks", "2-blue-inf")
        ]

    def test_free_placements_and_impossible_places(self) -> None:
        after = setups.place_pieces(a_module(), "meeting", ["1-red-inf"], WhereDef(near="1004", within=2))
        where = setups.where_of(after.scenario("meeting"), "1-red-inf")
        assert where is not None
        assert pieces.where_words(where) == "within 2 of 1004"
        with pytest.raises(EditRefused, match="sea"):
            setups.place_pieces(a_module(), "meeting", ["1-red-inf"], WhereDef(at="0101"))
        with pytest.raises(EditRefused, match="9999"):
            setups.place_pieces(a_module(), "meeting", ["1-red-inf"], WhereDef(at="9999"))

    def test_dead_supply_control_options_steps(self) -> None:
        after = setups.list_pieces(a_module(), "meeting", ["1-blue-inf"], "dead")
        assert after.scenario("meeting").sides["axis"].dead == ("1-blue-inf",)
        after = setups.set_supply(after, "meeting", "axis", "0604", 3)
        after = setups.set_supply(after, "meeting", "axis", "0604", 1)
        assert after.scenario("meeting").sides["axis"].placements[-1].supply == 1
        assert (
            len(
                setups.set_supply(after, "meeting", "axis", "0604", 0)
                .scenario("meeting")
                .sides["axis"]
                .placements
            )
            == 2
        )
        after = setups.set_control(after, "meeting", ["1004", "0604"], "axis")
        assert after.scenario("meeting").control == {"0203": "axis", "1004": "axis", "0604": "axis"}
        after = setups.fix_option(after, "meeting", "fog", value=True)
        assert after.scenario("meeting").options == {"fog": True}
        with pytest.raises(EditRefused, match="cannot have lost"):
            setups.set_lost_steps(after, "meeting", "3-blue-tanks", 4)

    def test_scenarios_copied_deleted_compared(self) -> None:
        after, name = setups.copy_scenario(a_module(), "meeting")
        after = setups.place_pieces(after, name, ["1-red-inf"], WhereDef(at="0904"))
        changes = compare_scenarios(after.scenario("meeting"), after.scenario(name), {"1-red-inf": "Red One"})
        assert "Red One: 1004 → 0904" in [change.words() for change in changes]
        assert setups.delete_scenario(after, name).scenarios == a_module().scenarios

    def test_the_position_of_a_game(self) -> None:
        standing = {"1-blue-inf": ("0504", 1), "1-red-inf": ("0904", 0), "2-red-recon": ("0904", 0)}
        after = positions.setup_from_position(a_module(), "meeting", positions.Position(standing))
        axis, allied = (after.scenario("meeting").sides[side] for side in ("axis", "allied"))
        assert [(p.at, p.pieces) for p in allied.placements] == [("0904", ("1-red-inf", "2-red-recon"))]
        assert axis.placements[0].lost == {"1-blue-inf": 1}
        assert axis.dead == ("2-blue-inf", "3-blue-tanks")


class TestSchedule:
    def test_units_move_between_turns_and_join(self) -> None:
        module = setups.take_off_pieces(a_module(), "meeting", ["1-red-inf", "2-red-recon"])
        module = schedule.arrive(module, ["1-red-inf"], 2, "1004")
        module = schedule.arrive(module, ["2-red-recon"], 3)
        at = next(n for n, e in enumerate(module.schedule) if e.pieces == ("2-red-recon",))
        assert module.schedule[at].at == "1004"
        after = schedule.move_pieces(module, at, ["2-red-recon"], 2)
        assert [e.pieces for e in after.schedule if e.action == "arrive"] == [("1-red-inf", "2-red-recon")]
        gone = schedule.take_off_schedule(after, 0, ["1-red-inf", "2-red-recon"])
        assert [e.action for e in gone.schedule] == ["replacements"]

    def test_who_is_on_the_map_cannot_arrive(self) -> None:
        with pytest.raises(EditRefused, match="again"):
            schedule.arrive(a_module(), ["1-red-inf"], 2, "1004")
        with pytest.raises(EditRefused, match=r"turn '9'"):
            schedule.set_entry_fields(a_module(), [0], {"turn": 9})

    def test_csv_goes_round(self) -> None:
        module = a_module()
        assert schedule_from_csv(module, schedule_to_csv(module)).module is module
        text = schedule_to_csv(module).replace("3,allied,replacements,,2", "4,allied,replacements,,5")
        outcome = schedule_from_csv(module, text)
        assert outcome.module.schedule[0].count == 5
        assert [d.kind for d in outcome.differences] == ["gone", "new"]


class TestRest:
    def test_charts(self) -> None:
        module = a_module()
        after = charts.set_cell(module, "crt", 0, 0, "EX")
        assert after.chart("crt").cell("1", "1-1") == "EX"
        assert charts.changed_charts(after, module) == ("crt",)
        assert charts.to_shipped(after, "crt", module) == module
        wider = charts.insert_column(charts.insert_row(module, "crt", 3, "4"), "crt", 2, "3-1")
        assert wider.chart("crt").cells[3] == (None, None, None)
        with pytest.raises(EditRefused, match="same label twice"):
            charts.insert_row(module, "crt", 3, "1")
        with pytest.raises(EditRefused, match="reasoning"):
            charts.set_source(module, "crt", "reconstruction")
        assert charts.set_constant(module, "limit", 4).constant("limit").value == 4
        assert charts.cell_from_text("3", like="AE") == "3"
        assert [charts.cell_from_text(t) for t in ("3", "−1", "1.5", "", "DR")] == [3, -1, 1.5, None, "DR"]

    def test_ids_are_followed(self) -> None:
        module = a_module()
        after = parts.set_item_fields(module, "sides", 0, {"id": "blue"})
        assert set(after.scenario("meeting").sides) == {"blue", "allied"}
        assert after.pieces[0].side == "blue"
        assert after.sequence[0].side == "blue"
        after = parts.set_item_fields(after, "formations", 0, {"id": "first"})
        assert after.pieces[0].formation == "first"
        assert check(after).errors == ()

    def test_what_is_used_cannot_be_deleted(self) -> None:
        with pytest.raises(EditRefused, match="Infantry is still used: counters"):
            parts.delete_item(a_module(), "types", 0)
        with pytest.raises(EditRefused, match="no part 'things'"):
            parts.add_item(a_module(), "things", {})

    @pytest.mark.parametrize(
        ("note", "words"), [("half \ud83d a face", "half a character"), ("\udcff", "half a character")]
    )
    def test_text_that_no_file_can_hold_is_refused(self, note: str, words: str) -> None:
        with pytest.raises(EditRefused, match=words):
            pieces.set_piece_fields(a_module(), ["mine"], {"note": note})

    def test_numbers_that_no_file_can_hold_are_refused(self) -> None:
        with pytest.raises(EditRefused, match="far too big"):
            charts.set_cell(a_module(), "crt", 0, 0, 10**18)
        with pytest.raises(EditRefused, match="far too big"):
            pieces.set_piece_fields(a_module(), ["mine"], {"values": {"movement": 10**400}})

    def test_copying_what_is_not_there_is_refused(self) -> None:
        for position in (99, -1):
            with pytest.raises(EditRefused, match="no such place"):
                parts.duplicate_item(a_module(), "pieces", position)

    def test_phases_move_in_the_tree(self) -> None:
        module = a_module()
        after = parts.move_phase(module, (0, 0), (1, 1))
        assert [phase.id for phase in after.sequence[1].phases] == ["allied.movement", "axis.movement"]
        after = parts.add_phase(after, (2,), {"id": "end", "title": "End of turn"})
        assert parts.phase_at(after, (2,)).title == "End of turn"
        assert parts.move_phase(parts.delete_phase(after, (2,)), (1, 1), (0, 0)) == module
        with pytest.raises(EditRefused, match="into itself"):
            parts.move_phase(module, (0,), (0, 1))

    def test_search_finds_and_leads_there(self) -> None:
        module = a_module()
        hits = search(module, "easton")
        assert hits[0].title == "Easton"
        assert value_at(module, hits[0].path) is module.boards[0].places[1]
        assert search(module, "  ") == ()

    def test_modules_compared(self) -> None:
        module = a_module()
        after = charts.set_cell(module, "crt", 0, 0, "EX")
        after = pieces.set_piece_fields(after, ["mine"], {"name": "Mines"})
        after = maps.paint_terrain(after, "coast", ["0606"], "rough")
        words = [change.words() for change in compare_modules(module, after)]
        assert "Minefield: name: Minefield → Mines" in words
        assert "chart Combat: 1, 1-1: AE → EX" in words
        assert "map The Coast: 0606: Clear → Rough" in words
        after = pieces.change_pieces(
            module, ["1-red-inf"], lambda p: pieces.with_figures(p, {"values.movement": 3})
        )
        assert [c.words() for c in compare_modules(module, after)] == ["1 Red Inf: movement: 7 → 3"]


@pytest.mark.parametrize("title", ["", " ", "two\nlines", " ahead"])
def test_a_page_of_help_keeps_a_title_its_file_can_hold(title: str) -> None:
    with pytest.raises(EditRefused, match="title"):
        parts.add_item(a_module(), "help", {"id": "page", "title": title, "text": "Words."})
