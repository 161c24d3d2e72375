"""What is drawn at which scale."""

import pytest
from PySide6.QtCore import QRectF

from app.graphics.painters.board_grid import printed_cell
from app.graphics.painters.board_view_box import LETTERING_STEPS, Detail, ViewBox


@pytest.mark.parametrize(
    ("scale", "numbers", "textures", "shown"),
    [
        (90.0, 1, "near", {"wells", "line names", "grid", "sea grid"}),
        (60.0, 1, "near", {"wells", "line names", "grid", "sea grid"}),
        (50.0, 1, "near", {"wells", "grid", "sea grid"}),
        (30.0, 5, "far", {"grid", "sea grid"}),
        (20.0, 0, "", {"grid"}),
        (10.0, 0, "", set()),
    ],
)
def test_detail_follows_the_scale(scale: float, numbers: int, textures: str, shown: set[str]) -> None:
    detail = Detail(scale)
    assert detail.number_step == numbers
    assert detail.textures == textures
    flags = {
        "wells": "bir" in detail.place_kinds,
        "line names": detail.line_names,
        "grid": detail.grid,
        "sea grid": detail.sea_grid,
    }
    assert {name for name, is_shown in flags.items() if is_shown} == shown


def test_cities_and_towns_are_named_at_every_scale() -> None:
    assert all({"city", "town"} <= Detail(scale).place_kinds for scale in (6.0, 20.0, 45.0, 140.0))


@pytest.mark.parametrize("scale", [12.0, 17.0, 27.0, 45.0, 59.0, 76.0, 90.0, 140.0])
def test_the_smallest_names_stay_readable(scale: float) -> None:
    assert 0.148 * Detail(scale).lettering * scale >= 11.0


def test_lettering_changes_in_few_steps() -> None:
    sizes = {Detail(10 + k * 0.5).lettering for k in range(300)}
    assert len(sizes) <= len(LETTERING_STEPS)


def test_detail_goes_by_what_is_visible_on_fine_screens() -> None:
    fine = ViewBox(QRectF(0, 0, 4, 4), scale=60.0, ratio=2.0)
    assert fine.detail.scale == 30.0
    assert fine.units(1.0) == pytest.approx(2.0 / 60.0)


def test_lines_are_never_thinner_than_their_least() -> None:
    box = ViewBox(QRectF(0, 0, 4, 4), scale=20.0)
    assert box.width(0.01, 1.0) == pytest.approx(0.05)
    assert box.width(0.5, 1.0) == 0.5


@pytest.mark.parametrize(
    ("text", "cell"), [("36.23", (36, 23)), ("0407", (4, 7)), ("5.05", (5, 5)), ("3404", (34, 4))]
)
def test_printed_numbers_give_column_and_row(text: str, cell: tuple[int, int]) -> None:
    assert printed_cell(text) == cell
