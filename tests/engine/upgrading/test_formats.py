"""Modules and saved games of every version there was: they open, say the same, and become the present form.

The folder `tests/fixtures/formats` holds what programs of each version wrote; it is never made anew.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from engine.definition.module import SCHEMA_VERSION, ModuleDef
from engine.issues import LoadError
from engine.loading import builtin_modules, check_module, load_module
from engine.loading.loader import schema_version_of
from engine.loading.writer import module_files, save_module
from engine.saves import SaveFault, read_journal, read_save, reopen, save_text
from engine.saves.reading import parse
from engine.saves.records import FORMAT
from engine.upgrading import OLDEST_FORMAT, OLDEST_SCHEMA, upgraded_line, upgraded_module
from engine.upgrading.modules import STEPS as MODULE_STEPS
from engine.upgrading.saves import STEPS as SAVE_STEPS
from tests.fixtures.freeze_formats import freeze, position_of

FORMATS = Path(__file__).parents[2] / "fixtures" / "formats"
MODULES = [FORMATS / f"module-{version}" for version in range(OLDEST_SCHEMA, SCHEMA_VERSION)]
SAVES = sorted(FORMATS.glob("*.hexsave"))


def test_every_version_has_its_step_and_its_fixture() -> None:
    assert list(MODULE_STEPS) == list(range(OLDEST_SCHEMA, SCHEMA_VERSION))
    assert list(SAVE_STEPS) == list(range(OLDEST_FORMAT, FORMAT))
    assert all((folder / "module.yaml").is_file() for folder in MODULES)
    assert {int(path.stem[-1]) for path in SAVES} == set(range(OLDEST_FORMAT, FORMAT))


@pytest.mark.parametrize("folder", MODULES, ids=lambda path: path.name)
def test_an_old_module_loads_without_a_fault(folder: Path) -> None:
    assert check_module(folder) == ()
    module = load_module(folder)
    assert module.schema_version == SCHEMA_VERSION
    assert schema_version_of(folder) == int(folder.name[-1])
    assert module.version == "1.3"


def test_version_1_names_zones_in_two_ways() -> None:
    module = load_module(FORMATS / "module-1")
    assert [(entry.turn, entry.zones) for entry in module.schedule] == [
        (3, ("west-edge",)),
        (4, ("west-edge",)),
    ]
    placements = module.scenario("meeting").sides["axis"].placements
    assert [placement.zones for placement in placements] == [(), ("west-edge",)]


def test_both_ways_together_mean_all_of_the_zones() -> None:
    entry = {"turn": 1, "zone": "a", "zones": ("b",), "side": "x"}
    new = upgraded_module({"schedule": (entry,)}, 1)
    assert new["schedule"] == ({"turn": 1, "zones": ("a", "b"), "side": "x"},)
    assert entry["zone"] == "a"


@pytest.mark.parametrize(
    "nonsense",
    [
        {"schedule": 5},
        {"schedule": "zone"},
        {"schedule": [7, {"zone": "a", "zones": "b"}]},
        {"scenarios": {"sides": 1}},
        {"scenarios": [{"sides": [1]}, {"sides": {"axis": {"placements": None}}}]},
        {},
    ],
)
def test_steps_bear_nonsense(nonsense: dict[str, object]) -> None:
    assert {**upgraded_module(nonsense, 1), "schema_version": 0} == {**nonsense, "schema_version": 0}


def test_faults_of_an_old_module_are_still_found_at_their_line(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    shutil.copytree(FORMATS / "module-1", folder)
    file = folder / "schedule.yaml"
    file.write_text(file.read_text().replace("zone: west-edge", "zone: nowhere"))
    issue = check_module(folder)[0]
    assert (issue.file, issue.line, issue.severity) == ("schedule.yaml", 2, "error")
    assert "nowhere" in issue.message


def test_an_old_module_is_written_in_the_present_form_and_stays_so(tmp_path: Path) -> None:
    module = load_module(FORMATS / "module-1")
    save_module(module, tmp_path / "new")
    assert f"schema_version: {SCHEMA_VERSION}" in (tmp_path / "new/module.yaml").read_text()
    assert "zone: " not in (tmp_path / "new/schedule.yaml").read_text()
    again = load_module(tmp_path / "new")
    assert again == module
    assert module_files(again) == module_files(module)


def test_a_newer_module_is_refused_with_a_remedy(tmp_path: Path) -> None:
    shutil.copytree(FORMATS / "module-1", tmp_path / "new")
    head = tmp_path / "new/module.yaml"
    head.write_text(head.read_text().replace("schema_version: 1", "schema_version: 99"))
    with pytest.raises(LoadError, match="schema version 99, this program reads up to 2; update the program"):
        load_module(tmp_path / "new")


def test_a_module_that_names_no_version_is_of_the_oldest(tmp_path: Path) -> None:
    shutil.copytree(FORMATS / "module-1", tmp_path / "old")
    head = tmp_path / "old/module.yaml"
    head.write_text(head.read_text().replace("schema_version: 1\n", ""))
    assert schema_version_of(tmp_path / "old") == 1
    assert load_module(tmp_path / "old") == load_module(FORMATS / "module-1")


POSITIONS = {
    name: facts
    for file in sorted(FORMATS.glob("positions-*.json"))
    for name, facts in json.loads(file.read_text()).items()
}


def module_for(path: Path) -> ModuleDef:
    return load_module(builtin_modules()["tutorial"] if "tutorial" in path.name else FORMATS / "module-1")


def test_the_formats_of_today_can_be_frozen_and_open(tmp_path: Path) -> None:
    made = freeze(tmp_path)
    assert made
    assert freeze(tmp_path) == []
    facts = json.loads((tmp_path / f"positions-{FORMAT}.json").read_text())
    for path in (*tmp_path.glob("*.hexsave"), *tmp_path.glob("*.hexjournal")):
        assert position_of(reopen(read_save(path), None).game) == facts[path.name]
    assert check_module(tmp_path / f"module-{SCHEMA_VERSION}") == ()


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_saved_game_of_every_format_opens_and_can_be_saved_anew(path: Path) -> None:
    save = read_save(path)
    assert save.header.format == FORMAT
    restored = reopen(save, module_for(path))
    assert position_of(restored.game) == POSITIONS[path.name]
    new = parse(save_text(restored.game, restored.remarks), "new.hexsave")
    assert new.module is not None
    assert reopen(new, None).game.hash() == restored.game.hash()


def test_remarks_of_format_1_are_kept() -> None:
    restored = reopen(read_save(FORMATS / "save-1.hexsave"), load_module(FORMATS / "module-1"))
    assert [(note.text, note.side, note.place) for note in restored.remarks.notes] == [
        ("Hold the port.", "axis", "0203")
    ]
    assert [(mark.n, mark.text) for mark in restored.remarks.bookmarks] == [(20, "before the storm")]
    assert restored.notices == ()


def test_a_torn_journal_of_format_1_opens() -> None:
    path = FORMATS / "journal-1.hexjournal"
    restored = reopen(read_journal(path), load_module(FORMATS / "module-1"))
    assert position_of(restored.game) == POSITIONS[path.name]
    assert restored.notices == ("an unfinished action at the end was dropped",)


def test_a_format_1_game_of_which_an_action_is_illegal_is_still_refused(tmp_path: Path) -> None:
    lines = (FORMATS / "journal-1.hexjournal").read_text().splitlines(keepends=True)
    lines[1] = lines[1].replace('"1-blue-inf"', '"ghost"')
    (tmp_path / "g.hexjournal").write_text("".join(lines))
    with pytest.raises(SaveFault, match="action 1"):
        reopen(read_journal(tmp_path / "g.hexjournal"), load_module(FORMATS / "module-1"))


def test_lines_that_no_step_touches_stay_the_same_object() -> None:
    action: dict[str, object] = {"line": "action", "n": 1}
    assert upgraded_line(action, 1) is action
    header = upgraded_line({"line": "header", "format": 1, "module_hash": "x"}, 1)
    assert header == {"line": "header", "format": 2, "module_hash": ""}
