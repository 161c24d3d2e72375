"""Faults of maps, art, drawing data, archives and names that need more than one changed word."""

import os
from pathlib import Path

import pytest

from engine.issues import Issue, LoadError, near_miss
from engine.loading import check_module, load_module
from engine.loading.archive import pack_module, unpack_module
from engine.loading.assets import load_drawing
from engine.loading.source import SourceError, open_source
from tests.fixtures.module_files import GOOD, spoiled, write_files, write_module


def codes(folder: Path) -> list[str]:
    return [issue.code for issue in check_module(folder)]


def board_with(more: str) -> dict[str, str | bytes | None]:
    return {"board/field.yaml": GOOD["board/field.yaml"] + more}


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        ('hexes: [{hex: "0909"}]\n', "UNKNOWN_HEX", "0909"),
        ('hexes: [{hex: "0101", terrain: swamp}]\n', "UNKNOWN_ID", "swamp"),
        ('aliases: {"HOME": "0909"}\n', "UNKNOWN_HEX", "0909"),
        ('aliases: {"0102": "0101"}\n', "DUPLICATE_ID", "0102"),
        ('chains: [{kind: cliff, sides: ["0101"]}]\n', "HEXSIDE", "0101"),
        ('chains: [{kind: clif, sides: ["0101 0102"]}]\n', "UNKNOWN_ID", "'cliff'"),
        ('chains: [{kind: cliff, sides: ["0101 0404"]}]\n', "NOT_NEIGHBORS", "0404"),
        ('layers: [{legend: {x: woods}, rows: ["x....", ".....", "....y", "....."]}]\n', "LEGEND", "'y'"),
        ('layers: [{legend: {x: woods}, rows: ["x...."]}]\n', "WRONG_VALUE", "layers"),
        (
            'layers: [{legend: {x: west}, rows: ["x....", ".....", ".....", "....."]}]\n',
            "DUPLICATE_ID",
            "west",
        ),
    ],
)
def test_faults_of_a_map(tmp_path: Path, more: str, code: str, words: str) -> None:
    issues = check_module(write_module(tmp_path, board_with(more)))
    assert [issue.code for issue in issues] == [code], [str(issue) for issue in issues]
    assert words in str(issues[0])
    assert issues[0].line > 0


def test_second_names_and_changed_hexes_are_fine(tmp_path: Path) -> None:
    more = 'aliases: {"HOME": "0101"}\nhexes: [{hex: HOME, terrain: rough, tags: [base]}]\n'
    assert codes(write_module(tmp_path, board_with(more))) == []


def test_a_hex_that_a_change_turns_into_water_takes_no_unit(tmp_path: Path) -> None:
    assert codes(write_module(tmp_path, board_with('hexes: [{hex: "0101", terrain: lake}]\n'))) == [
        "ROUTE",
    ]


def test_a_place_with_two_names_and_a_blank_in_the_legend(tmp_path: Path) -> None:
    twice = spoiled(
        "board/field.yaml", "kind: village}", 'kind: village}\n  - {hex: "0101", name: Bar, kind: site}'
    )
    assert codes(write_module(tmp_path / "a", twice)) == ["DUPLICATE_ID"]
    blank = spoiled("board/field.yaml", "r: rough", 'r: rough, " ": clear')
    assert codes(write_module(tmp_path / "b", blank)) == ["LEGEND"]


def test_a_board_is_not_called_like_a_drawing(tmp_path: Path) -> None:
    files = spoiled("board/field.yaml", "id: field", "id: drawing-field")
    scenario = spoiled("scenarios/meeting.yaml", "boards: [field]", "boards: [drawing-field]")
    assert "BOARD" in codes(write_module(tmp_path, {**files, **scenario}))


def test_two_maps_need_different_ids(tmp_path: Path) -> None:
    other = (
        'id: far\ntitle: Far\ngrid: {kind: flat, columns: 1, rows: 1}\nlegend: {".": clear}\nrows: ["."]\n'
    )
    (issue,) = check_module(write_module(tmp_path, {"board/far.yaml": other}))
    assert (issue.code, issue.file) == ("DUPLICATE_ID", "board/field.yaml")
    assert "prefix" in issue.hint
    named = other.replace("rows: 1}", 'rows: 1, pattern: "F{column}{row}"}')
    assert codes(write_module(tmp_path, {"board/far.yaml": named})) == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("default: fair", "default: true", "OPTION"),
        ("default: false", "default: false, scenarios: [metting]", "UNKNOWN_ID"),
        ("default: false", "default: false, when: [{option: weather, value: fog}]", "UNKNOWN_ID"),
        ("- {id: foul, title: Foul}", "- {id: fair, title: Foul}", "DUPLICATE_ID"),
    ],
)
def test_faults_of_options(tmp_path: Path, old: str, new: str, code: str) -> None:
    assert codes(write_module(tmp_path, spoiled("options.yaml", old, new))) == [code]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('near: "0502", within: 1, ', 'any_of: ["0501", "0909"], ', "UNKNOWN_HEX"),
        ('near: "0502", within: 1, ', 'any_of: ["0501", depot], ', ""),
        ('near: "0502", within: 1, ', "zones: [west, wets], ", "UNKNOWN_ID"),
        (
            'near: "0502", within: 1, pieces: [blue-1], default: "0501"',
            "zones: [lake], pieces: [blue-1]",
            "NO_PLACE",
        ),
        ('default: "0501"', 'defaults: {blue-2: "0501"}', "UNKNOWN_ID"),
        ('default: "0501"', 'supply: 1, supply_default: "0101"', "DEFAULT"),
        ('default: "0501"', 'defaults: {blue-1: "0101"}', "DEFAULT"),
    ],
)
def test_faults_of_placements(tmp_path: Path, old: str, new: str, code: str) -> None:
    lake = spoiled(
        "board/field.yaml",
        "  - {id: west, edge: west}",
        '  - {id: west, edge: west}\n  - {id: lake, hexes: "0403"}',
    )
    change = spoiled("scenarios/meeting.yaml", old, new)
    assert codes(write_module(tmp_path, {**lake, **change})) == ([code] if code else [])


def test_a_first_turn_that_does_not_exist(tmp_path: Path) -> None:
    change = spoiled("scenarios/meeting.yaml", "first_turn: 1", "first_turn: 0")
    assert codes(write_module(tmp_path, change)) == ["TURN"]


def test_hexes_are_checked_even_where_the_map_is_faulty_elsewhere(tmp_path: Path) -> None:
    files = {**spoiled("board/field.yaml", "kind: cliff", "kind: clif"), "scenarios/meeting.yaml": None}
    assert codes(write_module(tmp_path, files)) == ["UNKNOWN_ID"]


DRAWING = '{"board": "field", "lines": [{"kind": "border", "path": [[0, 0], [1, 1]]}]}'


def drawn(text: str | bytes | None) -> dict[str, str | bytes | None]:
    named = board_with("art: {drawing: board/drawing.json}\n")
    return {**named, "board/drawing.json": text} if text is not None else named


def test_drawing_data_load_apart(tmp_path: Path) -> None:
    folder = write_module(tmp_path, drawn(DRAWING))
    assert check_module(folder) == ()
    assert load_drawing(folder, "board/drawing.json").lines[0].path == ((0, 0), (1, 1))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (None, "MISSING_FILE"),
        ("{", "WRONG_VALUE"),
        ("[" * 100_000, "WRONG_VALUE"),
        (b"\xff", "WRONG_VALUE"),
        ("{}", "MISSING_KEY"),
        (DRAWING.replace("border", "bordr"), "WRONG_VALUE"),
        (DRAWING.replace("lines", "linez"), "UNKNOWN_KEY"),
    ],
)
def test_faults_of_drawing_data(tmp_path: Path, text: str | bytes | None, code: str) -> None:
    folder = write_module(tmp_path, drawn(text))
    assert codes(folder) == [code]
    with pytest.raises(LoadError):
        load_drawing(folder, "board/drawing.json")


def test_pictures_of_cards_and_backs_are_checked(tmp_path: Path) -> None:
    cards = (
        "decks:\n  - {id: deck, title: Deck}\ncards:\n"
        "  - {id: one, title: One, deck: deck, art: {front: art/a.png, back: art/b.png}}\n"
        "  - {id: two, title: Two, deck: dek, faces: [{title: X, side: green}]}\n"
    )
    issues = check_module(write_module(tmp_path, {"cards.yaml": cards, "art/a.png": b"\x89PNG"}))
    found = sorted((issue.code, issue.line) for issue in issues)
    assert found == [("MISSING_FILE", 4), ("UNKNOWN_ID", 5), ("UNKNOWN_ID", 5)]


@pytest.mark.parametrize(
    ("key", "size", "found"),
    [
        ("relief", 300_000_000, ["TOO_BIG"]),
        ("background", 300_000_000, []),
        ("background", 1_300_000_000, ["TOO_BIG"]),
    ],
)
def test_a_picture_beyond_the_limit_is_refused(tmp_path: Path, key: str, size: int, found: list[str]) -> None:
    folder = write_module(tmp_path, board_with(f"art: {{{key}: art/scan.png}}\n"))
    (folder / "art").mkdir()
    with (folder / "art/scan.png").open("wb") as stream:
        stream.write(b"\x89PNG")
        stream.truncate(size)
    assert codes(folder) == found


def test_a_head_that_cannot_be_read_is_the_only_issue(tmp_path: Path) -> None:
    (issue,) = check_module(write_module(tmp_path, {"module.yaml": "id: [\n"}))
    assert (issue.code, issue.file) == ("SYNTAX", "module.yaml")


def test_a_help_page_beyond_the_limit(tmp_path: Path) -> None:
    assert codes(write_module(tmp_path, {"help/goal.md": "# G\n" + "x" * 3_000_000})) == ["TOO_BIG"]


def test_folders_beyond_any_reason(tmp_path: Path) -> None:
    folder = write_module(tmp_path)
    deep = folder.joinpath(*("d" * 20))
    deep.mkdir(parents=True)
    (issue,) = check_module(folder)
    assert "nest deeper" in issue.message


@pytest.mark.skipif(os.name == "nt", reason="such names cannot be made there")
def test_a_name_that_cannot_be_shown(tmp_path: Path) -> None:
    folder = write_module(tmp_path)
    (folder / "bad\nname.yaml").write_text("x: 1\n", encoding="utf-8")
    (issue,) = check_module(folder)
    assert "cannot be shown" in issue.message
    assert "\n" not in str(issue)


def test_a_file_that_vanishes_while_loading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_module(tmp_path)
    source = open_source(folder)
    (folder / "options.yaml").unlink()
    with pytest.raises(SourceError, match=r"no file 'options\.yaml'"):
        source.read("options.yaml", 100)
    with pytest.raises(SourceError, match="no file"):
        source.size("options.yaml")

    def fail(path: str) -> None:
        raise OSError(5, "input/output error")

    monkeypatch.setattr(os, "scandir", fail)
    (issue,) = check_module(folder)
    assert (issue.code, issue.hint) == ("FILE", "check permissions")


def test_packing_into_nowhere_and_unpacking_nonsense(tmp_path: Path) -> None:
    folder = write_module(tmp_path / "module")
    with pytest.raises(SourceError, match="cannot be written"):
        pack_module(folder, tmp_path / "no such folder" / "a.hexmod")
    pack_module(folder, tmp_path / "a.hexmod")
    blocked = write_files(tmp_path, {"file": "x"}) / "file" / "inside"
    with pytest.raises(SourceError, match="cannot be written"):
        unpack_module(tmp_path / "a.hexmod", blocked)
    with pytest.raises(SourceError, match=r"no module\.yaml"):
        unpack_module(write_files(tmp_path / "empty", {"notes.txt": "x"}), tmp_path / "out")
    with pytest.raises(SourceError, match="no file"):
        open_source(tmp_path / "a.hexmod").read("missing.yaml", 10)
    assert open_source(tmp_path / "a.hexmod").size("module.yaml") == len(GOOD["module.yaml"])


def test_near_misses() -> None:
    assert near_miss("tobruck", ["tobruk", "bardia"]) == "did you mean 'tobruk'?"
    assert near_miss("99", ["9", "90"]) == "", "no number is meant for another one"
    assert near_miss("TOBRUK", ["tobruk"]) == "did you mean 'tobruk'?"
    assert near_miss("xyz", ["tobruk"]) == ""


def test_an_issue_is_one_line_of_text() -> None:
    issue = Issue("a.yaml", 3, "X", "bad\nword\x1b[31m", "mend it")
    assert str(issue) == "error: a.yaml:3: bad word [31m; mend it"
    assert str(Issue("a.yaml", 0, "X", "bad", severity="warning")) == "warning: a.yaml: bad"
    assert str(LoadError([])) == "error: the module cannot be read"


def test_a_module_of_a_head_alone_is_sound(tmp_path: Path) -> None:
    folder = write_files(
        tmp_path, {"module.yaml": "id: bare\ntitle: Bare\nsides:\n  - {id: a, title: A, short: A}\n"}
    )
    assert check_module(folder) == ()
    assert load_module(folder).boards == ()
