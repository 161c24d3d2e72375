"""Files are found as the disk has them, and folders are read once."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.editor.files_here import FilesHere


def test_files_are_found_in_folders_and_links(tmp_path: Path) -> None:
    (tmp_path / "art" / "red").mkdir(parents=True)
    (tmp_path / "art" / "red" / "a.png").write_bytes(b"x")
    (tmp_path / "b.png").write_bytes(b"x")
    here = FilesHere(tmp_path)
    assert here.has("art/red/a.png")
    assert here.has("b.png")
    assert here.has("art/../b.png")
    assert not here.has("art/red")
    assert not here.has("art/red/c.png")
    assert not here.has("nowhere/a.png")


def test_a_folder_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "art").mkdir()
    for number in range(50):
        (tmp_path / "art" / f"{number}.png").write_bytes(b"x")
    read: list[Path] = []
    scan = os.scandir

    def watched(folder: Path) -> Iterator[os.DirEntry[str]]:
        read.append(folder)
        return scan(folder)

    monkeypatch.setattr(os, "scandir", watched)
    here = FilesHere(tmp_path)
    assert all(here.has(f"art/{number}.png") for number in range(50))
    assert read == [tmp_path / "art"]
