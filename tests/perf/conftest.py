"""Measurements run alone, never beside other tests: everything in this folder is marked ``perf``."""

from pathlib import Path

import pytest

from tests.perf.measuring import leeway as measure_leeway
from tests.perf.measuring import slowness

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies here."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.perf)


@pytest.fixture
def leeway() -> float:
    """What to multiply every budget of time by in a test: see :func:`tests.perf.measuring.leeway`."""
    return measure_leeway(slowness())
