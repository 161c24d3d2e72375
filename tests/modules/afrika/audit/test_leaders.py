"""Audit of Rommel and O'Connor: the Storch in any phase of theirs, no exploits without supply (6.2, 2.4)."""

from engine.play.action import EndPhase
from engine.play.transition import refuse
from modules.afrika.rules.leaders_movement import Storch
from modules.afrika.rules.moves import MoveStack
from modules.afrika.rules.overrun import Overrun
from modules.afrika.rules.reinforcement_actions import Done
from tests.modules.afrika.builders import at, do, offered, position, refusal_of

PANZER_1, PANZER_2 = "axis-8-6-9-1-5-21pz", "axis-8-6-9-2-5-21pz"
ROMMEL, OCONNOR = "axis-rommel", "allied-oconnor"


def test_6_2a_rommel_flies_in_the_supply_phase() -> None:
    layout = {PANZER_1: "A20.10", PANZER_2: "A10.10", ROMMEL: "A20.10"}
    game = position(layout, phase="axis.supply", turn=16)
    assert "storch" in offered(game)
    do(game, Storch(piece=ROMMEL, at="A10.10"))
    assert at(game, ROMMEL) == "A10.10"
    assert "storch" not in offered(game)
    assert refusal_of(game, Storch(piece=ROMMEL, at="A20.10")).code == "WRONG_PHASE"
    do(game, EndPhase())
    assert game.state.phase == "allied.reinforcement"


def test_6_2a_rommel_flies_in_the_reinforcement_phase_and_again_in_the_movement_phase() -> None:
    layout = {PANZER_1: "A20.10-1", PANZER_2: "A10.10", ROMMEL: "A20.10", "sp-axis-A20.10": "1"}
    game = position(layout, phase="axis.reinforcement", turn=17, dice=(3, 4))
    assert offered(game) == {"rebuild", "done", "storch"}
    do(game, Storch(piece=ROMMEL, at="A10.10"))
    assert offered(game) == {"rebuild", "done"}
    do(game, Done(), 6, 6)
    assert game.state.phase == "axis.movement"
    do(game, Storch(piece=ROMMEL, at="A20.10"))
    assert at(game, ROMMEL) == "A20.10"


def test_7_1_o_connor_flies_in_the_supply_phase_too_but_not_in_the_enemys() -> None:
    layout = {"allied-3-5-7-16": "A50.15", "allied-3-5-7-14": "A55.15", OCONNOR: "A50.15", PANZER_1: "A10.10"}
    game = position(layout, "italian-invasion", phase="allied.supply", turn=4)
    do(game, Storch(piece=OCONNOR, at="A55.15"))
    assert at(game, OCONNOR) == "A55.15"
    enemy = position(layout, "italian-invasion", phase="axis.supply", turn=4)
    assert "storch" not in offered(enemy)


def test_2_4_units_out_of_supply_do_not_exploit_even_with_rommel() -> None:
    layout = {PANZER_1: "A20.10!", PANZER_2: "A20.10", ROMMEL: "A20.10"}
    game = position(layout, phase="axis.exploitation", turn=16)
    refusal = refusal_of(game, MoveStack(pieces=(PANZER_1,), path=("A20.11",)))
    assert refusal.rule == "2.4"
    assert refusal.text == "1-5/21.Pz is out of supply and so never exploit-capable"
    do(game, MoveStack(pieces=(PANZER_2, ROMMEL), path=("A20.11",)))
    assert at(game, ROMMEL) == "A20.11"


def test_6_2c_a_leader_lets_units_out_of_supply_overrun_in_the_movement_phase() -> None:
    layout = {PANZER_1: "A20.10!", PANZER_2: "A20.10!", ROMMEL: "A20.10", "allied-3-3-12-kdg": "A20.11"}
    game = position(layout, phase="axis.movement", turn=16, dice=(1,))
    assert refuse(game.rules, game.state, "axis", Overrun(target="A20.11", attackers=(PANZER_1,))) is None


def test_7_1_refusals_about_o_connor_send_to_7_1_and_the_part_of_6_2_not_to_his_options() -> None:
    layout = {"allied-3-5-7-16": "A50.15", "allied-3-5-7-14": "A55.15", OCONNOR: "A50.15"}
    game = position(layout, "italian-invasion", phase="allied.movement", turn=4)
    refusal = refusal_of(game, MoveStack(pieces=("allied-3-5-7-14", OCONNOR), path=("A55.16",)))
    assert refusal.rule == "7.1, 6.2b"
    assert refusal.text == "O'Connor is not stacked with these units"
