"""Modules, saves and windows for the library's tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.library.window import OWN, LibraryWindow
from app.settings import SettingsStore
from app.theme.current import ThemeChoice, theme
from engine.definition.module import ModuleDef
from engine.definition.sequence import ConditionDef, OptionDef, OptionValueDef
from engine.game import Game, new_game
from engine.loading.writer import save_module
from engine.saves import Journal, Stamp, write_save
from tests.fixtures.free_module import a_free_module


def a_module(module_id: str = "meeting", title: str = "Meeting on the Coast") -> ModuleDef:
    """The small module with two scenarios and dependent options."""
    plain = a_free_module()
    second = plain.scenarios[0].model_copy(
        update={"id": "raid", "title": "A Raid", "number": "2", "options": {"fog": True}, "difficulty": 3}
    )
    options = (
        OptionDef(id="fog", title="Fog", type="switch", default=False, rule="9.1", note="You see less."),
        OptionDef(
            id="patrols",
            title="Patrols",
            type="switch",
            default=False,
            when=(ConditionDef(option="fog", value=True),),
        ),
        OptionDef(
            id="storms",
            title="Storms",
            type="choice",
            values=(
                OptionValueDef(id="none", title="None"),
                OptionValueDef(id="many", title="Many", note="Bring goggles."),
            ),
            default="none",
            scenarios=("meeting",),
        ),
    )
    return plain.model_copy(
        update={
            "id": module_id,
            "title": title,
            "options": options,
            "scenarios": (*plain.scenarios, second),
            "schedule": (),
        }
    )


def own_module(home: Path, module: ModuleDef) -> Path:
    """Write a module into the user's own folder."""
    folder = home / "modules" / module.id
    folder.mkdir(parents=True)
    save_module(module, folder)
    return folder


def a_game(module: ModuleDef) -> Game:
    """A new game of its first scenario."""
    return new_game(module, module.scenarios[0].id, 3)


def a_save(home: Path, module: ModuleDef, name: str = "mine", title: str = "") -> Path:
    """A saved game in the saves folder."""
    folder = home / "saves"
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.hexsave"
    write_save(path, a_game(module), None, Stamp(title=title))
    return path


def a_journal(home: Path, module: ModuleDef, name: str = "left") -> Path:
    """A journal that a crash left behind."""
    folder = home / "journals"
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.hexjournal"
    Journal(path, a_game(module)).close()
    left_open(path)
    return path


def left_open(path: Path) -> None:
    """Leaves a file as a program that was killed does: its lock is there and nobody holds it."""
    path.with_name(f".{path.name}.lock").write_text("1")


def a_store(home: Path) -> SettingsStore:
    """Settings of a fresh user."""
    return SettingsStore(home / "config" / "settings.json")


@contextmanager
def opened_library(home: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[LibraryWindow]:
    """The library of a folder at the page of own modules, without the games of the program."""
    monkeypatch.setattr("app.library.games.builtin_modules", dict)
    theme().apply(ThemeChoice.LIGHT)
    made = LibraryWindow(a_store(home))
    qtbot.addWidget(made)
    with qtbot.waitSignal(made.loaded, timeout=20000):
        made.show()
    made.resize(1000, 700)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.show_page(OWN)
    yield made
    made.close()
