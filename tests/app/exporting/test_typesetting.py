"""Setting words with a measure that counts letters."""

from __future__ import annotations

import pytest

from app.exporting.plan import Block, Face, Style
from app.exporting.typesetting import (
    Run,
    in_columns,
    one_line,
    paragraph,
    paragraphs,
    placed_columns,
    set_lines,
    stacked,
)

PLAIN = Style(Face.TEXT, 10.0)
BOLD = Style(Face.STRONG, 10.0)


class Letters:
    """Every letter is one millimetre wide."""

    def width(self, text: str, style: Style) -> float:
        return float(len(text))


def lines(runs: list[Run], width: float) -> list[str]:
    return ["".join(word.text for word in line) for line in set_lines(Letters(), runs, width)]


def test_lines_break_between_words_and_carry_no_blank_over() -> None:
    assert lines([Run("one two three", PLAIN)], 8) == ["one two", "three"]


def test_runs_keep_their_lettering_and_place() -> None:
    line = set_lines(Letters(), [Run("Axis: ", BOLD), Run("holds it", PLAIN)], 40)[0]
    assert [(word.text, word.x) for word in line] == [("Axis: ", 0.0), ("holds it", 6.0)]


def test_glued_runs_stay_with_the_word_before() -> None:
    runs = [Run("name of unit", PLAIN), Run("\u00a0", PLAIN, glued=True), Run("8-6-9", BOLD, glued=True)]
    assert lines(runs, 13) == ["name of", "unit\u00a08-6-9"]


def test_words_wider_than_the_line_are_broken_by_letters() -> None:
    assert "".join(lines([Run("abcdefghij", PLAIN)], 4)) == "abcdefghij"
    assert all(len(line) <= 4 for line in lines([Run("abcdefghij", PLAIN)], 4))


def test_short_lines_end_in_dots_where_they_must() -> None:
    assert one_line(Letters(), "seven letters", PLAIN, 20) == "seven letters"
    assert one_line(Letters(), "seven letters", PLAIN, 6) == "seven…"


def test_paragraphs_grow_with_their_lines() -> None:
    one = paragraph(Letters(), [Run("a b", PLAIN)], 10)
    two = paragraph(Letters(), [Run("aaaa bbbb cccc", PLAIN)], 10)
    assert two.height == one.height * 2


def test_columns_are_level_and_keep_the_order() -> None:
    blocks = [Block(10, 10, (), str(number)) for number in range(7)]
    columns, taken = in_columns(blocks, 3, 100, 2)
    assert taken == 7
    assert [[block.name for block in column] for column in columns] == [
        ["0", "1", "2"],
        ["3", "4", "5"],
        ["6"],
    ]
    placed, lowest = placed_columns(columns, 5, 20, 50, 2)
    assert (placed[3].x, placed[3].y) == (55, 20)
    assert lowest == 54


def test_what_does_not_fit_is_left_for_the_next_page() -> None:
    blocks = [Block(10, 10, (), str(number)) for number in range(9)]
    assert in_columns(blocks, 2, 25, 2)[1] == 4
    assert in_columns([Block(10, 99, ())], 2, 25, 2)[1] == 0


def test_blocks_stack_with_a_gap() -> None:
    both = stacked([Block(10, 5, ()), Block(20, 7, ())], 2, "both")
    assert (both.width, both.height, both.name) == (20, 14, "both")


def test_whole_runs_stay_on_one_line_where_they_can() -> None:
    """A name of two words is not parted, unless it alone is wider than the line."""
    assert lines([Run("one", PLAIN), Run("two three", PLAIN, whole=True)], 10) == ["one", "two three"]
    assert lines([Run("two three", PLAIN, whole=True)], 6) == ["two", "three"]


def test_paragraphs_are_divided_at_lines() -> None:
    runs = [Run(" ".join(["word"] * 36), PLAIN)]
    whole = paragraph(Letters(), runs, 30)
    parts = paragraphs(Letters(), runs, 30, whole.height / 2 + 1.0)
    assert len(parts) == 2
    assert sum(part.height for part in parts) == pytest.approx(whole.height)
    assert sum(len(part.marks) for part in parts) == len(whole.marks)


def test_no_line_ends_with_a_dot_between_two_parts() -> None:
    runs = [Run("alpha 1", PLAIN, whole=True), Run("\u00a0· ", PLAIN, glued=True)]
    runs += [Run("beta 22", PLAIN, whole=True), Run("\u00a0· ", PLAIN, glued=True)]
    runs += [Run("gamma", PLAIN, whole=True)]
    for width in range(6, 30):
        found = lines(runs, width)
        assert " ".join(found).replace("\u00a0", " ").replace(" ·", "").split() == [
            "alpha",
            "1",
            "beta",
            "22",
            "gamma",
        ]
        assert not any(line.strip("\u00a0 ").startswith("·") or line.rstrip().endswith("·") for line in found)
    assert lines(runs, 17) == ["alpha 1\u00a0· beta 22", "gamma"]
