"""Ids of hexes where they are not fields: labels and cells of charts, constants, effect blocks, and texts.

A label or word that looks like the id of a hex may be something else: a die roll, a result, a rule number.
So an axis counts as one of places only when all its labels are places, and a text is changed only where an
id cannot be mistaken, or where the word hex stands before it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from engine.definition.card import CardFaceDef
from engine.definition.chart import AxisDef, Cell, ChartDef, ConstantDef
from engine.definition.module import ModuleDef
from engine.definition.telling import MARK
from engine.editing.change import EditRefused, with_parts
from engine.editing.pieces import kept_if_same
from engine.geometry.numbering import Numbering

#: Fields that hold words for people.
TEXTS = frozenset(
    ("note", "notes", "text", "help", "reasoning", "blurb", "description", "title", "when", "subtitle")
)
_SAYS_PLACE = re.compile(
    r"\b(hex|hexes|place|places|port|ports|town|towns|city|cities|base|bases)\b", re.IGNORECASE
)
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
_HEXES = re.compile(r"\bhex(?:es)?\s+", re.IGNORECASE)
_NEXT = re.compile(r"\s*[,/–-]\s*(?:(?:and|or)\s+)?|\s+(?:and|or|to|through)\s+", re.IGNORECASE)
_LEAST = 4
"""Shorter ids may be results of a table or types of tank."""


@dataclass(frozen=True, slots=True)
class PlaceNames:
    """New ids by old ones, and all that is a place."""

    names: Mapping[str, str]
    gone: frozenset[str]
    places: frozenset[str]

    @classmethod
    def of(cls, module: ModuleDef, names: Mapping[str, str], gone: frozenset[str]) -> "PlaceNames":
        """The names in a module whose maps have their new numbers."""
        hexes = {
            name
            for board in module.boards
            for column in range(board.grid.columns)
            for row in range(board.grid.rows)
            for name in Numbering(board.grid).names(column, row)
        }
        boxes = {box.id for box in module.boxes}
        return cls(names, gone, frozenset(hexes | boxes | names.keys() | gone))

    def of_label(self, name: str, chart: str) -> str:
        """A label of an axis of places; refuses one of a hex that is cut away."""
        if name in self.gone:
            raise EditRefused(f"hex {name} would be cut away, and the chart '{chart}' has a line for it")
        return self.names.get(name, name)


def reads_as_hex(name: str) -> bool:
    """Whether a word can hardly be anything but the id of a hex: letters and digits, not too short."""
    has_letter, has_digit = any(c.isalpha() for c in name), any(c.isdigit() for c in name)
    return len(name) >= _LEAST and has_letter and has_digit


# --- charts and constants --------------------------------------------------------------------------------


def in_charts(module: ModuleDef, names: PlaceNames) -> ModuleDef:
    """The module with the labels and cells that are places replaced in all charts."""
    charts = kept_if_same(module.charts, tuple(_chart(chart, names) for chart in module.charts))
    return with_parts(module, charts=charts)


def _is_of_places(axis: AxisDef | None, names: PlaceNames) -> bool:
    if axis is None or not all(label in names.places for label in axis.labels):
        return False
    said = _SAYS_PLACE.search(f"{axis.id} {axis.title}".replace("-", " ").replace("_", " "))
    return said is not None or any(reads_as_hex(label) for label in axis.labels)


def _axis(axis: AxisDef | None, names: PlaceNames, chart: str) -> AxisDef | None:
    if axis is None or not _is_of_places(axis, names):
        return axis
    labels = tuple(names.of_label(label, chart) for label in axis.labels)
    return axis if labels == axis.labels else axis.model_copy(update={"labels": labels})


def _chart(chart: ChartDef, names: PlaceNames) -> ChartDef:
    rows = _axis(chart.rows, names, chart.title)
    columns = _axis(chart.columns, names, chart.title)
    cells = chart.cells
    for number, label in enumerate(chart.columns.labels):
        said = _SAYS_PLACE.search(f"{label} {chart.columns.title}".replace("-", " "))
        found = [line[number] for line in chart.cells if line[number] not in (None, "")]
        if said and found and all(isinstance(cell, str) and cell in names.places for cell in found):
            cells = tuple(_with_place(line, number, names, chart.title) for line in cells)
    if rows is chart.rows and columns is chart.columns and cells == chart.cells:
        return chart
    return chart.model_copy(update={"rows": rows, "columns": columns, "cells": cells})


def _with_place(line: tuple[Cell, ...], number: int, names: PlaceNames, chart: str) -> tuple[Cell, ...]:
    cell = line[number]
    if not isinstance(cell, str):
        return line
    return (*line[:number], names.of_label(cell, chart), *line[number + 1 :])


def in_constants(module: ModuleDef, names: PlaceNames) -> ModuleDef:
    """The module with constants that are places replaced."""

    def constant(item: ConstantDef) -> ConstantDef:
        value = item.value
        if not isinstance(value, str) or not (reads_as_hex(value) or _SAYS_PLACE.search(item.title)):
            return item
        new = names.names.get(value, value)
        return item if new == value else item.model_copy(update={"value": new})

    return with_parts(
        module, constants=kept_if_same(module.constants, tuple(constant(item) for item in module.constants))
    )


# --- texts ---------------------------------------------------------------------------------------------


def in_texts(module: ModuleDef, names: PlaceNames, charts: tuple[ChartDef, ...]) -> ModuleDef:
    """The module with the ids in its texts for people replaced, and in the marks for cells of charts, given
    the charts as they were.
    """
    pairs = [pair for pair in zip(charts, module.charts, strict=True) if pair[0] is not pair[1]]
    axes = {(new.id, "row") for old, new in pairs if old.rows is not new.rows}
    axes |= {(new.id, "column") for old, new in pairs if old.columns is not new.columns}
    teller = _Teller(names, frozenset(axes))
    new = teller.model(module)
    return new if isinstance(new, ModuleDef) else module


@dataclass(frozen=True, slots=True)
class _Teller:
    """Puts the new ids into the texts of a thing and all within it."""

    names: PlaceNames
    axes: frozenset[tuple[str, str]]

    def model(self, item: BaseModel) -> BaseModel:
        changes: dict[str, object] = {}
        for key in type(item).model_fields:
            value = getattr(item, key)
            new = self._value(item, key, value)
            if new is not value:
                changes[key] = new
        return item.model_copy(update=changes) if changes else item

    def _value(self, owner: BaseModel, key: str, value: object) -> object:
        if isinstance(value, str):
            return self.text(value) if key in TEXTS else value
        if isinstance(value, BaseModel):
            return self.model(value)
        if isinstance(value, tuple):
            return kept_if_same(value, tuple(self._item(owner, key, item) for item in value))
        if isinstance(value, Mapping):
            new = {name: self.model(v) if isinstance(v, BaseModel) else v for name, v in value.items()}
            return value if all(new[name] is v for name, v in value.items()) else new
        return value

    def _item(self, owner: BaseModel, key: str, item: object) -> object:
        if isinstance(item, BaseModel):
            return self.model(item)
        if not isinstance(item, str):
            return item
        if isinstance(owner, CardFaceDef) and key == "effects":
            return self._effect(item)
        return self.text(item) if key in TEXTS else item

    def _effect(self, line: str) -> str:
        """A block that no one but the rules of the game understands: words that must be ids."""
        new = " ".join(self.names.names.get(w, w) if reads_as_hex(w) else w for w in line.split(" "))
        return line if new == line else new

    def text(self, text: str) -> str:
        """A text with its ids and marks replaced; the very same one if there is none."""
        if not text:
            return text
        new = "".join(
            self._mark(part) if part.startswith("{") else self._plain(part) for part in _parts(text)
        )
        return text if new == text else new

    def _mark(self, mark: str) -> str:
        found = MARK.fullmatch(mark)
        if found is None or found[2] is None:
            return mark
        name, row, column = found.groups()
        names = self.names.names
        row = names.get(row, row) if (name, "row") in self.axes else row
        column = names.get(column, column) if (name, "column") in self.axes else column
        return f"{{{name}/{row}/{column}}}"

    def _plain(self, text: str) -> str:
        if not any(letter.isdigit() for letter in text):
            return text
        spans = dict(self._said(text))
        for found in _WORD.finditer(text):
            start, word = found.start(), found[0]
            for part in (word, word.rstrip("._+-")):
                if reads_as_hex(part) and part in self.names.names:
                    spans.setdefault(start, part)
                    break
            else:
                spans = self._range(start, word) | spans
        for start in sorted(spans, reverse=True):
            old = spans[start]
            text = f"{text[:start]}{self.names.names[old]}{text[start + len(old) :]}"
        return text

    def _range(self, start: int, word: str) -> dict[int, str]:
        """Two ids with a dash between them."""
        first, dash, second = word.rstrip(".").partition("-")
        both = dash and first in self.names.places and second in self.names.places
        if not both or not (reads_as_hex(first) and reads_as_hex(second)):
            return {}
        found = {start: first, start + len(first) + 1: second}
        return {at: name for at, name in found.items() if name in self.names.names}

    def _said(self, text: str) -> Iterator[tuple[int, str]]:
        """Ids behind the word hex, also several of them."""
        for found in _HEXES.finditer(text):
            at = found.end()
            while (word := _WORD.match(text, at)) is not None:
                name = next((w for w in (word[0], word[0].rstrip("._+-")) if w in self.names.places), None)
                if name is None:
                    break
                if name in self.names.names:
                    yield at, name
                gap = _NEXT.match(text, at + len(name))
                if gap is None:
                    break
                at = gap.end()


def _parts(text: str) -> Iterator[str]:
    """A text cut into marks and what is between them."""
    at = 0
    for found in MARK.finditer(text):
        yield text[at : found.start()]
        yield found[0]
        at = found.end()
    yield text[at:]
