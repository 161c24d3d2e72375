"""The small map of the set-up sheet: notes keep off the hexes and the names people look for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF

from app.exporting.fonts import FontMeasure
from app.exporting.inset_areas import FreeArea
from app.exporting.inset_map import CROWDED_HEX, Inset, Spot, inset_block, left_out
from app.exporting.kinds import Wishes, make_plan, print_source
from app.exporting.plan import Align, BoardMark, Frame, Outline, Stroke, Words
from app.exporting.source import PrintSource
from app.graphics.painters.board_names import NameLayer
from app.graphics.painters.board_view_box import ViewBox
from engine.definition.scenario import PlacementDef
from engine.game import new_game
from engine.protocol import Library
from tests.app.exporting.sheets import SCENARIOS, a_plan, a_source, page_text, pdf_of

pytestmark = pytest.mark.usefixtures("qapp")

WIDTH, HEIGHT = 180.0, 60.0


def note_and_middles(inset: Inset) -> tuple[Frame, list[tuple[float, float]]]:
    """The frame round the legend, and where on paper the hexes of the other side are."""
    block = inset_block(FontMeasure(), inset, WIDTH, HEIGHT)
    assert block is not None
    note = next(mark for mark in block.marks if isinstance(mark, Frame) and mark.weight == 0.15)
    ground = next(mark for mark in block.marks if isinstance(mark, BoardMark))
    assert (ground.width, ground.height) == (WIDTH, HEIGHT)
    words = [mark for mark in block.marks if isinstance(mark, Words) and mark.align is Align.CENTER]
    return note, [(mark.x, mark.y) for mark in words if mark.text == inset.other_word]


def test_the_legend_does_not_cover_the_other_side() -> None:
    board = a_source().board
    index = {hex_id: i for i, hex_id in enumerate(board.ids)}
    own = [Spot(index[one], one) for one in ("A36.19", "A36.21")]
    for others in (["A42.22", "A41.22"], ["A30.19", "A31.18"], ["A42.18", "A41.18"]):
        inset = Inset(
            board=board,
            spots=own,
            others=[index[one] for one in others],
            other_word="CW",
            own_legend="Axis set-up hex, with what goes there",
            other_legend="Commonwealth stack, set up after you",
        )
        note, middles = note_and_middles(inset)
        assert middles
        for x, y in middles:
            assert not (note.x <= x <= note.x + note.width and note.y <= y <= note.y + note.height)


def test_numbers_of_hexes_are_read_once() -> None:
    """Their pale shadow is no text."""
    source = a_source()
    document = pdf_of(a_plan("setup"), source.drawer)
    text = page_text(document, 0)
    assert text.count("26.22") == 1
    assert ".." not in text


def spots(*names: str) -> list[Spot]:
    board = a_source().board
    return [Spot(board.index[name], name, "1 unit") for name in names]


def hexagons(inset: Inset, height: float = HEIGHT) -> tuple[float, list[float]]:
    """How wide a hex of the map is on paper, and how wide the marks are."""
    block = inset_block(FontMeasure(), inset, WIDTH, height)
    assert block is not None
    ground = next(mark for mark in block.marks if isinstance(mark, BoardMark))
    marks = [mark for mark in block.marks if isinstance(mark, Outline) and len(mark.points) == 6]
    return ground.hex_mm, [max(y for _, y in mark.points) - min(y for _, y in mark.points) for mark in marks]


def test_marks_that_stand_alone_are_drawn_readable() -> None:
    """A front of many hexes makes the scale small; what has room is drawn larger than its hex."""
    hex_mm, widths = hexagons(Inset(a_source().board, spots("A61.19", "A60.17", "B19.19", "B30.10")))
    assert hex_mm < 6.5
    assert min(widths) > 7.0
    hex_mm, widths = hexagons(Inset(a_source().board, spots("A36.19", "A36.20", "A36.21")))
    assert max(widths) <= hex_mm


def test_marks_side_by_side_are_not_made_unreadable() -> None:
    crowd = spots("A38.17", "A38.16", "A39.17", "A40.16", "A40.17", "A61.19", "B2.17", "B8.16", "A36.23")
    hex_mm, _ = hexagons(Inset(a_source().board, crowd), 47.0)
    assert hex_mm >= CROWDED_HEX


def test_large_areas_of_free_choice_are_bordered_and_named() -> None:
    board = a_source().board
    zone = frozenset(board.within(board.index["A50.17"], 5))
    inset = Inset(board, spots("A50.17"), areas=(FreeArea("Round Bir Enba", zone),))
    block = inset_block(FontMeasure(), inset, WIDTH, HEIGHT)
    assert block is not None
    border = [mark for mark in block.marks if isinstance(mark, Stroke) and mark.dashed]
    assert len(border) > 10
    for mark in border:
        assert -1e-6 <= min(mark.x1, mark.x2) <= max(mark.x1, mark.x2) <= WIDTH + 1e-6
        assert -1e-6 <= min(mark.y1, mark.y2) <= max(mark.y1, mark.y2) <= HEIGHT + 1e-6
    assert any(isinstance(mark, Words) and mark.text == "Free choice: Round Bir Enba" for mark in block.marks)


def test_an_area_alone_makes_a_map_and_one_off_the_map_is_named() -> None:
    board = a_source().board
    far = FreeArea("Far west", frozenset(board.within(board.index["A7.23"], 2)))
    alone = inset_block(FontMeasure(), Inset(board, (), areas=(far,)), WIDTH, HEIGHT)
    assert alone is not None
    inset = Inset(board, spots("A50.17", "A51.17"), areas=(far,))
    block = inset_block(FontMeasure(), inset, WIDTH, HEIGHT)
    assert block is not None
    words = "".join(mark.text for mark in block.marks if isinstance(mark, Words))
    assert "Off this map: Far west" in words
    assert inset_block(FontMeasure(), Inset(board, ()), WIDTH, HEIGHT) is None


def test_the_sheet_shows_where_units_may_be_put() -> None:
    text = a_plan("setup", "italian-invasion", side="allied").text()
    assert "Free choice: Egypt, column A51 and east of it" in text


def test_the_legend_tells_only_of_marks_that_are_shown() -> None:
    board = a_source().board
    for other, is_told in (("A42.18", True), ("B30.10", False)):
        inset = Inset(
            board,
            spots("A41.18", "A41.20"),
            others=[board.index[other]],
            other_word="CW",
            own_legend="Own",
            other_legend="Theirs",
        )
        block = inset_block(FontMeasure(), inset, WIDTH, HEIGHT)
        assert block is not None
        texts = [mark.text for mark in block.marks if isinstance(mark, Words)]
        assert ("Theirs" in texts) is is_told


def names_of(inset: Inset) -> tuple[BoardMark, dict[str, QRectF]]:
    """The ground of a small map, and where on the board the names on it lie."""
    block = inset_block(FontMeasure(), inset, WIDTH, HEIGHT)
    assert block is not None
    ground = next(mark for mark in block.marks if isinstance(mark, BoardMark))
    seen = QRectF(ground.left, ground.top, ground.width / ground.hex_mm, ground.height / ground.hex_mm)
    painter = a_source().boards[ground.sheet]
    layer = next(layer for layer in painter.layers if isinstance(layer, NameLayer))
    box = ViewBox(seen, ground.detail, covered=ground.covered)
    names = layer.names(box.detail.lettering, box.detail.place_kinds, box.covered)
    return ground, {name.text: name.box for name, _ in names if seen.contains(QPointF(*name.spot))}


@pytest.mark.parametrize(
    ("hexes", "places"),
    [
        (("A44.21", "A43.20", "A44.19"), ("Bardia", "Fort Capuzzo", "Sollum")),
        (("A36.23", "A36.22", "A37.22"), ("TOBRUK", "El Adem", "El Duda")),
        (("A40.21", "A41.21", "A42.20", "A43.21"), ("Gambut", "Gasr el Arid", "Sidi Azeiz")),
    ],
)
def test_names_keep_off_the_marks_and_inside_the_map(hexes: tuple[str, ...], places: tuple[str, ...]) -> None:
    inset = Inset(board=a_source().board, spots=spots(*hexes), own_legend="Axis set-up hex")
    ground, names = names_of(inset)
    assert set(places) <= names.keys()
    for place in places:
        for box in ground.covered:
            mark = QRectF(*box).adjusted(0.1, 0.1, -0.1, -0.1)
            assert not mark.intersects(names[place]), f"{place} is covered"


def test_names_are_where_they_were_on_maps_without_marks() -> None:
    painter = a_source().boards[0]
    layer = next(layer for layer in painter.layers if isinstance(layer, NameLayer))
    detail = ViewBox(QRectF(0, 0, 9, 9), 48.0).detail
    bare = layer.names(detail.lettering, detail.place_kinds)
    assert [name for name, _ in layer.names(detail.lettering, detail.place_kinds, ())] == [n for n, _ in bare]


def free_choices(*choices: PlacementDef) -> PrintSource:
    """The set-up of one side as free choices, by the rules of free play."""
    found = Library().scenario("afrika/operation-crusader")
    scenario = next(one for one in found.module.scenarios if one.id == found.scenario)
    pieces = iter([piece for one in scenario.sides["axis"].placements for piece in one.pieces])
    placements = tuple(one.model_copy(update={"pieces": (next(pieces), next(pieces))}) for one in choices)
    side = scenario.sides["axis"].model_copy(update={"placements": placements})
    sides = {**scenario.sides, "axis": side}
    changed = (scenario.model_copy(update={"sides": sides}),)
    module = found.module.model_copy(update={"scenarios": changed, "ruleset": None})
    return print_source(new_game(module, scenario.id, 0), found.module.id)


def test_several_free_choices_are_told_apart_by_letters() -> None:
    near = PlacementDef(near="A36.23", within=2, apart=True)
    fortress = PlacementDef(zones=("tobruk-fortress",), split=True)
    wide = PlacementDef(near="A10.22", within=6)
    source = free_choices(near, fortress, wide)
    plan = make_plan(source, Wishes(side="axis"))
    words = [mark.text for _, _, mark in plan.pages[0].marks() if isinstance(mark, Words)]
    assert "Near A10.22 (a)" in words
    assert "Near A36.23 Tobruk (b)" in words
    assert "Tobruk Fortress (c)" in words
    assert words.count("b c") == 4, "hexes of both bear both letters"
    assert words.count("b") >= 4
    text = " ".join(plan.text().split())
    assert "Each unit on its own, no two in one place, any hex within 2 of it: A34.23" in text
    assert "Each unit on its own, any hex of the area: A35.24" in text
    assert "All together, any hex within 6 of it." in text
    alone = make_plan(free_choices(near), Wishes(side="axis"))
    assert "Near A36.23 Tobruk" in alone.text().splitlines()


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("order", ["hex", "formation"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_notes_cover_no_hex_that_is_set_up(scenario: str, order: str, paper: str) -> None:
    plan = a_plan("setup", scenario, order=order, paper=paper)
    maps = [placed.block for page in plan.pages for placed in page.blocks if placed.block.name == "inset map"]
    assert len(maps) >= 2
    for block in maps:
        notes = [mark for mark in block.marks if isinstance(mark, Frame) and mark.weight == 0.15]
        hexes = [mark.points for mark in block.marks if isinstance(mark, Outline) and len(mark.points) == 6]
        assert hexes
        for note in notes:
            area = QRectF(note.x, note.y, note.width, note.height)
            for points in hexes:
                assert not any(area.contains(QPointF(x, y)) for x, y in points)
                assert not area.contains(QPointF(*(sum(parts) / 6 for parts in zip(*points, strict=True))))


LONG_FRONT = (
    "A34.23 A34.22 A35.22 A36.21 A37.23 A37.22 A40.22 A40.21 A32.21 A33.19 A35.20 A36.19 "
    "A41.21 A41.20 A42.20 A43.21 A43.20 A44.21 A44.19 A44.18 A7.23"
)


@pytest.mark.parametrize("height", [40.0, 47.0, 54.0, 62.0])
def test_no_hex_a_row_below_is_left_out_and_no_mark_is_cut_through(height: float) -> None:
    inset = Inset(a_source().board, spots(*LONG_FRONT.split()))
    assert [spot.number for spot in left_out(inset, 186.0, height)] == ["A7.23"]
    block = inset_block(FontMeasure(), inset, 186.0, height)
    assert block is not None
    hexes = [mark.points for mark in block.marks if isinstance(mark, Outline) and len(mark.points) == 6]
    assert len(hexes) == len(inset.spots) - 1
    for x, y in (point for points in hexes for point in points):
        assert 0.0 <= x <= 186.0
        assert 0.0 <= y <= height


def test_a_near_free_choice_is_shown_and_the_legend_tells_only_then_of_it() -> None:
    plan = a_plan("setup", side="allied")
    block = next(one.block for page in plan.pages for one in page.blocks if one.block.name == "inset map")
    words = " ".join(mark.text for mark in block.marks if isinstance(mark, Words))
    assert all(name in words for name in ("A35.24", "A35.23", "A36.23", "A36.22"))
    assert "Tobruk Fortress" not in words
    assert "(dashed: free choice)" in words
    board = a_source().board
    own = spots("A60.17", "A61.18", "A62.18")
    free = [replace(one, is_free=True, group="Far") for one in spots("A7.23", "A8.23")]
    far = Inset(board, [*own, *free], own_legend="Own", free_legend=" (dashed)")
    off = inset_block(FontMeasure(), far, 186.0, 54.0)
    assert off is not None
    words = " ".join(mark.text for mark in off.marks if isinstance(mark, Words))
    assert "Off this map: Far" in " ".join(words.split())
    assert "Own" in words
    assert "dashed" not in words
