"""Fields that keep what was refused, counters of the other side typed, and steps of the history in words."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from app.editor.entry_dialog import EntryDialog
from app.editor.fields import ListField, PlaceField
from engine.definition.scenario import WhereDef
from engine.editing.maps import paint_terrain
from engine.editing.pieces import set_piece_fields
from engine.editing.schedule import add_entry
from engine.editing.setups import take_off_pieces
from tests.app.editor.conftest import Designer
from tests.app.editor.test_refused_text import is_marked, typed


def line_of(field: object) -> QLineEdit:
    assert isinstance(field, ListField)
    line = field.picker.lineEdit()
    assert line is not None
    return line


def entry_dialog(designer: Designer, **values: object) -> EntryDialog:
    made = EntryDialog(
        designer.window.document, {"turn": 3, "side": "allied", **values}, parent=designer.window
    )
    made.show()
    made.activateWindow()
    designer.settle()
    return made


def test_a_place_refused_in_a_list_stays_to_be_corrected(designer: Designer) -> None:
    window = designer.window
    window.tree.show_path(("scenarios", 0, "versions", 0, "victory"), "victory")
    designer.settle()
    page = window.victory_page
    page.add_condition()
    designer.settle()
    path = ("scenarios", 0, "versions", 0, "victory", 1, "holds")
    page.choose(path)
    designer.settle()
    line = line_of(window.inspector.fields["places"])
    before = designer.module
    typed(line, "Eastonn")
    designer.settle()
    assert designer.module == before
    assert (line.text(), is_marked(line)) == ("Eastonn", True)
    assert "did you mean 'Easton'?" in designer.said()
    typed(line, "Easton")
    designer.settle()
    assert (line.text(), is_marked(line)) == ("", False)
    assert designer.module != before
    assert "places of “" in window.document.stack.undoText()
    assert "of control" not in window.document.stack.undoText()


def test_a_counter_of_the_other_side_is_told_as_such(designer: Designer) -> None:
    dialog = entry_dialog(designer)
    typed(line_of(dialog.fields["pieces"]), "1 Blue Inf")
    designer.settle()
    blue, red = (side.title for side in designer.module.sides)
    assert f"1 Blue Inf belongs to {blue}, not to {red}" in dialog.fault.text()
    assert "?." not in dialog.fault.text()
    dialog.reject()


def test_another_side_brings_its_own_place(designer: Designer) -> None:
    document = designer.window.document
    for side, at in (("allied", "0304"), ("axis", "0203")):
        values = {"turn": 2, "side": side, "action": "arrive", "pieces": (), "at": at}
        assert document.edit(partial(add_entry, values=values), "entry")
    dialog = entry_dialog(designer, at="0304")
    dialog.fields["side"].committed.emit("axis")
    assert dialog.values["at"] == "0203"
    dialog.values["at"] = "0101"
    dialog.fields["side"].committed.emit("allied")
    kept = dialog.values["at"]
    assert kept == "0101"
    dialog.reject()


def test_a_place_typed_wrong_stays_in_its_field(designer: Designer) -> None:
    scenario = designer.module.scenarios[0]
    side = next(iter(scenario.sides))
    path = ("scenarios", 0, "sides", side, "placements", 0)
    designer.window.show_paths((path,))
    designer.settle()
    where = designer.window.inspector.fields["where"]
    field = where.findChild(PlaceField)
    assert isinstance(field, PlaceField)
    typed(field.line, "Nowhereland")
    designer.settle()
    assert (field.line.text(), is_marked(field.line)) == ("Nowhereland", True)
    QTest.keyClick(field.line, Qt.Key.Key_Escape)
    assert not is_marked(field.line)
    assert field.line.text() != "Nowhereland"
    assert designer.steps == 0


def test_a_move_is_told_with_the_name_of_the_goal(designer: Designer) -> None:
    window = designer.window
    window.show_page("map")
    designer.settle()
    assert window.map_page.place(("1-red-inf",), WhereDef(at="reserve"))
    assert window.document.stack.undoText().endswith("to Reserve")


def test_issues_call_a_counter_by_its_new_name(designer: Designer) -> None:
    document = designer.window.document
    scenario = designer.module.scenarios[0]
    assert document.edit(lambda m: take_off_pieces(m, scenario.id, ("1-red-inf",)), "take off")
    document.check_now()
    panel = designer.window.issues
    assert any(words.startswith("1 Red Inf") for words in panel.fixes)
    assert document.edit(lambda m: set_piece_fields(m, ["1-red-inf"], {"name": "Ghost Bn"}), "rename")
    document.check_now()
    assert any(words.startswith("Ghost Bn") for words in panel.fixes)
    assert not any(words.startswith("1 Red Inf") for words in panel.fixes)


def test_the_tree_follows_a_find_and_an_undo(designer: Designer) -> None:
    window = designer.window
    position = [piece.id for piece in designer.module.pieces].index("1-red-inf")
    window.show_page("map")
    designer.settle()
    window.jump(("pieces", position))
    designer.settle()
    assert window.pages.currentWidget() is window.counters_page
    assert tree_words(designer) == "Counters"
    assert window.document.edit(lambda m: paint_terrain(m, m.boards[0].id, ["0304"], "rough"), "paint")
    window.tree.show_path(("charts", 0), "chart")
    window.undo_button.click()
    designer.settle()
    assert window.pages.currentWidget() is window.map_page
    assert designer.module.scenarios[0].title in tree_words(designer)


def tree_words(designer: Designer) -> str:
    item = designer.window.tree.currentItem()
    return item.text(0) if item is not None else ""
