"""Hostile and broken files: refused with a message, quickly, in little memory, and nothing left behind."""

from __future__ import annotations

import io
import os
import stat
import struct
import subprocess
import sys
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image

from app.importing.folder_art import read_one
from app.importing.pictures import COUNTER_PIXELS, SHEET_PIXELS, open_picture, read_picture
from app.importing.refusal import ImportRefused
from app.importing.sheet_files import open_sheet_files
from app.importing.slicing.work import read_names
from app.importing.svg import read_svg
from app.importing.vassal.container import open_files
from app.importing.vassal.making import import_vassal
from app.importing.vassal.saves import read_save
from tests.fixtures.processes import environment
from tests.fixtures.vassal_modules import ModuleFiles, small_module

ROOT = Path(__file__).parents[3]
MEASURE = """
import resource, sys, time
from pathlib import Path
from app.importing.refusal import ImportRefused
from app.importing.vassal.making import import_vassal
started = time.perf_counter()
try:
    import_vassal(Path(sys.argv[1]), Path(sys.argv[2]))
    print("taken")
except ImportRefused as error:
    print(error)
# On Linux ru_maxrss would count the memory of the process that started this one, too.
status = Path("/proc/self/status")
if status.exists():
    kilobytes = int(status.read_text().partition("VmHWM:")[2].split()[0])
else:
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(time.perf_counter() - started, kilobytes // 1024)
"""


def measured(source: Path, target: Path) -> tuple[str, float, int]:
    """What an import in a process of its own says, its seconds and its megabytes."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(source), str(target)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        check=True,
        timeout=60,
    )
    *said, figures = done.stdout.strip().splitlines()
    seconds, megabytes = figures.split()
    return " ".join(said), float(seconds), int(megabytes)


def empty_png(width: int, height: int) -> bytes:
    """A PNG that says how big it is and has no pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n"
    for kind, body in ((b"IHDR", head), (b"IDAT", zlib.compress(b"")), (b"IEND", b"")):
        data += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return data


def with_build(path: Path, text: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("buildFile.xml", text)
    return path


def bomb(path: Path) -> Path:
    return with_build(path, b"<VASSAL.build.GameModule>" + b" " * 50_000_000 + b"</VASSAL.build.GameModule>")


def entities(path: Path) -> Path:
    levels = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    text = f'<!DOCTYPE x [<!ENTITY a0 "ha">{levels}]><VASSAL.build.GameModule name="&a11;"/>'
    return with_build(path, text.encode())


def outside(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", "<VASSAL.build.GameModule/>")
        archive.writestr("../../evil.txt", "out")
    return path


def crowd(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(100_000):
            archive.writestr(zipfile.ZipInfo(f"images/{number}.png"), b"")
    return path


def deep(path: Path) -> Path:
    return with_build(path, b"<VASSAL.build.GameModule>" + b"<a>" * 100_000 + b"</a>" * 100_000)


def huge_map(path: Path) -> Path:
    made = small_module()
    made.files["images/map.png"] = empty_png(100_000, 90_000)
    return made.zipped(path)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (bomb, "packed suspiciously tight"),
        (entities, "declares entities"),
        (outside, "leads out of it"),
        (crowd, "more than 20,000 files"),
        (deep, "too deeply nested"),
        (huge_map, "9,000 megapixels"),
    ],
)
def test_hostile_modules(tmp_path: Path, make: object, message: str) -> None:
    assert callable(make)
    source = make(tmp_path / "bad.vmod")
    said, seconds, megabytes = measured(source, tmp_path / "out")
    assert message in said
    assert seconds < 2.0
    assert megabytes < 300
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.vmod"]


def test_a_huge_counter_is_left_out_and_the_rest_taken(tmp_path: Path) -> None:
    made = small_module()
    made.files["images/red-1.png"] = empty_png(9_000, 9_000)
    report = import_vassal(made.zipped(tmp_path / "m.vmod"), tmp_path / "out")
    assert "81 megapixels, at most 64" in report.broken_pictures["images/red-1.png"]
    assert report.taken["counters"] >= 3


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.6, 0.95])
def test_cut_off_archives_are_refused(tmp_path: Path, share: float) -> None:
    whole = small_module().zipped(tmp_path / "m.vmod").read_bytes()
    part = tmp_path / "part.vmod"
    part.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(ImportRefused):
        import_vassal(part, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_spoilt_bytes_never_raise_anything_else(tmp_path: Path) -> None:
    from random import Random

    whole = bytearray(small_module().zipped(tmp_path / "m.vmod").read_bytes())
    chance = Random(5)
    for number in range(40):
        spoilt = bytearray(whole)
        for _ in range(12):
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
        source = tmp_path / "s.vmod"
        source.write_bytes(spoilt)
        with suppress(ImportRefused):
            import_vassal(source, tmp_path / f"out{number}")


@pytest.mark.parametrize("data", [b"", b"rubbish", b"PK\x05\x06" + b"\0" * 18, b"!VCSK", b"VOBS"])
def test_broken_saves_are_refused(data: bytes) -> None:
    with pytest.raises(ImportRefused):
        read_save(data, "x.vsav")


@pytest.mark.parametrize("raw", [b"!VCSKzz00", b"!VCSK", b"VOBS", b"\xfd7zXZ\x00rubbish"])
def test_broken_masks_are_refused(raw: bytes) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("savedGame", raw)
    with pytest.raises(ImportRefused, match="damaged"):
        read_save(stream.getvalue(), "x.vsav")


def test_a_broken_setup_is_left_and_said(tmp_path: Path) -> None:
    from tests.fixtures.vassal_modules import PACKAGE, tag

    made = small_module()
    made.files["bad.vsav"] = b"rubbish"
    made.add(tag(f"{PACKAGE}PredefinedSetup", {"name": "Bad", "file": "bad.vsav", "useFile": "true"}))
    report = import_vassal(made.zipped(tmp_path / "m.vmod"), tmp_path / "out")
    assert any(line.startswith("set-up Bad: bad.vsav is no readable saved game") for line in report.left)


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    Image.new("RGB", (20, 20)).save(secret)
    folder = small_module().unpacked(tmp_path / "m")
    (folder / "images" / "red-1.png").unlink()
    (folder / "images" / "red-1.png").symlink_to(secret)
    report = import_vassal(folder, tmp_path / "out")
    assert "leads out" in report.broken_pictures["images/red-1.png"]


@pytest.mark.parametrize("suffix", ["PNG", "JPEG", "WEBP", "TIFF", "BMP"])
def test_every_kind_of_picture_is_taken_and_its_wreck_refused(tmp_path: Path, suffix: str) -> None:
    stream = io.BytesIO()
    Image.effect_noise((64, 48), 60).convert("RGB").save(stream, suffix)
    data = stream.getvalue()
    assert read_picture(data, COUNTER_PIXELS).size == (64, 48)
    for share in (0.1, 0.5, 0.9):
        with pytest.raises(ImportRefused):
            read_picture(data[: int(len(data) * share)], COUNTER_PIXELS)


def test_pictures_are_measured_before_they_are_decoded() -> None:
    with pytest.raises(ImportRefused, match="10,000 megapixels, at most 250"):
        open_picture(empty_png(100_000, 100_000), SHEET_PIXELS, "x.png")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            b"<!DOCTYPE svg [<!ENTITY a 'x'>]><svg xmlns='http://www.w3.org/2000/svg'>&a;</svg>",
            "no sound drawing",
        ),
        (b"<svg", "no sound drawing"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'>" + b"<g/>" * 30_000 + b"</svg>", "too intricate"),
    ],
)
def test_hostile_drawings(qapp: object, text: bytes, message: str) -> None:
    with pytest.raises(ImportRefused, match=message):
        read_svg(text, (50, 50), "x.svg")


def test_copies_of_copies_are_refused(qapp: object) -> None:
    levels = "".join(f'<g id="l{n}">' + f'<use href="#l{n - 1}"/>' * 10 + "</g>" for n in range(1, 9))
    text = f'<svg xmlns="http://www.w3.org/2000/svg"><rect id="l0" width="1" height="1"/>{levels}</svg>'
    with pytest.raises(ImportRefused, match="too intricate"):
        read_svg(text.encode(), (50, 50), "x.svg")


def test_a_drawing_reads_no_other_file(qapp: object, tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    Image.new("RGB", (20, 20), "#ff0000").save(secret)
    image = f'<image href="{secret}" width="20" height="20"/>'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{image}</svg>'
    assert read_svg(text.encode(), (20, 20), "x.svg").getchannel("A").getextrema() == (0, 0)


def test_pdf_pages_are_taken_and_broken_ones_refused(tmp_path: Path) -> None:
    page = tmp_path / "sheet.pdf"
    Image.new("RGB", (300, 200), "#cc8844").save(page, "PDF", resolution=72.0)
    sheets = open_sheet_files([page])
    assert [found.sheet.size for found in sheets] == [(1250, 834)]
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(page.read_bytes()[:120])
    with pytest.raises(ImportRefused, match="no PDF"):
        open_sheet_files([broken])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    source = small_module().zipped(tmp_path / "m.vmod")
    source.chmod(stat.S_IWUSR)
    with pytest.raises(ImportRefused, match="cannot be read"):
        open_files(source)


def test_no_class_and_no_script_is_ever_read(tmp_path: Path) -> None:
    made = small_module()
    made.files["Evil.class"] = b"\xca\xfe\xba\xbe"
    made.files["run.bsh"] = b"exec()"
    import_vassal(made.zipped(tmp_path / "m.vmod"), tmp_path / "out")
    names = {path.suffix for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert names <= {".yaml", ".png", ".json", ".md", ".vmod"}


def test_no_build_file(tmp_path: Path) -> None:
    with pytest.raises(ImportRefused, match="holds no build file"):
        import_vassal(ModuleFiles(build="other.xml").zipped(tmp_path / "m.vmod"), tmp_path / "out")


def test_what_is_neither_file_nor_folder_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.vmod"
    os.mkfifo(pipe)
    with pytest.raises(ImportRefused, match="neither a file nor a folder"):
        open_files(pipe)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipes_and_devices_are_never_read(tmp_path: Path) -> None:
    for name in ("pipe.png", "pipe.svg", "pipe.txt"):
        os.mkfifo(tmp_path / name)
    for path in (tmp_path / "pipe.png", Path("/dev/zero")):
        with pytest.raises(ImportRefused, match="no ordinary file"):
            read_picture(path, COUNTER_PIXELS)
        with pytest.raises(ImportRefused, match="no ordinary file"):
            open_sheet_files([path])
    with pytest.raises(ImportRefused, match="no ordinary file"):
        read_one(tmp_path / "pipe.svg", "pipe.svg")
    with pytest.raises(ImportRefused, match="no list of names"):
        read_names(tmp_path / "pipe.txt")


def test_links_in_a_circle_are_passed_over(tmp_path: Path) -> None:
    folder = small_module().unpacked(tmp_path / "m")
    (folder / "images" / "red-1.png").unlink()
    (folder / "images" / "red-1.png").symlink_to(folder / "images" / "red-1.png")
    report = import_vassal(folder, tmp_path / "out")
    assert report.missing_pictures == ("red-1.png",)


def test_only_a_little_of_a_huge_drawing_is_read(tmp_path: Path) -> None:
    with (tmp_path / "x.svg").open("wb") as stream:
        stream.truncate(8_000_000_000)
    with pytest.raises(ImportRefused, match="too big for a drawing"):
        read_one(tmp_path / "x.svg", "x.svg")
