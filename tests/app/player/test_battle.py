"""A battle and a supply phase of a real game in the window: prepared, weighed, committed, rolled, paid."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.player.dialogs.combat import NO_SHIFT, CombatDialog, shift_figure
from app.player.tools.attack import AttackTool, participants
from app.player.tools.haul import HaulTool
from app.player.tools.supply import SupplyTool
from app.theme.current import ThemeChoice, theme
from app.widgets.counter_view import CounterStrip
from app.widgets.rows import ROW_ROLE
from engine.definition.module import ModuleDef
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate
from engine.view.advice import Suggestion
from engine.view.preview import Modifier
from tests.fixtures.player import Hand, open_window

GAME = builtin_modules()["afrika"]
LEFT = Qt.MouseButton.LeftButton


@lru_cache(maxsize=1)
def a_module() -> ModuleDef:
    return load_module(GAME)


def at_phase(qtbot: QtBot, folder: Path, phase: str) -> Hand:
    hand = open_window(qtbot, new_game(a_module(), "operation-crusader", 7), folder, module_path=GAME)
    trucks = msgspec.Raw(b'{"axis": {"points": 8, "left": 40}}')
    assert hand.session.submit(Adjudicate(phase=phase, turn=16, tracks={"trucks": trucks}))
    hand.settle()
    return hand


@pytest.fixture
def battle(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    """A window in a combat phase with the most promising attack prepared."""
    hand = at_phase(qtbot, tmp_path, "axis.combat")
    hand.window.controller.take_suggestion(best_attack(hand))
    hand.settle()
    yield hand
    hand.window.battle.put_away()
    hand.window.close()


@pytest.fixture
def supply(qtbot: QtBot, tmp_path: Path) -> Iterator[Hand]:
    hand = at_phase(qtbot, tmp_path, "axis.supply")
    yield hand
    hand.window.close()


def test_n_offers_what_can_be_attacked_before_a_flight_of_the_leader(qtbot: QtBot, tmp_path: Path) -> None:
    hand = at_phase(qtbot, tmp_path, "axis.combat")
    kind = next(k for k in hand.window.controller.offers.available if k.kind == "declare-attack")
    targets = sorted(hand.window.controller.offers.subjects(kind) & hand.session.rules.board.index.keys())
    seen = []
    for _ in targets:
        hand.key(Qt.Key.Key_N)
        seen.append(hand.place)
        assert hand.window.controller.tool is None
        assert hand.window.view.cursor_hex == hand.place
    assert seen == targets
    hand.key(Qt.Key.Key_Return)
    assert tool(hand).target == targets[-1]
    hand.window.battle.put_away()
    hand.window.close()


def best_attack(hand: Hand) -> Suggestion:
    found = hand.session.rules.suggestions(hand.session.state, "axis")
    return max((s for s in found if participants(s.actions[0])), key=lambda s: s.score)


def dialog(hand: Hand) -> CombatDialog:
    return hand.window.battle.dialog


def tool(hand: Hand) -> AttackTool:
    found = hand.window.controller.tool
    assert isinstance(found, AttackTool)
    return found


def click_first(strip: CounterStrip) -> None:
    QTest.mouseClick(strip, LEFT, pos=strip.place_of(0).center())


def test_dialog_tells_forces_shifts_and_results(battle: Hand) -> None:
    shown = dialog(battle)
    plan = tool(battle).plan
    assert plan is not None
    preview = plan.preview
    assert preview is not None
    assert shown.isVisible()
    assert shown.head.text() == plan.title
    assert shown.attacker.total.text() == f"{preview.attacker.total:g}"
    assert shown.attacker.total.font().pixelSize() == 24
    assert len(shown.attacker.members._counters) == len(plan.chosen)
    assert shown.results_head.text() == f"Results in column {preview.columns[preview.final]}"
    assert preview.odds in shown.track.accessibleName()
    assert shown.results.accessibleName().count("%") == len(preview.results)
    assert f"{preview.mean_defender_loss:.1f} steps" in shown.means.text()
    assert shown.step.text() == "Step 1 of 3"
    assert shown.confirm_button.text() == "Declare attack"
    assert not shown.isModal()


def test_a_battle_without_shifts_says_so(battle: Hand) -> None:
    shown = dialog(battle)
    shown._show_shifts((), 0)
    assert NO_SHIFT in shown.shifts.accessibleName()
    assert shown.shifts.sizeHint().height() > 0


@pytest.mark.parametrize("look", [ThemeChoice.DARK, ThemeChoice.CONTRAST])
def test_dialog_is_painted_in_every_look(battle: Hand, look: ThemeChoice) -> None:
    shown = dialog(battle)
    light = shown.grab().toImage()
    theme().apply(look)
    try:
        other = shown.grab().toImage()
    finally:
        theme().apply(ThemeChoice.LIGHT)
    assert other != light
    assert shown.attacker.total.font().pixelSize() == 24
    inks = {other.pixelColor(x, other.height() // 2).name() for x in range(0, other.width(), 7)}
    assert len(inks) > 1


def test_click_on_a_counter_takes_it_out_and_in_again(battle: Hand) -> None:
    shown, running = dialog(battle), tool(battle)
    before, count = shown.attacker.total.text(), len(running.chosen)
    first = running.chosen[0]
    click_first(shown.attacker.members)
    assert first not in running.chosen
    assert len(running.chosen) == count - 1
    assert shown.attacker.total.text() != before
    assert shown.attacker.others.isVisible()
    for piece in running.candidates:
        if piece in running.chosen:
            shown.toggle(piece)
    assert shown.refusal.text()
    assert not shown.confirm_button.isEnabled()
    shown.toggle(first)
    assert running.chosen == (first,)


def test_cancelled_attack_leaves_the_game_alone(battle: Hand) -> None:
    count = battle.session.game.count
    QTest.keyClick(dialog(battle), Qt.Key.Key_Escape)
    assert not dialog(battle).isVisible()
    assert battle.window.controller.tool is None
    assert battle.session.game.count == count


def test_target_is_shown_on_the_map(battle: Hand) -> None:
    target = tool(battle).target
    assert target is not None
    QTest.mouseClick(dialog(battle).map_button, LEFT)
    assert battle.window.controller.marks.shown == (target,)
    assert dialog(battle).isVisible()


def test_battle_is_declared_committed_to_and_rolled(battle: Hand) -> None:
    shown = dialog(battle)
    QTest.keyClick(shown, Qt.Key.Key_Return)
    battle.settle()
    commitments, rolled = 0, False
    for _ in range(12):
        if shown.is_outcome:
            rolled = True
            break
        assert shown.isVisible(), battle.prompt
        assert shown.step.text() == "Step 2 of 3"
        if shown.commit_row.isVisible() and shown.stepper.value < 1:
            QTest.keyClick(shown, Qt.Key.Key_Plus)
        commitments += 1
        QTest.mouseClick(shown.confirm_button, LEFT)
        battle.settle()
    assert commitments >= 1
    assert rolled
    assert shown.head.text().endswith(": the result")
    assert shown.step.text() == "Step 3 of 3"
    assert shown.dice.isVisible()
    assert shown.outcome.text()
    assert not shown.cancel_button.isVisible()
    assert any(entry.dice for entry in battle.session.chronicle.entries)
    QTest.mouseClick(shown.confirm_button, LEFT)
    assert not shown.isVisible()


def test_shift_says_by_its_sign_whether_it_applies() -> None:
    yes = shift_figure(Modifier(text="combined arms", value=1, rule="3.4", applies="yes"))
    no = shift_figure(Modifier(text="leader is elsewhere", value=0, rule="6.2d", applies="no"))
    still = shift_figure(Modifier(text="may commit air points", value=0, rule="3.2", applies="open"))
    assert (yes.text, yes.amount, yes.amount_tone, yes.is_muted) == ("Combined arms", "+1", "good", False)
    assert (no.amount, no.is_muted) == ("—", True)
    assert (still.sign, still.amount) == ("open", "0")


# --- supply -----------------------------------------------------------------------------------------


def test_group_is_seen_changed_and_paid_in_the_panel(supply: Hand) -> None:
    planner = supply.window.panels.planner
    assert planner.isVisible()
    first = planner.proposals.item(0)
    assert first is not None
    assert first.data(ROW_ROLE).right
    supply.window.controller.take_suggestion(planner._proposed[0])
    running = supply.window.controller.tool
    assert isinstance(running, SupplyTool)
    assert planner.group.isVisible()
    assert planner.group_title.text().startswith("Drawing from ")
    assert "SP" in planner.group_cost.text()
    count = len(running.chosen)
    click_first(planner.inside)
    assert len(running.chosen) == count - 1
    assert planner.outside.isVisible()
    before = supply.session.game.count
    QTest.mouseClick(planner.pay, LEFT)
    assert supply.session.game.count == before + 1
    assert not planner.group.isVisible()


def test_everything_proposed_is_done_at_once(supply: Hand) -> None:
    planner = supply.window.panels.planner
    proposed = sum(len(suggestion.actions) for suggestion in planner._proposed)
    before = supply.session.game.count
    planner.all_button.click()
    assert 0 < supply.session.game.count - before <= proposed


def test_goods_are_hauled_from_the_panel(qtbot: QtBot, tmp_path: Path) -> None:
    hand = at_phase(qtbot, tmp_path, "axis.movement")
    planner, controller = hand.window.panels.planner, hand.window.controller
    hand.window.docks.show_panel("planner")
    kind = next(k for k in controller.offers.available if k.shape.value == "carry")
    controller.start(kind, "A36.19")
    running = controller.tool
    assert isinstance(running, HaulTool)
    assert running.source == "A36.19"
    assert planner.stepper.isVisible()
    assert "can be reached with 1" in planner.group_cost.text()
    planner.stepper.more.click()
    assert running.count == min(2, running.most)
    goal = next(place for place in sorted(running.goals) if place in hand.session.rules.board.index)
    running.hover(goal)
    controller.changed.emit()
    before = hand.session.game.count
    planner.pay.click()
    assert hand.session.game.count == before + 1
    hand.window.close()
