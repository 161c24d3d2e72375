"""Fields from the schema: how each kind is entered, and that what is shown is read back."""

import pytest
from pydantic import BaseModel
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.editor.fields import FieldKind, shown_value, specs_of, value_from
from app.editor.fields.pickers import LONG, LazyBox, SwitchField, picker_box, show_choice
from app.editor.inspector_specs import model_specs
from engine.definition.board import RouteDef, ZoneDef
from engine.definition.card import CardFaceDef
from engine.definition.module import ModuleDef
from engine.definition.piece import NationDef, PieceDef
from engine.definition.scenario import ScenarioDef, VersionDef
from engine.definition.sequence import PhaseDef, TrackDef
from engine.editing.change import with_fields
from engine.loading import builtin_modules, load_module


@pytest.mark.parametrize(
    ("model", "field", "kind"),
    [
        (PieceDef, "name", FieldKind.TEXT),
        (PieceDef, "steps", FieldKind.WHOLE),
        (PieceDef, "kind", FieldKind.CHOICE),
        (PieceDef, "formation", FieldKind.REFERENCE),
        (PieceDef, "traits", FieldKind.WORDS),
        (PieceDef, "template", FieldKind.SWITCH),
        (NationDef, "body", FieldKind.COLOR),
        (RouteDef, "kind", FieldKind.REFERENCE),
        (ScenarioDef, "notes", FieldKind.LINES),
        (ScenarioDef, "options", FieldKind.SETTINGS),
        (ScenarioDef, "control", FieldKind.PAIRS),
        (ScenarioDef, "versions", FieldKind.PARTS),
        (CardFaceDef, "effects", FieldKind.LINES),
        (TrackDef, "spaces", FieldKind.LINES),
        (PhaseDef, "help", FieldKind.LONG),
        (VersionDef, "last_turn", FieldKind.WHOLE),
        (ZoneDef, "land_only", FieldKind.SWITCH),
    ],
)
def test_the_kind_of_a_field(model: type[BaseModel], field: str, kind: FieldKind) -> None:
    assert next(spec.kind for spec in specs_of(model) if spec.name == field) is kind


def test_ranges_and_explanations_are_told() -> None:
    steps = next(spec for spec in specs_of(PieceDef) if spec.name == "steps")
    assert (steps.low, steps.high) == (0, 12)
    assert "0 to 12" in steps.help
    assert all(spec.help for spec in specs_of(ModuleDef))


def test_what_a_field_shows_is_read_back_as_the_same_value() -> None:
    texts = {
        FieldKind.PARTS, FieldKind.PART, FieldKind.TESTS, FieldKind.SWITCH, FieldKind.CHOICE,
        FieldKind.REFERENCE, FieldKind.COLOR,
    }  # fmt: skip
    for path in builtin_modules().values():
        module = load_module(path)
        things: list[BaseModel] = [
            *module.pieces, *module.scenarios, *module.options, *module.tracks, *module.boxes, *module.turns,
            *module.cards, *module.constants, *module.formations, *module.boards[0].places,
        ]  # fmt: skip
        for thing in things:
            for spec in specs_of(type(thing)):
                if spec.kind in texts:
                    continue
                value = getattr(thing, spec.name)
                shown = "\n".join(value) if spec.kind is FieldKind.LINES else shown_value(value)
                again = value_from(spec, shown)
                assert with_fields(thing, {spec.name: again}) == thing, (thing, spec.name)


def test_a_switch_gives_what_it_was_switched_to(qtbot: QtBot) -> None:
    spec = next(
        spec
        for spec in model_specs(PieceDef, (), shows_back=False, is_single=True)
        if spec.name == "template"
    )
    field = SwitchField(spec)
    qtbot.addWidget(field)
    got: list[object] = []
    field.committed.connect(got.append)
    field.show_values([False])
    for _ in range(2):
        QTest.keyClick(field.box, Qt.Key.Key_Space)
    assert got == [True, False]


def test_a_very_long_list_is_filled_when_somebody_comes_to_it(qtbot: QtBot) -> None:
    choices = [(f"unit-{n}", f"Unit {n}") for n in range(LONG + 100)]
    box = picker_box(choices, is_optional=True)
    qtbot.addWidget(box)
    assert box.count() == 0
    show_choice(box, "unit-7")
    assert (box.currentText(), box.currentData(), box.count()) == ("Unit 7", "unit-7", 1)
    show_choice(box, None)
    assert (box.currentText(), box.currentData()) == ("none", "")
    show_choice(box, "unit-450")
    with qtbot.waitExposed(box):
        box.show()
    box.activateWindow()
    box.setFocus()
    qtbot.waitUntil(lambda: box.count() == len(choices) + 1)
    assert (box.currentText(), box.currentData()) == ("Unit 450", "unit-450")
    show_choice(box, "unit-8")
    assert box.currentData() == "unit-8"


def test_a_long_list_keeps_what_it_does_not_know(qtbot: QtBot) -> None:
    box = picker_box([(f"unit-{n}", f"Unit {n}") for n in range(LONG + 1)])
    qtbot.addWidget(box)
    show_choice(box, "ghost")
    assert box.currentText() == "ghost (unknown)"
    assert isinstance(box, LazyBox)
    box.fill()
    assert box.count() == LONG + 2
    assert (box.currentText(), box.currentData()) == ("ghost (unknown)", "ghost")
