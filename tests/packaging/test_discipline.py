"""The watchers of ``tests/conftest.py`` themselves: each bad habit must make its test fail."""

import pytest

pytest_plugins = ["pytester"]

PREAMBLE = """
import logging, threading, pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget
"""

STRAY_THREAD = """
def test_it():
    wait = threading.Event().wait
    threading.Thread(target=wait, args=(3,), name='forgotten', daemon=True).start()
"""

BAD_HABITS = {
    "log": ("def test_it():\n    logging.getLogger('x').warning('careless')", "careless"),
    "thread": (STRAY_THREAD, "forgotten"),
    "window": (
        "def test_it(qapp):\n    global w\n    w = QWidget()\n    w.setWindowTitle('stray')\n    w.show()",
        "stray",
    ),
    "timer": (
        "def test_it(qapp):\n    global t\n    t = QTimer()\n    t.setObjectName('ticker')\n    t.start(50)",
        "ticker",
    ),
    "dialog": ("def test_it(qapp):\n    QMessageBox.question(None, 'Really', 'Sure?')", "blocked in a dial"),
    "qt warning": (
        "from PySide6.QtCore import qWarning\ndef test_it(qapp):\n    qWarning('toolkit grumbles')",
        "toolkit grumbles",
    ),
}

GOOD_HABITS = """
def test_open_dialog_is_left_alone(qtbot):
    dialog = QDialog()
    qtbot.addWidget(dialog)
    dialog.open()
    qtbot.wait(1300)
    assert dialog.isVisible()
    dialog.accept()

def test_timer_stopped(qtbot):
    timer = QTimer()
    timer.start(10)
    timer.stop()

@pytest.mark.expects_log
def test_expected_warning():
    logging.getLogger("x").warning("known")
"""


@pytest.fixture
def strict_pytester(pytester: pytest.Pytester, project_root: object) -> pytest.Pytester:
    pytester.makeconftest("from tests.conftest import *\n")
    pytester.makepyprojecttoml(
        "[tool.pytest.ini_options]\n"
        f"pythonpath = ['{project_root}']\n"
        "qt_api = 'pyside6'\nqt_log_level_fail = 'WARNING'\n"
        "markers = ['slow: x', 'expects_log: x', 'expects_windows: x']\n"
    )
    return pytester


@pytest.mark.parametrize("habit", BAD_HABITS)
def test_bad_habit_fails(strict_pytester: pytest.Pytester, habit: str) -> None:
    body, trace = BAD_HABITS[habit]
    strict_pytester.makepyfile(PREAMBLE + body)
    result = strict_pytester.runpytest_subprocess("-p", "no:cacheprovider")
    outcomes = result.parseoutcomes()
    assert outcomes.get("failed", 0) + outcomes.get("errors", 0) >= 1
    result.stdout.fnmatch_lines([f"*{trace}*"])


def test_good_habits_pass(strict_pytester: pytest.Pytester) -> None:
    strict_pytester.makepyfile(PREAMBLE + GOOD_HABITS)
    result = strict_pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=3)
