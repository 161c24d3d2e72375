"""A whole editor off the screen, and every kind of edit as a person makes it, timed to the last repaint.

Used by the tests beside this file; ``.venv/bin/python -m tests.perf.desk`` prints a table for the document on
performance. Times are processor times of the window's thread: the edit with its guard, what the window shows
of it, the list of issues, and the painting of all of it. Ground that is painted between events afterwards is
not in it (``test_map.py`` measures that).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from shutil import copytree, ignore_patterns
from statistics import median
from tempfile import TemporaryDirectory

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.editor.module_tree import GOAL
from app.editor.order_lines import order_lines
from app.editor.window import EditorWindow, open_document
from app.settings import SettingsStore
from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, ScheduleEntry
from engine.editing import cards, charts, maps, pieces, schedule
from engine.editing.checking import check
from engine.loading import builtin_modules
from engine.loading.order import in_order
from engine.loading.writer import save_module
from tests.fixtures.free_module import a_free_module
from tests.perf.measuring import slowness_beside

MANY = 5_000
SOME = 100
SET_UP_IN = 20
"""So many hexes hold the counters that are set up."""
ROUNDS = 5

Act = Callable[[int], object]


def a_crowd() -> ModuleDef:
    """The small free module with 5,000 counters more, one in five set up, one in five to come."""
    module = a_free_module()
    like = next(piece for piece in module.pieces if piece.kind == "unit")
    more = tuple(
        like.model_copy(update={"id": f"crowd-{n}", "name": f"Crowd {n}", "designation": str(n)})
        for n in range(MANY)
    )
    names = [piece.id for piece in more]
    module = module.model_copy(update={"pieces": (*module.pieces, *more)})
    scenario, side = module.scenarios[0], like.side or ""
    setup = scenario.sides[side]
    board = check(module).board
    assert board is not None
    land = [name for name, kind in zip(board.ids, board.terrain, strict=True) if kind == "clear"]
    placed = tuple(
        PlacementDef(at=land[n // 10 % SET_UP_IN], pieces=tuple(names[n : n + 10]))
        for n in range(0, 1000, 10)
    )
    changes = {"placements": (*setup.placements, *placed), "gone": (*setup.gone, *names[2000:])}
    sides = {**scenario.sides, side: setup.model_copy(update=changes)}
    coming = tuple(
        ScheduleEntry(turn=2 + n % 3, side=side, action="arrive", at=land[0], pieces=tuple(names[n : n + 5]))
        for n in range(1000, 2000, 5)
    )
    whole = {
        "scenarios": (scenario.model_copy(update={"sides": sides}), *module.scenarios[1:]),
        "schedule": (*module.schedule, *coming),
    }
    return in_order(module.model_copy(update=whole))


def crowd(folder: Path) -> Path:
    """A module of 5,000 counters, written into a folder."""
    save_module(a_crowd(), folder / "crowd")
    return folder / "crowd"


def afrika(folder: Path) -> Path:
    """The largest module that comes with the program."""
    return _copied("afrika", folder)


def with_cards(folder: Path) -> Path:
    """The module with most cards that comes with the program."""
    return _copied("no_retreat_2", folder)


def _copied(name: str, folder: Path) -> Path:
    copytree(builtin_modules()[name], folder / name, ignore=ignore_patterns("__pycache__"))
    return folder / name


class Desk:
    """One editor with a module, and what can be done in it."""

    def __init__(self, path: Path) -> None:
        self.window = EditorWindow(open_document(path), SettingsStore(path.parent / "settings.json"))
        self.document = self.window.document
        module = self.document.module
        self.window.resize(1440, 880)
        self.window.show()
        self.settle()
        self.window.map_page.finish()
        self.settle()
        self._units = [piece.id for piece in module.pieces if piece.kind == "unit"]
        self._known = frozenset(self._units)
        self._spots = self._free_spots()

    def settle(self) -> None:
        """Lets everything be painted; ground and tiles that are made between events wait."""
        self.window.map_page.picture.follower.stop()
        self.window.map_page.view.backdrop.pause()
        for _ in range(3):
            QApplication.processEvents()

    def close(self) -> None:
        """Closes the editor; nothing is saved."""
        self.document.stack.setClean()
        self.window.close()

    def _free_spots(self) -> list[str]:
        page = self.window.map_page
        standing = page.stacks.standing(page.scenario)
        board = page.board()
        kinds = enumerate(board.terrain)
        return [board.ids[i] for i, kind in kinds if kind == "clear" and board.ids[i] not in standing]

    def show(self, page: str) -> None:
        """Turns to a page, or to one of those below the map."""
        window, below = self.window, ("schedule", "set-up", "terrain")
        window.show_page("map" if page in below else page)
        if page in below:
            window.bottom.show_page(below.index(page))
        elif page == "chart" and self.document.module.charts:
            window.chart_page.show_chart(self.document.module.charts[0].id, window.shipped())
        self.settle()

    # --- edits -----------------------------------------------------------------------------------------

    def edits(self) -> dict[str, Act]:
        """Every kind of edit this module has something for."""
        module = self.document.module
        found: dict[str, Act] = {
            "one counter": self._one, "a figure": self._figure, "100 counters": self._some,
            "fill down": self._fill, "terrain": self._paint,
        }  # fmt: skip
        if self._standing():
            found |= {"set-up": self._drag, "arrival": self._arrive}
        if any(entry.pieces and entry.action == "arrive" for entry in module.schedule):
            found["schedule"] = self._move
        if module.charts:
            found["chart"] = self._cell
        if module.cards:
            found["card"] = self._card
        return found

    def _do(self, edit: Callable[[ModuleDef], ModuleDef], words: str) -> None:
        before = self.document.module
        assert self.document.edit(edit, words)
        assert self.document.module is not before, f"{words}: nothing changed"

    def _middle(self) -> str:
        return self._units[len(self._units) // 2]

    def _one(self, n: int) -> None:
        name = self._middle()
        self._do(lambda m: pieces.set_piece_fields(m, [name], {"name": f"Unit {n}"}), "name")

    def _figure(self, n: int) -> None:
        name = self._middle()
        key = f"values.{next(iter(self.document.module.piece(name).values))}"
        self._do(lambda m: pieces.set_piece_fields(m, [name], {key: 20 + n}), "figure")

    def _some(self, n: int) -> None:
        names = self._units[:SOME]
        self._do(lambda m: pieces.set_piece_fields(m, names, {"note": f"note {n}"}), "notes")

    def _fill(self, n: int) -> None:
        before = self.document.module
        assert self.window.counters_page.table.set_fields(self._units[:SOME], "size", f"size {n}")
        assert self.document.module is not before

    def _paint(self, n: int) -> None:
        board, spots = self.document.module.boards[0].id, self._spots[2 * n : 2 * n + 7]
        kind = self.window.map_page.board().terrain[self.window.map_page.board().index[spots[0]]]
        other = "rough" if kind == "clear" else "clear"
        self._do(lambda m: maps.paint_terrain(m, board, spots, other), "paint")

    def _standing(self) -> dict[str, tuple[str, ...]]:
        page = self.window.map_page
        standing, board = page.stacks.standing(page.scenario), page.board()
        return {spot: names for spot, names in sorted(standing.items()) if spot in board.index}

    def _drag(self, n: int) -> None:
        page, before, standing = self.window.map_page, self.document.module, self._standing()
        start = next(iter(standing))
        page.move_stack(start, next(spot for spot in self._spots[n:] if spot not in standing))
        assert self.document.module is not before

    def _arrive(self, n: int) -> None:
        page = self.window.map_page
        scenario = self.document.module.scenario(page.scenario)
        units = [name for names in self._standing().values() for name in names if name in self._known]
        turn, spot = scenario.first_turn + 2, self._spots[0]
        self._do(lambda m: schedule.arrive(m, [units[n]], turn, spot, scenario.id), "arrive")

    def _move(self, n: int) -> None:
        module, turns = self.document.module, [turn.number for turn in self.document.module.turns]
        found = [
            k
            for k, entry in enumerate(module.schedule)
            if entry.action == "arrive" and entry.pieces and entry.turn < turns[-1]
        ]
        at = found[-1 - n]
        entry = module.schedule[at]
        self._do(lambda m: schedule.move_pieces(m, at, entry.pieces[:1], entry.turn + 1), "move")

    def _cell(self, n: int) -> None:
        chart = self.document.module.charts[0].id
        self._do(lambda m: charts.set_cell(m, chart, 0, 0, 100 + n), "cell")

    def _card(self, n: int) -> None:
        card = self.document.module.cards[0].id
        self._do(lambda m: cards.set_card_fields(m, [card], {"title": f"Card {n}"}), "card")

    # --- clicks ----------------------------------------------------------------------------------------

    def clicks(self) -> dict[str, tuple[str, Act]]:
        """What is clicked without changing anything, and the page it lies on."""
        found: dict[str, tuple[str, Act]] = {
            "a hex": ("schedule", self._click_hex),
            "a line of the table": ("counters", self._click_row),
            "a line of the tree": ("terrain", self._click_tree),
            "a line of the set-up": ("set-up", self._click_setup),
        }
        if self.window.schedule.grid.spots:
            found["a counter of the schedule"] = ("schedule", self._click_schedule)
        return found

    def _click_hex(self, n: int) -> None:
        view, scene = self.window.map_page.view, self.window.map_page.scene
        room = view.viewport().rect().adjusted(60, 60, -60, -60)
        centers = (scene.center_of(spot) for spot in self.window.map_page.board().ids)
        points = (view.view_point(center).toPoint() for center in centers if center is not None)
        inside = [point for point in points if room.contains(point)]
        _click(view.viewport(), inside[7 * n % len(inside)])

    def _click_row(self, n: int) -> None:
        view = self.window.counters_page.view
        _click(view.viewport(), view.visualRect(view.model().index(1 + n % 6, 1)).center())

    def _click_tree(self, n: int) -> None:
        tree = self.window.tree
        lists = [item for item in tree.items() if item.data(0, GOAL).page == "list"]
        item = lists[n % len(lists)]
        tree.scrollToItem(item)
        _click(tree.viewport(), tree.visualItemRect(item).center())

    def _click_setup(self, n: int) -> None:
        tree = self.window.order.tree
        names = [line.piece.id for line in order_lines(self.document.module, None)]
        item = tree.item_of(names[n % len(names)])
        assert item is not None
        tree.scrollToItem(item)
        _click(tree.viewport(), tree.visualItemRect(item).center())

    def _click_schedule(self, n: int) -> None:
        grid = self.window.schedule.grid
        _click(grid, grid.spots[n % len(grid.spots)].rect.center())

    def pan(self, n: int) -> None:
        """Moves the map a little and paints it."""
        view = self.window.map_page.view
        view.pan(QPointF(-9, 3) if n % 8 < 4 else QPointF(9, -3))
        view.viewport().repaint()

    # --- times -----------------------------------------------------------------------------------------

    def milliseconds(self, act: Callable[[], object]) -> float:
        """From an act to everything shown and checked, as long as it takes on the reference machine."""
        self.settle()
        slow = slowness_beside()
        began = time.thread_time()
        act()
        self.settle()
        self.document.check_now()
        self.settle()
        took = (time.thread_time() - began) * 1000
        return took / ((slow + slowness_beside()) / 2)

    def click_time(self, name: str, rounds: int = 7) -> float:
        """The middle time from a click to all of it shown, after one of each that was not counted."""
        page, act = self.clicks()[name]
        self.show(page)
        for n in range(rounds):
            self.show(page)
            act(n)
        self.show(page)
        return median(self.shown(partial(act, n), page) for n in range(rounds))

    def shown(self, act: Callable[[], object], page: str = "") -> float:
        """From an act to everything painted, as long as it takes on the reference machine."""
        if page:
            self.show(page)
        slow = slowness_beside()
        began = time.thread_time()
        act()
        self.settle()
        took = (time.thread_time() - began) * 1000
        return took / ((slow + slowness_beside()) / 2)

    def turn_time(self, away: str, page: str, rounds: int = 3) -> float:
        """The middle time from one page to another, after one turn that was not counted."""
        times = []
        for _ in range(rounds + 1):
            self.show(away)
            times.append(self.shown(partial(self.show, page)))
        return median(times[1:])

    def pan_time(self, rounds: int = 3) -> float:
        """The middle time of a frame while the map is moved to and fro."""
        self.show("schedule")
        times = []
        for n in range(8 * rounds):
            slow, began = slowness_beside(), time.thread_time()
            self.pan(n)
            times.append((time.thread_time() - began) * 1000 / slow)
        return median(times)

    def edit_times(self, page: str, act: Act, rounds: int = 3) -> tuple[float, float]:
        """The middle times of some edits of a kind with a page open, and of taking each back."""
        done, undone = [], []
        for n in range(rounds):
            self.show(page)
            done.append(self.milliseconds(partial(act, n)))
            undone.append(self.milliseconds(self.document.stack.undo))
        return median(done), median(undone)


def _click(widget: QWidget, at: QPoint) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


@dataclass(frozen=True, slots=True)
class Place:
    """A module to edit, and the pages to have open meanwhile."""

    written: Callable[[Path], Path]
    pages: tuple[str, ...]


PLACES = {
    "largest module": Place(afrika, ("schedule", "set-up", "terrain", "counters", "chart")),
    "5,000 counters": Place(crowd, ("schedule", "set-up", "counters")),
    "most cards": Place(with_cards, ("schedule", "cards")),
}


def main() -> None:
    """Prints the middle times of all edits, each with every page open; or those of some, given by name."""
    QApplication.instance() or QApplication([])
    places, pages, kinds = (set(words.split("|")) for words in (*sys.argv[1:4], "", "", "")[:3])
    for title, place in PLACES.items():
        if places != {""} and title not in places:
            continue
        with TemporaryDirectory() as folder:
            desk = Desk(place.written(Path(folder)))
            for page in place.pages:
                for kind, act in desk.edits().items():
                    if (pages != {""} and page not in pages) or (kinds != {""} and kind not in kinds):
                        continue
                    done, undone = desk.edit_times(page, act, ROUNDS)
                    sys.stdout.write(f"| {title} | {page} | {kind} | {done:.0f} | {undone:.0f} |\n")
                    sys.stdout.flush()
            for name in desk.clicks() if not any((pages - {""}, kinds - {""})) else ():
                sys.stdout.write(f"| {title} | click on {name} | {desk.click_time(name):.1f} |\n")
            sys.stdout.write(f"| {title} | a frame of panning | {desk.pan_time():.1f} |\n")
            desk.close()


if __name__ == "__main__":
    main()
