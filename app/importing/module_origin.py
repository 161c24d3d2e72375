"""Keeping the module of another program that a whole module was made from; which art came with it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.importing.art_store import ArtStore
from app.importing.origins import KeptArt, Origin, write_origin
from engine.definition.module import ModuleDef


def note_module(store: ArtStore, sources: Sequence[Path], module: ModuleDef) -> None:
    """Keeps some files and notes the art of counters and cards made from them; folders are not kept."""
    files = tuple(Path(store.keep_original(file)).name for file in sources if file.is_file())
    faces = (*(piece.art for piece in module.pieces), *(card.art for card in module.cards))
    art = dict.fromkeys(KeptArt(face.front, face.back or "") for face in faces if face is not None)
    if files:
        write_origin(store, Origin("module", tuple(art), files=files))
