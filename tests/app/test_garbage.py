"""Closed windows are really gone, with all that belonged to them, and what is open costs no later looks."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import Application
from app.garbage import put_aside, put_aside_soon
from app.settings import SettingsStore
from engine.loading import builtin_modules


class Ring:
    """Holds itself."""

    def __init__(self) -> None:
        self.ring = self


@pytest.fixture
def collection() -> Iterator[None]:
    """Garbage is looked for as in the program; afterwards as before."""
    was_on = gc.isenabled()
    gc.enable()
    yield
    gc.unfreeze()
    if not was_on:
        gc.disable()


def test_what_is_left_is_out_of_later_looks(collection: None) -> None:
    known = weakref.ref(Ring())
    put_aside()
    assert known() is None
    assert gc.get_freeze_count() > 10_000
    later = weakref.ref(Ring())
    gc.collect()
    assert later() is None


def test_what_was_put_aside_is_freed_at_the_next_call(collection: None, qtbot: QtBot) -> None:
    ring = Ring()
    put_aside()
    known = weakref.ref(ring)
    del ring
    gc.collect()
    assert known() is not None
    put_aside_soon()
    qtbot.waitUntil(lambda: known() is None)


def test_nothing_happens_where_the_collection_is_off() -> None:
    was_on, before = gc.isenabled(), gc.get_freeze_count()
    gc.disable()
    put_aside()
    assert gc.get_freeze_count() == before
    if was_on:
        gc.enable()


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_closed_editors_and_playtests_are_freed(qapp: QApplication, tmp_path: Path) -> None:
    folder = tmp_path / "tutorial"
    copytree(builtin_modules()["tutorial"], folder, ignore=ignore_patterns("__pycache__"))
    program = Application(SettingsStore(tmp_path / "settings.json"))
    held: list[weakref.ref[object]] = []
    for _ in range(3):
        program.open_editor(folder)
        (window,) = program.editors().windows
        window.playtest()
        (game,) = program.players
        settle()
        held += [
            weakref.ref(one) for one in (window, window.document, window.map_page.scene, game, game.view)
        ]
        game.close()
        window.close()
        assert not program.editors().windows
        assert not program.players
        del window, game
        settle()
        gc.collect()
        settle()
        assert [one() for one in held if one() is not None] == []
