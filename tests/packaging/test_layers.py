"""What import contracts cannot say: where the engine may touch files, and that only modules name a game."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

FILE_MODULES = {"os", "pathlib", "shutil", "tempfile", "zipfile", "fcntl", "msvcrt"}
MAY_TOUCH_FILES = ("engine/loading/", "engine/saves/")
GAME_WORDS = re.compile(
    r"afrika|no.?retreat|north.?africa|tobruk|rommel|tripoli|mussolini|o'?connor|benghazi|ariete",
    re.IGNORECASE,
)


def sources(root: Path, *packages: str) -> Iterator[tuple[str, Path]]:
    for package in packages:
        for path in sorted((root / package).rglob("*.py")):
            yield path.relative_to(root).as_posix(), path


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def words_of_code(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Names and texts a program can act on; documentation may well name a game as an example."""
    bare = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name


def test_engine_touches_files_only_in_loading_and_saves(project_root: Path) -> None:
    guilty = []
    for name, path in sources(project_root, "engine", "modules"):
        if name.startswith(MAY_TOUCH_FILES):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        guilty += [f"{name} imports {module}" for module in imported(tree) if module in FILE_MODULES]
        calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        guilty += [f"{name} calls open" for func in calls if isinstance(func, ast.Name) and func.id == "open"]
    assert guilty == []


def test_no_game_is_named_in_the_program_or_the_engine(project_root: Path) -> None:
    guilty = [
        f"{name}:{line}: {word}"
        for name, path in sources(project_root, "engine", "app")
        for line, word in words_of_code(ast.parse(path.read_text(encoding="utf-8")))
        if GAME_WORDS.search(word)
    ]
    assert guilty == []


@pytest.mark.parametrize("package", ["app", "engine", "modules"])
def test_every_module_says_what_and_why(project_root: Path, package: str) -> None:
    silent = [
        name
        for name, path in sources(project_root, package)
        for tree in [ast.parse(path.read_text(encoding="utf-8"))]
        if tree.body and not ast.get_docstring(tree)
    ]
    assert silent == []


def test_no_file_is_a_drawer_for_odds_and_ends(project_root: Path) -> None:
    drawers = {"utils.py", "util.py", "common.py", "helpers.py", "manager.py", "misc.py"}
    found = [name for name, path in sources(project_root, "app", "engine", "modules") if path.name in drawers]
    assert found == []


def test_no_stubs_are_left(project_root: Path) -> None:
    marks = re.compile(r"#\s*(TODO|FIXME|XXX|HACK)\b")
    guilty = [
        f"{name}:{number}"
        for name, path in sources(project_root, "app", "engine", "modules", "tests")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if marks.search(line)
    ]
    assert guilty == []
