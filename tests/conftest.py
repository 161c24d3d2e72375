"""Discipline for every test: no window on a screen, no file of the user touched, nothing left behind.

A test fails when it logs a warning or worse, leaves a window, a running timer or a thread, or when the
program blocks in a modal dialog nobody answers (pytest-qt adds: when Qt prints a warning). The cyclic garbage
collector stays off while a test uses Qt and runs between tests, because collecting a half-dead widget tree in
the middle of a paint event crashes the process.
"""

import gc
import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.fixtures.qt_watch import DialogWatch, TimerWatch, close_windows, finish_deletions, left_windows


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the switch for the long runs."""
    parser.addoption("--slow", action="store_true", help="run the long tests, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the long runs unless they are asked for."""
    if config.getoption("--slow"):
        return
    skip = pytest.mark.skip(reason="long run, ask for it with --slow")
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(skip)


@pytest.fixture(scope="session", autouse=True)
def users_files_stay_untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Point settings, journals, logs and caches of the program to a folder of this run."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXWRIGHT_HOME", str(home))
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            patch.setenv(name, str(home / name.lower()))
        yield


@pytest.fixture(autouse=True)
def quiet_log(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test that logs a warning or worse without the mark ``expects_log``."""
    yield
    if request.node.get_closest_marker("expects_log"):
        return
    loud = [
        record
        for phase in ("setup", "call", "teardown")
        for record in caplog.get_records(phase)
        if record.levelno >= logging.WARNING
    ]
    assert not loud, "logged: " + "; ".join(f"{r.name} {r.levelname} {r.getMessage()}" for r in loud)


@pytest.fixture(autouse=True)
def no_threads_left() -> Iterator[None]:
    """Fail a test that leaves a Python thread running."""
    before = set(threading.enumerate())
    yield
    left = [thread.name for thread in threading.enumerate() if thread not in before and thread.is_alive()]
    assert not left, f"threads left running: {left}"


@pytest.fixture(autouse=True)
def tidy_windows(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test that uses Qt and leaves windows, timers or threads, or blocks in a dialog."""
    if not {"qapp", "qtbot"} & set(request.fixturenames):
        yield
        return
    request.getfixturevalue("qapp")
    finish_deletions()
    gc.collect()
    gc.disable()
    timers = TimerWatch(monkeypatch)
    dialogs = DialogWatch()
    try:
        yield
        dialogs.stop()
        windows = left_windows()
        running = timers.stop_running()
        close_windows()
    finally:
        dialogs.stop()
        gc.enable()
        gc.collect()
    assert not dialogs.blocked, f"blocked in a dialog nobody answered: {dialogs.blocked}"
    if not request.node.get_closest_marker("expects_windows"):
        assert not windows, f"windows left open: {windows}"
    assert not running, f"timers or threads left running: {running}"


@pytest.fixture(scope="session")
def project_root() -> Path:
    """Give the top folder of the checkout."""
    return Path(__file__).resolve().parent.parent
