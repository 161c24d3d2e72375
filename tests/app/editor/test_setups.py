"""Set-ups by mouse and keyboard: typed places, the form of a placement, and starting from elsewhere."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from app.editor import order_tree, workshop
from app.editor.fields import ListField, PartsField, PickerField, SwitchField, TableField, WhereField
from app.editor.position import position_in
from app.editor.window import EditorWindow, open_document
from app.graphics.counter_cache import shared_counters
from app.settings import SettingsStore
from engine.bots import make_bot
from engine.definition.scenario import PlacementDef
from engine.editing.pieces import duplicate_pieces, set_piece_fields
from engine.editing.schedule import arrive
from engine.editing.setups import where_of
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.rules.freeplay_actions import Place
from engine.saves import write_save
from tests.app.editor.conftest import LEFT, Designer


def choose(box: QComboBox, value: object) -> None:
    index = box.findData(value)
    assert index >= 0, f"{value} is not offered"
    box.setCurrentIndex(index)
    box.activated.emit(index)


def placement(designer: Designer, piece: str) -> PlacementDef:
    found = where_of(designer.module.scenario("meeting"), piece)
    assert found is not None, f"{piece} is not set up"
    return found


def pick(designer: Designer, *pieces: str) -> None:
    tree = designer.window.order.tree
    designer.window.bottom.show_page(1)
    tree.clearSelection()
    for name in pieces:
        item = tree.item_of(name)
        assert item is not None
        item.setSelected(True)
    designer.settle()


def table(window: EditorWindow, name: str) -> TableField:
    field = window.inspector.fields[name]
    assert isinstance(field, TableField)
    return field


def editor(window: EditorWindow, name: str, line: str) -> QComboBox:
    box = table(window, name).box_of(line)
    assert isinstance(box, QComboBox)
    return box


def picker(window: EditorWindow, name: str) -> QComboBox:
    field = window.inspector.fields[name]
    assert isinstance(field, PickerField)
    return field.box


def type_place(designer: Designer, words: str) -> None:
    order = designer.window.order
    order.where.clear()
    QTest.keyClicks(order.where, words)
    designer.press(order.buttons["place"])


@pytest.fixture
def three(designer: Designer) -> Designer:
    designer.window.document.edit(lambda m: duplicate_pieces(m, ["1-red-inf"], 2), "two more")
    return designer


class TestPlaces:
    def test_a_place_by_its_name(self, designer: Designer) -> None:
        pick(designer, "1-blue-inf")
        type_place(designer, "Easton")
        assert placement(designer, "1-blue-inf").at == "1004"

    def test_one_per_hex_of_some(self, three: Designer) -> None:
        pick(three, "1-red-inf", "2-red-inf", "3-red-inf")
        type_place(three, "one per hex of 0904 1004 1005")
        found = placement(three, "2-red-inf")
        assert found.apart
        assert found.any_of == ("0904", "1004", "1005")
        assert sorted(found.defaults.values()) == ["0904", "1004", "1005"]
        game = new_game(three.module, "meeting", 1, {})
        places = [game.state.pieces[name].at for name in found.pieces]
        assert len(set(places)) == 3

    def test_east_of_a_hex_within_a_zone(self, designer: Designer) -> None:
        pick(designer, "1-red-inf")
        steps = designer.steps
        type_place(designer, "east of 0806")
        assert placement(designer, "1-red-inf").zones == ("east-of-0806",)
        assert placement(designer, "1-red-inf").default == "1004"
        assert designer.steps == steps + 1

    def test_a_wrong_place_is_refused_with_the_nearest(self, designer: Designer) -> None:
        pick(designer, "1-red-inf")
        type_place(designer, "10004")
        assert "10004" in designer.said()
        assert placement(designer, "1-red-inf").at == "1004"


class TestForms:
    def test_the_form_of_a_placement(self, designer: Designer) -> None:
        window = designer.window
        pick(designer, "1-red-inf")
        designer.press(window.order.buttons["form"])
        fields = window.inspector.fields
        assert window.inspector.kind() == "placement"
        where = fields["where"]
        assert isinstance(where, WhereField)
        choose(where.way, "near")
        assert (placement(designer, "1-red-inf").near, placement(designer, "1-red-inf").within) == ("1004", 1)
        number = where.parts["within"].focusProxy()
        assert number is not None
        QTest.keyClick(number, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(number, "2")
        QTest.keyClick(number, Qt.Key.Key_Return)
        assert placement(designer, "1-red-inf").within == 2
        split = window.inspector.fields["split"]
        assert isinstance(split, SwitchField)
        QTest.mouseClick(split.box, LEFT, pos=split.box.rect().center())
        supply = window.inspector.fields["supply"].focusProxy()
        assert supply is not None
        QTest.keyClick(supply, Qt.Key.Key_Up)
        assert placement(designer, "1-red-inf").supply == 1

    def test_the_sides_of_a_scenario_are_forms_within(self, designer: Designer) -> None:
        window = designer.window
        window.show_scenario("meeting")
        sides = window.inspector.fields["sides"]
        assert isinstance(sides, PartsField)
        QTest.mouseClick(sides.links["allied"], LEFT)
        assert window.inspector.paths[0] == ("scenarios", 0, "sides", "allied")
        resources = window.inspector.fields["resources"]
        assert isinstance(resources, TableField)
        resources.add("trucks")
        line = table(window, "resources").box_of("trucks")
        assert isinstance(line, QLineEdit)
        line.setText("4")
        line.editingFinished.emit()
        assert designer.module.scenario("meeting").sides["allied"].resources == {"trucks": 4}
        choose(picker(window, "order"), 2)
        assert designer.module.scenario("meeting").sides["allied"].order == 2
        dead = window.inspector.fields["dead"]
        assert isinstance(dead, ListField)
        choose(dead.picker, "1-red-inf")
        assert "set up twice" in designer.said()
        window.map_page.take_off(("1-red-inf",))
        dead = window.inspector.fields["dead"]
        assert isinstance(dead, ListField)
        choose(dead.picker, "1-red-inf")
        assert designer.module.scenario("meeting").sides["allied"].dead == ("1-red-inf",)
        back = window.inspector.crumbs.links["scenarios", 0]
        QTest.mouseClick(back, LEFT)
        assert window.inspector.title() == designer.module.scenario("meeting").title

    def test_control_options_and_boards_are_chosen(self, designer: Designer) -> None:
        window = designer.window
        window.show_scenario("meeting")
        control = window.inspector.fields["control"]
        assert isinstance(control, TableField)
        control.add("0606")
        choose(editor(window, "control", "0606"), "allied")
        assert designer.module.scenario("meeting").control["0606"] == "allied"
        choose(table(window, "options").picker, "fog")
        choose(editor(window, "options", "fog"), False)
        assert designer.module.scenario("meeting").options == {"fog": False}
        choose(picker(window, "first_side"), "allied")
        assert designer.module.scenario("meeting").first_side == "allied"

    def test_a_placement_is_added_and_taken_out(self, designer: Designer) -> None:
        window = designer.window
        window.show_paths((("scenarios", 0, "sides", "axis"),))
        count = len(designer.module.scenario("meeting").sides["axis"].placements)
        parts = window.inspector.fields["placements"]
        assert isinstance(parts, PartsField)
        QTest.mouseClick(parts.add, LEFT)
        assert len(designer.module.scenario("meeting").sides["axis"].placements) == count + 1
        assert window.inspector.kind() == "placement"
        assert window.inspector.paths[0][-1] == count

    def test_supply_and_counters_of_a_hex(self, designer: Designer) -> None:
        window = designer.window
        designer.tool("select")
        designer.click("1004")
        here = window.hex_panel.setup
        assert [link.text() for link in here.links] == [designer.module.piece("1-red-inf").name]
        before = here.supply["allied"].value()
        steps = designer.steps
        here.supply["allied"].stepUp()
        window.hex_panel.setup.supply["allied"].stepUp()
        found = [p for p in designer.module.scenario("meeting").sides["allied"].placements if p.at == "1004"]
        assert sum(p.supply for p in found) == before + 2
        assert designer.steps == steps + 1
        QTest.mouseClick(window.hex_panel.setup.links[0], LEFT)
        assert window.inspector.kind() == "placement"

    def test_the_menu_of_the_list(self, designer: Designer) -> None:
        pick(designer, "1-red-inf")
        menu = designer.window.order.menu_for_choice()
        words = {action.text(): action for action in menu.actions()}
        boxes = words["Into a box"].menu()
        assert isinstance(boxes, QMenu)
        below = {action.text(): action.menu() for action in boxes.actions() if action.menu() is not None}
        direct = [action.text() for action in boxes.actions() if action.menu() is None]
        kept = {box.title for box in designer.module.boxes if box.role in ("turn", "dead")}
        assert direct == [box.title for box in designer.module.boxes if box.title not in kept]
        shown = {a.text() for part in below.values() if isinstance(part, QMenu) for a in part.actions()}
        assert shown == kept
        assert set(below) <= {"On the turn track", "Among the dead"}
        words["Dead at the start"].trigger()
        menu.deleteLater()
        assert designer.module.scenario("meeting").sides["allied"].dead == ("1-red-inf",)

    def test_the_menu_lets_counters_arrive_on_a_turn(self, designer: Designer) -> None:
        designer.window.document.edit(lambda m: arrive(m, ["2-red-recon"], 2, "1004", "meeting"), "arrive")
        steps = designer.steps
        pick(designer, "1-red-inf")
        menu = designer.window.order.menu_for_choice()
        turns = next(a for a in menu.actions() if a.text() == "Arrives on turn…").menu()
        assert isinstance(turns, QMenu)
        next(a for a in turns.actions() if a.text().split()[0] == "3").trigger()
        menu.deleteLater()
        found = [e for e in designer.module.schedule if "1-red-inf" in e.pieces]
        assert [(e.turn, e.action) for e in found] == [(3, "arrive")]
        assert designer.steps == steps + 1


class TestFromElsewhere:
    def test_another_scenario(self, designer: Designer) -> None:
        window = designer.window
        name = window.copy_scenario()
        window.map_page.take_off(("1-red-inf",))
        window.document.edit(lambda m: arrive(m, ["1-red-inf"], 3, "1004", name), "arrive")
        steps = designer.steps
        choose(window.order.from_other, "meeting")
        assert designer.steps == steps + 1
        mine, theirs = designer.module.scenario(name), designer.module.scenario("meeting")
        assert mine.sides == theirs.sides
        assert not any("1-red-inf" in entry.pieces for entry in designer.module.schedule)
        assert window.order.from_other.currentIndex() == 0

    def test_a_saved_game(self, designer: Designer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        game = new_game(designer.module, "meeting", 1, {})
        game.apply(Place(pieces=("1-red-inf",), at="0904"), "allied")
        path = tmp_path / "game.hexsave"
        write_save(path, game)
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(path), ""))
        dialog = None

        def remember(chosen: Path) -> None:
            nonlocal dialog
            dialog = asked(chosen)

        asked = designer.window.ask_position
        monkeypatch.setattr(designer.window, "ask_position", remember)
        choose(
            designer.window.order.from_other,
            designer.window.order.from_other.itemData(designer.window.order.from_other.count() - 1),
        )
        assert dialog is not None
        assert "turn 1" in dialog.turn.text()
        dialog.accept()
        assert placement(designer, "1-red-inf").at == "0904"
        assert designer.steps == 1


def test_a_game_of_the_shipped_module_serves_a_copy_of_it(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    shipped = builtin_modules()["afrika"]
    game = new_game(load_module(shipped), "race-to-the-wire", 4, {})
    bots = {side: make_bot("greedy", 4, side) for side in ("axis", "allied")}
    for _ in range(160):
        decision = game.decision
        if decision is None:
            break
        side = decision.sides[0]
        game.apply(bots[side].choose(game.rules, game.state, decision, side), side)
    path = tmp_path / "race.hexsave"
    write_save(path, game)
    window = EditorWindow(open_document(workshop.editable(shipped)), SettingsStore(tmp_path / "s.json"))
    qtbot.addWidget(window, before_close_func=lambda _w: window.document.stack.setClean())
    window.show_scenario("race-to-the-wire")
    position = position_in(path, window.document.module)
    assert position.turn == game.state.turn
    assert sum(position.supply.values()) > 0
    dialog = window.ask_position(path)
    assert dialog is not None
    dialog.turn.setChecked(True)
    dialog.accept()
    module = window.document.module
    begun = new_game(module, "race-to-the-wire", 1, {})
    assert begun.rules.check(begun.state) == ()
    assert begun.state.turn == game.state.turn
    where = {n: p.at for n, p in game.state.pieces.items() if p.at and not p.at.startswith("turn-")}
    moved = {n: (at, begun.state.pieces[n].at) for n, at in where.items() if begun.state.pieces[n].at != at}
    assert moved == {}
    assert window.document.stack.count() == 1


def test_only_lines_in_sight_are_drawn(designer: Designer, monkeypatch: pytest.MonkeyPatch) -> None:
    window, like = designer.window, designer.module.pieces[0]
    many = tuple(like.model_copy(update={"id": f"more-{n}", "name": f"More {n}"}) for n in range(300))
    window.document.edit(lambda m: m.model_copy(update={"pieces": (*m.pieces, *many)}), "more")
    drawn: list[object] = []
    counters = shared_counters()

    def seen() -> object:
        drawn.append(1)
        return counters

    monkeypatch.setattr(order_tree, "shared_counters", seen)
    window.bottom.show_page(1)
    designer.settle()
    assert window.order.tree.item_of("more-299") is not None
    window.document.edit(lambda m: set_piece_fields(m, ["more-7"], {"name": "Other"}), "name")
    designer.settle()
    item = window.order.tree.item_of("more-7")
    assert item is not None
    assert item.text(0) == "Other"
    assert 0 < len(drawn) < 100
