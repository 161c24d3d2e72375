"""Tables as CSV text: what all tables have in common, whatever stands in them.

Commas, semicolons and tabs are understood on reading, so that a table may come from any spreadsheet; commas
are written.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, HasId
from engine.issues import near_miss

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
    ignored: tuple[str, ...] = ()
    """Columns of somebody's own, which nothing is read from."""
    homes: tuple[str, ...] = ()
    """From where else things go that are not in the table: set-ups, the schedule."""
    kept: "TableImport | None" = None
    """The same table when what is not in it stays; None where all of it is."""
    must_keep: str = ""
    """Why what is not in the table cannot go."""

    @property
    def lost(self) -> int:
        """How many things are not in the table and go."""
        return sum(difference.kind == "gone" for difference in self.differences)


class Rest(Enum):
    """What becomes of things that are not in a table."""

    GOES = "goes"
    STAYS = "stays"


Reader = Callable[[ModuleDef, str, Rest], TableImport]


def read_both(module: ModuleDef, text: str, read: Reader) -> TableImport:
    """A table read so that what is not in it goes, and where that is anything, also so that it stays."""
    try:
        whole = read(module, text, Rest.GOES)
    except EditRefused as refused:
        kept = read(module, text, Rest.STAYS)
        return replace(kept, kept=kept, must_keep=str(refused))
    return replace(whole, kept=read(module, text, Rest.STAYS)) if whole.lost else whole


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
            text, hint = _in_a_table(refused)
            raise EditRefused(f"line {line}: {text}", hint) from None
    return found


def _in_a_table(refused: EditRefused) -> tuple[str, str]:
    """A refusal in words for whoever writes a table: a key that is missing is a cell that is empty."""
    missing = re.fullmatch(r"the key '(\w+)' is missing", refused.text)
    return (f"the cell under '{missing[1]}' is empty", "fill it") if missing else (refused.text, refused.hint)


def own_columns(
    columns: Iterable[str], known: Collection[str], figures: Iterable[str] = ()
) -> tuple[str, ...]:
    """Columns of somebody's own, to be left out; refuses those that look like known ones.

    `known` are whole names; columns with a dot are told apart by whoever asks.
    """
    found: list[str] = []
    named = {name.lower(): f"values.{name}" for name in figures}
    for column in columns:
        if column in known:
            continue
        meant = named.get(column.lower(), "")
        hint = f"did you mean '{meant}'?" if meant else near_miss(column, known)
        if hint or not column:
            raise EditRefused(f"the column '{column}' is not known", hint or "give it a name")
        found.append(column)
    return tuple(found)


def without_columns(
    rows: Iterable[tuple[int, Row]], names: Collection[str]
) -> list[tuple[int, dict[str, str]]]:
    """The lines of a table without some columns."""
    return [(n, {key: text for key, text in row.items() if key not in names}) for n, row in rows]


def with_the_rest(old: Sequence[Thing], new: Sequence[Thing], rest: Rest) -> tuple[Thing, ...]:
    """What a table leads to: its things in its order, or the old ones in theirs with new ones behind."""
    if rest is Rest.GOES:
        return tuple(new)
    read = {thing.id: thing for thing in new}
    kept = [read.pop(thing.id, thing) for thing in old]
    return (*kept, *read.values())


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
