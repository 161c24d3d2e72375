"""Requests to end: one line, the status of the signal, and what a library takes for itself is not lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.fixtures.processes import environment

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of Unix")

START = """
import os, signal, sys
from app.cli import interrupting, main
def ask(number=signal.{name}):
    os.kill(os.getpid(), number)
"""
IN_THE_OPEN = "main.games.builtin_modules = ask"
SWALLOWED = """
def swallowed():
    try:
        ask()
    except BaseException:
        raise ValueError("a fault of the library")
main.games.builtin_modules = swallowed
"""
LOST = """
class Last:
    def __del__(self):
        ask()
def lost():
    Last()
    while True:
        pass
main.games.builtin_modules = lost
"""
LOADING = """
import importlib.abc, importlib.util
class Loader(importlib.abc.Loader):
    def exec_module(self, module):
        ask()
        module.loaded = True
class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        return importlib.util.spec_from_loader(name, Loader()) if name == "slow" else None
def load():
    sys.meta_path.insert(0, Finder())
    import slow
    assert slow.loaded
    while True:
        pass
main.games.builtin_modules = load
"""


def run(body: str, name: str) -> tuple[int, str, str]:
    """What a process ends with that lists the games and is asked to end on the way."""
    text = START.format(name=name) + body + '\nmain.run(["list"])\n'
    done = subprocess.run(
        [sys.executable, "-c", text],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
        timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_request_ends_the_command_with_a_line(name: str, status: int) -> None:
    assert run(IN_THE_OPEN, name) == (status, "", "error: interrupted; nothing is lost\n")


@pytest.mark.parametrize("body", [SWALLOWED, LOST, LOADING], ids=["swallowed", "lost", "loading"])
def test_a_request_is_heard_wherever_it_comes(body: str) -> None:
    assert run(body, "SIGTERM") == (143, "", "error: interrupted; nothing is lost\n")


def test_what_was_switched_off_stays_so() -> None:
    body = "signal.signal(signal.SIGHUP, signal.SIG_IGN)\nmain.games.builtin_modules = lambda: ask() or {}"
    assert run(body, "SIGHUP") == (0, "", "")


def test_windows_end_at_once() -> None:
    body = "main.games.builtin_modules = lambda: interrupting.end_at_once() or ask()"
    assert run(body, "SIGTERM") == (-signal.SIGTERM, "", "")
