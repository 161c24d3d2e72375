"""Advance after combat, one hex or several (13.7, ruling 56)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, PlaceId, SideId
from engine.play.action import Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.actions import Advance
from modules.no_retreat_2.rules.battle_vars import BattleVars
from modules.no_retreat_2.rules.kind import GameKind, battle_of
from modules.no_retreat_2.rules.units import is_minefield


class AdvanceKind(GameKind[Advance]):
    """Moves one victorious unit into a vacated hex, Mechanized ones on to a second, German ones a third."""

    kind = "advance"
    action = Advance
    shape = Shape.MOVE
    label = "Advance"
    rule = "13.7"

    def longest(self, state: State, battle: BattleVars, piece: PieceId) -> int:
        """Hexes a unit may advance at most."""
        if not self.game.positions.mechanized(state, piece):
            return 1
        hexes = 3 if self.game.units[piece].color == "gray" else 2
        return hexes + self.game.cards.number(state, battle, battle.attacker, "deeper")

    def vacated(self, state: State, place: PlaceId) -> bool:
        """Whether a Target hex can be entered: no square enemy, no unit that took no part."""
        battle = battle_of(state)
        enemy = nr.other(battle.attacker)
        left = [p for p in state.at(place) if state.pieces[p].owner == enemy]
        return not any(
            self.game.units[p].square or (battle.counter and p not in battle.defenders)
            for p in left
            if self.game.units[p].type != "leader"
        )

    def check(self, state: State, side: SideId, action: Advance) -> Refusal | None:
        battle = battle_of(state)
        if action.piece not in battle.advancing:
            return Refusal("that unit cannot advance", "13.7", pieces=(action.piece,))
        if not action.path or any(place not in self.game.board.index for place in action.path):
            return Refusal("no such hex", code="UNKNOWN_ID")
        first = action.path[0]
        if first not in battle.targets or not self.vacated(state, first):
            return Refusal("an advance begins with a vacated Target hex", "13.7", places=(first,))
        if len(action.path) > self.longest(state, battle, action.piece):
            return Refusal("the unit cannot advance that far", "13.7", places=action.path)
        return self._refuse_on(state, side, action) or self._refuse_end(state, action)

    def _refuse_on(self, state: State, side: SideId, action: Advance) -> Refusal | None:
        index, terrain = self.game.board.index, self.game.terrain
        earlier = before = index[self.place_of(state, action.piece)]
        for number, place in enumerate(action.path):
            to = index[place]
            if number:
                if terrain.row(before).stop or self._stops_between(earlier, before):
                    return Refusal("the terrain stops the advance", "13.7", places=(place,))
                if to not in terrain.open_neighbors(before):
                    return Refusal(f"{place} cannot be entered from there", "13.7", places=(place,))
                if self.game.positions.side_at(state, to) == nr.other(side):
                    return Refusal("enemy pieces are there", "13.7", places=(place,))
                if self._next_to_minefield(state, nr.other(side), to):
                    return Refusal("an enemy Minefield is next to it", "13.7", places=(place,))
            earlier, before = before, to
        return None

    def _stops_between(self, i: int, j: int) -> bool:
        return any(row.stop for row in self.game.terrain.side_rows(i, j).values())

    def _next_to_minefield(self, state: State, enemy: SideId, i: int) -> bool:
        ids = self.game.board.ids
        return any(
            state.pieces[p].owner == enemy and is_minefield(self.game.units[p], state.pieces[p])
            for j in self.game.terrain.open_neighbors(i)
            for p in state.at(ids[j])
        )

    def _refuse_end(self, state: State, action: Advance) -> Refusal | None:
        end = action.path[-1]
        mine = [p for p in state.at(end) if state.pieces[p].owner == state.pieces[action.piece].owner]
        units = self.game.units
        if (
            sum(1 for p in mine if units[p].square and not units[p].free) >= 2
            and not units[action.piece].free
        ):
            return Refusal("the hex would be overstacked", "12.2.1", places=(end,))
        if self.game.positions.mixes_colors((*mine, action.piece)):
            return Refusal("these colours do not stack", "12.2.2", places=(end,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Advance]:
        battle = battle_of(state)
        for unit in battle.advancing:
            if piece in {None, unit}:
                for target in battle.targets:
                    yield from self._longer(state, side, unit, (target,))

    def _longer(
        self, state: State, side: SideId, unit: PieceId, path: tuple[PlaceId, ...]
    ) -> Iterator[Advance]:
        action = Advance(piece=unit, path=path)
        refusal = self.check(state, side, action)
        if refusal is None:
            yield action
        elif refusal.rule == "13.7":
            return
        if len(path) < self.longest(state, battle_of(state), unit):
            ids = self.game.board.ids
            for j in self.game.terrain.open_neighbors(self.game.board.index[path[-1]]):
                if ids[j] not in path:
                    yield from self._longer(state, side, unit, (*path, ids[j]))

    def apply(self, r: Resolution, side: SideId, action: Advance) -> None:
        battle = battle_of(r.state)
        left = tuple(p for p in battle.advancing if p != action.piece)
        r.goto("advance_next", replace(battle, advancing=left))
        for place in action.path:
            self._clear(r, side, place)
        r.move(action.piece, action.path[-1])
        for place in action.path:
            self.game.capture(r, side, place)
        r.emit(
            "advanced",
            f"{action.piece} advances to {action.path[-1]}",
            rule="13.7",
            side=side,
            pieces=(action.piece,),
            places=action.path,
        )

    def _clear(self, r: Resolution, side: SideId, place: PlaceId) -> None:
        for p in r.state.at(place):
            if r.state.pieces[p].owner == side:
                continue
            if self.game.units[p].type == "leader":
                dead = "dot-front" in self.game.module.pieces_by_id()[p].traits
                back = f"turn-{r.state.turn + 1}"
                r.move(p, "removed" if dead or back not in self.game.boxes else back)
                r.emit("leader-taken", f"{p} is overrun by the advance", rule="13.7", pieces=(p,))
            else:
                r.move(p, None)
                r.emit(
                    "entrenchment-removed", f"the entrenchment at {place} is gone", rule="13.7", pieces=(p,)
                )
