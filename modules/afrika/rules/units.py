"""Counters in integers: what the rules ask of a unit, answered once from the module's definitions.

Classes come from the groups of the unit's type: ``armor`` and ``infantry`` as combined arms understands
them (3.4), ``tank`` is armor only (erratum 6), ``armored`` what salt marsh stops (clar. 14). A leader, box or
marker is no unit (2.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.ids import PieceId, SideId

if TYPE_CHECKING:
    from engine.definition.module import ModuleDef
    from engine.definition.piece import PieceDef
    from modules.afrika.rules.charts import Charts


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One unit as printed. ``attack``, ``defense``, ``movement`` are the printed full values.

    ``name`` is how people speak of it: the printed name, with the type where that alone says too little
    (``16 Inf``, ``7/7 Arm SPT``).

    ``reduced_attack`` and ``reduced_defense`` are those of the reverse side (half, rounded up, where
    the module gives none). ``supply`` is what it counts for supply (5.1a): nothing, 1, or as an Italian
    division.
    ``formation`` is the higher attachment for divisional integrity, empty if it has none.
    """

    id: PieceId
    name: str
    side: SideId
    nation: str
    type: str
    formation: str
    attack: int
    defense: int
    movement: int
    reduced_attack: int
    reduced_defense: int
    steps: int
    supply: int
    exploits: bool
    armor: bool
    infantry: bool
    tank: bool
    armored: bool
    motorized: bool
    artillery: bool
    garrison: bool
    lrdg: bool
    german: bool
    italian: bool
    division: bool

    @property
    def likeness(self) -> tuple[str, int, int, int, int]:
        """What two units must share to consolidate (2.8): type, values, steps."""
        return self.type, self.attack, self.defense, self.movement, self.steps


def compile_units(module: ModuleDef, charts: Charts) -> Mapping[PieceId, Unit]:
    """All units of a module by id; charts say what an Italian division counts and who is motorized."""
    groups = {kind.id: frozenset(kind.groups) for kind in module.types}
    nations = {nation.id: frozenset(nation.groups) for nation in module.nations}
    names = spoken_names(module)
    units = {
        piece.id: _unit(piece, groups[piece.type], nations.get(piece.nation or "", frozenset()), charts)
        for piece in module.pieces
        if piece.kind == "unit"
    }
    return {name: replace(unit, name=names[name]) for name, unit in units.items()}


def spoken_names(module: ModuleDef) -> Mapping[PieceId, str]:
    """What people call each piece: a bare number, or a name that counters of several types share, with its
    type."""
    shorts = {kind.id: kind.short for kind in module.types}
    types: dict[str, set[str]] = {}
    for piece in module.pieces:
        types.setdefault(piece.name, set()).add(piece.type)
    return {piece.id: _spoken(piece, shorts[piece.type], types[piece.name]) for piece in module.pieces}


def _spoken(piece: PieceDef, short: str, types: set[str]) -> str:
    says_enough = len(types) == 1 and any(letter.isalpha() for letter in piece.name)
    if says_enough or piece.kind != "unit" or piece.name.endswith(f" {short}"):
        return piece.name
    return f"{piece.name} {short}"


def _unit(piece: PieceDef, groups: frozenset[str], nation: frozenset[str], charts: Charts) -> Unit:
    attack, defense, movement = (int(piece.values[name]) for name in ("attack", "defense", "movement"))
    traits = frozenset(piece.traits)
    garrison, lrdg = "garrison" in groups, "commando" in groups
    italian, division = "italian" in nation, "division" in groups or "division" in traits
    tank = "tank" in groups
    return Unit(
        id=piece.id,
        name=piece.name,
        side=piece.side or "",
        nation=piece.nation or "",
        type=piece.type,
        formation=piece.formation or "",
        attack=attack,
        defense=defense,
        movement=movement,
        reduced_attack=_reduced(piece, "attack"),
        reduced_defense=_reduced(piece, "defense"),
        steps=piece.steps,
        supply=0 if garrison or lrdg else charts.supply_italian_division if italian and division else 1,
        exploits="exploit" in traits,
        armor="armor" in groups,
        infantry="infantry" in groups,
        tank=tank,
        armored="armored" in groups,
        motorized=movement >= charts.motorized_from or tank,
        artillery="artillery" in groups,
        garrison=garrison,
        lrdg=lrdg,
        german="german" in nation,
        italian=italian,
        division=division,
    )


def _reduced(piece: PieceDef, name: str) -> int:
    if name in piece.reduced:
        return int(piece.reduced[name])
    return -(-int(piece.values[name]) // 2)
