"""Commitment Step: Support markers and the choice of results table (13.2, 13.3, 13.5.2, 13.5.6)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, SideId
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.actions import ChooseTable, CommitSupport
from modules.no_retreat_2.rules.kind import GameKind, battle_of

MONTGOMERY: PieceId = "montgomery"


class SupportKind(GameKind[CommitSupport]):
    """One Blitz! or Shock! marker, or Montgomery once each Allied Player Turn (ruling 42)."""

    kind = "commit-support"
    action = CommitSupport
    label = "Commit a Support marker"
    rule = "13.5.2"

    def check(self, state: State, side: SideId, action: CommitSupport) -> Refusal | None:
        battle, held = battle_of(state), nr.data(state)
        if all(self.game.positions.is_unsupplied(state, p) for p in battle.attackers):
            return Refusal("no support for attacks of Unsupplied units alone", "13.5.2")
        if not action.piece:
            empty = held.support.get(side, 0) < 1
            return Refusal("no Support marker is left", "13.5.2") if empty else None
        if action.piece != MONTGOMERY or state.pieces[MONTGOMERY].owner != side:
            return Refusal("only Montgomery serves as a Shock! marker", "13.5.2")
        if action.piece in held.flipped or held.phasing != side:
            return Refusal("Montgomery serves once each Allied Player Turn", "13.5.2")
        at = self.hex_of(state, MONTGOMERY)
        near = {self.game.board.index[t] for t in battle.targets}
        if at < 0 or not near & set(self.game.terrain.open_neighbors(at)):
            return Refusal("Montgomery is not next to the battle", "13.5.2", pieces=(MONTGOMERY,))
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[CommitSupport]:
        for leader in ("", MONTGOMERY):
            action = CommitSupport(piece=leader)
            if (not leader or leader in state.pieces) and self.check(state, side, action) is None:
                yield action

    def apply(self, r: Resolution, side: SideId, action: CommitSupport) -> None:
        held = nr.data(r.state)
        if action.piece:
            r.set_data(replace(held, flipped=(*held.flipped, action.piece)))
        else:
            r.set_data(replace(held, support={**held.support, side: held.support[side] - 1}))
        word = "Blitz!" if side == nr.AXIS else "Shock!"
        r.emit("support", f"{word} committed", rule="13.5.2", side=side)
        r.goto("attacker_card", replace(battle_of(r.state), support=action.piece or "marker"))


class TableKind(GameKind[ChooseTable]):
    """German or Italian table where both would do."""

    kind = "choose-table"
    action = ChooseTable
    label = "Choose the results table"
    rule = "13.5.6"

    def check(self, state: State, side: SideId, action: ChooseTable) -> Refusal | None:
        able = self.game.odds.crt_choices(battle_of(state))
        return None if action.table in able else Refusal(f"tables here: {', '.join(able)}", "13.5.6")

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[ChooseTable]:
        return (ChooseTable(table=name) for name in self.game.odds.crt_choices(battle_of(state)))

    def apply(self, r: Resolution, side: SideId, action: ChooseTable) -> None:
        r.goto("roll", replace(battle_of(r.state), table=action.table))
