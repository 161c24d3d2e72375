"""The tracks and pools of a game as a table to overrule: a line for each value, changed in place.

What a ruleset calls its tracks is nested mappings of plain values; numbers are counted, yes and no are
chosen, words are typed, and ``none`` stands for a value that is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from app.theme.current import scaled

NONE: Final = "none"
_NAME, _VALUE = 0, 1
_HELD = Qt.ItemDataRole.UserRole


class TrackTable(QTreeWidget):
    """Shows what the tracks hold, takes changes, and tells them apart from what was."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setColumnCount(2)
        self.setHeaderLabels(["Track", "Holds"])
        self.setAccessibleName("Tracks")
        self.setAlternatingRowColors(True)
        self.setUniformRowHeights(True)
        self.setMinimumHeight(scaled(150))
        self.setEditTriggers(self.EditTrigger.AllEditTriggers)
        self.header().setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(_VALUE, QHeaderView.ResizeMode.Interactive)
        self.header().setStretchLastSection(False)
        self.header().resizeSection(_VALUE, scaled(130))

    def show_tracks(self, tracks: Mapping[str, object]) -> None:
        """Shows these values; changes not taken are forgotten, branches stay open."""
        opened = {item.text(_NAME) for item in self._tops() if item.isExpanded()}
        self.clear()
        for name, value in tracks.items():
            self.addTopLevelItem(_line(name, value))
        for item in self._tops():
            item.setExpanded(item.text(_NAME) in opened)

    def changes(self) -> dict[str, msgspec.Raw] | None:
        """The values that were changed, nested as the ruleset nests them; None for none.

        A list is given whole. Raises ``ValueError`` for a number typed as a word.
        """
        found = {item.text(_NAME): _changed(item) for item in self._tops()}
        told = {name: msgspec.Raw(msgspec.json.encode(value)) for name, value in found.items() if value != {}}
        return told or None

    def set_value(self, path: Iterable[str], value: object) -> None:
        """Changes one value as typing does; raises ``KeyError`` for a path that is not there."""
        names = list(path)
        item = next((item for item in self._tops() if item.text(_NAME) == names[0]), None)
        for name in names[1:]:
            item = (
                next((child for child in _children(item) if child.text(_NAME) == name), None)
                if item
                else None
            )
        if item is None:
            raise KeyError(" / ".join(names))
        item.setData(_VALUE, Qt.ItemDataRole.EditRole, value)

    def _tops(self) -> Iterator[QTreeWidgetItem]:
        for row in range(self.topLevelItemCount()):
            item = self.topLevelItem(row)
            assert item is not None
            yield item


def _line(name: str, value: object) -> QTreeWidgetItem:
    """One track or one of its parts."""
    item = QTreeWidgetItem([name])
    item.setData(_NAME, _HELD, msgspec.json.encode(value).decode())
    if isinstance(value, Mapping):
        item.addChildren([_line(str(key), part) for key, part in value.items()])
        return item
    if isinstance(value, list | tuple):
        item.setData(_VALUE, Qt.ItemDataRole.EditRole, ", ".join(str(part) for part in value))
    else:
        item.setData(_VALUE, Qt.ItemDataRole.EditRole, NONE if value is None else value)
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
    return item


def _children(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    found = (item.child(row) for row in range(item.childCount()))
    return [child for child in found if child is not None]


def _changed(item: QTreeWidgetItem) -> object:
    """The value of a changed line, the changed parts of a branch; an empty mapping for no change."""
    if item.childCount():
        parts = {child.text(_NAME): _changed(child) for child in _children(item)}
        return {name: value for name, value in parts.items() if value != {}}
    held = msgspec.json.decode(item.data(_NAME, _HELD))
    now = _read(held, item.data(_VALUE, Qt.ItemDataRole.EditRole), item.text(_NAME))
    return {} if now == held and type(now) is type(held) else now


def _read(held: object, typed: object, name: str) -> object:
    """What was typed, as the kind of value that was held."""
    if held == {}:
        return {}
    if not isinstance(typed, str):
        return typed
    words = typed.strip()
    if isinstance(held, list):
        return [_plain(part.strip()) for part in words.split(",") if part.strip()]
    if words.lower() in ("", NONE):
        return None
    read = _plain(words)
    if isinstance(held, bool | int | float) and read == words:
        raise ValueError(f"{name}: “{words}” is no number.")
    return read


def _plain(words: str) -> object:
    """A number where the words are one."""
    try:
        return int(words)
    except ValueError:
        return words
