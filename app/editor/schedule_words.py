"""What the grid of the schedule says: the words of a counter under the pointer, and what checks flag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.editor.document import EditorDocument
from app.editor.schedule_layout import Key, Spot
from app.editor.schedule_signs import SIGNS
from app.editor.summaries import exchange_of, place_words
from app.graphics.counter_faces import FaceMaker
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScheduleEntry
from engine.editing.checking import Finding
from engine.editing.csv_tables import entry_words


def words_of(document: EditorDocument, faces: FaceMaker, spot: Spot) -> str:
    """A counter of the grid in words: what it does, when, where, on what it depends, what is wrong."""
    module = document.module
    entry, piece = module.schedule[spot.entry], faces.definition(spot.piece)
    act, place = SIGNS.get(entry.action, "arrives"), place_words(entry, module)
    if spot.into:
        act = exchange_of(entry, spot.piece, module)
        place = f"else at {place}" if entry.otherwise == "arrive" else ""
    lines = [
        piece.name if piece else entry_words(entry),
        f"{act}, turn {entry.turn} {module.turn_title(entry.turn)}",
        place,
        *_terms(module, entry, spot.piece),
        entry.note,
        *(f.issue.message for f in document.check.findings if f.path[:2] == ("schedule", spot.entry)),
    ]
    return "\n".join(line for line in lines if line)


def _terms(module: ModuleDef, entry: ScheduleEntry, piece: str) -> Iterator[str]:
    options = {option.id: option.title for option in module.options}
    titles = {scenario.id: scenario.title for scenario in module.scenarios}
    comer = entry.into.get(piece, piece)
    if lost := entry.lost.get(comer, 0):
        yield f"without {lost} of its steps"
    elif comer in entry.lost:
        yield "at full strength"
    for test in entry.when:
        yield f"only if {options.get(test.option, test.option)} is {test.value}"
    if entry.scenarios:
        yield "only in " + ", ".join(titles.get(name, name) for name in entry.scenarios)


def flags_of(module: ModuleDef, findings: Iterable[Finding]) -> dict[Key, str]:
    """What the checks found in the schedule: the severity by entry and counter."""
    flags: dict[Key, str] = {}
    for finding in findings:
        path = finding.path
        if path[:1] == ("schedule",) and len(path) > 1 and isinstance(path[1], int):
            flags.setdefault((path[1], _piece(module, path[1], path[2:])), finding.issue.severity)
    return flags


def _piece(module: ModuleDef, at: int, rest: tuple[str | int, ...]) -> str:
    """The counter that a path within an entry leads to; empty for the entry itself."""
    if rest[:1] == ("into",) and len(rest) > 1:
        return str(rest[1])
    if at >= len(module.schedule) or rest[:1] != ("pieces",) or len(rest) < 2:
        return ""
    pieces, n = module.schedule[at].pieces, rest[1]
    return pieces[n] if isinstance(n, int) and n < len(pieces) else ""
