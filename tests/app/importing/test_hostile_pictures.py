"""Hostile pictures, drawings and pages, each opened in a process of its own: refused with a message within
two seconds and 300 megabytes. Of a module with endless prototypes the sound rest is taken.
"""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.fixtures.processes import environment
from tests.fixtures.vassal_modules import (
    PACKAGE,
    ModuleFiles,
    basic,
    basic_state,
    board,
    game_map,
    hex_grid,
    palette,
    panel,
    picture,
    piece_text,
    slot,
    tag,
)

ROOT = Path(__file__).parents[3]
CHILD = """
import sys, time
from pathlib import Path
from app.graphics.map_tiles.strips import open_strips
from app.importing.refusal import ImportRefused
from app.importing.pictures import COUNTER_PIXELS, read_picture
from app.importing.sheet_files import open_sheet_files
from app.importing.svg import read_svg
from app.importing.vassal.making import import_vassal
path, way = Path(sys.argv[1]), sys.argv[2]
started = time.perf_counter()
try:
    if way == "sheet":
        print("taken", len(open_sheet_files([path])))
    elif way == "counter":
        print("taken", read_picture(path, COUNTER_PIXELS).size)
    elif way == "map":
        print("taken", sum(strip.height for strip in open_strips(path).read()))
    elif way == "drawing":
        print("taken", read_svg(path.read_bytes(), (50, 50), path.name).getchannel("A").getextrema())
    else:
        print("taken", import_vassal(path, path.with_name("out")).taken["counters"])
except ImportRefused as error:
    print(error)
seconds = time.perf_counter() - started
status = Path("/proc/self/status")
if status.exists():
    kilobytes = int(status.read_text().partition("VmHWM:")[2].split()[0])
else:
    import resource
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(seconds, kilobytes // 1024)
"""


def measured(path: Path, way: str) -> tuple[str, float, int]:
    """What a process says that opens a file, its seconds and its megabytes."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(path), way],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        check=True,
        timeout=120,
    )
    *said, figures = done.stdout.strip().splitlines()
    seconds, megabytes = figures.split()
    return " ".join(said), float(seconds), int(megabytes)


def png(width: int, height: int, *chunks: tuple[bytes, bytes]) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n"
    for kind, body in ((b"IHDR", head), *chunks, (b"IEND", b"")):
        data += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return data


def decompression_bomb(path: Path) -> Path:
    """Zeros for 400 megapixels in less than two megabytes."""
    pack = zlib.compressobj(9)
    row = b"\0" * (1 + 3 * 20_000)
    body = b"".join(pack.compress(row * 100) for _ in range(200)) + pack.flush()
    path.write_bytes(png(20_000, 20_000, (b"IDAT", body)))
    return path


def text_bomb(path: Path) -> Path:
    """A small picture with a comment that unpacks to 300 megabytes."""
    comment = b"Comment\0\0" + zlib.compress(b"a" * 300_000_000, 9)
    path.write_bytes(png(8, 8, (b"zTXt", comment), (b"IDAT", zlib.compress((b"\0" + b"\0" * 24) * 8))))
    return path


def claimed(path: Path) -> Path:
    path.write_bytes(png(100_000, 100_000, (b"IDAT", zlib.compress(b""))))
    return path


def cut_off_jpeg(path: Path) -> Path:
    whole = picture("#884422", (1_000, 1_000), "x")
    path.write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + whole[:40])
    return path


def claimed_progressive(path: Path) -> Path:
    """A small progressive JPEG that calls itself 960 megapixels."""
    stream = io.BytesIO()
    Image.effect_noise((400, 400), 50).convert("RGB").save(stream, "JPEG", progressive=True)
    data = bytearray(stream.getvalue())
    head = data.index(b"\xff\xc2")
    data[head + 5 : head + 9] = struct.pack(">HH", 16_000, 60_000)
    path.write_bytes(data)
    return path


def claimed_interlaced(path: Path) -> Path:
    """An interlaced PNG of 900 megapixels without any of them."""
    head = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 1)
    data = b"\x89PNG\r\n\x1a\n"
    for kind, body in ((b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 1_000_000)), (b"IEND", b"")):
        data += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    path.write_bytes(data)
    return path


def endless_page(path: Path) -> Path:
    """A PDF page of fifty metres."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 140000 140000] >>",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj %s endobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(data)
    data += b"xref\n0 4\n0000000000 65535 f \n" + table
    data += b"trailer << /Size 4 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start
    path.write_bytes(data)
    return path


def many_uses(path: Path) -> Path:
    levels = "".join(f'<g id="l{n}">' + f'<use href="#l{n - 1}"/>' * 10 + "</g>" for n in range(1, 12))
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg"><rect id="l0" width="1" height="1"/>{levels}</svg>'
    )
    return path


def blank_sheet(path: Path) -> Path:
    """A hundred megapixels of nothing."""
    pack = zlib.compressobj(9)
    row = b"\0" * (1 + 3 * 10_000)
    body = b"".join(pack.compress(row * 100) for _ in range(100)) + pack.flush()
    path.write_bytes(png(10_000, 10_000, (b"IDAT", body)))
    return path


def tiny_sheet(path: Path) -> Path:
    path.write_bytes(picture("#884422", (2, 300), "x"))
    return path


def use_of_itself(path: Path) -> Path:
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><use href="#b"/></g>'
        '<g id="b"><use href="#a"/></g></svg>'
    )
    return path


def pdf(*objects: bytes) -> bytes:
    """A PDF of some objects, the first of which is its root."""
    data, starts = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        starts.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    lines = b"".join(b"%010d 00000 n \n" % start for start in starts)
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, lines)
    return (
        data
        + table
        + b"trailer <</Root 1 0 R /Size %d>>\nstartxref\n%d\n%%%%EOF"
        % (
            len(objects) + 1,
            len(data),
        )
    )


CATALOG = (b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>")
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>"


def form_of_itself(path: Path) -> Path:
    """A page with a form that draws itself twice, and each of those twice again."""
    form = b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>/Length 11>>"
    draw = b"<</Length 5>>stream\n/F Do\nendstream"
    path.write_bytes(pdf(*CATALOG, PAGE, draw, form + b"stream\n/F Do /F Do\nendstream"))
    return path


def page_of_zeros(path: Path) -> Path:
    """A page whose text unpacks to 1.5 gigabytes."""
    pack = zlib.compressobj(9)
    body = b"".join(pack.compress(b"\0" * 10_000_000) for _ in range(150)) + pack.flush()
    page = b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(body), body)
    path.write_bytes(pdf(*CATALOG, PAGE, page))
    return path


@pytest.mark.parametrize("make", [form_of_itself, page_of_zeros])
def test_pages_that_never_end_are_stopped(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    said, seconds, megabytes = measured(make(tmp_path / "bad.pdf"), "sheet")
    assert said.startswith("bad.pdf takes too much time or memory to draw")
    assert seconds < 60.0
    assert megabytes < 300


@pytest.mark.parametrize(
    ("make", "way", "message"),
    [
        (blank_sheet, "sheet", "which is no scan of a sheet"),
        (tiny_sheet, "sheet", "too few for a sheet of counters"),
        (decompression_bomb, "sheet", "400 megapixels, at most 250"),
        (decompression_bomb, "counter", "400 megapixels, at most 64"),
        (text_bomb, "counter", "no picture that can be read|is damaged"),
        (claimed, "sheet", "10,000 megapixels, at most 250"),
        (cut_off_jpeg, "sheet", "no picture that can be read|is damaged"),
        (endless_page, "sheet", "megapixels, at most 250"),
        (claimed_progressive, "map", "which is no scan of a map"),
        (claimed_interlaced, "map", "is damaged"),
        (claimed, "map", "10,000 megapixels, at most 1000"),
        (many_uses, "drawing", "too intricate"),
        (use_of_itself, "drawing", "too intricate"),
    ],
)
def test_hostile_pictures(tmp_path: Path, make: Callable[[Path], Path], way: str, message: str) -> None:
    said, seconds, megabytes = measured(make(tmp_path / "bad.bin"), way)
    assert any(part in said for part in message.split("|")), said
    assert seconds < 2.0
    assert megabytes < 300


def test_a_drawing_that_asks_for_other_files_gets_none(tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        ' width="20" height="20">'
        '<image xlink:href="file:///etc/passwd" width="20" height="20"/>'
        '<image href="http://127.0.0.1:9/x.png" width="20" height="20"/>'
        '<style>@import url("http://127.0.0.1:9/x.css");</style></svg>'
    )
    said, seconds, megabytes = measured(path, "drawing")
    assert said == "taken (0, 0)"
    assert seconds < 2.0
    assert megabytes < 300


def prototype(name: str, *others: str) -> str:
    """A prototype of nothing but further ones."""
    types = [f"prototype;{other}" for other in others]
    text = piece_text([*types, basic("", "")], ["" for _ in others] + [basic_state()])
    return tag(f"{PACKAGE}PrototypeDefinition", {"name": name}, text=text)


def test_prototypes_that_name_each_other_end(tmp_path: Path) -> None:
    made = ModuleFiles()
    unit = piece_text(["prototype;P0", basic("a.png", "Unit")], ["", basic_state("1")])
    made.image("a.png", picture("#aa3333", (60, 60), "1"))
    made.add(
        tag(
            f"{PACKAGE}PrototypesContainer",
            {},
            *(prototype(f"P{n}", *(f"P{(n + k) % 40}" for k in (1, 2, 3))) for n in range(40)),
        ),
        palette("P", panel("Red", slot("Unit", unit, "1"))),
        game_map("Main", [board("B", "", hex_grid(), size=(400, 300))]),
    )  # fmt: skip
    said, seconds, megabytes = measured(made.zipped(tmp_path / "m.vmod"), "module")
    assert said == "taken 0"
    assert seconds < 2.0
    assert megabytes < 300
