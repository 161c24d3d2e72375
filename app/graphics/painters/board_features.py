"""A compiled board's hexsides as lines, ready for painters and for the bake."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from app.graphics.curves import Point, Polyline
from app.graphics.painters.board_chains import Side, join, softened
from engine.geometry.board import CompiledBoard


def corners_between(board: CompiledBoard, i: int, j: int) -> tuple[Point, Point]:
    """The ends of the side between two neighbours, with hex `i` to the right of the way from first to second.

    Walking clockwise round a hex keeps it on the right hand when y grows downwards.
    """
    direction = board.direction(i, j)
    if direction is None:
        raise ValueError(f"{board.ids[i]} and {board.ids[j]} do not touch")
    corners = board.corners(i)
    return corners[direction - 1], corners[direction]


def sides_of(board: CompiledBoard, kind: str, sheet: int = 0) -> Iterator[Side]:
    """All hexsides of a kind on one map, the upper or protected hex to the left."""
    for (i, j), side in board.sides.items():
        if kind not in side.kinds or board.board[i] != sheet:
            continue
        upper = side.high if side.high is not None else _only_protected(i, j, side.protects)
        if upper is None:
            yield Side(*corners_between(board, i, j))
        else:
            yield Side(*corners_between(board, j if upper == i else i, upper), directed=True)


def _only_protected(i: int, j: int, protected: tuple[int, ...]) -> int | None:
    inside = [hex_ for hex_ in (i, j) if hex_ in protected]
    return inside[0] if len(inside) == 1 else None


def chains_of(board: CompiledBoard, kind: str, sheet: int = 0, extra: Iterable[Side] = ()) -> list[Polyline]:
    """The joined lines of a kind of hexside, corners unsoftened; `extra` sides close gaps without rule
    effect.
    """
    return join([*sides_of(board, kind, sheet), *extra])


def soft_chains(
    board: CompiledBoard, kind: str, sheet: int = 0, extra: Iterable[Side] = ()
) -> list[Polyline]:
    """The joined and softened lines of a kind of hexside."""
    return [softened(chain, kind) for chain in chains_of(board, kind, sheet, extra)]


def hexes_by_terrain(board: CompiledBoard, sheet: int = 0) -> dict[str, list[int]]:
    """Numbers of the hexes of each kind of terrain on one map."""
    result: dict[str, list[int]] = defaultdict(list)
    for i, kind in enumerate(board.terrain):
        if board.board[i] == sheet:
            result[kind].append(i)
    return dict(result)
