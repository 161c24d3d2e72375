"""Figures as people write them."""

from fractions import Fraction

import pytest

from app.player.figures import amount_of, counted, fractions, percent, points, signed, strength


@pytest.mark.parametrize(
    ("amount", "scale", "text"),
    [(9, 6, "1½"), (2, 6, "⅓"), (24, 6, "4"), (5, 6, "⅚"), (7, 10, "0.70"), (0, 6, "0"), (-3, 2, "−1½")],
)
def test_points(amount: int, scale: int, text: str) -> None:
    assert points(amount, scale) == text


def test_strengths_and_signs() -> None:
    assert [strength(v) for v in (8.0, 2.5, 0.25, 3.333333)] == ["8", "2½", "¼", "3.33"]
    assert [signed(v) for v in (2, -1, 0)] == ["+2", "−1", "0"]


def test_percent_never_says_zero_for_something() -> None:
    assert percent(0, 36) == "0 %"
    assert percent(1, 36) == "3 %"
    assert percent(1, 1000) == "< 1 %"


def test_counted_and_fractions_in_words() -> None:
    assert counted(1, "hex", "hexes") == "1 hex"
    assert counted(3, "hex", "hexes") == "3 hexes"
    assert fractions("2 1/2") == "2½"
    assert fractions("1/3 MP, 6 2/3 left") == "⅓ MP, 6⅔ left"
    assert fractions("9/7") == "9/7"


def test_amounts_are_read_back() -> None:
    assert amount_of("2½") == Fraction(5, 2)
    assert amount_of("+2") == 2
    assert amount_of("⅓") == Fraction(1, 3)
    assert amount_of("series") is None
    assert amount_of("") is None
