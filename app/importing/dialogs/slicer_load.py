"""What the slicer gives: every counter with how to cut it, and the sheets with their grids, as they are now.

It is taken from the model at once, so that it can be brought beside the window's own work; and put back into
a model when a sheet is cut again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PIL import Image

from app.importing.assigning import Art
from app.importing.bringing import CutSheet, Item, Load, Sheets
from app.importing.dialogs.slicer_model import Place, SlicerModel
from app.importing.origins import Kept, KeptSheet
from app.importing.slicing.cutting import Finish
from app.importing.slicing.grid import Box
from app.importing.slicing.pairing import Turn
from app.importing.upright import cut_upright
from engine.definition.piece import PieceDef

Cut = tuple[Image.Image, float, Box]
"""A sheet, how it is turned, and where on it a counter lies."""


def load_of(model: SlicerModel, others: Sequence[Place], names: Sequence[str]) -> Load:
    """What counters were given, and new ones with their names."""
    numbers = _numbers(model)
    items = [_item(model, place, numbers, piece=piece) for piece, place in model.assigned.items()]
    items += [_item(model, place, numbers, name=name) for place, name in zip(others, names, strict=True)]
    return Load(tuple(items), _sheets(model))


def _numbers(model: SlicerModel) -> dict[int, int]:
    """The number of each page in the note of the import: fronts first, then backs."""
    order = sorted(range(len(model.pages)), key=lambda n: (model.pages[n].is_back, n))
    return {page: number for number, page in enumerate(order, 1)}


def _item(
    model: SlicerModel, place: Place, numbers: Mapping[int, int], *, piece: str = "", name: str = ""
) -> Item:
    back = model.back_of(place)
    cuts = _cut(model, place), _cut(model, back) if back else None
    make = partial(_art, *cuts, model.finish, model.turn)
    at = (numbers[place[0]], place[1] + 1, place[2][0] + 1, place[2][1] + 1)
    return Item(make, piece, name, at)


def _cut(model: SlicerModel, place: Place) -> Cut:
    page = model.pages[place[0]]
    return page.sheet.picture, page.grid.angle, model.box(place)


def _art(front: Cut, back: Cut | None, finish: Finish, turn: Turn) -> Art:
    picture = cut_upright(*back, finish) if back is not None else None
    if picture is not None and turn == "around":
        picture = picture.transpose(Image.Transpose.ROTATE_180)
    return Art(cut_upright(*front, finish), picture)


def _sheets(model: SlicerModel) -> Sheets | None:
    """The sheets with their grids; None where one comes from no file."""
    pages = sorted(model.pages, key=lambda page: page.is_back)
    cut = [
        CutSheet(page.opened.source, page.grid, page.is_back)
        for page in pages
        if page.opened.source is not None
    ]
    return Sheets(tuple(cut), model.turn, model.finish) if len(cut) == len(pages) else None


# ------------------------------------------------------------------ cutting again


def take_up(model: SlicerModel, kept: Kept, pieces: Sequence[PieceDef]) -> tuple[str, ...]:
    """Puts the grids of an earlier import into a model, and gives the counters that still have its art their
    places; what did not fit, in words.
    """
    origin, left = kept.origin, []
    for page, sheet in zip(model.pages, _in_order(origin.sheets), strict=True):
        if page.sheet.size == sheet.size:
            page.grid = sheet.grid
        else:
            left.append(f"{sheet.called} is not the picture that was cut, so its grid is looked for again")
    model.finish, model.turn = Finish(origin.trim, origin.rounding), origin.turn
    model.trim_chosen = True
    places = {art.front: (art.at[0] - 1, art.at[1] - 1, (art.at[2] - 1, art.at[3] - 1))
              for art in origin.art if art.at is not None}  # fmt: skip
    known = set(model.counters())
    model.assigned = {
        piece.id: places[piece.art.front]
        for piece in pieces
        if piece.art is not None and places.get(piece.art.front) in known
    }
    return tuple(left)


def _in_order(sheets: Sequence[KeptSheet]) -> list[KeptSheet]:
    """Fronts first, then backs, as a model has them."""
    return sorted(sheets, key=lambda sheet: sheet.backs)
