"""Edits of what lies on hexsides and runs from hex to hex: slopes, walls, rivers, roads, tracks,
railways.

Hexsides are kept as the author wrote them, singly or in chains; erasing one takes it out of either. A
road drawn on from the end of another of the same kind and name continues that one.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from engine.definition.board import BoardDef, HexsideChainDef, HexsideDef, RouteDef
from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, made, with_fields
from engine.editing.maps import cells_of, change_board
from engine.geometry.compiling import grid_of


def set_hexside(module: ModuleDef, board: str, side: HexsideDef) -> ModuleDef:
    """Puts a feature on a hexside, in place of one of the same kind; refuses hexes that do not touch."""

    def change(old: BoardDef) -> BoardDef:
        _must_touch(old, side.a, side.b)
        if side in old.hexsides:
            return old
        bare = _without_side(old, side.a, side.b, side.kind)
        return with_fields(bare, {"hexsides": (*bare.hexsides, side)})

    return change_board(module, board, change)


def draw_hexsides(module: ModuleDef, board: str, sides: Iterable[HexsideDef]) -> ModuleDef:
    """Puts features on many hexsides at once."""

    def change(old: BoardDef) -> BoardDef:
        new = old
        for side in sides:
            _must_touch(old, side.a, side.b)
            new = _without_side(new, side.a, side.b, side.kind)
            new = with_fields(new, {"hexsides": (*new.hexsides, side)})
        return new

    return change_board(module, board, change)


def clear_hexside(module: ModuleDef, board: str, a: str, b: str, kind: str = "") -> ModuleDef:
    """Takes one kind of feature, or all, off a hexside; refuses a bare one."""

    def change(old: BoardDef) -> BoardDef:
        new = _without_side(old, a, b, kind)
        if new is old:
            raise EditRefused(f"there is no {kind or 'feature'} between {a} and {b}")
        return new

    return change_board(module, board, change)


def _without_side(board: BoardDef, a: str, b: str, kind: str) -> BoardDef:
    ends = {a, b}
    single = tuple(s for s in board.hexsides if {s.a, s.b} != ends or (kind and s.kind != kind))
    chains = tuple(
        new
        for old in board.chains
        if (new := old if kind and old.kind != kind else _shorter(old, a, b)) is not None
    )
    changes: dict[str, object] = {}
    if len(single) != len(board.hexsides):
        changes["hexsides"] = single
    if len(chains) != len(board.chains) or any(x is not y for x, y in zip(chains, board.chains, strict=True)):
        changes["chains"] = chains
    return with_fields(board, changes) if changes else board


def _shorter(chain: HexsideChainDef, a: str, b: str) -> HexsideChainDef | None:
    sides: list[str] = []
    for entry in chain.sides:
        first, *others = entry.split()
        kept = [name for name in others if {first, name} != {a, b}]
        if kept:
            sides.append(entry if len(kept) == len(others) else " ".join((first, *kept)))
    if tuple(sides) == chain.sides:
        return chain
    return with_fields(chain, {"sides": tuple(sides)}) if sides else None


def _must_touch(board: BoardDef, a: str, b: str) -> None:
    cells = cells_of(board, (a, b))
    if grid_of(board.grid).distance(cells[a], cells[b]) != 1:
        raise EditRefused(f"{a} and {b} are not neighbors", "a hexside lies between two hexes that touch")


def draw_route(module: ModuleDef, board: str, kind: str, path: Sequence[str], name: str = "") -> ModuleDef:
    """Draws a road or track along neighbouring hexes; goes on with one that ends where it begins."""
    if len(path) < 2:
        raise EditRefused("a route needs two hexes or more", "drag from hex to hex")

    def change(old: BoardDef) -> BoardDef:
        for a, b in pairwise(path):
            _must_touch(old, a, b)
        for n, route in enumerate(old.routes):
            if route.kind == kind and route.name == name:
                joined = _joined(route.hexes(), tuple(path))
                if joined:
                    new = with_fields(route, {"path": " ".join(joined)})
                    return with_fields(old, {"routes": (*old.routes[:n], new, *old.routes[n + 1 :])})
        new = made(RouteDef, {"kind": kind, "name": name, "path": " ".join(path)})
        return with_fields(old, {"routes": (*old.routes, new)})

    return change_board(module, board, change)


def _joined(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, ...]:
    if old[-1] == new[0]:
        return (*old, *new[1:])
    if old[-1] == new[-1]:
        return (*old, *reversed(new[:-1]))
    if old[0] == new[-1]:
        return (*new, *old[1:])
    if old[0] == new[0]:
        return (*reversed(new[1:]), *old)
    return ()


def clear_link(module: ModuleDef, board: str, a: str, b: str, kind: str = "") -> ModuleDef:
    """Takes the road between two hexes away; what is left of it on both sides stays."""

    def change(old: BoardDef) -> BoardDef:
        routes: list[RouteDef] = []
        for route in old.routes:
            if kind and route.kind != kind:
                routes.append(route)
                continue
            parts = _parts(route.hexes(), a, b)
            if len(parts) == 1 and len(parts[0]) == len(route.hexes()):
                routes.append(route)
                continue
            routes.extend(with_fields(route, {"path": " ".join(part)}) for part in parts if len(part) > 1)
        if tuple(routes) == old.routes:
            raise EditRefused(f"no {kind or 'route'} runs from {a} to {b}")
        return with_fields(old, {"routes": tuple(routes)})

    return change_board(module, board, change)


def _parts(path: Sequence[str], a: str, b: str) -> list[list[str]]:
    parts: list[list[str]] = [[path[0]]]
    for before, name in pairwise(path):
        if {before, name} == {a, b}:
            parts.append([name])
        else:
            parts[-1].append(name)
    return parts
