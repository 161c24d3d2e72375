"""A sample of the sheets that `python -m tests.perf.slicing` holds the slicer against by the hundred: small
ones, so that it is quick. The slicer may ask; it may never be wrong while it is sure.
"""

from __future__ import annotations

import pytest

from app.importing.slicing.finding import Stopped, find_grid
from app.importing.slicing.helping import grid_with_help
from app.importing.slicing.sheet import Sheet
from tests.app.importing.sheet_checks import box_around, compared
from tests.fixtures.sheet_designs import stress
from tests.fixtures.sheet_scans import Scan, scan

SMALL = 80.0
"""The longer edge of the sheets, about, in millimetres."""


@pytest.mark.parametrize("number", range(7))
def test_ruled_sheets(number: int) -> None:
    known = scan(stress(number, "ruled", SMALL))
    outcome = compared(find_grid(Sheet(known.picture)), known)
    assert outcome.word != "WRONG", outcome


@pytest.mark.parametrize("number", range(4))
def test_poor_sheets(number: int) -> None:
    sheet = stress(number, "poor", SMALL)
    known = scan(sheet)
    outcome = compared(find_grid(Sheet(known.picture)), known, 0.03)
    assert outcome.word_at(0.97) != "WRONG", outcome
    block = sheet.design.blocks[0]
    own = Scan(known.picture, tuple(counter for counter in known.counters if counter.block == 0))
    box = box_around(own, 0, sheet.spoiling.dpi / 60)
    helped = compared(grid_with_help(Sheet(known.picture), block.columns, block.rows, box), own, 0.03)
    assert helped.word_at(0.97) != "WRONG", helped


@pytest.mark.parametrize("number", range(4))
def test_bent_sheets(number: int) -> None:
    known = scan(stress(number, "bent", SMALL))
    outcome = compared(find_grid(Sheet(known.picture)), known, 0.03)
    assert outcome.word_at(0.97) != "WRONG", outcome


def test_a_search_can_be_stopped_at_any_point() -> None:
    known = scan(stress(1, "ruled", SMALL))
    shares: list[float] = []
    find_grid(Sheet(known.picture), shares.append)
    assert shares == sorted(shares)
    assert len(shares) > 4
    for last in (0, len(shares) // 2, len(shares) - 1):
        seen: list[float] = []

        def watch(share: float, seen: list[float] = seen, last: int = last) -> None:
            seen.append(share)
            if len(seen) > last:
                raise Stopped

        with pytest.raises(Stopped):
            find_grid(Sheet(known.picture), watch)
