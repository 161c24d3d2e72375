"""Audit of the fog of war: what moves next to an enemy stack must not read its counters (clar. 20)."""

import pytest

from modules.afrika.rules.combat_actions import DeclareAttack
from tests.modules.afrika.builders import Game, position

PANZER = "axis-8-6-9-1-5-21pz"
BRIGADES = ("allied-3-5-7-16", "allied-3-5-7-14", "allied-3-5-7-23")


def facing(*, fog: bool, phase: str = "axis.movement") -> Game:
    """A panzer battalion one hex away from a stack of three brigades, or next to it in combat."""
    start = "A20.10" if phase.endswith("combat") else "A19.10"
    return position({PANZER: start, **dict.fromkeys(BRIGADES, "A21.10")}, phase=phase, turn=16, fog=fog)


@pytest.mark.parametrize(("fog", "seen"), [(False, "16 Inf, 14 Inf and 23 Inf"), (True, "23 Inf and 2 more")])
def test_clar_20_reach_names_the_top_unit_of_a_stack_that_could_be_overrun(*, fog: bool, seen: str) -> None:
    game = facing(fog=fog)
    assert game.decision is not None
    kind = game.decision.kind("move")
    assert kind is not None
    reach = kind.reach(game.state, "axis", (PANZER,))
    assert reach is not None
    assert reach.arrivals["A21.10"].overrun == seen


def test_clar_20_mean_losses_do_not_tell_how_many_steps_the_enemy_has() -> None:
    action = DeclareAttack(target="A21.10", attackers=(PANZER,))
    losses = []
    for names in (BRIGADES[:1], BRIGADES):
        layout = {PANZER: "A20.10", **dict.fromkeys(names, "A21.10")}
        game = position(layout, phase="axis.combat", turn=16, fog=True)
        assert game.decision is not None
        kind = game.decision.kind("declare-attack")
        assert kind is not None
        preview = kind.preview(game.state, "axis", action)
        assert preview is not None
        assert preview.defender.lines == ()
        column = [(result.text, result.chances) for result in preview.results]
        losses.append(preview.mean_defender_loss)
        by_table = sum(int(text.partition("D")[2][:1] or 0) * ways for text, ways in column) / 36
        assert preview.mean_defender_loss == pytest.approx(by_table)
    assert losses[0] > losses[1]
