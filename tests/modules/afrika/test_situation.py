"""Situations brought up to date agree with situations seen anew, object by object where nothing changed."""

from __future__ import annotations

from random import Random

from engine.bots.random_player import random_action
from engine.play.transition import apply, begin, decide
from modules.afrika.rules.situation import Grounds, Surveyor
from tests.modules.afrika.movement_positions import BRIGADE, PANZER_1, RECON, a_position, rules_of


def surveyor(scenario: str) -> Surveyor:
    """A surveyor that has seen nothing yet."""
    rules = rules_of(scenario)
    return Surveyor(
        Grounds(
            units=rules.units, leaders=frozenset(rules.leaders), boxes=frozenset(rules.boxes),
            index=rules.index, zoc_from=rules.ground.zoc_from,
        )
    )  # fmt: skip


def test_the_last_situation_brought_up_to_date_is_the_one_seen_anew() -> None:
    for scenario in ("operation-crusader", "gazala"):
        rules, chance, watching = rules_of(scenario), Random(3), surveyor(scenario)
        state = begin(rules, 3).state
        for _ in range(150):
            decision = decide(rules, state)
            if decision is None:
                break
            side = decision.sides[0]
            state = apply(rules, state, side, random_action(state, decision, side, chance)).state
            seen = watching.survey(state.pieces, state.stacks)
            anew = surveyor(scenario).survey(state.pieces, state.stacks)
            assert seen == anew
            assert all(list(seen.units[name]) == sorted(seen.units[name]) for name in seen.units)


def test_the_enemys_part_stays_the_same_object() -> None:
    position = a_position({"A40.10": [RECON, PANZER_1], "A42.11": [BRIGADE]})
    before = position.rules.situation(position.state)
    position.move(RECON, "A40.11")
    after = position.rules.situation(position.state)
    assert after.units["allied"] is before.units["allied"]
    assert after.zoc["allied"] is before.zoc["allied"]
    assert after.units["axis"] != before.units["axis"]
    assert after.zoc["axis"] != before.zoc["axis"]
