"""Counters by mouse and keyboard: table and cards, many at once, copies, pictures to choose from, CSV."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QListWidget, QPushButton

from app.editor.cards_page import CardsPage
from app.editor.counters_page import SIGN_ROOM, CountersPage
from app.editor.duplicate_dialog import DuplicateDialog
from app.editor.fields import ColorField, ListField, PickerField, SymbolField, TextField
from app.editor.victory_page import VictoryPage
from app.graphics.painters.symbol import SYMBOLS
from engine.definition.piece import PieceDef
from engine.editing.csv_tables import pieces_to_csv
from engine.editing.pieces import delete_pieces, set_piece_fields
from engine.editing.setups import list_pieces, take_off_pieces
from tests.app.editor.conftest import LEFT, Designer


@pytest.fixture(autouse=True)
def on_the_page(designer: Designer) -> None:
    designer.window.show_page("counters")
    designer.settle()


def pieces(designer: Designer) -> dict[str, PieceDef]:
    return dict(designer.module.pieces_by_id())


class TestCounters:
    def test_many_counters_changed_at_once(self, designer: Designer) -> None:
        page = designer.window.counters_page
        designer.window.show_page("counters")
        page.choose(("1-blue-inf", "2-blue-inf"))
        column = page.table.columns.index("values.attack")
        row = next(n for n, piece in enumerate(page.table.pieces) if piece.id == "1-blue-inf")
        assert page.table.setData(page.table.index(row, column), "7")
        by_id = designer.module.pieces_by_id()
        assert (by_id["1-blue-inf"].values["attack"], by_id["2-blue-inf"].values["attack"]) == (7, 7)
        assert designer.steps == 1

    def test_new_duplicate_delete_and_undo(self, designer: Designer) -> None:
        page = designer.window.counters_page
        designer.window.show_page("counters")
        page.choose(("1-red-inf",))
        dialog = page.duplicate()
        assert dialog is not None
        assert [dialog.lines.item(n).text().split("    ")[0] for n in range(dialog.lines.count())] == [
            "2 Red Inf"
        ]
        designer.press(dialog.ok)
        assert len(page.selected()) == 1
        assert designer.module.pieces_by_id()[page.selected()[0]].designation == "2"
        page.choose(("1-red-inf", "mine"))
        designer.press(page.buttons["delete"])
        assert "mine" not in designer.module.pieces_by_id()
        assert designer.steps == 2
        assert designer.said() == "2 counters deleted, from A Meeting as well; Undo brings all of it back."
        assert designer.window.focusWidget() is page.view, designer.window.focusWidget()
        designer.press(designer.window.undo_button)
        designer.press(designer.window.undo_button)
        opened = designer.window.document.folder.opened
        assert opened is not None
        assert designer.module.pieces == opened.pieces

    def test_fill_down_filter_and_sort(self, designer: Designer) -> None:
        page = designer.window.counters_page
        designer.window.show_page("counters")
        QTest.keyClicks(page.search, "type:infantry")
        assert page.filter.rowCount() == 3
        page.choose(("1-blue-inf", "2-blue-inf"))
        column = page.table.columns.index("size")
        page.table.set_fields(["1-blue-inf"], "size", "XX")
        page.choose(("1-blue-inf", "2-blue-inf"))
        index = page.filter.mapFromSource(page.table.index(0, column))
        page.view.selectionModel().setCurrentIndex(index, page.view.selectionModel().SelectionFlag.NoUpdate)
        designer.press(page.buttons["fill"])
        assert designer.module.pieces_by_id()["2-blue-inf"].size == "XX"

    def test_csv_out_and_in(self, designer: Designer, tmp_path: Path) -> None:
        page = designer.window.counters_page
        table = tmp_path / "counters.csv"
        page.write_csv(table)
        assert page.read_csv(table) is None
        table.write_text(table.read_text().replace("Minefield", "Mines"), encoding="utf-8")
        outcome = page.read_csv(table)
        assert outcome is not None
        assert [d.words() for d in outcome.differences] == ["mine: name Minefield → Mines"]
        assert designer.steps == 0
        page.take_csv(outcome)
        assert designer.module.pieces_by_id()["mine"].name == "Mines"
        table.write_bytes(b"\xff\xfe\x00")
        assert page.read_csv(table) is None
        assert "UTF-8" in designer.said()

    def test_the_inspector_sets_fields_of_many(self, designer: Designer) -> None:
        window = designer.window
        window.show_page("counters")
        window.counters_page.choose(("1-blue-inf", "2-blue-inf"))
        field = window.inspector.fields["type"]
        assert isinstance(field, PickerField)
        field.box.setCurrentIndex(field.box.findData("armor"))
        field.box.activated.emit(field.box.currentIndex())
        assert {designer.module.pieces_by_id()[n].type for n in ("1-blue-inf", "2-blue-inf")} == {"armor"}
        steps = window.inspector.fields["steps"]
        assert isinstance(steps, TextField)
        steps.line.setText("99")
        steps.line.editingFinished.emit()
        assert "12" in designer.said()
        assert steps.line.text() == "99", "what was refused stays until it is corrected"
        QTest.keyClick(steps.line, Qt.Key.Key_Escape)
        assert steps.line.text() == "2"

    def test_copies_are_numbered_on(self, designer: Designer) -> None:
        page = designer.window.counters_page
        page.choose(("1-red-inf",))
        designer.press(page.buttons["duplicate"])
        dialog = designer.window.findChild(DuplicateDialog)
        assert dialog is not None
        dialog.copies.setValue(4)
        assert dialog.lines.count() == 4
        steps = designer.steps
        designer.press(dialog.ok)
        assert designer.steps == steps + 1
        assert page.selected() == ("2-red-inf", "3-red-inf", "4-red-inf", "5-red-inf")
        assert [pieces(designer)[name].designation for name in page.selected()] == ["2", "3", "4", "5"]

    def test_cards_show_and_choose_the_same(self, designer: Designer) -> None:
        page = designer.window.counters_page
        page.choose(("1-blue-inf",))
        QTest.mouseClick(page.look.button("cards"), LEFT)
        assert page.pages.currentWidget() is page.cards
        assert page.cards.selected() == ("1-blue-inf",)
        row = next(n for n in range(page.filter.rowCount()) if card(designer, n) == "3-blue-tanks")
        rect = page.cards.visualRect(page.filter.index(row, 0))
        QTest.mouseClick(page.cards.viewport(), LEFT, pos=rect.center())
        assert page.selected() == ("3-blue-tanks",)
        assert designer.window.inspector.title() == pieces(designer)["3-blue-tanks"].name
        QTest.keyClicks(page.search, "type:infantry")
        assert page.cards.model().rowCount() == 3
        assert not page.cards.grab().isNull()

    def test_a_cell_offers_what_it_may_name(self, designer: Designer) -> None:
        page = designer.window.counters_page
        row = next(n for n, piece in enumerate(page.table.pieces) if piece.id == "1-red-inf")
        index = page.filter.mapFromSource(page.table.index(row, page.table.columns.index("type")))
        page.view.setCurrentIndex(index)
        page.view.edit(index)
        box = page.view.viewport().findChild(QComboBox)
        assert box is not None
        assert box.currentData() == "infantry"
        box.setCurrentIndex(box.findData("armor"))
        box.activated.emit(box.currentIndex())
        designer.settle()
        assert pieces(designer)["1-red-inf"].type == "armor"

    def test_traits_of_many_are_added_and_taken(self, designer: Designer) -> None:
        window, names = designer.window, ("1-blue-inf", "2-blue-inf")
        window.document.edit(
            lambda m: set_piece_fields(m, ["1-blue-inf"], {"traits": ("guard", "old")}), "traits"
        )
        window.counters_page.choose(names)
        traits = window.inspector.fields["traits"]
        assert isinstance(traits, ListField)
        line = traits.picker.lineEdit()
        assert line is not None
        QTest.keyClicks(line, "desert")
        QTest.keyClick(line, Qt.Key.Key_Return)
        assert pieces(designer)["1-blue-inf"].traits == ("guard", "old", "desert")
        assert pieces(designer)["2-blue-inf"].traits == ("desert",)
        traits = window.inspector.fields["traits"]
        assert isinstance(traits, ListField)
        assert traits.view.item(0).text() == "desert"
        traits.view.item(0).setSelected(True)
        designer.press(traits.off)
        assert pieces(designer)["1-blue-inf"].traits == ("guard", "old")
        assert pieces(designer)["2-blue-inf"].traits == ()

    def test_a_symbol_is_chosen_by_its_picture(self, designer: Designer) -> None:
        window = designer.window
        window.counters_page.choose(("1-red-inf",))
        symbol = window.inspector.fields["symbol"]
        assert isinstance(symbol, SymbolField)
        menu = symbol.open_pictures()
        view = menu.findChild(QListWidget)
        assert view is not None
        known = [view.item(n) for n in range(view.count())]
        drawn = {item.toolTip() for item in known if not item.icon().isNull()}
        assert drawn >= set(SYMBOLS)
        view.itemClicked.emit(next(item for item in known if item.toolTip() == "camel"))
        assert pieces(designer)["1-red-inf"].symbol == "camel"
        assert not symbol.button.icon().isNull()

    def test_colors_come_from_the_palette_of_the_module(self, designer: Designer) -> None:
        window = designer.window
        window.show_paths((("nations", 0),))
        field = window.inspector.fields["body"]
        assert isinstance(field, ColorField)
        menu = field.palette_menu()
        codes = [code for code, _ in window.inspector.sources.choices("colors")]
        assert designer.module.nations[-1].body in codes
        buttons = [b for b in menu.findChildren(QPushButton) if codes[-1] in b.accessibleName()]
        assert len(buttons) == 1
        QTest.mouseClick(buttons[0], LEFT)
        assert designer.module.nations[0].body == codes[-1]
        menu.deleteLater()

    def test_a_use_leads_there(self, designer: Designer) -> None:
        page = designer.window.counters_page
        page.choose(("1-red-inf",))
        item = page.side.uses.item(0)
        assert "1004" in item.text()
        rect = page.side.uses.visualItemRect(item)
        QTest.mouseClick(page.side.uses.viewport(), LEFT, pos=rect.center())
        assert designer.window.map_page.selected == ("1004",)


def card(designer: Designer, row: int) -> str:
    page = designer.window.counters_page
    return page.cards.piece_at(page.filter.index(row, 0)).id


class TestLook:
    def test_the_first_counter_is_shown_when_none_was_chosen(self, designer: Designer) -> None:
        window = designer.window
        window.show_page("counters")
        designer.settle()
        (name,) = window.counters_page.selected()
        assert name == designer.module.pieces[0].id
        assert window.inspector.things() == [designer.module.pieces[0]]
        other = designer.module.pieces[2].id
        window.counters_page.choose((other,))
        window.show_page("map")
        window.show_page("counters")
        assert window.counters_page.selected() == (other,), "a choice stays"

    def test_columns_are_as_wide_as_what_is_in_them(self, designer: Designer) -> None:
        window = designer.window
        window.show_page("counters")
        designer.settle()
        page = window.counters_page
        metrics = page.view.fontMetrics()
        for name in ("name", "id", "nation"):
            column = page.table.columns.index(name)
            longest = max(metrics.horizontalAdvance(text) for text in page._texts(column))
            assert longest < page.view.columnWidth(column) <= longest + 120


def test_only_cells_that_changed_are_read_again(designer: Designer) -> None:
    page, document = designer.window.counters_page, designer.window.document
    designer.window.show_page("counters")
    columns, ids = page.table.columns, [piece.id for piece in designer.module.pieces]
    told: list[tuple[int, int, int, int]] = []
    painted: list[list[int] | None] = []
    page.table.dataChanged.connect(
        lambda first, last: told.append((first.row(), last.row(), first.column(), last.column()))
    )
    page.table.faces_changed.connect(painted.append)
    last, note, size = len(ids) - 1, columns.index("note"), columns.index("size")
    document.edit(lambda m: set_piece_fields(m, [ids[last]], {"note": "seen"}), "note")
    assert told == [(last, last, note, note)]
    assert painted == [[last]]
    told.clear()
    changes = {"note": "again", "size": "XXX"}
    document.edit(lambda m: set_piece_fields(m, [ids[0], ids[1], ids[3]], changes), "some")
    assert told == [(0, 1, size, note), (3, 3, size, note)]
    told.clear()
    kind = designer.module.types[0]
    other = kind.model_copy(update={"title": "Other"})
    document.edit(
        lambda m: m.model_copy(update={"types": tuple(other if t is kind else t for t in m.types)}), "type"
    )
    column = columns.index("type")
    assert told == [(0, last, column, column)], "the new name of the type"
    told.clear()
    assert painted == [[last], [0, 1, 3], None]
    used, at = columns.index("used"), ids.index("1-red-inf")
    uses = page.table.uses("1-red-inf")
    document.edit(lambda m: list_pieces(m, "meeting", ["1-red-inf"], "dead"), "dead")
    assert told == []
    document.edit(lambda m: take_off_pieces(m, "meeting", ["1-red-inf"]), "nowhere")
    assert told == [(at, at, used, used)]
    assert page.table.uses("1-red-inf") == uses - 1


def test_lines_are_sorted_by_figures_and_by_words(designer: Designer) -> None:
    page = designer.window.counters_page
    designer.window.show_page("counters")

    def shown(column: str) -> list[PieceDef]:
        page.view.sortByColumn(page.table.columns.index(column), Qt.SortOrder.AscendingOrder)
        rows = (page.filter.mapToSource(page.filter.index(n, 0)).row() for n in range(page.filter.rowCount()))
        return [page.table.pieces[row] for row in rows]

    names = [piece.name for piece in shown("name")]
    assert names == sorted((piece.name for piece in designer.module.pieces), key=str.lower)
    assert [piece.steps for piece in shown("steps")] == sorted(
        piece.steps for piece in designer.module.pieces
    )
    attacks = [p.values["attack"] for p in shown("values.attack") if p.values.get("attack") is not None]
    assert attacks == sorted(attacks)
    page.view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    first = page.filter.mapToSource(page.filter.index(0, 0)).row()
    assert first == 0, "by the picture they stand as in the module"
    designer.window.document.edit(
        lambda m: set_piece_fields(m, [designer.module.pieces[0].id], {"name": "Zzz"}), "name"
    )
    page.view.sortByColumn(page.table.columns.index("name"), Qt.SortOrder.AscendingOrder)
    assert page.filter.mapToSource(page.filter.index(page.filter.rowCount() - 1, 0)).row() == 0


def test_how_often_a_counter_is_used_follows_the_set_up(designer: Designer) -> None:
    table, document = designer.window.counters_page.table, designer.window.document
    designer.window.show_page("counters")
    row = next(n for n, piece in enumerate(table.pieces) if piece.id == "1-red-inf")
    cell = table.index(row, table.columns.index("used"))
    before = int(str(table.data(cell)))
    document.edit(lambda m: take_off_pieces(m, "meeting", ["1-red-inf"]), "off")
    assert int(str(table.data(cell))) == before - 1
    document.stack.undo()
    assert int(str(table.data(cell))) == before


def test_cells_show_names_and_are_typed_by_id(designer: Designer) -> None:
    table, document = designer.window.counters_page.table, designer.window.document
    designer.window.show_page("counters")
    row = next(n for n, piece in enumerate(table.pieces) if piece.id == "1-red-inf")
    side, kind = (table.index(row, table.columns.index(name)) for name in ("side", "type"))
    owner = next(side for side in designer.module.sides if side.id == table.pieces[row].side)
    title = next(one.title for one in designer.module.types if one.id == "infantry")
    role = Qt.ItemDataRole
    assert (table.data(side), table.data(side, role.ToolTipRole)) == (owner.short, owner.title)
    assert (table.data(kind), table.data(kind, role.EditRole)) == (title, "infantry")
    assert table.setData(kind, "armor")
    assert pieces(designer)["1-red-inf"].type == "armor"
    types = tuple(
        one.model_copy(update={"title": "Zebra"}) if one.id == "armor" else one
        for one in designer.module.types
    )
    document.edit(lambda m: m.model_copy(update={"types": types}), "another name")
    assert table.data(kind) == "Zebra"
    page = designer.window.counters_page
    page.view.sortByColumn(table.columns.index("type"), Qt.SortOrder.DescendingOrder)
    assert page.filter.index(0, table.columns.index("type")).data() == "Zebra", "sorted by what is seen"
    QTest.keyClicks(page.search, "zebra")
    assert page.filter.rowCount() == sum(piece.type == "armor" for piece in table.pieces)
    page.search.clear()
    page.view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert "armor" in pieces_to_csv(designer.module)
    assert "Zebra" not in pieces_to_csv(designer.module)


def test_figures_are_in_sight_and_the_id_is_last(designer: Designer) -> None:
    window = designer.window
    window.resize(1440, 880)
    window.show_page("counters")
    designer.settle()
    page = window.counters_page
    assert page.table.columns[:5] == ("face", "name", "side", "type", "steps")
    assert page.table.columns[-1] == "id"
    head = page.view.horizontalHeader()
    for name in ("name", "side", "type", "steps", "values.attack", "values.defense", "values.movement"):
        at = page.table.columns.index(name)
        assert head.sectionPosition(at) + head.sectionSize(at) <= page.view.viewport().width(), name
    page.view.sortByColumn(page.table.columns.index("steps"), Qt.SortOrder.AscendingOrder)
    at = page.table.columns.index("steps")
    words = head.fontMetrics().horizontalAdvance("Steps")
    assert head.sectionSize(at) >= words + SIGN_ROOM, "the arrow has room beside the word"
    page.view.sortByColumn(0, Qt.SortOrder.AscendingOrder)


@pytest.mark.parametrize("name", ["counters", "cards", "victory"])
def test_the_buttons_of_a_page_stand_in_one_row(designer: Designer, name: str) -> None:
    window = designer.window
    window.resize(1440, 880)
    window.show_page(name)
    designer.settle()
    page = window.pages.currentWidget()
    assert isinstance(page, (CountersPage, CardsPage, VictoryPage))
    keys = {"duplicate", "delete", "fill", "up", "down", "condition", "block", "points", "in", "pictures"}
    rows = {
        button.geometry().center().y()
        for key, button in page.buttons.items()
        if key in keys and button.parentWidget() is page
    }
    assert max(rows) - min(rows) < 4, rows


def test_tables_and_pictures_have_a_menu_each(designer: Designer) -> None:
    page = designer.window.counters_page
    assert {key: action.text() for key, action in page.acts.items()} == {
        "import": "CSV in…",
        "export": "CSV out…",
        "sheets": "Cut sheets…",
        "again": "Cut again…",
        "folder": "Art folder…",
    }


def test_the_first_counters_give_the_columns_their_widths(designer: Designer) -> None:
    page, document = designer.window.counters_page, designer.window.document
    whole = document.module
    assert document.edit(lambda m: delete_pieces(m, [p.id for p in m.pieces]), "none")
    assert document.module.pieces == ()
    at = page.table.columns.index("name")
    page.view.setColumnWidth(at, 40)
    assert document.edit(lambda _m: whole, "counters come")
    assert page.view.columnWidth(page.table.columns.index("name")) > 80
