"""Writing plans: PDF, PNG and SVG, whole or not at all, with progress and a way to stop between pages.

A PDF is made in memory and put in place by one rename, so that a full disk or a stopped export leaves the
file that was there. PNG and SVG hold one page each: a plan of several pages becomes numbered files, none of
which is put in place before all are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from app import __version__
from app.exporting.drawing import Drawer
from app.exporting.headless import ExportError, blank, need_painting
from app.exporting.plan import POINT, ExportPlan, Page
from engine.saves import write_atomically

RESOLUTION: Final = 1200
INCH: Final = 25.4
FORMS: Final = ("pdf", "png", "svg")
SVG_UNITS: Final = 20.0
"""Units of an SVG to a millimetre: its sizes are whole numbers, its lengths should be fine."""

Progress = Callable[[int, int], bool]
"""Hears pages done and all pages; stops the export with False."""


class ExportStopped(ExportError):
    """The export was stopped by the person who started it; nothing was written."""


def keep_going(_done: int, _pages: int) -> bool:
    """Progress nobody watches."""
    return True


@dataclass(frozen=True, slots=True)
class Output:
    """Where a plan goes: file, form, dots to an inch for pictures, and who watches."""

    path: Path
    form: str = "pdf"
    dots: float = 200.0
    progress: Progress = keep_going


def write_plan(plan: ExportPlan, drawer: Drawer, output: Output) -> tuple[Path, ...]:
    """Write a plan and name its files; refuses with ``ExportError`` or ``SaveFault`` and keeps what was
    there.
    """
    need_painting()
    if not plan.pages:
        raise ExportError(f"{plan.title}: there is nothing to print")
    if output.form == "pdf":
        made = {output.path: pdf_bytes(plan, drawer, output.progress)}
    elif output.form in FORMS:
        made = dict(_pictures(plan, drawer, output))
    else:
        raise ExportError(f"the format '{output.form}' is none of {', '.join(FORMS)}")
    for path, data in made.items():
        write_atomically(path, data)
    return tuple(made)


def pdf_bytes(plan: ExportPlan, drawer: Drawer, progress: Progress = keep_going) -> bytes:
    """The plan as a PDF: vector drawings, embedded fonts, metadata; pages may differ in size."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(plan.title)
    writer.setCreator(f"Hexwright {__version__}")
    writer.setAuthor(plan.author or "Hexwright")
    writer.setResolution(RESOLUTION)
    writer.setPageLayout(layout_of(plan.pages[0]))
    painter = QPainter(writer)
    try:
        for number, page in enumerate(plan.pages):
            if number:
                writer.setPageLayout(layout_of(page))
                writer.newPage()
            painter.save()
            painter.scale(RESOLUTION / INCH, RESOLUTION / INCH)
            drawer.draw(painter, page)
            painter.restore()
            _watch(progress, number + 1, len(plan.pages))
    finally:
        painter.end()
        buffer.close()
    return bytes(data.data())


def layout_of(page: Page) -> QPageLayout:
    """The page without margins; sizes are whole points, as PDF pages of Qt are."""
    across, down = round(page.width / POINT), round(page.height / POINT)
    size = QPageSize(QSizeF(min(across, down), max(across, down)), QPageSize.Unit.Point)
    way = QPageLayout.Orientation.Landscape if across > down else QPageLayout.Orientation.Portrait
    return QPageLayout(size, way, QMarginsF(0, 0, 0, 0))


def _watch(progress: Progress, done: int, pages: int) -> None:
    if not progress(done, pages):
        raise ExportStopped("the export was stopped; nothing was written")


def _pictures(plan: ExportPlan, drawer: Drawer, output: Output) -> Iterator[tuple[Path, bytes]]:
    names = page_files(output.path, len(plan.pages))
    for number, (page, name) in enumerate(zip(plan.pages, names, strict=True)):
        if output.form == "png":
            yield name, png_bytes(page, drawer, output.dots)
        else:
            yield name, svg_bytes(page, drawer, plan)
        _watch(output.progress, number + 1, len(plan.pages))


def page_files(path: Path, pages: int) -> list[Path]:
    """The file of each page: the one asked for, or numbered ones."""
    if pages == 1:
        return [path]
    width = len(str(pages))
    return [path.with_name(f"{path.stem}-{number:0{width}}{path.suffix}") for number in range(1, pages + 1)]


def page_picture(page: Page, drawer: Drawer, dots: float) -> QImage:
    """A page as a picture; refuses sizes nobody has memory for."""
    scale = dots / INCH
    picture = blank(round(page.width * scale), round(page.height * scale))
    painter = QPainter(picture)
    try:
        painter.scale(scale, scale)
        drawer.draw(painter, page)
    finally:
        painter.end()
    picture.setDotsPerMeterX(round(dots / INCH * 1000))
    picture.setDotsPerMeterY(round(dots / INCH * 1000))
    return picture


def png_bytes(page: Page, drawer: Drawer, dots: float) -> bytes:
    """A page as a PNG with its resolution noted in it."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not page_picture(page, drawer, dots).save(buffer, "PNG"):  # type: ignore[call-overload]
        raise ExportError("the picture cannot be encoded; choose a smaller scale")
    return bytes(buffer.data().data())


def svg_bytes(page: Page, drawer: Drawer, plan: ExportPlan) -> bytes:
    """A page as an SVG whose size is given in millimetres."""
    data = QByteArray()
    buffer = QBuffer(data)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setTitle(plan.title)
    generator.setDescription(plan.subject)
    generator.setResolution(round(SVG_UNITS * INCH))
    across, down = round(page.width * SVG_UNITS), round(page.height * SVG_UNITS)
    generator.setSize(QSize(across, down))
    generator.setViewBox(QRectF(0, 0, across, down))
    painter = QPainter(generator)
    try:
        painter.scale(SVG_UNITS, SVG_UNITS)
        drawer.draw(painter, page)
    finally:
        painter.end()
    return bytes(data.data())
