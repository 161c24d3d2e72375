"""Sheets in shades of gray: no colour is left in any format, and sides are still told apart by form."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from app.exporting.graying import gray_picture, gray_svg
from app.exporting.kinds import Target, Wishes, export_file
from app.exporting.plan import CounterMark
from tests.app.exporting.sheets import a_plan, a_source, pdf_of


def color_spread(picture: np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]) -> int:
    whole = picture[:, :, :3].astype(int)
    return int((whole.max(axis=2) - whole.min(axis=2)).max())


@pytest.mark.parametrize("kind", ["setup", "counters"])
def test_a_gray_file_has_no_color(kind: str) -> None:
    for is_gray in (True, False):
        document = pdf_of(a_plan(kind, gray=is_gray), a_source().drawer)
        spread = [color_spread(page.render(scale=1.0).to_numpy()) for page in document]
        assert (max(spread) <= 1) is is_gray


def test_pictures_and_drawings_are_gray_too(tmp_path: Path) -> None:
    wishes = Wishes(kind="map", hex_mm=4.0, gray=True)
    png = export_file(a_source(), wishes, Target(tmp_path / "map.png", "png", dots=60))
    assert QImage(str(png)).isGrayscale()
    svg = export_file(a_source(), wishes, Target(tmp_path / "map.svg", "svg")).read_text(encoding="utf-8")
    inks = set(re.findall(r'="#([0-9a-f]{6})"', svg))
    assert len(inks) > 10
    assert all(ink[:2] == ink[2:4] == ink[4:] for ink in inks)
    assert svg.count("data:image/png") >= 1


def test_gray_pictures_keep_what_is_clear() -> None:
    picture = QImage(2, 1, QImage.Format.Format_ARGB32)
    picture.setPixelColor(0, 0, QColor(200, 40, 40))
    picture.setPixelColor(1, 0, QColor(0, 0, 0, 0))
    made = gray_picture(picture)
    assert made.pixelColor(0, 0).red() == made.pixelColor(0, 0).blue()
    assert made.pixelColor(0, 0).alpha() == 255
    assert made.pixelColor(1, 0).alpha() == 0


def test_references_in_drawings_stay() -> None:
    text = '<path fill="url(#abcdef)" stroke="#ff0000"/>'
    assert gray_svg(text) == '<path fill="url(#abcdef)" stroke="#575757"/>'


def test_sides_are_told_apart_without_color() -> None:
    """The value strip of one side is dark with pale figures, that of the other pale with dark ones."""
    plan = a_plan("counters", gray=True, with_backs=False)
    document = pdf_of(plan, a_source().drawer)
    module = a_source().module
    picture = document[0].render(scale=4.0, grayscale=True).to_numpy()
    shades: dict[str, list[float]] = {side.strip: [] for side in module.sides}
    for _, _, mark in plan.pages[0].marks():
        piece = a_source().pieces.get(mark.piece) if isinstance(mark, CounterMark) else None
        if piece is None or piece.kind != "unit" or not isinstance(mark, CounterMark):
            continue
        scale = 4.0 * 72 / 25.4
        row, column = round((mark.y + 0.80 * mark.edge) * scale), round((mark.x + 0.17 * mark.edge) * scale)
        strip = next(side.strip for side in module.sides if side.id == piece.side)
        shades[strip].append(float(picture[row, column].flat[0]))
    assert len(shades["dark"]) > 20
    assert len(shades["light"]) > 20
    assert max(shades["dark"]) < 90
    assert min(shades["light"]) > 200
