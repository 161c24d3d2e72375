"""Sets of hexes for tools: brushes, lines, and everything of the same terrain that hangs together."""

from engine.geometry import CompiledBoard

#: Radius of a brush by how many hexes it covers.
BRUSHES = {1: 0, 7: 1, 19: 2, 37: 3}


def brush(board: CompiledBoard, i: int, size: int) -> frozenset[int]:
    """The hexes a brush of 1, 7, 19 or 37 hexes covers."""
    return board.within(i, BRUSHES[size])


def line(board: CompiledBoard, i: int, j: int) -> tuple[int, ...]:
    """The hexes of the straight line between two hexes of one map, each a neighbor of the one before."""
    path = [i]
    ax, ay = board.center(i)
    bx, by = board.center(j)
    while path[-1] != j:
        here = path[-1]
        left = board.distance(here, j)
        steps = [n for n in board.neighbors[here] if n >= 0 and board.distance(n, j) < left]
        if not steps:
            break

        def away(n: int) -> float:
            x, y = board.center(n)
            return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay))

        path.append(min(steps, key=lambda n: (round(away(n), 6), n)))
    return tuple(path)


def fill(board: CompiledBoard, i: int) -> frozenset[int]:
    """All hexes of the same terrain that hang together with one."""
    kind, seen, open_ones = board.terrain[i], {i}, [i]
    while open_ones:
        for n in board.neighbors[open_ones.pop()]:
            if n >= 0 and n not in seen and board.terrain[n] == kind:
                seen.add(n)
                open_ones.append(n)
    return frozenset(seen)
