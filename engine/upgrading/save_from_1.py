"""Saves from format 1 to 2: no module inside, and another way to tell modules apart.

Format 1 held a hash over all fields of the module, which changed with every field the program learned. Format
2 hashes only what a module says, and keeps the module itself. What was not kept cannot be brought back, so
the header says that it does not know the module's hash, and the game goes on by the module on the disk.
"""

from engine.upgrading.plain import Plain


def upgraded(line: Plain) -> Plain:
    """A line of format 2."""
    if line.get("line") != "header":
        return line
    return {**line, "format": 2, "module_hash": ""}
