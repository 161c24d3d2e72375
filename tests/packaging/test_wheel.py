"""The wheel: everything in it that a user needs, and it runs in a fresh environment."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def wheel(project_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    environment = os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    subprocess.run([*command, "-w", str(folder), str(project_root)], check=True, env=environment)
    (found,) = folder.glob("hexwright-*.whl")
    return found


def test_it_holds_code_data_and_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        text = archive.read(metadata).decode()
    for name in (
        "app/cli/main.py",
        "engine/py.typed",
        "modules/__init__.py",
        "resources/demo.json",
        "resources/docs/index.md",
    ):
        assert name in names
    assert [name for name in names if name.startswith("modules/") and name.endswith("/module.yaml")]
    assert [name for name in names if name.startswith("resources/fonts/") and name.endswith(".otf")]
    assert [name for name in names if name.endswith("licenses/LICENSE")]
    assert not [name for name in names if name.startswith("tests/") or "__pycache__" in name]
    assert "Requires-Python: >=3.11" in text
    assert "Requires-Dist: pyside6-essentials" in text.lower().replace("requires-dist", "Requires-Dist")


def environment_of(folder: Path, *, with_pip: bool) -> Path:
    """A fresh environment; the path of its Python."""
    venv.create(folder, with_pip=with_pip)
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run_in(python: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the installed program, far from the checkout."""
    clean = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    return subprocess.run(
        [str(python), *words], capture_output=True, text=True, env=clean, cwd=python.parent, check=False
    )


def test_it_runs_in_a_fresh_environment(wheel: Path, tmp_path: Path) -> None:
    """The dependencies are those of this environment, so that the test needs no network."""
    python = environment_of(tmp_path / "fresh env", with_pip=False)
    install = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
    ]
    subprocess.run([*install, str(wheel)], check=True)
    packages = Path(run_in(python, "-c", "import site; print(site.getsitepackages()[0])").stdout.strip())
    (packages / "dependencies.pth").write_text("\n".join(site.getsitepackages()) + "\n")
    check_it_works(python)


@pytest.mark.skipif("HEXWRIGHT_FRESH_INSTALL" not in os.environ, reason="needs the network; CI asks for it")
def test_it_installs_with_its_dependencies(wheel: Path, tmp_path: Path) -> None:
    python = environment_of(tmp_path / "fresh env", with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)]
    subprocess.run(install, check=True)
    check_it_works(python)


def check_it_works(python: Path) -> None:
    """List the games with the installed command, and see that it is the installed code that ran."""
    where = run_in(python, "-c", "import app, engine; print(app.__file__, engine.__file__)")
    assert str(python.parent.parent) in where.stdout, where.stderr
    command = python.parent / ("hexwright.exe" if os.name == "nt" else "hexwright")
    done = subprocess.run(
        [str(command), "list", "--json"], capture_output=True, text=True, cwd=python.parent, check=False
    )
    assert done.returncode == 0, done.stderr
    games = json.loads(done.stdout)["games"]
    assert games
    assert all(game["scenarios"] for game in games)
