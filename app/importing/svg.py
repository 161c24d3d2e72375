"""Drawings in SVG as pictures, drawn by the window toolkit at the size they are wanted.

The text is looked through first: entities, pictures from elsewhere and copies of copies are refused or
dropped, so that drawing is short and reads no other file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, ParseError, tostring

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring
from PIL import Image
from PySide6.QtCore import QByteArray, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.exporting.headless import need_painting
from app.importing.pictures import check_file
from app.importing.refusal import ImportRefused
from engine.saves.files import reason

MAX_BYTES: Final = 4_000_000
MAX_ELEMENTS: Final = 20_000
MAX_COPIES: Final = 20_000
MAX_EDGE: Final = 4_000
_LINK: Final = "{http://www.w3.org/1999/xlink}href"


def is_svg(data: bytes) -> bool:
    """Whether some bytes look like a drawing."""
    head = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return head.startswith(b"<") and b"<svg" in data[:4000].lower()


def svg_bytes(file: Path, name: str) -> bytes:
    """The bytes of a drawing in a file, no more than one may have; raises `ImportRefused`."""
    check_file(file, name)
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise ImportRefused(f"{name} cannot be read ({reason(error)})", "check its permissions") from error


def read_svg(data: bytes, size: tuple[int, int], name: str) -> Image.Image:
    """A drawing as a picture of a size (0 by 0 = its own); raises `ImportRefused`."""
    clean = cleaned(data, name)
    need_painting()
    renderer = QSvgRenderer(QByteArray(clean))
    if not renderer.isValid():
        raise ImportRefused(f"{name} is no drawing that can be shown", "export it again as PNG")
    wanted = QSize(*size) if all(size) else renderer.defaultSize()
    wanted = wanted.boundedTo(QSize(MAX_EDGE, MAX_EDGE)).expandedTo(QSize(1, 1))
    image = QImage(wanted, QImage.Format.Format_RGBA8888)
    image.fill(0)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return Image.frombytes("RGBA", (image.width(), image.height()), bytes(image.constBits()))


def cleaned(data: bytes, name: str) -> bytes:
    """The drawing without references to other files; refuses bombs."""
    if len(data) > MAX_BYTES:
        raise ImportRefused(f"{name} is too big for a drawing", "export it as PNG")
    try:
        root = fromstring(data, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except (DefusedXmlException, ParseError, ValueError, RecursionError):
        raise ImportRefused(f"{name} is no sound drawing", "export it again as PNG") from None
    elements = list(root.iter())
    if len(elements) > MAX_ELEMENTS or _copies(root) > MAX_COPIES:
        raise ImportRefused(f"{name} is too intricate to draw", "export it as PNG")
    for element in elements:
        for child in list(element):
            if _is_foreign(child):
                element.remove(child)
    return tostring(root)


def _is_foreign(element: Element) -> bool:
    tag = str(element.tag).rsplit("}", 1)[-1].lower()
    link = element.get(_LINK) or element.get("href") or ""
    return tag in {"script", "foreignobject"} or (
        tag in {"image", "use"} and not link.startswith(("#", "data:"))
    )


def _copies(root: Element) -> int:
    """How many elements are drawn once every copy is drawn."""
    named = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    counted: dict[int, int] = {}

    def count(element: Element, depth: int) -> int:
        if depth > 40:
            return MAX_COPIES + 1
        if id(element) not in counted:
            total = 1 + sum(count(child, depth + 1) for child in element)
            link = (element.get(_LINK) or element.get("href") or "").removeprefix("#")
            if str(element.tag).endswith("use") and link in named:
                total += count(named[link], depth + 1)
            counted[id(element)] = min(total, MAX_COPIES + 1)
        return counted[id(element)]

    return count(root, 0)
