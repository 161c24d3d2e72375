"""The list that a save leaves in a module's folder while its files take their places.

All new files lie beside the old ones before the list is written, so whoever finds it can read the new state
whole, and end the save. Without the list the old state is whole, whatever lies beside.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from engine.loading import layout

LIST = ".hexswap"
PART = ".hexpart"
#: No list of a module's files comes near it.
_MOST_BYTES = 2_000_000


@dataclass(frozen=True, slots=True)
class Swap:
    """Files that are to take their places, and files that are to go."""

    put: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()


def part_name(name: str) -> str:
    """Where the new text of a file lies until it takes its place."""
    pure = PurePosixPath(name)
    return pure.with_name(f".{pure.name}{PART}").as_posix()


def pending_swap(folder: Path) -> Swap | None:
    """The save that was cut off in a folder; None if there is none, or its list is of no use."""
    try:
        with (folder / LIST).open("rb") as stream:
            data = stream.read(_MOST_BYTES)
        listed = json.loads(data)
        swap = Swap(frozenset(_names(listed["put"])), frozenset(_names(listed["delete"])))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    names = swap.put | swap.gone
    return swap if all(is_text_of_a_module(name) and not _leads_out(folder, name) for name in names) else None


def _leads_out(folder: Path, name: str) -> bool:
    """Whether a file lies in a folder that is a link; what a list says of it is not followed."""
    parent = (folder / name).parent
    return parent != folder and parent.is_symlink()


def is_text_of_a_module(name: str) -> bool:
    """Whether a save may write or delete a file of this name."""
    if not set(name).isdisjoint("\\:\0"):
        return False
    return layout.is_rule_data(name) or layout.matches(name, layout.HELP_FILES)


def _names(listed: object) -> Collection[str]:
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise TypeError("a list of names is wanted")
    return listed
