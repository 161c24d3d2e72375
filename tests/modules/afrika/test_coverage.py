"""COVERAGE.md names every rule, erratum, clarification and ruling, and cites only what exists."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
RULES = ROOT / "modules/afrika/rules"
TESTS = ROOT / "tests/modules/afrika"
LETTERED = (
    *("1.9a", "1.9b", "3.2a", "3.2b", "4.2a", "4.2b", "5.0a", "5.1a", "5.1b", "5.1c"),
    *("5.4a", "5.4b", "5.4c", "5.4d", "6.2a", "6.2b", "6.2c", "6.2d", "6.2e", "7.1a", "7.1b", "7.1c"),
)
LAST = {"1": 9, "2": 8, "3": 4, "4": 3, "5": 4, "6": 3, "7": 4, "8": 7}


@dataclass(frozen=True)
class Row:
    """One row of the table."""

    number: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    status: str


def rows() -> Iterator[Row]:
    for line in (ROOT / "modules/afrika/COVERAGE.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 5 and cells[0] not in ("no.", "---"):
            yield Row(cells[0], _cited(cells[2]), _cited(cells[3]), cells[4])


def _cited(cell: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([^`]+)`", cell))


def numbers_of_the_rulebook() -> Iterator[str]:
    for section, last in LAST.items():
        for number in range(1, last + 1):
            yield f"{section}.{number}"
    yield from ("3.0", "5.0", "8.0")
    yield from LETTERED
    yield from ("OOA Axis", "OOA CW")
    for letter, last in (("E", 14), ("C", 30), ("R", 35)):
        for number in range(1, last + 1):
            yield f"{letter}{number}"


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_every_number_stands_there_once() -> None:
    found = [row.number for row in rows()]
    assert sorted(found) == sorted(numbers_of_the_rulebook())


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: row.number)
def test_what_is_cited_exists(row: Row) -> None:
    assert row.code
    assert row.tests
    for cited in row.code:
        file, _, name = cited.partition(":")
        assert re.search(rf"^\s*(def|class) {name}\b", text_of(RULES / file), re.MULTILINE), cited
    for cited in row.tests:
        file, _, name = cited.partition("::")
        assert re.search(rf"^def {name}\b", text_of(TESTS / file), re.MULTILINE), cited


def test_nothing_is_left_undone() -> None:
    assert {row.status.partition(":")[0] for row in rows()} <= {"done", "names only"}
