"""Counters and maps that a module brings pictures of: drawn, cut to shape, done without where they fail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PIL import Image
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.graphics.counter_art import ArtPictures, art_key, shared_art
from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_art import load_board_art
from app.graphics.painters.counter import CounterPainter
from app.graphics.painters.face import CounterFace
from engine.definition.board import BoardArtDef, PictureFitDef
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceArtDef, PieceDef
from engine.geometry import compile_boards
from engine.view.projection import PieceView
from tests.fixtures.free_module import a_free_module

EDGE = 100


def drawn(face: CounterFace) -> QImage:
    image = QImage(EDGE, EDGE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    CounterPainter(has_shadow=False).paint(painter, QRectF(0, 0, EDGE, EDGE), face)
    painter.end()
    return image


def near(color: QColor, wanted: str) -> bool:
    other = QColor(wanted)
    pairs = ((color.red(), other.red()), (color.green(), other.green()), (color.blue(), other.blue()))
    return max(abs(a - b) for a, b in pairs) < 12


def seen_of(piece: PieceDef) -> PieceView:
    """A piece in play as it was printed, with one step."""
    return PieceView(
        id=piece.id, name=piece.name, side="axis", type="infantry", at="0101", definition=piece.id
    )


@pytest.fixture
def module(tmp_path: Path) -> ModuleDef:
    (tmp_path / "art").mkdir()
    Image.new("RGB", (60, 60), "#ff0000").save(tmp_path / "art" / "front.png")
    Image.new("RGB", (60, 60), "#0000ff").save(tmp_path / "art" / "back.png")
    Image.new("RGB", (120, 40), "#00ff00").save(tmp_path / "art" / "wide.png")
    (tmp_path / "art" / "broken.png").write_bytes(b"\x89PNG rubbish")
    made = a_free_module()
    pieces = list(made.pieces)
    art = (("front.png", "back.png"), ("wide.png", None), ("broken.png", None), ("front.png", None))
    for number, (front, back) in enumerate(art):
        given = PieceArtDef(front=f"art/{front}", back=f"art/{back}" if back else None)
        pieces[number] = pieces[number].model_copy(update={"art": given})
    return made.model_copy(update={"pieces": tuple(pieces), "id": f"art-{tmp_path.name}"})


def test_front_and_back(qapp: object, module: ModuleDef, tmp_path: Path) -> None:
    maker = FaceMaker(module, tmp_path)
    piece = module.pieces[0]
    assert near(drawn(maker.printed(piece)).pixelColor(50, 50), "#ff0000")
    reduced = maker.with_steps(piece.model_copy(update={"steps": 2}), 1)
    assert near(drawn(reduced).pixelColor(50, 50), "#0000ff")


def test_steps_and_flips_in_play_show_the_back(qapp: object, module: ModuleDef, tmp_path: Path) -> None:
    maker = FaceMaker(module, tmp_path)
    piece = module.pieces[0]
    view = seen_of(piece)
    assert near(drawn(maker.seen(view)).pixelColor(50, 50), "#ff0000")
    turned = msgspec.structs.replace(view, markers=("flipped",))
    assert near(drawn(maker.seen(turned)).pixelColor(50, 50), "#0000ff")


def test_losses_are_seen_on_counters_without_a_picture_of_their_back(
    qapp: object, module: ModuleDef, tmp_path: Path
) -> None:
    piece = module.pieces[1]
    assert piece.art is not None
    assert piece.art.back is None
    maker = FaceMaker(module, tmp_path)
    whole = msgspec.structs.replace(seen_of(piece), max_steps=2)
    assert maker.seen(msgspec.structs.replace(whole, steps=2)).picture
    hit = maker.seen(msgspec.structs.replace(whole, steps=1))
    assert not hit.picture
    assert hit.is_reduced
    assert maker.seen(msgspec.structs.replace(whole, steps=2, markers=("flipped",))).picture


def test_the_corners_are_cut_and_wide_pictures_fit_whole(
    qapp: object, module: ModuleDef, tmp_path: Path
) -> None:
    maker = FaceMaker(module, tmp_path)
    square = drawn(maker.printed(module.pieces[0]))
    assert square.pixelColor(0, 0).alpha() < 30
    wide = drawn(maker.printed(module.pieces[1]))
    assert near(wide.pixelColor(50, 50), "#00ff00")
    assert not near(wide.pixelColor(50, 15), "#00ff00")


def test_a_broken_picture_gives_a_drawn_counter(qapp: object, module: ModuleDef, tmp_path: Path) -> None:
    face = FaceMaker(module, tmp_path).printed(module.pieces[2])
    assert face.picture
    assert drawn(face) == drawn(replace(face, picture=""))


def test_pictures_go_when_the_room_is_full(qapp: object, module: ModuleDef, tmp_path: Path) -> None:
    store = ArtPictures(most_bytes=20_000)
    keys = [art_key(tmp_path, f"art/{name}.png") for name in ("front", "back", "wide")]
    assert all(store.picture(key) is not None for key in keys)
    assert len(store) == 1
    assert store.picture(art_key(tmp_path, "art/none.png")) is None
    assert store.picture(art_key(tmp_path, "../outside.png")) is None
    store.forget(tmp_path)
    assert len(store) == 0
    assert shared_art() is shared_art()


@pytest.mark.parametrize("grid", [False, True])
def test_a_scanned_map_lies_under_its_grid(qapp: object, tmp_path: Path, grid: bool) -> None:
    (tmp_path / "art").mkdir()
    image = Image.new("RGB", (400, 200), "#2040c0")
    image.paste("#c02020", (0, 0, 200, 200))
    image.save(tmp_path / "art" / "map.png")
    made = a_free_module()
    board = made.boards[0]
    fit = PictureFitDef(left=1.0, top=0.5, width=6.0, height=3.0, grid=grid)
    board = board.model_copy(update={"art": BoardArtDef(background="art/map.png", fit=fit)})
    module = made.model_copy(update={"boards": (board,)})
    painter_of_map = BoardPainter(load_board_art(tmp_path, module, compile_boards(module.boards)))
    picture = QImage(800, 400, QImage.Format.Format_RGB32)
    picture.fill(0)
    painter = QPainter(picture)
    painter_of_map.paint(painter, QRectF(0, 0, 8, 4), 100.0)
    painter.end()
    colors = [picture.pixelColor(x, 155) for x in range(120, 380)]
    assert sum(near(color, "#c02020") for color in colors) > 180
    assert near(picture.pixelColor(690, 330), "#2040c0")
    assert not near(picture.pixelColor(760, 200), "#2040c0")
    assert not near(picture.pixelColor(50, 200), "#c02020")
    has_lines = any(not near(color, "#c02020") for color in colors)
    assert has_lines is grid
