"""Faces that all views of a document share, and that stay over edits as long as they are right."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.editor.document import EditorDocument
from app.editor.shared_faces import faces_of
from app.graphics.counter_faces import FaceMaker
from engine.definition.module import ModuleDef
from engine.definition.piece import NationDef, PieceDef
from engine.editing.pieces import set_piece_fields
from tests.engine.editing.modules import a_module


@pytest.fixture
def document(qapp: object, tmp_path: Path) -> Iterator[EditorDocument]:
    made = EditorDocument(tmp_path, a_module())
    yield made
    made.stack.setClean()
    made.close()


def edit(document: EditorDocument, **changes: object) -> PieceDef:
    name = document.module.pieces[0].id
    assert document.edit(lambda m: set_piece_fields(m, [name], changes), "edit")
    return document.module.pieces[0]


def test_one_state_of_a_module_has_one_maker_of_faces(document: EditorDocument) -> None:
    before = faces_of(document)
    assert faces_of(document) is before
    edit(document, note="seen")
    assert faces_of(document) is not before


def test_only_faces_of_counters_that_changed_are_made_anew(document: EditorDocument) -> None:
    first, second = document.module.pieces[:2]
    before = [faces_of(document).printed(piece) for piece in (first, second)]
    hurt = faces_of(document).with_steps(second, 1)
    changed = edit(document, designation="77")
    after = faces_of(document)
    assert after.printed(second) is before[1]
    assert after.with_steps(second, 1) is hurt
    assert after.printed(changed).designation == "77"
    document.stack.undo()
    assert faces_of(document).printed(first).designation == first.designation


def test_faces_follow_what_they_rest_on(document: EditorDocument) -> None:
    piece = next(piece for piece in document.module.pieces if piece.nation)
    before = faces_of(document).printed(piece)

    def other(module: ModuleDef) -> ModuleDef:
        nations = tuple(_gray(nation) for nation in module.nations)
        return module.model_copy(update={"nations": nations})

    assert document.edit(other, "nations")
    after = faces_of(document).printed(piece)
    assert after.body == "#808080" != before.body
    assert after == FaceMaker(document.module, document.path).printed(piece)


def test_all_faces_are_those_of_a_maker_without_memory(document: EditorDocument) -> None:
    for n in range(4):
        edit(document, size=("I", "II", "III", "X")[n], steps=2 + n)
        plain = FaceMaker(document.module, document.path)
        for piece in document.module.pieces:
            assert faces_of(document).printed(piece) == plain.printed(piece)
            assert faces_of(document).with_steps(piece, 1) == plain.with_steps(piece, 1)


def _gray(nation: NationDef) -> NationDef:
    return nation.model_copy(update={"body": "#808080"})
