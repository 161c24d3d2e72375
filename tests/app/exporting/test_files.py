"""Files: true sizes, embedded fonts, metadata; and nothing harmed when writing fails or is stopped."""

from __future__ import annotations

import errno
import os
import re
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer

from app.exporting.headless import ExportError
from app.exporting.kinds import KINDS, Target, Wishes, export_file, form_of, kind_named, make_plan
from app.exporting.plan import BoardMark, Frame, Stroke, Words
from app.exporting.writing import ExportStopped, Output, finished, pdf_making, write_plan, xmp_packet
from engine.errors import EngineError
from tests.app.exporting.sheets import (
    a_plan,
    a_source,
    font_names,
    fonts_embedded,
    gray,
    images_on,
    page_size,
    page_text,
    pdf_of,
    saved,
    words_of,
)

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("kind", ["setup", "schedule", "counters", "charts", "aid"])
def test_pages_have_the_size_of_the_paper(kind: str, paper: str) -> None:
    plan = a_plan(kind, paper=paper, side="axis" if kind == "setup" else "")
    document = pdf_of(plan, a_source().drawer)
    assert len(document) == len(plan.pages)
    for number in range(len(document)):
        width, height = page_size(document, number)
        assert width == pytest.approx(SIZES[paper][0], abs=0.1)
        assert height == pytest.approx(SIZES[paper][1], abs=0.1)
        assert fonts_embedded(document, number) == {True}


def test_text_is_text_and_drawings_are_lines() -> None:
    document = pdf_of(a_plan("counters"), a_source().drawer)
    assert images_on(document, 0) == 0
    assert "8-6-9" in page_text(document, 0)
    assert any("Barlow" in name for name in font_names(document, 0))


def test_the_file_says_what_it_is() -> None:
    plan = a_plan("charts")
    data = pdf_of(plan, a_source().drawer).get_metadata_dict()
    assert data["Title"] == plan.title
    assert data["Author"] == a_source().module.designer
    assert data["Creator"].startswith("Hexwright")
    assert b"<rdf:li>Afrika</rdf:li>" in xmp_packet(plan)


def test_a_hundred_millimeters_are_a_hundred_millimeters() -> None:
    setup = pdf_of(a_plan("setup", side="axis"), a_source().drawer)
    dots = 600.0
    picture = gray(setup, 0, dots)
    row = round((297.0 - 12.0 - 9.0 + 2.0 + 1.5 + 1.4) / 25.4 * dots)
    dark = np.flatnonzero(picture[row, : round(113.5 / 25.4 * dots)] < 100)
    ticks = 0.2
    assert (dark[-1] - dark[0] + 1) / dots * 25.4 == pytest.approx(100.0 + ticks, abs=0.1)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("kind", ["setup", "schedule", "counters", "map", "charts", "aid"])
def test_words_and_crosses_stand_where_printers_print(kind: str, paper: str) -> None:
    """Most printers leave four to five millimetres blank on all edges; marks of cuts may reach into that."""
    for page in a_plan(kind, paper=paper).pages:
        for x, y, mark in page.marks():
            if isinstance(mark, Words):
                assert 4.5 < x + mark.x < page.width - 4.5, mark.text
                assert 4.5 + mark.style.height * 0.7 < y + mark.y <= page.height - 4.5, mark.text
            elif isinstance(mark, Frame) and mark.radius:
                assert x + mark.x > 4.5
                assert x + mark.x + mark.width < page.width - 4.5
                assert y + mark.y + mark.height < page.height - 4.5


@pytest.mark.parametrize("edge", [12.7, 15.0, 15.9, 25.0])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_bar_keeps_off_the_marks_of_the_cuts(edge: float, paper: str) -> None:
    page = a_plan("counters", "gazala", counter_mm=edge, paper=paper).pages[0]
    lines = [mark for _, _, mark in page.marks() if isinstance(mark, Stroke)]
    bar = next(line for line in lines if line.y1 == line.y2 and line.x2 - line.x1 == pytest.approx(100.0))
    cuts = [line for line in lines if line.x1 == line.x2 and line.weight == 0.12 and line.x1 > 12.0]
    lowest = max(line.y2 for line in cuts if line.x1 < page.width - 12.0)
    assert lowest < bar.y1 - 1.4


def test_files_are_no_larger_than_they_must() -> None:
    """Outlines of numbers and of strokes that are see-through once made them three times as large."""
    map_file = finished(pdf_making(a_plan("map"), a_source().drawer))
    assert len(map_file) < 18_000_000
    assert len(finished(pdf_making(a_plan("setup"), a_source().drawer))) < 4_000_000
    assert len(finished(pdf_making(a_plan("counters"), a_source().drawer))) < 500_000


@pytest.mark.parametrize("kind", ["setup", "schedule", "charts", "aid"])
def test_every_word_can_be_copied_from_the_file(kind: str) -> None:
    """Shapes that stand for no letter (ligatures, raised brackets) would come out garbled."""
    plan = a_plan(kind, "gazala")
    document = pdf_of(plan, a_source("gazala").drawer)
    for number in range(len(plan.pages)):
        text = page_text(document, number).replace(" ", "")
        for words in words_of(plan, number):
            assert "".join(words.split()) in text, words


def test_letters_keep_their_distance_on_paper() -> None:
    """Qt multiplies letter spacing by the resolution of the device; the sheets must not show it."""
    document = pdf_of(a_plan("setup", side="axis"), a_source().drawer)
    text = page_text(document, 0)
    assert "AXIS" in text
    assert "A X I S" not in text


def test_pictures_and_drawings_hold_all_pages(tmp_path: Path) -> None:
    source, wishes = a_source(), Wishes(kind="charts")
    pages = len(make_plan(source, wishes).pages)
    png = export_file(source, wishes, Target(tmp_path / "c.png", "png", 60))
    picture = QImage(str(png))
    assert picture.height() == pytest.approx(297 * pages / 25.4 * 60, abs=2)
    assert round(picture.dotsPerMeterX() * 0.0254) == 60
    svg = export_file(source, wishes, Target(tmp_path / "c.svg", "svg"))
    assert QSvgRenderer(str(svg)).isValid()
    assert f'height="{297 * pages}mm"' in svg.read_text(encoding="utf-8")
    html = export_file(source, wishes, Target(tmp_path / "c.html", "html")).read_text(encoding="utf-8")
    assert html.count("<svg xmlns=") == pages
    assert "Combat results" in html


def test_tables_can_be_read_by_programs(tmp_path: Path) -> None:
    order = export_file(a_source(), Wishes(kind="setup"), Target(tmp_path / "o.csv", "csv"))
    lines = order.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("side,place,place_name,id,name")
    assert any(line.startswith("axis,A40.21,Gambut,axis-rommel,Rommel,leader") for line in lines)
    assert any("axis-6-7-4-sabrtha" in line and ",3-4-4,1,2,1,set up" in line for line in lines)
    assert any("free choice" in line and "allied-3-5-7-14" in line for line in lines)
    schedule = export_file(a_source(), Wishes(kind="schedule"), Target(tmp_path / "s.csv", "csv"))
    entries = schedule.read_text(encoding="utf-8").splitlines()
    assert entries[0].startswith("turn,date,side,action,place,text,id,name")
    assert all(int(line.split(",")[0]) >= 15 for line in entries[1:])
    assert any("axis-3-3-7-65-trieste" in line for line in entries)


def test_a_stopped_export_leaves_what_was_there(tmp_path: Path) -> None:
    path, heard = saved(tmp_path), []

    def stop(done: int, pages: int) -> bool:
        heard.append((done, pages))
        return done < 2

    with pytest.raises(ExportStopped, match="nothing was written"):
        write_plan(a_plan("charts"), a_source().drawer, Output(path, progress=stop))
    assert heard == [(1, 3), (2, 3)]
    assert path.read_bytes() == b"what was there"
    assert [file.name for file in tmp_path.iterdir()] == ["sheet.pdf"]


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path)

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EngineError, match="no space left"):
        export_file(a_source(), Wishes(kind="charts"), Target(path))
    monkeypatch.undo()
    assert path.read_bytes() == b"what was there"
    assert [file.name for file in tmp_path.iterdir()] == ["sheet.pdf"]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="does not exist"):
        export_file(a_source(), Wishes(kind="charts"), Target(tmp_path / "none" / "c.pdf"))


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"kind": "stup"}, "did you mean 'setup'"),
        ({"kind": "setup", "paper": "a44"}, "did you mean 'a4'"),
        ({"kind": "setup", "side": "axsi"}, "did you mean 'axis'"),
        ({"kind": "setup", "order": "size"}, "hex or formation"),
        ({"kind": "counters", "counter_mm": 3.0}, "8 to 60 mm"),
        ({"kind": "counters", "bleed_mm": 9.0}, "0 to 3 mm"),
        ({"kind": "map", "hex_mm": 900.0}, "4 to 60 mm"),
        ({"kind": "map", "board": "moon"}, "north-africa"),
        ({"kind": "cards"}, "Afrika has no cards"),
    ],
)
def test_wishes_that_cannot_be_met_are_refused_in_words(wishes: dict[str, object], words: str) -> None:
    with pytest.raises(ExportError, match=words):
        make_plan(a_source(), Wishes(**wishes))  # type: ignore[arg-type]


def test_formats_follow_from_names() -> None:
    assert form_of(Path("a.PDF")) == "pdf"
    assert form_of(Path("a.csv")) == "csv"
    assert form_of(Path("sheet")) == "pdf"
    assert form_of(Path("a.png"), "svg") == "svg"
    assert "csv" in kind_named("setup").forms
    assert "csv" not in KINDS["map"].forms
    with pytest.raises(ExportError, match="cannot be written as 'csv'"):
        export_file(a_source(), Wishes(kind="map"), Target(Path("x.csv"), "csv"))


def test_maps_in_drawings_show_nothing_beyond_their_frame(tmp_path: Path) -> None:
    """Qt's SVG writer does not clip by itself, and its viewer knows no clip paths, but masks."""
    path = export_file(a_source(), Wishes(side="axis"), Target(tmp_path / "sheet.svg", "svg"))
    root = ET.parse(path).getroot()
    assert root.get("width") == "210mm"
    (frame,) = root.findall(f"{SVG}defs/{SVG}mask")
    (layer,) = [part for part in root.findall(f"{SVG}g") if part.get("mask")]
    assert layer.get("mask") == f"url(#{frame.get('id')})"
    plan = a_plan("setup", side="axis")
    (found,) = [(x, y, mark) for x, y, mark in plan.pages[0].marks() if isinstance(mark, BoardMark)]
    x, y, mark = found
    assert layer.get("transform") == f"translate({(x + mark.x) * 20:.2f},{(y + mark.y) * 20:.2f})"
    assert float(frame[0].get("height", "")) == pytest.approx(mark.height * 20)
    assert float(frame[0].get("width", "")) == pytest.approx(mark.width * 20)
    names = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(names) == len(set(names)), "all parts share one document"


def test_the_ground_of_a_drawing_is_the_part_that_is_shown(tmp_path: Path) -> None:
    """Qt once put the picture of the whole map into the frame of the small one."""
    path = export_file(a_source(), Wishes(side="axis"), Target(tmp_path / "sheet.svg", "svg"))
    found = re.findall(
        r'<image x="[^"]*" y="[^"]*" width="([\d.]+)" height="([\d.]+)"[^>]*base64,\s*([^"]+)"',
        path.read_text(encoding="utf-8"),
    )
    assert found
    for width, height, data in found:
        picture = QImage.fromData(b64decode(data))
        assert picture.width() / picture.height() == pytest.approx(float(width) / float(height), rel=0.02)


def test_dashes_of_drawings_are_lengths(tmp_path: Path) -> None:
    text = export_file(
        a_source("gazala"), Wishes(side="allied"), Target(tmp_path / "sheet.svg", "svg")
    ).read_text(encoding="utf-8")
    dashes = set(re.findall(r'stroke-dasharray="([^"]+)" stroke-dashoffset="0" stroke-width="([^"]+)"', text))
    assert ("1.35,0.99", "0.45") in dashes


def test_pages_for_browsers_bring_their_fonts(tmp_path: Path) -> None:
    """A browser on another computer shows the same letters; other programs are told of fonts alike."""
    wishes = Wishes(kind="charts")
    html = export_file(a_source(), wishes, Target(tmp_path / "c.html", "html")).read_text(encoding="utf-8")
    rules = re.findall(r"@font-face{font-family:'([^']+)';font-weight:(\d+);font-style:(\w+)", html)
    assert len(rules) == len(set(rules))
    used = set(
        re.findall(r'<text [^>]*font-family="([^",]+)[^>]*font-weight="(\d+)" font-style="(\w+)"', html)
    )
    assert used == set(rules)
    assert {"Inter", "EB Garamond"} <= {family for family, _, _ in used}
    assert 'font-family="Inter, Arial, Helvetica, sans-serif"' in html
    data = re.search(r"src:url\(data:font/otf;base64,([^)]+)\)", html)
    assert data is not None
    assert b64decode(data[1])[:4] == b"OTTO"
    assert html.startswith("<!doctype html>")
    assert '<html lang="en-US">' in html
