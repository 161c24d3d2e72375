"""What can be done with one side of a hex: features put on it and taken off, roads across it.

Whether a feature has an upper side or protects a hex follows from its look; every act is one edit of the
document.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.editor.document import Edit
from engine.definition.board import HexsideDef, LandscapeDef
from engine.definition.module import ModuleDef
from engine.editing import lines
from engine.geometry import CompiledBoard

_WALLS = ("wall", "fort")
_SLOPES = ("slope", "escarp", "ridge", "rim", "crest")


def has_wall(kind: LandscapeDef) -> bool:
    """Whether a kind of hexside protects the hex at one side of it."""
    return any(word in f"{kind.id} {kind.look}" for word in _WALLS)


def has_slope(kind: LandscapeDef) -> bool:
    """Whether a kind of hexside has an upper and a lower side."""
    return any(word in f"{kind.id} {kind.look}" for word in _SLOPES)


def feature_of(kind: LandscapeDef, high: str, low: str) -> HexsideDef:
    """The feature between two hexes, its upper or protected side at the first."""
    return HexsideDef(
        a=high, b=low, kind=kind.id,
        high=high if has_slope(kind) else None, protects=high if has_wall(kind) else None,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SideAct:
    """One line of a side's menu."""

    words: str
    edit: Edit
    text: str
    """For the history."""
    is_there: bool = False
    """Whether the side has it already; then the edit takes it away."""


def acts_on(module: ModuleDef, board: CompiledBoard, i: int, j: int) -> Iterator[SideAct]:
    """Everything that can be put on, or taken off, the side between two neighbors."""
    sheet = board.board_of(i)
    here, there = board.ids[i], board.ids[j]
    for kind in module.hexsides:
        yield from _feature_acts(kind, board, (i, j), sheet)
    for kind in module.routes:
        is_there = kind.id in board.links(i, j)
        words = f"{kind.title.lower()} {here} to {there}"
        if is_there:
            yield SideAct(kind.title, _unlink(sheet, here, there, kind.id), f"clear {words}", is_there=True)
        else:
            yield SideAct(kind.title, _link(sheet, here, there, kind.id), words)


def _feature_acts(
    kind: LandscapeDef, board: CompiledBoard, pair: tuple[int, int], sheet: str
) -> Iterator[SideAct]:
    i, j = pair
    here, there = board.ids[i], board.ids[j]
    side = board.side(i, j)
    has_it = side is not None and kind.id in side.kinds
    title = kind.title
    if not (has_slope(kind) or has_wall(kind)):
        yield _act(title, sheet, feature_of(kind, here, there), has_it=has_it)
        return
    at_here = side is not None and (side.high == i if has_slope(kind) else i in side.protects)
    at_there = side is not None and (side.high == j if has_slope(kind) else j in side.protects)
    word = "upper side" if has_slope(kind) else "protects"
    yield _act(f"{title}, {word} {here}", sheet, feature_of(kind, here, there), has_it=has_it and at_here)
    yield _act(f"{title}, {word} {there}", sheet, feature_of(kind, there, here), has_it=has_it and at_there)


def _act(words: str, sheet: str, feature: HexsideDef, *, has_it: bool) -> SideAct:
    text = f"{feature.kind.replace('_', ' ')} between {feature.a} and {feature.b}"
    if not has_it:
        return SideAct(words, lambda m: lines.set_hexside(m, sheet, feature), text)
    a, b, kind = feature.a, feature.b, feature.kind
    return SideAct(words, lambda m: lines.clear_hexside(m, sheet, a, b, kind), f"clear {text}", is_there=True)


def _link(sheet: str, a: str, b: str, kind: str) -> Edit:
    return lambda m: lines.draw_route(m, sheet, kind, (a, b))


def _unlink(sheet: str, a: str, b: str, kind: str) -> Edit:
    return lambda m: lines.clear_link(m, sheet, a, b, kind)
