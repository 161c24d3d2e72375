#!/usr/bin/env python3
"""Start Hexwright on any machine with Python 3.11 or newer, from a fresh checkout, with one command.

``python3 run.py``              opens the program (without a display: plays the headless demo)
``python3 run.py test [ARGS]``  runs every check and test; with ARGS only pytest with those arguments
``python3 run.py ARGS``         passes ARGS to the ``hexwright`` command line

It makes the environment ``.venv`` beside this file, installs the exact versions of the lock file there, and
on Linux looks after the shared libraries that Qt needs. Only the standard library is used. A second run finds
everything in place and needs no network.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "hexwright-stamp.json"
LOCKS = {"runtime": ["requirements.txt"], "dev": ["requirements.txt", "requirements-dev.txt"]}
OLDEST = (3, 11)
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")

# Shared libraries Qt opens, with the packages that bring them: Debian and Ubuntu, Fedora, Arch.
LIBRARIES = {
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    "libGL.so.1": ("libgl1", "mesa-libGL", "libglvnd"),
    "libEGL.so.1": ("libegl1", "mesa-libEGL", "libglvnd"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig", "fontconfig"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs", "dbus"),
}
DISPLAY_LIBRARIES = {
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb", "libxcb"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
}
INSTALLERS = (
    ("apt-get", "apt-get install -y --no-install-recommends"),
    ("dnf", "dnf install -y"),
    ("pacman", "pacman -S --needed --noconfirm"),
)


def main(arguments: list[str]) -> int:
    """Prepare what is missing, then do what the arguments ask."""
    if sys.version_info < OLDEST:
        return start_newer_python(arguments)
    testing = arguments[:1] == ["test"]
    try:
        prepare_environment("dev" if testing else "runtime")
        prepare_libraries()
    except PreparationFailed as failure:
        print(f"error: {failure}", file=sys.stderr)
        return 1
    if testing:
        return run_tests(arguments[1:])
    if not arguments and not has_display():
        return run_demo()
    return run_program(arguments)


class PreparationFailed(Exception):
    """Something this script cannot put right by itself; the text says what to do."""


# --------------------------------------------------------------------------------------------- environment


def start_newer_python(arguments: list[str]) -> int:
    """Hand over to a newer Python on this machine, if there is one."""
    for name in ("python3.13", "python3.12", "python3.11"):
        found = shutil.which(name)
        if found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0:
            return subprocess.run([found, str(Path(__file__).resolve()), *arguments], check=False).returncode
    here = ".".join(str(part) for part in sys.version_info[:3])
    print(f"error: this is Python {here}; install Python 3.11 or newer and try again", file=sys.stderr)
    return 1


def prepare_environment(kind: str) -> None:
    """Make ``.venv`` and install the lock file unless the stamp says that this was done."""
    wanted = fingerprint(kind)
    if environment_works() and read_stamp().get(kind) == wanted:
        return
    if not environment_works():
        make_environment()
    lock = ROOT / LOCKS[kind][-1]
    note(f"Installing {lock.name} into {VENV} (once) ...")
    pip = [str(PYTHON), "-I", "-m", "pip", "--disable-pip-version-check"]
    command = [*pip, "install", "--quiet", "-r", str(lock)]
    if subprocess.run(command, check=False).returncode != 0:
        raise PreparationFailed(f"installing {lock.name} failed (see above); check the network and try again")
    # The dev lock holds the runtime lock, so one installation of it serves both.
    done = {name: fingerprint(name) for name in (LOCKS if kind == "dev" else [kind])}
    STAMP.write_text(json.dumps(done), encoding="utf-8")


def fingerprint(kind: str) -> str:
    """Name the content of the lock files of this kind."""
    digest = hashlib.sha256()
    for name in LOCKS[kind]:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def read_stamp() -> dict[str, str]:
    """Read what was installed; nothing if the stamp is missing or damaged."""
    try:
        found = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else {}


def environment_works() -> bool:
    """Say whether ``.venv`` holds a Python that is new enough and has pip.

    Isolated (``-I``), like every start of Python here: files in the caller's folder must not be imported.
    """
    if not PYTHON.exists():
        return False
    probe = f"import pip, sys; sys.exit(sys.version_info < {OLDEST!r})"
    return subprocess.run([str(PYTHON), "-I", "-c", probe], capture_output=True, check=False).returncode == 0


def make_environment() -> None:
    """Create ``.venv``, installing Debian's separate venv package first where it is missing and we may."""
    if importlib.util.find_spec("ensurepip") is None:
        install_packages([f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"], "Python's venv module")
    note(f"Making the environment {VENV} ...")
    command = [sys.executable, "-I", "-m", "venv", "--clear", str(VENV)]
    if subprocess.run(command, check=False).returncode != 0:
        raise PreparationFailed(f"could not make {VENV}; is the folder writable?")


# ------------------------------------------------------------------------------------------------ libraries


def prepare_libraries() -> None:
    """On Linux install the shared libraries Qt needs, or say which command does."""
    if not sys.platform.startswith("linux"):
        return
    wanted = LIBRARIES | (DISPLAY_LIBRARIES if has_display() else {})
    missing = [name for name in wanted if not is_loadable(name)]
    if not missing:
        return
    column = next((n for n, (tool, _) in enumerate(INSTALLERS) if shutil.which(tool)), None)
    if column is None:
        raise PreparationFailed(f"Qt needs these libraries: {' '.join(missing)}; install them and try again")
    install_packages(sorted({wanted[name][column] for name in missing}), "libraries that Qt needs")


def is_loadable(library: str) -> bool:
    """Try to open a shared library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def install_packages(packages: list[str], purpose: str) -> None:
    """Install system packages as root on Debian and its kin; elsewhere refuse with the command to type."""
    tool, command = next((pair for pair in INSTALLERS if shutil.which(pair[0])), ("", ""))
    if not tool:
        raise PreparationFailed(f"{purpose} are missing: {' '.join(packages)}; install them and try again")
    if tool != "apt-get" or os.geteuid() != 0:
        hint = f"sudo {command} {' '.join(packages)}"
        raise PreparationFailed(f"{purpose} are missing; install them with:\n  {hint}")
    note(f"Installing {purpose}: {' '.join(packages)} ...")
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for step in (["apt-get", "update", "-qq"], [*command.split(), "-qq", *packages]):
        if subprocess.run(step, env=quiet, stdout=subprocess.DEVNULL, check=False).returncode != 0:
            raise PreparationFailed(f"'{' '.join(step)}' failed; check the network and try again")


def has_display() -> bool:
    """Say whether a window can be opened here."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# ------------------------------------------------------------------------------------------------ programs


def environment() -> dict[str, str]:
    """Give the environment in which this checkout, and nothing of the same name, is imported."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return os.environ | {"PYTHONPATH": path, "PYTHONSAFEPATH": "1"}


def run_program(arguments: list[str]) -> int:
    """Run the command line of Hexwright in the folder of the caller."""
    return call([str(PYTHON), "-m", "app", *arguments], environment())


def run_demo() -> int:
    """Play the headless demo and say where its pictures are."""
    target = ROOT / "out" / "demo"
    say("There is no display, so this plays the headless demo (with one the same command opens the program).")
    say(f"Its map, log, save and set-up sheet go to {target}")
    return run_program(["demo", "-o", str(target)])


def run_tests(arguments: list[str]) -> int:
    """Run all checks and tests, the tests last so that their closing line ends the output."""
    surroundings = environment() | {"QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    if arguments:
        return call([str(PYTHON), "-m", "pytest", *arguments], surroundings, folder=ROOT)
    failed = []
    for name, command in test_stages():
        say(f"== {name}: {' '.join(command)}")
        began = time.monotonic()
        status = call([str(PYTHON), *command], surroundings, folder=ROOT)
        say(f"== {name}: {'FAILED' if status else 'ok'} in {time.monotonic() - began:.0f} s")
        failed += [name] if status else []
    say(f"Hexwright: {'FAILED: ' + ', '.join(failed) if failed else 'all checks and tests passed'}")
    return 1 if failed else 0


def test_stages() -> list[tuple[str, list[str]]]:
    """List the checks in the order in which they run; measurements of time run alone."""
    workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    spread = ["-n", str(workers), "--dist", "worksteal"] if workers > 1 else []
    return [
        ("style", ["-m", "ruff", "check", "."]),
        ("types", ["-m", "mypy"]),
        ("layers", ["-c", "from importlinter.cli import import_linter as go; go(['lint'])"]),
        ("dependencies", ["-m", "deptry", "."]),
        ("measurements", ["-m", "pytest", "-q", "-m", "perf", "tests/perf"]),
        ("tests", ["-m", "pytest", "-q", "-m", "not perf", *spread]),
    ]


def call(command: list[str], surroundings: dict[str, str], *, folder: Path | None = None) -> int:
    """Run a command to its end; Ctrl-C stops it as it would stop the command itself."""
    try:
        return subprocess.run(command, env=surroundings, cwd=folder, check=False).returncode
    except KeyboardInterrupt:
        return 130


def say(text: str) -> None:
    """Tell the user what happens, in order with the output of the programs started."""
    print(text, flush=True)


def note(text: str) -> None:
    """Tell what is being prepared, beside the output of the program that follows."""
    print(text, file=sys.stderr, flush=True)


def leave(status: int) -> NoReturn:
    """End with the given status, also where it was a signal."""
    sys.exit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    leave(main(sys.argv[1:]))
