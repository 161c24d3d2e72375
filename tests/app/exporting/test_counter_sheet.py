"""Counter sheets: true size, backs behind their fronts, marks in line with the cuts, only what is used."""

from __future__ import annotations

import numpy as np
import pytest

from app.exporting.headless import ExportError
from app.exporting.plan import CounterMark, Page, Stroke
from app.exporting.writing import finished, pdf_making
from app.graphics.painters.face import FaceKind
from tests.app.exporting.sheets import a_plan, a_source, counters_by_piece, gray, pdf_of


def marks(page: Page) -> list[CounterMark]:
    return [mark for _, _, mark in page.marks() if isinstance(mark, CounterMark)]


@pytest.mark.parametrize("edge", [12.7, 15.0, 15.9, 25.0])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_backs_lie_behind_their_fronts(edge: float, paper: str) -> None:
    plan = a_plan("counters", "gazala", counter_mm=edge, paper=paper)
    assert len(plan.pages) % 2 == 0
    for front, back in zip(plan.pages[::2], plan.pages[1::2], strict=True):
        assert "fronts" in front.name
        assert "backs" in back.name
        assert len(marks(front)) == len(marks(back))
        for one, other in zip(marks(front), marks(back), strict=True):
            assert one.piece == other.piece
            assert one.edge == other.edge == edge
            assert other.x == pytest.approx(front.width - one.x - edge)
            assert other.y == one.y
            assert one.x >= 13
            assert one.y + edge <= front.height - 13


def test_only_the_counters_in_use_are_printed_and_all_of_them() -> None:
    source = a_source("operation-compass")
    fronts = counters_by_piece(a_plan("counters", "operation-compass", with_backs=False))
    assert max(fronts.values()) == 1
    setup = source.scenario.sides
    placed = {name for side in setup.values() for place in side.placements for name in place.pieces}
    assert placed <= set(fronts)
    assert "axis-3-3-7-61-trento" not in fronts
    whole = counters_by_piece(a_plan("counters", "operation-compass", only_used=False, with_backs=False))
    assert "axis-3-3-7-61-trento" in whole
    assert len(whole) == sum(not piece.template for piece in source.module.pieces)
    one = counters_by_piece(a_plan("counters", "operation-compass", side="axis"))
    assert all(source.pieces[name].side == "axis" for name in one)


def test_supply_points_of_the_start_are_there() -> None:
    plan = a_plan("counters", "gazala", with_backs=False)
    words = [mark.face.word for mark in plan.counters() if not mark.piece]
    assert words == ["1 SP"] * (6 + 17)


def test_backs_show_the_reduced_side() -> None:
    plan = a_plan("counters")
    faces = {mark.piece: mark.face for mark in marks(plan.pages[1])}
    tank = faces["axis-8-6-9-1-8-15pz"]
    assert tank.is_reduced
    assert tank.values == "4-3-9"
    plain = faces["axis-4-4-12-3-aufk-21pz"]
    assert plain.kind is FaceKind.BACK
    assert (plain.nation, plain.word, plain.formation) == ("Axis · GE", "3 AUFK", "21.Pz")
    bare = [face for face in faces.values() if face.kind is FaceKind.BACK and face.word.isdigit()]
    assert not bare
    assert faces["axis-rommel"].word == "ROMMEL"


def test_cut_marks_stand_in_line_with_every_cut() -> None:
    page = a_plan("counters").pages[0]
    strokes = [mark for _, _, mark in page.marks() if isinstance(mark, Stroke)]
    across = {round(stroke.x1, 3) for stroke in strokes if stroke.x1 == stroke.x2}
    down = {round(stroke.y1, 3) for stroke in strokes if stroke.y1 == stroke.y2}
    for mark in marks(page):
        assert {round(mark.x, 3), round(mark.x + mark.edge, 3)} <= across
        assert {round(mark.y, 3), round(mark.y + mark.edge, 3)} <= down
    for stroke in strokes:
        inside = [
            mark
            for mark in marks(page)
            if mark.x - 1 < stroke.x1 < mark.x + mark.edge + 1
            and mark.y - 1 < stroke.y1 < mark.y + mark.edge + 1
        ]
        assert inside == []


def test_counters_measure_what_they_should_on_paper() -> None:
    """Colour reaches one millimetre beyond the cut on both sides: 17 mm for a counter of 15."""
    plan = a_plan("counters", side="axis")
    document = pdf_of(plan, a_source().drawer)
    dots = 600.0
    picture = gray(document, 0, dots)
    first = marks(plan.pages[0])[0]
    last = [mark for mark in marks(plan.pages[0]) if mark.y == first.y][-1]
    row = round((first.y + 0.4) / 25.4 * dots)
    inner = picture[row, round((first.x - 3) / 25.4 * dots) : round((last.x + 19) / 25.4 * dots)]
    dark = np.flatnonzero(inner < 230)
    wanted = last.x + last.edge - first.x + 2.0
    assert (dark[-1] - dark[0] + 1) / dots * 25.4 == pytest.approx(wanted, abs=0.1)


DOTS = 600.0


def colored(line: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> tuple[float, float]:
    """Where ink begins and ends on a line of the picture, in millimetres, without marks in the margins."""
    margin = round(11.5 / 25.4 * DOTS)
    found = np.flatnonzero(line[margin:-margin] < 240) + margin
    return float(found[0]) / DOTS * 25.4, float(found[-1] + 1) / DOTS * 25.4


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("turn", ["long", "short"])
def test_printed_backs_register_over_either_edge(turn: str, paper: str) -> None:
    """Both pages as ink: the sheet turned over the named edge, the printed areas cover each other.

    Measured along the bleed of the first row, of the last row, which is not full, and of the first column.
    """
    plan = a_plan("counters", counter_mm=25.0, paper=paper, side="allied", turn=turn)
    number = len(plan.pages) - 2
    front = marks(plan.pages[number])
    last = [mark for mark in front if mark.y == front[-1].y]
    assert 0 < len(last) < 6
    document = pdf_of(plan, a_source().drawer)
    seen = gray(document, number, DOTS)
    back = gray(document, number + 1, DOTS)
    through = back[:, ::-1] if turn == "long" else back[::-1, :]
    for y in (front[0].y - 0.5, last[0].y + 25.5):
        row = round(y / 25.4 * DOTS)
        assert colored(seen[row]) == pytest.approx(colored(through[row]), abs=0.1)
    assert colored(seen[round((last[0].y + 25.5) / 25.4 * DOTS)])[1] == pytest.approx(
        last[-1].x + 26.0, abs=0.1
    )
    column = round((front[0].x - 0.5) / 25.4 * DOTS)
    assert colored(seen[:, column]) == pytest.approx(colored(through[:, column]), abs=0.1)


def test_files_tell_printers_how_to_turn_the_sheet() -> None:
    for turn, word in (("long", b"/DuplexFlipLongEdge"), ("short", b"/DuplexFlipShortEdge")):
        plan = a_plan("counters", turn=turn)
        data = finished(pdf_making(plan, a_source().drawer))
        assert data.count(b"/Duplex /") == 1
        assert word in data
        assert f"over the {turn} edge" in plan.subject
        assert f"turned over the {turn} edge" in plan.text()
        assert [page.turned for page in plan.pages] == [False, turn == "short"] * (len(plan.pages) // 2)
    single = finished(pdf_making(a_plan("counters", with_backs=False), a_source().drawer))
    assert b"/Duplex /" not in single
    assert b"/PrintScaling /None" in single
    assert b"/Lang (en-US)" in single


def test_backs_can_be_moved_for_printers_that_are_off() -> None:
    """All of the back moves, crosses too, right and down as one looks at it, whichever edge turns."""
    usual = a_plan("counters")
    for turn in ("long", "short"):
        moved = a_plan("counters", turn=turn, shift=(0.6, -0.4))
        for page, other in zip(usual.pages, moved.pages, strict=True):
            places = [(x, y) for x, y, _ in page.marks()]
            by = (0.6, -0.4) if "backs" in page.name else (0.0, 0.0)
            assert [(x, y) for x, y, _ in other.marks()] == [(x + by[0], y + by[1]) for x, y in places]
    with pytest.raises(ExportError, match="5 mm at most"):
        a_plan("counters", shift=(0.0, 9.0))
    with pytest.raises(ExportError, match="5 mm at most"):
        a_plan("counters", shift=(float("nan"), 0.0))
