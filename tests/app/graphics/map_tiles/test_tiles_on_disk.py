"""Tiles of a picture: written whole or not at all, found again by content, and the same picture."""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from app.cache_care import Bound, tidy
from app.graphics.map_tiles import pyramid, store
from app.graphics.map_tiles.pyramid import EDGE, Stopped, level_count, write_tiles
from app.graphics.map_tiles.store import MapTiles, content_key, known_tiles, open_tiles
from app.graphics.map_tiles.strips import Strips
from tests.app.graphics.picture_checks import pixels

SIZE = (1300, 1100)


def picture() -> Image.Image:
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    return Image.fromarray(np.dstack([x // 6, y // 5, (x + y) // 10]).astype(np.uint8))


def strips_of(whole: Image.Image, rows: int = 170) -> Strips:
    def read() -> Iterator[Image.Image]:
        for top in range(0, whole.height, rows):
            yield whole.crop((0, top, whole.width, min(whole.height, top + rows)))

    return Strips(*whole.size, read)


@pytest.fixture
def tiles(qapp: object, tmp_path: Path) -> MapTiles:
    write_tiles(strips_of(picture()), tmp_path / "t", lambda _share: True)
    found = open_tiles(tmp_path / "t")
    assert found is not None
    return found


def test_all_tiles_together_are_the_picture(tiles: MapTiles) -> None:
    assert tiles.about.levels == level_count(*SIZE) == 3
    assert (tiles.columns(0), tiles.rows(0)) == (3, 3)
    whole = np.asarray(picture()).astype(int)
    for row in range(3):
        for column in range(3):
            tile = tiles.tile(0, column, row)
            assert tile is not None
            part = whole[row * EDGE : (row + 1) * EDGE, column * EDGE : (column + 1) * EDGE]
            assert (tile.height(), tile.width()) == part.shape[:2]
            assert np.abs(pixels(tile).astype(int) - part).mean() < 1.0
    assert tiles.tile(0, 3, 0) is None


def test_smaller_sizes_are_halves(tiles: MapTiles) -> None:
    assert [tiles.size(n) for n in range(3)] == [(1300, 1100), (650, 550), (325, 275)]
    last = tiles.tile(2, 0, 0)
    assert last is not None
    wanted = np.asarray(picture().reduce(4)).astype(int)
    assert np.abs(pixels(last).astype(int) - wanted).mean() < 1.5
    assert [tiles.level_for(w) for w in (5000, 1300, 651, 650, 10)] == [0, 0, 0, 1, 2]


def test_a_stop_leaves_nothing(qapp: object, tmp_path: Path) -> None:
    heard: list[float] = []

    def progress(share: float) -> bool:
        heard.append(share)
        return len(heard) < 3

    with pytest.raises(Stopped):
        write_tiles(strips_of(picture()), tmp_path / "t", progress)
    assert list(tmp_path.iterdir()) == []
    assert heard == sorted(heard)
    assert 0 < heard[0] < heard[2] < 1


def test_a_fault_leaves_nothing(qapp: object, tmp_path: Path) -> None:
    def read() -> Iterator[Image.Image]:
        yield picture().crop((0, 0, 1300, 600))
        raise OSError("cut off")

    with pytest.raises(OSError, match="cut off"):
        write_tiles(Strips(*SIZE, read), tmp_path / "t", lambda _share: True)
    assert list(tmp_path.iterdir()) == []


def test_a_second_maker_gives_way(tiles: MapTiles) -> None:
    write_tiles(strips_of(picture()), tiles.folder, lambda _share: True)
    assert open_tiles(tiles.folder) is not None
    assert [p.name for p in tiles.folder.parent.iterdir() if not p.name.startswith(".")] == ["t"]


def test_tiles_that_are_shown_are_never_tidied_away(tiles: MapTiles) -> None:
    os.utime(tiles.folder, (0, 0))
    assert tidy(tiles.folder.parent, Bound(0, 1)) == 0
    assert tiles.tile(0, 0, 0) is not None


def test_tiles_of_another_version_are_none(tiles: MapTiles, monkeypatch: pytest.MonkeyPatch) -> None:
    about = tiles.folder / pyramid.ABOUT
    about.write_bytes(about.read_bytes().replace(b'"version":1', b'"version":0'))
    assert open_tiles(tiles.folder) is None
    about.write_bytes(b"{")
    assert open_tiles(tiles.folder) is None


def test_the_same_content_has_the_same_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    one, other = tmp_path / "a.png", tmp_path / "b.png"
    one.write_bytes(b"x" * 3_000_000)
    other.write_bytes(b"x" * 3_000_000)
    key = content_key(one)
    assert content_key(other) == key
    assert content_key(one) == key
    other.write_bytes(b"y" * 3_000_000)
    assert content_key(other) != key
    assert known_tiles(one) is None


def test_memory_for_tiles_is_bounded(tiles: MapTiles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "HELD_BYTES", 3 * EDGE * EDGE * 4)
    store._held.clear()
    for row in range(3):
        for column in range(3):
            assert tiles.tile(0, column, row) is not None
    assert sum(image.sizeInBytes() for image in store._held.values()) <= 3 * EDGE * EDGE * 4
