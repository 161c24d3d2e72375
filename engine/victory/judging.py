"""Evaluating blocks at a position: whether each holds, its number, where it stands in words.

`Judge` looks at one position. Counters that a viewer may not see are handed in as `unseen`: a block
whose answer depends on one of them is not told (`met` is None).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.definition.victory import (
    AwardDef,
    Block,
    ChosenFields,
    ControlBlock,
    CountingBlock,
    GroupBlock,
    LostBlock,
    OtherwiseBlock,
    PathBlock,
    PointsBlock,
    RulesetBlock,
    TrackBlock,
    UnitsBlock,
)
from engine.ids import PieceId, PlaceId, SideId
from engine.state.model import State
from engine.victory.ground import Finding, VictoryGround

NOW = "now"
ALL, ANY, NOT = "all", "any", "not"
MOST_NAMED = 8
"""Up to so many places are listed with their holders."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a block gives at a position: whether it holds (None = not to be told), and figures in words."""

    met: bool | None
    value: str = ""
    reason: str = ""
    parts: tuple[Judged, ...] = ()


HIDDEN = Judged(met=None, value="not known")


@dataclass(frozen=True, slots=True)
class Count:
    """A number, and out of how many (None where there is no whole)."""

    number: float
    whole: int | None = None


@dataclass(frozen=True)
class Judge:
    """Evaluates blocks at one position, for one moment."""

    ground: VictoryGround
    state: State
    awards: tuple[AwardDef, ...] = ()
    moment: str = NOW
    unseen: frozenset[PieceId] = frozenset()
    _kept: dict[int, tuple[Block, Judged]] = field(default_factory=dict)

    def holds(self, block: Block) -> bool:
        """Whether a block holds; what may not be told does not."""
        return self.judged(block).met is True

    def judged(self, block: Block) -> Judged:
        """A block and all within it."""
        if id(block) not in self._kept:
            self._kept[id(block)] = block, self._judge(block)
        return self._kept[id(block)][1]

    def _judge(self, block: Block) -> Judged:
        if isinstance(block, GroupBlock):
            return self._group(block)
        if isinstance(block, CountingBlock):
            return self._counting(block)
        if isinstance(block, PathBlock):
            return self._path(block)
        if isinstance(block, RulesetBlock):
            test = self.ground.tests.get(block.id)
            found = test(self.state, self.moment) if test else Finding(holds=False, value="unknown test")
            return Judged(found.holds, found.value, found.reason)
        assert isinstance(block, OtherwiseBlock)
        return Judged(met=True)

    def _group(self, block: GroupBlock) -> Judged:
        parts = tuple(self.judged(part) for part in block.of)
        sure = sum(part.met is True for part in parts)
        open_ = sum(part.met is None for part in parts)
        bounds = {ALL: (len(parts), None), ANY: (1, None), NOT: (0, 0)}
        least, most = bounds.get(block.kind, (block.least, None))
        low = _within(sure, least, most)
        met: bool | None = low if low == _within(sure + open_, least, most) else None
        return Judged(met if parts else False, f"{sure} of {len(parts)}", parts=parts)

    def _path(self, block: PathBlock) -> Judged:
        if self.unseen:
            return HIDDEN
        is_open = bool(self.ground.path(self.state, block))
        return Judged(is_open, "open" if is_open else "closed")

    # --- numbers ----------------------------------------------------------------------------------------

    def _counting(self, block: CountingBlock) -> Judged:
        if self._is_hidden(block):
            return HIDDEN
        count = self.count(block)
        if block.minus is not None:
            less = self._taken_away(block)
            least = 1 if block.least is None and block.most is None else block.least
            met = _within(count.number - less, least, block.most)
            return Judged(met, f"{count.number:g} against {less:g}")
        least, most = block.least, block.most
        if not block.is_bounded():
            least = 1
            if isinstance(block, (ControlBlock, LostBlock)):
                least = max(count.whole or 0, 1)
        return Judged(_within(count.number, least, most), self._value(block, count))

    def _value(self, block: CountingBlock, count: Count) -> str:
        """Where a count stands: few places with their holders, else the number and the whole."""
        places = self._places(block) if isinstance(block, ControlBlock) else []
        if places and len(places) <= MOST_NAMED:
            return ", ".join(f"{self.ground.place_title(place)} {self._holder(place)}" for place in places)
        return f"{count.number:g}" if count.whole is None else f"{count.number:g} of {count.whole}"

    def _holder(self, place: PlaceId) -> str:
        side = self.state.control.get(place)
        return next((found.short for found in self.ground.module.sides if found.id == side), "–")

    def _is_hidden(self, block: CountingBlock) -> bool:
        if not self.unseen:
            return False
        if isinstance(block, (UnitsBlock, LostBlock)):
            return any(self._is_chosen(name, block) for name in self.unseen if name in self.state.pieces)
        if isinstance(block, PointsBlock):
            return any(self.judged(award.holds).met is None for award in self.awards)
        return isinstance(block.minus, CountingBlock) and self._is_hidden(block.minus)

    def count(self, block: CountingBlock) -> Count:
        """The number of a counting block, without what is taken away."""
        if isinstance(block, ControlBlock):
            places = self._places(block)
            held = sum(self.state.control.get(place) == block.side for place in places)
            return Count(held, len(places))
        if isinstance(block, UnitsBlock):
            return self._units(block)
        if isinstance(block, LostBlock):
            return self._lost(block)
        if isinstance(block, TrackBlock):
            return Count(self.ground.track(self.state, block.track) or 0)
        if isinstance(block, PointsBlock):
            return Count(self.points(block.side))
        return Count(self.state.turn)

    def number(self, block: CountingBlock) -> float:
        """The number of a counting block, less what is taken away."""
        return self.count(block).number - self._taken_away(block)

    def _taken_away(self, block: CountingBlock) -> float:
        return self.number(block.minus) if isinstance(block.minus, CountingBlock) else 0

    def _places(self, block: ControlBlock) -> list[PlaceId]:
        area = self.ground.area(block)
        if area is None:
            return list(self.state.control)
        listed = [place for place in block.places if place in area]
        return listed if len(listed) == len(area) else sorted(area)

    def _is_chosen(self, name: PieceId, block: ChosenFields) -> bool:
        found = self.ground.definition(name)
        if found is None or found.id not in self.ground.chosen(block):
            return False
        return block.side is None or self.state.pieces[name].owner == block.side

    def _units(self, block: UnitsBlock) -> Count:
        ground, area = self.ground, self.ground.area(block)
        names = [
            name
            for name, piece in self.state.pieces.items()
            if (ground.is_in_play(piece) if area is None else piece.at in area)
            and self._is_chosen(name, block)
            and (not block.supplied or ground.is_supplied(self.state, name))
        ]
        if block.counted == "units":
            return Count(len(names))
        if block.counted == "steps":
            return Count(sum(self.state.pieces[name].steps for name in names))
        return Count(sum(ground.figure(self.state, name, block.counted) for name in names))

    def _lost(self, block: LostBlock) -> Count:
        ground, state = self.ground, self.state
        names = [n for n in state.pieces if self._is_chosen(n, block) and ground.has_been(state, n)]
        lost = {name for name in names if ground.is_lost(state, name)}
        if block.counted == "units":
            return Count(len(lost), len(names))
        whole = {name: ground.start_steps(name) for name in names}
        gone = sum(
            whole[name] if name in lost else max(whole[name] - state.pieces[name].steps, 0) for name in names
        )
        return Count(gone, sum(whole.values()))

    # --- victory points -----------------------------------------------------------------------------------

    def points(self, side: SideId) -> float:
        """The victory points of a side at this position."""
        return sum(self.earned(award) for award in self.awards if award.side == side)

    def earned(self, award: AwardDef) -> float:
        """What one award gives now."""
        if award.each and isinstance(award.holds, CountingBlock):
            return award.points * self.number(award.holds)
        return award.points if self.holds(award.holds) else 0

    def totals(self) -> Mapping[SideId, float]:
        """The victory points of all sides."""
        return {side.id: self.points(side.id) for side in self.ground.module.sides}


def _within(number: float, least: float | None, most: float | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)
