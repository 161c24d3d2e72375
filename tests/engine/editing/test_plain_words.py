"""Words of checks and refusals with names in place of ids."""

import pytest

from engine.editing import pieces
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
