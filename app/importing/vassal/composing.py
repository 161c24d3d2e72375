"""Counter faces put together from the pictures and labels of a piece."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from app.importing.pictures import COUNTER_PIXELS, check_size, read_picture
from app.importing.refusal import ImportRefused
from app.importing.svg import is_svg, read_svg
from app.importing.vassal.container import Pictures
from app.importing.vassal.layers import (
    AS_IT_STARTS,
    Back,
    LabelLayer,
    PictureLayer,
    Seen,
    card_back,
    find_back,
    seen_layers,
)
from app.importing.vassal.model import Slot
from app.importing.vassal.traits import properties, read_piece
from app.resource_files import resource

KEPT_BYTES: Final = 96_000_000
MIN_EDGE: Final = 8
MAX_EDGE: Final = 8_000
_BACK_STEMS: Final = (
    ("", "-r"),
    ("", "_back"),
    ("", "-back"),
    (" front", " back"),
    ("_f", "_b"),
    ("", " b"),
    ("", ".b"),
)


@dataclass(frozen=True)
class Faces:
    """The two sides of a counter and how the back was found."""

    front: Image.Image
    back: Image.Image | None = None
    rule: str = ""
    steps: int = 1


@dataclass
class Composer:
    """Puts counters together and keeps the pictures they are made from for a while."""

    pictures: Pictures
    broken: dict[str, str] = field(default_factory=dict)
    _kept: OrderedDict[str, Image.Image] = field(default_factory=OrderedDict)
    _bytes: int = 0

    def faces(self, slot: Slot) -> Faces | None:
        """Both sides of a slot's counter; None if nothing of it can be drawn."""
        front = self.compose(seen_layers(slot.traits, slot.values), slot.size)
        back = card_back(slot.traits) if slot.is_card else None
        back = back or find_back(slot.traits, slot.values) or self._by_file_name(slot)
        turned = self._turned(slot, back) if back else None
        if front is None:
            return Faces(turned) if turned is not None else None
        if (
            back is None
            or turned is None
            or (turned.size == front.size and turned.tobytes() == front.tobytes())
        ):
            return Faces(front)
        return Faces(front, turned, back.rule, back.steps)

    def _turned(self, slot: Slot, back: Back) -> Image.Image | None:
        if back.picture:
            return self.compose([PictureLayer(back.picture)], slot.size)
        if back.definition:
            piece = read_piece(back.definition)
            if piece is None:
                return None
            return self.compose(seen_layers(piece.traits, properties(piece.traits, piece.name)), slot.size)
        change = back.change or AS_IT_STARTS
        return self.compose(seen_layers(slot.traits, slot.values, change), slot.size)

    def _by_file_name(self, slot: Slot) -> Back | None:
        """A picture whose name says that it is the back of the counter's picture."""
        names = [
            layer.name for layer in seen_layers(slot.traits, slot.values) if isinstance(layer, PictureLayer)
        ]
        found = self.pictures.find(names[0]) if names else None
        if found is None:
            return None
        stem, dot, suffix = found.rpartition(".")
        for front, back in _BACK_STEMS:
            if stem.endswith(front):
                wanted = f"{stem.removesuffix(front) if front else stem}{back}{dot}{suffix}"
                if wanted in self.pictures.files.names():
                    return Back("name of the file", picture=wanted.removeprefix("images/"))
        return None

    def compose(self, layers: list[Seen], size: tuple[int, int]) -> Image.Image | None:
        """One side from its layers; None if none of its pictures can be had."""
        shown = [(layer, image) for layer in layers if (image := self._layer(layer, size)) is not None]
        if not shown:
            return None
        pictures = [(p, i) for p, i in shown if isinstance(p, PictureLayer)]
        base = pictures[0][1].size if pictures else (max(size[0], 40), max(size[1], 40))
        boxes = [_box(layer, image, base) for layer, image in shown]
        frame = [_around(image.size) for layer, image in pictures if not (layer.x or layer.y)] or [
            _around(base)
        ]
        frame += [
            box for (layer, _), box in zip(shown, boxes, strict=True) if isinstance(layer, PictureLayer)
        ]
        left, top = min(b[0] for b in frame), min(b[1] for b in frame)
        right, bottom = max(b[2] for b in frame), max(b[3] for b in frame)
        edge = (round(right - left), round(bottom - top))
        if max(edge) > MAX_EDGE:
            return None
        check_size(edge, COUNTER_PIXELS, "a counter")
        canvas = Image.new("RGBA", edge, (0, 0, 0, 0))
        for (_, image), box in zip(shown, boxes, strict=True):
            canvas.alpha_composite(*_inside(image, round(box[0] - left), round(box[1] - top), edge))
        return canvas if min(canvas.size) >= MIN_EDGE else canvas.resize((MIN_EDGE, MIN_EDGE))

    def _layer(self, layer: Seen, size: tuple[int, int]) -> Image.Image | None:
        if isinstance(layer, LabelLayer):
            return _lettered(layer)
        image = self.picture(layer.name, size)
        if image is None or layer.scale == 1.0:
            return image
        edges = max(1, round(image.width * layer.scale)), max(1, round(image.height * layer.scale))
        check_size(edges, COUNTER_PIXELS, layer.name)
        return image.resize(edges, Image.Resampling.LANCZOS)

    def picture(self, name: str, size: tuple[int, int] = (0, 0)) -> Image.Image | None:
        """A picture by the name the module uses; None, and noted, where it is missing or broken."""
        file = self.pictures.find(name)
        if file is None or file in self.broken:
            return None
        kept = self._kept.get(file)
        if kept is not None:
            self._kept.move_to_end(file)
            return kept
        try:
            data = self.pictures.read(file)
            image = read_svg(data, size, file) if is_svg(data) else read_picture(data, COUNTER_PIXELS, file)
        except ImportRefused as error:
            self.broken[file] = error.message
            return None
        self._keep(file, image)
        return image

    def _keep(self, file: str, image: Image.Image) -> None:
        self._kept[file] = image
        self._bytes += image.width * image.height * 4
        while self._bytes > KEPT_BYTES and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.width * old.height * 4


def _around(size: tuple[int, int]) -> tuple[float, float, float, float]:
    return -size[0] / 2, -size[1] / 2, size[0] / 2, size[1] / 2


def _box(layer: Seen, image: Image.Image, base: tuple[int, int]) -> tuple[float, float, float, float]:
    """Where a layer lies, with the middle of the piece at the origin."""
    if isinstance(layer, PictureLayer):
        left, top = layer.x - image.width / 2, layer.y - image.height / 2
    else:
        left, top = _label_corner(layer, image, base)
    return left, top, left + image.width, top + image.height


def _label_corner(layer: LabelLayer, image: Image.Image, base: tuple[int, int]) -> tuple[float, float]:
    """The corner of a label's picture, which is already turned; it turns about the middle of the piece."""
    width, height = _unturned(image.size, layer.degrees)
    x = layer.horizontal[1] + {"l": -base[0] / 2, "r": base[0] / 2}.get(layer.horizontal[0], 0.0)
    y = layer.vertical[1] + {"t": -base[1] / 2, "b": base[1] / 2}.get(layer.vertical[0], 0.0)
    x -= {"c": width / 2, "r": width}.get(layer.horizontal[2], 0.0)
    y -= {"c": height / 2, "b": height}.get(layer.vertical[2], 0.0)
    middle = complex(x + width / 2, y + height / 2) * _turn(layer.degrees)
    return middle.real - image.width / 2, middle.imag - image.height / 2


def _turn(degrees: float) -> complex:
    quarter = round(degrees / 90) % 4
    return (1 + 0j, 0 + 1j, -1 + 0j, 0 - 1j)[quarter]


def _unturned(size: tuple[int, int], degrees: float) -> tuple[int, int]:
    return (size[1], size[0]) if round(degrees / 90) % 2 else size


@lru_cache(maxsize=64)
def _font(size: int, weight: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(resource("fonts", f"Inter-{weight}.otf")), size)


def _lettered(layer: LabelLayer) -> Image.Image | None:
    font = _font(layer.size, "Bold" if layer.is_bold else "Medium")
    probe = ImageDraw.Draw(Image.new("L", (1, 1)))
    left, top, right, bottom = probe.multiline_textbbox((0, 0), layer.text, font=font, align="center")
    width, height = int(right - left) + 2, int(bottom - top) + 2
    if not 0 < width < MAX_EDGE or not 0 < height < MAX_EDGE:
        return None
    image = Image.new("RGBA", (width, height), layer.ground or (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.multiline_text((1 - left, 1 - top), layer.text, font=font, fill=layer.ink, align="center")
    quarter = round(layer.degrees / 90) % 4
    return image.rotate(-90 * quarter, expand=True) if quarter else image


def _inside(image: Image.Image, x: int, y: int, edge: tuple[int, int]) -> tuple[Image.Image, tuple[int, int]]:
    """The part of a picture that lies on the canvas, and where."""
    box = (max(0, -x), max(0, -y), min(image.width, edge[0] - x), min(image.height, edge[1] - y))
    if box[2] <= box[0] or box[3] <= box[1]:
        return Image.new("RGBA", (1, 1), (0, 0, 0, 0)), (0, 0)
    return image.crop(box), (max(0, x), max(0, y))
