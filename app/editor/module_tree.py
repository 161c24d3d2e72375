"""The tree of the module: maps, counters, scenarios, charts, sequence and the rest, each with how many
there are.

A line leads to a page: `map`, `counters`, `chart`, `list`, `victory`, `setup`, or only to the inspector.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from app.editor.document import EditorDocument
from app.editor.path_following import followed
from app.editor.tree_delegate import NOTE, TreeDelegate
from app.theme.current import scaled
from engine.definition.module import ModuleDef
from engine.editing import Touched
from engine.editing.grids import hex_count
from engine.editing.memory import remembered
from engine.editing.searching import Path, value_at
from engine.loading.roster import PieceFact

GOAL = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a line of the tree leads: a page, a path, the scenario it belongs to, and its words."""

    page: str
    path: Path
    title: str
    scenario: str = ""
    note: str = ""
    is_open: bool = False
    parts: tuple[Goal, ...] = ()


def goals(module: ModuleDef) -> tuple[Goal, ...]:
    """The lines of the tree."""
    maps = tuple(_maps(module))
    people = (
        _list("sides", "Sides", module),
        _list("nations", "Nations", module),
        _list("formations", "Formations", module),
        _list("types", "Types", module),
    )
    owned = remembered(_OWNED, module)
    per_side = " + ".join(str(owned.get(side.id, 0)) for side in module.sides)
    play = (
        _list("sequence", "Sequence of play", module),
        _list("turns", "Turns", module),
        _list("options", "Options", module),
        _list("constants", "Single values", module),
    )
    charts = tuple(Goal("chart", ("charts", n), chart.title) for n, chart in enumerate(module.charts))
    boxes = (_list("boxes", "Boxes", module), _list("tracks", "Tracks", module))
    return (
        Goal("map", ("boards",), "Maps", parts=maps, is_open=True),
        Goal("counters", ("pieces",), "Counters", note=per_side),
        Goal("list", ("sides",), "Sides and nations", parts=people,
             note=f"{len(module.sides)} · {len(module.nations)}"),
        Goal("list", ("scenarios",), "Scenarios", note=str(len(module.scenarios)),
             parts=(*_scenarios(module), _common_victory(module)), is_open=True),
        Goal("schedule", ("schedule",), "Schedule", note=str(len(module.schedule))),
        Goal("list", ("charts",), "Charts", parts=charts, note=str(len(charts))),
        Goal("list", ("sequence",), "Sequence and options", parts=play),
        Goal("list", ("boxes",), "Boxes and tracks", parts=boxes,
             note=f"{len(module.boxes)} · {len(module.tracks)}"),
        Goal("cards", ("cards",), "Cards and decks", note=str(len(module.cards)) if module.cards else ""),
        Goal("texts", ("help",), "Texts and help", note=str(len(module.help)) if module.help else ""),
        Goal("list", ("provenance",), "Where values come from"),
    )  # fmt: skip


def _owned(module: ModuleDef) -> Mapping[str | None, int]:
    """How many counters each side has."""
    return Counter(piece.side for piece in module.pieces)


_OWNED = PieceFact(_owned, lambda piece: piece.side)


def _list(part: str, title: str, module: ModuleDef) -> Goal:
    return Goal("list", (part,), title, note=str(len(getattr(module, part))))


def _kinds(count: int) -> str:
    return f"{count} kind{'s' if count != 1 else ''}"


def _maps(module: ModuleDef) -> Iterator[Goal]:
    for n, board in enumerate(module.boards):
        path: Path = ("boards", n)
        yield Goal(
            "map", path, board.title, note=f"{hex_count(board):,} hexes",
            parts=(
                Goal("list", (*path, "places"), "Names", note=str(len(board.places))),
                Goal("list", (*path, "routes"), "Roads and tracks", note=str(len(board.routes))),
                Goal("list", (*path, "zones"), "Zones", note=str(len(board.zones))),
            ),
        )  # fmt: skip
    yield Goal("terrain", ("terrain",), "Terrain", note=_kinds(len(module.terrain)))
    yield Goal("terrain", ("hexsides",), "Kinds of hexside", note=str(len(module.hexsides)))
    yield Goal("terrain", ("routes",), "Kinds of route", note=str(len(module.routes)))


def _scenarios(module: ModuleDef) -> Iterator[Goal]:
    for n, scenario in enumerate(module.scenarios):
        path: Path = ("scenarios", n)
        sides = tuple(
            Goal("setup", (*path, "sides", side.id), f"Set-up, {side.short}", scenario.id,
                 str(sum(len(p.pieces) for p in scenario.sides[side.id].placements)))
            for side in module.sides if side.id in scenario.sides
        )  # fmt: skip
        lengths = tuple(
            Goal("victory", (*path, "versions", k, "victory"), f"Victory, {version.title}", scenario.id,
                 str(len(version.victory)))
            for k, version in enumerate(scenario.versions)
        )  # fmt: skip
        title = f"{scenario.number} {scenario.title}".strip()
        versions = Goal("list", (*path, "versions"), "Lengths", scenario.id, str(len(scenario.versions)))
        yield Goal("setup", path, title, scenario.id, parts=(*sides, versions, *lengths))


def _common_victory(module: ModuleDef) -> Goal:
    return Goal("victory", ("victory",), "Victory in all scenarios", note=str(len(module.victory) or ""))


class ModuleTree(QTreeWidget):
    """The tree as a widget."""

    goal_chosen = Signal(object)

    def __init__(self, document: EditorDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self._is_filling = False
        self._module = document.module
        self.setItemDelegate(TreeDelegate(self))
        self.setHeaderHidden(True)
        self.setIndentation(scaled(13))
        self.setAccessibleName("Module")
        self.currentItemChanged.connect(self._tell)
        document.changed.connect(self._follow)
        self.fill()

    def _follow(self, touched: Touched) -> None:
        self.fill()

    def fill(self) -> None:
        """Shows the module as it is now; what is open and chosen stays so."""
        module = self.document.module
        wanted = goals(module)
        shape = (module.title, _shape(wanted))
        before, self._module = self._module, module
        if shape == getattr(self, "_shape", None):
            return
        self._shape = shape
        opened = None
        if self._filled():
            keys = (self._key(item) for item in self.items() if item.isExpanded())
            opened = {key for old in keys if (key := _now(before, module, old)) is not None}
        chosen = self.currentItem()
        current = _now(before, module, self._key(chosen)) if chosen is not None else None
        self._is_filling = True
        self.clear()
        root = QTreeWidgetItem(self, [module.title])
        root.setData(0, GOAL, Goal("module", (), module.title))
        for goal in wanted:
            self._add(root, goal, opened)
        root.setExpanded(True)
        for item in self.items():
            if current is not None and self._key(item) == current:
                self.setCurrentItem(item)
        self._is_filling = False

    def mark(self, path: Path, page: str) -> None:
        """Chooses a line without following it."""
        self._is_filling = True
        self.show_path(path, page)
        self._is_filling = False

    def _filled(self) -> bool:
        return self.topLevelItemCount() > 0

    def _add(self, above: QTreeWidgetItem, goal: Goal, opened: set[tuple[str, Path]] | None) -> None:
        item = QTreeWidgetItem(above, [goal.title])
        item.setData(0, GOAL, goal)
        item.setData(0, NOTE, goal.note)
        words = f"{goal.title}, {goal.note}" if goal.note else goal.title
        item.setToolTip(0, words)
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, words)
        for part in goal.parts:
            self._add(item, part, opened)
        item.setExpanded(goal.is_open if opened is None else (goal.page, goal.path) in opened)

    def items(self) -> list[QTreeWidgetItem]:
        """All lines from the top."""
        found: list[QTreeWidgetItem] = []
        waiting = [self.topLevelItem(n) for n in range(self.topLevelItemCount())]
        while waiting:
            item = waiting.pop(0)
            if item is not None:
                found.append(item)
                waiting = [item.child(n) for n in range(item.childCount())] + waiting
        return found

    def _key(self, item: QTreeWidgetItem) -> tuple[str, Path]:
        goal: Goal = item.data(0, GOAL)
        return goal.page, goal.path

    def _tell(self, item: QTreeWidgetItem | None, _before: object) -> None:
        if item is not None and not self._is_filling:
            self.goal_chosen.emit(item.data(0, GOAL))

    def show_path(self, path: Path, page: str = "") -> bool:
        """Chooses the line nearest to a path; false if there is none."""
        best, length = None, -1
        for item in self.items():
            goal: Goal = item.data(0, GOAL)
            if path[: len(goal.path)] == goal.path and len(goal.path) > length and page in ("", goal.page):
                best, length = item, len(goal.path)
        if best is None or length < 1:
            return False
        self._choose(best)
        return True

    def show_goal(self, goal: Goal) -> None:
        """Chooses a line, and follows it even if it was chosen already."""
        item = next((item for item in self.items() if item.data(0, GOAL) == goal), None)
        if item is not None and item is not self.currentItem():
            self._choose(item)
        else:
            self.goal_chosen.emit(goal)

    def _choose(self, item: QTreeWidgetItem) -> None:
        above = item.parent()
        while above is not None:
            above.setExpanded(True)
            above = above.parent()
        self.setCurrentItem(item)
        self.scrollToItem(item)


def _now(before: ModuleDef, after: ModuleDef, key: tuple[str, Path]) -> tuple[str, Path] | None:
    """Where the line of a thing is after a change; None when the thing is gone."""
    page, path = key
    if before is after or not path or value_at(before, path) is None:
        return key
    way = followed(before, after, path)
    return (page, way) if way is not None else None


def _shape(lines: tuple[Goal, ...]) -> tuple[object, ...]:
    return tuple((goal.page, goal.path, goal.title, goal.note, _shape(goal.parts)) for goal in lines)
