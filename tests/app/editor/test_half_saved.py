"""A save that was killed midway: whoever reads the folder then sees the whole old or the whole new module."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.editor.saving import ModuleFolder, finish_swap, read_texts, replace_files
from engine.definition.module import ModuleDef
from engine.editing import pieces
from engine.loading import check_module, load_module, module_hash
from engine.loading.archive import pack_module
from engine.loading.writer import save_module
from tests.app.cli.calling import Caller
from tests.engine.editing.modules import a_module


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Caller:
    return Caller(capsys, tmp_path)


class Killed(BaseException):
    """The program is gone: nothing is tidied up any more."""


def states() -> tuple[ModuleDef, ModuleDef]:
    """A module before and after an edit of several files, one of which goes."""
    old = a_module()
    new = pieces.delete_pieces(old, ["1-red-inf", "1-blue-inf"])
    return old, new.model_copy(update={"help": (), "title": "Another Meeting"})


def killed_save(folder: Path, monkeypatch: pytest.MonkeyPatch, acts: int) -> bool:
    """Saves the new state over the old one and dies after some acts on the disk; whether it died."""
    old, new = states()
    save_module(old, folder)
    left, real = [acts], {name: getattr(Path, name) for name in ("replace", "unlink", "open")}

    def dying(name: str, file: Path, *rest: object, **more: object) -> object:
        writes = name != "open" or "wb" in (*rest[:1], more.get("mode"))
        left[0] -= writes
        if writes and left[0] < 0:
            raise Killed
        return real[name](file, *rest, **more)

    died = True
    with monkeypatch.context() as patch:
        for name in real:
            patch.setattr(Path, name, lambda *a, _name=name, **k: dying(_name, *a, **k))
        with suppress(Killed):
            replace_files(folder, read_texts(folder), ModuleFolder.of(folder, old).texts_of(new))
            died = False
    return died


def every_kill(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    acts = 0
    while killed_save(folder / str(acts), monkeypatch, acts):
        yield folder / str(acts)
        acts += 1


def test_whoever_reads_sees_one_state_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = states()
    seen: list[bool] = []
    for folder in every_kill(tmp_path, monkeypatch):
        found = load_module(folder)
        assert found in (old, new)
        assert [issue for issue in check_module(folder) if issue.severity == "error"] == []
        seen.append(found == new)
        before = module_hash(folder)
        pack_module(folder, folder.with_suffix(".hexmod"))
        assert load_module(folder.with_suffix(".hexmod")) == found
        finish_swap(folder)
        assert load_module(folder) == found
        assert module_hash(folder) == before
        assert not [file for file in folder.rglob(".*") if "hex" in file.name]
    assert True in seen
    assert False in seen
    assert seen == sorted(seen), "once new, never old again"


def test_the_next_save_ends_the_one_that_was_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _old, new = states()
    third = new.model_copy(update={"title": "A Third Meeting"})
    for folder in every_kill(tmp_path, monkeypatch):
        ModuleFolder.of(folder, load_module(folder)).save(third.model_copy(update={"pieces": new.pieces}))
        finish_swap(folder)
        assert load_module(folder).title == "A Third Meeting"
        assert "1-red-inf" not in load_module(folder).pieces_by_id()


@pytest.mark.parametrize(
    "listed",
    [
        b"",
        b"{",
        b"[]",
        b'{"put": "module.yaml", "delete": []}',
        b'{"put": [1], "delete": []}',
        b'{"put": ["../outside.yaml"], "delete": ["module.yaml"]}',
        b'{"put": ["pieces/..\\\\..\\\\axis.yaml"], "delete": ["module.yaml"]}',
        b'{"put": [], "delete": ["art/map.png"]}',
        b"[" * 100_000,
    ],
)
def test_a_list_that_no_save_wrote_changes_nothing(tmp_path: Path, listed: bytes) -> None:
    folder = tmp_path / "meeting"
    save_module(a_module(), folder)
    before = read_texts(folder)
    (folder / ".hexswap").write_bytes(listed)
    assert read_texts(folder) == before
    assert load_module(folder) == a_module()
    assert not finish_swap(folder)
    assert read_texts(folder) == before


def test_the_command_line_sees_the_new_state_without_the_editor(call: Caller) -> None:
    file, sheet = call.module / "pieces" / "axis.yaml", call.folder / "sheet.csv"
    text = file.read_text(encoding="utf-8")
    assert "1 Blue Inf" in text
    new = text.replace("1 Blue Inf", "New Blue Inf")
    file.with_name(".axis.yaml.hexpart").write_text(new, encoding="utf-8")
    call.ok("export", "setup", call.scenario, "-o", sheet)
    assert "New Blue Inf" not in sheet.read_text(encoding="utf-8"), "nothing took its place yet"
    (call.module / ".hexswap").write_text('{"put": ["pieces/axis.yaml"], "delete": ["schedule.yaml"]}')
    assert call("check", call.module).status == 0
    call.ok("export", "setup", call.scenario, "-o", sheet)
    assert "New Blue Inf" in sheet.read_text(encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text, "reading changes nothing on the disk"


@pytest.mark.parametrize("acts", range(1, 12))
def test_whoever_interrupts_a_save_gets_one_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, acts: int
) -> None:
    old, new = states()
    save_module(old, tmp_path)
    before = read_texts(tmp_path)
    left = [acts]

    def interrupting(name: str) -> object:
        real = getattr(Path, name)

        def act(file: Path, *rest: object, **more: object) -> object:
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt
            return real(file, *rest, **more)

        return act

    wanted = ModuleFolder.of(tmp_path, old).texts_of(new)
    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        for name in ("replace", "unlink"):
            patch.setattr(Path, name, interrupting(name))
        replace_files(tmp_path, before, wanted)
    assert read_texts(tmp_path) in (before, wanted)
    assert load_module(tmp_path) in (old, new)


def test_a_file_that_cannot_be_deleted_brings_back_those_that_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_module(a_module(), tmp_path)
    before = read_texts(tmp_path)
    kept = {name: data for name, data in before.items() if not name.startswith(("scenarios/", "pieces/"))}
    gone = sorted(before.keys() - kept.keys())
    assert len(gone) > 1
    real = Path.unlink

    def refused(file: Path, missing_ok: bool = False) -> None:
        if file == tmp_path / gone[-1]:
            raise PermissionError("no")
        real(file, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    with pytest.raises(PermissionError):
        replace_files(tmp_path, before, kept)
    assert read_texts(tmp_path) == before
