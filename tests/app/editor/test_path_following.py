"""The inspector keeps to what it shows while lists change around it."""

from app.editor.path_following import followed
from engine.editing.pieces import delete_pieces, duplicate_pieces, rename_piece, set_piece_fields
from engine.editing.schedule import add_entry, delete_entries, set_entry_fields
from engine.editing.setups import copy_scenario, delete_scenario
from tests.app.editor.conftest import Designer
from tests.engine.editing.modules import a_module


def test_a_counter_is_followed_by_its_id() -> None:
    module = a_module()
    at = next(n for n, piece in enumerate(module.pieces) if piece.id == "1-red-inf")
    more = duplicate_pieces(module, ["1-blue-inf"])
    there = followed(module, more, ("pieces", at))
    assert there == ("pieces", at + 1)
    changed = set_piece_fields(more, ["1-red-inf"], {"name": "Red One"})
    assert followed(more, changed, there) == there
    assert followed(changed, delete_pieces(changed, ["1-red-inf"]), there) is None
    renamed = rename_piece(changed, "1-red-inf", "red-one")
    assert followed(changed, renamed, there) == there


def test_a_placement_goes_with_its_scenario() -> None:
    module, name = copy_scenario(a_module(), "meeting")
    path = ("scenarios", 1, "sides", "axis", "placements", 0)
    assert module.scenarios[1].id == name
    without = delete_scenario(module, "meeting")
    assert followed(module, without, path) == ("scenarios", 0, "sides", "axis", "placements", 0)
    assert followed(module, a_module(), path) is None


def test_an_entry_of_the_schedule_goes_with_its_turn() -> None:
    module = add_entry(a_module(), {"turn": 1, "side": "axis", "action": "event", "note": "first"})
    assert [entry.turn for entry in module.schedule] == [1, 3]
    gone = delete_entries(module, [0])
    assert followed(module, gone, ("schedule", 1)) == ("schedule", 0)
    assert followed(module, gone, ("schedule", 0)) is None
    later = set_entry_fields(module, [0], {"note": "changed"})
    assert followed(module, later, ("schedule", 0)) == ("schedule", 0)


def test_the_inspector_lets_go_of_what_is_deleted(designer: Designer) -> None:
    window = designer.window
    at = next(n for n, piece in enumerate(designer.module.pieces) if piece.id == "1-red-inf")
    window.show_paths((("pieces", at),))
    window.document.edit(lambda m: duplicate_pieces(m, ["1-blue-inf"]), "one more")
    assert window.inspector.title() == designer.module.pieces_by_id()["1-red-inf"].name
    window.document.edit(lambda m: delete_pieces(m, ["1-red-inf"]), "delete")
    assert window.inspector.things() == [designer.module.scenarios[0]], "the scenario on show is next"
    designer.press(window.undo_button)
    assert window.inspector.title() == designer.module.pieces_by_id()["1-red-inf"].name
