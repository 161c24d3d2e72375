"""The caller for all tests of the command line."""

from pathlib import Path

import pytest

from tests.app.cli.calling import Caller


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Caller:
    return Caller(capsys, tmp_path)
