"""Pictures of maps: strips join, sizes are right, nothing half-made stays behind."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from app.graphics.board_layout import BoardLayout
from app.graphics.map_export import STRIP, ExportRefused, ExportStopped, MapPicture, export_png, part_of
from app.graphics.overlay_model import BoardOverlays
from app.graphics.painters.board import BoardPainter
from app.graphics.png_stream import PngStream
from app.graphics.shown_stacks import ShownStack
from tests.app.graphics.picture_checks import pixels


def test_the_whole_map_is_written_with_its_frame(
    painter: BoardPainter, stacks: list[ShownStack], tmp_path: Path
) -> None:
    path = tmp_path / "map.png"
    picture = MapPicture([painter], scale=40.0, stacks=stacks, overlays=BoardOverlays(selected=("A5.04",)))
    size = export_png(picture, path)
    image = QImage(str(path))
    assert (image.width(), image.height()) == size == picture.size
    assert image.height() > STRIP
    assert image.dotsPerMeterX() == round(40.0 / 16.0 * 1000)
    direct = picture.strip(0, picture.size[1])
    assert np.abs(pixels(image) - pixels(direct)).mean() < 1.5


def test_strips_join_without_a_seam(painter: BoardPainter) -> None:
    picture = MapPicture([painter], scale=36.0)
    whole = pixels(picture.strip(0, picture.size[1]))
    parts = [pixels(picture.strip(top, 50)) for top in range(0, 300, 50)]
    joined = np.vstack(parts)
    difference = np.abs(joined - whole[:300])
    assert difference.mean() < 1.0
    assert (difference.max(axis=2) > 60).mean() < 0.004


def test_a_part_of_the_map(painter: BoardPainter, tmp_path: Path) -> None:
    layout = BoardLayout.side_by_side(painter.art.board)
    part = part_of(layout, "A3.03", "A5.04")
    assert part.contains(layout.center(painter.art.board.index["A4.03"]))
    size = export_png(MapPicture([painter], scale=50.0, part=part), tmp_path / "part.png")
    assert size == (round(part.width() / 2), round(part.height() / 2))
    with pytest.raises(KeyError):
        part_of(layout, "A3.03", "nowhere")


@pytest.mark.parametrize(
    ("scale", "part", "words"), [(60.0, QRectF(0, 0, 0, 0), "nothing"), (60_000.0, None, "megapixels")]
)
def test_impossible_pictures_are_refused(
    painter: BoardPainter, scale: float, part: QRectF | None, words: str
) -> None:
    with pytest.raises(ExportRefused, match=words):
        MapPicture([painter], scale=scale, part=part)


def test_a_stopped_export_leaves_nothing(painter: BoardPainter, tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []

    def stop(done: int, rows: int) -> bool:
        heard.append((done, rows))
        return False

    with pytest.raises(ExportStopped):
        export_png(MapPicture([painter], scale=80.0), tmp_path / "map.png", stop)
    assert heard[0][0] == STRIP
    assert list(tmp_path.iterdir()) == []


def test_themes_differ(painter: BoardPainter) -> None:
    shades = [pixels(MapPicture([painter], 20.0, theme).strip(0, 100)).mean() for theme in ("light", "dark")]
    assert shades[1] < shades[0]


# ---------------------------------------------------------------------------- PNG stream


def noise(width: int, height: int, seed: int) -> QImage:
    data = np.random.default_rng(seed).integers(0, 255, (height, width, 4), np.uint8)
    return QImage(data.tobytes(), width, height, width * 4, QImage.Format.Format_RGB32).copy()


def test_rows_come_back_as_they_were(tmp_path: Path, qapp: object) -> None:
    path = tmp_path / "noise.png"
    strips = [noise(61, 7, 1), noise(61, 1, 2), noise(61, 12, 3)]
    with PngStream(path, 61, 20) as file:
        for strip in strips:
            file.add(strip)
    image = QImage(str(path))
    assert (pixels(image) == np.vstack([pixels(strip) for strip in strips])).all()


def test_a_strip_of_another_width_is_refused(tmp_path: Path, qapp: object) -> None:
    with pytest.raises(ValueError, match="does not fit"), PngStream(tmp_path / "a.png", 10, 10) as file:
        file.add(noise(9, 2, 1))
    assert list(tmp_path.iterdir()) == []


def test_missing_rows_are_a_fault_and_the_old_file_stays(tmp_path: Path, qapp: object) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"old")
    with pytest.raises(ValueError, match="only 2 of 10"), PngStream(path, 10, 10) as file:
        file.add(noise(10, 2, 1))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
