"""Checks of marks in a module's texts: each must stand for a constant or a cell of a chart."""

from collections.abc import Iterator

from engine.definition.module import ModuleDef
from engine.definition.sequence import PhaseDef
from engine.definition.telling import unknown_marks
from engine.loading.checker import Checker
from engine.loading.text import Path


def check_marks(checker: Checker, module: ModuleDef) -> None:
    """Doubts marks that stand for nothing: they would be shown as they are."""
    for path, text in _texts(module):
        for mark in unknown_marks(module, text):
            message = f"{mark} stands for no constant and no cell of a chart"
            hint = "write {constant} or {chart/row/column}"
            checker.doubt(path, "UNKNOWN_MARK", message, hint)


def _texts(module: ModuleDef) -> Iterator[tuple[Path, str]]:
    for i, page in enumerate(module.help):
        yield ("help", i, "text"), page.text
    yield from _helps(("sequence",), module.sequence)


def _helps(path: Path, phases: tuple[PhaseDef, ...]) -> Iterator[tuple[Path, str]]:
    for i, phase in enumerate(phases):
        yield (*path, i, "help"), phase.help
        yield from _helps((*path, i, "phases"), phase.phases)
