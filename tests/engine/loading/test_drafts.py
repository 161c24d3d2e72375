"""Drafts: each writer has its own, and what a killed program left goes some time later."""

import os
from pathlib import Path

import pytest

from engine.loading.drafts import ABANDONED, MOST, new_draft, new_draft_folder, written_target


def aged(path: Path, seconds: float) -> None:
    """Makes a file or folder look as if it had been changed that long ago."""
    then = path.stat().st_mtime - seconds
    os.utime(path, (then, then))


def test_two_who_write_the_same_file_both_write_it_whole(tmp_path: Path) -> None:
    target = tmp_path / "x.pdf"
    first, one = new_draft(target)
    second, other = new_draft(target)
    assert first != second
    with one, other:
        one.write(b"a" * 50_000)
        other.write(b"b" * 10)
        one.write(b"a" * 50_000)
    first.replace(target)
    assert target.read_bytes() == b"a" * 100_000
    second.replace(target)
    assert target.read_bytes() == b"b" * 10
    assert list(tmp_path.iterdir()) == [target]


def test_a_draft_that_was_left_goes_when_it_is_old(tmp_path: Path) -> None:
    target = tmp_path / "x.pdf"
    left, stream = new_draft(target)
    stream.close()
    aged(left, ABANDONED - 60)
    young, stream = new_draft(target)
    stream.close()
    assert left.exists()
    aged(left, 120)
    third, stream = new_draft(target)
    stream.close()
    assert (left.exists(), young.exists(), third.exists()) == (False, True, True)


def test_a_folder_in_which_something_was_written_lately_is_not_old(tmp_path: Path) -> None:
    target = tmp_path / "below" / "war"
    left = new_draft_folder(target)
    (left / "module.yaml").write_text("id: war\n")
    aged(left, 2 * ABANDONED)
    assert new_draft_folder(target) != left
    assert left.is_dir()
    aged(left / "module.yaml", 2 * ABANDONED)
    new_draft_folder(target)
    assert not left.exists()


def test_endless_drafts_are_an_error(tmp_path: Path) -> None:
    for _ in range(MOST):
        new_draft(tmp_path / "x")[1].close()
    with pytest.raises(FileExistsError, match="unfinished"):
        new_draft(tmp_path / "x")


def test_only_files_are_written_over(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="this is a folder"):
        written_target(tmp_path)
    with pytest.raises(OSError, match="no path"):
        written_target(Path("a\0b"))
    round_about = tmp_path / "round"
    round_about.symlink_to(round_about)
    with pytest.raises(OSError, match="no path"):
        written_target(round_about)
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    assert written_target(link) == target.resolve()
