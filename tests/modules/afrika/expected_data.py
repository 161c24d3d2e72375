"""Set-ups and orders of arrival as printed, in a shorthand of our own, and module data in the same words."""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.definition.scenario import SideSetupDef

FOLDER = Path(__file__).with_name("expected")
Lists = Mapping[str, list[str]]


def read(name: str) -> dict[str, dict[str, list[str]]]:
    """Heading -> key -> sorted items of a file of expectations."""
    found: dict[str, dict[str, list[str]]] = {}
    section: dict[str, list[str]] = {}
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()[2:]:
        if line.startswith("# "):
            section = found.setdefault(line[2:], {})
        elif line:
            key, _, items = line.partition(": ")
            section[key] = sorted(items.split("; "))
    return found


def shorthand(module: ModuleDef, piece: PieceDef) -> str:
    """A counter as the expectations write it."""
    if piece.kind != "unit":
        return piece.name
    values = "-".join(f"{piece.values[name]:g}" for name in ("attack", "defense", "movement"))
    if piece.type == "artillery":
        return f"{values} arty"
    formations = {formation.id: formation.short for formation in module.formations}
    above = f"/{formations[piece.formation]}" if piece.formation else ""
    return f"{values} {piece.designation}{above}"


def words_of(module: ModuleDef) -> dict[str, str]:
    """Shorthand of every piece by id."""
    return {piece.id: shorthand(module, piece) for piece in module.pieces}


def setup_lists(module: ModuleDef, setup: SideSetupDef) -> dict[str, list[str]]:
    """A side's set-up by place, in shorthand."""
    words = words_of(module)
    found: dict[str, list[str]] = {}
    for placement in setup.placements:
        lost = {name: f" -{steps}" for name, steps in placement.lost.items()}
        items = [words[name] + lost.get(name, "") for name in placement.pieces]
        supply = [f"SP {placement.supply}"] if placement.supply else []
        found[placement.at or next(iter(placement.zones), "")] = sorted(items + supply)
    if setup.dead:
        found["dead"] = sorted(words[name] for name in setup.dead)
    return found


def arrival_lists(module: ModuleDef, side: str) -> dict[str, list[str]]:
    """A side's schedule as `turn action`, in shorthand."""
    words = words_of(module)
    found: dict[str, list[str]] = defaultdict(list)
    for entry in module.schedule:
        if entry.side != side:
            continue
        condition = "".join("-with-trento" if test.value else "-without-trento" for test in entry.when)
        items = [words[name] for name in entry.pieces] or [f"{entry.count}x Replacements"]
        found[f"{entry.turn} {entry.action}{condition}"].extend(items)
    return {key: sorted(items) for key, items in found.items()}
