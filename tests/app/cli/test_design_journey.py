"""A scenario of one's own without the window: files edited as text, the command line for all the rest."""

from __future__ import annotations

import json
from pathlib import Path

from pypdfium2 import PdfDocument

from engine.game import new_game
from engine.loading import load_module
from tests.app.cli.calling import Caller
from tests.app.cli.test_importing import a_sheet
from tests.app.exporting.sheets import page_text

BOLOGNA_AT = "{at: A36.21, pieces: [axis-5-6-4-bologna]}"
NEW_UNIT = """  - id: axis-9-9-9-own
    name: Own Division
    side: axis
    type: armor
    nation: it
    size: XX
    designation: Own
    values: {attack: 9, defense: 9, movement: 9}
    reduced: {attack: 4, defense: 4, movement: 9}
    steps: 2
    traits: [division]
"""
NEW_ENTRIES = """  - turn: 16
    side: axis
    action: arrive
    pieces: [axis-9-9-9-own]
    at: tripoli
    scenarios: [operation-crusader]
  - turn: 17
    side: axis
    action: withdraw
    pieces: [axis-5-6-4-bologna]
    scenarios: [operation-crusader]
"""
NEW_VICTORY = "  - {side: axis, holds: {kind: control, side: axis, places: [A60.19]}, sudden: true}"


class Files:
    """The files of a module, edited as text; remembers how they were."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.before = self.contents()

    def contents(self) -> dict[str, bytes]:
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file()
        }

    def replace(self, name: str, old: str, new: str) -> None:
        path = self.folder / name
        text = path.read_text("utf-8")
        assert old in text, (name, old)
        path.write_text(text.replace(old, new), "utf-8")

    def append(self, name: str, lines: str) -> None:
        path = self.folder / name
        path.write_text(path.read_text("utf-8") + lines, "utf-8")


def test_a_copied_scenario_is_changed_checked_played_and_printed(call: Caller, tmp_path: Path) -> None:
    folder = tmp_path / "my-crusader"
    call.ok("new", folder, "--template", "afrika", "--title", "My Crusader")
    assert "sound" in call.ok("check", folder).out
    files = Files(folder)
    assert not any(name.endswith(".py") for name in files.before)

    scenario = "scenarios/operation-crusader.yaml"
    files.replace(scenario, BOLOGNA_AT, BOLOGNA_AT.replace("A36.21", "A37.21"))
    files.replace(scenario, "    victory:\n", f"    victory:\n    {NEW_VICTORY}\n")
    files.append("pieces/axis.yaml", NEW_UNIT)
    files.append("schedule.yaml", NEW_ENTRIES)
    files.replace("charts/crt.yaml", "- [A3r1, A2r1,", "- [A4r1, A2r1,")

    names = tmp_path / "names.csv"
    names.write_text("Own Division;\n", "utf-8")
    call.ok("import", "sheet", a_sheet(tmp_path / "s.png"), "-o", tmp_path / "cut", "--names", names)
    own = tmp_path / "own"
    own.mkdir()
    (tmp_path / "cut" / "own-division.png").rename(own / "axis-9-9-9-own.png")
    call.ok("import", "folder", own, "--into", folder)
    assert "sound" in call.ok("check", folder).out

    module = load_module(folder)
    unit = next(piece for piece in module.pieces if piece.id == "axis-9-9-9-own")
    assert unit.art is not None
    assert (folder / str(unit.art.front)).is_file()
    game = new_game(module, "operation-crusader", 4, {})
    assert game.state.pieces["axis-5-6-4-bologna"].at == "A37.21"

    reference = f"{folder}#operation-crusader"
    played = call.ok("simulate", reference, "--games", "1", "--seed", "4", "--max-turns", "3", "--json").json
    assert (played["summary"]["refused"], played["summary"]["errors"]) == (0, 0)
    assert played["games"][0]["turns"] == 3

    call.ok("export", "setup", reference, "-o", tmp_path / "setup.pdf")
    call.ok("export", "schedule", reference, "-o", tmp_path / "schedule.pdf")
    call.ok("export", "counters", reference, "-o", tmp_path / "counters.pdf")
    assert "A37.21" in text_of(tmp_path / "setup.pdf")
    assert "A36.21" not in text_of(tmp_path / "setup.pdf")
    assert "Own Division" in text_of(tmp_path / "schedule.pdf")

    for name, content in files.before.items():
        (folder / name).write_bytes(content)
    again = tmp_path / "again" / "my-crusader"
    call.ok("new", again, "--template", "afrika", "--title", "My Crusader")
    assert Files(again).before == files.before
    listed = call.ok("check", folder, "--json").json
    assert not [issue for issue in listed["issues"] if issue["severity"] == "error"], json.dumps(listed)


def text_of(path: Path) -> str:
    document = PdfDocument(path)
    return " ".join(page_text(document, page) for page in range(len(document)))


def test_a_copy_of_nothing_is_refused(call: Caller, tmp_path: Path) -> None:
    call.wrong(1, "there is no template 'afrikaa'", "new", tmp_path / "x", "--template", "afrikaa")
    call.wrong(1, "module.yaml", "new", tmp_path / "y", "--template", tmp_path)
    assert not (tmp_path / "x").exists()
    assert not (tmp_path / "y").exists()
