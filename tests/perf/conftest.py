"""Measurements run alone, never beside other tests: everything in this folder is marked ``perf``."""

from pathlib import Path

import pytest

from tests.perf.measuring import slowness as measure_slowness

HERE = Path(__file__).parent
NOISE = 1.3


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies here."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.perf)


@pytest.fixture
def slowness() -> float:
    """How many times slower than the machine of the budgets this one is just now; multiply budgets by it.

    Never less than 1, and with some room, because other work may begin right after it was measured.
    """
    return max(1.0, measure_slowness()) * NOISE
