"""Counters, commands and activation markers as the rules read them (2.2, 3.3, 4.1, 4.2)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.ids import PieceId, SideId

SIZES = ("formation", "asset", "garrison", "hq", "quasi-hq")
MOTORISED_ABOVE = 10
"""A movement allowance above this is motorised (6.1.1)."""
LRDG: PieceId = "br-lrdg"
GERMAN = "ge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A counter on the board: its size, its command (None = independent) and, of an HQ, range and cost."""

    id: PieceId
    name: str
    side: SideId
    nation: str
    size: str
    type: str
    command: str | None
    movement: int
    self_contained: bool
    attachable: bool
    range: int
    cost: int
    markers: int

    @property
    def motorised(self) -> bool:
        """Whether it moves by the motorised column (6.1.1)."""
        return self.movement > MOTORISED_ABOVE

    @property
    def commands(self) -> bool:
        """Whether activation markers can name it: HQs, quasi-HQs, self-contained divisions."""
        return self.markers > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """An activation marker: whose, what it names (an HQ's id, ``independent``, ``commander``), its cost."""

    id: PieceId
    side: SideId
    names: str
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Commander:
    """A commander's ratings and the turns in which he is available (5.6)."""

    id: PieceId
    name: str
    side: SideId
    availability: int
    initiative: int
    range: int
    first: int
    last: int
    latest: int


INDEPENDENT = "independent"
COMMANDER = "commander"


def units_of(module: ModuleDef) -> dict[PieceId, Unit]:
    """All combat units and HQs of a module by id."""
    return {p.id: _unit(p) for p in module.pieces if p.kind == "unit"}


def _unit(piece: PieceDef) -> Unit:
    values = piece.values
    return Unit(
        id=piece.id,
        name=piece.name,
        side=piece.side or "",
        nation=piece.nation or "",
        size=next(size for size in SIZES if size in piece.traits),
        type=piece.type,
        command=piece.formation,
        movement=int(values.get("movement", 0)),
        self_contained="self-contained" in piece.traits,
        attachable="never-attached" not in piece.traits,
        range=int(values.get("range", 0)),
        cost=int(values.get("cost", 0)),
        markers=int(values.get("markers", 0)),
    )


def markers_of(module: ModuleDef) -> dict[PieceId, Marker]:
    """All activation markers of a module by id."""
    found = {}
    for piece in module.pieces:
        if piece.type == "activation":
            name = piece.id.removeprefix("am-")
            kind = name.rpartition("-")[0]
            found[piece.id] = Marker(
                id=piece.id, side=piece.side or "", names=kind, cost=int(piece.values.get("cost", 0))
            )
    return found


def commanders_of(module: ModuleDef) -> dict[PieceId, Commander]:
    """All commanders of a module by id, in the order in which they follow each other."""
    return {
        p.id: Commander(
            id=p.id,
            name=p.name,
            side=p.side or "",
            availability=int(p.values["availability"]),
            initiative=int(p.values["initiative"]),
            range=int(p.values["range"]),
            first=int(p.values["first"]),
            last=int(p.values["last"]),
            latest=int(p.values["latest"]),
        )
        for p in module.pieces
        if p.kind == "leader"
    }
