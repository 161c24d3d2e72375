"""Set-up sheets: every counter of the scenario exactly once, no group split, nothing outside the paper."""

from __future__ import annotations

import pytest

from app.exporting.kinds import Wishes, make_plan, print_source
from app.exporting.plan import BoardMark, Words
from app.exporting.setup_content import side_content
from engine.bots import Match, make_bot
from engine.game import new_game
from tests.app.exporting.sheets import SCENARIOS, a_plan, a_source, counters_by_piece, page_text, pdf_of

PAPERS = ("a4", "letter")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("order", ["hex", "formation"])
def test_every_piece_stands_on_the_sheet_exactly_once(scenario: str, order: str) -> None:
    source = a_source(scenario)
    found = counters_by_piece(a_plan("setup", scenario, order=order))
    setup = source.scenario.sides
    placed = [name for side in setup.values() for place in side.placements for name in place.pieces]
    others = [name for side in setup.values() for name in (*side.dead, *side.gone)]
    assert len(placed) > 20
    for name in (*placed, *others):
        assert found[name] == 1, name
    assert max(found.values()) == 1
    later = {
        name
        for entry in source.schedule()
        if entry.action in ("arrive", "to-box") and entry.turn >= source.turn
        for name in entry.pieces
    }
    assert set(found) == {*placed, *others, *later}


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("paper", PAPERS)
def test_groups_are_whole_and_inside_the_paper(scenario: str, paper: str) -> None:
    plan = a_plan("setup", scenario, paper=paper)
    for page in plan.pages:
        boxes = []
        for placed in page.blocks:
            left, right = placed.x, placed.x + placed.block.width
            top, bottom = placed.y, placed.y + placed.block.height
            assert left >= 11.9, placed.block.name
            assert right <= page.width - 11.9, placed.block.name
            assert top >= 9.9, placed.block.name
            assert bottom <= page.height - 6.0, placed.block.name
            boxes.append((left, top, right, bottom, placed.block.name))
        for number, (left, top, right, bottom, name) in enumerate(boxes):
            for other in boxes[number + 1 :]:
                apart = (
                    right <= other[0] + 0.01
                    or other[2] <= left + 0.01
                    or bottom <= other[1] + 0.01
                    or other[3] <= top + 0.01
                )
                assert apart, f"{name} lies on {other[4]}"
    names = [placed.block.name for page in plan.pages for placed in page.blocks]
    for side in a_source(scenario).sides():
        for group in side_content(a_source(scenario), side).groups:
            assert group.title in names


def test_units_are_named_with_their_values_and_losses() -> None:
    text = " ".join(a_plan("setup").text().split())
    assert "Sabratha" in text
    assert "1 of 2 steps" in text
    assert "2-8/15.Pz" in text
    assert "3 SP" in text
    assert "Rommel" in text


def test_the_sheet_says_what_a_table_needs_to_know() -> None:
    plan = a_plan("setup", "gazala", side="allied")
    text = " ".join(plan.text().split())
    for part in (
        "COMMONWEALTH",
        "Gazala",
        "scenario 8.7",
        "Turn 22",
        "June 1942",
        "turns 22–28 (7)",
        "turns 22–24 (3)",
        "First player",
        "Free choice. Each unit on its own",
        "A35.23",
        "If nobody minds",
        "Victory, campaign",
        "Victory, short version",
        "(8.7)",
        "Special rules",
        "O'Connor is out of the game.",
        "Trento truck option:",
        "Dead or withdrawn",
        "Not in this game",
        "They come later",
        "Count when done",
        "17 SP in 5 places",
        "Reconstructions (*)",
        "steps (2.5)",
        "100 mm: print at 100 %",
    ):
        assert part in text, part
    assert "AXIS" not in text
    for number in range(1, len(plan.pages) + 1):
        assert f"Commonwealth set-up, page {number} of {len(plan.pages)}" in text


def test_the_inset_numbers_the_set_up_hexes() -> None:
    plan = a_plan("setup", side="axis")
    insets = [placed for placed in plan.pages[0].blocks if placed.block.name == "inset map"]
    marks = [mark for placed in insets for mark in placed.block.marks]
    assert any(isinstance(mark, BoardMark) for mark in marks)
    written = {mark.text for mark in marks if isinstance(mark, Words)}
    source = a_source()
    hexes = [group.title for group in side_content(source, source.module.side("axis")).groups if group.hexes]
    outside = " ".join(written)
    assert sum(name in written for name in hexes) >= len(hexes) - 2
    for name in hexes:
        assert name in outside


def test_groups_stand_in_map_order_or_by_formation() -> None:
    source = a_source()
    content = side_content(source, source.module.side("axis"))
    columns = [source.board.center(group.hexes[0])[0] for group in content.groups if group.hexes]
    assert columns == sorted(columns)
    names = [placed.block.name for page in a_plan("setup", order="formation").pages for placed in page.blocks]
    assert "15th Panzer Division" in names
    assert "German independent units" in names
    assert "South African independent units" in names


def test_sheets_begin_with_the_side_that_sets_up_first() -> None:
    assert a_plan("setup", "gazala").pages[0].name.startswith("Commonwealth")
    assert a_plan("setup", "operation-crusader").pages[0].name.startswith("Axis")


def test_a_position_is_printed_as_it_stands() -> None:
    found = a_source("operation-crusader").game.rules
    game = new_game(found.module, found.scenario.id, 5, {})
    bots = {side: make_bot("random", 5, side) for side in ("axis", "allied")}
    Match(rules=game.rules, seed=5, bots=bots, max_turns=1, game=game).play()
    source = print_source(game, "afrika")
    assert not source.is_start
    plan = make_plan(source, Wishes(kind="setup"))
    counted = counters_by_piece(plan)
    assert max(counted.values()) == 1
    view = game.rules.project(game.state, "all")
    standing = {name for name, piece in view.pieces.items() if piece.at and piece.type != "supply"}
    assert standing <= set(counted)
    assert f"position after {game.count} actions" in plan.text()
    one = make_plan(print_source(game, "afrika", viewer="axis"), Wishes(kind="setup"))
    assert all(page.name.startswith("Axis") for page in one.pages)


def test_names_can_be_selected_in_the_file() -> None:
    source = a_source("gazala")
    document = pdf_of(a_plan("setup", "gazala", side="axis"), source.drawer)
    text = page_text(document, 0)
    for part in ("AXIS", "Gazala", "1-8/15.Pz", "8-6-9", "A28.22", "ROMMEL"):
        assert part in text, part


def test_a_third_side_has_its_place_and_sees_both_others() -> None:
    module = a_source().module
    third = module.sides[0].model_copy(
        update={"id": "third", "title": "Third Force", "short": "3rd", "adjective": ""}
    )
    scenario = next(one for one in module.scenarios if one.id == "gazala")
    axis = scenario.sides["axis"]
    parted = {
        **scenario.sides,
        "axis": axis.model_copy(update={"placements": axis.placements[:-3]}),
        "third": axis.model_copy(
            update={"placements": axis.placements[-3:], "order": 3, "dead": (), "gone": ()}
        ),
    }
    changed = module.model_copy(
        update={
            "sides": (*module.sides, third),
            "scenarios": (scenario.model_copy(update={"sides": parted}),),
            "ruleset": None,
        }
    )
    source = print_source(new_game(changed, "gazala", 0), "afrika")
    words = make_plan(source, Wishes(side="third")).text().splitlines()
    assert words[words.index("Sets up") + 1] == "third"
    assert "Stack of another side" in words
    assert words.count("other") > 5
