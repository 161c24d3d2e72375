"""What may be meant by a place that no map has: a name like the one written, or how far the numbers go."""

from collections.abc import Collection

from engine.geometry import CompiledBoard
from engine.issues import near_miss


def near_place(name: str, boxes: Collection[str], board: CompiledBoard) -> str:
    """A hint for whoever wrote an unknown place: by name as by id, as players call places by their names.

    A number with letters is not compared, since any number is like another one: it hears how far they go.
    """
    if board.ids and name[:1].isalpha() and name[-1:].isdigit():
        return f"hexes go from {board.ids[0]} to {board.ids[-1]}"
    named = {board.place_name(i) for i in board.places}
    near = near_miss(name, [*boxes, *sorted(named), *board.index])
    return near or "write the number or the name of a place that is there"
