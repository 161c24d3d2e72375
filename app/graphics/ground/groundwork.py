"""The ground of a map that was changed since it was baked.

The baked picture stays as it is. Where hexes, escarpments or wadis differ from what it shows, small squares
of it are painted anew with the painter of the bake and fade into it, so that a painted hex looks as if it
had always been there. Squares are made when they come into sight, and those made before are kept by what
they show, so that taking an edit back gives the very same picture.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from app.graphics.curves import Polyline
from app.graphics.ground.heights import HeightNet
from app.graphics.ground.hexes import HexField, toward, with_rim
from app.graphics.ground.painting import SEA, Ground, paint_ground, shown_kinds
from app.graphics.ground.pixels import PictureLevels, pixels_of
from app.graphics.ground.rasters import Pixels, distance_to, smoothstep
from app.graphics.ground.record import STEPPED, BakedRecord, Change, View, changes, shaping_sides
from app.graphics.ground.shoreline import Shoreline, ShorePiece, shore_pieces
from app.graphics.ground.styles import Style
from app.graphics.ground.subject import Line, Shape, Subject, Window
from app.graphics.painters.board_features import soft_chains

SQUARE: Final = 0.5
"""Edge of a square in hex widths."""
FULL: Final = 0.45
"""So far beyond a changed hex the fresh ground counts alone, in hex widths."""
FADED: Final = 0.95
"""From here on the baked picture counts alone."""
REACH: Final = 0.58 + FADED
HALF: Final = 0.45
"""How far a hex reaches from its middle, its corners left out."""
MARGIN: Final = 0.9
"""Room painted around the squares that are wanted, so that blurs know their surroundings."""
ONE_PIECE: Final = 12
"""Squares up to this many in a row are painted in one piece."""
CHUNK: Final = 8
HURRIED: Final = 2
MOST_KEPT: Final = 8000

Square = tuple[int, int]
Signature = tuple[tuple[int, Change], ...]


@dataclass(frozen=True, eq=False)
class Baked:
    """What a module ships of one map: the picture, what it shows, where which kind shows, heights, coast."""

    picture: QImage
    levels: tuple[QImage, ...]
    record: BakedRecord
    kinds: Pixels
    names: tuple[str, ...]
    net: HeightNet
    shore: list[Polyline]
    size: tuple[float, float]

    @property
    def scale(self) -> int:
        """Pixels to a hex width."""
        return round(self.picture.width() / self.size[0])

    @property
    def kinds_scale(self) -> int:
        """Pixels of the picture of kinds to a hex width."""
        return round(int(self.kinds.shape[1]) / self.size[0])


@dataclass(frozen=True, eq=False)
class Patch:
    """One square as painted."""

    pixels: Pixels
    kinds: Pixels
    shore: tuple[ShorePiece, ...]
    is_fine: bool


class Groundwork:
    """Keeps one baked picture in step with its board."""

    def __init__(self, baked: Baked) -> None:
        self.baked = baked
        self.levels = PictureLevels(baked.levels)
        self.kinds = baked.kinds.copy()
        self.names = list(baked.names)
        self.shoreline = Shoreline(SQUARE)
        self.is_hurried = False
        """Whether squares painted in a hurry are good enough for now."""
        self._view: View | None = None
        self._field: HexField | None = None
        self._changes: dict[int, Change] = {}
        self._at: dict[Square, dict[int, Change]] = {}
        self._rough: set[Square] = set()
        self._stale: set[Square] = set()
        self._kept: OrderedDict[tuple[Square, Signature], Patch] = OrderedDict()
        self._lines: tuple[object, list[Line], list[Line]] = (None, [], [])
        self._looks = baked.record.looks()
        self._relief = baked.net.relief(baked.shore)

    # --- following the board -----------------------------------------------------------------------

    @property
    def is_changed(self) -> bool:
        """Whether anything differs from the baked picture."""
        return bool(self._changes)

    def show(self, view: View) -> QRectF:
        """Turns to a board; gives the area that looks different now, empty if nothing does."""
        if self._field is None or self._view is None or self._view.board.ids != view.board.ids:
            self._field = HexField(view.board, view.sheet)
        self._view = view
        new = changes(self.baked.record, view)
        touched = {i for i in {*new, *self._changes} if new.get(i) != self._changes.get(i)}
        self._changes = new
        squares: set[Square] = set()
        for i in touched:
            for square in self._squares_of(i):
                here = self._at.setdefault(square, {})
                if i in new:
                    here[i] = new[i]
                else:
                    here.pop(i, None)
                squares.add(square)
        self._settle(squares)
        return _area(squares)

    def _squares_of(self, i: int) -> list[Square]:
        assert self._view is not None
        x, y = self._view.board.center(i)
        width, height = self.baked.size
        columns = range(max(0, int((x - REACH) / SQUARE)), int(min(width - 1e-6, x + REACH) / SQUARE) + 1)
        rows = range(max(0, int((y - REACH) / SQUARE)), int(min(height - 1e-6, y + REACH) / SQUARE) + 1)
        return [(column, row) for column in columns for row in rows]

    def _settle(self, squares: Iterable[Square]) -> None:
        """Puts known squares in place; the others wait until they come into sight."""
        done = []
        for square in squares:
            signature = self._signature(square)
            self._stale.discard(square)
            self._rough.discard(square)
            if not signature:
                self._at.pop(square, None)
                self._restore(square)
                done.append(square)
                continue
            patch = self._kept.get((square, signature))
            if patch is None:
                self._stale.add(square)
            else:
                self._kept.move_to_end((square, signature))
                self._put(square, patch)
                done.append(square)
        self._carry(done)

    def _signature(self, square: Square) -> Signature:
        return tuple(sorted(self._at.get(square, {}).items(), key=lambda item: item[0]))

    # --- painting ----------------------------------------------------------------------------------

    def wants(self, rect: QRectF) -> list[Square]:
        """The squares in a rectangle of the board that are still to be painted."""
        waiting = self._stale if self.is_hurried else self._stale | self._rough
        if not waiting:
            return []
        first, top = int(rect.left() // SQUARE), int(rect.top() // SQUARE)
        last, bottom = int(rect.right() // SQUARE), int(rect.bottom() // SQUARE)
        return [s for s in waiting if first <= s[0] <= last and top <= s[1] <= bottom]

    def waiting(self) -> list[int]:
        """The hexes of which some square has never been painted as it shall be; squares beside them do not
        count.
        """
        found = {i for square in self._stale for i in self._at.get(square, ()) if self._is_of(square, i)}
        return sorted(i for i in found if self._changes[i][0] is not None)

    def _is_of(self, square: Square, i: int) -> bool:
        """Whether a hex itself reaches into a square."""
        assert self._view is not None
        x, y = self._view.board.center(i)
        dx, dy = (abs((n + 0.5) * SQUARE - at) for n, at in zip(square, (x, y), strict=True))
        return max(dx, dy) < SQUARE / 2 + HALF

    def groups(self, squares: Iterable[Square]) -> list[list[Square]]:
        """Squares in handfuls that are painted at a time."""
        found = sorted(squares)
        if not found:
            return []
        columns, rows = [s[0] for s in found], [s[1] for s in found]
        if max(columns) - min(columns) < ONE_PIECE and max(rows) - min(rows) < ONE_PIECE:
            return [found]
        chunks: dict[Square, list[Square]] = {}
        for square in found:
            chunks.setdefault((square[0] // CHUNK, square[1] // CHUNK), []).append(square)
        return list(chunks.values())

    def paint(self, squares: list[Square]) -> None:
        """Paints some squares that lie together; in a hurry with half the pixels."""
        if self._view is None or not squares:
            return
        coarser = HURRIED if self.is_hurried else 1
        window = self._window(squares, coarser)
        ground = paint_ground(window)
        colors = _enlarged(self._faded(window, ground), coarser)
        kinds = shown_kinds(ground, self.baked.scale // self.baked.kinds_scale / coarser, self._named(ground))
        wet = [square for square in squares if self._is_wet(square)]
        shores = shore_pieces(window, ground.land, SQUARE) if wet else {}
        for square in squares:
            patch = Patch(
                pixels=self._cut(colors, window, square, self.baked.scale),
                kinds=self._cut(kinds, window, square, self.baked.kinds_scale),
                shore=tuple(shores.get(square, ())) if square in wet else (),
                is_fine=coarser == 1,
            )
            self._keep((square, self._signature(square)), patch)
            self._stale.discard(square)
            self._put(square, patch)
        self._carry(squares)

    @staticmethod
    def _cut(whole: Pixels, window: Window, square: Square, scale: int) -> Pixels:
        edge = round(SQUARE * scale)
        x = square[0] * edge - round(window.left * scale)
        y = square[1] * edge - round(window.top * scale)
        return whole[y : y + edge, x : x + edge].copy()

    def _carry(self, squares: list[Square]) -> None:
        edge = round(SQUARE * self.baked.scale)
        for group in self.groups(squares):
            area = _area(set(group))
            left, top = round(area.left() / SQUARE) * edge, round(area.top() / SQUARE) * edge
            self.levels.carry(
                left, top, round(area.width() / SQUARE) * edge, round(area.height() / SQUARE) * edge
            )

    def _window(self, squares: list[Square], coarser: int) -> Window:
        scale = self.baked.scale
        step = 2 * scale // self.baked.kinds_scale
        margin = round(MARGIN * scale / step) * step
        edge = round(SQUARE * scale)
        left, top = min(s[0] for s in squares) * edge - margin, min(s[1] for s in squares) * edge - margin
        right = (max(s[0] for s in squares) + 1) * edge + margin
        bottom = (max(s[1] for s in squares) + 1) * edge + margin
        rect = QRectF(left / scale, top / scale, (right - left) / scale, (bottom - top) / scale)
        size = (right - left) // coarser, (bottom - top) // coarser
        return Window(self._subject(rect), scale / coarser, left / scale, top / scale, *size)

    def _subject(self, rect: QRectF) -> Subject:
        view, hexes = self._view, self._field
        assert view is not None
        assert hexes is not None
        near = hexes.near(rect)
        shapes: dict[Style, list[Shape]] = {}
        for i in near:
            style = view.style(i)
            if style != Style(SEA) and style != Style("clear"):
                shapes.setdefault(style, []).extend(with_rim(view.board, i))
        steps, valleys = self._shaping(view)
        flooded, drained = self._waters(view, near)
        return Subject(
            size=self.baked.size, hexes=shapes, shore=self.baked.shore, relief=self._relief,
            steps=steps, valleys=valleys, flooded=flooded, drained=drained,
        )  # fmt: skip

    def _shaping(self, view: View) -> tuple[list[Line], list[Line]]:
        key = shaping_sides(view.board, view.sheet, view.sides)
        if self._lines[0] != key:
            kinds = {kind: view.sides.get(kind, kind) for s in view.board.sides.values() for kind in s.kinds}

            def lines(*looks: str) -> list[Line]:
                named = [kind for kind, look in kinds.items() if look in looks]
                return [Line.of(c) for kind in named for c in soft_chains(view.board, kind, view.sheet)]

            self._lines = key, lines(*STEPPED), lines("wadi")
        return self._lines[1], self._lines[2]

    def _waters(self, view: View, near: list[int]) -> tuple[list[Shape], list[Shape]]:
        """Shapes that became sea and that became land, joined to their like beside them."""
        flooded: list[Shape] = []
        drained: list[Shape] = []
        board = view.board
        for i in near:
            turned = self._turned(i)
            if turned is None:
                continue
            shapes = flooded if turned else drained
            shapes.extend(with_rim(board, i))
            shapes.extend(
                toward(board, j, i)
                for j in board.neighbors[i]
                if j >= 0 and (view.style(j).look == SEA) is turned
            )
        return flooded, drained

    def _turned(self, i: int) -> bool | None:
        """True for land that became sea, False for sea that became land, None for neither.

        Hexes that the baked picture does not know are as if they had become what they are.
        """
        view = self._view
        assert view is not None
        was = self._looks.get((view.board.column[i], view.board.row[i]))
        is_sea = view.style(i).look == SEA
        return None if was is not None and (was == SEA) is is_sea else is_sea

    def turned_hexes(self) -> Iterator[tuple[int, bool]]:
        """Hexes that became sea (true) or land (false) since the ground was baked."""
        for i in self._changes:
            turned = self._turned(i)
            if turned is not None:
                yield i, turned

    def _is_wet(self, square: Square) -> bool:
        return any(self._turned(i) is not None for i in self._at.get(square, ()))

    def _faded(self, window: Window, ground: Ground) -> Pixels:
        """The fresh picture, fading into the baked one."""
        view = self._view
        assert view is not None
        changed = [view.board.corners(i) for i in self._changes]
        mask = window.mask(changed)
        away = distance_to(mask > 0.5, round(FADED * window.scale) + 1) / np.float32(window.scale)
        share = (1 - smoothstep(away, FULL, FADED))[..., None]
        base = pixels_of(self.baked.picture, window, self.baked.scale).astype(np.float32)
        return np.rint(ground.colors * share + base * (1 - share)).astype(np.uint8)

    def _named(self, ground: Ground) -> list[str]:
        for style in ground.kinds.sharp:
            if style.look not in self.names:
                self.names.append(style.look)
        return self.names

    def kind_at(self, x: float, y: float) -> str:
        """The look that shows at a place of the board; beside it, the edge's."""
        scale = self.baked.kinds_scale
        rows, columns = self.kinds.shape
        column, row = min(max(int(x * scale), 0), columns - 1), min(max(int(y * scale), 0), rows - 1)
        return self.names[int(self.kinds[row, column])]

    # --- squares in place --------------------------------------------------------------------------

    def _keep(self, key: tuple[Square, Signature], patch: Patch) -> None:
        self._kept[key] = patch
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def _put(self, square: Square, patch: Patch) -> None:
        edge = round(SQUARE * self.baked.scale)
        self.levels.put(square[0] * edge, square[1] * edge, patch.pixels)
        self._put_kinds(square, patch.kinds)
        self.shoreline.put(square, patch.shore if self._is_wet(square) else None)
        if not patch.is_fine:
            self._rough.add(square)
        else:
            self._rough.discard(square)

    def _restore(self, square: Square) -> None:
        edge = round(SQUARE * self.baked.scale)
        self.levels.restore(square[0] * edge, square[1] * edge, edge)
        edge = round(SQUARE * self.baked.kinds_scale)
        x, y = square[0] * edge, square[1] * edge
        self.kinds[y : y + edge, x : x + edge] = self.baked.kinds[y : y + edge, x : x + edge]
        self.shoreline.put(square, None)

    def _put_kinds(self, square: Square, block: Pixels) -> None:
        edge = round(SQUARE * self.baked.kinds_scale)
        target = self.kinds[square[1] * edge :, square[0] * edge :][: block.shape[0], : block.shape[1]]
        target[...] = block[: target.shape[0], : target.shape[1]]


def _enlarged(pixels: Pixels, times: int) -> Pixels:
    return pixels if times == 1 else pixels.repeat(times, axis=0).repeat(times, axis=1)


def _area(squares: set[Square]) -> QRectF:
    if not squares:
        return QRectF()
    left, top = min(s[0] for s in squares) * SQUARE, min(s[1] for s in squares) * SQUARE
    right, bottom = (max(s[0] for s in squares) + 1) * SQUARE, (max(s[1] for s in squares) + 1) * SQUARE
    return QRectF(left, top, right - left, bottom - top)
