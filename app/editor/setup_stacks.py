"""The set-up of a scenario as stacks on the map: who stands where, with lost steps, and free choices on
show.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import is_

from app.editor.document import EditorDocument
from app.editor.shared_faces import SharedFaces, faces_of
from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.face import SideForm
from app.graphics.shown_stacks import ShownStack, ShownUnit
from app.graphics.stack_order import Rank, rank_of
from engine.definition.piece import PieceDef
from engine.definition.scenario import PlacementDef, ScenarioDef
from engine.geometry import CompiledBoard

Units = tuple[tuple[str, ShownUnit, Rank], ...]
"""Counters with the place where they show, and what they are sorted by."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """What came of a placement, with the counters it was made from."""

    placement: PlacementDef
    pieces: tuple[PieceDef, ...]
    units: Units


class SetupStacks:
    """Stacks of set-ups."""

    def __init__(self, document: EditorDocument) -> None:
        self.document = document
        self._placed: dict[int, _Placed] = {}
        self._kept_for: object = None

    @property
    def faces(self) -> SharedFaces:
        """Faces of the present module's counters."""
        return faces_of(self.document)

    def scenario(self, name: str) -> ScenarioDef | None:
        """The scenario of an id."""
        return next((s for s in self.document.module.scenarios if s.id == name), None)

    def placements(self, scenario: str) -> list[tuple[str, PlacementDef]]:
        """All placements with their side."""
        found = self.scenario(scenario)
        if found is None:
            return []
        return [(side, p) for side, setup in found.sides.items() for p in setup.placements]

    def spot_of(self, placement: PlacementDef, piece: str = "") -> str:
        """Where a placement shows: its place, or where it goes when nobody chooses."""
        default = placement.defaults.get(piece, "") or placement.default or ""
        return placement.at or default or placement.near or (placement.any_of[0] if placement.any_of else "")

    def standing(self, scenario: str) -> dict[str, tuple[str, ...]]:
        """Counters by place."""
        found: dict[str, list[str]] = {}
        for _, placement in self.placements(scenario):
            for piece in placement.pieces:
                spot = self.spot_of(placement, piece)
                if spot:
                    found.setdefault(spot, []).append(piece)
        return {spot: tuple(pieces) for spot, pieces in found.items()}

    def at(self, scenario: str, spot: str) -> tuple[str, ...]:
        """The counters in a place."""
        return self.standing(scenario).get(spot, ())

    def names_at(self, scenario: str, spot: str) -> list[str]:
        """Names of the counters in a place."""
        known = self.document.module.pieces_by_id()
        return [known[name].name for name in self.at(scenario, spot) if name in known]

    def title(self, names: tuple[str, ...]) -> str:
        """Counters in words."""
        if len(names) != 1:
            return f"{len(names)} counters"
        found = self.document.module.pieces_by_id().get(names[0])
        return found.name if found else names[0]

    def shown(self, scenario: str, board: CompiledBoard) -> list[ShownStack]:
        """The stacks to draw."""
        forms = {side.id: SideForm(side.strip) for side in self.document.module.sides}
        faces = self.faces
        kept = self._placed if self._kept_for is faces.kept else {}
        self._placed, self._kept_for = {}, faces.kept
        units: dict[str, list[ShownUnit]] = {}
        owner: dict[str, str] = {}
        supply: dict[str, int] = {}
        ranks: dict[str, Rank] = {}
        for side, placement in self.placements(scenario):
            for spot, unit, rank in self._units(placement, faces, kept):
                if spot in board.index:
                    units.setdefault(spot, []).append(unit)
                    ranks[unit.piece] = rank
                    owner[spot] = side
            if placement.supply:
                spot = placement.at or placement.supply_default or ""
                if spot in board.index:
                    supply[spot] = supply.get(spot, 0) + placement.supply
                    owner.setdefault(spot, side)
        if self.document.module.ruleset is not None:
            for stack in units.values():
                stack.sort(key=lambda unit: ranks[unit.piece])
        return [
            ShownStack(
                place=spot,
                units=tuple(units.get(spot, ())),
                count=len(units.get(spot, ())),
                supply=supply.get(spot, 0),
                form=forms.get(owner[spot], SideForm.PLAIN),
            )
            for spot in owner
        ]

    def _units(self, placement: PlacementDef, faces: FaceMaker, kept: Mapping[int, _Placed]) -> Units:
        """What a placement puts where; found anew only when it or one of its counters is another."""
        known = self.document.module.pieces_by_id()
        pieces = tuple(piece for name in placement.pieces if (piece := known.get(name)) is not None)
        before = kept.get(id(placement))
        if before is None or not all(map(is_, before.pieces, pieces)) or len(before.pieces) != len(pieces):
            units = tuple(self._unit(placement, piece, faces) for piece in pieces)
            before = _Placed(placement, pieces, units)
        if all(piece.art is None for piece in pieces):  # a picture from a file may be another one meanwhile
            self._placed[id(placement)] = before
        return before.units

    def _unit(
        self, placement: PlacementDef, piece: PieceDef, faces: FaceMaker
    ) -> tuple[str, ShownUnit, Rank]:
        left = piece.steps - placement.lost.get(piece.id, 0)
        face = faces.with_steps(piece, left) if piece.steps else faces.printed(piece)
        words = piece.name if placement.at else f"{piece.name}, free choice"
        values = piece.reduced if left < piece.steps and piece.reduced else piece.values
        unit = ShownUnit(piece.id, face, words)
        return self.spot_of(placement, piece.id), unit, rank_of(piece.id, piece.type, values)
