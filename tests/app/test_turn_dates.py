"""Dates of turns in short."""

import pytest

from app.turn_dates import short_date


@pytest.mark.parametrize(
    ("title", "short"),
    [
        ("September 1940", "Sep 40"),
        ("Day 3", "Day 3"),
        ("Turn 10", "Turn 10"),
        ("May 1942", "May 42"),
        ("", ""),
    ],
)
def test_months_with_a_year_are_shortened_and_all_else_stays(title: str, short: str) -> None:
    assert short_date(title) == short
