"""Counters with pictures of their own are printed with them, from a folder and from a zipped module."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from app.exporting.headless import need_painting
from app.exporting.kinds import Wishes, make_plan, print_source
from engine.definition.piece import PieceArtDef
from engine.game import new_game
from engine.loading import load_module
from engine.loading.writer import save_module
from tests.app.exporting.sheets import images_on, pdf_of
from tests.fixtures.free_module import a_free_module


def a_picture() -> bytes:
    need_painting()
    picture = QImage(64, 64, QImage.Format.Format_RGB32)
    picture.fill(0xFFCC2200)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert picture.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    module = a_free_module()
    first, *rest = module.pieces
    painted = first.model_copy(update={"art": PieceArtDef(front="art/first.png")})
    made = tmp_path / "painted"
    save_module(module.model_copy(update={"pieces": (painted, *rest)}), made)
    (made / "art").mkdir(exist_ok=True)
    (made / "art" / "first.png").write_bytes(a_picture())
    return made


def test_pictures_of_a_folder_are_printed(folder: Path) -> None:
    module = load_module(folder)
    source = print_source(new_game(module, "meeting", 0), str(folder))
    plan = make_plan(source, Wishes(kind="counters", only_used=False))
    document = pdf_of(plan, source.drawer)
    assert images_on(document, 0) == 1
    assert images_on(document, 1) == 0


def test_pictures_of_a_zipped_module_are_printed(folder: Path, tmp_path: Path) -> None:
    packed = tmp_path / "painted.hexmod"
    with ZipFile(packed, "w") as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(folder).as_posix())
    source = print_source(new_game(load_module(packed), "meeting", 0), str(packed))
    document = pdf_of(make_plan(source, Wishes(kind="counters", only_used=False)), source.drawer)
    assert images_on(document, 0) == 1


def test_a_picture_that_is_gone_gives_way_to_the_drawn_face(folder: Path) -> None:
    module = load_module(folder)
    (folder / "art" / "first.png").write_bytes(b"no picture")
    source = print_source(new_game(module, "meeting", 0), str(folder))
    document = pdf_of(make_plan(source, Wishes(kind="counters", only_used=False)), source.drawer)
    assert images_on(document, 0) == 0
