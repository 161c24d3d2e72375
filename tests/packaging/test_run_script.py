"""``run.py``: what it decides on a machine where things are missing. What it does for real, CI shows."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def script(project_root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("run_script", project_root / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Commands:
    """Stands in for ``subprocess.run`` and remembers what was asked of it."""

    def __init__(self, status: int = 0) -> None:
        self.status = status
        self.asked: list[list[str]] = []

    def __call__(self, command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        self.asked.append(command)
        return subprocess.CompletedProcess(command, self.status)


@pytest.fixture
def bare_linux(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """A Linux without Qt's libraries, with apt."""
    commands = Commands()
    monkeypatch.setattr(script.sys, "platform", "linux")
    monkeypatch.setattr(script, "is_loadable", lambda library: library == "libdbus-1.so.3")
    monkeypatch.setattr(
        script.shutil, "which", lambda name: f"/usr/bin/{name}" if name == "apt-get" else None
    )
    monkeypatch.setattr(script.subprocess, "run", commands)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    return commands


def test_root_gets_the_missing_libraries(
    script: ModuleType, bare_linux: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script.os, "geteuid", lambda: 0)
    script.prepare_libraries()
    update, install = bare_linux.asked
    assert update == ["apt-get", "update", "-qq"]
    assert install[:4] == ["apt-get", "install", "-y", "--no-install-recommends"]
    assert install[5:] == ["libegl1", "libfontconfig1", "libgl1", "libglib2.0-0", "libxkbcommon0"]


def test_with_a_display_more_is_needed(
    script: ModuleType, bare_linux: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script.os, "geteuid", lambda: 0)
    monkeypatch.setenv("DISPLAY", ":0")
    script.prepare_libraries()
    assert "libxcb-cursor0" in bare_linux.asked[1]


def test_others_are_told_the_one_command(
    script: ModuleType, bare_linux: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script.os, "geteuid", lambda: 1000)
    with pytest.raises(script.PreparationFailed, match=r"sudo apt-get install -y .* libegl1 .*libxkbcommon0"):
        script.prepare_libraries()
    assert bare_linux.asked == []


def test_other_systems_are_told_their_command(
    script: ModuleType, bare_linux: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script.shutil, "which", lambda name: name if name == "dnf" else None)
    with pytest.raises(script.PreparationFailed, match="sudo dnf install -y fontconfig glib2"):
        script.prepare_libraries()
    monkeypatch.setattr(script.shutil, "which", lambda name: None)
    with pytest.raises(script.PreparationFailed, match=r"libGL\.so\.1"):
        script.prepare_libraries()


def test_a_failing_installation_is_told(
    script: ModuleType, bare_linux: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script.os, "geteuid", lambda: 0)
    bare_linux.status = 100
    with pytest.raises(script.PreparationFailed, match="apt-get update"):
        script.prepare_libraries()


def test_other_platforms_need_nothing(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script.sys, "platform", "darwin")
    monkeypatch.setattr(script, "is_loadable", lambda library: False)
    script.prepare_libraries()
    assert script.has_display() is True


@pytest.fixture
def elsewhere(script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """A checkout of its own, with lock files and a working environment."""
    for name in ("requirements.txt", "requirements-dev.txt"):
        (tmp_path / name).write_text(f"{name}==1\n")
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(script, "ROOT", tmp_path)
    monkeypatch.setattr(script, "STAMP", tmp_path / ".venv" / "stamp.json")
    monkeypatch.setattr(script, "environment_works", lambda: True)
    commands = Commands()
    monkeypatch.setattr(script.subprocess, "run", commands)
    return commands


def test_installed_once(script: ModuleType, elsewhere: Commands) -> None:
    script.prepare_environment("runtime")
    script.prepare_environment("runtime")
    assert len(elsewhere.asked) == 1
    assert elsewhere.asked[0][-2:] == ["-r", str(script.ROOT / "requirements.txt")]


def test_a_changed_lock_is_installed_again(script: ModuleType, elsewhere: Commands) -> None:
    script.prepare_environment("runtime")
    (script.ROOT / "requirements.txt").write_text("other==2\n")
    script.prepare_environment("runtime")
    assert len(elsewhere.asked) == 2


def test_the_dev_lock_serves_both(script: ModuleType, elsewhere: Commands) -> None:
    script.prepare_environment("dev")
    script.prepare_environment("runtime")
    script.prepare_environment("dev")
    assert len(elsewhere.asked) == 1


def test_a_failed_installation_leaves_no_stamp(script: ModuleType, elsewhere: Commands) -> None:
    elsewhere.status = 1
    with pytest.raises(script.PreparationFailed, match="network"):
        script.prepare_environment("runtime")
    assert not script.STAMP.exists()


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"runtime": 5}', "\x00"])
def test_a_damaged_stamp_means_nothing(script: ModuleType, elsewhere: Commands, text: str) -> None:
    script.STAMP.write_text(text)
    script.prepare_environment("runtime")
    assert len(elsewhere.asked) == 1


def test_it_parses_on_old_pythons(project_root: Path) -> None:
    import ast

    source = (project_root / "run.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 8))
    assert "from __future__ import annotations" in source
    imports = {
        alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert {name.split(".")[0] for name in imports} <= set(sys.stdlib_module_names)


def test_from_any_folder(project_root: Path, tmp_path: Path) -> None:
    """A folder with packages of the same names does not get in the way."""
    for name in ("app", "engine", "typing"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('the wrong one')\n")
    script = str(project_root / "run.py")
    done = subprocess.run(
        [sys.executable, script, "--version"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("hexwright "), done.stdout + done.stderr
