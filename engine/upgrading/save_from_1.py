"""Saves from format 1 to 2: no module inside, and hashes of another kind.

Format 1 hashed all fields of modules and positions, so that its hashes changed with every field the program
learned. Format 2 hashes of modules only what they say, and keeps the module itself. What was not kept cannot
be brought back: the header says that it does not know the module, the game goes on by the one on the disk,
and positions are checked by playing to them, not by their hashes.
"""

from engine.upgrading.plain import Plain

UNKNOWN = ""


def upgraded(line: Plain) -> Plain:
    """A line of format 2."""
    match line.get("line"):
        case "header":
            return {**line, "format": 2, "module_hash": UNKNOWN}
        case "snapshot" | "end":
            return {**line, "hash": UNKNOWN}
        case _:
            return line
