"""The inspector over everything there is: every part of every module has a form, none of raw text."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.editor.document import EditorDocument
from app.editor.fields import FieldKind, ListField, PartsField, PickerField, PlaceField, TableField, TextField
from app.editor.inspector import MOST_FORMS, Inspector
from engine.definition.module import ModuleDef
from engine.editing.searching import Path as ModulePath
from engine.loading import builtin_modules, load_module
from tests.app.editor.conftest import Designer

STRUCTURED = {
    FieldKind.REFERENCES: ListField,
    FieldKind.PLACES: ListField,
    FieldKind.WORDS: ListField,
    FieldKind.FIGURES: TableField,
    FieldKind.PAIRS: TableField,
    FieldKind.SETTINGS: TableField,
    FieldKind.TESTS: TableField,
    FieldKind.PARTS: PartsField,
    FieldKind.PART: PartsField,
    FieldKind.REFERENCE: PickerField,
    FieldKind.PLACE: PlaceField,
}


def one_of_each(owner: object, path: ModulePath = ()) -> Iterator[tuple[ModulePath, BaseModel]]:
    """The first thing of each kind within a thing, and of each kind within that."""
    if isinstance(owner, BaseModel):
        yield path, owner
        for name in type(owner).model_fields:
            yield from one_of_each(getattr(owner, name), (*path, name))
    elif isinstance(owner, tuple):
        seen: set[type] = set()
        for n, item in enumerate(owner):
            if isinstance(item, BaseModel) and type(item) not in seen:
                seen.add(type(item))
                yield from one_of_each(item, (*path, n))
    elif isinstance(owner, dict):
        for key, item in list(owner.items())[:1]:
            if isinstance(item, BaseModel):
                yield from one_of_each(item, (*path, key))


@pytest.mark.parametrize("name", sorted(builtin_modules()))
def test_every_part_has_a_form_and_no_raw_text(name: str, qtbot: QtBot, tmp_path: Path) -> None:
    module: ModuleDef = load_module(builtin_modules()[name])
    document = EditorDocument(tmp_path, module)
    inspector = Inspector(document)
    qtbot.addWidget(inspector)
    shown: set[type] = set()
    for path, thing in one_of_each(module):
        if type(thing) in shown:
            continue
        shown.add(type(thing))
        inspector.show_paths((path,))
        for field in inspector.fields.values():
            wanted = STRUCTURED.get(field.spec.kind)
            if wanted is not None:
                assert isinstance(field, wanted), (type(thing), field.spec.name)
            assert field.spec.help or field.spec.kind is FieldKind.PARTS, (type(thing), field.spec.name)
    assert len(shown) > 12
    document.close()


def test_the_version_of_the_files_is_not_for_typing(designer: Designer) -> None:
    designer.window.show_paths(((),))
    assert {"id", "title", "version", "ruleset"} <= set(designer.window.inspector.fields)
    assert "schema_version" not in designer.window.inspector.fields


def test_numbers_tell_their_unit_and_range(designer: Designer) -> None:
    window = designer.window
    at = next(n for n, piece in enumerate(designer.module.pieces) if piece.id == "1-red-inf")
    window.show_paths((("pieces", at),))
    steps = window.inspector.fields["steps"]
    assert isinstance(steps, TextField)
    assert steps.spec.unit == "steps"
    assert "0 to 12 steps" in steps.spec.help
    steps.line.setText("99")
    assert steps.line.property("fault") == "true"
    steps.line.setText("2")
    assert steps.line.property("fault") == "false"
    QTest.keyClick(steps.line, Qt.Key.Key_Return)
    steps.line.setFocus()
    QTest.keyClick(steps.line, Qt.Key.Key_Up)
    assert designer.module.piece("1-red-inf").steps == 3


def test_the_field_one_is_in_is_explained(designer: Designer) -> None:
    window = designer.window
    window.show_scenario("meeting")
    field = window.inspector.fields["first_turn"]
    field.focused.emit(field.spec)
    assert window.inspector.help.text().startswith("First turn: Number of the first turn")


def test_a_place_is_typed_by_name_or_clicked(designer: Designer) -> None:
    window = designer.window
    window.document.edit(
        lambda m: m.model_copy(
            update={"boxes": (m.boxes[0].model_copy(update={"stands_for": None}), *m.boxes[1:])}
        ),
        "no hex",
    )
    window.show_paths((("boxes", 0),))
    place = window.inspector.fields["stands_for"]
    assert isinstance(place, PlaceField)
    place.line.setText("easton")
    place.line.editingFinished.emit()
    assert designer.module.boxes[0].stands_for == "1004"
    assert place.line.text() == "1004 Easton"
    place = window.inspector.fields["stands_for"]
    assert isinstance(place, PlaceField)
    place.pick.click()
    designer.settle()
    designer.click("0606")
    assert designer.module.boxes[0].stands_for == "0606"


def test_forms_are_kept_for_when_a_kind_of_thing_comes_back(designer: Designer) -> None:
    inspector, module = designer.window.inspector, designer.module
    inspector.show_paths((("pieces", 0),))
    field = inspector.fields["name"]
    assert isinstance(field, TextField)
    inspector.show_paths((("sides", 0),))
    assert inspector.fields["title"] is not field
    assert not field.isVisible()
    inspector.show_paths((("pieces", 1),))
    assert inspector.fields["name"] is field
    assert field.isVisible()
    assert field.line.text() == module.pieces[1].name
    steps = designer.steps
    field.line.setText("half a na")
    inspector.show_paths((("sides", 0),))
    inspector.show_paths((("pieces", 1),))
    assert field.line.text() == module.pieces[1].name
    assert designer.steps == steps, "what was not committed is no edit"


def test_only_so_many_forms_are_kept(designer: Designer) -> None:
    inspector = designer.window.inspector
    inspector.show_paths((("pieces", 0),))
    first = inspector.fields["name"]
    for path, _ in list(one_of_each(designer.module))[:30]:
        inspector.show_paths((path,))
    assert len(inspector._forms) <= MOST_FORMS
    inspector.show_paths((("pieces", 0),))
    assert inspector.fields["name"] is not first
    inspector.show_paths((("sides", 0),))
    inspector.forget()
    assert len(inspector._forms) == 1, "another theme: only what is on show stays"


def test_one_form_serves_all_placements_and_offers_the_counters_of_the_one_on_show(
    qtbot: QtBot, tmp_path: Path
) -> None:
    module = load_module(builtin_modules()["afrika"])
    side, setup = next((name, setup) for name, setup in module.scenarios[0].sides.items() if setup.placements)
    document = EditorDocument(tmp_path, module)
    inspector = Inspector(document)
    qtbot.addWidget(inspector)
    forms, several = set(), [n for n, one in enumerate(setup.placements) if one.pieces][:3]
    for number in several:
        inspector.show_paths((("scenarios", 0, "sides", side, "placements", number),))
        field = inspector.fields["lost"]
        assert isinstance(field, TableField)
        forms.add(field)
        offered = [field.picker.itemData(n) for n in range(field.picker.count())]
        assert tuple(offered) == setup.placements[number].pieces
    assert len(several) == 3
    assert len(forms) == 1
    document.close()
