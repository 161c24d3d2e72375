"""Lettering: outlines, halos, words along lines."""

import math

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from app.fonts import SceneRole
from app.graphics.painters.lettering import Script, Wanted, centered, on_curve, reading_line, straight
from tests.app.graphics.picture_checks import pixels

SCRIPT = Script(SceneRole.TOWN, 0.2)
LINE = [(x * 0.1, 2.0 + 0.3 * math.sin(x * 0.1)) for x in range(100)]


def test_words_begin_where_they_are_put(qapp: object) -> None:
    words = straight("Town", SCRIPT, 1.0, 2.0)
    assert words.bounds.left() == pytest.approx(1.0, abs=0.03)
    assert words.bounds.bottom() == pytest.approx(2.0, abs=0.03)
    assert words.bounds.width() == pytest.approx(SCRIPT.width("Town"), rel=0.1)


def test_centred_words_have_their_middle_there(qapp: object) -> None:
    assert centered("Town", SCRIPT, 3.0, 1.0).bounds.center().x() == pytest.approx(3.0, abs=0.02)


def test_spacing_widens_words_between_letters_only(qapp: object) -> None:
    wide = Script(SceneRole.TOWN, 0.2, spacing=0.1)
    assert wide.width("Town") == pytest.approx(SCRIPT.width("Town") + 0.3)


def test_letters_of_words_along_a_line_follow_it(qapp: object) -> None:
    words = on_curve("Long road", SCRIPT, LINE, 5.0)
    assert len(words.letters) == len("Longroad")
    for box in words.boxes:
        x, y = box.center().x(), box.center().y()
        assert abs(y - (2.0 + 0.3 * math.sin(x))) < 0.25


def test_a_line_is_turned_to_read_left_to_right(qapp: object) -> None:
    wanted = Wanted((5.0, 2.0), 1.5, 0.2)
    for line in (LINE, LINE[::-1]):
        turned, middle = reading_line(line, wanted)
        assert turned[0][0] < turned[-1][0]
        assert middle > 0


def test_words_seek_a_place_without_symbols(qapp: object) -> None:
    flat = [(x * 0.1, 2.0) for x in range(100)]
    free, _ = reading_line(flat, Wanted((5.0, 2.0), 1.0, 0.2))
    _, moved = reading_line(flat, Wanted((5.0, 2.0), 1.0, 0.2, avoid=((5.0, 2.0),)))
    left = free[0][0]
    assert abs(left + moved - 5.0) > 0.5


def test_a_halo_surrounds_the_letters(qapp: object) -> None:
    image = QImage(200, 80, QImage.Format.Format_RGB32)
    image.fill(QColor("#808080"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(200, 200)
    straight("Halo", SCRIPT, 0.2, 0.3).paint(painter, QColor("#000000"), QColor("#ffffff"))
    painter.end()
    data = pixels(image).max(axis=2)
    assert (data > 240).mean() > 0.04
    assert (data < 15).mean() > 0.02
    assert (data[:, :20] == 0x80).all()
