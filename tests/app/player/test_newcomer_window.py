"""What a newcomer stumbled over in the window: a map that moves, words that stay, sides, turns, counters."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.editor.opening import open_document
from app.editor.setup_stacks import SetupStacks
from app.graphics.counter_faces import FaceMaker
from app.player.turn_words import turn_date, turn_title
from engine.definition.module import ModuleDef
from engine.definition.sequence import TurnDef
from engine.game import Game, new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate
from engine.rules.freeplay_actions import Flip
from tests.fixtures.free_module import a_free_module
from tests.fixtures.player import Hand, open_window

RED = "1-red-inf"


def on_screen(hand: Hand, place: str) -> QPoint:
    point = hand.window.view.global_point(place)
    assert point is not None
    return point


def test_bars_and_panels_leave_every_hex_where_it_is(hand: Hand) -> None:
    window = hand.window
    window.view.set_map_scale(70)
    window.view.center_on_hex("0505")
    hand.settle()
    before = on_screen(hand, "0505")
    window.tell("A note of care that stays until it is closed.", "care")
    hand.settle()
    assert window.messages.isVisible()
    assert on_screen(hand, "0505") == before
    window.messages.dismiss()
    hand.settle()
    assert on_screen(hand, "0505") == before
    window.view.set_map_scale(130)
    window.view.center_on_hex("0505")
    hand.settle()
    before = on_screen(hand, "0505")
    for _ in range(2):
        window.toggle_docks()
        hand.settle()
        assert on_screen(hand, "0505") == before


def test_a_drag_hits_its_hex_though_a_note_closes_before_it(hand: Hand) -> None:
    hand.window.view.set_map_scale(60)
    hand.window.view.center_on_hex("0904")
    hand.settle()
    start, goal = hand.point("1004"), hand.point("0803")
    hand.window.tell("Something else.", "care")
    hand.settle()
    hand.window.messages.dismiss()
    hand.settle()
    assert (hand.point("1004"), hand.point("0803")) == (start, goal)
    hand.drag("1004", "0803")
    assert hand.at(RED) == "0803"


def test_the_way_about_is_shown_only_where_the_map_is_larger_than_the_window(hand: Hand) -> None:
    window = hand.window
    window.set_minimap(on=True)
    window.view.fit_board()
    hand.settle()
    assert not window.goto_box.isVisible()
    hand.key(Qt.Key.Key_G)
    assert window.goto_box.isVisible()
    assert window.goto_box.field.hasFocus() or not window.isActiveWindow()
    hand.key(Qt.Key.Key_Escape, widget=window.goto_box.field)
    window.view.set_map_scale(120)
    hand.settle()
    assert window.goto_box.isVisible()
    assert window.minimap.isVisible()
    window.set_minimap(on=False)
    assert window.goto_box.isVisible()
    assert not window.minimap.isVisible()


def test_words_about_a_hex_follow_what_happens_in_it(hand: Hand) -> None:
    hand.click("1004")
    hand.hover("0803")
    assert "empty" in hand.window.place_words.text()
    hand.click("0803")
    hand.settle()
    assert hand.at(RED) == "0803"
    assert "empty" not in hand.window.place_words.text()
    assert "1 Red Inf" in hand.window.place_words.text()


def test_moved_units_have_no_points_left(qtbot: QtBot, tmp_path: Path) -> None:
    path = builtin_modules()["tutorial"]
    hand = open_window(qtbot, new_game(load_module(path), "first", 2, {}), tmp_path, module_path=path)
    panel = hand.window.panels.stack
    view = hand.session.projection.pieces["blue-4"]
    assert panel._movement(view) == "7 MP"
    hand.click("0306")
    hand.click("0805")
    hand.settle()
    assert hand.at("blue-4") == "0805"
    assert panel._movement(hand.session.projection.pieces["blue-4"]) == ""
    hand.window.close()


def test_a_turn_without_a_date_is_named_once() -> None:
    module = a_free_module()
    turns = (
        TurnDef(number=1, title="Turn 1"),
        TurnDef(number=2, title="2"),
        TurnDef(number=3, title="May 1941"),
    )
    module = module.model_copy(update={"turns": turns})
    assert [turn_title(module, n) for n in (1, 2, 3, 9)] == ["Turn 1", "Turn 2", "Turn 3, May 1941", "Turn 9"]
    assert turn_date(module, 1) == ""


def flipped(module: ModuleDef, piece: str) -> Game:
    game = new_game(module, "meeting", seed=5)
    game.apply(Flip(piece=piece), "axis")
    return game


def test_turning_a_counter_over_shows_or_is_not_offered() -> None:
    module = a_free_module()
    game = flipped(module, "2-red-recon")
    face = FaceMaker(module, "").seen(game.rules.project(game.state, "all").pieces["2-red-recon"])
    assert face.is_reduced
    bare = next(piece for piece in module.pieces if piece.id == "2-red-recon")
    plain = bare.model_copy(update={"kind": "marker"})
    pieces = tuple(plain if piece is bare else piece for piece in module.pieces)
    game = new_game(module.model_copy(update={"pieces": pieces}), "meeting", seed=5)
    kind = game.decision.kind("flip") if game.decision else None
    assert kind is not None
    assert list(kind.choices(game.state, "axis", "2-red-recon")) == []
    assert list(kind.choices(game.state, "axis", "1-red-inf"))


def test_every_list_shows_a_stack_in_the_order_of_the_map(qtbot: QtBot, tmp_path: Path) -> None:
    path = builtin_modules()["afrika"]
    module = load_module(path)
    game = new_game(module, "operation-crusader", 7)
    hand = open_window(qtbot, game, tmp_path, module_path=path)
    desk, stacks = hand.window.desk, hand.window.scene.stacks
    tall = [stack for stack in stacks.values() if len(stack.units) > 1]
    assert tall
    for stack in tall:
        drawn = [unit.piece for unit in reversed(stack.units) if unit.piece]
        assert [piece for piece in desk.top_down(stack.place) if piece in drawn] == drawn
    document = open_document(path)
    shown = SetupStacks(document).shown("operation-crusader", game.rules.board)
    same = [
        (one.place, one.units[-1].piece, stacks[one.place].units[-1].piece)
        for one in shown
        if one.units
        and one.place in stacks
        and {unit.piece for unit in one.units} == {unit.piece for unit in stacks[one.place].units}
    ]
    assert len(same) > 20
    assert [entry for entry in same if entry[1] != entry[2]] == []
    document.close()
    hand.window.close()


def test_a_battle_is_seen_whole_in_a_low_window(qtbot: QtBot, tmp_path: Path) -> None:
    path = builtin_modules()["afrika"]
    hand = open_window(
        qtbot, new_game(load_module(path), "operation-crusader", 3), tmp_path, module_path=path
    )
    hand.window.resize(1280, 720)
    hand.settle()
    assert hand.session.submit(Adjudicate(phase="axis.combat", turn=16))
    advice = hand.window.panels.advice
    advice.chosen.emit(advice.suggestions()[0])
    hand.settle()
    dialog = hand.window.battle.dialog
    assert dialog.isVisible()
    assert dialog.is_low
    assert dialog.area.verticalScrollBar().maximum() == 0
    assert dialog.attacker.isVisible()
    assert dialog.results.isVisible()
    dialog.close()
    dialog.set_low(low=False)
    assert dialog._forces.indexOf(dialog.attacker) == 0
    hand.window.close()
