"""A unit's counter, looked at pixel by pixel with tolerance."""

import pytest
from PySide6.QtWidgets import QApplication

from app.graphics.painters.face import Badge, CounterFace, FaceKind, SideForm, hidden_face
from app.graphics.painters.pad import Detail, detail_for
from tests.app.painters.drawing import a_face, count_like, differing, drawn, is_like

GOLD, CREAM, DARK = "#ffc81f", "#fbf4e2", "#23262b"


def test_body_box_strip_and_bar_lie_where_the_design_says(qapp: QApplication) -> None:
    image = drawn(a_face())
    assert is_like(image, 5, 45, "#8f969b")
    assert is_like(image, 30, 47, "#f3d36b")
    assert is_like(image, 8, 80, DARK)
    assert is_like(image, 50, 65, GOLD)


def test_sides_differ_by_the_strip_and_not_by_colour_alone(qapp: QApplication) -> None:
    dark, light = drawn(a_face()), drawn(a_face(form=SideForm.LIGHT))
    assert is_like(dark, 8, 80, DARK)
    assert is_like(light, 8, 80, CREAM)
    for edge in (64, 48, 36, 24):
        assert differing(drawn(a_face(), edge), drawn(a_face(form=SideForm.LIGHT), edge)) > edge


def test_reduced_side_has_a_white_column_and_tinted_figures(qapp: QApplication) -> None:
    full = drawn(a_face())
    reduced = drawn(a_face(is_reduced=True, steps_left=2, values="4-3-9"))
    assert is_like(reduced, 40, 8, CREAM)
    assert not is_like(full, 40, 8, CREAM)
    assert count_like(reduced, "#ffd9a0") > 100
    assert count_like(drawn(a_face(form=SideForm.LIGHT, is_reduced=True)), "#8a1f12") > 100


def test_small_reduced_counters_have_a_cut_corner(qapp: QApplication) -> None:
    for edge in (36, 24):
        corner = int(edge * 0.92), int(edge * 0.12)
        assert is_like(drawn(a_face(is_reduced=True), edge), *corner, CREAM, 30)
        assert not is_like(drawn(a_face(), edge), *corner, CREAM, 30)


def test_lost_steps_are_hollow(qapp: QApplication) -> None:
    lost = drawn(a_face(steps_left=1))
    assert not is_like(drawn(a_face()), 91, 9, "#8f969b", 40)
    assert is_like(lost, 91, 9, "#8f969b", 40)
    assert not is_like(lost, 76, 9, "#8f969b", 40)


@pytest.mark.parametrize(
    ("pixels", "detail"),
    [
        (200, Detail.FULL),
        (64, Detail.FULL),
        (63, Detail.PLAIN),
        (44, Detail.PLAIN),
        (43, Detail.VALUES),
        (30, Detail.VALUES),
        (29, Detail.SYMBOL),
        (4, Detail.SYMBOL),
    ],
)
def test_level_of_detail_by_size(pixels: int, detail: Detail) -> None:
    assert detail_for(pixels) is detail


def test_each_level_leaves_out_what_the_design_says(qapp: QApplication) -> None:
    def changes(detail: Detail, **change: object) -> bool:
        return differing(drawn(a_face(), 100, detail), drawn(a_face(**change), 100, detail)) > 0

    assert changes(Detail.FULL, formation="21.Pz")
    assert changes(Detail.FULL, nation="ZZ")
    assert not changes(Detail.PLAIN, formation="21.Pz")
    assert not changes(Detail.PLAIN, nation="ZZ")
    assert changes(Detail.PLAIN, designation="2-5")
    assert not changes(Detail.VALUES, designation="2-5")
    assert not changes(Detail.VALUES, size_mark="X")
    assert changes(Detail.VALUES, values="1-1-1")
    assert not changes(Detail.SYMBOL, values="1-1-1")
    assert changes(Detail.SYMBOL, symbol="infantry")
    assert changes(Detail.SYMBOL, is_exploit=False)


def test_the_zoom_of_the_painter_chooses_the_level(qapp: QApplication) -> None:
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QImage, QPainter

    from app.graphics.painters.counter import CounterPainter

    def at_zoom(face: CounterFace) -> QImage:
        image = QImage(24, 24, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.scale(0.24, 0.24)
        CounterPainter(has_shadow=False).paint(painter, QRectF(0, 0, 100, 100), face)
        painter.end()
        return image

    assert differing(at_zoom(a_face()), at_zoom(a_face(values="1-1-1"))) == 0


def test_badges_have_a_form_of_their_own(qapp: QApplication) -> None:
    plain = drawn(a_face())
    pictures = {badge: drawn(a_face(badges=(badge,))) for badge in Badge}
    assert all(differing(plain, picture) > 150 for picture in pictures.values())
    kinds = list(pictures.values())
    for number, first in enumerate(kinds):
        for second in kinds[number + 1 :]:
            assert differing(first, second) > 60


def test_a_hidden_counter_tells_nothing_about_the_piece(qapp: QApplication) -> None:
    tank, infantry = a_face(), a_face(symbol="infantry", values="1-1-1", designation="7", steps_left=1)
    assert hidden_face(tank) == hidden_face(infantry)
    assert hidden_face(tank).kind is FaceKind.HIDDEN
    assert differing(drawn(hidden_face(tank)), drawn(tank)) > 1000


def test_long_values_stay_on_the_strip(qapp: QApplication) -> None:
    image = drawn(a_face(values="12-12-12-12"))
    assert all(is_like(image, x, 80, DARK) for x in (6, 7, 92, 93))


def test_text_and_body_have_contrast(qapp: QApplication) -> None:
    from app.graphics.colors import contrast
    from engine.loading import builtin_modules, load_module

    for path in builtin_modules().values():
        for nation in load_module(path).nations:
            assert contrast(nation.body, nation.ink) >= 5.3, nation.id
