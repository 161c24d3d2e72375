"""The lock files: complete, without host names, and satisfying what ``pyproject.toml`` asks for."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKS = ("requirements.txt", "requirements-dev.txt")


def read_lock(path: Path) -> dict[str, Requirement]:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(requirement.name): requirement for requirement in found}


@pytest.mark.parametrize("name", LOCKS)
def test_every_line_is_one_exact_version(project_root: Path, name: str) -> None:
    lock = read_lock(project_root / name)
    assert len(lock) >= 15
    for requirement in lock.values():
        assert re.fullmatch(r"==[0-9][0-9a-z.]*", str(requirement.specifier)), requirement
        assert requirement.url is None


@pytest.mark.parametrize("name", LOCKS)
def test_no_host_name_and_no_option(project_root: Path, name: str) -> None:
    text = (project_root / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert not [line for line in text.splitlines() if line.startswith("-")]


def test_locks_satisfy_the_metadata(project_root: Path) -> None:
    metadata = tomllib.loads((project_root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime, dev = (read_lock(project_root / name) for name in LOCKS)
    wanted = [(line, runtime) for line in metadata["dependencies"]]
    wanted += [(line, dev) for line in metadata["optional-dependencies"]["dev"]]
    for line, lock in wanted:
        asked = Requirement(line)
        pinned = lock[canonicalize_name(asked.name)]
        assert asked.specifier.contains(str(pinned.specifier).removeprefix("==")), f"{pinned} for {asked}"


def test_dev_lock_contains_the_runtime_lock(project_root: Path) -> None:
    runtime, dev = (read_lock(project_root / name) for name in LOCKS)
    assert {name: str(pin) for name, pin in runtime.items()} == {name: str(dev[name]) for name in runtime}
