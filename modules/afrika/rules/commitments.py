"""What both sides commit to a combat: the defender's artillery, then air points of either side (3.1, 3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, SideId
from engine.play.action import Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.preview import Preview
from modules.afrika.rules import air, artillery
from modules.afrika.rules.battle import battle_vars, engagement
from modules.afrika.rules.combat_actions import CommitAir, CommitArtillery
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.preview import preview_of
from modules.afrika.rules.state import PhaseRecord, note, use_air


class CommitArtilleryKind(GameKind[CommitArtillery]):
    """The defender's artillery."""

    kind = "commit-artillery"
    action = CommitArtillery
    shape = Shape.OPTION
    label = "Commit artillery"
    rule = artillery.RULE
    help = "Each artillery unit in the hex shifts the combat one column for you, once in a phase."

    def check(self, state: State, side: SideId, action: CommitArtillery) -> Refusal | None:
        ready = self._ready(state)
        wrong = tuple(name for name in action.pieces if name not in ready)
        if wrong:
            text = "only artillery in the hex that has supported no combat in this phase"
            return Refusal(text, artillery.RULE, pieces=wrong)
        if len(set(action.pieces)) < len(action.pieces):
            return Refusal(
                "artillery is named twice", artillery.RULE, code="BAD_REQUEST", pieces=action.pieces
            )
        return None

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[CommitArtillery]:
        ready = self._ready(state)
        for number in range(len(ready), -1, -1):
            for pieces in combinations(ready, number):
                if piece is None or piece in pieces:
                    yield CommitArtillery(pieces=pieces)

    def apply(self, r: Resolution, side: SideId, action: CommitArtillery) -> None:
        r.goto("enemy_air", replace(battle_vars(r.state), guns=action.pieces))
        if action.pieces:
            note(r, PhaseRecord(artillery=action.pieces))
            names = ", ".join(self.game.units[name].name for name in action.pieces)
            verb = "supports" if len(action.pieces) == 1 else "support"
            r.emit(
                "committed", f"{names} {verb} the defense.", rule=self.rule, side=side, pieces=action.pieces
            )

    def describe(self, state: State, action: CommitArtillery) -> str:
        return ", ".join(self.game.units[name].name for name in action.pieces) or "no artillery"

    def preview(self, state: State, side: SideId, action: CommitArtillery) -> Preview | None:
        return preview_of(self.game, state, replace(engagement(self.game, state), guns=action.pieces), side)

    def _ready(self, state: State) -> tuple[PieceId, ...]:
        battle = engagement(self.game, state)
        return artillery.supporting_defense(self.game, state, battle.enemy, battle.target)


class CommitAirKind(GameKind[CommitAir]):
    """Air points, of the defender first."""

    kind = "commit-air"
    action = CommitAir
    shape = Shape.NUMBER
    label = "Commit air points"
    rule = air.RULE
    help = (
        "Each air point shifts the combat one column. The defender announces first, then the attacker; after "
        "that nobody draws back."
    )

    def check(self, state: State, side: SideId, action: CommitAir) -> Refusal | None:
        target = self.game.number(battle_vars(state).target)
        return air.refuse_points(self.game, state, side, target, action.number)

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[CommitAir]:
        most = air.available(self.game, state, side, self.game.number(battle_vars(state).target))
        for number in range(most + 1):
            yield CommitAir(number=number)

    def apply(self, r: Resolution, side: SideId, action: CommitAir) -> None:
        held, battle = battle_vars(r.state), engagement(self.game, r.state)
        if side == battle.enemy:
            r.goto("own_air", replace(held, enemy_air=action.number))
        else:
            r.goto("resolve", replace(held, air=action.number))
        if action.number:
            use_air(r, side, action.number)
        text = f"{self.game.side_title(side)} commits {self.describe(r.state, action)}."
        r.emit(
            "committed", text, rule=self.rule, side=side, places=(held.target,), data={"air": action.number}
        )

    def describe(self, state: State, action: CommitAir) -> str:
        return f"{action.number or 'no'} air point{'' if action.number == 1 else 's'}"

    def preview(self, state: State, side: SideId, action: CommitAir) -> Preview | None:
        battle = engagement(self.game, state)
        if side == battle.enemy:
            return preview_of(self.game, state, replace(battle, enemy_air=action.number), side)
        return preview_of(self.game, state, replace(battle, air=action.number), side)
