"""The one drawer of plans: any page onto any painter, with the painters of the screen.

Preview, PDF, PNG and SVG all come through here, so what is shown is what is printed. The painter must count
in millimetres with the corner of the paper at its origin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import singledispatchmethod
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPaintEngine, QPainter, QPen, QPolygonF

from app.exporting.fonts import FINE, paper_font
from app.exporting.plan import (
    Align,
    BoardMark,
    CardMark,
    CounterMark,
    Frame,
    Mark,
    Outline,
    Page,
    Stroke,
    Words,
)
from app.exporting.printed_art import for_print, paint_printed_art
from app.fonts import on_device
from app.graphics.colors import color
from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_layer import Steps
from app.graphics.painters.board_palette import PRINT, Ink
from app.graphics.painters.board_view_box import ViewBox, kept
from app.graphics.painters.card import paint_card, paint_card_picture
from app.graphics.painters.counter import CounterPainter
from app.graphics.painters.pad import Detail
from app.graphics.painters.stack import paint_stack
from app.graphics.shown_stacks import EDGE, ShownStack

QUIET: Final = replace(PRINT, name="quiet", paper_veil=Ink("#ffffff", 0.42), texture=0.0)
"""The map as a ground for marks."""
FADED: Final = 0.45
SCAN_DOTS: Final = 300.0
"""Dots to an inch that the picture of a map is worth on paper."""
INCH: Final = 25.4

Boards = Callable[[], Sequence[BoardPainter]]


def _no_boards() -> Sequence[BoardPainter]:
    return ()


def _no_stacks() -> Sequence[ShownStack]:
    return ()


def _no_picture(_name: str) -> QImage | None:
    return None


@dataclass(frozen=True)
class Supplies:
    """What a drawer needs beyond the plan: painters of the maps, stacks standing on them, pictures."""

    boards: Boards = _no_boards
    stacks: Callable[[], Sequence[ShownStack]] = _no_stacks
    picture: Callable[[str], QImage | None] = _no_picture


@dataclass
class Drawer:
    """Draws pages of plans."""

    supplies: Supplies = field(default_factory=Supplies)

    def draw(self, painter: QPainter, page: Page) -> None:
        """Draw a page; the painter counts in millimetres."""
        for _ in self.steps(painter, page):
            pass

    def steps(self, painter: QPainter, page: Page) -> Steps:
        """Draw a page in small steps, for whoever has other things to do between them."""
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        for placed in page.blocks:
            with kept(painter):
                if page.turned:
                    painter.translate(page.width, page.height)
                    painter.rotate(180)
                painter.translate(placed.x, placed.y)
                for mark in placed.block.marks:
                    if isinstance(mark, BoardMark):
                        yield from self._board_steps(mark, painter)
                    else:
                        self.mark(mark, painter)
            yield

    @singledispatchmethod
    def mark(self, mark: Mark, painter: QPainter) -> None:
        """Draw one mark."""
        raise AssertionError(f"no way to draw {mark}")

    @mark.register
    def _(self, mark: Words, painter: QPainter) -> None:
        font = paper_font(mark.style)
        across = QFontMetricsF(font).horizontalAdvance(mark.text) if mark.align is not Align.LEFT else 0.0
        painter.save()
        painter.translate(mark.x, mark.y)
        if mark.turned:
            painter.rotate(mark.turned)
        scale = mark.style.height / FINE
        painter.scale(scale, scale)
        painter.setFont(on_device(font, painter.device().logicalDpiY()))
        painter.setPen(color(mark.style.ink))
        left = -across / 2 if mark.align is Align.CENTER else -across
        if mark.style.spacing and painter.paintEngine().type() is QPaintEngine.Type.SVG:
            _draw_spaced(painter, QFontMetricsF(font), mark.text, left)
        else:
            painter.drawText(QPointF(left, 0), mark.text)
        painter.restore()

    @mark.register
    def _(self, mark: Stroke, painter: QPainter) -> None:
        painter.setPen(_pen(mark.ink, mark.weight, is_dashed=mark.dashed))
        painter.drawLine(QPointF(mark.x1, mark.y1), QPointF(mark.x2, mark.y2))

    @mark.register
    def _(self, mark: Frame, painter: QPainter) -> None:
        _prepare(painter, mark)
        place = QRectF(mark.x, mark.y, mark.width, mark.height)
        if mark.radius:
            painter.drawRoundedRect(place, mark.radius, mark.radius)
        else:
            painter.drawRect(place)

    @mark.register
    def _(self, mark: Outline, painter: QPainter) -> None:
        _prepare(painter, mark)
        if mark.fill and mark.strength < 1.0:
            painter.setBrush(color(mark.fill, mark.strength))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in mark.points]))

    @mark.register
    def _(self, mark: CounterMark, painter: QPainter) -> None:
        place = QRectF(mark.x, mark.y, mark.edge, mark.edge)
        painter.save()
        if mark.faded:
            painter.setOpacity(FADED)
        picture = self.supplies.picture(mark.art) if mark.art else None
        if picture is not None:
            paint_printed_art(painter, place, picture, mark.face.body, mark.bleed)
        else:
            if mark.bleed is not None:
                grown = place.adjusted(-mark.bleed, -mark.bleed, mark.bleed, mark.bleed)
                painter.fillRect(grown, color(mark.face.body))
            has_tile = mark.bleed is None
            CounterPainter(has_shadow=False, detail=Detail.FULL, has_tile=has_tile).paint(
                painter, place, mark.face
            )
        painter.restore()

    @mark.register
    def _(self, mark: CardMark, painter: QPainter) -> None:
        place = QRectF(mark.x, mark.y, mark.width, mark.height)
        picture = self.supplies.picture(mark.art) if mark.art else None
        painter.save()
        painter.setClipRect(place, Qt.ClipOperation.IntersectClip)
        if picture is not None:
            paint_card_picture(painter, place, for_print(picture, place))
        else:
            paint_card(painter, place, mark.face)
        painter.restore()

    def _board_steps(self, mark: BoardMark, painter: QPainter) -> Steps:
        board = self.supplies.boards()[mark.sheet]
        palette = QUIET if mark.quiet else PRINT
        seen = QRectF(mark.left, mark.top, mark.width / mark.hex_mm, mark.height / mark.hex_mm)
        place = QRectF(mark.x, mark.y, mark.width, mark.height)
        with kept(painter):
            painter.setClipRect(place, Qt.ClipOperation.IntersectClip)
            painter.translate(mark.x, mark.y)
            ratio = _fineness(mark, board)
            scale = mark.detail * ratio
            painter.scale(mark.hex_mm / scale, mark.hex_mm / scale)
            yield from board.steps(painter, ViewBox(seen, scale, palette, ratio, mark.covered))
            if mark.with_stacks:
                self._stacks(painter, mark, board, scale)

    def _stacks(self, painter: QPainter, mark: BoardMark, board: BoardPainter, scale: float) -> None:
        compiled = board.art.board
        for stack in self.supplies.stacks():
            i = compiled.index.get(stack.place)
            if i is None or compiled.board[i] != mark.sheet:
                continue
            x, y = compiled.center(i)
            spot = QPointF((x - mark.left) * scale, (y - mark.top) * scale)
            paint_stack(painter, spot, EDGE * scale, stack.face)


def _fineness(mark: BoardMark, board: BoardPainter) -> float:
    """How much finer than its details a map is drawn: scans shall have the dots of print."""
    if board.art.scan is None:
        return 1.0
    return max(1.0, SCAN_DOTS / INCH * mark.hex_mm / mark.detail)


def _draw_spaced(painter: QPainter, metrics: QFontMetricsF, text: str, left: float) -> None:
    """Spaced words letter by letter: Qt's SVG writer forgets the room between them."""
    for letter in text:
        painter.drawText(QPointF(left, 0), letter)
        left += metrics.horizontalAdvance(letter)


def _pen(ink: str, weight: float, *, is_dashed: bool) -> QPen:
    pen = QPen(color(ink), weight)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    if is_dashed:
        pen.setDashPattern([3.0, 2.2])
    return pen


def _prepare(painter: QPainter, mark: Frame | Outline) -> None:
    if mark.weight > 0:
        painter.setPen(_pen(mark.ink, mark.weight, is_dashed=mark.dashed))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
    if mark.fill:
        painter.setBrush(color(mark.fill))
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
