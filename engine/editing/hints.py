"""What only designers are told: what comes next, things nothing uses, hexes fuller than free play allows,
missing pictures.

None of it keeps a module from being loaded or played, so the loader does not look for it.
"""

from collections.abc import Callable, Iterator

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.editing.checking import Finding, check
from engine.editing.memory import remembered
from engine.editing.next_steps import is_young, next_steps
from engine.issues import Issue
from engine.loading.roster import PieceFact, roster
from engine.loading.text import Path


def hints(module: ModuleDef, has_file: Callable[[str], bool] | None = None) -> tuple[Finding, ...]:
    """Everything of that kind; `has_file` says whether the module has a picture."""
    found = [*next_steps(module), *_unused(module), *_overfull(module)]
    if has_file is not None:
        found.extend(_missing(module, has_file))
    return tuple(found)


def _hint(path: Path, code: str, message: str, hint: str) -> Finding:
    name = "/".join(str(step) for step in path)
    return Finding(Issue(name, 0, code, message, hint, "warning"), path)


def _belonging_pieces(module: ModuleDef) -> tuple[frozenset[str | None], frozenset[str]]:
    """All formations and types that a counter belongs to."""
    formations = frozenset(piece.formation for piece in module.pieces)
    return formations, frozenset(piece.type for piece in module.pieces)


_BELONGING = PieceFact(_belonging_pieces, lambda piece: (piece.formation, piece.type))


def _unused(module: ModuleDef) -> Iterator[Finding]:
    if is_young(module):
        return
    formations, types = remembered(_BELONGING, module)
    formations |= {formation.parent for formation in module.formations}
    for n, formation in enumerate(module.formations):
        if formation.id not in formations:
            message = f"no counter belongs to {formation.title}"
            yield _hint(("formations", n), "UNUSED", message, "give it counters, or delete it")
    for n, kind in enumerate(module.types):
        if kind.id not in types:
            yield _hint(("types", n), "UNUSED", f"no counter is of type {kind.title}", "use it, or delete it")


def standing_counts(module: ModuleDef, scenario: ScenarioDef) -> dict[str, int]:
    """How many units a scenario puts in each place that it names."""
    known = remembered(roster, module)
    held: dict[str, int] = {}
    for setup in scenario.sides.values():
        for placement in setup.placements:
            if placement.at is not None and not placement.when:
                units = sum(name in known and known[name].kind == "unit" for name in placement.pieces)
                held[placement.at] = held.get(placement.at, 0) + units
    return held


def _overfull(module: ModuleDef) -> Iterator[Finding]:
    """Hexes beyond the stacking limit of free play; a game with rules of its own checks by them."""
    limit, board = module.stacking, check(module).board
    if limit is None or module.ruleset is not None or board is None:
        return
    for i, scenario in enumerate(module.scenarios):
        full = {place: n for place, n in standing_counts(module, scenario).items() if n > limit}
        for side, setup in scenario.sides.items():
            for n, placement in enumerate(setup.placements):
                if placement.at in full and placement.at in board.index and placement.pieces:
                    count = full.pop(placement.at)
                    path: Path = ("scenarios", i, "sides", side, "placements", n)
                    message = (
                        f"{count} units in {board.label(board.index[placement.at])}, {limit} may stand there"
                    )
                    yield _hint(path, "STACKING", message, "move some of them")


def _missing(module: ModuleDef, has_file: Callable[[str], bool]) -> Iterator[Finding]:
    for n, piece in enumerate(module.pieces):
        if piece.art is None:
            continue
        for field in ("front", "back"):
            name = getattr(piece.art, field)
            if name and not has_file(name):
                message = f"{piece.name}: the picture {name} is not there"
                yield _hint(("pieces", n, "art", field), "MISSING_FILE", message, "give it a picture again")
