"""Everything that is drawn of one map: the compiled board, its looks, its drawing data, its baked files."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from app.graphics.curves import Point, Polyline
from app.graphics.ground.record import BakedRecord, View, changes
from app.graphics.ground.styles import Style
from app.graphics.painters.board_coast import COAST, EDGE, EMPTY, CoastLines, read_coast
from app.graphics.painters.board_masks import PLAIN, SEA, KindMap, LandMap
from app.graphics.painters.board_palette import look_key, terrain_color
from app.graphics.painters.board_refit import Refit, grown_land
from engine.definition.board import BoardArtDef, BoardDef
from engine.definition.drawing import DrawingDef
from engine.definition.module import ModuleDef
from engine.errors import EngineError
from engine.geometry.board import CompiledBoard
from engine.issues import LoadError
from engine.loading.assets import load_drawing
from engine.loading.source import SourceError, read_asset

if TYPE_CHECKING:
    from app.graphics.ground.groundwork import Groundwork
    from app.graphics.scanned_map import ScannedMap


class ArtUse(Enum):
    """What the art of a map is for."""

    WINDOW = "window"
    EDITOR = "editor"
    PAPER = "paper"


class MapPart(StrEnum):
    """What of a map can be left out of its picture while it is edited."""

    RELIEF = "relief"
    """The painted ground; without it hexes show the flat colour of their terrain."""
    GRID = "grid"
    HEXSIDES = "hexsides"
    ROUTES = "routes"
    NAMES = "names"
    PICTURE = "picture"
    """The picture of a printed map; without it the map is drawn."""


@dataclass(frozen=True)
class Looks:
    """Keys of the painters by kind; kinds that are not named look like themselves."""

    terrain: Mapping[str, str] = field(default_factory=dict)
    hexsides: Mapping[str, str] = field(default_factory=dict)
    routes: Mapping[str, str] = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=dict)
    """Colours of their own by kind."""

    @classmethod
    def of(cls, module: ModuleDef) -> Looks:
        terrain, hexsides, routes = (
            {entry.id: look_key(entry.look or entry.id) for entry in entries}
            for entries in (module.terrain, module.hexsides, module.routes)
        )
        colors = {
            entry.id: entry.color
            for entry in (*module.terrain, *module.hexsides, *module.routes)
            if entry.color
        }
        return cls(terrain, hexsides, routes, colors)

    def styles(self) -> dict[str, Style]:
        """How each kind of terrain is painted on the ground."""
        return {kind: Style(look, self.colors.get(kind, "")) for kind, look in self.terrain.items()}


@dataclass(frozen=True, eq=False)
class GroundOrder:
    """Ground that is to be made from the hexes of a map: where it is kept and what it shows."""

    folder: Path
    record: BakedRecord
    boards: tuple[BoardDef, ...]
    sheet: int
    looks: Looks


@dataclass(frozen=True)
class BoardArt:
    """One map ready to be painted."""

    board: CompiledBoard
    sheet: int = 0
    looks: Looks = field(default_factory=Looks)
    drawing: DrawingDef = field(default_factory=lambda: DrawingDef(board="none"))
    coast: CoastLines = EMPTY
    ground: QImage | None = None
    kinds: KindMap | None = None
    scan: ScannedMap | None = None
    groundwork: Groundwork | None = None
    """Keeps the baked ground in step with the board, where they differ."""
    unmade: GroundOrder | None = None
    """Ground that a big map still waits for."""
    use: ArtUse = ArtUse.WINDOW
    hidden: frozenset[MapPart] = frozenset()
    refit: Refit | None = None
    """How drawing, coast and ground were brought to the grid of the map, if they were made for another."""

    @property
    def waits(self) -> bool:
        """Whether a picture of it must still be prepared."""
        return self.unmade is not None or (self.scan is not None and self.scan.uncut is not None)

    @property
    def old_names(self) -> Mapping[str, str]:
        """The ids hexes had when the map was drawn, from which chance draws, by those they have now."""
        return self.refit.old_names if self.refit is not None else {}

    @property
    def size(self) -> Point:
        return self.board.size(self.sheet)

    @property
    def definition(self) -> BoardDef:
        return self.board.sheets[self.sheet].definition

    @cached_property
    def hexes(self) -> tuple[int, ...]:
        """Numbers of the hexes of this map."""
        return tuple(i for i in range(len(self.board)) if self.board.board[i] == self.sheet)

    def look(self, i: int) -> str:
        """The look of the terrain of a hex."""
        kind = self.board.terrain[i]
        return self.looks.terrain.get(kind, kind)

    def kind_at(self, x: float, y: float) -> str:
        """The look that shows at a place."""
        if self.groundwork is not None:
            return self.groundwork.kind_at(x, y)
        if self.kinds is not None:
            return self.kinds.at(x, y)
        i = self.board.hex_at(x, y, self.sheet)
        look = self.look(i) if i is not None else PLAIN
        if self._land is None:
            return look
        if not self._land.is_land(x, y):
            return SEA
        return PLAIN if look == SEA else look

    @cached_property
    def _land(self) -> LandMap | None:
        """Which places are land, on boards with a drawn coast but no baked picture of kinds."""
        return LandMap(self.shore, self.size) if self.shore and self.kinds is None else None

    def is_water(self, x: float, y: float) -> bool:
        return self.kind_at(x, y) == SEA

    @cached_property
    def shore(self) -> list[Polyline]:
        """The coast as closed lines; empty on boards without one."""
        if self.coast.coast:
            return [self.coast.line(ring) for ring in self.coast.coast]
        return [list(ring) for ring in (*self.drawing.land, *self.drawing.water)]

    def color(self, i: int) -> str:
        """The flat colour of the terrain of a hex."""
        return self.looks.colors.get(self.board.terrain[i], "") or terrain_color(self.look(i))

    def shore_lines(self, number: int) -> list[tuple[Polyline, bool]]:
        """The coast (-2), the light edge inside it (-1), or a line in the water, with whether each is
        closed.
        """
        if number == COAST:
            stored = self.shore
        else:
            level = self.coast.edge if number == EDGE else self.coast.vignette[number]
            stored = [self.coast.line(line) for line in level]
        if self.groundwork is not None:
            return self.groundwork.shoreline.lines(number, stored)
        return [(line, True) for line in stored]

    @property
    def shore_version(self) -> int:
        """Rises whenever the coast becomes another."""
        return self.groundwork.shoreline.version if self.groundwork is not None else 0

    @property
    def ground_sizes(self) -> tuple[QImage, ...]:
        """The ground as it is now and smaller copies, each half of the one before, for overviews."""
        return self.groundwork.levels.pictures if self.groundwork is not None else self.baked_sizes

    @cached_property
    def baked_sizes(self) -> tuple[QImage, ...]:
        """The same of the baked picture."""
        if self.ground is None:
            return ()
        sizes = [self.ground]
        while sizes[-1].width() > 400 and len(sizes) < 4:
            half = QSize(sizes[-1].width() // 2, sizes[-1].height() // 2)
            sizes.append(
                sizes[-1].scaled(
                    half, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
                )
            )
        return tuple(sizes)


def load_board_art(
    path: Path, module: ModuleDef, board: CompiledBoard, sheet: int = 0, *, use: ArtUse = ArtUse.WINDOW
) -> BoardArt:
    """Reads what a module ships for one of its maps; a missing file is left out, the loader has named it
    already. Where the map differs from its baked ground, or will in an editor, the ground follows it.
    """
    definition = board.sheets[sheet].definition
    art, refit = definition.art, Refit.of(definition)
    drawing = _drawing(path, definition)
    kinds, coast = _picture(path, drawing.kinds), _coast(path, drawing.coast)
    if refit is not None:
        drawing, coast = refit.drawing(drawing), refit.coast(coast)
        kinds = refit.kinds(kinds) if kinds is not None and refit.is_sound(kinds) else None
    found = BoardArt(
        board=board,
        sheet=sheet,
        looks=Looks.of(module),
        drawing=drawing,
        coast=coast,
        kinds=KindMap(kinds, board.size(sheet)) if kinds is not None else None,
        scan=_scan(path, art, board.size(sheet), use) if art.background else None,
        use=use,
        refit=refit,
    )
    found = replace(found, ground=_refitted(found, _picture(path, art.relief)), drawing=_grown(found))
    return _with_groundwork(_with_ground(found), _picture(path, drawing.heights))


def with_made_ground(art: BoardArt) -> BoardArt:
    """The art of a map whose ground has been made meanwhile; the same if it has not."""
    if art.unmade is None:
        return art
    made: BoardArt | None = _improvising().taken(art, art.unmade)
    return _with_groundwork(made, None) if made is not None else art


def _grown(art: BoardArt) -> DrawingDef:
    """The drawing data; a coast that is only drawn goes on around the hexes that are new."""
    refit, drawing = art.refit, art.drawing
    if refit is None or not refit.has_grown or not drawing.land or art.coast.coast:
        return drawing
    new = [i for i in art.hexes if refit.old_cell((art.board.column[i], art.board.row[i])) is None]
    land, sea = ([art.board.corners(i) for i in new if (art.look(i) == SEA) is wet] for wet in (False, True))
    return grown_land(drawing, refit.known, land, sea)


def _refitted(art: BoardArt, ground: QImage | None) -> QImage | None:
    """The picture of the ground on the present grid; hexes beyond it are tinted until they are painted."""
    if ground is None or art.refit is None:
        return ground
    if not art.refit.is_sound(ground):
        return None
    if not art.refit.has_grown:
        return art.refit.picture(ground, None)
    sketching = importlib.import_module("app.graphics.painters.board_ground")
    bare = replace(art, coast=EMPTY, drawing=DrawingDef(board=art.drawing.board), kinds=None)
    return art.refit.picture(ground, sketching.sketched_ground(bare))


def _with_ground(art: BoardArt) -> BoardArt:
    """The art with ground made from its hexes, if its module ships neither ground nor coast nor a scan."""
    files = art.definition.art.relief, art.drawing.kinds, art.drawing.coast, art.scan, art.drawing.land
    if any(files) or not art.hexes:
        return art
    made: BoardArt = _improvising().improvised(art, may_wait=art.use is not ArtUse.PAPER)
    return made


def _improvising() -> ModuleType:
    return importlib.import_module("app.graphics.ground.improvising")


def _scan(path: Path, art: BoardArtDef, size: Point, use: ArtUse) -> ScannedMap | None:
    """The picture of a map; on paper it must be cut into tiles now, a window does that while it is open."""
    scans = importlib.import_module("app.graphics.scanned_map")
    scan: ScannedMap | None = scans.read_scan(path, art.background, art.fit, size)
    if scan is None or scan.uncut is None or use is not ArtUse.PAPER:
        return scan
    try:
        importlib.import_module("app.graphics.map_tiles.preparing").cut_now(scan.uncut)
    except (EngineError, OSError):
        return scan
    return scan.cut()


def view_of(art: BoardArt) -> View:
    """The board as its ground shall show it."""
    return View(art.board, art.sheet, art.looks.styles(), art.looks.hexsides)


def _with_groundwork(art: BoardArt, heights: QImage | None) -> BoardArt:
    """The same art with a ground that follows the board, if it was baked in a way that allows it."""
    record = art.kinds.record if art.kinds is not None else None
    if art.ground is None or record is None or art.scan is not None:
        return art
    if not record.fits(art.definition.grid):
        return art
    view = view_of(art)
    if art.use is not ArtUse.EDITOR and not changes(record, view):
        return art
    made = importlib.import_module("app.graphics.ground.opening")
    groundwork = made.groundwork(art, heights)
    groundwork.show(view)
    return replace(art, groundwork=groundwork)


def _coast(path: Path, name: str | None) -> CoastLines:
    if name is None:
        return EMPTY
    try:
        return read_coast(read_asset(path, name))
    except (SourceError, msgspec.MsgspecError):
        return EMPTY


def _drawing(path: Path, definition: BoardDef) -> DrawingDef:
    """The drawing data; none for a game whose module was thrown away, which goes on without."""
    plain = DrawingDef(board=definition.id)
    try:
        return load_drawing(path, definition.art.drawing) if definition.art.drawing else plain
    except LoadError:
        return plain


def _picture(path: Path, name: str | None) -> QImage | None:
    if name is None:
        return None
    try:
        picture = QImage.fromData(read_asset(path, name))
    except SourceError:
        return None
    if picture.isNull():
        return None
    if picture.format() in (QImage.Format.Format_Indexed8, QImage.Format.Format_Grayscale16):
        return picture
    return picture.convertToFormat(QImage.Format.Format_RGB32)
