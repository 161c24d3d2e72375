"""Dice, tracks, boxes, cards, stacks and covers."""

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.fonts import TextSize
from app.graphics.painters.box import BoxFace, BoxFonts, box_height, paint_box, slots
from app.graphics.painters.card import RATIO, CardFace, CardHalf, card_rect, paint_card
from app.graphics.painters.cover import CoverFace, paint_cover
from app.graphics.painters.die import PIP, paint_die
from app.graphics.painters.face import SideForm
from app.graphics.painters.stack import StackFace, paint_stack, tile_rects
from app.graphics.painters.track import (
    TurnCell,
    TurnFonts,
    TurnState,
    paint_bar,
    paint_point_track,
    paint_turn_cell,
)
from app.theme.current import ui_font
from app.theme.tokens import LIGHT
from tests.app.painters.drawing import a_face, count_like, differing, is_like


class Sheet:
    """A white picture to paint on."""

    def __init__(self, width: int = 120, height: int = 120) -> None:
        self.image = QImage(width, height, QImage.Format.Format_RGB32)
        self.image.fill(Qt.GlobalColor.white)

    def __enter__(self) -> QPainter:
        self._painter = QPainter(self.image)
        return self._painter

    def __exit__(self, *_: object) -> None:
        self._painter.end()


def test_a_die_shows_as_many_pips_as_its_value(qapp: QApplication) -> None:
    inked = []
    for value in range(1, 7):
        sheet = Sheet()
        with sheet as painter:
            paint_die(painter, QRectF(10, 10, 100, 100), value)
        inked.append(count_like(sheet.image, PIP, 30))
    one = inked[0] - (inked[1] - inked[0])
    for value, ink in enumerate(inked, 1):
        assert ink == pytest.approx(one + value * (inked[0] - one), rel=0.05)


def test_dice_of_other_sizes_show_figures(qapp: QApplication) -> None:
    pictures = []
    for value in (7, 10):
        sheet = Sheet()
        with sheet as painter:
            paint_die(painter, QRectF(10, 10, 100, 100), value, 10)
        pictures.append(sheet.image)
    assert differing(*pictures) > 50


def test_spent_points_are_hollow_and_come_first(qapp: QApplication) -> None:
    sheet = Sheet(200, 20)
    with sheet as painter:
        paint_point_track(painter, QRectF(0, 2, 200, 16), (2, 5), ("#3d434b", "#b9ac92"))
    assert is_like(sheet.image, 6 + 3 * 16, 10, "#3d434b")
    assert is_like(sheet.image, 6 + 4 * 16, 10, "#3d434b")
    assert not is_like(sheet.image, 4, 7, "#3d434b")


def test_a_bar_is_filled_to_its_share(qapp: QApplication) -> None:
    sheet = Sheet(100, 20)
    with sheet as painter:
        paint_bar(painter, QRectF(0, 4, 100, 12), 0.5, ("#3d434b", "#ffffff", "#cccccc"))
    assert is_like(sheet.image, 40, 10, "#3d434b")
    assert is_like(sheet.image, 60, 10, "#ffffff")


def test_turn_cells_tell_past_now_and_ahead(qapp: QApplication) -> None:
    fonts = TurnFonts(ui_font(TextSize.SECOND), ui_font(TextSize.NOTE))
    pictures = []
    for state in TurnState:
        sheet = Sheet(70, 50)
        with sheet as painter:
            paint_turn_cell(
                painter, QRectF(2, 2, 66, 46), TurnCell(number="16", date="Dec", state=state), fonts, LIGHT
            )
        pictures.append(sheet.image)
    past, now, ahead = pictures
    assert is_like(now, 40, 25, LIGHT.accent)
    assert count_like(past, LIGHT.good, 40) > 8 > count_like(ahead, LIGHT.good, 40)


def test_box_slots_never_overlap_and_stay_inside(qapp: QApplication) -> None:
    height = box_height(140, 7, 44)
    place = QRectF(10, 10, 140, height)
    rects = slots(place, 7, 44)
    assert len(rects) == 7
    assert all(place.contains(rect) for rect in rects)
    assert not any(a.intersects(b) for n, a in enumerate(rects) for b in rects[n + 1 :])


def test_a_lit_box_has_the_accent_frame(qapp: QApplication) -> None:
    fonts = BoxFonts(ui_font(TextSize.SECOND), ui_font(TextSize.NOTE))
    sheet = Sheet(160, 100)
    with sheet as painter:
        paint_box(painter, QRectF(5, 5, 150, 90), BoxFace(title="Box", is_lit=True), fonts, LIGHT)
    assert is_like(sheet.image, 80, 6, LIGHT.accent, 40)


def test_cards_keep_their_shape_and_hide_their_face(qapp: QApplication) -> None:
    place = QRectF(0, 0, 300, 200)
    rect = card_rect(place)
    assert rect.height() / rect.width() == pytest.approx(RATIO)
    assert place.contains(rect)
    faces = [
        CardFace(
            number="1",
            halves=(CardHalf(form=SideForm.DARK, title="One", text="Text"),),
            is_back=True,
            deck="D",
        ),
        CardFace(
            number="2",
            halves=(CardHalf(form=SideForm.LIGHT, title="Two", text="More"),),
            is_back=True,
            deck="D",
        ),
    ]
    pictures = []
    for face in faces:
        sheet = Sheet(100, 140)
        with sheet as painter:
            paint_card(painter, QRectF(0, 0, 100, 140), face)
        pictures.append(sheet.image)
    assert differing(*pictures) == 0


def test_stacks_show_three_tiles_count_supply_and_box(qapp: QApplication) -> None:
    assert len(tile_rects(QPointF(60, 60), 50, 9)) == 3
    assert len(tile_rects(QPointF(60, 60), 50, 1)) == 1
    faces = (a_face(), a_face(symbol="infantry"))
    pictures = []
    for stack in (
        StackFace(faces=faces),
        StackFace(faces=faces, count=2),
        StackFace(faces=faces, count=2, supply=3, form=SideForm.DARK),
        StackFace(faces=faces, count=2, has_box=True, form=SideForm.DARK),
    ):
        sheet = Sheet()
        with sheet as painter:
            paint_stack(painter, QPointF(60, 60), 60, stack)
        pictures.append(sheet.image)
    plain, counted, supplied, boxed = pictures
    assert differing(plain, counted) > 60
    assert differing(counted, supplied) > 60
    assert differing(supplied, boxed) > 60


def test_covers_are_whole_without_a_picture_and_with_long_titles(qapp: QApplication) -> None:
    sheet = Sheet(172, 232)
    with sheet as painter:
        paint_cover(
            painter,
            QRectF(0, 0, 172, 232),
            CoverFace(
                title="The very long Title of a Game about Deserts",
                note="3 scenarios",
                faces=(a_face(), a_face()),
            ),
        )
    assert count_like(sheet.image, "#fff6e4", 40) > 100
    assert not is_like(sheet.image, 86, 225, "#ffffff")
