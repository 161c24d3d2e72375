"""Overlays: each leaves its mark where it should, in every theme."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.graphics.board_layout import UNIT, BoardLayout
from app.graphics.board_scene import BoardScene
from app.graphics.overlay_model import (
    BoardOverlays,
    Form,
    Path,
    Reach,
    ReachMark,
    Ruler,
    Supply,
    Target,
    Trace,
    Zone,
    ZoneLook,
)
from app.graphics.painters.board_art import BoardArt
from app.graphics.painters.overlay import OverlayPainter
from app.graphics.painters.overlay_areas import label_offset
from app.graphics.painters.overlay_palette import overlay_palette
from app.graphics.painters.overlay_pen import OverlayView
from tests.app.graphics.picture_checks import pixels

SCALE = 60.0
GROUND = "#c8b890"


class Sheet:
    """Overlays painted on an even ground."""

    def __init__(self, art: BoardArt) -> None:
        self.layout = BoardLayout.side_by_side(art.board)
        self.painter = OverlayPainter(self.layout, [art])

    def paint(self, overlays: BoardOverlays, theme: str = "light") -> npt.NDArray[np.int16]:
        bounds = self.layout.bounds()
        image = QImage(
            round(bounds.width() * SCALE / UNIT),
            round(bounds.height() * SCALE / UNIT),
            QImage.Format.Format_RGB32,
        )
        image.fill(QColor(GROUND))
        qt = QPainter(image)
        qt.scale(SCALE / UNIT, SCALE / UNIT)
        view = OverlayView(self.layout, SCALE, bounds, overlay_palette(theme))
        self.painter.paint_below(qt, view, overlays)
        self.painter.paint_above(qt, view, overlays, {"A5.04"})
        qt.end()
        return pixels(image)

    def around(self, data: npt.NDArray[np.int16], place: str, reach: float = 0.4) -> npt.NDArray[np.int16]:
        center = self.layout.center(self.layout.board.index[place]) * (SCALE / UNIT)
        half = round(reach * SCALE)
        x, y = round(center.x()), round(center.y())
        return data[y - half : y + half, x - half : x + half]


@pytest.fixture
def sheet(art: BoardArt) -> Sheet:
    return Sheet(art)


def is_plain(data: npt.NDArray[np.int16]) -> bool:
    c = QColor(GROUND)
    return bool((data == np.array([c.red(), c.green(), c.blue()])).all())


def has(data: npt.NDArray[np.int16], code: str, tolerance: int = 40) -> bool:
    c = QColor(code)
    near = np.abs(data - np.array([c.red(), c.green(), c.blue()])).max(axis=2) < tolerance
    return bool(near.mean() > 0.004)


REACH = Reach({"A5.03": ReachMark("1"), "A6.03": ReachMark("4½", is_in_zoc=True)}, start="A5.04")
ALL = [
    BoardOverlays(reach=REACH),
    BoardOverlays(zoc=frozenset({"A5.03"})),
    BoardOverlays(supply=Supply(frozenset({"A5.03"}), frozenset({"A6.03"}), (), ("A5.04",))),
    BoardOverlays(control={"A5.03": Form.DARK, "A6.03": Form.LIGHT}),
    BoardOverlays(zones=(Zone(frozenset({"A5.03"}), "Set-up"),)),
    BoardOverlays(zones=(Zone(frozenset({"A5.03"}), "5 MP", ZoneLook.RANGE),)),
    BoardOverlays(choices=frozenset({"A5.03"})),
    BoardOverlays(selected=("A5.03",)),
    BoardOverlays(attackers=("A5.03",)),
    BoardOverlays(path=Path(("A5.04", "A5.03", "A5.02"), ("A5.03",), "2")),
    BoardOverlays(targets=(Target("A5.03", "Overrun"),)),
    BoardOverlays(ruler=Ruler("A4.03", "A7.03", "3 hexes")),
    BoardOverlays(noted=frozenset({"A5.03"})),
    BoardOverlays(cursor="A5.03"),
]


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("overlays", ALL, ids=range(len(ALL)))
def test_every_overlay_shows_on_its_hex(sheet: Sheet, overlays: BoardOverlays, theme: str) -> None:
    assert not is_plain(sheet.around(sheet.paint(overlays, theme), "A5.03"))


def test_no_overlay_leaves_the_ground_alone(sheet: Sheet) -> None:
    assert is_plain(sheet.paint(BoardOverlays()))


def test_a_reach_is_lighter_inside_and_darker_outside(sheet: Sheet) -> None:
    data = sheet.paint(BoardOverlays(reach=Reach({"A5.03": ReachMark()}, start="A5.04")))
    ground = QColor(GROUND).lightness()
    inside = sheet.around(data, "A5.03", 0.2).mean()
    outside = sheet.around(data, "A3.03", 0.2).mean()
    assert outside < ground < inside


def test_shade_ends_at_the_coast(sheet: Sheet) -> None:
    data = sheet.paint(BoardOverlays(reach=REACH))
    assert is_plain(sheet.around(data, "A1.04", 0.15))


def test_a_reach_has_a_blue_outline_on_white(sheet: Sheet) -> None:
    data = sheet.around(sheet.paint(BoardOverlays(reach=REACH)), "A5.03", 0.7)
    assert has(data, "#0072b2")
    assert has(data, "#ffffff", 20)


def test_an_area_tells_the_figure_of_each_hex(sheet: Sheet) -> None:
    hexes = frozenset({"A5.03", "A6.03"})
    plain = sheet.paint(BoardOverlays(zones=(Zone(hexes, look=ZoneLook.RANGE),)))
    told = sheet.paint(BoardOverlays(zones=(Zone(hexes, look=ZoneLook.RANGE, figures={"A5.03": "4"}),)))
    assert not np.array_equal(sheet.around(plain, "A5.03", 0.25), sheet.around(told, "A5.03", 0.25))
    assert np.array_equal(sheet.around(plain, "A6.03", 0.25), sheet.around(told, "A6.03", 0.25))


def test_costs_in_enemy_zocs_are_red(sheet: Sheet) -> None:
    data = sheet.paint(BoardOverlays(reach=REACH))
    assert has(sheet.around(data, "A5.03", 0.25), "#0b4a75")
    assert has(sheet.around(data, "A6.03", 0.25), "#9a2f06")


def test_the_cost_at_the_goal_of_a_path_is_told_once(sheet: Sheet) -> None:
    path = Path(("A3.03", "A4.03"), goal_text="2")
    costs = {"A3.03": ReachMark("1"), "A4.03": ReachMark("2")}
    twice = sheet.paint(BoardOverlays(reach=Reach(costs), path=path))
    once = sheet.paint(BoardOverlays(reach=Reach({**costs, "A4.03": ReachMark("")}), path=path))
    assert (twice == once).all()
    without_pill = sheet.paint(BoardOverlays(reach=Reach(costs), path=Path(("A3.03", "A4.03"))))
    assert not (without_pill == once).all()


def test_traces_run_from_hex_to_hex_and_break_at_a_cross(sheet: Sheet) -> None:
    whole = sheet.paint(BoardOverlays(supply=Supply(traces=(Trace(("A4.04", "A5.04", "A6.04")),))))
    assert has(sheet.around(whole, "A5.04", 0.2), "#00795a")
    cut = sheet.paint(BoardOverlays(supply=Supply(traces=(Trace(("A4.04", "A5.04", "A6.04"), "A5.04"),))))
    assert has(sheet.around(cut, "A5.04", 0.2), "#b0478f")
    assert not has(cut, "#00795a")


def test_the_keyboards_ring_is_white_where_the_selection_is_yellow(sheet: Sheet) -> None:
    chosen = sheet.around(sheet.paint(BoardOverlays(selected=("A5.03",))), "A5.03", 0.65)
    cursor = sheet.around(sheet.paint(BoardOverlays(cursor="A5.03")), "A5.03", 0.65)
    assert has(chosen, "#ffd21f")
    assert not has(chosen, "#ffffff", 15)
    assert has(cursor, "#ffffff", 15)
    assert not has(cursor, "#ffd21f")


def test_places_off_the_map_are_no_trouble(sheet: Sheet) -> None:
    data = sheet.paint(
        BoardOverlays(
            reach=Reach({"box": ReachMark("5")}, start="elsewhere"),
            zoc=frozenset({"box"}),
            selected=("box",),
            path=Path(("elsewhere", "box"), (), "5"),
            targets=(Target("box"),),
            control={"box": Form.DARK},
            ruler=Ruler("box", "A5.04", "?"),
        )
    )
    assert data.shape[2] == 3


def test_overlays_tell_what_differs() -> None:
    one = BoardOverlays(reach=REACH, selected=("A5.04",))
    assert not one.has_other_areas(BoardOverlays(reach=REACH, selected=("A5.03",)))
    assert one.has_other_areas(BoardOverlays(selected=("A5.04",)))
    assert one.signs_changed(BoardOverlays(reach=REACH, selected=("A5.03",))) == {"A5.03", "A5.04"}
    assert one.signs_changed(BoardOverlays(reach=REACH, selected=("A5.04",))) == frozenset()
    path = BoardOverlays(path=Path(("A5.04", "A5.03"), (), "1"))
    assert path.signs_changed(BoardOverlays()) == {"A5.04", "A5.03"}
    word = BoardOverlays(targets=(Target("A5.03", "Attack"),))
    assert word.signs_changed(BoardOverlays(targets=(Target("A5.03", "Overrun"),))) == {"A5.03"}


def test_names_are_repeated_only_over_what_covers_them() -> None:
    assert BoardOverlays(reach=REACH).covers_names
    assert not BoardOverlays(selected=("A5.03",), cursor="A5.03").covers_names


def test_overlays_are_kept_as_long_as_land_and_sea_are(scene: BoardScene) -> None:
    art, before = scene.arts[0], scene.overlay_painter
    inland = art.board.index["A5.04"]
    shown = scene.layout

    def painted(i: int, kind: str) -> BoardArt:
        terrain = list(art.board.terrain)
        terrain[i] = kind
        return replace(art, board=replace(art.board, terrain=tuple(terrain)))

    assert art.board.terrain[inland] not in ("sea", "rough")
    scene.follow_ground(painted(inland, "rough"), QRectF())
    assert scene.overlay_painter is before
    assert scene.layout is not shown
    assert scene.layout.board.terrain[inland] == "rough"
    scene.follow_ground(painted(inland, "sea"), QRectF())
    assert scene.overlay_painter is not before


def test_labels_of_areas_lie_above_them_where_that_is_in_sight(art: BoardArt) -> None:
    view = OverlayView(BoardLayout.side_by_side(art.board), UNIT, QRectF(0, 0, 1000, 800))
    assert label_offset(view, 300.0) < 0
    assert label_offset(view, 4.0) > 0
