"""The faces of a document's counters, made once for all who show them and kept over edits.

Map, table, schedule and lists draw the same counters. A face rests on its counter, and on sides, nations,
formations and types; as long as these are the same objects it stays, so an edit of one counter makes one face
anew. Faces with pictures from files are made anew after every edit, as the files may be others.
"""

from __future__ import annotations

from pathlib import Path
from weakref import WeakKeyDictionary

from app.editor.document import EditorDocument
from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.face import CounterFace
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef

Kept = dict[tuple[str, int], tuple[PieceDef, CounterFace]]
"""Faces by counter and steps left, with the definition each was made from."""

_PRINTED = -1


class SharedFaces(FaceMaker):
    """The faces of one state of a module, with those of the state before that still hold."""

    def __init__(self, module: ModuleDef, place: Path, kept: Kept) -> None:
        super().__init__(module, place)
        self.module, self.place = module, place
        self.kept = kept

    def printed(self, piece: PieceDef) -> CounterFace:
        return self._known(piece, _PRINTED) or self._keep(piece, _PRINTED, super().printed(piece))

    def with_steps(self, piece: PieceDef, steps_left: int) -> CounterFace:
        known = self._known(piece, steps_left)
        return known or self._keep(piece, steps_left, super().with_steps(piece, steps_left))

    def _known(self, piece: PieceDef, steps: int) -> CounterFace | None:
        known = self.kept.get((piece.id, steps))
        return known[1] if known is not None and known[0] is piece else None

    def _keep(self, piece: PieceDef, steps: int, face: CounterFace) -> CounterFace:
        if piece.art is None:
            self.kept[piece.id, steps] = piece, face
        return face


_made: WeakKeyDictionary[EditorDocument, SharedFaces] = WeakKeyDictionary()


def faces_of(document: EditorDocument) -> SharedFaces:
    """The faces of the document's counters as they are now."""
    module, before = document.module, _made.get(document)
    if before is not None and before.module is module and before.place == document.path:
        return before
    is_alike = before is not None and all(
        getattr(before.module, part) is getattr(module, part)
        for part in ("sides", "nations", "formations", "types")
    )
    kept = before.kept if before is not None and is_alike else {}
    made = _made[document] = SharedFaces(module, document.path, kept)
    return made
