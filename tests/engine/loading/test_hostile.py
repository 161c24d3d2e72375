"""Hostile and damaged files: refused with one issue, fast and with little memory."""

import io
import os
import shutil
import struct
import tracemalloc
import zipfile
from pathlib import Path
from time import perf_counter

import pytest

from engine.loading import LoadError, check_module, load_module, read_asset
from engine.loading.archive import pack_module
from engine.loading.source import SourceError, open_source, safe_name
from engine.loading.swap import pending_swap
from tests.fixtures.module_files import GOOD, spoiled, write_files, write_module

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)

TEXTS: list[tuple[str, str | bytes, str, int, str]] = [
    ("aliases that explode", BOMB, "ALIAS", 1, "write the part out"),
    ("an alias of itself", "options: &a [*a]\n", "ALIAS", 1, "write the part out"),
    ("an unknown alias", "options: *a\n", "ALIAS", 1, "write the part out"),
    ("a Python object", "options: !!python/object/apply:os.system ['true']\n", "TAG", 1, "plain value"),
    ("a tag", "options: !mine [x]\n", "TAG", 1, "plain value"),
    ("brackets without end", "options: " + "[" * 200_000, "TOO_DEEP", 1, "flatten"),
    ("braces without end", "options: " + "{a: " * 100_000, "TOO_DEEP", 1, "flatten"),
    ("dashes without end", "options:\n  " + "- " * 100_000 + "x\n", "TOO_DEEP", 2, "flatten"),
    ("steps without end", "".join(" " * n + "a:\n" for n in range(1500)), "TOO_DEEP", 42, "flatten"),
    ("a tab", "options:\n\t- {id: fog}\n", "TAB", 2, "blanks"),
    ("Latin-1", b"options:\n  - {id: f\xf6g}\n", "NOT_UTF8", 2, "UTF-8"),
    ("UTF-16", "options: []\n".encode("utf-16"), "NOT_UTF8", 1, "UTF-8"),
    ("nothing", "", "EMPTY_FILE", 0, "fill it"),
    ("blanks", "  \n\n", "EMPTY_FILE", 0, "fill it"),
    ("a comment only", "# to do\n", "EMPTY_FILE", 0, "fill it"),
    ("a null byte", "options: []\x00\n", "CONTROL_CHARACTER", 1, "remove"),
    ("a control character of old", 'options:\n  - {id: "f\x80g"}\n', "CONTROL_CHARACTER", 2, "remove"),
    ("a list", "- options\n", "WRONG_TYPE", 1, "key: value"),
    ("a word", "options\n", "WRONG_TYPE", 1, "key: value"),
    ("a key twice", "options: []\noptions: []\n", "DUPLICATE_KEY", 2, "keep one"),
    ("two documents", "options: []\n---\noptions: []\n", "SYNTAX", 2, "'---'"),
    ("an open quote", 'options:\n  - {id: "fog\n', "SYNTAX", 3, "quotes"),
    ("a stray bracket", "options:\n  - {id: fog]\n", "SYNTAX", 2, "brackets"),
    ("wrong indenting", "options:\n  - id: fog\n title: x\n", "SYNTAX", 3, "indenting"),
    ("a list as a key", "options:\n  - {[a]: 1}\n", "SYNTAX", 2, "simple keys"),
    ("too many lines", "# x\n" * 450_000, "TOO_BIG", 0, "split"),
]


@pytest.mark.parametrize(
    ("text", "code", "line", "words"), [pytest.param(*case[1:], id=case[0]) for case in TEXTS]
)
def test_a_file_that_is_no_clean_yaml_is_one_issue(
    tmp_path: Path, text: str | bytes, code: str, line: int, words: str
) -> None:
    write_module(tmp_path, {"options.yaml": text})
    started = perf_counter()
    issues = check_module(tmp_path)
    assert perf_counter() - started < 5
    found = [(issue.code, issue.file, issue.line) for issue in issues]
    assert found == [(code, "options.yaml", line)], [str(issue) for issue in issues]
    assert words in issues[0].hint
    assert len(str(issues[0])) < 300


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"),
        ("2001-01-01", "2001-01-01"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("0x1F", "0x1F"),
        ("007", "007"),
    ],
)
def test_plain_words_that_other_readers_twist_stay_words(tmp_path: Path, text: str, value: str) -> None:
    write_module(tmp_path, spoiled("module.yaml", "title: Skirmish", f"title: {text}"))
    assert load_module(tmp_path).title == value


def test_a_file_of_a_gigabyte_is_refused_unread(tmp_path: Path) -> None:
    write_module(tmp_path)
    with (tmp_path / "charts/huge.yaml").open("wb") as stream:
        stream.truncate(1_000_000_000)
    tracemalloc.start()
    issues = check_module(tmp_path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [(issue.code, issue.file) for issue in issues] == [("TOO_BIG", "charts/huge.yaml")]
    assert "1000.0 MB" in issues[0].message
    assert peak < 20_000_000


def test_an_alias_bomb_takes_little_memory(tmp_path: Path) -> None:
    write_module(tmp_path, {"options.yaml": BOMB})
    tracemalloc.start()
    check_module(tmp_path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000_000


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    write_module(tmp_path, {f"charts/c{n}.yaml": "constants: []\n" for n in range(600)})
    issues = check_module(tmp_path)
    assert [issue.code for issue in issues if issue.code == "TOO_BIG"] == ["TOO_BIG"]


def test_a_path_that_is_no_module(tmp_path: Path) -> None:
    for path, words in [
        (tmp_path / "nowhere", "does not exist"),
        (write_files(tmp_path, {"notes.txt": "x"}) / "notes.txt", "not a module"),
        (write_files(tmp_path, {"bad.hexmod": b"PK\x03\x04 no zip"}) / "bad.hexmod", "not a readable zip"),
        (write_files(tmp_path, {"empty.hexmod": b""}) / "empty.hexmod", "not a readable zip"),
    ]:
        (issue,) = check_module(path)
        assert words in issue.message
        with pytest.raises(LoadError, match=words):
            load_module(path)


@pytest.mark.parametrize(
    "name",
    [
        "../secret.png",
        "/etc/passwd",
        "art/../../x.png",
        "C:/x.png",
        "art\\x.png",
        "",
        "art//x.png",
        "./x.png",
    ],
)
def test_names_that_leave_the_module_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SourceError, match="inside the module"):
        safe_name(name)
    write_files(tmp_path, {"secret.png": b"\x89PNG"})
    with pytest.raises(SourceError):
        read_asset(write_module(tmp_path / "module"), name)


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("../secret.png", "PATH_OUTSIDE", "inside the module"),
        ("/etc/passwd", "PATH_OUTSIDE", "inside the module"),
        ("art/missing.png", "MISSING_FILE", "art/present.png"),
        ("art/present.exe", "PICTURE", ".png"),
        ("art/fake.png", "PICTURE", "export"),
        ("art/present.png", "", ""),
        ("art/present.svg", "", ""),
    ],
)
def test_art_references_are_checked(tmp_path: Path, name: str, code: str, words: str) -> None:
    write_files(tmp_path, {"secret.png": b"\x89PNG"})
    art = {
        "art/present.png": b"\x89PNG\r\n",
        "art/present.exe": b"MZ",
        "art/fake.png": b"<html>",
        "art/present.svg": b"<svg/>",
    }
    change = spoiled("pieces/all.yaml", "name: Two,", f'name: Two, art: {{front: "{name}"}},')
    module = write_module(tmp_path / "module", {**change, **art})
    issues = check_module(module)
    assert [issue.code for issue in issues] == ([code] if code else [])
    for issue in issues:
        assert (issue.file, issue.line) == ("pieces/all.yaml", 16)
        assert words in issue.message + issue.hint


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_a_link_out_of_the_module_is_not_followed(tmp_path: Path) -> None:
    write_files(tmp_path, {"secret.yaml": "constants: []\n"})
    module = write_module(tmp_path / "module")
    (module / "charts/link.yaml").symlink_to(tmp_path / "secret.yaml")
    (issue,) = check_module(module)
    assert (issue.code, issue.file) == ("PATH_OUTSIDE", "charts/link.yaml")


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_links_in_a_circle_are_no_files(tmp_path: Path) -> None:
    change = spoiled("pieces/all.yaml", "name: Two,", 'name: Two, art: {front: "art/round.png"},')
    module = write_module(tmp_path / "module", change)
    (module / "art").mkdir()
    for name in ("art/round.png", "charts/round.yaml", "elsewhere"):
        (module / name).symlink_to(module / name)
    (issue,) = check_module(module)
    assert (issue.code, issue.file, issue.line) == ("MISSING_FILE", "pieces/all.yaml", 16)


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_folders_that_are_links_are_neither_read_nor_written(tmp_path: Path) -> None:
    module = write_module(tmp_path / "module")
    other = write_module(tmp_path / "other")
    before = {path: path.read_bytes() for path in other.rglob("*.yaml")}
    shutil.rmtree(module / "pieces")
    (module / "pieces").symlink_to(other / "pieces")
    (module / ".hexswap").write_text('{"put": ["options.yaml"], "delete": ["pieces/all.yaml"]}')
    assert pending_swap(module) is None
    (issue,) = check_module(module)
    assert (issue.code, issue.file) == ("PATH_OUTSIDE", "pieces")
    assert {path: path.read_bytes() for path in other.rglob("*.yaml")} == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    module = write_module(tmp_path / "module")
    os.mkfifo(module / "charts/pipe.yaml")
    assert check_module(module) == ()
    os.mkfifo(tmp_path / "pipe.hexmod")
    (issue,) = check_module(tmp_path / "pipe.hexmod")
    assert issue.code == "NOT_A_MODULE"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the owner of the machine reads everything")
def test_an_unreadable_file_is_an_issue(tmp_path: Path) -> None:
    write_module(tmp_path)
    (tmp_path / "options.yaml").chmod(0)
    (issue,) = check_module(tmp_path)
    assert "permissions" in issue.hint


def archive_of(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def good_files() -> dict[str, bytes]:
    return {name: text.encode() for name, text in GOOD.items()}


@pytest.mark.parametrize("name", ["../out.yaml", "/out.yaml", "a/../../out.yaml", "C:\\out.yaml"])
def test_an_archive_with_climbing_names_is_refused(tmp_path: Path, name: str) -> None:
    path = archive_of(tmp_path / "m.hexmod", {**good_files(), name: b"x"})
    (issue,) = check_module(path)
    assert issue.code == "PATH_OUTSIDE"
    with pytest.raises(LoadError):
        load_module(path)


def test_an_archive_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = archive_of(tmp_path / "m.hexmod", {**good_files(), "options.yaml": b"#" * 60_000_000})
    tracemalloc.start()
    issues = check_module(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [issue.code for issue in issues] == ["TOO_BIG"]
    assert peak < 20_000_000
    with pytest.raises(SourceError, match="MB"):
        open_source(path).read("options.yaml", 1_000_000)
    with pytest.raises(SourceError, match="tight"):
        open_source(path).read("options.yaml", 100_000_000)


def test_an_archive_that_lies_about_sizes_is_refused(tmp_path: Path) -> None:
    path = archive_of(tmp_path / "m.hexmod", {**good_files(), "art/a.png": b"\x89PNG" + b"x" * 5_000})
    data = bytearray(path.read_bytes())
    entry = data.rindex(b"art/a.png")
    struct.pack_into("<I", data, entry - 46 + 24, 10)
    path.write_bytes(bytes(data))
    with pytest.raises(SourceError, match="damaged"):
        open_source(path).read("art/a.png", 1_000_000)


def test_a_damaged_archive_is_an_issue(tmp_path: Path) -> None:
    pack_module(write_module(tmp_path / "module"), tmp_path / "m.hexmod")
    data = bytearray((tmp_path / "m.hexmod").read_bytes())
    place = data.index(b"board/field.yaml") + 40
    data[place : place + 30] = b"\xff" * 30
    (tmp_path / "m.hexmod").write_bytes(bytes(data))
    issues = check_module(tmp_path / "m.hexmod")
    assert ("FILE", "board/field.yaml") in [(issue.code, issue.file) for issue in issues]


def test_a_cut_archive_is_an_issue(tmp_path: Path) -> None:
    pack_module(write_module(tmp_path / "module"), tmp_path / "m.hexmod")
    whole = (tmp_path / "m.hexmod").read_bytes()
    for length in (10, len(whole) // 2, len(whole) - 10):
        (tmp_path / "m.hexmod").write_bytes(whole[:length])
        (issue,) = check_module(tmp_path / "m.hexmod")
        assert "not a readable zip" in issue.message


def test_a_file_twice_in_an_archive_is_refused(tmp_path: Path) -> None:
    path = archive_of(tmp_path / "m.hexmod", good_files())
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("module.yaml", "id: other\n")
    (issue,) = check_module(path)
    assert issue.code == "DUPLICATE"


def test_an_encrypted_archive_is_refused(tmp_path: Path) -> None:
    path = archive_of(tmp_path / "m.hexmod", good_files())
    data = bytearray(path.read_bytes())
    central = data.rindex(b"PK\x01\x02")
    struct.pack_into("<H", data, central + 8, 1)
    path.write_bytes(bytes(data))
    (issue,) = check_module(path)
    assert "encrypted" in issue.message


def test_an_archive_in_memory_order_does_not_matter(tmp_path: Path) -> None:
    files = good_files()
    one = archive_of(tmp_path / "a.hexmod", files)
    two = archive_of(tmp_path / "b.hexmod", dict(reversed(files.items())))
    assert load_module(one) == load_module(two)
    assert zipfile.is_zipfile(io.BytesIO(one.read_bytes()))
