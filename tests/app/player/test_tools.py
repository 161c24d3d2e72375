"""The tools on positions of a real game: moving with way points, attacking, hauling, supplying."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec
import pytest
from PySide6.QtWidgets import QWidget

from app.graphics.overlay_model import ZoneLook
from app.player.battle import BattleDesk
from app.player.board_controller import BoardController
from app.player.board_overlays import Marks, OverlayMaker
from app.player.desk import Desk
from app.player.offers import Offers, assemble, pieces_of
from app.player.place_card import PlaceCards
from app.player.session import Session
from app.player.tools.attack import AttackTool, participants
from app.player.tools.chooser import Chooser
from app.player.tools.haul import HaulTool
from app.player.tools.maneuver import ManeuverTool
from app.player.tools.outcome import CardLine, Choice, Do, Leave, Pick, Refuse, Stay
from app.player.tools.pick import PickOptionTool
from app.player.tools.supply import SupplyTool
from app.player.tools.trip_card import shortened
from engine.definition.module import ModuleDef
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate, Shape

SIDI_AZEIZ = "A43.21"


@lru_cache(maxsize=1)
def a_module() -> ModuleDef:
    return load_module(builtin_modules()["afrika"])


def a_session(phase: str) -> Session:
    session = Session(new_game(a_module(), "operation-crusader", 7))
    trucks = msgspec.Raw(b'{"axis": {"points": 8, "left": 40}}')
    assert session.submit(Adjudicate(phase=phase, turn=16, tracks={"trucks": trucks}))
    return session


class Table:
    """Session, desk and controller at a phase, without a window."""

    def __init__(self, phase: str) -> None:
        self.session = a_session(phase)
        self.desk = Desk(self.session, builtin_modules()["afrika"])
        self.controller = BoardController(self.desk)

    @property
    def chooser(self) -> Chooser:
        return self.controller.chooser

    @property
    def offers(self) -> Offers:
        return self.controller.offers

    def tool(self, shape: Shape) -> object:
        kind = next(kind for kind in self.offers.available if kind.shape is shape)
        return self.chooser.make(kind)


@pytest.fixture
def movement(qapp: object) -> Iterator[Table]:
    table = Table("axis.movement")
    yield table
    table.session.close()


@pytest.fixture
def combat(qapp: object) -> Iterator[Table]:
    table = Table("axis.combat")
    yield table
    table.session.close()


@pytest.fixture
def supply(qapp: object) -> Iterator[Table]:
    table = Table("axis.supply")
    yield table
    table.session.close()


def maneuver(table: Table, place: str = SIDI_AZEIZ) -> ManeuverTool:
    table.controller.click(place)
    tool = table.controller.tool
    assert isinstance(tool, ManeuverTool)
    return tool


# --- moving ---------------------------------------------------------------------------------------


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


# --- attacking ------------------------------------------------------------------------------------


def an_attack(table: Table) -> AttackTool:
    tool = table.tool(Shape.ATTACK)
    assert isinstance(tool, AttackTool)
    table.controller.tool = tool
    return tool


def test_attack_takes_target_then_attackers(combat: Table) -> None:
    tool = an_attack(combat)
    targets = sorted(tool.targets)
    assert targets
    assert tool.picture.targets == frozenset(targets)
    assert isinstance(tool.take(targets[0]), Stay)
    assert tool.target == targets[0]
    plan = tool.plan
    assert plan is not None
    assert plan.preview is not None
    assert plan.preview.target == targets[0]
    assert set(plan.chosen) <= set(plan.candidates)
    first = plan.chosen[0]
    tool.toggle(first)
    assert first not in tool.chosen
    place = combat.offers.place_of(first)
    assert place is not None
    tool.take(place, first)
    assert first in tool.chosen
    assert isinstance(tool.confirm(), Do)
    for piece in tool.candidates:
        if piece in tool.chosen:
            tool.toggle(piece)
    outcome = tool.confirm()
    assert isinstance(outcome, Refuse)
    assert outcome.refusal.text == "nobody attacks yet"
    assert isinstance(tool.take("A1.01"), Leave)


def test_attack_card_tells_odds_before_anything_is_chosen(combat: Table) -> None:
    tool = an_attack(combat)
    card = tool.card(min(tool.targets))
    assert card is not None
    assert card.chip == "can be attacked"
    assert card.lines[0].amount


def test_suggestion_opens_its_attack(combat: Table) -> None:
    suggestions = combat.session.rules.suggestions(combat.session.state, "axis")
    attacks = [s for s in suggestions if participants(s.actions[0])]
    best = max(attacks, key=lambda suggestion: suggestion.score)
    combat.controller.take_suggestion(best)
    tool = combat.controller.tool
    assert isinstance(tool, AttackTool)
    assert set(participants(best.actions[0])) == set(tool.chosen)


def test_pieces_first_ring_what_they_can_attack(combat: Table) -> None:
    tool = an_attack(combat)
    place = next(
        combat.offers.place_of(piece)
        for piece in combat.offers.subjects(tool.kind)
        if piece in combat.offers.view.pieces
    )
    assert place is not None
    assert isinstance(tool.take(place), Stay)
    assert combat.desk.selection.place == place
    assert tool.targets


# --- hauling and supplying --------------------------------------------------------------------------


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


# --- offers, options, overlays, cards ---------------------------------------------------------------


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


def test_every_overlay_of_the_game_becomes_something_to_draw(movement: Table) -> None:
    maker = OverlayMaker(movement.desk)
    for kind in maker.kinds:
        assert maker.toggle(kind.id)
    shown = maker.board(movement.controller.picture, Marks())
    assert shown.zoc
    assert shown.supply is not None
    assert shown.supply.sources
    assert shown.control
    ranges = next(zone for zone in shown.zones if zone.look is ZoneLook.RANGE)
    assert any(words.endswith("½") for words in ranges.figures.values())
    assert all(" " not in words for words in ranges.figures.values())
    stacks = next(zone for zone in shown.zones if zone.look is ZoneLook.STACKING)
    assert set(stacks.figures) == set(stacks.hexes)
    assert "3/4" in stacks.figures.values()
    assert all(len(zone.label) <= 44 for zone in shown.zones)
    assert maker.titles()
    for kind in maker.kinds:
        assert not maker.toggle(kind.id)
    plain = maker.board(movement.controller.picture, Marks())
    assert not plain.zoc
    assert plain.supply is None


def test_reach_path_and_pill_are_laid_over_the_map(movement: Table) -> None:
    tool = maneuver(movement)
    maker = OverlayMaker(movement.desk)
    reach = tool.reach
    assert reach is not None
    goal = next(p for p, a in reach.arrivals.items() if len(a.path) > 2 and not a.overrun)
    movement.controller.hover(goal)
    shown = maker.board(movement.controller.picture, Marks())
    assert shown.reach is not None
    assert shown.path is not None
    assert shown.path.hexes[0] == SIDI_AZEIZ
    assert shown.path.hexes[-1] == goal
    assert shown.path.goal_text
    assert shown.selected == (SIDI_AZEIZ,)


def test_plain_card_tells_terrain_name_and_who_is_there(movement: Table) -> None:
    cards = PlaceCards(movement.session)
    card = cards.plain("A36.23")
    assert "Tobruk" in card.subtitle
    assert any("control" in foot for foot in card.foot)
    box = cards.plain("tripoli")
    assert "Tripoli" in box.title


def test_cards_tell_the_stacking_once(movement: Table) -> None:
    cards, session = PlaceCards(movement.session), movement.session
    plain = cards.plain(SIDI_AZEIZ)
    words = [line.text.lower() for line in plain.lines] + [foot.lower() for foot in plain.foot]
    assert sum("stacking" in line for line in words) == 1
    tool = maneuver(movement)
    assert tool.reach is not None
    stacks = session.projection.stacks
    place = next(
        p for p in tool.reach.arrivals if p in stacks and stacks[p].limit and p in session.rules.board.index
    )
    told = cards.card(place, None, tool, movement.offers)
    assert not any(line.text == "Stacking" for line in told.lines)
    assert sum("stacking" in foot for foot in told.foot) == 1


def test_long_costs_are_summed_up() -> None:
    lines = [CardLine(text=f"step {n}", amount="½") for n in range(9)]
    short = shortened(lines)
    assert len(short) == 5
    assert short[0].amount == "2½"
    words = [CardLine(text="x", amount="series") for _ in range(9)]
    assert shortened(words) == words


def test_battle_desk_is_silent_without_a_battle(movement: Table) -> None:
    window = QWidget()
    desk = BattleDesk(movement.controller, window)
    maneuver(movement)
    assert not desk.dialog.isVisible()
