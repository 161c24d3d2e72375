"""Settings: typed, kept, never in the way."""

import os
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.settings import Settings, SettingsStore
from app.settings_dialog import SettingsDialog
from app.theme.current import ThemeChoice, theme, tokens
from app.theme.tokens import DARK
from app.user_files import cache_folder, config_folder, journals_folder, modules_folder, saves_folder
from tests.fixtures.hands import click, press


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def test_changes_are_kept(path: Path) -> None:
    store = SettingsStore(path)
    assert store.current == Settings()
    assert store.change(theme=ThemeChoice.DARK, text_scale=1.5)
    assert SettingsStore(path).current.theme is ThemeChoice.DARK
    assert SettingsStore(path).current.text_scale == 1.5
    assert '"theme": "dark"' in path.read_text()


def test_changes_are_told_once(path: Path, qtbot: QtBot) -> None:
    store = SettingsStore(path)
    with qtbot.waitSignal(store.changed):
        store.change(sounds=True)
    with qtbot.assertNotEmitted(store.changed):
        store.change(sounds=True)


@pytest.mark.parametrize("values", [{"text_scale": 9.0}, {"animation": -1.0}, {"autosave": "perhaps"}])
def test_values_out_of_bounds_are_refused(path: Path, values: dict[str, object]) -> None:
    store = SettingsStore(path)
    with pytest.raises(msgspec.ValidationError):
        store.change(**values)
    assert store.current == Settings()
    with pytest.raises(TypeError):
        store.change(nonsense=1)


@pytest.mark.parametrize("text", ["", "{", '{"text_scale": 7}', '{"theme": "pink"}', "[]", "\x00\xff"])
def test_a_faulty_file_gives_defaults_and_is_kept(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="latin-1")
    store = SettingsStore(path)
    assert store.current == Settings()
    assert "defaults" in store.fault
    assert path.with_suffix(".faulty.json").read_text(encoding="latin-1") == text


def test_settings_of_a_newer_program_are_read(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text('{"sounds": true, "holograms": 3}')
    assert SettingsStore(path).current.sounds


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders are locked by mode here")
def test_what_cannot_be_written_still_applies(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    store = SettingsStore(blocked / "settings.json")
    assert not store.change(sounds=True)
    assert store.current.sounds
    assert "could not be written" in store.fault


def test_recent_games_are_newest_first_without_repeats(path: Path) -> None:
    store = SettingsStore(path)
    for number in range(15):
        store.remember_game(Path(f"/games/{number}.hexsave"))
    store.remember_game(Path("/games/13.hexsave"))
    assert store.current.recent[:2] == ("/games/13.hexsave", "/games/14.hexsave")
    assert len(store.current.recent) == 12
    store.forget_game(Path("/games/13.hexsave"))
    assert store.current.recent[0] == "/games/14.hexsave"


def test_windows_are_remembered(path: Path) -> None:
    store = SettingsStore(path)
    store.remember_window("library", b"\x01\x02")
    assert SettingsStore(path).window("library") == b"\x01\x02"
    assert store.window("other") == b""
    store.change(windows={"library": "no hex"})
    assert store.window("library") == b""


def test_everything_lies_below_one_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path))
    folders = (config_folder(), saves_folder(), journals_folder(), modules_folder(), cache_folder())
    assert all(folder.parent == tmp_path for folder in folders)
    assert len(set(folders)) == len(folders)
    monkeypatch.delenv("HEXWRIGHT_HOME")
    assert tmp_path not in saves_folder().parents


def test_the_dialog_changes_things_at_once(path: Path, qtbot: QtBot) -> None:
    store = SettingsStore(path)
    dialog = SettingsDialog(store)
    qtbot.addWidget(dialog)
    dialog.show()
    click(dialog.theme_row.button("dark"))
    assert store.current.theme is ThemeChoice.DARK
    assert tokens() is DARK
    before = store.current.text_scale
    press(dialog.size_slider, Qt.Key.Key_Right)
    assert store.current.text_scale == pytest.approx(before + 0.05)
    assert theme().scale == store.current.text_scale
    click(dialog.speed_row.button("0.0"))
    assert store.current.animation == 0.0
    for name, box in dialog.switches.items():
        was = getattr(store.current, name)
        box.click()
        assert getattr(store.current, name) is not was, name
    theme().apply(ThemeChoice.LIGHT)
