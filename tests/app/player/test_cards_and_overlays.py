"""What is laid over the map, and the words of the card, on positions of a real game."""

from collections.abc import Iterator

import pytest

from app.graphics.overlay_model import ZoneLook
from app.player.board_overlays import Marks, OverlayMaker
from app.player.place_card import PlaceCards
from app.player.tools.outcome import CardLine
from app.player.tools.trip_card import shortened
from tests.app.player.tool_table import SIDI_AZEIZ, Table, maneuver


@pytest.fixture
def movement(qapp: object) -> Iterator[Table]:
    table = Table("axis.movement")
    yield table
    table.session.close()


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
