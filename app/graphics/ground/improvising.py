"""Ground for maps that nobody baked: the same painter on level land, with a coast along their sea hexes.

New maps, templates and maps from data alone look like the shipped ones: natural edges, relief where terrain
is broken, a coast with its lines in the water. It is made once when a map is first opened, that of a big map
by a process of its own, and kept in the user's cache by what it shows; a map that changes much is simply made
anew the next time.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from PySide6.QtGui import QColor, QImage

from app.cache_care import tidy_cache, touch
from app.graphics.curves import Polyline
from app.graphics.ground.contours import calmed, contour
from app.graphics.ground.heights import HeightNet
from app.graphics.ground.hexes import with_rim
from app.graphics.ground.noise import Field
from app.graphics.ground.painting import SEA, paint_ground, shown_kinds
from app.graphics.ground.rasters import Pixels, blur, distance_to, to_image
from app.graphics.ground.record import (
    KEY,
    STEPPED,
    BakedRecord,
    View,
    record_of,
    shaping_sides,
    style_text,
)
from app.graphics.ground.shoreline import VIGNETTE_DISTANCES
from app.graphics.ground.styles import Style
from app.graphics.ground.subject import Line, Shape, Subject, Window
from app.graphics.painters.board_art import BoardArt, GroundOrder, view_of
from app.graphics.painters.board_coast import EMPTY, CoastLines, packed, read_coast
from app.graphics.painters.board_features import soft_chains
from app.graphics.painters.board_masks import KindMap
from app.user_files import cache_folder, made

VERSION: Final = 2
SCALES: Final = ((120.0, 40, 8), (700.0, 24, 8), (float("inf"), 12, 6))
"""For maps of up to so many square hex widths, pixels to a hex of the ground and of the picture of kinds."""
UNIT: Final = 500
AT_ONCE: Final = SCALES[0][0]
"""Square hex widths that are painted in a tenth of a second."""
PAINTING: Final = 0.9
"""The share of the work that is painting; the rest is the coast."""
BAND: Final = 8
RIM: Final = 1.0
"""Hex widths painted at a time, and around them, so that blurs know their surroundings."""
BEYOND: Final = 1.0
"""How far the coast is followed beyond the map, in hex widths."""
_EDGE_LEVEL: Final = 0.86
_NAMES: Final = ("ground.png", "kinds.png", "coast.json")


def improvised(art: BoardArt, *, may_wait: bool = False) -> BoardArt:
    """The art of a map with ground, kinds and coast made from its hexes.

    A big map that `may_wait` and whose ground is not in the cache gets an order for it instead: its hexes
    show their flat colours until somebody has it made.
    """
    order = order_for(art)
    known = taken(art, order)
    if known is not None:
        return known
    if may_wait and art.size[0] * art.size[1] > AT_ONCE:
        return replace(art, unmade=order)
    return _with(art, *make(art, order, lambda _share: None))


def order_for(art: BoardArt) -> GroundOrder:
    """What is to be made for a map as it is now."""
    record, view = record_of(art.board, art.sheet), view_of(art)
    styles = {letter: view.styles.get(kind, Style(kind)) for letter, kind in record.legend.items()}
    record = msgspec.structs.replace(
        record,
        legend={letter: style_text(style) for letter, style in styles.items()},
        sides=tuple(sorted(shaping_sides(art.board, art.sheet, view.sides))),
    )
    boards = tuple(sheet.definition for sheet in art.board.sheets)
    return GroundOrder(cache_folder() / "ground" / _key(record), record, boards, art.sheet, art.looks)


def _key(record: BakedRecord) -> str:
    """What the ground shows, as a name of a folder."""
    words = f"{VERSION}|{record.packed()}"
    return blake2b(words.encode(), digest_size=16).hexdigest()


def taken(art: BoardArt, order: GroundOrder) -> BoardArt | None:
    """The art with the ground of an order that was made before; None if anything of it is missing."""
    ground, kinds = QImage(str(order.folder / _NAMES[0])), QImage(str(order.folder / _NAMES[1]))
    try:
        coast = read_coast((order.folder / _NAMES[2]).read_bytes())
    except (OSError, msgspec.MsgspecError):
        return None
    if ground.isNull() or kinds.isNull():
        return None
    touch(order.folder)
    return _with(art, ground, kinds, coast)


def _with(art: BoardArt, ground: QImage, kinds: QImage, coast: CoastLines) -> BoardArt:
    return replace(
        art,
        ground=ground.convertToFormat(QImage.Format.Format_RGB32),
        kinds=KindMap(kinds, art.size),
        coast=coast,
        unmade=None,
    )


def make(
    art: BoardArt, order: GroundOrder, tell: Callable[[float], object]
) -> tuple[QImage, QImage, CoastLines]:
    """Paints what an order wants, band by band, and keeps it in the cache; `tell` hears how much is done."""
    area = art.size[0] * art.size[1]
    scale, kinds_scale = next((pixels, few) for most, pixels, few in SCALES if area <= most)
    subject = _subject(art, view_of(art))
    names = list(dict.fromkeys(("", SEA, *(style.look for style in subject.hexes))))
    colors, index = _bands(subject, (scale, kinds_scale), names, lambda share: tell(share * PAINTING))
    height, width = index.shape
    kinds = QImage(index.tobytes(), width, height, width, QImage.Format.Format_Indexed8).copy()
    kinds.setColorTable([QColor.fromHsv(n * 37 % 360, 120, 220).rgb() for n in range(len(names))])
    kinds.setText("kinds", ",".join(names))
    kinds.setText(KEY, order.record.packed())
    picture, coast = to_image(colors), _coast(subject, scale)
    _keep(order.folder, picture, kinds, coast)
    return picture, kinds, coast


def _bands(
    subject: Subject, scales: tuple[int, int], names: list[str], tell: Callable[[float], object]
) -> tuple[Field, Pixels]:
    """Colours and kinds of a whole map, painted in bands so that little memory is needed."""
    scale, kinds_scale = scales
    width, height = round(subject.size[0] * scale), round(subject.size[1] * scale)
    step = scale // kinds_scale
    band, rim = BAND * scale // step * step, round(RIM * scale / step) * step
    colors = np.empty((height, width, 3), np.float32)
    kinds: list[Pixels] = []
    for top in range(0, height, band):
        rows = min(band, height - top)
        window = Window(subject, scale, 0.0, (top - rim) / scale, width, rows + 2 * rim)
        ground = paint_ground(window)
        colors[top : top + rows] = ground.colors[rim : rim + rows]
        shown = shown_kinds(ground, step, names)
        kinds.append(shown[rim // step : rim // step + -(-rows // step)])
        tell((top + rows) / height)
    return colors, np.vstack(kinds)


def _subject(art: BoardArt, view: View) -> Subject:
    shapes: dict[Style, list[Shape]] = {}
    sea: list[Shape] = []
    for i in art.hexes:
        style = view.style(i)
        if style.look == SEA:
            sea += with_rim(art.board, i)
        elif style not in (Style("clear"), Style("")):
            shapes.setdefault(style, []).extend(with_rim(art.board, i))

    def lines(*looks: str) -> list[Line]:
        kinds = {kind for side in art.board.sides.values() for kind in side.kinds}
        named = sorted(kind for kind in kinds if view.sides.get(kind, kind) in looks)
        return [Line.of(chain) for kind in named for chain in soft_chains(art.board, kind, art.sheet)]

    return Subject(
        size=art.size, hexes=shapes, shore=(), relief=HeightNet.flat(art.size).relief(()),
        steps=lines(*STEPPED), valleys=lines("wadi"), flooded=sea,
    )  # fmt: skip


def _coast(subject: Subject, scale: int) -> CoastLines:
    """The coast, its light edge, and the lines in the water, beyond the edges of the map as well."""
    if not subject.flooded:
        return EMPTY
    margin = round(BEYOND * scale)
    width, height = (round(length * scale) + 2 * margin for length in subject.size)
    land = Window(subject, scale, -BEYOND, -BEYOND, width, height).land
    away = blur(distance_to(land >= 0.5, round(0.6 * scale)) / np.float32(scale), 0.8)

    def lines(field: Field, level: float) -> tuple[tuple[int, ...], ...]:
        closed = np.pad(field, 1, constant_values=float(field.min()))
        found: list[Polyline] = [
            [((x - 1) / scale - BEYOND, (y - 1) / scale - BEYOND) for x, y in calmed(line)]
            for line in contour(closed, level)
        ]
        return tuple(packed(line[:-1], UNIT) for line in found if len(line) > 4)

    return CoastLines(
        unit=UNIT,
        coast=lines(land, 0.5),
        edge=lines(blur(land, 0.9), _EDGE_LEVEL),
        vignette=tuple(lines(-away, -distance) for distance in VIGNETTE_DISTANCES),
        borders=(), symbols={}, ports={}, route_points={}, side_points={},
    )  # fmt: skip


def _keep(folder: Path, picture: QImage, kinds: QImage, coast: CoastLines) -> None:
    """Keeps what was made; a full disk only means that it is made again."""
    draft = folder.with_name(f"{folder.name}.{os.getpid()}.part")
    try:
        shutil.rmtree(folder, ignore_errors=True)
        made(draft)
        if picture.save(str(draft / _NAMES[0])) and kinds.save(str(draft / _NAMES[1])):
            (draft / _NAMES[2]).write_bytes(msgspec.json.encode(coast))
            draft.rename(folder)
            tidy_cache("ground")
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
