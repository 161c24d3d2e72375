"""Audit of the words a player reads: names that say enough, singular and plural, no code words."""

import re
from random import Random

import pytest

from engine.bots.mixed import MixedBot
from tests.modules.afrika.builders import Game, the_rules

ONE_MANY = re.compile(r"\b1 (?:\w+ )?(points|units|trucks|hexes|steps|boxes|replacements)\b|\b[Tt]he 1 ")
NO_WORDS = re.compile(r"\btank\b|_|\bNone\b|\bsp-|\baxis-|\ballied-")


def test_units_with_a_bare_number_or_a_shared_name_are_called_with_their_type() -> None:
    names = the_rules().names
    called = [names[f"allied-{name}"] for name in ("3-5-7-16", "8-4-8-24", "3-3-12-4-6", "4-5-10-7-7-arm")]
    assert called == ["16 Inf", "24 Arm", "4+6 Arm Car", "7/7 Arm SPT"]
    assert names["allied-8-5-8-7-7-arm"] == "7/7 Arm"
    assert [names[f"axis-{name}"] for name in ("3-4-12-2", "3-2-6-1-lib", "4-5-4-1-lib")] == [
        "2 MG",
        "1 Lib Arm",
        "1 Lib Inf",
    ]
    spoken = [name for piece, name in names.items() if piece in the_rules().units and "arty" not in piece]
    assert len(set(spoken)) == len(spoken)


def test_the_view_calls_counters_as_the_log_does() -> None:
    game = Game(the_rules("italian-invasion"), 1)
    shown = game.rules.project(game.state, "all").pieces
    assert shown["allied-3-5-7-16"].name == "16 Inf"
    assert shown["allied-4-5-10-7-7-arm"].name == "7/7 Arm SPT"


@pytest.mark.parametrize("scenario", ["italian-invasion", "race-to-the-wire", "gazala"])
def test_log_and_prompts_are_plain_words(scenario: str) -> None:
    rules = the_rules(scenario)
    game, bot = Game(rules, 5), MixedBot(Random(5))
    for _ in range(400):
        decision = game.decision
        if decision is None:
            break
        side = decision.sides[0]
        done = game.apply(bot.choose(rules, game.state, decision, side), side)
        for text in (decision.ask.prompt, *(event.text for event in done.events)):
            assert not ONE_MANY.search(text), text
            assert not NO_WORDS.search(text), text
