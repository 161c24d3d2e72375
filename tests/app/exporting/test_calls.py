"""The export command: every kind of a small module, and what it says when it cannot."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from app.cli.main import status_of
from engine.loading.writer import save_module
from tests.fixtures.free_module import a_free_module


@pytest.fixture
def module(tmp_path: Path) -> Path:
    folder = tmp_path / "meeting"
    save_module(a_free_module(), folder)
    return folder


def exported(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
    status = status_of(["export", *map(str, words)])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return status, captured.out + captured.err


@pytest.mark.parametrize("kind", ["setup", "schedule", "counters", "map", "charts", "aid"])
def test_every_kind_of_sheet(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"{kind}.pdf"
    status, told = exported(capsys, kind, "afrika/gazala", "-o", path, "--hex-mm", "5")
    assert (status, told) == (0, f"{path}\n")
    assert len(pypdfium2.PdfDocument(path)) >= 1


def test_options_reach_the_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "setup.pdf"
    words = ("setup", "afrika/gazala", "-o", path, "--paper", "letter", "--side", "axis")
    assert exported(capsys, *words)[0] == 0
    document = pypdfium2.PdfDocument(path)
    assert len(document) == 2
    assert document[0].get_size() == (612, 792)


def test_a_module_in_a_folder_is_printed(
    module: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "counters.pdf"
    status, _ = exported(capsys, "counters", f"{module}#meeting", "-o", path, "--counter-mm", "20")
    assert status == 0
    assert len(pypdfium2.PdfDocument(path)) == 2


def test_the_form_follows_from_the_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "order.csv"
    assert exported(capsys, "setup", "afrika/gazala", "-o", path)[0] == 0
    assert path.read_text(encoding="utf-8").startswith("side,place")


def test_a_module_without_cards_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, told = exported(capsys, "cards", "afrika/gazala", "-o", tmp_path / "cards.pdf")
    assert status == 1
    assert told == "error: Afrika has no cards; there is nothing to print\n"
    assert not (tmp_path / "cards.pdf").exists()
