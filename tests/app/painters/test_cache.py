"""The store of counter pictures."""

from PySide6.QtWidgets import QApplication

from app.graphics.counter_cache import CounterCache, render_counter
from tests.app.painters.drawing import a_face


def test_the_same_face_is_drawn_once(qapp: QApplication) -> None:
    cache = CounterCache()
    first = cache.picture(a_face(), 48, 1.0)
    assert cache.picture(a_face(), 48, 1.0) is first
    assert cache.picture(a_face(steps_left=2), 48, 1.0) is not first
    assert cache.picture(a_face(), 48, 2.0) is not first
    assert len(cache) == 3


def test_the_least_recently_used_pictures_go(qapp: QApplication) -> None:
    size = render_counter(a_face(), 64, 1.0).pixmap
    each = size.width() * size.height() * 4
    cache = CounterCache(most_bytes=3 * each)
    kept = cache.picture(a_face(designation="0"), 64)
    for number in range(1, 4):
        cache.picture(a_face(designation=str(number)), 64)
        assert cache.picture(a_face(designation="0"), 64) is kept
    assert len(cache) == 3
    assert cache.held_bytes == 3 * each


def test_pictures_know_their_pixel_ratio(qapp: QApplication) -> None:
    picture = render_counter(a_face(), 40, 2.0)
    assert picture.pixmap.devicePixelRatio() == 2.0
    assert picture.pixmap.width() == 2 * (40 + 2 * picture.inset)
