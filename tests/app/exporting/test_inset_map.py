"""The small map of the set-up sheet: notes keep off the hexes and the names people look for."""

from __future__ import annotations

import pytest

from app.exporting.fonts import FontMeasure
from app.exporting.inset_map import Inset, Spot, inset_block
from app.exporting.plan import Align, BoardMark, Frame, Words
from tests.app.exporting.sheets import a_plan, a_source, page_text, pdf_of

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
