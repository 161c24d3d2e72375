"""Calling the command line as people do, in this process or in one of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import status_of
from engine.loading.writer import save_module
from tests.fixtures.free_module import a_free_module


@dataclass(frozen=True)
class Answer:
    """What a call printed and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Caller:
    """Calls the command line and keeps its promises in mind: no traceback, errors in one line each."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self._capsys = capsys
        self.folder = folder
        self.module = folder / "meeting"
        save_module(a_free_module().model_copy(update={"schedule": ()}), self.module)
        self.scenario = f"{self.module}#meeting"

    def __call__(self, *words: str | Path) -> Answer:
        status = status_of([str(word) for word in words])
        captured = self._capsys.readouterr()
        assert "Traceback" not in captured.err + captured.out
        for line in captured.err.splitlines():
            assert line.startswith(("error: ", "warning: ")), line
        return Answer(status, captured.out, captured.err)

    def ok(self, *words: str | Path) -> Answer:
        answer = self(*words)
        assert answer.status == 0, answer
        assert answer.err == "", answer.err
        return answer

    def wrong(self, status: int, part: str, *words: str | Path) -> Answer:
        answer = self(*words)
        assert answer.status == status, answer
        assert part in answer.err, answer.err
        return answer
