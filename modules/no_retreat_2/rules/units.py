"""Counters of No Retreat 2 as the rules read them: faces, colours, chains of big divisions (2.0, 3.1)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.ids import PieceId, SideId
from engine.state.model import Piece

MECHANIZED = frozenset({"panzer", "tank", "mech-inf"})
INFANTRY = frozenset({"infantry", "airborne"})
ENTRENCHMENT = "entrenchment"
LEADER = "leader"


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a counter: strength, movement, heavy tank, irreplaceable dot."""

    strength: int
    movement: int
    heavy: bool
    dot: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A counter: ``front`` and ``back`` faces, colour (gray, green, brown, tan, bi), class of the rules.

    ``below`` is the counter that takes its place when its last step is lost (13.6.2).
    """

    id: PieceId
    name: str
    side: SideId
    type: str
    color: str
    front: Face
    back: Face | None
    zoc: bool
    free: bool
    below: PieceId | None

    @property
    def square(self) -> bool:
        """Whether it is a square unit: no entrenchment, no leader."""
        return self.type not in {ENTRENCHMENT, LEADER}

    @property
    def mechanized(self) -> bool:
        """Tank, Panzer and Mechanized Infantry (3.1)."""
        return self.type in MECHANIZED

    @property
    def steps(self) -> int:
        """Steps of this counter alone."""
        return 2 if self.back or self.type == ENTRENCHMENT else 1

    def face(self, piece: Piece) -> Face:
        """The side that is up."""
        return self.front if piece.steps == self.steps or self.back is None else self.back


def units_of(module: ModuleDef) -> dict[PieceId, Unit]:
    """All counters of the module by id."""
    return {piece.id: _unit(piece) for piece in module.pieces}


def _unit(piece: PieceDef) -> Unit:
    traits = piece.traits
    color = next((c for c in ("gray", "green", "brown", "tan", "bi") if c in traits), "")
    below = next((t.removeprefix("below-") for t in traits if t.startswith("below-")), None)
    return Unit(
        id=piece.id,
        name=piece.name,
        side=piece.side or "",
        type=piece.type,
        color=color,
        front=Face(
            int(piece.values.get("combat", 0)),
            int(piece.values.get("movement", 0)),
            "heavy-front" in traits,
            "dot-front" in traits,
        ),
        back=Face(
            int(piece.reduced["combat"]),
            int(piece.reduced.get("movement", piece.values.get("movement", 0))),
            "heavy-back" in traits,
            "dot-back" in traits,
        )
        if piece.reduced
        else None,
        zoc="no-zoc" not in traits,
        free="free-stack" in traits,
        below=below,
    )


def is_minefield(unit: Unit, piece: Piece) -> bool:
    """An entrenchment on its Minefield side."""
    return unit.type == ENTRENCHMENT and piece.steps == 2


def strength(unit: Unit, piece: Piece) -> int:
    """Combat strength now: a Minefield 2, a Box 1, a leader 0 (3.2, 3.3)."""
    if unit.type == ENTRENCHMENT:
        return piece.steps
    return 0 if unit.type == LEADER else unit.face(piece).strength


def is_white(unit: Unit) -> bool:
    """White strength: cannot attack of its own will (2.0): entrenchments; leaders have none at all."""
    return not unit.square


def stack_load(units: dict[PieceId, Unit], pieces: tuple[PieceId, ...]) -> tuple[int, int]:
    """Square units that count for stacking, and entrenchments (12.2.1)."""
    square = sum(1 for p in pieces if units[p].square and not units[p].free)
    return square, sum(1 for p in pieces if units[p].type == ENTRENCHMENT)
