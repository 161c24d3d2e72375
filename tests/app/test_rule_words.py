"""Rule numbers as narrow columns show them."""

import pytest

from app.rule_words import brief_rule


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ("6.2c", "6.2c"),
        ("series 9.1b", "series 9.1b"),
        ("5.4: trucks", "5.4"),
        ("terrain chart", "terrain chart"),
        ("series: movement", ""),
        ("", ""),
    ],
)
def test_a_rule_is_named_by_its_number_or_not_at_all(rule: str, shown: str) -> None:
    assert brief_rule(rule) == shown
