"""Sending a plan to a printer page by page, in the small steps in which files are written.

So the window stays alive and Cancel works while a large map is drawn.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtGui import QPainter
from PySide6.QtPrintSupport import QPrinter

from app.exporting.drawing import Drawer
from app.exporting.headless import ExportError
from app.exporting.plan import ExportPlan, Turn
from app.exporting.writing import INCH, Making, layout_of
from app.graphics.painters.board_view_box import kept

DUPLEX: Final = {
    Turn.LONG: QPrinter.DuplexMode.DuplexLongSide,
    Turn.SHORT: QPrinter.DuplexMode.DuplexShortSide,
}


def printer_for(plan: ExportPlan) -> QPrinter:
    """A printer that proposes what the plan wants: paper, both sides, gray."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(plan.title)
    printer.setPageLayout(layout_of(plan.pages[0]))
    printer.setFullPage(True)
    if plan.turn in DUPLEX:
        printer.setDuplex(DUPLEX[plan.turn])
    if plan.gray:
        printer.setColorMode(QPrinter.ColorMode.GrayScale)
    return printer


def sending(plan: ExportPlan, drawer: Drawer, printer: QPrinter) -> Making:
    """Draw the pages of the printer's range at true scale; yields how many are done, returns no bytes.

    Closing it stops the printing. Refuses a printer that does not answer.
    """
    first = printer.fromPage() or 1
    last = printer.toPage() or len(plan.pages)
    painter = QPainter()
    if not painter.begin(printer):
        raise ExportError("the printer does not answer; save a PDF and print that")
    is_whole = False
    try:
        for number, page in enumerate(plan.pages[first - 1 : last]):
            if number:
                printer.setPageLayout(layout_of(page))
                printer.newPage()
            with kept(painter):
                painter.scale(printer.logicalDpiX() / INCH, printer.logicalDpiY() / INCH)
                for _ in drawer.steps(painter, page):
                    yield number
            yield number + 1
        is_whole = True
    finally:
        if not is_whole:
            printer.abort()
        painter.end()
    return b""
