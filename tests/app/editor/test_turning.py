"""Undo and redo turn to what they change, and leave a page that shows it already."""

from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.definition.sequence import OptionDef
from engine.editing import charts, maps, parts, pieces, schedule, setups
from engine.editing.options import InScenario, set_in_scenario
from tests.app.editor.conftest import Designer


def edit(designer: Designer, change: object) -> None:
    assert callable(change)
    assert designer.window.document.edit(change, "a step")
    designer.settle()


def undo(designer: Designer) -> None:
    designer.press(designer.window.undo_button)


def redo(designer: Designer) -> None:
    designer.press(designer.window.redo_button)


def page(designer: Designer) -> str:
    window = designer.window
    return next(name for name, page in window.pages_by_name.items() if page is window.pages.currentWidget())


def rename(designer: Designer, name: str, *counters: str) -> None:
    edit(designer, lambda m: pieces.set_piece_fields(m, counters or ["mine"], {"name": name}))


def move(designer: Designer, spot: str, scenario: str = "meeting") -> None:
    edit(designer, lambda m: setups.place_pieces(m, scenario, ["1-red-inf"], WhereDef(at=spot)))


def look_far_away(designer: Designer, spot: str) -> None:
    designer.window.map_page.view.set_map_scale(150)
    designer.window.map_page.center_on(spot)
    designer.settle()


def in_sight(designer: Designer, spot: str) -> bool:
    view = designer.window.map_page.view
    return view.viewport().rect().contains(designer.point(spot))


def test_an_edit_itself_turns_to_nothing(designer: Designer) -> None:
    rename(designer, "A")
    assert page(designer) == "map"


def test_a_counter(designer: Designer) -> None:
    rename(designer, "A")
    undo(designer)
    assert page(designer) == "counters"
    assert designer.window.counters_page.selected() == ("mine",)
    assert designer.window.inspector.title() == "Mine" or designer.window.inspector.things()
    counter = designer.window.inspector.paths
    designer.window.show_page("map")
    designer.window.show_paths(counter)
    redo(designer)
    assert page(designer) == "map", "the inspector beside the map shows the counter already"


def test_several_counters(designer: Designer) -> None:
    rename(designer, "A", "1-red-inf", "1-blue-inf")
    undo(designer)
    assert set(designer.window.counters_page.selected()) == {"1-red-inf", "1-blue-inf"}


def test_a_move_on_the_map_from_another_page(designer: Designer) -> None:
    move(designer, "0904")
    designer.window.show_page("counters")
    undo(designer)
    assert page(designer) == "map"
    assert in_sight(designer, "1004")
    assert designer.window.map_page.selected == ("1004",)
    redo(designer)
    assert designer.window.map_page.selected == ("0904",)


def test_a_map_that_shows_it_stays_where_it_is(designer: Designer) -> None:
    move(designer, "0904")
    before = designer.point("1004")
    undo(designer)
    assert designer.point("1004") == before


def test_the_map_goes_there_when_it_is_out_of_sight(designer: Designer) -> None:
    edit(designer, lambda m: maps.paint_terrain(m, "coast", ["0307"], "rough"))
    look_far_away(designer, "1004")
    scale = designer.window.map_page.view.map_scale
    assert not in_sight(designer, "0307")
    undo(designer)
    assert in_sight(designer, "0307")
    assert designer.window.map_page.view.map_scale == scale


def test_the_brush_stays_in_hand_and_chooses_nothing(designer: Designer) -> None:
    designer.window.palette_panel.choose("terrain", "rough")
    designer.tool("brush")
    designer.click("0606")
    undo(designer)
    assert designer.window.map_page.tool.name == "brush"
    assert designer.window.map_page.selected == ()


def test_another_scenario(designer: Designer) -> None:
    copied = designer.window.copy_scenario()
    move(designer, "0904", copied)
    designer.window.show_scenario("meeting")
    undo(designer)
    assert designer.window.map_page.scenario == copied
    undo(designer)
    assert designer.window.map_page.scenario == "meeting"
    redo(designer)
    assert designer.window.map_page.scenario == copied


def test_an_entry_of_the_schedule(designer: Designer) -> None:
    entry = {"turn": 3, "side": "allied", "action": "arrive", "pieces": ("2-red-inf",), "at": "1004"}
    edit(designer, lambda m: pieces.duplicate_pieces(m, ["1-red-inf"]))
    edit(designer, lambda m: schedule.add_entry(m, entry))
    undo(designer)
    designer.window.show_page("counters")
    designer.window.bottom.show_page(1)
    redo(designer)
    assert page(designer) == "map"
    assert designer.window.bottom.bar.tabs.currentIndex() == 0
    ((position, _piece),) = designer.window.schedule.grid.selected
    assert designer.module.schedule[position].turn == 3


def test_a_chart(designer: Designer) -> None:
    chart = designer.module.charts[0]
    edit(
        designer,
        lambda m: charts.set_cells(m, chart.id, {(0, 0): "DE" if chart.cells[0][0] != "DE" else "AE"}),
    )
    undo(designer)
    assert page(designer) == "chart"
    shown = designer.window.chart_page.table.chart()
    assert shown is not None
    assert shown.id == chart.id


def test_texts_and_lists_stay_on_their_page(designer: Designer) -> None:
    window = designer.window
    window.show_page("texts")
    edit(designer, lambda m: parts.set_item_fields(m, "scenarios", 0, {"blurb": "A cold morning."}))
    undo(designer)
    redo(designer)
    assert page(designer) == "texts"
    window.jump(("types",))
    assert page(designer) == "list"
    edit(designer, lambda m: parts.set_item_fields(m, "types", 0, {"title": "Foot"}))
    window.show_paths(((),))
    undo(designer)
    assert page(designer) == "list"
    assert window.list_page.chosen_paths() == (("types", 0),)


def test_of_many_steps_the_last_one_counts(designer: Designer) -> None:
    rename(designer, "A")
    move(designer, "0904")
    designer.window.document.stack.setIndex(0)
    designer.settle()
    assert page(designer) == "counters"


def test_keys_and_the_history_do_the_same(designer: Designer) -> None:
    rename(designer, "A")
    QTest.keyClick(designer.window.map_page.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    designer.settle()
    assert page(designer) == "counters"
    designer.window.show_page("texts")
    history = designer.window.history
    designer.window.side_panel.show_page(1)
    designer.settle()
    spot = history.visualRect(history.model().index(1, 0)).center()
    QTest.mouseClick(history.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(spot))
    designer.settle()
    assert designer.module.piece("mine").name == "A"
    assert QApplication.activeModalWidget() is None


def after_all(module: ModuleDef, names: tuple[str, ...]) -> ModuleDef:
    return pieces.delete_pieces(module, names)


def test_counters_that_are_gone(designer: Designer) -> None:
    edit(designer, partial(after_all, names=("mine",)))
    undo(designer)
    assert page(designer) == "counters"
    assert designer.window.counters_page.selected() == ("mine",)
    redo(designer)
    assert "mine" not in designer.module.pieces_by_id()
    assert designer.window.counters_page.selected() == ()


def test_what_a_scenario_makes_of_an_option_is_seen_on_the_page_of_options(designer: Designer) -> None:
    window = designer.window
    option = OptionDef(id="fog", title="Fog of war", type="switch", default=False)
    edit(designer, lambda m: parts.set_module_fields(m, {"options": (option,)}))
    window.jump(("options",))
    designer.settle()
    edit(designer, lambda m: set_in_scenario(m, "fog", "meeting", InScenario(is_offered=True, fixed=True)))
    undo(designer)
    assert page(designer) == "list"
    assert window.list_page.path == ("options",)


def test_all_cards_that_come_back_are_chosen(designer: Designer) -> None:
    window = designer.window
    window.open_page("cards")
    designer.settle()
    window.cards_page.choose(("card-2", "card-3"))
    window.cards_page.delete()
    undo(designer)
    assert window.cards_page.selected() == ("card-2", "card-3")
    assert window.inspector.paths == (("cards", 1), ("cards", 2))
    redo(designer)
    assert window.cards_page.selected() == ()
    assert all(path[:1] != ("cards",) for path in window.inspector.paths)


def test_a_list_shown_again_shows_what_is_chosen_in_it(designer: Designer) -> None:
    window = designer.window
    window.tree.show_path(("options",), "list")
    designer.settle()
    window.list_page.choose({("options", 0)})
    window.open_page("cards")
    window.tree.show_path(("options",), "list")
    designer.settle()
    assert window.list_page.chosen_paths() == (("options", 0),)
    assert window.inspector.paths == (("options", 0),)
