"""The terrain effects chart beside the map: values, legend, kinds of one's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QComboBox, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from app.editor.document import EditorDocument
from app.editor.legend_icons import large_icon, looks_of
from app.editor.terrain_page import TerrainPage
from app.editor.terrain_table import COLOR, HEADS, LOOK, NAME, OPEN, LookDelegate
from engine.definition.board import LandscapeDef
from engine.editing.charts import set_cell
from engine.loading import builtin_modules, load_module
from tests.app.graphics.picture_checks import pixels

EDIT, SHOWN = Qt.ItemDataRole.EditRole, Qt.ItemDataRole.DisplayRole


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path) -> Iterator[TerrainPage]:
    document = EditorDocument(tmp_path, load_module(builtin_modules()["tutorial"]))
    made = TerrainPage(document)
    qtbot.addWidget(made)
    yield made
    document.close()


def at(page: TerrainPage, kind: str, column: int | str) -> QModelIndex:
    row = next(n for n, row in enumerate(page.table.rows) if row.kind == kind)
    if isinstance(column, int):
        return page.table.index(row, column)
    heads = [
        str(page.table.headerData(n, Qt.Orientation.Horizontal)) for n in range(page.table.columnCount())
    ]
    return page.table.index(row, heads.index(column))


def test_all_kinds_with_what_the_charts_say(page: TerrainPage) -> None:
    assert [row.kind for row in page.table.rows] == [
        "clear",
        "rough",
        "woods",
        "town",
        "sea",
        "river",
        "road",
    ]
    assert page.table.data(at(page, "woods", "Terrain effects\nmp"), SHOWN) == "2"
    assert page.table.data(at(page, "woods", NAME), SHOWN) == "Woods"
    other = at(page, "woods", "Hexside effects\nmp")
    assert page.table.data(other, SHOWN) is None
    assert page.table.flags(other) == Qt.ItemFlag.NoItemFlags
    page.view.setCurrentIndex(at(page, "woods", "Terrain effects\nmp"))
    assert "rule 2.2" in page.table.origin(page.view.currentIndex())
    assert "printed in the rulebook" in page.origin.toolTip() or "printed" in page.table.origin(
        page.view.currentIndex()
    )


def test_a_value_typed_is_one_step_and_can_be_taken_back(page: TerrainPage) -> None:
    cell = at(page, "woods", "Terrain effects\nmp")
    assert page.table.setData(cell, "3", EDIT)
    assert page.document.module.chart("terrain").cell("woods", "mp") == 3
    assert not page.table.setData(cell, "3", EDIT)
    assert page.document.stack.count() == 1
    page.document.stack.undo()
    assert page.table.data(cell, SHOWN) == "2"


def test_a_row_the_chart_lacks_is_made_by_typing(page: TerrainPage) -> None:
    cell = at(page, "sea", "Terrain effects\nmp")
    assert page.table.data(cell, SHOWN) is None
    assert page.table.setData(cell, "5", EDIT)
    assert page.document.module.chart("terrain").cell("sea", "mp") == 5
    assert page.table.data(at(page, "sea", "Terrain effects\nshift"), SHOWN) == ""


def test_changes_made_elsewhere_are_shown(page: TerrainPage) -> None:
    page.document.edit(lambda m: set_cell(m, "terrain", 0, 0, 7), "chart")
    assert page.table.data(at(page, "clear", "Terrain effects\nmp"), SHOWN) == "7"


def test_names_looks_colors_and_switches(page: TerrainPage) -> None:
    assert page.table.setData(at(page, "rough", NAME), "Stones", EDIT)
    assert page.table.setData(at(page, "rough", LOOK), "mountain", EDIT)
    assert page.table.setData(at(page, "rough", COLOR), "#A0B0C0", EDIT)
    assert page.table.setData(
        at(page, "rough", OPEN), Qt.CheckState.Unchecked.value, Qt.ItemDataRole.CheckStateRole
    )
    kind = page.document.module.terrain[1]
    assert (kind.title, kind.look, kind.color, kind.open) == ("Stones", "mountain", "#a0b0c0", False)
    assert page.table.setData(at(page, "rough", COLOR), "", EDIT)
    assert page.document.module.terrain[1].color is None
    said: list[str] = []
    page.document.refused.connect(said.append)
    assert not page.table.setData(at(page, "rough", COLOR), "brown", EDIT)
    assert said
    assert not page.table.flags(at(page, "river", COLOR)) & Qt.ItemFlag.ItemIsEditable


def test_looks_are_chosen_from_pictures(page: TerrainPage) -> None:
    delegate = page.view.itemDelegate()
    assert isinstance(delegate, LookDelegate)
    index = at(page, "rough", LOOK)
    box = delegate.createEditor(page, QStyleOptionViewItem(), index)
    assert isinstance(box, QComboBox)
    delegate.setEditorData(box, index)
    assert box.currentData() == "rough"
    assert box.count() == len(looks_of("terrain"))
    box.setCurrentIndex(box.findData("forest"))
    delegate.setModelData(box, page.table, index)
    assert page.document.module.terrain[1].look == "forest"


def test_kinds_of_ones_own_come_move_and_go(page: TerrainPage) -> None:
    page.show_kind("terrain", "woods")
    name = page.add("terrain", "Orchard")
    assert name == "orchard"
    assert page.table.data(at(page, "orchard", "Terrain effects\nmp"), SHOWN) == "2"
    assert page.document.module.terrain[-1].look == "woods"
    page.shift(-1)
    assert [kind.id for kind in page.document.module.terrain][-2:] == ["orchard", "sea"]
    assert page.view.currentIndex().row() == at(page, "orchard", 0).row()
    page.delete()
    assert all(kind.id != "orchard" for kind in page.document.module.terrain)
    rows = page.document.module.chart("terrain").rows
    assert rows is not None
    assert "orchard" not in rows.labels
    said: list[str] = []
    page.document.refused.connect(said.append)
    page.show_kind("terrain", "woods")
    page.delete()
    assert "still used" in said[-1]
    assert page.document.stack.count() == 3


def test_a_color_of_its_own_is_in_the_picture(qapp: object) -> None:
    kinds = (
        LandscapeDef(id="clear", title="Clear"),
        LandscapeDef(id="clear", title="Clear", color="#2030d0"),
    )
    plain, blue = (pixels(large_icon("terrain", kind).pixmap(54, 34).toImage()) for kind in kinds)
    middle = plain.shape[0] // 2, plain.shape[1] // 2
    assert plain[middle][0] > plain[middle][2]
    assert blue[middle][2] > blue[middle][0]


def test_only_what_changed_is_told(page: TerrainPage) -> None:
    table, told = page.table, []
    table.dataChanged.connect(lambda first, last: told.append((first.row(), first.column(), last.column())))
    resets: list[bool] = []
    table.modelReset.connect(lambda: resets.append(True))
    column = len(HEADS)
    chart = table.effects.charts[0]
    assert page.document.edit(lambda m: set_cell(m, chart.id, 0, 0, 77), "cell")
    own = [at for at, known in enumerate(table.effects.charts, column) if known.id == chart.id]
    assert told == [(0, at, at) for at in own]
    told.clear()
    assert table.set_kind(1, {"title": "Another name"})
    assert told == [(1, 0, column - 1)]
    told.clear()
    assert page.document.edit(lambda m: m.model_copy(update={"title": "Other"}), "title")
    assert (told, resets) == ([], [])
