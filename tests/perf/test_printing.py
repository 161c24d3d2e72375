"""The budgets of printing: set-up sheet of the largest scenario below 3 s, all its counters below 10 s.

Processor time counts: the whole way from the scenario to the bytes of the file, with maps read from the disk.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from app.exporting.headless import need_painting
from app.exporting.kinds import Wishes, make_plan, print_source
from app.exporting.writing import finished, pdf_making
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from tests.perf.measuring import LARGEST


def seconds_of(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def printed(kind: str) -> bytes:
    """A PDF made from nothing but the module's files."""
    module = load_module(builtin_modules()[LARGEST[0]])
    source = print_source(new_game(module, LARGEST[1], 0), LARGEST[0])
    return finished(pdf_making(make_plan(source, Wishes(kind=kind)), source.drawer))


@pytest.mark.parametrize(
    ("kind", "budget"), [("setup", 3.0), ("counters", 10.0), ("schedule", 3.0), ("charts", 3.0)]
)
def test_sheets_are_printed_in_time(kind: str, budget: float, leeway: float) -> None:
    need_painting()
    taken = seconds_of(lambda: printed(kind))
    assert taken < budget * leeway, f"{kind}: {taken:.2f} s"


def test_laying_out_again_feels_immediate(leeway: float) -> None:
    """The preview of the dialog is laid out anew at every choice."""
    need_painting()
    module = load_module(builtin_modules()[LARGEST[0]])
    source = print_source(new_game(module, LARGEST[1], 0), LARGEST[0])
    make_plan(source, Wishes())
    times = sorted(seconds_of(lambda: make_plan(source, Wishes(order="formation"))) for _ in range(5))
    assert times[2] < 0.15 * leeway
