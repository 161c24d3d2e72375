"""Each edit: what it changes, what it leaves the same object, what it refuses."""

from itertools import pairwise

import pytest

from engine.definition.board import HexsideDef, RouteDef
from engine.definition.piece import PieceArtDef, PieceDef
from engine.definition.scenario import WhereDef
from engine.editing import (
    EditRefused,
    areas,
    charts,
    lines,
    maps,
    parts,
    pieces,
    positions,
    regions,
    schedule,
    setups,
)
from engine.editing.change import touched
from engine.editing.checking import check
from engine.editing.comparing import compare_modules, compare_scenarios
from engine.editing.csv_tables import (
    pieces_from_csv,
    pieces_to_csv,
    schedule_from_csv,
    schedule_to_csv,
)
from engine.editing.grid_fit import Click, fit_grid
from engine.editing.grids import Margins, renumber, resize
from engine.editing.searching import search, value_at
from engine.geometry.compiling import grid_of
from tests.engine.editing.modules import a_module


def test_the_module_for_these_tests_has_no_fault() -> None:
    assert check(a_module()).errors == ()


class TestPieces:
    def test_setting_fields_of_many_leaves_the_others_the_same_objects(self) -> None:
        before = a_module()
        after = pieces.set_piece_fields(before, ["1-blue-inf", "2-blue-inf"], {"values.attack": 9.0})
        by_id = after.pieces_by_id()
        assert by_id["1-blue-inf"].values["attack"] == by_id["2-blue-inf"].values["attack"] == 9
        assert by_id["1-blue-inf"].values["defense"] == 5
        assert after.boards is before.boards
        assert by_id["3-blue-tanks"] is before.pieces_by_id()["3-blue-tanks"]
        assert touched(before, after).ids["pieces"] == {"1-blue-inf", "2-blue-inf"}

    def test_what_came_went_or_is_another_was_touched(self) -> None:
        before = a_module()
        first, second, *rest = before.pieces
        renamed = first.model_copy(update={"id": "renamed"})
        other = second.model_copy(update={"note": "other"})

        def ids(*now: PieceDef) -> frozenset[str]:
            return touched(before, before.model_copy(update={"pieces": now})).ids["pieces"]

        assert ids(first, other, *rest) == {second.id}
        assert ids(second, first, *rest) == frozenset(), "only their places are others"
        assert ids(renamed, second, *rest) == {first.id, "renamed"}
        assert ids(first, *rest) == {second.id}
        assert ids(first, second, *rest, renamed) == {"renamed"}

    def test_one_wrong_value_refuses_the_whole(self) -> None:
        with pytest.raises(EditRefused, match="steps"):
            pieces.set_piece_fields(a_module(), ["1-blue-inf", "2-red-recon"], {"steps": 13})
        with pytest.raises(EditRefused, match="formation"):
            pieces.set_piece_fields(a_module(), ["1-red-inf", "1-blue-inf"], {"formation": "axis-div"})

    def test_a_new_counter_has_the_kind_of_another_but_a_name_of_its_own(self) -> None:
        art = PieceArtDef(front="art/x.png")
        module = pieces.set_piece_fields(a_module(), ["1-red-inf"], {"art": art})
        like, new = module.piece("1-red-inf"), pieces.new_piece(module, "1-red-inf")
        assert (new.id, new.name, new.designation, new.art) == ("new-1", "New counter", "", None)
        assert (new.side, new.type, new.values, new.steps) == (like.side, like.type, like.values, like.steps)
        again = pieces.new_piece(pieces.add_piece(module, new), "1-red-inf")
        assert again.id not in {piece.id for piece in module.pieces} | {new.id}

    def test_homes_are_the_scenarios_and_the_schedule(self) -> None:
        module = a_module()
        placed = "1-red-inf"
        entry = {"turn": 2, "side": "allied", "action": "withdraw", "pieces": (placed,)}
        scheduled = schedule.add_entry(module, entry)
        assert pieces.homes_of(module, (placed,)) == (module.scenarios[0].title,)
        assert pieces.homes_of(scheduled, (placed,)) == (module.scenarios[0].title, "the schedule")
        assert pieces.homes_of(module, ("nobody",)) == ()

    def test_duplicates_are_numbered_on(self) -> None:
        after = pieces.duplicate_pieces(a_module(), ["1-red-inf"], copies=3)
        new = [piece for piece in after.pieces if piece.name.endswith("Red Inf") and piece.id != "1-red-inf"]
        assert len({piece.id for piece in new}) == 3
        assert [piece.designation for piece in new] == ["2", "3", "4"]
        assert check(after).errors == ()

    def test_the_id_counts_on_the_number_that_is_on_the_counter(self) -> None:
        module = pieces.set_piece_fields(a_module(), ["1-red-inf"], {"name": "1/21.Armd", "designation": "1"})
        plain = module.piece("1-red-inf")
        module = pieces.add_piece(module, plain.model_copy(update={"id": "red-4-5-10-1-21armd"}))
        after = pieces.duplicate_pieces(module, ["red-4-5-10-1-21armd"], copies=2)
        assert after.piece("red-4-5-10-2-21armd").name == "2/21.Armd"
        assert after.piece("red-4-5-10-3-21armd").designation == "3"

    def test_the_number_on_the_counter_counts_on_and_its_figures_do_not(self) -> None:
        changes = {"name": "7 Med/Ariete 12", "designation": "7 Med"}
        module = pieces.set_piece_fields(a_module(), ["1-red-inf"], changes)
        copy = next(
            p for p in pieces.duplicate_pieces(module, ["1-red-inf"]).pieces if p.designation == "8 Med"
        )
        assert copy.name == "8 Med/Ariete 12"
        gun = pieces.set_piece_fields(
            a_module(), ["1-red-inf"], {"name": "Artillery 0-1-6", "designation": ""}
        )
        names = [p.name for p in pieces.duplicate_pieces(gun, ["1-red-inf"], copies=2).pieces]
        assert names.count("Artillery 0-1-6") == 3

    def test_a_deleted_counter_is_nowhere_any_more(self) -> None:
        after = pieces.delete_pieces(a_module(), ["1-blue-inf", "1-red-inf"])
        assert pieces.uses_of(after, "1-blue-inf") == ()
        setup = after.scenario("meeting").sides["axis"]
        assert setup.placements[0].pieces == ("3-blue-tanks",)
        assert setup.placements[0].supply == 2
        assert all(
            placement.at != "1004" for placement in after.scenario("meeting").sides["allied"].placements
        )

    def test_a_new_id_is_followed(self) -> None:
        after = pieces.rename_piece(a_module(), "3-blue-tanks", "tanks")
        placement = after.scenario("meeting").sides["axis"].placements[0]
        assert placement.pieces == ("1-blue-inf", "tanks")
        assert placement.lost == {"tanks": 1}
        assert check(after).errors == ()

    def test_where_used(self) -> None:
        before = schedule.add_entry(
            setups.take_off_pieces(a_module(), "meeting", ["1-red-inf"]),
            {"turn": 2, "side": "allied", "action": "arrive", "pieces": ("1-red-inf",), "at": "1004"},
        )
        assert [use.kind for use in pieces.uses_of(before, "1-red-inf")] == ["schedule"]
        assert [(u.kind, u.place) for u in pieces.uses_of(before, "2-blue-inf")] == [
            ("setup", "in west-edge")
        ]

    def test_uses_are_counted_as_they_are_told(self) -> None:
        module = schedule.add_entry(
            setups.list_pieces(a_module(), "meeting", ["1-red-inf"], "dead"),
            {"turn": 3, "side": "allied", "action": "return", "pieces": ("1-red-inf",), "at": "1004"},
        )
        counts = pieces.use_counts(module)
        assert counts["1-red-inf"] == 2
        for piece in module.pieces:
            assert counts.get(piece.id, 0) == len(pieces.uses_of(module, piece.id)), piece.id

    def test_csv_goes_round_exactly(self) -> None:
        before = a_module()
        outcome = pieces_from_csv(before, pieces_to_csv(before))
        assert outcome.module is before
        assert outcome.differences == ()

    @pytest.mark.parametrize("number", ["nan", "inf", "1e999", "1.5", "1e18", "½"])
    def test_csv_takes_only_whole_numbers_for_what_is_counted(self, number: str) -> None:
        text = f"id,steps\n1-blue-inf,{number}\n"
        with pytest.raises(EditRefused, match=r"line 2: steps: a (whole )?number is wanted"):
            pieces_from_csv(a_module(), text)
        with pytest.raises(EditRefused, match=r"line 2: turn: a (whole )?number is wanted"):
            schedule_from_csv(a_module(), f"turn,side,action\n{number},axis,replacements\n")

    def test_csv_with_a_column_twice_is_refused(self) -> None:
        with pytest.raises(EditRefused, match="the column 'name' is in the table twice"):
            pieces_from_csv(a_module(), "id,name,name\nmine,Mine,Mines\n")

    def test_csv_of_many_lines_is_read_in_a_moment(self) -> None:
        line = "3,allied,replacements,{},,,\n"
        text = "turn,side,action,count,at,rule,note\n" + "".join(line.format(n + 1) for n in range(8000))
        outcome = schedule_from_csv(a_module(), text)
        assert len(outcome.module.schedule) == 8000
        many = "id,name\n" + "".join(f"n{n},N\n" for n in range(15_000)) + "n14999,N\n"
        with pytest.raises(EditRefused, match=r"'n14999' is in the table twice|line 2"):
            pieces_from_csv(a_module(), many)

    @pytest.mark.parametrize("values", ["many", 3, ("a",)])
    def test_figures_that_are_none_are_refused(self, values: object) -> None:
        for changes in ({"values": values}, {"values": values, "values.attack": 2}):
            with pytest.raises(EditRefused):
                pieces.set_piece_fields(a_module(), ["1-blue-inf"], changes)

    def test_a_route_to_one_unknown_hex_is_refused(self) -> None:
        board = a_module().boards[0]
        routes = (*board.routes, RouteDef(kind="road", path="9999"))
        with pytest.raises(EditRefused, match="two hexes or more"):
            maps.change_board(a_module(), board.id, lambda old: old.model_copy(update={"routes": routes}))

    def test_csv_shows_differences_before_they_are_taken(self) -> None:
        before = a_module()
        text = pieces_to_csv(before)
        lines_ = [line for line in text.splitlines() if not line.startswith("mine,")]
        changed = "\n".join(lines_).replace("1 Red Inf", "One Red Inf") + "\n"
        outcome = pieces_from_csv(before, changed)
        assert [d.words() for d in outcome.differences] == [
            "mine: gone", "1-red-inf: name 1 Red Inf → One Red Inf",
        ]  # fmt: skip
        assert outcome.module.pieces_by_id()["1-red-inf"].name == "One Red Inf"

    def test_csv_refuses_with_the_line(self) -> None:
        with pytest.raises(EditRefused, match="line 3"):
            pieces_from_csv(a_module(), "id,steps,type,name\n1-blue-inf,2,infantry,a\nx,many,infantry,b\n")
        with pytest.raises(EditRefused, match="no column 'id'"):
            pieces_from_csv(a_module(), "name\na\n")
        with pytest.raises(EditRefused, match="3 cells for 2 columns"):
            pieces_from_csv(a_module(), "id,name\na,b,c\n")


class TestMaps:
    def test_painting_changes_letters_only(self) -> None:
        before = a_module()
        after = maps.paint_terrain(before, "coast", ["0606", "0707"], "rough")
        assert check(after).board is not None
        board = check(after).board
        assert board is not None
        assert board.terrain[board.index["0606"]] == board.terrain[board.index["0707"]] == "rough"
        assert after.boards[0].places is before.boards[0].places
        assert touched(before, after).parts == {"boards"}

    def test_painting_what_is_there_already_is_no_edit(self) -> None:
        before = a_module()
        assert maps.paint_terrain(before, "coast", ["0101"], "sea") is before

    def test_sea_under_a_road_or_a_unit_is_refused(self) -> None:
        with pytest.raises(EditRefused, match="no land"):
            maps.paint_terrain(a_module(), "coast", ["0604"], "sea")
        with pytest.raises(EditRefused, match="lava"):
            maps.paint_terrain(a_module(), "coast", ["0604"], "lava")

    def test_hexes_can_be_erased_unless_something_is_there(self) -> None:
        after = maps.erase_hexes(a_module(), "coast", ["1201", "1202"])
        board = check(after).board
        assert board is not None
        assert "1201" not in board.index
        with pytest.raises(EditRefused, match="1004"):
            maps.erase_hexes(a_module(), "coast", ["1004"])

    def test_names(self) -> None:
        after = maps.set_place(a_module(), "coast", "0606", {"name": "Middle", "kind": "fort"})
        assert after.boards[0].places[-1].name == "Middle"
        after = maps.set_place(after, "coast", "0606", {"tags": ("port",)})
        assert after.boards[0].places[-1].tags == ("port",)
        assert maps.remove_place(after, "coast", "0606").boards[0].places == a_module().boards[0].places

    def test_zones_of_both_kinds(self) -> None:
        after = maps.add_zone(a_module(), "coast", "north", "North", ["0405", "0505"])
        after = maps.take_from_zone(
            maps.add_to_zone(after, "coast", "north", ["0605"]), "coast", "north", ["0405"]
        )
        assert next(z.hexes for z in after.boards[0].zones if z.id == "north") == "0505 0605"
        after = maps.add_to_zone(after, "coast", "wide", ["0606"])
        board = check(after).board
        assert board is not None
        assert board.index["0606"] in board.zones["wide"]
        with pytest.raises(EditRefused, match="rule"):
            maps.add_to_zone(after, "coast", "west-edge", ["0606"])
        gone = maps.delete_zone(after, "coast", "wide")
        assert gone.boards[0].layers == ()
        with pytest.raises(EditRefused, match="west-edge"):
            maps.delete_zone(after, "coast", "west-edge")

    def test_hexsides_singly_and_in_chains(self) -> None:
        after = lines.clear_hexside(a_module(), "coast", "0506", "0606")
        assert after.boards[0].chains[0].sides == ("0606 0507", "0706 0806")
        after = lines.set_hexside(after, "coast", HexsideDef(a="0506", b="0606", kind="slope", high="0506"))
        board = check(after).board
        assert board is not None
        i, j = board.index["0506"], board.index["0606"]
        assert board.hexside(i, j) == {"slope"}
        assert board.high(i, j) == i
        with pytest.raises(EditRefused, match="not neighbors"):
            lines.set_hexside(after, "coast", HexsideDef(a="0101", b="0808", kind="slope"))

    def test_roads_go_on_and_split(self) -> None:
        after = lines.draw_route(a_module(), "coast", "road", ["1004", "1104", "1204"], "Coast Road")
        assert after.boards[0].routes[0].path.endswith("0904 1004 1104 1204")
        after = lines.clear_link(after, "coast", "0604", "0704")
        assert [route.hexes()[-1] for route in after.boards[0].routes] == ["0604", "1204"]
        with pytest.raises(EditRefused, match="no land"):
            lines.draw_route(after, "coast", "road", ["0102", "0101"])

    def test_a_region_copied_and_pasted(self) -> None:
        module = a_module()
        region = regions.copy_region(module, "coast", ["0903", "0904", "1004", "1003"])
        after = regions.paste_region(module, "coast", region, "0307")
        board = check(after).board
        assert board is not None
        assert [place.name for place in after.boards[0].places].count("Easton") == 2
        assert any(kinds == {"road"} for pair, link in board.route_links.items()
                   if board.row[pair[0]] >= 5 for kinds in [link.kinds])  # fmt: skip

    def test_renumbering_is_followed_everywhere(self) -> None:
        module = a_module()
        after = renumber(module, "coast", {"pattern": "{column:02}.{row:02}", "first_row": 0})
        assert after.boards[0].places[0].hex == "02.02"
        assert after.scenario("meeting").control == {"02.02": "axis", "10.03": "allied"}
        assert after.boards[0].chains[0].sides[0] == "06.05 05.05 05.06"
        back = renumber(after, "coast", {"pattern": "{column:02}{row:02}", "first_row": 1})
        assert back == module

    def test_resizing_keeps_everything_in_its_hex(self) -> None:
        module = a_module()
        for margins in (Margins(west=1), Margins(north=2, east=3), Margins(west=2, south=1)):
            after = resize(module, "coast", margins, "clear")
            board, old = check(after).board, check(module).board
            assert board is not None
            assert old is not None
            town = next(i for i, place in board.places.items() if place.name == "Easton")
            assert board.column[town] == old.column[old.index["1004"]] + margins.west
            assert len(board.routes[0].path) == len(old.routes[0].path)
        assert (
            resize(resize(module, "coast", Margins(west=2), "clear"), "coast", Margins(west=-2), "clear")
            == module
        )
        with pytest.raises(EditRefused):
            resize(module, "coast", Margins(west=-3), "clear")

    def test_brush_line_and_fill(self) -> None:
        board = check(a_module()).board
        assert board is not None
        i, j = board.index["0303"], board.index["0907"]
        assert [len(areas.brush(board, board.index["0605"], n)) for n in (1, 7, 19)] == [1, 7, 19]
        path = areas.line(board, i, j)
        assert (path[0], path[-1], len(path)) == (i, j, board.distance(i, j) + 1)
        assert all(b in board.neighbors[a] for a, b in pairwise(path))
        assert {board.terrain[n] for n in areas.fill(board, board.index["0101"])} == {"sea"}

    @pytest.mark.parametrize(("turn", "stretch"), [(0.0, 1.0), (0.03, 1.02), (-0.05, 0.98)])
    def test_a_grid_fitted_by_clicks(self, turn: float, stretch: float) -> None:
        grid = grid_of(a_module().boards[0].grid)
        clicks = []
        for column, row in ((0, 0), (11, 1), (2, 7), (10, 6)):
            u, v = grid.center(column, row)
            clicks.append(
                Click(column, row, 90 * stretch * u - turn * 90 * v + 33, turn * 90 * u + 90 * v + 12)
            )
        fit = fit_grid(grid, clicks)
        assert fit.rms < 1e-6
        u, v = grid.center(5, 5)
        x, y = fit.pixel(u, v)
        assert fit.board(x, y) == pytest.approx((u, v))
        assert x == pytest.approx(90 * stretch * u - turn * 90 * v + 33)
        off = fit_grid(grid, [*clicks[:3], Click(10, 6, clicks[3].x + 8, clicks[3].y)])
        assert 1 < off.worst < 8
        with pytest.raises(EditRefused, match="three"):
            fit_grid(grid, clicks[:2])
        with pytest.raises(EditRefused, match="line"):
            fit_grid(grid, [Click(n, 0, n * 10.0, 0.0) for n in (0, 2, 4)])


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


@pytest.mark.parametrize(
    "spots",
    [
        ((5.0, 5.0), (5.0, 5.0), (5.0, 5.0)),
        ((0.0, 0.0), (10.0, 10.0), (20.0, 20.0)),
        ((0.0, 0.0), (1.0, 9.0), (float("nan"), 3.0)),
    ],
)
def test_clicks_in_one_spot_or_line_of_the_picture_fit_no_grid(
    spots: tuple[tuple[float, float], ...],
) -> None:
    grid = grid_of(a_module().boards[0].grid)
    cells = ((0, 0), (5, 0), (0, 5))
    clicks = [Click(*cell, *spot) for cell, spot in zip(cells, spots, strict=True)]
    with pytest.raises(EditRefused, match="one spot"):
        fit_grid(grid, clicks)
