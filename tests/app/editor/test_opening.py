"""What the editor is asked to open and cannot: told in one message, nothing written, no window."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest

from app.editor.desk import EditorDesk
from app.settings import SettingsStore
from app.user_files import modules_folder
from engine.loading.writer import save_module
from tests.engine.editing.modules import a_module


def packed_junk(folder: Path) -> Path:
    (folder / "junk.hexmod").write_bytes(b"PK\x03\x04 not really")
    return folder / "junk.hexmod"


def nothing(folder: Path) -> Path:
    return folder / "nothing"


def saved_game(folder: Path) -> Path:
    (folder / "game.hexsave").write_text("{}\n")
    return folder / "game.hexsave"


def no_module(folder: Path) -> Path:
    (folder / "letters").mkdir()
    (folder / "letters" / "letter.yaml").write_text("dear: you\n")
    return folder / "letters"


def empty_folder(folder: Path) -> Path:
    (folder / "empty").mkdir()
    return folder / "empty"


def a_long_name(folder: Path) -> Path:
    return folder / ("n" * 400)


def of_a_later_version(folder: Path) -> Path:
    save_module(a_module(), folder / "later")
    head = folder / "later" / "module.yaml"
    lines = [line for line in head.read_text().splitlines() if not line.startswith("schema_version")]
    head.write_text("\n".join([*lines, "schema_version: 99"]) + "\n")
    return folder / "later"


CASES = [
    (packed_junk, "not a readable zip file"),
    (nothing, "does not exist"),
    (saved_game, "is not a module"),
    (no_module, "there is no module.yaml"),
    (empty_folder, "there is no module.yaml"),
    (a_long_name, "long"),
    (of_a_later_version, "update the program"),
]


@pytest.mark.parametrize(("make", "part"), CASES, ids=[make.__name__ for make, _ in CASES])
def test_what_cannot_be_opened(
    make: Callable[[Path], Path], part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: object
) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    path = make(tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    told: list[str] = []
    desk = EditorDesk(SettingsStore(tmp_path / "settings.json"), lambda _game, _path: None, told.append)
    assert desk.open(path) is None
    assert desk.windows == []
    assert len(told) == 1
    assert part in told[0]
    assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before
    assert not modules_folder().exists() or not list(modules_folder().iterdir())


def test_a_folder_full_of_other_things_is_given_up_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: object
) -> None:
    monkeypatch.setattr("engine.loading.source.MAX_FILES", 500)
    for number in range(40):
        folder = tmp_path / "all" / str(number) / "deep"
        folder.mkdir(parents=True)
        for name in range(20):
            (folder / str(name)).touch()
    told: list[str] = []
    desk = EditorDesk(SettingsStore(tmp_path / "settings.json"), lambda _game, _path: None, told.append)
    began = perf_counter()
    assert desk.open(tmp_path / "all") is None
    assert perf_counter() - began < 2
    assert "more than 500 files" in told[0]
