"""Giving pictures to the counters of a module: in order, by drag, or by name; one change, whole or not
at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from app.importing.refusal import ImportRefused
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceArtDef
from engine.editing.change import id_from, with_fields
from engine.editing.pieces import new_piece
from engine.issues import LoadError
from engine.loading import builtin_modules, load_module


@dataclass(frozen=True)
class Art:
    """The pictures of one counter."""

    front: Image.Image
    back: Image.Image | None = None


def module_to_change(folder: Path) -> ModuleDef:
    """The module in a folder; refuses archives, built-in modules and faulty ones."""
    if not folder.is_dir():
        raise ImportRefused(f"{folder} is no module folder", "unpack the module or make a copy of it first")
    if folder.resolve() in {path.resolve() for path in builtin_modules().values()}:
        raise ImportRefused(f"{folder} comes with the program", "copy the folder and import into the copy")
    try:
        return load_module(folder)
    except LoadError as error:
        first = str(error.issues[0] if error.issues else error).removeprefix("error: ")
        raise ImportRefused(f"the module in {folder} has faults: {first}", "correct them first") from error


def with_art(module: ModuleDef, art: Mapping[str, PieceArtDef]) -> ModuleDef:
    """The module with the art of some counters changed."""
    pieces = tuple(
        piece.model_copy(update={"art": art[piece.id]}) if piece.id in art else piece
        for piece in module.pieces
    )
    return module.model_copy(update={"pieces": pieces})


def with_new(module: ModuleDef, art: Sequence[tuple[str, PieceArtDef]]) -> ModuleDef:
    """The module with a new counter for each name and its pictures, behind the others; plain ones of the
    first side and type, to be changed in the table. Refuses a module without types.
    """
    pieces = list(module.pieces)
    taken = {piece.id for piece in pieces}
    for name, pictures in art:
        steps = 2 if pictures.back else 1
        told = {"id": id_from(name, taken), "name": name, "art": pictures, "steps": steps}
        piece = with_fields(new_piece(module), told)
        taken.add(piece.id)
        pieces.append(piece)
    return module.model_copy(update={"pieces": tuple(pieces)})


def in_order(module: ModuleDef, count: int, first: str = "") -> Sequence[str]:
    """The counters that pictures in order go to: those of the roster, from one on, without copies and
    art first.
    """
    names = [piece.id for piece in module.pieces if not piece.template and piece.kind in {"unit", "leader"}]
    if first:
        if first not in names:
            raise ImportRefused(f"the module has no counter {first}", "check the name")
        names = names[names.index(first) :]
    return names[:count]
