"""Words of checks and refusals with names in place of ids."""

import pytest

from engine.editing import parts, pieces
from engine.editing.change import EditRefused
from engine.editing.plain_words import Names
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
