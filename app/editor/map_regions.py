"""Copying a part of the map and pasting it elsewhere, with all that is in its hexes."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.editor.map_setups import SetupHand
from app.messages import Tone
from app.player.figures import counted
from engine.editing import EditRefused
from engine.editing.regions import Region, copy_region, paste_region
from engine.editing.said import sentence
from engine.geometry import CompiledBoard


class RegionHand(SetupHand):
    """A page on which hexes are chosen, copied and pasted."""

    told = Signal(str)
    """Words for the status bar."""
    selected: tuple[str, ...] = ()
    region: Region | None = None

    def board(self) -> CompiledBoard:
        """The maps in integers."""
        raise NotImplementedError

    def board_id(self, spot: str) -> str:
        """The map a hex is on."""
        return self.board().board_of(self.board().index[spot])

    def between(self, first: str, last: str) -> tuple[str, ...]:
        """All hexes of the block between two hexes of one map, the first of them first."""
        board = self.board()
        i, j = board.index[first], board.index[last]
        if board.board[i] != board.board[j]:
            return (last,)
        columns = sorted((board.column[i], board.column[j]))
        rows = sorted((board.row[i], board.row[j]))
        found = [
            board.ids[n] for n in range(len(board))
            if board.board[n] == board.board[i] and columns[0] <= board.column[n] <= columns[1]
            and rows[0] <= board.row[n] <= rows[1]
        ]  # fmt: skip
        return (first, *(spot for spot in found if spot != first))

    def copy(self) -> None:
        """Copies the chosen hexes with all that is in them."""
        boards = {self.board_id(spot) for spot in self.selected if spot in self.board().index}
        if len(boards) != 1:
            self.document.refused.emit("Choose some hexes of one map first.")
            return
        try:
            self.region = copy_region(self.document.module, boards.pop(), self.selected)
        except EditRefused as refused:
            self.document.refused.emit(sentence(str(refused)))
            return
        copied = counted(len(self.selected), "hex", "hexes")
        words = f"{copied} copied. Click the hex for their western end and paste."
        self.document.told.emit(words, Tone.HINT.value)

    def paste(self) -> None:
        """Pastes the copied hexes with their western end on the chosen hex."""
        if self.region is None or not self.selected:
            self.document.refused.emit("Copy some hexes, then choose where to paste them.")
            return
        region, spot = self.region, self.selected[0]
        board = self.board_id(spot)
        self.document.edit(
            lambda m: paste_region(m, board, region, spot),
            f"paste {counted(len(region.terrain), 'hex', 'hexes')}",
        )
