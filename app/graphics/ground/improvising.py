"""Ground for maps that nobody baked: the same painter on level land, with a coast along their sea hexes.

New maps, templates and maps from data alone look like the shipped ones: natural edges, relief where terrain
is broken, a coast with its lines in the water. It is made once when a map is first opened and kept in the
user's cache by what it shows; a map that changes much is simply made anew the next time.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from PySide6.QtGui import QColor, QImage

from app.graphics.curves import Polyline
from app.graphics.ground.contours import calmed, contour
from app.graphics.ground.heights import HeightNet
from app.graphics.ground.hexes import with_rim
from app.graphics.ground.noise import Field
from app.graphics.ground.painting import SEA, paint_ground, shown_kinds
from app.graphics.ground.rasters import blur, distance_to, to_image
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
from app.graphics.painters.board_art import BoardArt, KindMap, view_of
from app.graphics.painters.board_coast import EMPTY, CoastLines, packed, read_coast
from app.graphics.painters.board_features import soft_chains
from app.user_files import cache_folder, made

VERSION: Final = 2
SCALES: Final = ((120.0, 40, 8), (700.0, 24, 8), (float("inf"), 12, 6))
"""For maps of up to so many square hex widths, pixels to a hex of the ground and of the picture of kinds."""
UNIT: Final = 500
BEYOND: Final = 1.0
"""How far the coast is followed beyond the map, in hex widths."""
_EDGE_LEVEL: Final = 0.86
_NAMES: Final = ("ground.png", "kinds.png", "coast.json")


def improvised(art: BoardArt) -> BoardArt:
    """The art of a map with ground, kinds and coast made from its hexes."""
    record, view = record_of(art.board, art.sheet), view_of(art)
    styles = {letter: view.styles.get(kind, Style(kind)) for letter, kind in record.legend.items()}
    record = msgspec.structs.replace(
        record,
        legend={letter: style_text(style) for letter, style in styles.items()},
        sides=tuple(sorted(shaping_sides(art.board, art.sheet, view.sides))),
    )
    folder = cache_folder() / "ground" / _key(record)
    known = _known(art, folder)
    return known if known is not None else _made(art, record, folder)


def _key(record: BakedRecord) -> str:
    """What the ground shows, as a name of a folder."""
    words = f"{VERSION}|{record.packed()}"
    return blake2b(words.encode(), digest_size=16).hexdigest()


def _known(art: BoardArt, folder: Path) -> BoardArt | None:
    """The art with what is in the cache; None if anything is missing."""
    ground, kinds = QImage(str(folder / _NAMES[0])), QImage(str(folder / _NAMES[1]))
    try:
        coast = read_coast((folder / _NAMES[2]).read_bytes())
    except (OSError, msgspec.MsgspecError):
        return None
    if ground.isNull() or kinds.isNull():
        return None
    return _with(art, ground, kinds, coast)


def _with(art: BoardArt, ground: QImage, kinds: QImage, coast: CoastLines) -> BoardArt:
    return replace(
        art,
        ground=ground.convertToFormat(QImage.Format.Format_RGB32),
        kinds=KindMap(kinds, art.size),
        coast=coast,
    )


def _made(art: BoardArt, record: BakedRecord, folder: Path) -> BoardArt:
    area = art.size[0] * art.size[1]
    scale, kinds_scale = next((pixels, few) for most, pixels, few in SCALES if area <= most)
    subject = _subject(art, view_of(art))
    ground = paint_ground(Window.whole(subject, scale))
    names = list(dict.fromkeys(("", SEA, *(style.look for style in ground.kinds.sharp))))
    index = shown_kinds(ground, scale // kinds_scale, names)
    height, width = index.shape
    kinds = QImage(index.tobytes(), width, height, width, QImage.Format.Format_Indexed8).copy()
    kinds.setColorTable([QColor.fromHsv(n * 37 % 360, 120, 220).rgb() for n in range(len(names))])
    kinds.setText("kinds", ",".join(names))
    kinds.setText(KEY, record.packed())
    picture, coast = to_image(ground.colors), _coast(subject, scale)
    _keep(folder, picture, kinds, coast)
    return _with(art, picture, kinds, coast)


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
        made(draft)
        if picture.save(str(draft / _NAMES[0])) and kinds.save(str(draft / _NAMES[1])):
            (draft / _NAMES[2]).write_bytes(msgspec.json.encode(coast))
            draft.rename(folder)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
