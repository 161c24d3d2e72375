"""Which piece of a map shows a scenario best, and what stands there.

A cut is a rectangle of a board in hex widths. The best one is where both
sides stand closest together: that is where the scenario begins.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.face import CounterFace, FaceKind, SideForm
from app.graphics.painters.stack import StackFace
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.definition.scenario import PlacementDef, ScenarioDef
from engine.geometry import CompiledBoard

_REACH = 5.5


@dataclass(frozen=True, slots=True)
class Cut:
    """A rectangle of a sheet: centre in hex widths, pixels to the hex."""

    x: float
    y: float
    scale: float
    sheet: int = 0


@dataclass(frozen=True, slots=True)
class PlacedStack:
    """A stack of a scenario's set-up and where it stands, in hex widths."""

    x: float
    y: float
    sheet: int
    stack: StackFace


def placed_at(placement: PlacementDef) -> str | None:
    """The place a placement is drawn at: its own, or the default of a free one."""
    return placement.at or placement.default


def setup_stacks(
    module: ModuleDef, scenario: ScenarioDef, board: CompiledBoard, faces: FaceMaker
) -> tuple[PlacedStack, ...]:
    """All stacks with a known hex, from north to south so that nearer ones lie on top."""
    pieces = module.pieces_by_id()
    at: dict[int, _Heap] = {}
    for side, setup in scenario.sides.items():
        form = SideForm(module.side(side).strip)
        for placement in setup.placements:
            place = placed_at(placement)
            for piece_id in placement.pieces:
                piece = pieces.get(piece_id)
                here = board.index.get(placement.defaults.get(piece_id, place or ""))
                if piece is not None and here is not None:
                    at.setdefault(here, _Heap(form)).add(piece, faces, placement.lost.get(piece_id, 0))
            supply_place = board.index.get(placement.supply_default or place or "")
            if placement.supply and supply_place is not None:
                at.setdefault(supply_place, _Heap(form)).supply += placement.supply
    stacks = []
    for number, heap in at.items():
        x, y = board.center(number)
        stacks.append(PlacedStack(x, y, board.board[number], heap.stack()))
    return tuple(sorted(stacks, key=lambda stack: (stack.y, stack.x)))


class _Heap:
    """Collects one hex's pieces; the strongest unit comes on top, a leader above all."""

    def __init__(self, form: SideForm) -> None:
        self.form = form
        self.supply = 0
        self._has_box = False
        self._faces: list[tuple[float, CounterFace]] = []

    def add(self, piece: PieceDef, faces: FaceMaker, lost: int) -> None:
        if piece.kind == "box":
            self._has_box = True
            return
        weight = piece.values.get("attack", piece.values.get("combat", 0.0))
        if piece.kind == "leader":
            weight = 1000.0
        self._faces.append((weight, faces.with_steps(piece, piece.steps - lost)))

    def stack(self) -> StackFace:
        ordered = tuple(face for _, face in sorted(self._faces, key=lambda entry: entry[0]))
        units = sum(1 for face in ordered if face.kind is FaceKind.UNIT)
        return StackFace(
            faces=ordered, count=units, supply=self.supply, has_box=self._has_box, form=self.form
        )


def front_of(stacks: tuple[PlacedStack, ...]) -> tuple[float, float, int] | None:
    """The middle of where the two sides stand closest together; None without any stack."""
    if not stacks:
        return None
    best = max(stacks, key=lambda stack: _pressure(stack, stacks))
    near = [other for other in stacks if _gap(best, other) <= _REACH]
    return sum(s.x for s in near) / len(near), sum(s.y for s in near) / len(near), best.sheet


def tension(stacks: tuple[PlacedStack, ...]) -> float:
    """How close the sides stand at the front; the scenario with the most makes the best cover."""
    return max((_pressure(stack, stacks) for stack in stacks), default=0.0)


def held_inside(cut: Cut, size: tuple[float, float], board: tuple[float, float]) -> Cut:
    """The cut moved so that a picture of `size` pixels shows the board only; a small board is enlarged."""
    scale = max(cut.scale, size[0] / board[0], size[1] / board[1])
    half_wide, half_tall = size[0] / scale / 2, size[1] / scale / 2
    return Cut(_within(cut.x, half_wide, board[0]), _within(cut.y, half_tall, board[1]), scale, cut.sheet)


def _within(middle: float, half: float, extent: float) -> float:
    if 2 * half >= extent:
        return extent / 2
    return min(extent - half, max(half, middle))


def _gap(a: PlacedStack, b: PlacedStack) -> float:
    if a.sheet != b.sheet:
        return float("inf")
    return float(((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5)


def _pressure(center: PlacedStack, stacks: tuple[PlacedStack, ...]) -> float:
    """How much of both sides stands near a stack; the weaker side counts most."""
    weights: dict[str, float] = {}
    for other in stacks:
        gap = _gap(center, other)
        if gap <= _REACH:
            form = other.stack.form.value
            weights[form] = weights.get(form, 0.0) + (1 + len(other.stack.faces)) * (1 - 0.5 * gap / _REACH)
    both = sorted(weights.values())
    return both[0] * 3 + both[-1] if len(both) > 1 else both[0] * 0.2


def leading_faces(module: ModuleDef, scenario: ScenarioDef, faces: FaceMaker) -> tuple[CounterFace, ...]:
    """The strongest unit of each side of a scenario, for its cover."""
    pieces = module.pieces_by_id()
    result = []
    for side in module.sides:
        setup = scenario.sides.get(side.id)
        placed = [p for pl in setup.placements for p in pl.pieces] if setup else []
        units = [pieces[name] for name in placed if name in pieces and pieces[name].kind == "unit"]
        if units:
            strongest = max(
                units, key=lambda unit: (unit.values.get("attack", unit.values.get("combat", 0.0)), unit.id)
            )
            result.append(faces.printed(strongest))
    return tuple(result)
