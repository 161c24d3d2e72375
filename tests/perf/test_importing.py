"""How long importing takes: sheets, large modules, maps of many megapixels, hostile archives."""

from __future__ import annotations

import struct
import subprocess
import sys
import time
import zipfile
import zlib
from pathlib import Path

import pytest

from app.importing.sheet_files import open_sheet_files
from app.importing.slicing.cutting import cut_counters
from app.importing.slicing.finding import find_grid
from app.importing.slicing.sheet import Sheet
from app.importing.vassal.making import import_vassal
from tests.fixtures.counter_sheets import SheetPlan, draw_sheet
from tests.fixtures.processes import environment
from tests.fixtures.vassal_modules import (
    ModuleFiles,
    board,
    game_map,
    hex_grid,
    palette,
    panel,
    picture,
    plain_slot,
)

ROOT = Path(__file__).parents[2]
CUT_MAP = """
import sys, time
from pathlib import Path
from app.exporting.headless import need_painting
from app.graphics.map_tiles.preparing import cut_now
need_painting()
started = time.perf_counter()
cut_now(Path(sys.argv[1]) / "art" / "map.png")
"""
OPEN_MAP = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from app.exporting.headless import need_painting
from app.graphics.painters.board_scan import ScanLayer
from app.graphics.painters.board_view_box import ViewBox
from app.graphics.scanned_map import read_scan
need_painting()
started = time.perf_counter()
scan = read_scan(Path(sys.argv[1]), "art/map.png", None, (160.0, 100.0))
assert scan is not None and scan.tiles.size(0) == (32_000, 20_000)
for scale in (8.0, 40.0, 200.0):
    image = QImage(1920, 1080, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    box = ViewBox(QRectF(20, 20, 1920 / scale, 1080 / scale), scale)
    for _ in ScanLayer(scan, (160.0, 100.0)).steps(painter, box):
        pass
    painter.end()
"""
TELL = """
# On Linux ru_maxrss would count the memory of the process that started this one, too.
import resource
status = Path("/proc/self/status")
if status.exists():
    kilobytes = int(status.read_text().partition("VmHWM:")[2].split()[0])
else:
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(time.perf_counter() - started, kilobytes // 1024)
"""


def write_png(path: Path, width: int, height: int) -> None:
    """A grey picture written row by row, so that its size does not matter."""
    pack = zlib.compressobj(1)
    row = b"\0" + bytes(x * 255 // width for x in range(width))
    body = b"".join(pack.compress(row) for _ in range(height)) + pack.flush()
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    with path.open("wb") as stream:
        stream.write(b"\x89PNG\r\n\x1a\n")
        for kind, part in ((b"IHDR", head), (b"IDAT", body), (b"IEND", b"")):
            stream.write(struct.pack(">I", len(part)) + kind + part)
            stream.write(struct.pack(">I", zlib.crc32(kind + part)))


def test_a_sheet_of_a_hundred_and_forty_counters(leeway: float) -> None:
    scan, _ = draw_sheet(SheetPlan(turn=0.9, noise=8, jpeg=85))
    sheet = Sheet(scan)
    started = time.process_time()
    grid = find_grid(sheet)
    found = time.process_time() - started
    assert grid.count == 140
    assert found < 3.0 * leeway
    started = time.process_time()
    assert len(list(cut_counters(sheet, grid))) == 140
    assert time.process_time() - started < 1.0 * leeway


def test_a_page_at_six_hundred_dpi_from_file_to_grid(tmp_path: Path, leeway: float) -> None:
    scan, _ = draw_sheet(SheetPlan(turn=0.9, dpi=600, rows=16, columns=12))
    scan.save(tmp_path / "sheet.jpg", quality=90)
    started = time.process_time()
    sheet = open_sheet_files([tmp_path / "sheet.jpg"])[0].sheet
    grid = find_grid(sheet)
    assert time.process_time() - started < 5.0 * leeway
    assert grid.sure
    assert grid.count == 192


def test_a_module_of_a_thousand_counters(tmp_path: Path, leeway: float) -> None:
    made = ModuleFiles()
    slots = []
    for number in range(1_000):
        made.image(f"{number}.png", picture(f"#{number * 7919 % 0xFFFFFF:06x}", (75, 75), str(number)))
        slots.append(plain_slot(f"Unit {number}", f"{number}.png", str(number), {"Side": "Red"}))
    made.add(
        palette("P", panel("Red", *slots)), game_map("Main", [board("B", "", hex_grid(), size=(4000, 3000))])
    )
    source = made.zipped(tmp_path / "m.vmod")
    started = time.process_time()
    report = import_vassal(source, tmp_path / "out")
    assert report.taken["counters"] == 1_000
    assert time.process_time() - started < 10.0 * leeway


def measured(program: str, folder: Path) -> tuple[float, int]:
    """Seconds and megabytes of a program in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", program + TELL, str(folder)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(HEXWRIGHT_HOME=str(folder / "home")),
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seconds, megabytes = done.stdout.split()
    return float(seconds), int(megabytes)


def test_a_map_of_six_hundred_and_forty_megapixels(tmp_path: Path, leeway: float) -> None:
    (tmp_path / "art").mkdir()
    write_png(tmp_path / "art" / "map.png", 32_000, 20_000)
    seconds, megabytes = measured(CUT_MAP, tmp_path)
    assert megabytes < 600
    assert seconds < 40.0 * leeway
    seconds, megabytes = measured(OPEN_MAP, tmp_path)
    assert megabytes < 600
    assert seconds < 2.0 * leeway


@pytest.mark.parametrize("count", [100_000])
def test_a_crowd_of_entries_is_refused_at_once(tmp_path: Path, count: int) -> None:
    from app.importing.refusal import ImportRefused

    source = tmp_path / "crowd.vmod"
    with zipfile.ZipFile(source, "w") as archive:
        for number in range(count):
            archive.writestr(zipfile.ZipInfo(f"{number}"), b"")
    started = time.process_time()
    with pytest.raises(ImportRefused, match="more than 20,000 files"):
        import_vassal(source, tmp_path / "out")
    assert time.process_time() - started < 0.5
