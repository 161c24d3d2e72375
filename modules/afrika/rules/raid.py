"""The raid on Rommel (7.4): once in a game the Long Range Desert Group gives itself up for a roll of the
die.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.errors import Refusal
from engine.ids import PieceId, SideId
from engine.play.action import Action, Shape
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.afrika.rules.casualties import eliminate
from modules.afrika.rules.compiled import ROMMEL, AfrikaGame
from modules.afrika.rules.kinds import GameKind
from modules.afrika.rules.leaders import back_on
from modules.afrika.rules.march import finish
from modules.afrika.rules.movement_text import counted, listed
from modules.afrika.rules.settle import settle
from modules.afrika.rules.state import ALLIED, data

CAPTURED, INJURED = "captured", "injured"
"""Words of the chart; any other is a raid that fails."""


class Raid(Action, frozen=True, tag="raid"):
    """Raids Rommel's headquarters."""


def _prospects(game: AfrikaGame) -> str:
    """What the faces of the die do, as the chart has it."""
    faces = {
        word: listed([str(face) for face, result in enumerate(game.charts.raid, 1) if result == word])
        for word in (CAPTURED, INJURED)
    }
    back = counted(game.charts.raid_return, "turn")
    return f"On {faces[CAPTURED]} Rommel leaves the game, on {faces[INJURED]} he comes back {back} later."


class RaidKind(GameKind[Raid]):
    """The announcement; the LRDG dies, then one die decides."""

    kind = "raid"
    action = Raid
    shape = Shape.BUTTON
    label = "Raid on Rommel"
    rule = "7.4"

    def __init__(self, game: AfrikaGame) -> None:
        super().__init__(game)
        self.help = (
            "Once per game, in a Commonwealth movement phase and between the moves of stacks: the LRDG goes "
            f"to the dead pile. {_prospects(game)}"
        )
        self._raider: PieceId = next((name for name, unit in game.units.items() if unit.lrdg), "")

    def unavailable(self, state: State, side: SideId) -> Refusal | None:
        if side != ALLIED:
            return Refusal("only the Commonwealth can raid Rommel", self.rule)
        if self.game.options.get("oconnor", "standard") != "standard":
            text = "there is no raid on Rommel with an optional rule for O'Connor"
            return Refusal(text, "7.1b, 7.1c")
        if data(state).raid_used:
            return Refusal("Rommel can be raided only once in a game", self.rule)
        raider = state.pieces.get(self._raider)
        if raider is None or self.game.number(raider.at) < 0:
            return Refusal("the LRDG is not in play", self.rule, pieces=(self._raider,))
        rommel = state.pieces.get(ROMMEL)
        if rommel is None or self.game.number(rommel.at) < 0:
            return Refusal("Rommel is not on the map", self.rule, pieces=(ROMMEL,))
        return None

    def check(self, state: State, side: SideId, action: Raid) -> Refusal | None:
        return self.unavailable(state, side)

    def choices(self, state: State, side: SideId, piece: PieceId | None = None) -> Iterator[Raid]:
        if piece in (None, self._raider) and self.unavailable(state, side) is None:
            yield Raid()

    def apply(self, r: Resolution, side: SideId, action: Raid) -> None:
        finish(r)
        r.set_data(replace(data(r.state), raid_used=True))
        eliminate(self.game, r, self._raider, "it raids Rommel's headquarters", self.rule)
        (face,) = r.roll("raid on Rommel")
        result, turn = self.game.charts.raid[face - 1], r.state.turn + self.game.charts.raid_return
        if result == CAPTURED:
            r.move(ROMMEL, None)
            text = "The raid succeeds: Rommel is captured and leaves the game."
        elif result == INJURED:
            r.move(ROMMEL, back_on(self.game, turn))
            text = f"Rommel is injured in the raid and returns on turn {turn}."
        else:
            text = "The raid on Rommel fails."
        r.emit("raid", f"{text} (die {face})", rule=self.rule, side=side, pieces=(ROMMEL,), dice=(face,))
        settle(self.game, r)
