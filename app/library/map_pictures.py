"""Pictures cut out of the games' own maps, drawn when there is time, kept on disk.

A cover or a scenario picture takes up to a second to draw. Windows ask, get
nothing at first, and are told when the picture is there; drawing goes in
slices between events, and what was drawn is kept in the cache folder under a
name that changes with the module's files.
"""

from __future__ import annotations

import importlib
import logging
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPixmap

from app.cache_care import touch
from app.graphics.colors import color
from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_art import load_board_art, with_made_ground
from app.graphics.painters.board_palette import LIGHT
from app.graphics.painters.board_view_box import ViewBox
from app.graphics.painters.stack import paint_stack
from app.library.games import Game
from app.library.map_cuts import Cut, PlacedStack
from app.user_files import cache_folder, made
from engine.errors import EngineError
from engine.geometry import CompiledBoard, compile_boards
from engine.loading.source import SourceError

if TYPE_CHECKING:
    from app.graphics.ground.making import GroundMaking

_log = logging.getLogger(__name__)

SLICE_SECONDS: Final = 0.008
STACK_EDGE: Final = 0.63
_MOST_FILES: Final = 400
_DRAWING: Final = 3
"""How pictures are drawn; counted up when it changes, so that kept ones are drawn anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOrder:
    """A picture wanted: which game, which cut, how large, with which stacks on it."""

    game: Game
    cut: Cut
    size: QSize
    ratio: float = 1.0
    name: str = ""
    stacks: tuple[PlacedStack, ...] = ()

    @property
    def key(self) -> str:
        """A name of the picture that changes with everything that shows in it."""
        facts = (
            _DRAWING, self.game.key, self.game.stamp, self.name, self.cut, self.size.width(),
            self.size.height(), round(self.ratio, 2), len(self.stacks),
        )  # fmt: skip
        return blake2b(repr(facts).encode(), digest_size=12).hexdigest()


class MapPictures(QObject):
    """Draws pictures in the background of the event loop; `ready` gives the key of each one done."""

    ready = Signal(str)

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder or cache_folder() / "pictures"
        self._held: dict[str, QPixmap] = {}
        self._waiting: deque[PictureOrder] = deque()
        self._work: Generator[None, None, None] | None = None
        self._painters: dict[tuple[str, str], tuple[CompiledBoard, dict[int, BoardPainter]]] = {}
        self._making: GroundMaking | None = None
        self._made: set[Path] = set()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._slice)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is waiting or being drawn."""
        return self._work is None and not self._waiting and self._making is None

    def picture(self, order: PictureOrder) -> QPixmap | None:
        """The picture if it is there, else None; then it is drawn and `ready` tells."""
        key = order.key
        held = self._held.get(key)
        if held is not None:
            return held
        kept = QPixmap()
        file = self._folder / f"{key}.png"
        if kept.load(str(file)):
            touch(file)
            kept.setDevicePixelRatio(order.ratio)
            self._held[key] = kept
            return kept
        if all(other.key != key for other in self._waiting):
            self._waiting.append(order)
            if self._making is None:
                self._timer.start()
        return None

    def board(self, game: Game) -> CompiledBoard | None:
        """The compiled board of a game; None if it has no maps or they are faulty."""
        entry = self._entry(game)
        return entry[0] if entry else None

    def stop(self) -> None:
        """Leave everything undone."""
        self._timer.stop()
        self._waiting.clear()
        if self._making is not None:
            self._making.ended.disconnect(self._go_on)
            self._making.stop()
            self._making.wait()
            self._making = None
        if self._work is not None:
            self._work.close()
            self._work = None

    def _entry(self, game: Game) -> tuple[CompiledBoard, dict[int, BoardPainter]] | None:
        if game.module is None or not game.module.boards:
            return None
        key = (game.key, game.stamp)
        entry = self._painters.get(key)
        if entry is None:
            try:
                entry = (compile_boards(game.module.boards), {})
            except EngineError:
                return None
            for old in [other for other in self._painters if other[0] == game.key]:
                del self._painters[old]
            self._painters[key] = entry
        return entry

    def _painter(self, game: Game, sheet: int) -> BoardPainter | None:
        entry = self._entry(game)
        if entry is None or game.module is None:
            return None
        board, painters = entry
        if sheet not in painters:
            try:
                painters[sheet] = BoardPainter(load_board_art(game.path, game.module, board, sheet))
            except (EngineError, SourceError, OSError):
                return None
        if painters[sheet].art.unmade is not None:
            painters[sheet] = BoardPainter(with_made_ground(painters[sheet].art))
        scan = painters[sheet].art.scan
        if scan is not None and scan.uncut is not None:
            del painters[sheet]
            return None
        return painters[sheet]

    def _waits_for_ground(self, order: PictureOrder) -> bool:
        """Has the ground of a map painted by a process of its own before the first picture is cut from it."""
        painter = self._painter(order.game, order.cut.sheet)
        unmade = painter.art.unmade if painter is not None else None
        if unmade is None or unmade.folder in self._made:
            return False
        self._made.add(unmade.folder)
        making = importlib.import_module("app.graphics.ground.making")
        self._making = making.GroundMaking(unmade, self)
        self._making.ended.connect(self._go_on)
        self._making.start()
        return self._making is not None

    def _go_on(self, _fault: str) -> None:
        """The ground is there, or cannot be: pictures are cut from what there is."""
        if self._making is not None:
            self._making.deleteLater()
            self._making = None
        self._timer.start()

    def _slice(self) -> None:
        end = perf_counter() + SLICE_SECONDS
        while perf_counter() < end:
            if self._work is None:
                if not self._waiting:
                    self._rest()
                    return
                if self._waits_for_ground(self._waiting[0]):
                    self._timer.stop()
                    return
                self._work = self._draw(self._waiting[0])
            try:
                next(self._work)
            except StopIteration:
                self._work = None
                if self._waiting:
                    self._waiting.popleft()

    def _rest(self) -> None:
        """Nothing to draw: let go of the painters, whose pictures of the ground are large."""
        self._timer.stop()
        for _, painters in self._painters.values():
            painters.clear()

    def _draw(self, order: PictureOrder) -> Generator[None, None, None]:
        painter = self._painter(order.game, order.cut.sheet)
        if painter is None:
            return
        yield
        image = QImage(order.size * order.ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(order.ratio)
        image.fill(color(LIGHT.desk))
        wide, tall = order.size.width() / order.cut.scale, order.size.height() / order.cut.scale
        corner = QPointF(order.cut.x - wide / 2, order.cut.y - tall / 2)
        brush = QPainter(image)
        try:
            yield from painter.steps(
                brush, ViewBox(QRectF(corner.x(), corner.y(), wide, tall), order.cut.scale, LIGHT)
            )
            yield from _draw_stacks(brush, order, corner)
        finally:
            brush.end()
        self._keep(order, image)

    def _keep(self, order: PictureOrder, image: QImage) -> None:
        key = order.key
        self._held[key] = QPixmap.fromImage(image)
        self._held[key].setDevicePixelRatio(order.ratio)
        try:
            folder = made(self._folder)
            forget_oldest(folder, _MOST_FILES - 1)
            image.save(str(folder / f"{key}.png"))
        except OSError:
            _log.info("a picture could not be kept in %s", self._folder)
        self.ready.emit(key)


def forget_oldest(folder: Path, most: int) -> None:
    """Delete the pictures of a folder used longest ago until no more than `most` are left."""
    files = sorted(folder.glob("*.png"), key=lambda file: file.stat().st_mtime)
    for file in files[: max(0, len(files) - most)]:
        file.unlink(missing_ok=True)


def _draw_stacks(brush: QPainter, order: PictureOrder, corner: QPointF) -> Iterator[None]:
    scale = order.cut.scale
    for placed in order.stacks:
        x, y = (placed.x - corner.x()) * scale, (placed.y - corner.y()) * scale
        if (
            placed.sheet == order.cut.sheet
            and -scale < x < order.size.width() + scale
            and -scale < y < order.size.height() + scale
        ):
            paint_stack(brush, QPointF(x, y), STACK_EDGE * scale, placed.stack)
            yield
