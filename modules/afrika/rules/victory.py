"""Victory as this game's rules see it: zones of control, terrain, the dead pile, and tests of their own.

The conditions stand in the scenarios as blocks (8.1 to 8.7, ruling 35) and are judged by the engine at the
end of each game turn, which is the end of the Commonwealth player turn; places count by control, the last
side to enter them. Two tests need memories that only this game keeps: the Mussolini requirement (6.1) and the
fate of the Italian units that stood east of the line (8.4).
"""

from __future__ import annotations

from engine.definition.scenario import VersionDef
from engine.definition.victory import PathBlock
from engine.ids import PieceId
from engine.state.model import State
from engine.victory.ground import Finding, VictoryGround
from engine.victory.referee import TURN
from modules.afrika.rules import mussolini
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.ground import Mover
from modules.afrika.rules.state import DEAD, SIXTHS, data, other

EAST_DESTROYED = "italians-east-destroyed"


def version_of(game: AfrikaGame) -> VersionDef:
    """The version played: campaign or short (8.2)."""
    wanted = game.options.get("version")
    return next(found for found in game.scenario.versions if found.id == wanted)


class AfrikaGround(VictoryGround):
    """A position of this game as blocks see it."""

    def __init__(self, game: AfrikaGame) -> None:
        super().__init__(game.module, game.scenario, game.board, game.options)
        self.game = game
        self.tests = {mussolini.TEST: self._mussolini, EAST_DESTROYED: self._east_destroyed}
        self.test_words = TEST_WORDS
        self.resources = {
            f"{side.id}-{name}": f"{side.title}: {words}"
            for side in game.module.sides
            for name, words in RESOURCES.items()
        }

    def closed(self, state: State, block: PathBlock) -> frozenset[int]:
        """Hexes of enemy units and, if they count, EZOCs; a friendly unit does not negate them here (8.6)."""
        situation, enemy = self.game.situation(state), other(block.side)
        units = frozenset(situation.units[enemy])
        return units | situation.zoc[enemy] if block.zoc else units

    def may_step(self, i: int, j: int) -> bool:
        """Whether a unit on foot could make the step."""
        return j in self.game.ground.roads[Mover.FOOT].steps[i]

    def is_lost(self, state: State, name: PieceId) -> bool:
        """Whether a unit is on the dead pile, not withdrawn, and was not dead from the start."""
        piece = state.pieces[name]
        on_pile = piece.at == DEAD.get(piece.owner) and name not in data(state).withdrawn
        return on_pile and name not in self.out_at_start

    def track(self, state: State, name: str) -> float | None:
        """Air points, coastal shipping, truck movement, supply points on the map."""
        side, _, what = name.partition("-")
        held = data(state)
        if name not in self.resources:
            return None
        if what == "air":
            return held.air[side]
        if what == "shipping":
            return held.shipping[side]
        if what == "trucks":
            return held.trucks[side].left / SIXTHS
        return sum(dump.count for dump in held.dumps.values() if dump.side == side)

    # --- tests of these rules ---------------------------------------------------------------------------

    def _mussolini(self, state: State, moment: str) -> Finding:
        """6.1: too few Italian units east of the line; it binds from the end of turn 2 to that of turn 5."""
        game = self.game
        binds = mussolini.is_in_force(game, state) or (moment == TURN and mussolini.binds_at_end(game, state))
        divisions, mobile = mussolini.tally(game, state)
        waived = " (waived)" if data(state).mussolini_waived else ""
        return Finding(
            binds and mussolini.is_violated(game, state),
            f"{divisions} divisions, {mobile} exploit-capable{waived}",
            f"The Axis has {divisions} infantry divisions and {mobile} exploit-capable Italian units "
            f"east of the Mussolini Line: sudden death.",
        )

    def _east_destroyed(self, state: State, moment: str) -> Finding:
        """8.4: no Mussolini unit that stood east of A47 at set-up is left; a rebuilt one has died."""
        alive = survivors(state)
        return Finding(not alive, f"{len(alive)} of {len(data(state).stood_east)} survive")


TEST_WORDS = {
    mussolini.TEST: (
        "From the end of turn 2 to the end of turn 5: the Axis has fewer than five infantry divisions or "
        "fewer than three exploit-capable units east of column A47, counting those destroyed there; waived "
        "once a Commonwealth unit has entered Libya"
    ),
    EAST_DESTROYED: (
        "Every Italian division and exploit-capable unit that stood east of column A47 at the start has been "
        "destroyed"
    ),
}
RESOURCES = {
    "air": "air points",
    "shipping": "coastal shipping",
    "trucks": "truck movement",
    "supply": "supply points on the map",
}


def survivors(state: State) -> tuple[PieceId, ...]:
    """Mussolini units that stood east of A47 at set-up and have not died (8.4)."""
    held = data(state)
    return tuple(name for name in held.stood_east if name not in held.died)
