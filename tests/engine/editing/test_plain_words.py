"""Words of checks and refusals with names in place of ids."""

from collections.abc import Callable

import pytest

from engine.editing import parts, pieces
from engine.editing.change import EditRefused, with_fields, with_parts
from engine.editing.checking import check
from engine.editing.maps import paint_terrain
from engine.editing.paths import set_at
from engine.editing.plain_words import Names
from engine.editing.said import said, sentence
from tests.engine.editing.modules import a_module


def test_ids_are_said_as_names_and_all_else_stays() -> None:
    module = a_module()
    name, title = module.pieces[0].name, module.scenarios[0].title
    words = f"'{module.pieces[0].id}' is in '{module.scenarios[0].id}', not 'nobody' or it's"
    assert Names(module).say(words) == f"{name} is in {title}, not 'nobody' or it's"


def test_a_name_that_several_bear_keeps_its_id() -> None:
    module = a_module()
    one, other = module.pieces[0], module.pieces[1]
    module = pieces.set_piece_fields(module, (other.id,), {"name": one.name})
    assert Names(module).say(f"'{one.id}'") == f"{one.name} ({one.id})"


def test_refused_edits_speak_of_names() -> None:
    module = a_module()
    with pytest.raises(EditRefused) as refused:
        pieces.set_piece_fields(module, ["1-red-inf"], {"formation": "axis-div"})
    assert "'axis-div'" not in str(refused.value)


def test_what_is_still_used_cannot_be_deleted_and_where_is_said() -> None:
    module = a_module()
    with pytest.raises(EditRefused) as refused:
        parts.delete_item(module, "types", 0)
    words = str(refused.value)
    assert words.startswith("Infantry is still used: counters (1 Blue Inf, 2 Blue Inf and 1 Red Inf); ")
    assert "delete them first" in words


def test_a_side_still_used_is_called_by_its_title_and_the_list_stays_short() -> None:
    module = a_module()
    with pytest.raises(EditRefused) as refused:
        parts.delete_item(module, "sides", 0)
    words = str(refused.value)
    assert words.startswith(f"{module.sides[0].title} is still used: ")
    assert "counters (" in words
    assert "known:" not in words
    assert len(words) < 400


def test_a_name_that_never_was_is_no_deletion() -> None:
    with pytest.raises(EditRefused, match="there is no type 'nothing'"):
        pieces.set_piece_fields(a_module(), ["1-red-inf"], {"type": "nothing"})


def refusal_of(edit: Callable[[], object]) -> str:
    with pytest.raises(EditRefused) as refused:
        edit()
    return sentence(str(refused.value))


def test_an_id_that_is_taken_is_told_with_its_owner() -> None:
    module = a_module()
    owner, other = module.pieces[0], module.pieces[1]
    words = refusal_of(lambda: pieces.set_piece_fields(module, (other.id,), {"id": owner.id}))
    assert words == f"The id '{owner.id}' belongs to {owner.name}; choose another id."


def test_a_value_refused_is_told_without_the_language_of_files() -> None:
    module = a_module()
    name = module.pieces[0].id
    words = refusal_of(lambda: pieces.set_piece_fields(module, (name,), {"values": {"attack": "abc"}}))
    assert words == "Attack: a number is wanted, not 'abc'; write digits."
    words = refusal_of(lambda: pieces.set_piece_fields(module, (name,), {"id": "Savona Div"}))
    assert "^" not in words
    assert "small letters and digits" in words
    assert "'Savona Div'" in words


def test_pieces_are_called_counters_and_quoted_words_stay() -> None:
    assert said("there is no piece 'piece-9'") == "there is no counter 'piece-9'"
    assert said("the pieces are here; give one of the two another id") == (
        "the counters are here; choose another id"
    )


def test_a_question_needs_no_full_stop() -> None:
    assert sentence("there is no hex B; did you mean 'A'?") == "There is no hex B; did you mean 'A'?"
    assert sentence("no") == "No."


def test_a_place_is_found_by_a_name_like_it_and_a_number_by_how_far_the_map_goes() -> None:
    module = a_module()
    scenario = module.scenarios[0]
    path = ("scenarios", 0)

    def put(place: str) -> str:
        return refusal_of(lambda: set_at(module, path, {"control": {**scenario.control, place: "axis"}}))

    assert put("Westhavn") == "There is no hex or box Westhavn; did you mean 'Westhaven'?"
    assert "did you mean" not in put("A99.99")
    board = check(module).board
    assert board is not None
    assert put("A99.99").endswith(f"hexes go from {board.ids[0]} to {board.ids[-1]}.")


def test_painting_sea_below_a_counter_names_the_counter() -> None:
    module = a_module()
    bare = with_fields(module.boards[0], {"routes": (), "hexsides": (), "chains": ()})
    module, scenario = with_parts(module, boards=(bare,)), module.scenarios[0]
    side, at, piece = next(
        (side, p.at, p.pieces[0])
        for side, setup in scenario.sides.items()
        for p in setup.placements
        if p.at and p.pieces and not p.at[:1].isalpha()
    )
    sea = next(kind.id for kind in module.terrain if not kind.land)
    words = refusal_of(lambda: paint_terrain(module, module.boards[0].id, [at], sea))
    name = module.pieces_by_id()[piece].name
    assert words.startswith(f"{name}"), (side, words)
    assert f"set up in {at} in {scenario.title}; move" in words


def test_two_sides_of_one_name_are_a_doubt() -> None:
    module = a_module()
    same = set_at(module, ("sides", 1), {"title": module.sides[0].title})
    assert not any(finding.issue.code == "SAME_NAME" for finding in check(module).findings)
    found = [finding for finding in check(same).findings if finding.issue.code == "SAME_NAME"]
    assert [finding.path for finding in found] == [("sides", 1, "title")]
    assert found[0].issue.severity == "warning"
