"""What the slicer window works on: the sheets, their grids with undo, and which counter gets which
picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from PIL import Image
from PySide6.QtCore import QObject, Signal

from app.importing.sheet_files import OpenedSheet
from app.importing.slicing.cutting import Finish
from app.importing.slicing.grid import Axis, Block, Box, Line, SheetGrid, even_block
from app.importing.slicing.pairing import Key, Turn, pair_backs
from app.importing.slicing.sheet import Sheet
from app.importing.upright import cut_upright

GLIMPSE = 72
"""Pixels that a glimpse of a counter has at least, if its sheet has them."""
Place = tuple[int, int, tuple[int, int]]
"""A counter: page, block, cell."""


@dataclass
class PageState:
    """One sheet under work."""

    opened: OpenedSheet
    grid: SheetGrid
    is_back: bool = False
    line_trim: float = 0.0
    """What the lines printed on it need to have trimmed."""
    undo: list[SheetGrid] = field(default_factory=list)
    redo: list[SheetGrid] = field(default_factory=list)

    @property
    def sheet(self) -> Sheet:
        """The sheet as it was scanned."""
        return self.opened.sheet


class SlicerModel(QObject):
    """The state of the window; every change of a grid can be undone."""

    changed = Signal()
    page_changed = Signal()

    def __init__(
        self, fronts: Sequence[OpenedSheet], backs: Sequence[OpenedSheet] = (), parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.pages = [PageState(sheet, SheetGrid(sheet.sheet.size)) for sheet in fronts]
        self.pages += [PageState(sheet, SheetGrid(sheet.sheet.size), is_back=True) for sheet in backs]
        self.number = 0
        self.block = 0
        self.finish = Finish()
        self.trim_chosen = False
        """Whether somebody chose how much to trim, so that nothing is proposed."""
        self.turn: Turn = "side"
        self.assigned: dict[str, Place] = {}

    def add_backs(self, sheets: Sequence[OpenedSheet]) -> None:
        """Takes the backs of the sheets, after all other pages."""
        self.pages += [PageState(sheet, SheetGrid(sheet.sheet.size), is_back=True) for sheet in sheets]
        self.changed.emit()

    def set_back(self, number: int, *, is_back: bool) -> None:
        """Says whether a page holds backs; then pictures that were given from it are taken back."""
        self.pages[number].is_back = is_back
        if is_back:
            self.assigned = {piece: place for piece, place in self.assigned.items() if place[0] != number}
        self.changed.emit()

    @property
    def page(self) -> PageState:
        """The page in sight."""
        return self.pages[self.number]

    @property
    def grid(self) -> SheetGrid:
        """The grid of the page in sight."""
        return self.page.grid

    def current_block(self) -> Block | None:
        """The block that lines and counts go to."""
        blocks = self.grid.blocks
        return blocks[min(self.block, len(blocks) - 1)] if blocks else None

    def show_page(self, number: int) -> None:
        """Goes to another page."""
        self.number, self.block = number, 0
        self.page_changed.emit()
        self.changed.emit()

    def set_grid(self, grid: SheetGrid, *, page: int | None = None) -> None:
        """Takes another grid as one step that can be undone; the same grid is none."""
        state = self.pages[self.number if page is None else page]
        if grid == state.grid:
            return
        state.undo.append(state.grid)
        state.redo.clear()
        turned = grid.angle != state.grid.angle
        state.grid = grid
        self.block = max(0, min(self.block, len(grid.blocks) - 1))
        if turned:
            self.page_changed.emit()
        self.changed.emit()

    def propose_trim(self, trim: float, *, page: int) -> bool:
        """Takes what the lines of a page need into the trim of all, unless somebody chose one; whether it
        did.
        """
        self.pages[page].line_trim = trim
        if not self.trim_chosen:
            self.finish = replace(self.finish, trim=max(state.line_trim for state in self.pages))
        return not self.trim_chosen

    def merge(self, grid: SheetGrid) -> None:
        """Takes a further grid of the same drag, without a step of its own."""
        self.page.grid = grid
        self.changed.emit()

    def begin_drag(self) -> None:
        """Marks where a drag began."""
        self.page.undo.append(self.grid)
        self.page.redo.clear()

    def undo(self) -> None:
        """Takes the last step back."""
        self._step(self.page.undo, self.page.redo)

    def redo(self) -> None:
        """Takes the step that was taken back."""
        self._step(self.page.redo, self.page.undo)

    def _step(self, source: list[SheetGrid], target: list[SheetGrid]) -> None:
        if source:
            target.append(self.page.grid)
            turned = source[-1].angle != self.page.grid.angle
            self.page.grid = source.pop()
            if turned:
                self.page_changed.emit()
            self.changed.emit()

    # --------------------------------------------------------------- changes

    def change_block(self, block: Block) -> None:
        """Replaces the current block."""
        if self.grid.blocks:
            self.set_grid(self.grid.with_block(self.block, block))

    def move_line(self, line: Line, position: float) -> None:
        """Moves a line of the current block during a drag."""
        block = self.current_block()
        if block is not None:
            self.merge(self.grid.with_block(self.block, block.line_moved(line, position)))

    def nudge(self, axis: Axis, number: int, by: float) -> None:
        """Moves one line by some pixels."""
        block = self.current_block()
        if block is None:
            return
        lines = block.lines(axis)
        if 0 <= number < len(lines):
            self.change_block(block.line_moved(lines[number], lines[number].position + by))

    def set_shape(self, columns: int, rows: int) -> None:
        """Makes the current block one of so many equal columns and rows in the same box."""
        block = self.current_block()
        if block is not None and (len(block.columns), len(block.rows)) != (columns, rows):
            self.change_block(even_block(block.box, columns, rows))

    def add_block(self) -> None:
        """Adds a block: beside the last one, or in the middle of an empty sheet."""
        width, height = self.grid.size
        block = self.current_block()
        if block is not None:
            room = min(width - block.box.right - 10, block.box.width)
            moved = (
                block.moved(block.box.width + 10, 0)
                if room >= block.box.width
                else block.moved(0, block.box.height + 10)
            )
        else:
            moved = even_block(Box(0.1 * width, 0.1 * height, 0.9 * width, 0.9 * height), 6, 4)
        self.set_grid(self.grid.block_added(moved))
        self.block = len(self.grid.blocks) - 1
        self.changed.emit()

    def remove_block(self) -> None:
        """Removes the current block."""
        if self.grid.blocks:
            self.set_grid(self.grid.without_block(self.block))

    # --------------------------------------------------------------- results

    def counters(self) -> list[Place]:
        """All counters of the fronts in order."""
        return [
            (number, block, cell)
            for number, page in enumerate(self.pages)
            if not page.is_back
            for block, cell, _ in page.grid.cells()
        ]

    def picture(self, place: Place) -> Image.Image:
        """One counter, cut and finished."""
        page = self.pages[place[0]]
        return cut_upright(page.sheet.picture, page.grid.angle, self.box(place), self.finish)

    def glimpse(self, place: Place) -> Image.Image:
        """One counter as it will be, but small; quick for sheets of any size."""
        page, box = self.pages[place[0]], self.box(place)
        scale = page.opened.scale
        times = max(1, int(max(box.width, box.height) * scale // GLIMPSE))
        scale /= times
        small = Box(box.left * scale, box.top * scale, box.right * scale, box.bottom * scale)
        return cut_upright(page.opened.reduced(times), page.grid.angle, small, self.finish)

    def box(self, place: Place) -> Box:
        block = self.pages[place[0]].grid.blocks[place[1]]
        column, row = block.columns[place[2][0]], block.rows[place[2][1]]
        return Box(column.start, row.start, column.end, row.end)

    def set_turn(self, turn: Turn) -> None:
        """Says how the backs lie."""
        self.turn = turn
        self.changed.emit()

    def back_picture(self, place: Place) -> Image.Image:
        """One back, cut and finished, upright also where the page lies upside down."""
        picture = self.picture(place)
        return picture.transpose(Image.Transpose.ROTATE_180) if self.turn == "around" else picture

    def back_of(self, place: Place) -> Place | None:
        """The back of a counter on the page of backs that belongs to its page."""
        fronts = [n for n, page in enumerate(self.pages) if not page.is_back]
        backs = [n for n, page in enumerate(self.pages) if page.is_back]
        number = fronts.index(place[0])
        if number >= len(backs):
            return None
        pairs: dict[Key, Key] = pair_backs(
            self.pages[place[0]].grid, self.pages[backs[number]].grid, self.turn
        )
        key = pairs.get((place[1], place[2]))
        return (backs[number], key[0], key[1]) if key else None

    def assign(self, piece: str, place: Place) -> None:
        """Gives a counter's picture to a piece; a picture belongs to one piece only."""
        self.assign_pairs(((piece, place),))

    def assign_pairs(self, pairs: Sequence[tuple[str, Place]]) -> None:
        """Gives pictures to pieces; who has one of them loses it, all others keep theirs."""
        given = {place for _, place in pairs}
        self.assigned = {p: where for p, where in self.assigned.items() if where not in given}
        self.assigned.update(pairs)
        self.changed.emit()

    def clear_one(self, piece: str) -> None:
        """Takes the picture of one piece back."""
        if self.assigned.pop(piece, None) is not None:
            self.changed.emit()

    def clear_assigned(self) -> None:
        """Takes all pictures back."""
        self.assigned = {}
        self.changed.emit()
