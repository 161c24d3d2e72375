"""Tiles: kept within a bound, made in slices, the right ones for a view."""

import time

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPixmap

from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_palette import DARK, LIGHT
from app.graphics.tiles import EDGE, Grid, TileKey, TileMaker, TileStore
from tests.app.graphics.picture_checks import painted, pixels

MEGABYTE = EDGE * EDGE * 4


def key(number: int) -> TileKey:
    return TileKey(0, 60_000, "light", number, 0)


def tile() -> QPixmap:
    return QPixmap(EDGE, EDGE)


def test_the_store_stays_within_its_bound(qapp: object) -> None:
    store = TileStore(most_bytes=5 * MEGABYTE)
    for number in range(12):
        store.put(key(number), tile())
        assert store.held_bytes <= 5 * MEGABYTE
    assert [k.column for k in store.held()] == [7, 8, 9, 10, 11]


def test_the_least_recently_used_tile_goes_first(qapp: object) -> None:
    store = TileStore(most_bytes=3 * MEGABYTE)
    for number in range(3):
        store.put(key(number), tile())
    assert store.get(key(0)) is not None
    store.put(key(3), tile())
    assert key(0) in store
    assert key(1) not in store


def test_putting_a_tile_again_counts_it_once(qapp: object) -> None:
    store = TileStore()
    store.put(key(1), tile())
    store.put(key(1), tile())
    assert (len(store), store.held_bytes) == (1, MEGABYTE)
    store.drop(key(1))
    assert (len(store), store.held_bytes) == (0, 0)


def test_a_view_asks_for_the_tiles_that_cover_it_from_the_middle_out() -> None:
    grid = Grid(0, 128.0, 1.0, LIGHT)
    keys = list(grid.keys_in(QRectF(3.0, 3.0, 8.0, 4.0), (20.0, 10.0)))
    covered = QRectF()
    for k in keys:
        covered = covered.united(grid.board_rect(k))
    assert covered.contains(QRectF(3.0, 3.0, 8.0, 4.0))
    assert len(keys) == len(set(keys)) == 6
    assert (keys[0].column, keys[0].row) == (1, 1)


def test_no_tiles_lie_beside_the_map() -> None:
    grid = Grid(0, 128.0, 1.0, LIGHT)
    assert list(grid.keys_in(QRectF(-9, -9, 5, 5), (20.0, 10.0))) == []
    assert all(k.column >= 0 and k.row >= 0 for k in grid.keys_in(QRectF(-9, -9, 12, 12), (20.0, 10.0)))


def test_tiles_show_what_the_painter_paints(painter: BoardPainter) -> None:
    maker, grid = TileMaker((painter,)), Grid(0, 128.0, 1.0, LIGHT)
    wanted = grid.key(1, 0)
    maker.want([(grid, wanted)])
    assert maker.finish() == [(grid, wanted)]
    made = maker.store.get(wanted)
    assert made is not None
    direct = painted(painter, grid.board_rect(wanted), 128.0)
    assert np.abs(pixels(made.toImage()) - pixels(direct)).mean() < 0.5


def test_work_stops_when_the_time_is_over(painter: BoardPainter) -> None:
    maker, grid = TileMaker((painter,)), Grid(0, 128.0, 1.0, LIGHT)
    painted(painter, QRectF(0, 0, 8.4, 8.5), 128.0)
    maker.want([(grid, grid.key(c, r)) for c in range(2) for r in range(2)])
    slices, longest = 0, 0.0
    while not maker.is_idle:
        began = time.process_time()
        maker.work(0.002)
        longest = max(longest, time.process_time() - began)
        slices += 1
    assert slices > 4
    assert longest < 0.1


def test_a_tile_no_longer_wanted_is_abandoned(painter: BoardPainter) -> None:
    maker, grid = TileMaker((painter,)), Grid(0, 128.0, 1.0, LIGHT)
    maker.want([(grid, grid.key(0, 0)), (grid, grid.key(1, 0))])
    maker.work(0.0001)
    maker.want([(grid, grid.key(1, 1))])
    assert [k for _, k in maker.finish()] == [grid.key(1, 1)]
    maker.want([(grid, grid.key(1, 1))])
    assert maker.finish() == []


def test_the_overview_is_bare_at_first_and_drawn_later(painter: BoardPainter) -> None:
    maker = TileMaker((painter,))
    bare = maker.overview(0, LIGHT)
    before = maker.has_overviews
    maker.finish()
    drawn = maker.overview(0, LIGHT)
    assert (before, maker.has_overviews) == (False, True)
    assert max(drawn.width(), drawn.height()) > max(bare.width(), bare.height())


def test_a_changed_map_is_forgotten(painter: BoardPainter) -> None:
    maker, grid = TileMaker((painter,)), Grid(0, 128.0, 1.0, LIGHT)
    maker.want([(grid, grid.key(0, 0))])
    maker.overview(0)
    maker.finish()
    maker.forget(0)
    assert len(maker.store) == 0
    maker.overview(0)
    assert not maker.has_overviews


@pytest.mark.parametrize(("scale", "best"), [(70.0, 60_000), (100.0, 120_000), (20.0, 60_000)])
def test_tiles_of_the_nearest_scale_stand_in(painter: BoardPainter, scale: float, best: int) -> None:
    maker = TileMaker((painter,))
    for level in (60_000, 120_000):
        maker.store.put(TileKey(0, level, "light", 0, 0), tile())
    assert maker.nearest_level(Grid(0, scale, 1.0, LIGHT)) == best
    assert maker.nearest_level(Grid(0, scale, 1.0, DARK)) is None


def test_an_outdated_tile_serves_until_it_is_made_again(painter: BoardPainter) -> None:
    maker = TileMaker((painter,))
    grid = Grid(0, 40.0, 1.0, LIGHT)
    keys = list(grid.keys_in(QRectF(0, 0, *painter.art.size), painter.art.size))
    maker.want([(grid, k) for k in keys])
    maker.finish()
    maker.outdate(0, QRectF(0.5, 0.5, 1.0, 1.0))
    assert maker.outdated == {grid.key(0, 0)}
    assert maker.store.get(grid.key(0, 0)) is not None
    assert not maker.has(grid.key(0, 0))
    maker.want([(grid, k) for k in keys])
    assert [k for _, k in maker.finish()] == [grid.key(0, 0)]
    assert maker.has(grid.key(0, 0))


def test_another_painter_outdates_all_tiles_of_its_map(painter: BoardPainter) -> None:
    maker = TileMaker((painter,))
    grid = Grid(0, 40.0, 1.0, LIGHT)
    maker.want([(grid, grid.key(0, 0))])
    maker.finish()
    maker.renew(0, BoardPainter(painter.art))
    assert maker.outdated == {grid.key(0, 0)}


def test_a_part_of_a_tile_is_painted_as_the_whole_is(painter: BoardPainter) -> None:
    maker = TileMaker((painter,))
    grid = Grid(0, 60.0, 1.0, LIGHT)
    key = grid.key(0, 0)
    maker.want([(grid, key)])
    maker.finish()
    tile = maker.store.get(key)
    assert tile is not None
    whole = pixels(tile.toImage()).astype(int)
    tile.fill("black")
    assert maker.repaint(grid, key, QRectF(2.0, 2.0, 3.0, 3.0))
    part = pixels(tile.toImage()).astype(int)
    inner = np.s_[125:295, 125:295]
    assert np.abs(part[inner] - whole[inner]).mean() < 1.5
    assert (part[:115] == 0).all()
    assert not maker.repaint(grid, grid.key(9, 9), QRectF(0, 0, 1, 1))
