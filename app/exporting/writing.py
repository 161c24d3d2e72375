"""Writing plans: PDF, PNG and SVG, whole or not at all, with progress and a way to stop between pages.

A file is made in memory and put in place by one rename, so that a full disk or a stopped export leaves the
file that was there. PNG and SVG know no pages: those of a plan stand below each other in one picture. HTML is
the pages as SVG, one below the other, for reading in a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from app import __version__
from app.exporting.bookmarks import LANGUAGE, with_outline
from app.exporting.drawing import Drawer
from app.exporting.graying import gray_picture
from app.exporting.headless import ExportError, blank, need_painting
from app.exporting.plan import POINT, ExportPlan, Page
from app.exporting.svg_files import html_making, svg_making
from app.graphics.painters.board_view_box import kept
from engine.saves import write_atomically

RESOLUTION: Final = 1200
INCH: Final = 25.4
FORMS: Final = ("pdf", "png", "svg", "html")

Progress = Callable[[int, int], bool]
"""Hears pages done and all pages; stops the export with False."""

PageMaking = Generator[None, None, QImage]
"""A page being drawn; returns its picture."""

Making = Generator[int, None, bytes]
"""A file in the making: yields after every small step how many pages are drawn, returns its bytes; closing
it stops it."""


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


def write_plan(plan: ExportPlan, drawer: Drawer, output: Output) -> Path:
    """Write a plan; refuses with ``ExportError`` or ``SaveFault`` and keeps what was there."""
    making = make_file(plan, drawer, output)
    told = 0
    while True:
        try:
            done = next(making)
        except StopIteration as end:
            write_atomically(output.path, end.value)
            return output.path
        if done > told and not output.progress(done, len(plan.pages)):
            making.close()
            raise ExportStopped("the export was stopped; nothing was written")
        told = done


def make_file(plan: ExportPlan, drawer: Drawer, output: Output) -> Making:
    """The bytes of a plan page by page, for whoever has other things to do between pages."""
    need_painting()
    if not plan.pages:
        raise ExportError(f"{plan.title}: there is nothing to print")
    if output.form not in FORMS:
        raise ExportError(f"the format '{output.form}' is none of {', '.join(FORMS)}")
    if output.form == "png":
        return png_making(plan, drawer, output.dots)
    makers = {"pdf": pdf_making, "svg": svg_making, "html": html_making}
    return makers[output.form](plan, drawer)


def finished(making: Making) -> bytes:
    """The whole file at once."""
    while True:
        try:
            next(making)
        except StopIteration as end:
            return bytes(end.value)


def pdf_making(plan: ExportPlan, drawer: Drawer) -> Making:
    """The plan as a PDF: vector drawings, embedded fonts, metadata; pages may differ in size."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(plan.title)
    writer.setCreator(f"Hexwright {__version__}")
    writer.setAuthor(plan.author or "Hexwright")
    writer.setDocumentXmpMetadata(QByteArray(xmp_packet(plan)))
    if plan.gray:
        writer.setColorModel(QPdfWriter.ColorModel.Grayscale)
    writer.setResolution(RESOLUTION)
    writer.setPageLayout(layout_of(plan.pages[0]))
    painter = QPainter(writer)
    try:
        for number, page in enumerate(plan.pages):
            if number:
                writer.setPageLayout(layout_of(page))
                writer.newPage()
            with kept(painter):
                painter.scale(RESOLUTION / INCH, RESOLUTION / INCH)
                yield from _counted(drawer, painter, page, number)
            yield number + 1
    finally:
        painter.end()
        buffer.close()
    return with_outline(bytes(data.data()), plan)


def xmp_packet(plan: ExportPlan) -> bytes:
    """What the file says about itself, in the form that file managers and libraries read."""

    def listed(tag: str, kind: str, words: Sequence[str]) -> str:
        language = ' xml:lang="x-default"' if kind == "Alt" else ""
        items = "".join(f"<rdf:li{language}>{escape(word)}</rdf:li>" for word in words if word)
        return f"<dc:{tag}><rdf:{kind}>{items}</rdf:{kind}></dc:{tag}>" if items else ""

    fields = (
        listed("title", "Alt", (plan.title,))
        + listed("description", "Alt", (plan.subject,))
        + listed("creator", "Seq", (plan.author,))
        + listed("subject", "Bag", plan.keywords)
        + listed("language", "Bag", (LANGUAGE,))
    )
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:xmp="http://ns.adobe.com/xap/1.0/">'
        f"<xmp:CreatorTool>Hexwright {__version__}</xmp:CreatorTool>{fields}"
        '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
    ).encode()


def _counted(drawer: Drawer, painter: QPainter, page: Page, done: int) -> Generator[int, None, None]:
    """Draw a page in small steps, each telling how many pages were done before."""
    steps = drawer.steps(painter, page)
    try:
        for _ in steps:
            yield done
    finally:
        steps.close()


def layout_of(page: Page) -> QPageLayout:
    """The page without margins; sizes are whole points, as PDF pages of Qt are."""
    across, down = round(page.width / POINT), round(page.height / POINT)
    size = QPageSize(QSizeF(min(across, down), max(across, down)), QPageSize.Unit.Point)
    way = QPageLayout.Orientation.Landscape if across > down else QPageLayout.Orientation.Portrait
    return QPageLayout(size, way, QMarginsF(0, 0, 0, 0))


def page_making(page: Page, drawer: Drawer, dots: float) -> PageMaking:
    """A page as a picture in small steps; refuses sizes nobody has memory for."""
    scale = dots / INCH
    return _page_steps(blank(round(page.width * scale), round(page.height * scale)), page, drawer)


def _page_steps(picture: QImage, page: Page, drawer: Drawer) -> PageMaking:
    painter = QPainter(picture)
    try:
        painter.scale(picture.width() / page.width, picture.height() / page.height)
        yield from drawer.steps(painter, page)
    finally:
        painter.end()
    return picture


def png_making(plan: ExportPlan, drawer: Drawer, dots: float) -> Making:
    """The plan as a PNG with its resolution noted in it, pages below each other."""
    scale = dots / INCH
    width, height = _together(plan.pages)
    picture = blank(round(width * scale), round(height * scale))
    painter = QPainter(picture)
    try:
        painter.scale(scale, scale)
        yield from _drawn_below(painter, plan.pages, drawer)
    finally:
        painter.end()
    if plan.gray:
        picture = gray_picture(picture)
    picture.setDotsPerMeterX(round(dots / INCH * 1000))
    picture.setDotsPerMeterY(round(dots / INCH * 1000))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not picture.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise ExportError("the picture cannot be encoded; choose fewer dots or PDF")
    return bytes(buffer.data().data())


def _together(pages: Sequence[Page]) -> tuple[float, float]:
    return max(page.width for page in pages), sum(page.height for page in pages)


def _drawn_below(painter: QPainter, pages: Sequence[Page], drawer: Drawer) -> Generator[int, None, None]:
    for number, page in enumerate(pages, 1):
        with kept(painter):
            painter.setClipRect(QRectF(0, 0, page.width, page.height), Qt.ClipOperation.IntersectClip)
            yield from _counted(drawer, painter, page, number - 1)
        painter.translate(0, page.height)
        yield number
