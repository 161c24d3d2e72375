"""Blocks and conditions as people read them."""

from __future__ import annotations

import pytest

from engine.definition.victory import LevelDef
from engine.victory.words import Words, version_lines
from tests.engine.victory.games import Plain, a_module, award, condition

WEST = {"kind": "control", "side": "axis", "places": ("0203",)}
BOTH = {"kind": "control", "side": "axis", "places": ("0203", "1004")}
RED = {"kind": "control", "side": "allied", "places": ("0203", "1004")}
ARMOR = {"kind": "units", "side": "axis", "types": ("armor",)}


def clause(block: Plain) -> str:
    holds = condition(block).holds
    assert holds is not None
    return Words(a_module()).clause(holds)


@pytest.mark.parametrize(
    ("block", "words"),
    [
        (BOTH, "Blue holds Westhaven and Easton"),
        ({**BOTH, "least": 1}, "Blue holds Westhaven or Easton"),
        ({**BOTH, "most": 1}, "Blue holds at most 1 of Westhaven and Easton"),
        ({"kind": "control", "side": "axis", "zones": ("west-edge",)}, "Blue holds all of zone west-edge"),
        ({"kind": "control", "side": "axis", "tag": "port", "least": 2}, "Blue holds at least 2 port places"),
        (
            {"kind": "control", "side": "axis", "terrain": "rough", "east_of": "0404"},
            "Blue holds all rough hexes east of 0404",
        ),
        ({**BOTH, "minus": RED}, "Blue holds more places in Westhaven or Easton than Red"),
        (
            {**BOTH, "minus": RED, "least": 0, "most": 0},
            "Blue holds as many places in Westhaven or Easton as Red",
        ),
        (ARMOR, "at least 1 armor unit of Blue is in play"),
        ({**ARMOR, "least": 2, "near": "1004"}, "at least 2 armor units of Blue are within 1 hex of Easton"),
        ({**ARMOR, "most": 0, "places": ("reserve",)}, "no armor units of Blue are in Reserve"),
        (
            {**ARMOR, "supplied": True, "least": 2, "most": 2},
            "exactly 2 armor units of Blue in supply are in play",
        ),
        ({**ARMOR, "counted": "steps", "least": 5}, "at least 5 steps of armor units of Blue are in play"),
        (
            {**ARMOR, "counted": "attack", "least": 9},
            "armor units of Blue with at least 9 attack in all are in play",
        ),
        ({"kind": "units", "nations": ("blu",), "least": 3}, "at least 3 Blueland units are in play"),
        ({"kind": "lost", "side": "allied"}, "all units of Red are destroyed"),
        ({"kind": "lost", "side": "allied", "least": 1}, "at least 1 unit of Red is destroyed"),
        ({"kind": "lost", "counted": "steps", "least": 4}, "at least 4 steps of units are lost"),
        ({"kind": "lost", "pieces": ("1-red-inf",)}, "all units of 1 Red Inf are destroyed"),
        (
            {
                "kind": "path",
                "side": "axis",
                "start": ("0203",),
                "goal": ("1004",),
                "route": "road",
                "zoc": False,
            },
            "Blue has a road way free of enemy units from Westhaven to Easton",
        ),
        ({"kind": "points", "side": "axis", "least": 5}, "Blue has at least 5 victory points"),
        ({"kind": "turn", "least": 3}, "it is turn 3 or later"),
        ({"kind": "turn", "least": 2, "most": 4}, "it is turn 2 to 4"),
        ({"kind": "all", "of": (WEST, {**WEST, "places": ("1004",)})}, "Blue holds Westhaven and Easton"),
        (
            {"kind": "all", "of": (WEST, {**BOTH, "least": 1})},
            "Blue holds Westhaven, and holds Westhaven or Easton",
        ),
        (
            {"kind": "any", "of": (WEST, {"kind": "all", "of": (ARMOR, {"kind": "turn", "least": 3})})},
            "Blue holds Westhaven, or (at least 1 armor unit of Blue is in play, and it is turn 3 or later)",
        ),
        ({"kind": "not", "of": (WEST,)}, "it is not so that Blue holds Westhaven"),
        (
            {"kind": "some", "least": 1, "of": (WEST, ARMOR)},
            "at least 1 of these hold: Blue holds Westhaven; at least 1 armor unit of Blue is in play",
        ),
        ({"kind": "ruleset", "id": "luck", "text": "Luck is with Blue."}, "Luck is with Blue"),
    ],
)
def test_clauses(block: Plain, words: str) -> None:
    assert clause(block) == words


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, "Blue holds Westhaven at the end of turn 4."),
        ({"sudden": True}, "Blue holds Westhaven at the end of any turn."),
        ({"sudden": True, "from_turn": 2}, "Blue holds Westhaven at the end of any turn from turn 2 on."),
        ({"sudden": True, "from_turn": 2, "until_turn": 2}, "Blue holds Westhaven at the end of turn 2."),
        ({"sudden": True, "tested": "always"}, "Blue holds Westhaven at any time."),
        ({"sudden": True, "tested": "phase"}, "Blue holds Westhaven at the end of any phase."),
        (
            {"sudden": True, "tested": "phase", "phase": "axis.combat", "until_turn": 3},
            "Blue holds Westhaven at the end of any Combat up to turn 3.",
        ),
        ({"text": "The port is Blue's."}, "The port is Blue's."),
    ],
)
def test_sentences(more: dict[str, object], words: str) -> None:
    assert Words(a_module()).sentence(condition(WEST, **more), 4) == words


def test_the_terms_of_a_length_line_by_line() -> None:
    module = a_module(
        condition(WEST, level="Decisive", rule="4.1"),
        condition({"kind": "otherwise"}, side=None),
        points=(award("axis", 2, ARMOR, each=True), award("allied", 1, RED)),
        levels=(LevelDef(margin=3, title="Minor"), LevelDef(margin=6, title="Major")),
    )
    lines = version_lines(module, module.scenarios[0].versions[0])
    assert [(line.who, line.text, line.rule) for line in lines] == [
        ("Blue, decisive", "Holds Westhaven at the end of turn 4.", "4.1"),
        ("Draw", "Anything else.", ""),
        ("Blue", "2 victory points for each of the armor units of Blue in play.", ""),
        ("Red", "1 victory point if Red holds Westhaven and Easton.", ""),
        ("Victory points", "From 3 ahead minor and from 6 ahead major; fewer than 3 ahead is a draw.", ""),
    ]
