"""Pages of PDF files as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pypdfium2 as pdfium
from PIL import Image

from app.importing.pdf_trial import try_pages
from app.importing.pictures import MAP_PIXELS, MILLION, SHEET_PIXELS, check_size
from app.importing.refusal import ImportRefused
from app.importing.watching import Watch, unwatched

DPI: Final = 300
MOST_PAGES: Final = 40
MOST_BYTES: Final = 500_000_000
_MAGIC: Final = b"%PDF-"


def is_pdf(path: Path) -> bool:
    """Whether a file begins as PDF files do."""
    try:
        with path.open("rb") as stream:
            return _MAGIC in stream.read(1024)
    except OSError:
        return False


def pdf_pages(path: Path, dpi: int = DPI, watch: Watch = unwatched) -> list[Image.Image]:
    """All pages drawn at a resolution; raises `ImportRefused` for locked, damaged and endless files."""
    if path.stat().st_size > MOST_BYTES:
        raise ImportRefused(f"{path.name} is too big", "split it into pages")
    try:
        document = pdfium.PdfDocument(path)
    except (pdfium.PdfiumError, OSError, ValueError) as error:
        raise ImportRefused(
            f"{path.name} is no PDF that can be read", "check that it opens and is not locked"
        ) from error
    try:
        if len(document) > MOST_PAGES:
            raise ImportRefused(
                f"{path.name} has {len(document)} pages, at most {MOST_PAGES} are taken", "split it"
            )
        sizes = [document.get_page_size(number) for number in range(len(document))]
        for width, height in sizes:
            check_size((round(width * dpi / 72), round(height * dpi / 72)), SHEET_PIXELS, path.name)
        pixels = sum(width * height for width, height in sizes) * (dpi / 72) ** 2
        if pixels > MAP_PIXELS:
            raise ImportRefused(
                f"{path.name} has {pixels / MILLION:,.0f} megapixels on its pages", "split it"
            )
        try_pages(path, watch)
        pages = []
        for number in range(len(document)):
            watch(number / len(document))
            pages.append(_drawn(document, number, dpi, path.name))
        return pages
    finally:
        document.close()


def _drawn(document: pdfium.PdfDocument, number: int, dpi: int, name: str) -> Image.Image:
    try:
        page = document[number]
        picture = page.render(scale=dpi / 72).to_pil()
        page.close()
    except (pdfium.PdfiumError, ValueError, MemoryError) as error:
        raise ImportRefused(f"page {number + 1} of {name} is damaged", "export the file again") from error
    shown: Image.Image = picture.convert("RGB")
    return shown
