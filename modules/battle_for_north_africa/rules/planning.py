"""Allocation and planning in secret (4.1.4, 4.3.1, 4.5.6 to 4.5.8, 4.6.1 to 4.6.3)."""

from __future__ import annotations

import random as rng
from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, SideId
from engine.play.action import Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.battle_for_north_africa.rules import state as bna
from modules.battle_for_north_africa.rules.actions import Allocate, MakePlan
from modules.battle_for_north_africa.rules.kind import GameKind
from modules.battle_for_north_africa.rules.units import COMMANDER, INDEPENDENT

PLANNED_BOXES = frozenset({"tripoli", "transit", "cairo"})
"""Boxes from which a command may be activated (R2)."""


class AllocateKind(GameKind[Allocate]):
    """Writing down how many points may be spent this turn; shown when both have."""

    kind = "allocate"
    action = Allocate
    shape = Shape.NUMBER
    label = "Allocate resource points"
    rule = "4.1.4"

    def check(self, state: State, side: SideId, action: Allocate) -> Refusal | None:
        bank = bna.data(state).bank[side]
        if not 0 <= action.number <= bank:
            return Refusal(f"between 0 and the {bank} points in the bank", "9.1")
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Allocate]:
        return (Allocate(number=n) for n in range(bna.data(state).bank[side] + 1))

    def apply(self, r: Resolution, side: SideId, action: Allocate) -> None:
        held = bna.data(r.state)
        r.set_data(replace(held, offers={**held.offers, side: action.number}))
        text = f"{side} allocates {action.number} resource points"
        r.emit("allocated", text, rule="4.1.4", side=side, audience=(side,), public=f"{side} has allocated")
        r.goto("start")


class PlanKind(GameKind[MakePlan]):
    """Choosing markers for the Pool and what the commander does."""

    kind = "plan"
    action = MakePlan
    shape = Shape.OPTION
    label = "Plan the turn"
    rule = "4.3.1"

    # --- what may be planned -----------------------------------------------------------------

    def available(self, state: State, piece: PieceId) -> bool:
        """Whether a command's markers may be chosen: its HQ is on the map or in an arrival box (R2)."""
        unit, at = self.game.units[piece], state.pieces[piece].at
        if unit.size == "quasi-hq":
            return True
        return at is not None and (at in self.game.board.index or at in PLANNED_BOXES)

    def named_cost(self, named: tuple[PieceId, ...]) -> int:
        """Points that HQs of Combined Operations need."""
        return sum(self.game.units[p].cost for p in named)

    def cost(self, action: MakePlan) -> int:
        """Points the plan needs: every marker but bluffs, every named HQ (R1)."""
        markers = (*action.markers, *action.reserve)
        return sum(self.game.markers[m].cost for m in markers) + self.named_cost(action.named)

    # --- legality -----------------------------------------------------------------------------

    def check(self, state: State, side: SideId, action: MakePlan) -> Refusal | None:
        return (
            self._refuse_markers(state, side, action)
            or self._refuse_commander(state, side, action)
            or self._refuse_use(state, side, action)
            or self._refuse_counts(action)
            or self._refuse_cost(state, side, action)
        )

    def _refuse_markers(self, state: State, side: SideId, action: MakePlan) -> Refusal | None:
        every = (*action.markers, *action.reserve, *action.bluffs)
        if len(set(every)) != len(every):
            return Refusal("each marker can be used once", "4.1.3")
        for m in every:
            marker = self.game.markers.get(m)
            if marker is None or marker.side != side:
                return Refusal(f"{m} is no marker of this side", code="UNKNOWN_ID")
            if m in action.bluffs or marker.names == INDEPENDENT:
                continue
            if marker.names == COMMANDER:
                if action.use != bna.COMBINED or m in action.reserve:
                    return Refusal("the Commander marker serves Combined Operations", "4.5.6")
            elif not self.available(state, marker.names):
                return Refusal(f"the HQ of {m} is not in play", "4.3.1", pieces=(marker.names,))
        return None

    def _refuse_commander(self, state: State, side: SideId, action: MakePlan) -> Refusal | None:
        if side not in bna.data(state).in_play:
            if action.at or action.use != bna.NOTHING:
                return Refusal("the commander is not in play", "4.5.2")
            return None
        if action.at not in self.game.board.index:
            return Refusal("place the commander on a hex", "4.5.7")
        if self.game.holder(state, action.at) == bna.other(side):
            return Refusal("enemy units are there", "4.5.7", places=(action.at,))
        return None

    def _refuse_use(self, state: State, side: SideId, action: MakePlan) -> Refusal | None:
        if action.use not in {bna.COMBINED, bna.RESERVE, bna.NOTHING}:
            return Refusal("the commander's use is combined, reserve or none", code="BAD_REQUEST")
        commander_marker = self.game.commander_marker(side)
        if (commander_marker in action.markers) != (action.use == bna.COMBINED):
            return Refusal("Combined Operations need the Commander marker in the Pool", "4.5.6")
        if action.named and action.use != bna.COMBINED:
            return Refusal("HQs are named for Combined Operations only", "4.5.8")
        if (action.reserve or action.bluffs) and action.use != bna.RESERVE:
            return Refusal("a Reserve takes the place of Combined Operations", "4.6.2")
        return self._refuse_named(state, side, action)

    def _refuse_named(self, state: State, side: SideId, action: MakePlan) -> Refusal | None:
        reach = self.game.commander_range(state, side)
        held = [self.game.markers[m].names for m in action.reserve]
        if len(held) > bna.MOST_RESERVES or len(set(held)) != len(held):
            return Refusal("at most two HQs, one marker each, in Reserve", "4.6.2")
        for piece in (*action.named, *held):
            unit = self.game.units.get(piece)
            if unit is None or unit.side != side or not unit.commands:
                return Refusal(f"{piece} is no command of this side", code="UNKNOWN_ID")
            if not self.available(state, piece):
                return Refusal(f"{piece} is not in play", "4.3.1", pieces=(piece,))
            if piece in held and not self.game.within(state, piece, action.at, reach):
                return Refusal(f"{piece} is out of the commander's range", "4.6.2", pieces=(piece,))
        if len(set(action.named)) != len(action.named):
            return Refusal("name each HQ once", "4.5.8")
        return None

    def _refuse_counts(self, action: MakePlan) -> Refusal | None:
        used = Counter(self.game.markers[m].names for m in (*action.markers, *action.reserve))
        used.update(action.named)
        for piece, count in used.items():
            if piece in self.game.units and count > self.game.units[piece].markers:
                most = self.game.units[piece].markers
                return Refusal(
                    f"{piece} has {most} markers, Combined Operations included", "4.5.8", pieces=(piece,)
                )
        return None

    def _refuse_cost(self, state: State, side: SideId, action: MakePlan) -> Refusal | None:
        need, left = self.cost(action), bna.data(state).left(side)
        if need > left:
            return Refusal(f"the markers need {need} points, {left} are allocated", "4.1.4")
        return None

    # --- proposals -------------------------------------------------------------------------------

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[MakePlan]:
        """Plans worth a look: as many markers as can be paid, with and without the commander, or none."""
        places = self._commander_places(state, side)
        for at in places:
            yield from self._filled(state, side, MakePlan(at=at), self._usable(state, side))
        yield MakePlan(at=places[0])

    def _filled(
        self, state: State, side: SideId, base: MakePlan, usable: tuple[PieceId, ...]
    ) -> Iterator[MakePlan]:
        if side in bna.data(state).in_play:
            combined = replace(base, use=bna.COMBINED, markers=(self.game.commander_marker(side),))
            near = self._near(state, side, base.at)
            for piece in near:
                larger = replace(combined, named=(*combined.named, piece))
                combined = larger if self.check(state, side, larger) is None else combined
            yield self._with_markers(state, side, combined, usable)
            firsts = tuple(m for m in usable if self.game.markers[m].names in near and m.endswith("-1"))
            reserved = replace(base, use=bna.RESERVE, reserve=firsts[: bna.MOST_RESERVES])
            if self.check(state, side, reserved) is None:
                yield self._with_markers(state, side, reserved, usable)
        yield self._with_markers(state, side, base, usable)

    def _with_markers(
        self, state: State, side: SideId, plan: MakePlan, usable: tuple[PieceId, ...]
    ) -> MakePlan:
        for marker in usable:
            if marker not in plan.reserve:
                larger = replace(plan, markers=(*plan.markers, marker))
                plan = larger if self.check(state, side, larger) is None else plan
        return plan

    def _usable(self, state: State, side: SideId) -> tuple[PieceId, ...]:
        return tuple(
            m.id
            for m in self.game.markers.values()
            if m.side == side
            and m.names != COMMANDER
            and (m.names == INDEPENDENT or self.available(state, m.names))
        )

    def _near(self, state: State, side: SideId, at: str) -> tuple[PieceId, ...]:
        reach = self.game.commander_range(state, side)
        return tuple(
            u.id
            for u in self.game.units.values()
            if u.side == side
            and u.commands
            and self.available(state, u.id)
            and self.game.within(state, u.id, at, reach)
        )

    def _commander_places(self, state: State, side: SideId) -> tuple[str, ...]:
        if side not in bna.data(state).in_play:
            return ("",)
        spots = dict.fromkeys(
            at
            for u in self.game.units.values()
            if u.side == side and u.commands and (at := state.pieces[u.id].at) in self.game.board.index
        )
        return tuple(at for at in spots if at) or (next(iter(self.game.board.ids)),)

    def sample(self, state: State, side: SideId, random: rng.Random) -> MakePlan | None:
        at = random.choice(self._commander_places(state, side))
        usable = list(self._usable(state, side))
        random.shuffle(usable)
        some = tuple(usable[: random.randint(0, 8)])
        return random.choice(list(self._filled(state, side, MakePlan(at=at), some)))

    def apply(self, r: Resolution, side: SideId, action: MakePlan) -> None:
        held = bna.data(r.state)
        plan = bna.Plan(
            markers=action.markers,
            use=action.use,
            at=action.at,
            named=action.named,
            reserve=action.reserve,
            bluffs=action.bluffs,
        )
        r.set_data(replace(held, plans={**held.plans, side: plan}))
        text = f"{side} plans: {', '.join(action.markers) or 'no markers'}"
        r.emit("planned", text, rule="4.3.1", side=side, audience=(side,), public=f"{side} has planned")
        r.goto("start")
