"""`new` and `edit` on the command line."""

from pathlib import Path

import pytest

from app.cli.designing import found
from app.cli.main import status_of
from app.cli.output import CallFailed
from engine.game import new_game
from engine.loading import builtin_modules, load_module


@pytest.mark.parametrize("template", ["blank", "free-play"])
def test_a_new_module_loads_and_can_be_played(
    template: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "my-war"
    assert status_of(["new", str(folder), "--template", template]) == 0
    assert "My War" in capsys.readouterr().out
    module = load_module(folder)
    assert (module.id, module.title) == ("my-war", "My War")
    game = new_game(module, "first", 1, {})
    assert game.decision is not None
    assert status_of(["check", str(folder)]) == 0


def test_the_template_has_a_map_twenty_counters_and_a_deck(tmp_path: Path) -> None:
    status_of(["new", str(tmp_path / "t"), "--template", "free-play"])
    module = load_module(tmp_path / "t")
    assert len(module.pieces) == 20
    assert len(module.cards) == 12
    assert len(module.boards) == 1


@pytest.mark.parametrize("words", [["--template", "nothing"], []])
def test_what_cannot_be_made(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "there"
    if not words:
        folder.mkdir()
        (folder / "notes.txt").write_text("mine")
    assert status_of(["new", str(folder), *words]) == 1
    assert capsys.readouterr().err.startswith("error:")
    if not words:
        assert (folder / "notes.txt").read_text() == "mine"


def test_what_edit_opens(tmp_path: Path) -> None:
    name, place = next(iter(builtin_modules().items()))
    assert found(name) == (place, "")
    scenario = load_module(place).scenarios[0].id
    assert found(f"{name}/{scenario}") == (place, scenario)
    assert found(str(place / "module.yaml")) == (place, "")
    with pytest.raises(CallFailed, match="no module"):
        found("nowhere-to-be-found")


def junk(folder: Path, name: str) -> Path:
    """Something that the editor cannot open."""
    path = folder / name
    if name == "folder":
        path.mkdir()
        (path / "letter.txt").write_text("dear")
    else:
        path.write_bytes(b"PK\x03\x04 not really")
    return path


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("junk.hexmod", "not a readable zip file"),
        ("folder", "there is no module.yaml in this folder"),
        ("game.hexsave", "hexwright play opens it"),
        ("game.hexjournal", "hexwright play opens it"),
        ("letter.txt", "is not a module"),
        ("map.png", "is not a module"),
    ],
)
def test_what_edit_refuses(tmp_path: Path, name: str, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = junk(tmp_path, name)
    before = sorted(tmp_path.rglob("*"))
    assert status_of(["edit", str(path)]) == 1
    words = capsys.readouterr().err
    assert part in words
    assert str(path) in words
    assert words.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["nothing", "no/thing.hexmod", "n" * 300, "\0", ""])
def test_edit_of_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    opened: list[object] = []

    def start(path: Path | None, _scenario: str) -> int:
        opened.append(path)
        return 0

    monkeypatch.setattr("app.application.start_editor", start)
    status = status_of(["edit", name])
    words = capsys.readouterr().err
    assert (status, opened) == ((0, [None]) if not name else (1, []))
    assert words.count("\n") == (1 if name else 0)
    assert "program failed" not in words


@pytest.mark.parametrize("name", ["loop/x", "n" * 300, "\udcff"])
def test_names_that_cannot_be(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    assert status_of(["new", name]) == 1
    words = capsys.readouterr().err
    assert words.count("\n") == 1
    assert "program failed" not in words


def test_a_copy_takes_nothing_from_outside_the_module(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key").write_text("mine", encoding="utf-8")
    theirs = tmp_path / "theirs"
    assert status_of(["new", str(theirs), "--template", "free-play"]) == 0
    (theirs / "art").mkdir(exist_ok=True)
    (theirs / "art" / "all").symlink_to(tmp_path)
    (theirs / "art" / "key.png").symlink_to(secret / "key")
    (theirs / "art" / "own.png").write_bytes(b"a picture")
    (theirs / "art" / "same.png").symlink_to("own.png")
    (theirs / "rules").mkdir()
    (theirs / "rules" / "code.py").write_text("raise SystemExit", encoding="utf-8")
    copy = tmp_path / "copy"
    assert status_of(["new", str(copy), "--template", str(theirs)]) == 0
    assert sorted(path.name for path in (copy / "art").iterdir()) == ["own.png", "same.png"]
    assert not (copy / "rules").exists()


@pytest.mark.parametrize("output", ["", ".", "/"])
def test_packing_into_a_folder_is_refused(output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["pack", "tutorial", "-o", output]) == 1
    assert "is a folder" in capsys.readouterr().err
