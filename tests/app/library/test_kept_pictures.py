"""Pictures of the library that are kept on the disk: as many as were used last."""

from __future__ import annotations

import os
from pathlib import Path
from time import time

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.library.games import Game
from app.library.map_cuts import Cut
from app.library.map_pictures import MapPictures, PictureOrder, forget_oldest


def kept(folder: Path, name: str, age: float) -> Path:
    file = folder / f"{name}.png"
    QImage(8, 8, QImage.Format.Format_RGB32).save(str(file))
    os.utime(file, (time() - age, time() - age))
    return file


def test_the_pictures_used_longest_ago_go(qapp: object, tmp_path: Path) -> None:
    for number in range(5):
        kept(tmp_path, f"p{number}", 100.0 * number)
    forget_oldest(tmp_path, 2)
    assert {file.name for file in tmp_path.iterdir()} == {"p0.png", "p1.png"}


def test_a_picture_that_is_shown_counts_as_used(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PictureOrder, "key", "shown")
    order = PictureOrder(game=Game.__new__(Game), cut=Cut.__new__(Cut), size=QSize(8, 8))
    shown = kept(tmp_path, "shown", 9_000.0)
    kept(tmp_path, "other", 5_000.0)
    assert MapPictures(tmp_path).picture(order) is not None
    forget_oldest(tmp_path, 1)
    assert list(tmp_path.iterdir()) == [shown]
