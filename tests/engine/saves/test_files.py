"""Writing safely: the old file survives a full disk, a read-only folder and a second program."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from engine.saves import SaveFault, SaveLock, read_save, write_atomically, write_save
from tests.engine.saves.samples import a_long_game
from tests.fixtures.processes import run_python


def full_disk(handle: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), handle)


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.hexsave"
    write_save(path, a_long_game(actions=3))
    before = path.read_bytes()
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(SaveFault, match="no space left") as caught:
        write_save(path, a_long_game(actions=9))
    assert "unharmed" in caught.value.hint
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["g.hexsave"]


def test_only_a_file_that_was_there_is_called_unharmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(SaveFault) as caught:
        write_save(tmp_path / "g.hexsave", a_long_game(actions=3))
    assert caught.value.hint == "save somewhere else or free some space"
    assert not list(tmp_path.iterdir())


def test_a_really_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """/dev/full says 'no space left' to every byte; a link to it stands for the temporary file."""
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    path = tmp_path / "g.hexsave"
    path.write_text("old")
    link = tmp_path / ".g.hexsave.part"
    link.symlink_to("/dev/full")
    monkeypatch.setattr("engine.saves.files.new_draft", lambda _: (link, link.open("wb")))
    with pytest.raises(SaveFault, match="no space left"):
        write_atomically(path, b"x" * 100_000)
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["g.hexsave"]


def test_whoever_interrupts_writing_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.hexsave"
    path.write_text("old")

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["g.hexsave"]


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveFault, match="does not exist"):
        write_save(tmp_path / "no" / "g.hexsave", a_long_game(actions=1))


def test_a_read_only_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    (folder / "g.hexsave").write_text("old")
    folder.chmod(0o500)
    try:
        if os.access(folder, os.W_OK):
            pytest.skip("this user may write everywhere")
        with pytest.raises(SaveFault, match="permission denied"):
            write_save(folder / "g.hexsave", a_long_game(actions=1))
        assert (folder / "g.hexsave").read_text() == "old"
    finally:
        folder.chmod(0o700)


def test_a_failing_rename_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g.hexsave"
    path.write_text("old")

    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(SaveFault, match="permission denied"):
        write_save(path, a_long_game(actions=1))
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["g.hexsave"]


def test_saving_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    real = tmp_path / "real.hexsave"
    real.write_text("old")
    link = tmp_path / "link.hexsave"
    link.symlink_to(real)
    write_save(link, a_long_game(actions=1))
    assert link.is_symlink()
    assert len(read_save(real).actions) == 1


def test_one_program_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "g.hexsave"
    with SaveLock(path):
        with pytest.raises(SaveFault, match=f"in use by another program .process {os.getpid()}"):
            SaveLock(path)
        script = f"from pathlib import Path; from engine.saves import SaveLock; SaveLock(Path({str(path)!r}))"
        assert "in use by another program" in run_python("-c", script).stderr
    SaveLock(path).release()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_dies_with_its_program(tmp_path: Path) -> None:
    path = tmp_path / "g.hexsave"
    script = (
        "import os, signal; from pathlib import Path; from engine.saves import SaveLock\n"
        f"lock = SaveLock(Path({str(path)!r})); os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert run_python("-c", script).returncode != 0
    assert (tmp_path / ".g.hexsave.lock").exists()
    with SaveLock(path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_releasing_twice_is_no_fault(tmp_path: Path) -> None:
    lock = SaveLock(tmp_path / "g")
    lock.release()
    lock.release()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_cannot_be_locked(tmp_path: Path) -> None:
    with pytest.raises(SaveFault, match="cannot be locked"):
        SaveLock(tmp_path / "no" / "g.hexsave")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_no_ordinary_file_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.hexsave"
    os.mkfifo(pipe)
    with pytest.raises(SaveFault, match="no ordinary file"):
        write_atomically(pipe, b"x")
    assert pipe.is_fifo()
