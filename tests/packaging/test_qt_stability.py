"""Keep out releases of PySide6 that lose references to None: they abort the process after a while.

A smoke test does not see this (a window opens, one picture is taken, all is green), so a process of its own
makes twenty thousand calls and must end well.
"""

import subprocess
import sys
from importlib.metadata import version

SCRIPT = """
from PySide6.QtWidgets import QApplication, QLabel
application = QApplication([])
label = QLabel()
for number in range(20_000):
    label.setText(str(number))
assert label.text() == "19999"
print("survived")
"""


def test_twenty_thousand_void_calls_do_not_abort_the_process() -> None:
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120, check=False
    )
    assert result.returncode == 0, result.stderr[-2000:]
    assert result.stdout.strip() == "survived"


def test_installed_release_is_inside_the_allowed_range() -> None:
    major, minor = (int(part) for part in version("PySide6-Essentials").split(".")[:2])
    assert (6, 8) <= (major, minor) < (6, 12)
