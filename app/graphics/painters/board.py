"""The painter of maps: one for the screen, for thumbnails, for the minimap and for print.

It paints any rectangle of a board at any scale onto any painter, in a theme, with the detail that fits
the scale. The work comes in steps, so that a tile can be painted between frames.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from app.graphics.painters.board_art import BoardArt, MapPart
from app.graphics.painters.board_barriers import EscarpmentLayer, WaterwayLayer
from app.graphics.painters.board_cartouche import CartoucheLayer
from app.graphics.painters.board_grid import GridLayer, NumberLayer
from app.graphics.painters.board_ground import FlatGroundLayer, GroundLayer, VeilLayer
from app.graphics.painters.board_layer import Following, Layer, Steps
from app.graphics.painters.board_names import Inked, NameLayer, TextLayer
from app.graphics.painters.board_palette import LIGHT, MapPalette
from app.graphics.painters.board_routes import BorderLayer, RouteLayer, RouteNet
from app.graphics.painters.board_scan import ScanLayer
from app.graphics.painters.board_shore import CoastLayer, VignetteLayer
from app.graphics.painters.board_symbols import FortLayer, SymbolLayer
from app.graphics.painters.board_textures import TextureLayer
from app.graphics.painters.board_view_box import ViewBox, kept


class BoardPainter:
    """Paints one map."""

    def __init__(self, art: BoardArt, before: BoardPainter | None = None) -> None:
        """Prepares a map; `before` painted the same hexes, and what it prepared of ground, grid and numbers
        serves on.
        """
        self.art = art
        self.net = RouteNet(art)
        self.escarpments = EscarpmentLayer(art)
        borders = BorderLayer(art)
        self._texts = TextLayer(art, self.net, borders, under=False)
        under = TextLayer(art, self.net, borders, under=True)
        self._names = NameLayer(art, self.net, self.escarpments, (under, self._texts))
        self._is_scanned = art.scan is not None and MapPart.PICTURE not in art.hidden
        drawn = () if self._is_scanned else self._drawn(under, borders, before)
        self._layers: tuple[Layer, ...] = self._scanned(art) if self._is_scanned else drawn

    def _drawn(
        self, under: TextLayer, borders: BorderLayer, before: BoardPainter | None
    ) -> tuple[Layer, ...]:
        """The layers of a drawn map from below, without the parts that are left out."""
        art = self.art
        ground = FlatGroundLayer if MapPart.RELIEF in art.hidden else GroundLayer
        layers: tuple[tuple[MapPart | None, Layer], ...] = (
            (None, _kept(ground, art, before)),
            (None, _kept(VignetteLayer, art, before)),
            (None, _kept(TextureLayer, art, before)),
            (None, VeilLayer(art, is_shade=False)),
            (None, _kept(CoastLayer, art, before)),
            (MapPart.NAMES, under),
            (MapPart.HEXSIDES, WaterwayLayer(art)),
            (MapPart.GRID, _kept(GridLayer, art, before)),
            (MapPart.HEXSIDES, self.escarpments),
            (MapPart.HEXSIDES, borders),
            (MapPart.ROUTES, RouteLayer(art, self.net)),
            (MapPart.HEXSIDES, FortLayer(art)),
            (None, SymbolLayer(art)),
            (MapPart.GRID, _kept(NumberLayer, art, before)),
            (MapPart.NAMES, self._texts),
            (MapPart.NAMES, self._names),
            (MapPart.NAMES, CartoucheLayer(art)),
            (None, VeilLayer(art, is_shade=True)),
        )
        return tuple(layer for part, layer in layers if part not in art.hidden)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers from below."""
        return self._layers

    def follow(self, art: BoardArt, area: QRectF) -> None:
        """Turns to the same map after terrain was painted in an area: ground, textures, coast, grid and
        numbers follow; roads, symbols and names stay as they are.
        """
        self.art = art
        for layer in self._layers:
            if isinstance(layer, Following):
                layer.follow(art, area)

    @staticmethod
    def _scanned(art: BoardArt) -> tuple[Layer, ...]:
        """The layers over a scanned map: only what the picture does not show itself."""
        if art.scan is None:
            return ()
        needs_grid = art.scan.shows_grid or art.scan.uncut is not None
        over: tuple[Layer, ...] = (GridLayer(art), NumberLayer(art)) if needs_grid else ()
        return (ScanLayer(art.scan, art.size), *over, VeilLayer(art, is_shade=True))

    def steps(self, painter: QPainter, box: ViewBox) -> Steps:
        """Paints the map in small steps."""
        with kept(painter):
            painter.setClipRect(self._board_on(box), Qt.ClipOperation.IntersectClip)
            yield from _run(self._layers, painter, box)

    def paint(self, painter: QPainter, rect: QRectF, scale: float, palette: MapPalette = LIGHT) -> None:
        """Paints a rectangle of the board, its corner at the painter's origin, at so many pixels to a hex."""
        for _ in self.steps(painter, ViewBox(rect, scale, palette)):
            pass

    def _board_on(self, box: ViewBox) -> QRectF:
        """The whole board in the painter's pixels."""
        width, height = self.art.size
        return QRectF(box.to_pixels(0.0, 0.0), box.to_pixels(width, height))

    def lettering(self, box: ViewBox) -> Iterator[Inked]:
        """The names in a box, to be painted once more above overlays."""
        if self._is_scanned or MapPart.NAMES in self.art.hidden:
            return
        yield from self._texts.visible(box)
        yield from self._names.visible(box)


def _kept(kind: Callable[[BoardArt], Layer], art: BoardArt, before: BoardPainter | None) -> Layer:
    """The layer of a kind that another painter has already, turned to a map, or a new one."""
    found = next((layer for layer in before.layers if type(layer) is kind), None) if before else None
    if isinstance(found, Following):
        found.follow(art, QRectF())
        return found
    return kind(art)


def _run(layers: Sequence[Layer], painter: QPainter, box: ViewBox) -> Steps:
    with kept(painter):
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        for layer in layers:
            yield from layer.steps(painter, box)
