"""Who becomes active: attached, independent, in a Kampfgruppe, in Combined Operations (4.1.6 to 4.7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, SideId
from engine.play.action import Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.battle_for_north_africa.rules import state as bna
from modules.battle_for_north_africa.rules.actions import Attach, ChooseUnits
from modules.battle_for_north_africa.rules.activation_vars import ActivationVars
from modules.battle_for_north_africa.rules.kind import GameKind, subsets
from modules.battle_for_north_africa.rules.units import GERMAN


def activation_of(state: State) -> ActivationVars:
    """Locals of the running activation."""
    held = state.flow[-1].vars
    assert isinstance(held, ActivationVars)
    return held


class AttachKind(GameKind[Attach]):
    """Unassigned units of exactly one hex in range of the HQ, all or some of them (R4)."""

    kind = "attach"
    action = Attach
    shape = Shape.OPTION
    label = "Attach unassigned units"
    rule = "4.2.3"

    def candidates(self, state: State) -> dict[str, tuple[PieceId, ...]]:
        """Units that may be attached, by place."""
        held = activation_of(state)
        found: dict[str, tuple[PieceId, ...]] = {}
        for unit in self.game.units.values():
            at = state.pieces[unit.id].at
            if unit.side != held.side or unit.command is not None or not unit.attachable or at is None:
                continue
            if self.game.may_act(state, unit.id) and self._in_range(state, held, unit.id):
                found[at] = (*found.get(at, ()), unit.id)
        return found

    def _in_range(self, state: State, held: ActivationVars, piece: PieceId) -> bool:
        return any(self.game.in_command_range(state, hq, piece) for hq in held.headquarters)

    def check(self, state: State, side: SideId, action: Attach) -> Refusal | None:
        if not action.pieces or len(set(action.pieces)) != len(action.pieces):
            return Refusal("name each unit once", "4.2.3")
        for units in self.candidates(state).values():
            if set(action.pieces) <= set(units):
                return None
        return Refusal("only unassigned units of one hex within range", "4.2.3", pieces=action.pieces)

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Attach]:
        for units in self.candidates(state).values():
            for some in subsets(units, len(units)):
                if piece is None or piece in some:
                    yield Attach(pieces=some)

    def apply(self, r: Resolution, side: SideId, action: Attach) -> None:
        held = activation_of(r.state)
        r.goto("begin", replace(held, active=(*held.active, *action.pieces)))
        r.emit(
            "attached", f"attached: {', '.join(action.pieces)}", rule="4.2.3", side=side, pieces=action.pieces
        )


class IndependentKind(GameKind[ChooseUnits]):
    """Units of the Independent marker: unassigned or out of their HQ's range, each with a line (R8)."""

    kind = "activate"
    action = ChooseUnits
    shape = Shape.OPTION
    label = "Choose independent units"
    rule = "4.1.6"

    def candidates(self, state: State, side: SideId) -> tuple[PieceId, ...]:
        """Units the marker could activate now."""
        return tuple(
            u.id
            for u in self.game.units.values()
            if u.side == side
            and not u.commands
            and u.size != "hq"
            and self.game.may_act(state, u.id)
            and self._is_loose(state, u.id)
            and self.game.lines.trace(state, u.id) is not None
        )

    def _is_loose(self, state: State, piece: PieceId) -> bool:
        command = self.game.units[piece].command
        hq = self.game.headquarters.get(command) if command else None
        return hq is None or not self.game.in_command_range(state, hq, piece)

    def check(self, state: State, side: SideId, action: ChooseUnits) -> Refusal | None:
        most = activation_of(state).most
        able = self.candidates(state, side)
        if not action.pieces or len(set(action.pieces)) != len(action.pieces):
            return Refusal("name each unit once", "4.1.6")
        if len(action.pieces) > most:
            return Refusal(f"at most {most} units this time", "4.1.6")
        for p in action.pieces:
            if p not in able:
                return Refusal(f"{p} cannot act independently", "4.1.6", pieces=(p,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[ChooseUnits]:
        for some in subsets(self.candidates(state, side), activation_of(state).most):
            if piece is None or piece in some:
                yield ChooseUnits(pieces=some)

    def apply(self, r: Resolution, side: SideId, action: ChooseUnits) -> None:
        r.goto("begin", replace(activation_of(r.state), active=action.pieces))


class KampfgruppeKind(GameKind[ChooseUnits]):
    """Up to two Formations in range of a Kampfgruppe, one of them German at least (R17)."""

    kind = "activate"
    action = ChooseUnits
    shape = Shape.OPTION
    label = "Choose the Kampfgruppe's Formations"
    rule = "4.7.3"

    def candidates(self, state: State) -> tuple[PieceId, ...]:
        """Formations in range of the quasi-HQ."""
        held = activation_of(state)
        return tuple(
            u.id
            for u in self.game.units.values()
            if u.side == held.side
            and u.size == "formation"
            and self.game.may_act(state, u.id)
            and any(self.game.in_command_range(state, hq, u.id) for hq in held.headquarters)
        )

    def check(self, state: State, side: SideId, action: ChooseUnits) -> Refusal | None:
        able = self.candidates(state)
        if not 1 <= len(set(action.pieces)) == len(action.pieces) <= activation_of(state).most:
            return Refusal("one or two Formations", "4.7.3")
        for p in action.pieces:
            if p not in able:
                return Refusal(f"{p} is no Formation in range", "4.7.3", pieces=(p,))
        if not any(self.game.units[p].nation == GERMAN for p in action.pieces):
            return Refusal("one of them must be German", "4.7.3", pieces=action.pieces)
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[ChooseUnits]:
        able = self.candidates(state)
        for i, first in enumerate(able):
            for some in ((first,), *((first, second) for second in able[i + 1 :])):
                action = ChooseUnits(pieces=some)
                if (piece is None or piece in some) and self.check(state, side, action) is None:
                    yield action

    def apply(self, r: Resolution, side: SideId, action: ChooseUnits) -> None:
        held = activation_of(r.state)
        r.goto("begin", replace(held, active=(*held.headquarters, *action.pieces)))


class CombinedKind(GameKind[ChooseUnits]):
    """HQs named for Combined Operations that act now, each at its cost; one unassigned unit besides (R15)."""

    kind = "activate"
    action = ChooseUnits
    shape = Shape.OPTION
    label = "Choose the HQs of the Combined Operations"
    rule = "4.5.6"

    def candidates(self, state: State, side: SideId) -> tuple[PieceId, ...]:
        """Named HQs in the commander's range with a line."""
        at = self.game.commander_at(state, side)
        reach = self.game.commander_range(state, side)
        named = bna.data(state).plans[side].named
        return tuple(
            p
            for p in named
            if self.game.within(state, p, at, reach) and self.game.lines.trace(state, p) is not None
        )

    def guests(self, state: State, side: SideId) -> tuple[PieceId, ...]:
        """Unassigned units in the commander's range, of which one may come along."""
        at, reach = self.game.commander_at(state, side), self.game.commander_range(state, side)
        return tuple(
            u.id
            for u in self.game.units.values()
            if u.side == side
            and u.command is None
            and u.attachable
            and self.game.may_act(state, u.id)
            and self.game.within(state, u.id, at, reach)
        )

    def check(self, state: State, side: SideId, action: ChooseUnits) -> Refusal | None:
        able, guests = self.candidates(state, side), self.guests(state, side)
        hqs = tuple(p for p in action.pieces if p in able)
        others = tuple(p for p in action.pieces if p not in able)
        if not hqs or len(set(action.pieces)) != len(action.pieces):
            return Refusal("at least one named HQ in range, each once", "4.5.6")
        if len(others) > 1 or any(p not in guests for p in others):
            return Refusal("besides the named HQs one unassigned unit in range", "4.5.6", pieces=others)
        need, left = sum(self.game.units[p].cost for p in hqs), bna.data(state).left(side)
        if need > left:
            return Refusal(f"they need {need} points, {left} are left", "4.5.6")
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[ChooseUnits]:
        able, guests = self.candidates(state, side), self.guests(state, side)
        for hqs in subsets(able, len(able)):
            for guest in ((), *((g,) for g in guests)):
                action = ChooseUnits(pieces=(*hqs, *guest))
                if (piece is None or piece in action.pieces) and self.check(state, side, action) is None:
                    yield action

    def apply(self, r: Resolution, side: SideId, action: ChooseUnits) -> None:
        held = activation_of(r.state)
        hqs = tuple(p for p in action.pieces if self.game.units[p].commands)
        self.game.spend(r, side, sum(self.game.units[p].cost for p in hqs))
        active = [p for hq in hqs for p in self.game.command_of(r.state, hq)]
        active += [p for p in action.pieces if p not in active]
        r.goto("begin", replace(held, headquarters=hqs, active=tuple(active)))
