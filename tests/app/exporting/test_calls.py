"""The export command: every kind of a small module, and what it says when it cannot."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtGui import QImage

from app.cli.main import status_of
from app.exporting.map_sheet import BORDER
from engine.loading.writer import save_module
from engine.protocol import Library
from engine.rules.registry import rules_of
from tests.fixtures.free_module import a_free_module

HEX_MM = 16.0


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


def test_backs_and_gray_are_asked_for_by_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "counters.pdf"
    words = ("counters", "afrika/gazala", "-o", path, "--side", "axis", "--gray")
    assert exported(capsys, *words, "--turn", "short", "--shift-backs", "0.5", "-0.25")[0] == 0
    picture = pypdfium2.PdfDocument(path)[1].render(scale=1.0).to_numpy().astype(int)
    assert (picture.max(axis=2) - picture.min(axis=2)).max() <= 1
    assert b"/DuplexFlipShortEdge" in path.read_bytes()
    status, told = exported(capsys, *words, "--turn", "sideways")
    assert status == 2
    assert "cannot be turned over the edge 'sideways'" in told


def test_a_gray_map_picture_has_the_pixels_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "map.png"
    assert exported(capsys, "map", "tutorial/first", "-o", path, "--gray", "--scale", "20")[0] == 0
    picture = QImage(str(path))
    assert picture.isGrayscale()
    found = Library().scenario("tutorial/first")
    across, down = rules_of(found.module, found.scenario, {}).board.size(0)
    margins = 2 * BORDER / HEX_MM * 20
    assert picture.width() == pytest.approx(across * 20 + margins, abs=1)
    assert picture.height() == pytest.approx(down * 20 + margins, abs=1)


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


@pytest.mark.parametrize("name", ["setup.pdf", "map.png", "order.csv"])
def test_a_missing_folder_is_told_at_once(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn(*_: object) -> None:
        raise AssertionError("nothing is drawn for a folder that is not there")

    monkeypatch.setattr("app.exporting.kinds.export_file", drawn)
    monkeypatch.setattr("app.exporting.map_picture.write_map", drawn)
    folder = tmp_path / "none"
    kind = "map" if name == "map.png" else "setup"
    status, told = exported(capsys, kind, "afrika/gazala", "-o", folder / name)
    assert status == 1
    assert f"the folder {folder} does not exist" in " ".join(told.split())
    assert "unharmed" not in told
    assert not folder.exists()
