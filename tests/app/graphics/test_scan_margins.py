"""The margins of a scanned map are in sight round its hexes, and the whole map is shown with them."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.graphics.board_layout import UNIT
from app.graphics.board_scene import BoardScene
from app.graphics.board_view import BoardView
from app.graphics.painters.board_art import MapPart, load_board_art
from app.graphics.scan_margins import has_margins, scan_area
from engine.definition.board import BoardArtDef, PictureFitDef
from engine.editing.change import with_fields, with_parts
from engine.geometry import compile_boards
from tests.engine.editing.modules import a_module

MARGIN = "#b03060"


def shown(qtbot: QtBot, folder: Path, fit: PictureFitDef | None) -> BoardView:
    """A view of a map over a picture of one color."""
    (folder / "art").mkdir()
    picture = QImage(900, 700, QImage.Format.Format_RGB32)
    picture.fill(QColor(MARGIN))
    picture.save(str(folder / "art" / "map.png"))
    module = a_module()
    board = with_fields(module.boards[0], {"art": BoardArtDef(background="art/map.png", fit=fit)})
    module = with_parts(module, boards=(board,))
    scene = BoardScene([load_board_art(folder, module, compile_boards(module.boards), 0)], "light")
    view = BoardView(scene)
    qtbot.addWidget(view)
    view.resize(900, 700)
    with qtbot.waitExposed(view):
        view.show()
    view.fit_board()
    return view


def color_at(view: BoardView, spot: QPointF) -> QColor:
    view.backdrop.finish()
    at = view.view_point(spot).toPoint()
    return view.viewport().grab().toImage().pixelColor(at)


def test_margins_are_drawn_and_the_whole_map_has_them(qtbot: QtBot, tmp_path: Path) -> None:
    fit = PictureFitDef(left=-2.0, top=-1.5, width=15.0, height=12.0)
    view = shown(qtbot, tmp_path, fit)
    layout = view.board_scene.layout
    paper, area = layout.sheet_rect(0), view.board_scene.whole()
    assert has_margins(area, paper)
    assert (area.left(), area.top()) == pytest.approx((-2.0 * UNIT, -1.5 * UNIT))
    assert view.visible_scene().contains(area)
    corner = area.topLeft() + QPointF(40, 40)
    found = color_at(view, corner)
    assert (found.red(), found.blue()) == pytest.approx((0xB0, 0x60), abs=6)
    outside = color_at(view, area.topLeft() - QPointF(40, 40))
    assert abs(outside.red() - outside.green()) < 60


def test_a_hidden_picture_and_one_that_fits_exactly_have_the_drawn_frame(
    qtbot: QtBot, tmp_path: Path
) -> None:
    view = shown(qtbot, tmp_path, None)
    scene = view.board_scene
    paper = scene.layout.sheet_rect(0)
    assert scan_area(scene.arts[0], scene.layout) == paper
    assert not has_margins(scene.whole(), paper)
    scene.hide_parts(frozenset((MapPart.PICTURE,)))
    view.backdrop.map_changed()
    assert color_at(view, paper.topLeft() - QPointF(20, 20)) != QColor(MARGIN)
