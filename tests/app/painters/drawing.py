"""Pictures of counters for tests: draw one, look at its colours."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from app.graphics.painters.counter import CounterPainter
from app.graphics.painters.face import CounterFace, SideForm
from app.graphics.painters.pad import Detail

TOLERANCE = 14


def a_face(**changes: object) -> CounterFace:
    """A full strength unit of a made-up nation."""
    plain = CounterFace(
        body="#8f969b",
        ink="#17181a",
        form=SideForm.DARK,
        nation="QQ",
        size_mark="II",
        symbol="armor",
        formation_color="#f3d36b",
        formation="15.Pz",
        designation="1-8",
        values="8-6-9",
        is_exploit=True,
        steps=3,
        steps_left=3,
    )
    return plain if not changes else _changed(plain, changes)


def _changed(face: CounterFace, changes: dict[str, object]) -> CounterFace:
    from dataclasses import replace

    return replace(face, **changes)  # type: ignore[arg-type]


def drawn(face: CounterFace, edge: int = 100, detail: Detail | None = None) -> QImage:
    """The counter on white, without shadow, exactly `edge` pixels wide."""
    image = QImage(edge, edge, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    CounterPainter(has_shadow=False, detail=detail).paint(painter, QRectF(0, 0, edge, edge), face)
    painter.end()
    return image


def is_like(image: QImage, x: int, y: int, code: str, tolerance: int = TOLERANCE) -> bool:
    """Whether a pixel has a colour, give or take."""
    seen, wanted = image.pixelColor(x, y), QColor(code)
    gaps = (seen.red() - wanted.red(), seen.green() - wanted.green(), seen.blue() - wanted.blue())
    return max(map(abs, gaps)) <= tolerance


def count_like(image: QImage, code: str, tolerance: int = TOLERANCE) -> int:
    """How many pixels have a colour, give or take."""
    return sum(
        is_like(image, x, y, code, tolerance) for x in range(image.width()) for y in range(image.height())
    )


def differing(first: QImage, second: QImage) -> int:
    """How many pixels of two pictures of one size differ."""
    return sum(
        first.pixel(x, y) != second.pixel(x, y) for x in range(first.width()) for y in range(first.height())
    )
