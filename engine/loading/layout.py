"""Which file of a module holds what.

`module.yaml` is the head; every other file holds one board, one scenario, or some of the collections that the
table below allows for its place. Collections spread over several files are joined in the order of file names.
"""

from collections.abc import Iterable
from fnmatch import fnmatchcase

HEAD = "module.yaml"

#: Keys of the head that are plain facts about the module.
HEAD_KEYS = (
    "id",
    "title",
    "subtitle",
    "version",
    "schema_version",
    "designer",
    "publisher",
    "description",
    "ruleset",
    "listed",
    "stacking",
    "credits",
    "data_sources",
    "sides",
    "nations",
    "victory",
    "points",
    "levels",
)

#: Files that hold collections, by pattern, in canonical order.
COLLECTION_FILES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("terrain.yaml", ("terrain", "hexsides", "routes")),
    ("boxes.yaml", ("boxes", "tracks")),
    ("options.yaml", ("options",)),
    ("sequence.yaml", ("turns", "sequence")),
    ("schedule.yaml", ("schedule",)),
    ("cards.yaml", ("decks", "cards")),
    ("pieces/*.yaml", ("types", "formations", "provenance", "pieces")),
    ("charts/*.yaml", ("charts", "constants")),
)

#: Files that hold one definition each, by pattern, and the collection it joins.
SINGLE_FILES: tuple[tuple[str, str], ...] = (
    ("board/*.yaml", "boards"),
    ("scenarios/*.yaml", "scenarios"),
)

HELP_FILES = "help/*.md"

#: Folders of a module; files are written into them.
FOLDERS = ("art", "board", "charts", "help", "pieces", "scenarios")
DRAWING_FILES = ("board/drawing*.yaml", "board/drawing*.json")


def matches(name: str, pattern: str) -> bool:
    """Whether a file name fits a pattern; `*` does not cross folders."""
    return name.count("/") == pattern.count("/") and fnmatchcase(name, pattern)


def collections_of(name: str) -> tuple[str, ...]:
    """The collections a file may hold; empty for other files."""
    return next((keys for pattern, keys in COLLECTION_FILES if matches(name, pattern)), ())


def single_of(name: str) -> str | None:
    """The collection that a one-definition file joins; None for other files."""
    if is_drawing(name):
        return None
    return next((key for pattern, key in SINGLE_FILES if matches(name, pattern)), None)


def is_drawing(name: str) -> bool:
    """Whether the file serves the painter of a map only."""
    return any(matches(name, pattern) for pattern in DRAWING_FILES)


def is_rule_data(name: str) -> bool:
    """Whether the rules depend on the file, so that it counts for the module's hash."""
    return name == HEAD or bool(collections_of(name)) or single_of(name) is not None


def stray_files(names: Iterable[str]) -> tuple[str, ...]:
    """YAML files at places where none is read."""
    return tuple(
        name
        for name in names
        if name.endswith((".yaml", ".yml"))
        and not (is_rule_data(name) or is_drawing(name))
        and not name.startswith(("rules/", "art/", "drafts/"))
    )
