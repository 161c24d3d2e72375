"""The tools on positions of a real game: moving with way points, attacking, hauling, supplying."""

from collections.abc import Iterator

import pytest

from app.player.offers import assemble, pieces_of
from app.player.tools.haul import HaulTool
from app.player.tools.maneuver import ManeuverTool
from app.player.tools.outcome import Choice, Do, Pick, Refuse, Stay
from app.player.tools.pick import PickOptionTool
from app.player.tools.supply import SupplyTool
from engine.play.action import Shape
from tests.app.player.tool_table import SIDI_AZEIZ, Table, maneuver


@pytest.fixture
def movement(qapp: object) -> Iterator[Table]:
    table = Table("axis.movement")
    yield table
    table.session.close()


@pytest.fixture
def supply(qapp: object) -> Iterator[Table]:
    table = Table("axis.supply")
    yield table
    table.session.close()


def test_stack_shows_its_reach_and_a_card_with_costs(movement: Table) -> None:
    tool = maneuver(movement)
    reach = tool.reach
    assert reach is not None
    assert reach.start == SIDI_AZEIZ
    assert len(reach.arrivals) > 40
    goal = max(reach.arrivals, key=lambda place: reach.arrivals[place].cost)
    tool.hover(goal)
    assert tool.picture.goal
    card = tool.card(goal)
    assert card is not None
    assert [line.text for line in card.totals] == ["MP used", "MP left"]
    assert card.lines
    assert tool.is_ready


def test_the_prompt_tells_least_and_most_points_where_units_differ(movement: Table) -> None:
    session = movement.session
    for place, stack in session.projection.stacks.items():
        able = movement.chooser.able(place)
        paces = {session.projection.pieces[name].values.get("movement", 0.0) for name in able} - {0.0}
        if stack.pieces and len(paces) > 1:
            movement.controller.select(place, able)
            tool = movement.controller.tool
            assert isinstance(tool, ManeuverTool)
            assert tool.prompt.endswith(f"({min(paces):g} to {max(paces):g} MP).")
            return
    raise AssertionError("no stack of units with different allowances")


def test_keys_of_the_tools_tell_the_way_without_a_mouse(movement: Table) -> None:
    assert "arrows and Enter" in maneuver(movement).keys
    assert "Shift" in maneuver(movement).keys


def test_place_out_of_reach_says_why_with_a_rule(movement: Table) -> None:
    tool = maneuver(movement)
    outcome = tool.drop("A20.20")
    assert isinstance(outcome, Refuse)
    assert outcome.refusal.text
    near_sea = next(
        name
        for name in movement.session.rules.board.ids
        if name not in tool.reach.arrivals and tool.ways.nearest_try(tool.movers[0], name)  # type: ignore[union-attr]
    )
    refusal = tool.why_not(near_sea)
    assert refusal is not None
    assert refusal.rule


def test_every_place_out_of_reach_is_refused_with_a_rule(movement: Table) -> None:
    tool = maneuver(movement)
    assert tool.reach is not None
    board, index = movement.session.rules.board, movement.session.rules.board.index
    here = tool.reach.start
    far = [name for name in board.ids if name not in tool.reach.arrivals and name != here]
    told = {name: tool.why_not(name) for name in far}
    bare = [name for name, refusal in told.items() if refusal is None or not refusal.rule]
    assert not bare
    sea = next(name for name in far if board.terrain[index[name]] == "sea")
    assert told[sea] is not None
    assert "Sea is impassable" in str(told[sea])


def test_way_points_bend_the_path_and_go_back_one_by_one(movement: Table) -> None:
    tool = maneuver(movement)
    reach = tool.reach
    assert reach is not None
    free = [p for p, a in reach.arrivals.items() if not a.overrun and not a.note and len(a.path) == 2]
    first = free[0]
    assert isinstance(tool.take(first, way_point=True), Stay)
    marked = [tool.picture.way_points]
    beyond = tool.reach
    assert beyond is not None
    assert beyond.start == first
    goal = next(
        p for p, a in beyond.arrivals.items() if len(a.path) == 1 and p not in reach.arrivals[first].path
    )
    outcome = tool.drop(goal)
    assert isinstance(outcome, Do)
    path = outcome.actions[0].path  # type: ignore[attr-defined]
    assert path[: len(reach.arrivals[first].path)] == reach.arrivals[first].path
    assert path[-1] == goal
    backs = [tool.step_back(), tool.step_back()]
    assert backs == [True, False]
    marked.append(tool.picture.way_points)
    assert marked == [(first,), ()]


def test_list_of_choices_is_ordered_by_cost(movement: Table) -> None:
    tool = maneuver(movement)
    choices = tool.choices()
    assert len(choices) > 40
    assert choices[0].note.endswith("MP")
    assert all(choice.places for choice in choices)


def test_second_click_narrows_to_one_unit(movement: Table) -> None:
    maneuver(movement)
    assert len(movement.desk.selection.pieces) > 1
    movement.controller.click(SIDI_AZEIZ)
    assert len(movement.desk.selection.pieces) == 1


def test_overrun_moves_up_and_aims_the_attack(movement: Table) -> None:
    found = None
    for place in sorted(movement.offers.lit_places):
        pieces = movement.chooser.able(place)
        tool = movement.chooser.going(pieces)
        movement.desk.selection.set(place, pieces)
        reach = tool.reach if isinstance(tool, ManeuverTool) else None
        targets = [p for p, a in reach.arrivals.items() if a.overrun] if reach else []
        if targets:
            found = (tool, targets[0])
            break
    if found is None:
        pytest.skip("nothing can be overrun here")
    tool, target = found
    assert isinstance(tool, ManeuverTool)
    outcome = tool.drop(target)
    assert isinstance(outcome, Do)
    assert outcome.then is not None
    assert outcome.then.target == target
    card = tool.card(target)
    assert card is not None
    assert card.chip


def test_haul_takes_source_count_and_goal(movement: Table) -> None:
    tool = movement.tool(Shape.CARRY)
    assert isinstance(tool, HaulTool)
    source = next(p for p in sorted(tool.sources) if p in movement.session.rules.board.index)
    assert isinstance(tool.take(source), Stay)
    assert tool.most >= 1
    one = tool.goals
    assert one
    tool.set_count(2)
    assert tool.count == min(2, tool.most)
    assert tool.goals <= one or tool.count == 1
    tool.set_count(1)
    goal = min(one)
    tool.hover(goal)
    card = tool.card(goal)
    assert card is not None
    assert card.lines
    assert tool.is_ready
    outcome = tool.confirm()
    assert isinstance(outcome, Do)
    assert outcome.actions[0].source == source  # type: ignore[attr-defined]
    assert "from" in tool.prompt


def test_supply_groups_and_costs_are_seen_before_they_are_paid(supply: Table) -> None:
    tool = supply.tool(Shape.SUPPLY)
    assert isinstance(tool, SupplyTool)
    source = min(tool.sources)
    assert isinstance(tool.take(source), Stay)
    assert tool.source == source
    plan = tool.plan
    assert plan is not None
    assert plan.chosen == plan.candidates
    before = supply.session.game.count
    action = plan.action
    assert action is not None
    if plan.refusal is None:
        tried = supply.session.what_if(action)
        assert tried is not None
        assert "SP" in tried.events[0].text
        assert tool.prompt == " ".join(event.text for event in tried.events)
    assert supply.session.game.count == before
    first = plan.candidates[0]
    tool.toggle(first)
    assert first not in tool.chosen
    tool.toggle(first)
    assert first in tool.chosen
    assert tool.picture.supplied


def test_proposed_grouping_can_be_taken_whole(supply: Table) -> None:
    proposals = supply.session.rules.suggestions(supply.session.state, "axis")
    groups = [s for s in proposals if s.score > 0 and "supplies" in s.text]
    assert groups
    supply.controller.take_suggestion(groups[0])
    tool = supply.controller.tool
    assert isinstance(tool, SupplyTool)
    assert tool.chosen == groups[0].actions[0].pieces  # type: ignore[attr-defined]
    outcome = tool.confirm()
    assert isinstance(outcome, Do)


def test_offers_say_why_not_with_a_rule(movement: Table) -> None:
    enemy = next(v for v in movement.session.projection.pieces.values() if v.side == "allied" and v.at)
    assert enemy.at is not None
    refusal = movement.offers.why_not(enemy.at, enemy.id)
    assert refusal is not None
    assert refusal.text


def test_assemble_needs_all_fields(movement: Table) -> None:
    move = next(kind for kind in movement.offers.kinds if kind.kind == "move")
    assert assemble(move, pieces=("x",)) is None
    made = assemble(move, pieces=("x",), path=("A1.01",), nonsense=3)
    assert made is not None
    assert pieces_of(made) == ("x",)


def test_option_tool_lists_chooses_and_confirms(supply: Table) -> None:
    options = [kind for kind in supply.offers.available if kind.shape is Shape.OPTION]
    tool = supply.chooser.make(next(kind for kind in options if supply.offers.listed(kind)[0]))
    assert isinstance(tool, PickOptionTool)
    tool.choose(99)
    assert tool.index == len(tool.actions) - 1
    outcome = tool.confirm()
    assert isinstance(outcome, Do)
    assert outcome.actions == (tool.actions[-1],)
    assert all(isinstance(choice, Choice) for choice in tool.choices())
    place = next((choice.places[0] for choice in tool.choices() if choice.places), None)
    if place is not None:
        assert isinstance(tool.take(place), (Do, Pick))
