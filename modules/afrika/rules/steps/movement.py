"""The movement phase of a side: stacks, overruns, ships, trucks, leaders, the raid (series 5.0, 5.4, 6.2,
7.4).

One decision node asks until the player ends the phase; then stacking is enforced (2.3) and boxes without a
unit of their owner are taken off the map (1.6).
"""

from __future__ import annotations

from engine.flow.step import Step, auto, decision
from engine.ids import SideId
from engine.kit.ending import EndPhaseKind
from engine.play.action import AnyKind, EndPhase
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.advice import Suggestion, Unfinished
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.leaders_movement import Storch, StorchKind
from modules.afrika.rules.march import MarchVars, finish
from modules.afrika.rules.movement import MovementRules
from modules.afrika.rules.movement_advice import Forgotten
from modules.afrika.rules.moves import MoveKind, MoveStack, active_text
from modules.afrika.rules.overrun import Overrun, OverrunKind
from modules.afrika.rules.overrun_flow import fight, follow_up
from modules.afrika.rules.policy_movement import MovementAdvice
from modules.afrika.rules.raid import Raid, RaidKind
from modules.afrika.rules.shipping import Ship, ShipKind, ShipSupply, ShipSupplyKind
from modules.afrika.rules.state import ALLIED, SPENT, PhaseRecord, new_record, note, other
from modules.afrika.rules.steps.stacking import STACKING, StackingVars
from modules.afrika.rules.trucks import Truck, TruckKind


class EndMovementKind(EndPhaseKind):
    """Ending the movement or exploitation phase."""

    rule = "1.1"
    help = "Ends the phase. After the movement phase stacking is enforced and empty boxes are removed."

    def apply(self, r: Resolution, side: SideId, action: EndPhase) -> None:
        finish(r)
        r.goto("leave")


class MarchStep(Step):
    """What the two phases of movement share: overruns, the stack on the move, who began where."""

    vars_type = MarchVars

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self.rules = MovementRules(game)
        self._end = EndMovementKind()
        self._move, self._overrun = MoveKind(self.rules), OverrunKind(self.rules)
        self._storch = StorchKind(game)
        self._forgotten, self._advice = Forgotten(self.rules), MovementAdvice(self.rules)

    def suggestions(self, state: State, side: SideId) -> tuple[Suggestion, ...]:
        """Choices worth taking now, for people and for the computer player."""
        return self._advice.suggestions(state, side)

    def unfinished(self, state: State, side: SideId) -> tuple[Unfinished, ...]:
        """Stacks that have not moved, idle trucks and ships, units that will be out of supply."""
        return self._forgotten.list(state, side)

    def begin(self, r: Resolution) -> None:
        """Notes who begins the phase in an EZOC and who with a leader."""
        side, situation = self.game.moving_side(r.state), self.game.situation(r.state)
        zone = situation.zoc[other(side)]
        new_record(r)
        in_zoc = [name for number, here in situation.units[side].items() if number in zone for name in here]
        note(r, PhaseRecord(in_zoc=tuple(in_zoc)))
        r.unmark([name for here in situation.units[side].values() for name in here], SPENT)
        r.set_vars(MarchVars())

    def prompt(self, state: State, otherwise: str) -> str:
        """Who may go on now, or what can be done in this phase."""
        on_the_move = active_text(self.rules, state)
        return f"{on_the_move}; another move ends theirs" if on_the_move else otherwise

    @auto
    def fight_overrun(self, r: Resolution) -> None:
        """The combat of an overrun, after its stacking check."""
        fight(self.rules, r)

    @auto
    def follow_up_overrun(self, r: Resolution) -> None:
        """After the combat of an overrun."""
        follow_up(self.rules, r)

    def clear_marks(self, r: Resolution) -> None:
        """Everybody may move again in the next phase of movement."""
        units = self.game.situation(r.state).units[self.game.moving_side(r.state)]
        r.unmark([name for here in units.values() for name in here], SPENT)


class MovementStep(MarchStep):
    """The movement phase."""

    id = "afrika.movement"

    def __init__(self, game: AfrikaGame) -> None:
        super().__init__(game)
        goods: tuple[AnyKind, ...] = (TruckKind(self.rules), ShipKind(self.rules), ShipSupplyKind(self.rules))
        common: tuple[AnyKind, ...] = (self._move, self._overrun, *goods, self._storch)
        self._kinds: dict[SideId, tuple[AnyKind, ...]] = {
            side: (*common, *((RaidKind(game),) if side == ALLIED else ()), self._end)
            for side in ("axis", "allied")
        }

    @auto
    def start(self, r: Resolution) -> None:
        """Opens the phase."""
        self.begin(r)
        r.goto("choose")

    @decision
    def choose(self, state: State) -> Ask:
        """What to move next."""
        side = self.game.moving_side(state)
        prompt = self.prompt(state, "Move stacks, ships and trucks; then end the phase")
        return Ask(sides=(side,), prompt=prompt, kinds=self._kinds[side], rule="series: movement")

    @auto
    def leave(self, r: Resolution) -> None:
        """Stacking is enforced now (2.3)."""
        r.goto("close")
        r.call(STACKING, StackingVars(side=self.game.moving_side(r.state)))

    @auto
    def close(self, r: Resolution) -> None:
        """Boxes without a unit of their owner go, whoever moved (1.6)."""
        situation = self.game.situation(r.state)
        for number, owner in situation.boxes.items():
            if not situation.at(owner, number):
                self._remove_box(r, number, owner)
        self.clear_marks(r)
        r.end()

    def _remove_box(self, r: Resolution, number: int, owner: SideId) -> None:
        place = self.game.place(number)
        for piece in r.state.at(place):
            if piece in self.game.boxes:
                r.move(piece, None)
        text = f"The box in {self.game.place_name(place)} is gone: no unit of its owner is there."
        r.emit("box-removed", text, rule="1.6", side=owner, places=(place,))


STEPS = (MovementStep,)
ACTIONS = (MoveStack, Overrun, Truck, Ship, ShipSupply, Storch, Raid, EndPhase)
