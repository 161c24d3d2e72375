"""Games to print, and ways to measure what was printed."""

from __future__ import annotations

import ctypes
from collections import Counter
from functools import lru_cache
from pathlib import Path

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium

from app.exporting.drawing import Drawer
from app.exporting.kinds import Wishes, make_plan, print_source
from app.exporting.plan import ExportPlan, Words
from app.exporting.source import PrintSource
from app.exporting.writing import finished, pdf_making
from engine.game import new_game
from engine.protocol import Library

SCENARIOS = ("italian-invasion", "operation-compass", "race-to-the-wire", "operation-crusader", "gazala")
POINT = 25.4 / 72


@lru_cache(maxsize=8)
def a_source(scenario: str = "operation-crusader") -> PrintSource:
    found = Library().scenario(f"afrika/{scenario}")
    return print_source(new_game(found.module, found.scenario, 0, {}), found.module.id)


def a_plan(kind: str, scenario: str = "operation-crusader", **wishes: object) -> ExportPlan:
    return make_plan(a_source(scenario), Wishes(kind=kind, **wishes))  # type: ignore[arg-type]


def pdf_of(plan: ExportPlan, drawer: Drawer) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(finished(pdf_making(plan, drawer)))


def counters_by_piece(plan: ExportPlan) -> Counter[str]:
    return Counter(mark.piece for mark in plan.counters() if mark.piece)


def page_size(document: pypdfium2.PdfDocument, page: int) -> tuple[float, float]:
    width, height = document[page].get_size()
    return width * POINT, height * POINT


def page_text(document: pypdfium2.PdfDocument, page: int) -> str:
    text = document[page].get_textpage()
    try:
        return " ".join(str(text.get_text_range()).replace("\u00a0", " ").split())
    finally:
        text.close()


def fonts_embedded(document: pypdfium2.PdfDocument, page: int) -> set[bool]:
    """Whether the fonts of the text of a page are in the file."""
    found = set()
    for one in document[page].get_objects(filter=(pdfium.FPDF_PAGEOBJ_TEXT,)):
        font = pdfium.FPDFTextObj_GetFont(one.raw)
        found.add(pdfium.FPDFFont_GetIsEmbedded(font) == 1)
    return found


def font_names(document: pypdfium2.PdfDocument, page: int) -> set[str]:
    found = set()
    for one in document[page].get_objects(filter=(pdfium.FPDF_PAGEOBJ_TEXT,)):
        font = pdfium.FPDFTextObj_GetFont(one.raw)
        room = ctypes.create_string_buffer(200)
        pdfium.FPDFFont_GetBaseFontName(font, room, 200)
        found.add(room.value.decode())
    return found


def images_on(document: pypdfium2.PdfDocument, page: int) -> int:
    return sum(1 for _ in document[page].get_objects(filter=(pdfium.FPDF_PAGEOBJ_IMAGE,), max_depth=4))


def gray(
    document: pypdfium2.PdfDocument, page: int, dots: float
) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    picture = document[page].render(scale=dots / 72, grayscale=True).to_numpy()
    return np.asarray(picture).reshape(picture.shape[0], picture.shape[1])


def words_of(plan: ExportPlan, page: int) -> list[str]:
    return [mark.text for _, _, mark in plan.pages[page].marks() if isinstance(mark, Words)]


def saved(folder: Path, name: str = "sheet.pdf") -> Path:
    path = folder / name
    path.write_bytes(b"what was there")
    return path
