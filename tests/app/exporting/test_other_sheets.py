"""Schedule, map, charts, aid and cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeGuard

import pypdfium2
import pytest

from app.exporting.card_sheet import HEIGHT, WIDTH
from app.exporting.chart_tables import spoken
from app.exporting.counter_sheet import UNPRINTED
from app.exporting.kinds import Wishes, make_plan, print_source
from app.exporting.map_sheet import OVERLAP, tile_name
from app.exporting.paper import PAPERS
from app.exporting.plan import BoardMark, CardMark, Mark, Page, Stroke, Words
from app.exporting.source import PrintSource
from engine.definition.card import CardDef, CardFaceDef, DeckDef
from engine.game import new_game
from engine.protocol import Library
from tests.app.exporting.sheets import POINT, a_plan, a_source, page_size, page_text, pdf_of
from tests.fixtures.free_module import a_free_module


def test_the_schedule_names_every_turn_and_entry() -> None:
    source = a_source("italian-invasion")
    plan = a_plan("schedule", "italian-invasion")
    blocks = [placed.block.name for page in plan.pages for placed in page.blocks]
    turns = [name for name in blocks if name.startswith("turn ")]
    assert turns == [f"turn {number}" for number in range(1, 29)]
    drawn = [mark.piece for mark in plan.counters()]
    due = [name for entry in source.schedule() for name in entry.pieces]
    assert sorted(drawn) == sorted(due)
    text = " ".join(plan.text().split())
    for part in (
        "Arrive in the Tripoli Box",
        "Arrive at B19.19 Alexandria",
        "Released from the Restriction Box to Mersa Matruh",
        "3 replacements",
        "Tiger Convoy",
        "Withdraw",
        "Only with Trento truck option on.",
        "ends short version",
        "Axis variable reinforcements",
        "reconstruction*",
    ):
        assert part in text, part


def test_the_schedule_begins_where_the_game_stands() -> None:
    assert a_plan("schedule", "gazala").pages[0].blocks[2].block.name == "turn 22"


def test_charts_carry_their_source_and_reasons() -> None:
    source = a_source()
    plan = a_plan("charts")
    names = [placed.block.name for page in plan.pages for placed in page.blocks]
    text = " ".join(plan.text().split())
    for chart in source.module.charts:
        assert names.count(chart.title) == 1
        if chart.reasoning:
            assert " ".join(chart.reasoning.split())[:20] in text
    marked = sum(chart.source == "reconstruction" for chart in source.module.charts)
    marked += sum(one.source == "reconstruction" for one in source.module.constants)
    assert text.count("reconstruction*") >= marked
    assert "A1D2r1" in text
    for constant in source.module.constants:
        assert constant.title.split()[0] in text


def test_the_aid_tells_the_whole_sequence() -> None:
    text = " ".join(a_plan("aid").text().split())
    for phase in a_source().module.phases():
        assert " ".join(phase.title.split()) in text
        assert phase.rule.split(",")[0] in text
    assert "Combat results" in text


@pytest.mark.parametrize("kind", ["aid", "charts"])
def test_the_combat_results_are_read_at_arms_length(kind: str) -> None:
    """Cells of charts over the whole width are set in eight points, others never in less than six."""
    plan = a_plan(kind)
    sizes = {
        mark.text: mark.style.size for page in plan.pages for _, _, mark in page.marks() if is_words(mark)
    }
    assert sizes["A1D2r1"] >= 8.0
    assert sizes["Two dice"] >= 6.4
    assert sizes["captured"] >= 6.0


def is_words(mark: Mark) -> TypeGuard[Words]:
    return isinstance(mark, Words)


def test_labels_of_charts_are_names_as_people_write_them() -> None:
    text = a_plan("charts").text().splitlines()
    assert "O'Connor standard" in text
    assert "MP" in text
    assert not [line for line in text if line.lower().startswith("oconnor")]
    words = {"oconnor": "O'Connor", "mp": "MP", "road": "Road", "A7.23": "A7.23 Benghazi"}
    assert spoken("oconnor-fair", words) == "O'Connor fair"
    assert spoken("off-road", words) == "off road"
    assert spoken("A7.23", words) == "A7.23 Benghazi"
    assert spoken("1-3", words) == "1-3"


def test_the_aid_of_the_desert_is_a_single_sheet_of_two_pages() -> None:
    assert len(a_plan("aid").pages) == 2


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_tiles_cover_the_map_and_overlap(paper: str) -> None:
    plan = a_plan("map", paper=paper, hex_mm=16.0)
    guide, *tiles = plan.pages
    assert guide.name == "assembly guide"
    found = [next(m for _, _, m in page.marks() if isinstance(m, BoardMark)) for page in tiles]
    width, height = (length * 16.0 for length in a_source().board.size(0))
    lefts = sorted({round(mark.left * 16.0, 3) for mark in found})
    tops = sorted({round(mark.top * 16.0, 3) for mark in found})
    assert len(found) == len(lefts) * len(tops)
    assert lefts[0] == tops[0] == 0
    assert max(mark.left * 16.0 + mark.width for mark in found) == pytest.approx(width)
    assert max(mark.top * 16.0 + mark.height for mark in found) == pytest.approx(height)
    for one, other in pairwise(lefts):
        across = next(mark.width for mark in found if round(mark.left * 16.0, 3) == one)
        assert one + across - other == pytest.approx(OVERLAP)
    for mark, page in zip(found, tiles, strict=True):
        assert mark.hex_mm == 16.0
        assert mark.x + mark.width <= page.width - 7.9
        assert mark.y + mark.height <= page.height - 7.9


def test_a_map_that_fits_on_a_page_is_one_page() -> None:
    """No guide how one tile goes together; where the data come from is said on it."""
    found = Library().scenario("tutorial/first")
    source = print_source(new_game(found.module, found.scenario, 0), found.module.id)
    plan = make_plan(source, Wishes(kind="map"))
    assert [page.name for page in plan.pages] == ["map"]
    assert "16 mm to a hex, print at 100 %" in plan.text()
    assert "Map, counters and rules are our own." in " ".join(plan.text().split())
    assert "tile" not in plan.text()


def number_places(
    document: pypdfium2.PdfDocument, page: int, names: Sequence[str]
) -> dict[str, tuple[float, float]]:
    """The middles of printed hex numbers on a page, in millimetres from its upper left corner."""
    text = document[page].get_textpage()
    height = document[page].get_height()
    found = {}
    for name in names:
        place = text.search(name).get_next()
        if place is None:
            continue
        boxes = [text.get_charbox(place[0] + n, loose=True) for n in range(place[1])]
        left, right = min(box[0] for box in boxes), max(box[2] for box in boxes)
        middle = (min(box[1] for box in boxes) + max(box[3] for box in boxes)) / 2
        found[name] = ((left + right) / 2 * POINT, (height - middle) * POINT)
    return found


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_joined_are_true_to_scale(paper: str) -> None:
    """From hex to hex over the joints, measured in the file: tiles laid over each other to the marks.

    Only of columns that map B has not: its hexes are printed without their letter, too.
    """
    plan = a_plan("map", paper=paper, hex_mm=16.0)
    document = pdf_of(plan, a_source().drawer)
    board = a_source().board
    names = [f"{column}.{row}" for column in range(38, 60, 2) for row in range(8, 30, 2)]
    joined: dict[str, tuple[float, float]] = {}
    tiles = set()
    for number, page in enumerate(plan.pages[1:], 1):
        mark = next(mark for _, _, mark in page.marks() if isinstance(mark, BoardMark))
        for name, (x, y) in number_places(document, number, names).items():
            inside = mark.x + 8 < x < mark.x + mark.width - 8 and mark.y + 8 < y < mark.y + mark.height - 8
            if inside and f"A{name}" in board.index:
                joined[name] = x - mark.x + mark.left * 16.0, y - mark.y + mark.top * 16.0
                tiles.add(number)
    assert len(tiles) >= 4
    assert len(joined) > 60
    corner = min(joined)
    first, start = joined[corner], board.center(board.index[f"A{corner}"])
    for name, place in joined.items():
        end = board.center(board.index[f"A{name}"])
        assert place[0] - first[0] == pytest.approx((end[0] - start[0]) * 16.0, abs=0.1), name
        assert place[1] - first[1] == pytest.approx((end[1] - start[1]) * 16.0, abs=0.1), name


def test_the_whole_map_is_one_page_of_its_own_size() -> None:
    plan = a_plan("map", one_sheet=True, hex_mm=5.0)
    assert len(plan.pages) == 1
    width, height = (length * 5.0 + 18.0 for length in a_source().board.size(0))
    across, down = page_size(pdf_of(plan, a_source().drawer), 0)
    assert across == pytest.approx(width, abs=0.2)
    assert down == pytest.approx(height, abs=0.2)


def test_tiles_are_counted_like_a_table() -> None:
    assert tile_name((0, 0)) == "A1"
    assert tile_name((4, 2)) == "C5"
    assert tile_name((0, 26)) == "AA1"


def a_deck(count: int) -> PrintSource:
    """A module with so many cards."""
    cards = tuple(
        CardDef(
            id=f"c{n}",
            title=f"Card {n}",
            deck="events",
            number=n,
            faces=(CardFaceDef(title=f"Surprise {n}", text="Draw a marker.", when="Any time"),),
        )
        for n in range(1, count + 1)
    )
    deck = DeckDef(id="events", title="Events")
    module = a_free_module().model_copy(update={"cards": cards, "decks": (deck,)})
    return print_source(new_game(module, module.scenarios[0].id, 0), "meeting")


def cards_on(page: Page) -> list[CardMark]:
    return [mark for _, _, mark in page.marks() if isinstance(mark, CardMark)]


@pytest.mark.parametrize(("paper", "most", "lies"), [("a4", 9, False), ("letter", 8, True), ("a3", 18, True)])
@pytest.mark.parametrize("turn", ["long", "short"])
def test_as_many_cards_as_fit_stand_on_a_page(paper: str, most: int, lies: bool, turn: str) -> None:
    """Backs lie behind their fronts over either edge; no mark is nearer to the edge than printers print."""
    plan = make_plan(a_deck(20), Wishes(kind="cards", paper=paper, turn=turn))
    front, back = plan.pages[:2]
    assert (front.width > front.height) is lies
    assert len(cards_on(front)) == most
    is_over_upper_edge = (turn == "long") is lies
    assert back.turned is is_over_upper_edge
    for one, other in zip(cards_on(front), cards_on(back), strict=True):
        x, y = other.x, other.y
        if back.turned:
            x, y = back.width - x - WIDTH, back.height - y - HEIGHT
        seen = (x, back.height - y - HEIGHT) if is_over_upper_edge else (back.width - x - WIDTH, y)
        assert seen == pytest.approx((one.x, one.y))
    for page in plan.pages:
        for _, _, mark in page.marks():
            if isinstance(mark, Stroke):
                assert UNPRINTED <= min(mark.x1, mark.x2) <= max(mark.x1, mark.x2) <= page.width - UNPRINTED
                assert UNPRINTED <= min(mark.y1, mark.y2) <= max(mark.y1, mark.y2) <= page.height - UNPRINTED
            elif isinstance(mark, Words):
                assert UNPRINTED <= mark.y <= page.height - UNPRINTED


def test_words_and_cards_of_a_sheet_do_not_meet() -> None:
    for paper in PAPERS:
        plan = make_plan(a_deck(20), Wishes(kind="cards", paper=paper))
        for page in plan.pages:
            lines = [mark.y for _, _, mark in page.marks() if isinstance(mark, Words)]
            for card in cards_on(page):
                assert not any(card.y < line < card.y + HEIGHT for line in lines)


def test_cards_have_backs_behind_them() -> None:
    source = a_deck(11)
    plan = make_plan(source, Wishes(kind="cards", paper="a4"))
    assert len(plan.pages) == 4
    for front, back in zip(plan.pages[::2], plan.pages[1::2], strict=True):
        ones = [mark for _, _, mark in front.marks() if isinstance(mark, CardMark)]
        others = [mark for _, _, mark in back.marks() if isinstance(mark, CardMark)]
        assert [mark.card for mark in ones] == [mark.card for mark in others]
        for one, other in zip(ones, others, strict=True):
            assert (one.width, one.height) == (WIDTH, HEIGHT)
            assert other.x == pytest.approx(front.width - one.x - WIDTH)
            assert other.face.is_back
    document = pdf_of(plan, source.drawer)
    assert "Surprise 9" in page_text(document, 0)
    assert "Events" in page_text(document, 1)


def test_a_small_module_prints_everything_it_has() -> None:
    module = a_free_module()
    source = print_source(new_game(module, module.scenarios[0].id, 0), "meeting")
    for kind in ("setup", "counters", "map"):
        plan = make_plan(source, Wishes(kind=kind))
        assert plan.pages
        assert len(pdf_of(plan, source.drawer)) == len(plan.pages)
