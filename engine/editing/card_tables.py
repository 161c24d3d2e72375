"""Cards as a CSV table, out and in; each use of a card has columns of its own (`use1.title`, `use2.title`).

Several effect blocks stand in one cell, one to a line; moments are set apart by semicolons, marks and
symbols by blanks.
"""

from collections.abc import Mapping, Sequence

from engine.definition.card import CardDef, CardFaceDef
from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, made, with_fields, with_parts
from engine.editing.checking import guarded
from engine.editing.csv_text import (
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
from engine.editing.pieces import kept_if_same
from engine.issues import near_miss

_FIRST = ("id", "title", "deck", "number", "count", "traits")
_LAST = ("art.front", "art.back", "source", "reasoning", "note")
_USE = ("side", "title", "text", "when", "moments", "symbols", "effects", "source")
MOST_USES = 20
_WHOLE = {"number": 0, "count": 1}
_SEPARATORS = {"moments": ";", "effects": "\n"}
_LISTS = frozenset(("traits", "moments", "symbols", "effects"))


def cards_to_csv(module: ModuleDef) -> str:
    """All cards as a table, one line each."""
    columns = _columns(module.cards)
    return table_text(columns, ({c: _cell(card, c) for c in columns} for card in module.cards))


def _columns(cards: Sequence[CardDef]) -> tuple[str, ...]:
    names = dict.fromkeys(f"values.{name}" for card in cards for name in card.values)
    uses = max((len(card.faces) for card in cards), default=1)
    faces = (f"use{n}.{field}" for n in range(1, max(1, uses) + 1) for field in _USE)
    return (*_FIRST, *names, *faces, *_LAST)


def _cell(card: CardDef, column: str) -> str:
    field, _, name = column.partition(".")
    number = _use_number(field)
    if number is not None:
        return _shown(name, getattr(card.faces[number], name)) if number < len(card.faces) else ""
    if field == "art":
        return shown(getattr(card.art, name) if card.art else None)
    if field == "values":
        return shown(card.values.get(name))
    return _shown(field, getattr(card, field))


def _shown(field: str, value: object) -> str:
    if field in _LISTS and isinstance(value, tuple):
        return _SEPARATORS.get(field, " ").join(map(str, value))
    return shown(value)


def _use_number(field: str) -> int | None:
    digits = field.removeprefix("use")
    return int(digits) - 1 if field.startswith("use") and digits.isdigit() and digits != "0" else None


def cards_from_csv(module: ModuleDef, text: str, rest: Rest = Rest.GOES) -> TableImport:
    """The module with the cards of a table; one wrong value refuses the whole, naming its line."""
    columns, rows = parsed(text, "id")
    for column in columns:
        if "." in column:
            _check_column(column)
    ignored = own_columns([c for c in columns if "." not in c], {*_FIRST, *_LAST})
    rows = without_columns(rows, ignored)
    old = {card.id: card for card in module.cards}
    read = made_of(rows, lambda row: _card_of(old.get(row["id"]), row))
    need_once(read, "card")
    cards = with_the_rest(module.cards, read, rest)
    after = with_parts(module, cards=kept_if_same(module.cards, cards))
    return TableImport(guarded(module, after), differences_of(module.cards, cards, _changed), ignored)


def _check_column(column: str) -> None:
    field, dot, name = column.partition(".")
    known = (*_FIRST, *_LAST)
    fits = column in known or (field == "values" and name)
    number = _use_number(field) if dot and name in _USE else None
    if not fits and number is None:
        raise EditRefused(f"the column '{column}' is not known", near_miss(column, known))
    if number is not None and number >= MOST_USES:
        raise EditRefused(
            f"a card has at most {MOST_USES} uses, there is a column '{column}'", "correct its number"
        )


def _card_of(old: CardDef | None, row: Mapping[str, str]) -> CardDef:
    changes: dict[str, object] = {}
    values = dict(old.values) if old else {}
    art: dict[str, str] = {}
    uses: dict[int, dict[str, object]] = {}
    for column, text in row.items():
        field, dot, name = column.partition(".")
        number = _use_number(field)
        if number is not None:
            uses.setdefault(number, {})[name] = _value(name, text)
        elif field == "art":
            art[name] = text
        elif dot:
            values.pop(name, None)
            if text:
                values[name] = number_of(column, text)
        else:
            changes[field] = _value(field, text)
    changes["values"] = values
    if art:
        changes["art"] = _art(old, art)
    if uses:
        changes["faces"] = _faces(old, uses)
    if old is None:
        return made(CardDef, {key: value for key, value in changes.items() if value is not None})
    return with_fields(old, {k: v for k, v in changes.items() if _plain(getattr(old, k)) != _plain(v)})


def _value(field: str, text: str) -> object:
    if field in _WHOLE:
        return whole_of(field, text) if text else _WHOLE[field]
    if field in _LISTS:
        mark = _SEPARATORS.get(field)
        return tuple(part.strip() for part in text.split(mark) if part.strip())
    if field in ("side", "source") and not text:
        return None
    return text


def _art(old: CardDef | None, given: Mapping[str, str]) -> object:
    was = old.art if old else None
    front = given.get("front", was.front if was else "")
    back = given.get("back", (was.back or "") if was else "")
    return {"front": front, **({"back": back} if back else {})} if front else None


def _faces(old: CardDef | None, uses: Mapping[int, Mapping[str, object]]) -> tuple[CardFaceDef, ...]:
    before = old.faces if old else ()
    found = []
    for number in range(max((*uses, len(before) - 1)) + 1):
        base = before[number] if number < len(before) else None
        given = uses.get(number)
        if given is None:
            if base is not None:
                found.append(base)
        elif any(given.values()):
            known = {name: value for name, value in given.items() if value is not None or base is not None}
            face = with_fields(base, known) if base else made(CardFaceDef, {"title": "", **known})
            found.append(face)
    return tuple(found)


def _plain(value: object) -> object:
    return value.model_dump(exclude_none=True) if hasattr(value, "model_dump") else value


def _changed(before: CardDef, after: CardDef) -> tuple[tuple[str, str, str], ...]:
    pairs = ((c, _cell(before, c), _cell(after, c)) for c in _columns((before, after)))
    return tuple(pair for pair in pairs if pair[1] != pair[2])
