"""Loading a sound module, from a folder and from an archive."""

import shutil
import zipfile
from pathlib import Path

import pytest

from engine.loading import LoadError, builtin_modules, check_module, load_module, module_hash, read_asset
from engine.loading.archive import pack_module, unpack_module
from engine.loading.source import SourceError
from tests.fixtures.module_files import write_files, write_module


def test_a_sound_module_loads_whole(tmp_path: Path) -> None:
    module = load_module(write_module(tmp_path))
    assert check_module(tmp_path) == ()
    assert module.side("blue").title == "Blue"
    assert module.piece("red-1").reduced == {"attack": 1, "movement": 4}
    assert module.chart("results").cell("4-6", "2:1") == "D2"
    assert module.chart("results").at(5, "1:1") == "D1"
    assert module.constant("stacking").value == 2
    assert module.scenario("meeting").sides["red"].placements[0].supply == 2
    assert module.board("field").rows[1] == ".r..."
    assert module.option("weather").default == "fair"
    assert [phase.id for phase in module.phases()] == ["red", "red.move", "red.fight"]
    assert module.turn_title(2) == "Evening"
    assert module.turn_title(3) == "Turn 3"
    assert [(page.id, page.title, page.text) for page in module.help] == [("goal", "Goal", "Take the inn.")]


@pytest.mark.parametrize("ask", ["side", "piece", "chart", "constant", "scenario", "board", "option"])
def test_asking_for_what_is_not_there_raises(tmp_path: Path, ask: str) -> None:
    module = load_module(write_module(tmp_path))
    with pytest.raises(KeyError):
        getattr(module, ask)("nothing")


def test_files_of_one_kind_are_joined_and_pieces_sorted_by_side(tmp_path: Path) -> None:
    first = "pieces:\n  - {id: blue-9, name: Nine, side: blue, type: foot}\n"
    module = load_module(write_module(tmp_path, {"pieces/aaa.yaml": first}))
    assert [piece.id for piece in module.pieces] == ["red-1", "red-2", "blue-9", "blue-1"]


def test_an_archive_loads_like_its_folder(tmp_path: Path) -> None:
    folder = write_module(
        tmp_path / "skirmish", {"rules/__init__.py": "raise SystemExit\n", "art/a.png": b"\x89PNG"}
    )
    archive = tmp_path / "skirmish.hexmod"
    pack_module(folder, archive)
    assert load_module(archive) == load_module(folder)
    assert module_hash(archive) == module_hash(folder)
    assert read_asset(archive, "art/a.png") == b"\x89PNG"
    with zipfile.ZipFile(archive) as packed:
        assert not [name for name in packed.namelist() if name.endswith(".py")]


def test_packing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = write_module(tmp_path / "skirmish")
    pack_module(folder, tmp_path / "a.hexmod")
    pack_module(folder, tmp_path / "b.hexmod")
    assert (tmp_path / "a.hexmod").read_bytes() == (tmp_path / "b.hexmod").read_bytes()


def test_unpacking_gives_back_the_files_and_fills_only_an_empty_folder(tmp_path: Path) -> None:
    folder = write_module(tmp_path / "skirmish")
    pack_module(folder, tmp_path / "a.hexmod")
    names = unpack_module(tmp_path / "a.hexmod", tmp_path / "out")
    assert "module.yaml" in names
    assert load_module(tmp_path / "out") == load_module(folder)
    with pytest.raises(SourceError, match="not empty"):
        unpack_module(tmp_path / "a.hexmod", tmp_path / "out")


def test_a_folder_without_head_is_not_packed(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match=r"no module\.yaml"):
        pack_module(tmp_path / "empty", tmp_path / "a.hexmod")
    assert not list(tmp_path.glob("*.hexmod")) + list(tmp_path.glob(".*.part"))


def test_an_archive_may_hold_the_module_in_one_folder(tmp_path: Path) -> None:
    folder = write_module(tmp_path / "skirmish")
    archive = shutil.make_archive(str(tmp_path / "wrapped"), "zip", tmp_path, "skirmish")
    assert load_module(archive) == load_module(folder)


def test_the_hash_counts_rule_data_only(tmp_path: Path) -> None:
    write_module(tmp_path)
    before = module_hash(tmp_path)
    write_files(tmp_path, {"help/goal.md": "# Other\n", "art/x.png": b"x", "board/drawing.json": "{}"})
    assert module_hash(tmp_path) == before
    write_files(
        tmp_path, {"charts/more.yaml": "constants:\n  - {id: a, title: A, value: 1, source: found}\n"}
    )
    assert module_hash(tmp_path) != before


def test_line_ends_do_not_change_the_hash(tmp_path: Path) -> None:
    one, two = write_module(tmp_path / "one"), write_module(tmp_path / "two")
    for file in two.rglob("*.yaml"):
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert module_hash(one) == module_hash(two)
    assert load_module(one) == load_module(two)


def test_built_in_modules_are_known_by_folder_and_sound() -> None:
    modules = builtin_modules()
    assert "afrika" in modules
    for name, path in modules.items():
        assert load_module(path).id == name


def test_a_load_error_carries_all_issues_and_names_the_first(tmp_path: Path) -> None:
    write_module(tmp_path, {"sequence.yaml": "", "options.yaml": ""})
    with pytest.raises(LoadError, match=r"options\.yaml.*and 1 more") as caught:
        load_module(tmp_path)
    assert {issue.code for issue in caught.value.issues} == {"EMPTY_FILE"}
    assert len(caught.value.issues) == 2


def test_warnings_do_not_stop_loading(tmp_path: Path) -> None:
    write_module(tmp_path, {"scenario/other.yaml": "id: other\n"})
    assert load_module(tmp_path).id == "skirmish"
    (issue,) = check_module(tmp_path)
    assert (issue.severity, issue.code, issue.file) == ("warning", "NOT_READ", "scenario/other.yaml")
    assert "scenarios/" in issue.hint
