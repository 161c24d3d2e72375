"""Numbers of charts and constants inside a module's own texts, so that nobody writes them twice.

`{stacking}` stands for the value of a constant, `{route-movement/road/mp}` for the cell of a chart under two
labels. Whoever shows a text asks here for its words; whoever edits it sees the marks.
"""

import re
from collections.abc import Iterator

from engine.definition.chart import Cell
from engine.definition.module import ModuleDef
from engine.definition.sequence import PhaseDef

MARK = re.compile(r"\{([a-z0-9_-]+)(?:/([^/{}]+)/([^/{}]+))?\}")


def told(module: ModuleDef, text: str) -> str:
    """A text of the module with its marks replaced; marks that stand for nothing stay as they are."""
    return MARK.sub(lambda found: _words(module, found), text) if "{" in text else text


def told_phases(module: ModuleDef) -> tuple[PhaseDef, ...]:
    """The sequence of play with the help of its phases in words."""
    return _told_phases(module, module.sequence)


def _told_phases(module: ModuleDef, phases: tuple[PhaseDef, ...]) -> tuple[PhaseDef, ...]:
    return tuple(
        phase.model_copy(
            update={"help": told(module, phase.help), "phases": _told_phases(module, phase.phases)}
        )
        for phase in phases
    )


def unknown_marks(module: ModuleDef, text: str) -> Iterator[str]:
    """Marks of a text that stand for no constant and no cell of the module."""
    for found in MARK.finditer(text):
        if _words(module, found) == found[0]:
            yield found[0]


def _words(module: ModuleDef, found: re.Match[str]) -> str:
    name, row, column = found.groups()
    try:
        value = module.constant(name).value if row is None else module.chart(name).cell(row, column)
    except (KeyError, IndexError):
        return found[0]
    return _said(value)


def _said(value: Cell) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
