"""A question that one of several units answers: its place in plain sight, all of them in the list."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.player.tools.pick import PickPieceTool
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate, PiecePlacement
from tests.fixtures.player import Hand, open_window

CROWD = "A61.19"


def overstacked(qtbot: QtBot, folder: Path) -> Hand:
    """A window on a Commonwealth movement phase that ended with too many units at one place."""
    path = builtin_modules()["afrika"]
    hand = open_window(qtbot, new_game(load_module(path), "operation-crusader", 7), folder, module_path=path)
    assert hand.session.submit(Adjudicate(phase="allied.movement", turn=16))
    hand.settle()
    state = hand.session.state
    units = [
        name
        for name, unit in hand.session.rules.module.pieces_by_id().items()
        if unit.kind == "unit" and unit.side == "allied" and (state.pieces[name].at or "").startswith("A")
    ]
    move = Adjudicate(set=tuple(PiecePlacement(piece=name, at=CROWD) for name in units[:7]))
    assert hand.session.submit(move)
    hand.settle()
    return hand


def asked(hand: Hand) -> PickPieceTool:
    """Ends the phase with another stack selected, and gives the tool of the question."""
    stack = next(
        p for p, s in sorted(hand.session.state.stacks.items()) if p.startswith("A") and p != CROWD and s
    )
    hand.window.desk.selection.set(stack, hand.session.state.stacks[stack][:1])
    hand.window.view.center_on_hex("A7.23")
    ends = next(kind for kind in hand.window.controller.offers.kinds if kind.ends)
    action = hand.window.controller.offers.button_action(ends)
    assert action is not None
    assert hand.session.submit(action)
    hand.settle()
    tool = hand.window.controller.tool
    assert isinstance(tool, PickPieceTool)
    return tool


def test_all_that_can_be_picked_are_listed_whatever_was_selected(qtbot: QtBot, tmp_path: Path) -> None:
    hand = overstacked(qtbot, tmp_path)
    tool = asked(hand)
    known = hand.session.rules.module.pieces_by_id()
    standing = [name for name in hand.session.state.stacks[CROWD] if known[name].kind == "unit"]
    assert {choice.pieces[0] for choice in tool.choices()} == set(standing)
    panel = hand.window.panels.choices
    assert panel.isVisible()
    head = panel.tree.topLevelItem(0)
    assert head is not None
    assert head.childCount() == len(standing)
    hand.window.close()


def test_the_place_asked_about_lies_free(qtbot: QtBot, tmp_path: Path) -> None:
    hand = overstacked(qtbot, tmp_path)
    asked(hand)
    view = hand.window.view
    center = hand.window.scene.center_of(CROWD)
    assert center is not None
    assert view.visible_scene().contains(center)
    assert not view.is_covered(CROWD)
    hand.window.close()


def test_a_hex_below_a_floating_card_is_covered(qtbot: QtBot, tmp_path: Path) -> None:
    hand = overstacked(qtbot, tmp_path)
    view, card = hand.window.view, hand.window.overlay_bar
    view.center_on_hex(CROWD)
    assert not view.is_covered(CROWD)
    at = hand.point(CROWD)
    assert card.isVisible()
    card.move(at.x() - card.width() // 2, at.y() - card.height() // 2)
    assert view.is_covered(CROWD)
    view.ensure_visible([CROWD])
    hand.window.close()
