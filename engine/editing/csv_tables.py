"""Counters and schedule as CSV tables, out and in, with the differences shown before they are taken.

What is written is read back exactly. A table read in is compared with the module line by line; the
differences are plain values that a window can show, and `take` makes them one edit. Lines are matched by
id; columns that are missing leave their fields alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.definition.scenario import ScheduleEntry
from engine.definition.sequence import ConditionDef
from engine.editing.change import EditRefused, made, with_fields, with_parts
from engine.editing.checking import guarded
from engine.editing.csv_text import (
    ORDER,
    Difference,
    Rest,
    TableImport,
    differences_of,
    made_of,
    need_once,
    number_of,
    own_columns,
    parsed,
    shown,
    table_text,
    whole_of,
    with_the_rest,
    without_columns,
)
from engine.editing.pieces import change_pieces, homes_of, kept_if_same, without_uses
from engine.editing.schedule import in_turn_order
from engine.loading.roster import PieceFact

_PLAIN = ("id", "name", "side", "kind", "type", "nation", "size", "designation", "formation")
_LATER = ("steps", "traits", "symbol", "shape", "art.front", "art.back", "template", "note")
BECOMES = "becomes"
"""Column of a table read in: the new id of a counter, which keeps its place in set-ups and schedule."""
_OPTIONAL = frozenset(("side", "nation", "formation"))
_ENTRY = (
    "turn", "side", "action", "pieces", "count", "lost", "into", "otherwise", "at", "any_of", "zones", "near",
    "within", "from_box", "choice", "scenarios", "when", "rule", "note",
)  # fmt: skip
_ENTRY_LISTS = frozenset(("pieces", "any_of", "zones", "scenarios"))
_ENTRY_NUMBERS = frozenset(("turn", "count", "within"))
_ENTRY_TEXTS = frozenset(("rule", "note"))


def pieces_to_csv(module: ModuleDef) -> str:
    """All counters as a table, one line each; figures have columns of their own."""
    figures = module_figures(module)
    columns = (*_PLAIN, *(f"values.{n}" for n in figures), *(f"reduced.{n}" for n in figures), *_LATER)
    return table_text(columns, (_piece_row(piece, columns) for piece in module.pieces))


def figure_names(pieces: Iterable[PieceDef]) -> tuple[str, ...]:
    """The names of all figures in use, in the order they first appear."""
    found: dict[str, object] = {}
    for piece in pieces:
        found.update(piece.values)
        found.update(piece.reduced)
    return tuple(found)


module_figures = PieceFact(
    lambda module: figure_names(module.pieces), lambda piece: (tuple(piece.values), tuple(piece.reduced))
)
"""The names of all figures of a module's counters, in the order they first appear."""


def _piece_row(piece: PieceDef, columns: Sequence[str]) -> dict[str, str]:
    return {column: shown(_value_of(piece, column)) for column in columns}


def _value_of(piece: PieceDef, column: str) -> object:
    field, dot, name = column.partition(".")
    value = getattr(piece, field)
    if not dot:
        return value
    if field == "art":
        return getattr(value, name) if value else None
    return value.get(name)


def pieces_from_csv(module: ModuleDef, text: str, rest: Rest = Rest.GOES) -> TableImport:
    """The module with the counters of a table; one wrong value refuses the whole, naming its line."""
    columns, rows = parsed(text, "id")
    others = [column for column in columns if column.partition(".")[0] not in ("values", "reduced")]
    ignored = own_columns(others, {*_PLAIN, *_LATER, BECOMES}, module_figures(module))
    rows = without_columns(rows, ignored)
    names = _new_names(module, rows)
    before = module
    if names:
        module = change_pieces(module, names, lambda piece: with_fields(piece, {"id": names[piece.id]}))
    rows = without_columns(rows, (BECOMES,))
    rows = [(line, {**row, "id": names.get(row["id"], row["id"])}) for line, row in rows]
    old = {piece.id: piece for piece in module.pieces}
    read = made_of(rows, lambda row: _piece_of(old.get(row["id"]), row))
    need_once(read, "counter")
    pieces = with_the_rest(module.pieces, read, rest)
    gone = frozenset(old) - {piece.id for piece in pieces}
    after = with_parts(module, pieces=kept_if_same(module.pieces, pieces))
    after = guarded(before, without_uses(after, gone) if gone else after)
    renames = tuple(Difference("changed", name, (("id", name, new),)) for name, new in names.items())
    differences = (*renames, *differences_of(module.pieces, pieces, changed_fields))
    return TableImport(after, differences, ignored, homes_of(module, gone) if gone else ())


def _new_names(module: ModuleDef, rows: Iterable[tuple[int, Mapping[str, str]]]) -> dict[str, str]:
    """New ids of counters by the old ones, where a table says what they become; refuses unknown old ids."""
    known, found = module.pieces_by_id(), dict[str, str]()
    for line, row in rows:
        old, new = row["id"], row.get(BECOMES, "")
        if not new or new == old:
            continue
        if old not in known:
            raise EditRefused(f"line {line}: there is no counter '{old}' that could become '{new}'")
        if new in known or new in found.values():
            raise EditRefused(f"line {line}: there is a counter '{new}' already", "choose another id")
        found[old] = new
    return found


def _piece_of(old: PieceDef | None, row: Mapping[str, str]) -> PieceDef:
    changes: dict[str, object] = {}
    figures: dict[str, dict[str, float]] = {
        "values": dict(old.values) if old else {},
        "reduced": dict(old.reduced) if old else {},
    }
    art: dict[str, str] = {}
    for column, text in row.items():
        field, dot, name = column.partition(".")
        if dot and field == "art":
            art[name] = text
        elif dot:
            figures[field].pop(name, None)
            if text:
                figures[field][name] = number_of(column, text)
        else:
            changes[field] = _field_value(field, text)
    changes.update(figures)
    if art:
        front = art.get("front", old.art.front if old and old.art else "")
        back = art.get("back", (old.art.back or "") if old and old.art else "")
        changes["art"] = {"front": front, **({"back": back} if back else {})} if front else None
    if old is None:
        return made(PieceDef, {key: value for key, value in changes.items() if value is not None})
    same = _same_as(old, changes)
    return with_fields(old, {key: value for key, value in changes.items() if key not in same})


def _same_as(old: PieceDef, changes: Mapping[str, object]) -> frozenset[str]:
    def plain(value: object) -> object:
        return value.model_dump(exclude_none=True) if hasattr(value, "model_dump") else value

    return frozenset(key for key, value in changes.items() if plain(getattr(old, key)) == value)


def _field_value(field: str, text: str) -> object:
    if field in _OPTIONAL and not text:
        return None
    if field == "steps":
        return whole_of(field, text) if text else 1
    if field == "template":
        return text.lower() in ("yes", "true", "1", "x")
    if field == "traits":
        return tuple(text.split())
    if field in ("kind", "shape") and not text:
        return PieceDef.model_fields[field].default
    return text


def changed_fields(before: PieceDef, after: PieceDef) -> tuple[tuple[str, str, str], ...]:
    """Fields of a counter that differ, with both values in words."""
    figures = figure_names((before, after))
    columns = (*_PLAIN, *(f"values.{n}" for n in figures), *(f"reduced.{n}" for n in figures), *_LATER)
    pairs = ((c, shown(_value_of(before, c)), shown(_value_of(after, c))) for c in columns)
    return tuple(pair for pair in pairs if pair[1] != pair[2])


def schedule_to_csv(module: ModuleDef) -> str:
    """The schedule as a table, one entry a line."""
    return table_text(_ENTRY, (_entry_row(entry) for entry in module.schedule))


def _entry_row(entry: ScheduleEntry) -> dict[str, str]:
    row = {name: shown(getattr(entry, name)) for name in _ENTRY if name not in ("when", "lost", "into")}
    row["into"] = " ".join(f"{old}={new}" for old, new in entry.into.items())
    row["otherwise"] = entry.otherwise if entry.otherwise != "nothing" else ""
    row["lost"] = " ".join(f"{name}={steps}" for name, steps in entry.lost.items())
    row["when"] = " ".join(f"{test.option}={_condition(test)}" for test in entry.when)
    row["count"] = str(entry.count) if entry.count else ""
    return row


def _condition(test: ConditionDef) -> str:
    if isinstance(test.value, bool):
        return "true" if test.value else "false"
    return f'"{test.value}"' if test.value in ("true", "false") else test.value


def schedule_from_csv(module: ModuleDef, text: str, rest: Rest = Rest.GOES) -> TableImport:
    """The module with the schedule of a table; refuses the whole table for one wrong value."""
    columns, rows = parsed(text, "turn")
    ignored = own_columns(columns, _ENTRY)
    rows = without_columns(rows, ignored)
    old = {entry.model_dump_json(): entry for entry in reversed(module.schedule)}
    read = made_of(rows, lambda row: made(ScheduleEntry, _entry_values(row)))
    given = tuple(old.get(entry.model_dump_json(), entry) for entry in read)
    if rest is Rest.STAYS:
        given = (*module.schedule, *_beyond(module.schedule, given))
    entries = in_turn_order(module, given)
    after = guarded(module, with_parts(module, schedule=kept_if_same(module.schedule, entries)))
    return TableImport(after, _entry_differences(module.schedule, entries), ignored)


def _beyond(old: Sequence[ScheduleEntry], new: Sequence[ScheduleEntry]) -> list[ScheduleEntry]:
    """The entries that the old ones do not have, doubled ones as often as they come beyond."""
    left = Counter(entry.model_dump_json() for entry in old)
    found: list[ScheduleEntry] = []
    for entry in new:
        key = entry.model_dump_json()
        if left[key]:
            left[key] -= 1
        else:
            found.append(entry)
    return found


def _entry_differences(old: Sequence[ScheduleEntry], new: Sequence[ScheduleEntry]) -> tuple[Difference, ...]:
    """Entries that are gone or new, doubled ones as often as they come, or their order."""
    before, after = (
        Counter((entry.model_dump_json(), entry_words(entry)) for entry in entries) for entries in (old, new)
    )
    found = [Difference("gone", words) for _, words in (before - after).elements()]
    found += [Difference("new", words) for _, words in (after - before).elements()]
    is_other = not found and list(old) != list(new)
    return (*found, *([Difference("changed", "entries", ORDER)] if is_other else ()))


def entry_words(entry: ScheduleEntry) -> str:
    """An entry of the schedule in words."""
    named = (f"{name} → {entry.into[name]}" if name in entry.into else name for name in entry.pieces)
    what = " ".join(named) or (str(entry.count) if entry.count else "")
    return f"turn {entry.turn}, {entry.side}, {entry.action} {what}".rstrip()


def _entry_values(row: Mapping[str, str]) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, text in row.items():
        if not text:
            continue
        if name in _ENTRY_LISTS:
            values[name] = tuple(text.split())
        elif name in _ENTRY_NUMBERS:
            values[name] = whole_of(name, text)
        elif name == "into":
            values[name] = dict(word.partition("=")[::2] for word in text.split())
        elif name == "lost":
            pairs = (word.partition("=") for word in text.split())
            values[name] = {piece: whole_of(name, steps) for piece, _, steps in pairs}
        elif name == "when":
            values[name] = tuple(_test(word) for word in text.split())
        else:
            values[name] = text
    return values


def _test(word: str) -> ConditionDef:
    option, _, value = word.partition("=")
    plain: bool | str = {"true": True, "false": False}.get(value, value.strip('"'))
    return made(ConditionDef, {"option": option, "value": plain})
