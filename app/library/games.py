"""The games there are: built-in modules and the user's own, loaded one by one.

Loading a module takes a tenth of a second, so the window shows first and the
catalogue loads a module at a time afterwards. A module that cannot be loaded
stays in the list with its faults.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from app.user_files import MODULE_SUFFIX, modules_folder
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef, VersionDef
from engine.issues import LoadError
from engine.loading import builtin_modules, load_module
from engine.loading.layout import HEAD


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A module of the library: loaded, or with the faults that forbid it. `stamp` changes with its files."""

    path: Path
    is_own: bool = False
    module: ModuleDef | None = None
    faults: tuple[str, ...] = ()
    stamp: str = ""

    @property
    def key(self) -> str:
        """What tells this game from others in the library."""
        return str(self.path)

    @property
    def title(self) -> str:
        """The module's title, or its folder's name."""
        return self.module.title if self.module else self.path.stem.replace("_", " ").title()

    @property
    def is_listed(self) -> bool:
        """Whether the library shows it; drafts may hide themselves, faulty ones never do."""
        return self.module is None or self.module.listed


@dataclass(frozen=True, slots=True)
class Span:
    """The turns of a game's time bar, with the dates at its ends."""

    first: int
    last: int
    first_date: str
    last_date: str


def module_paths(own_folder: Path | None = None) -> tuple[tuple[Path, bool], ...]:
    """Paths of all modules with whether they are the user's own, built-in ones first."""
    found = [(path, False) for path in builtin_modules().values()]
    folder = own_folder or modules_folder()
    if folder.is_dir():
        found += [(path, True) for path in sorted(folder.iterdir()) if is_module(path)]
    return tuple(found)


def is_module(path: Path) -> bool:
    """Whether a path looks like a module: a folder with a head, or a zipped module."""
    return path.suffix == MODULE_SUFFIX or (path / HEAD).is_file()


def load_game(path: Path, *, is_own: bool = False) -> Game:
    """Load one module; its faults are kept in the game, not raised."""
    try:
        return Game(path=path, is_own=is_own, module=load_module(path), stamp=fingerprint(path))
    except LoadError as error:
        faults = tuple(str(issue) for issue in error.issues) or (str(error),)
        return Game(path=path, is_own=is_own, faults=faults)


def fingerprint(path: Path) -> str:
    """Changes when a file of a module does; a stamp of names, sizes and times, not of contents."""
    files = [path] if path.is_file() else sorted(path.rglob("*"))
    digest = blake2b(digest_size=8)
    for file in files:
        if file.suffix not in {".py", ".pyc"} and file.is_file():
            facts = file.stat()
            digest.update(f"{file.name}|{facts.st_size}|{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def load_games(own_folder: Path | None = None) -> Iterator[Game]:
    """Load all modules, one at each step."""
    for path, is_own in module_paths(own_folder):
        yield load_game(path, is_own=is_own)


def span_of(module: ModuleDef) -> Span:
    """From the earliest start to the latest end of the module's scenarios."""
    firsts = [scenario.first_turn for scenario in module.scenarios] or [1]
    lasts = [version.last_turn for scenario in module.scenarios for version in scenario.versions] or [1]
    first, last = min(firsts), max(lasts)
    return Span(first, last, module.turn_title(first), module.turn_title(last))


def by_length(scenario: ScenarioDef) -> tuple[VersionDef, ...]:
    """The versions of a scenario, the shortest first."""
    return tuple(sorted(scenario.versions, key=lambda version: version.last_turn))


def turns_of(scenario: ScenarioDef, version: VersionDef) -> int:
    """How many turns a version lasts."""
    return max(1, version.last_turn - scenario.first_turn + 1)


def turns_text(turns: int) -> str:
    """`1 turn`, `14 turns`."""
    return "1 turn" if turns == 1 else f"{turns} turns"


def version_words(scenario: ScenarioDef, version: VersionDef) -> str:
    """A version with its length, such as `Short version, 2 turns`."""
    return f"{version.title}, {turns_text(turns_of(scenario, version))}"


def dates_text(module: ModuleDef, scenario: ScenarioDef, version: VersionDef) -> str:
    """From when to when a version runs."""
    first, last = module.turn_title(scenario.first_turn), module.turn_title(version.last_turn)
    return first if first == last else f"{first} to {last}"


def units_placed(module: ModuleDef, scenario: ScenarioDef, side: str) -> tuple[int, int]:
    """Units a side has on the map and in boxes at the start."""
    setup = scenario.sides.get(side)
    if setup is None:
        return 0, 0
    kinds = {piece.id: piece.kind for piece in module.pieces}
    boxes = {box.id for box in module.boxes}
    on_map = off_map = 0
    for placement in setup.placements:
        count = sum(1 for piece in placement.pieces if kinds.get(piece) == "unit")
        if placement.at in boxes:
            off_map += count
        else:
            on_map += count
    return on_map, off_map
