"""The keyboard of the schedule's grid: a cell cursor, taking up counters, moving them, opening entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from app.editor.schedule_grid import ScheduleGrid

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ScheduleKeys:
    """What keys do in a grid."""

    def __init__(self, grid: ScheduleGrid) -> None:
        self.grid = grid

    def press(self, key: Qt.Key) -> bool:
        """Acts on a key; false for one that means nothing here."""
        grid = self.grid
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            grid.acts.remove_selected()
        elif key == Qt.Key.Key_Escape:
            grid.let_go()
        elif key in _ARROWS:
            self._arrow(*_ARROWS[key])
        elif key == Qt.Key.Key_Space:
            self._take_up()
        elif key in _ENTER and grid.selected:
            grid.edit_wanted.emit(min(entry for entry, _ in grid.selected))
        elif key in (*_ENTER, Qt.Key.Key_Insert):
            turn, side = grid.start_cell()
            grid.new_wanted.emit({"turn": turn, "side": side})
        else:
            return False
        return True

    def _cell(self) -> tuple[int, str]:
        grid = self.grid
        if grid.cursor_cell is None:
            grid.cursor_cell = (grid.layout_.turns[0][0], grid.layout_.rows[0][0])
        return grid.cursor_cell

    def _arrow(self, across: int, down: int) -> None:
        grid = self.grid
        if grid.selected and across:
            grid.acts.step(across)
            return
        turn, side = self._cell()
        turns = [number for number, _ in grid.layout_.turns]
        sides = [name for name, _, _ in grid.layout_.rows]
        column = min(len(turns) - 1, max(0, turns.index(turn) + across))
        row = min(len(sides) - 1, max(0, sides.index(side) + down))
        grid.cursor_cell = (turns[column], sides[row])
        grid.cursor_moved.emit(turns[column])
        grid.update()

    def _take_up(self) -> None:
        """Takes up one counter of the cell, the next one each time, then all, then none."""
        grid = self.grid
        cell = grid.layout_.cell(*self._cell())
        keys = [spot.key for spot in grid.spots if cell.contains(spot.rect.center())]
        if not keys:
            return
        if grid.selected == frozenset(keys):
            grid.select(frozenset())
        elif len(grid.selected) == 1 and (now := next(iter(grid.selected))) in keys:
            at = keys.index(now) + 1
            grid.select(frozenset((keys[at],)) if at < len(keys) else frozenset(keys))
        else:
            grid.select(frozenset((keys[0],)))
