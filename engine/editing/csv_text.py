"""Tables as CSV text: what all tables have in common, whatever stands in them.

Commas, semicolons and tabs are understood on reading, so that a table may come from any spreadsheet; commas
are written.
"""

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, HasId

MAX_LINES = 20_000
#: Bigger numbers are slips of the pen.
MOST = 10**9


@dataclass(frozen=True, slots=True)
class Difference:
    """One line that differs: `new`, `gone` or `changed`, with the fields and both values in words."""

    kind: str
    name: str
    fields: tuple[tuple[str, str, str], ...] = ()

    def words(self) -> str:
        """The difference as people read it."""
        if self.kind != "changed":
            return f"{self.name}: {self.kind}"
        return f"{self.name}: " + ", ".join(f"{field} {old or 'empty'} → {new or 'empty'}"
                                           for field, old, new in self.fields)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableImport:
    """A table read in: the module it leads to, and what differs."""

    module: ModuleDef
    differences: tuple[Difference, ...]


Fields = tuple[tuple[str, str, str], ...]
Row = Mapping[str, str]
Thing = TypeVar("Thing", bound=HasId)
Made = TypeVar("Made")
ORDER: Fields = (("order", "as before", "as in the table"),)


def made_of(rows: Iterable[tuple[int, Row]], make: Callable[[Row], Made]) -> list[Made]:
    """A thing for each line of a table; a refusal names the line."""
    found: list[Made] = []
    for line, row in rows:
        try:
            found.append(make(row))
        except EditRefused as refused:
            raise EditRefused(f"line {line}: {refused.text}", refused.hint) from None
    return found


def need_once(things: Iterable[Thing], what: str) -> None:
    """Refuses an id that comes twice."""
    twice = doubled(thing.id for thing in things)
    if twice:
        raise EditRefused(f"the id '{twice}' is in the table twice", f"give each {what} an id of its own")


def differences_of(
    old: Sequence[Thing], new: Sequence[Thing], fields: Callable[[Thing, Thing], Fields]
) -> tuple[Difference, ...]:
    """What is gone, new, changed in its fields, or in another order."""
    before, after = {thing.id: thing for thing in old}, {thing.id: thing for thing in new}
    found = [Difference("gone", name) for name in before if name not in after]
    for name, thing in after.items():
        was = before.get(name)
        if was is None:
            found.append(Difference("new", name))
        elif was is not thing:
            found.append(Difference("changed", name, fields(was, thing)))
    kept = [[name for name in one if name in other] for one, other in ((before, after), (after, before))]
    return (*found, *([Difference("changed", "lines", ORDER)] if kept[0] != kept[1] else ()))


def shown(value: object) -> str:
    """A value as a cell of a table."""
    if value is None or value is False:
        return ""
    if value is True:
        return "yes"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value)


def number_of(what: str, text: str) -> float:
    """A number somebody wrote, with a point or a comma; refuses other words."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise EditRefused(f"{what}: a number is wanted, not '{text}'", "write digits") from None


def whole_of(what: str, text: str) -> int:
    """A whole number somebody wrote; refuses fractions and other words."""
    number = number_of(what, text)
    if not number.is_integer() or abs(number) > MOST:
        raise EditRefused(f"{what}: a whole number is wanted, not '{text}'", "write digits only")
    return int(number)


def doubled(names: Iterable[str]) -> str | None:
    """The first name that comes twice."""
    return next((name for name, count in Counter(names).items() if count > 1), None)


def table_text(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> str:
    """Rows as a CSV text with their columns in the first line."""
    return lines_text([columns, *([row[column] for column in columns] for row in rows)])


def lines_text(lines: Iterable[Sequence[str]], mark: str = ",") -> str:
    """Lines of cells as a text; cells with line breaks of any kind are quoted, so that they are read back."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=mark, lineterminator="\r\n")
    found: list[str] = []
    for cells in lines:
        writer.writerow(cells)
        found.append(stream.getvalue().removesuffix("\r\n"))
        stream.seek(0)
        stream.truncate()
    return "".join(f"{line}\n" for line in found)


def parsed(text: str, needed: str) -> tuple[tuple[str, ...], list[tuple[int, dict[str, str]]]]:
    """Columns and numbered rows of a CSV or TSV text; refuses what is no table or lacks a needed column."""
    plain = text.removeprefix("\ufeff")
    first = plain.split("\n", 1)[0]
    mark = max((",", ";", "\t"), key=first.count)
    reader = csv.reader(io.StringIO(plain), delimiter=mark, strict=True)
    rows: list[tuple[int, dict[str, str]]] = []
    columns: tuple[str, ...] = ()
    try:
        for cells in reader:
            if not columns:
                columns = tuple(cell.strip() for cell in cells)
                if twice := doubled(columns):
                    raise EditRefused(f"the column '{twice}' is in the table twice", "keep one of them")
                continue
            if not any(cells):
                continue
            if len(cells) != len(columns):
                text = f"line {reader.line_num}: {len(cells)} cells for {len(columns)} columns"
                raise EditRefused(text, "put texts with commas in quotes")
            rows.append((reader.line_num, dict(zip(columns, cells, strict=True))))
            if len(rows) > MAX_LINES:
                raise EditRefused(f"the table has more than {MAX_LINES} lines", "split it")
    except csv.Error as error:
        raise EditRefused(f"line {reader.line_num}: this is no CSV table ({error})") from None
    if needed not in columns:
        raise EditRefused(f"the table has no column '{needed}'", "its first line names the columns")
    return columns, rows
