"""The budgets of play: measured beside python-chess, and stretched by how slow this machine is now."""

from __future__ import annotations

import pytest

from tests.perf.measuring import Measured, leeway, measure


@pytest.fixture(scope="module")
def measured() -> tuple[list[Measured], float, float]:
    return measure()


def test_every_budget_is_kept(measured: tuple[list[Measured], float, float]) -> None:
    figures, _, slow = measured
    broken = [
        f"{figure.what}: {figure.value:.2f} {figure.unit}, budget {figure.budget}"
        for figure in figures
        if not figure.is_kept(leeway(slow))
    ]
    assert broken == []


def test_random_play_stands_beside_chess(measured: tuple[list[Measured], float, float]) -> None:
    """Goal: one action of the whole rules for eight moves of chess, in the same run."""
    figures, chess_rate, _ = measured
    assert figures[0].value > chess_rate / 8 / leeway(1.0)
