"""Edits of counters: fields of many, copies, new ids, uses, tables."""

import pytest

from engine.definition.board import RouteDef
from engine.definition.piece import PieceArtDef, PieceDef
from engine.editing import (
    EditRefused,
    maps,
    pieces,
    schedule,
    setups,
)
from engine.editing.change import touched
from engine.editing.checking import check
from engine.editing.csv_tables import (
    pieces_from_csv,
    pieces_to_csv,
    schedule_from_csv,
)
from tests.engine.editing.modules import a_module


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
