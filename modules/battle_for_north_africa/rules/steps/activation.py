"""One activation (D/2): paying, who is active, movement, then attacks (4.3.3, 4.3.4, 4.5.9).

Movement and combat themselves are not built yet; the step asks for the end of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.flow.step import Step, auto, decision
from engine.play.action import AnyKind
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.battle_for_north_africa.rules import state as bna
from modules.battle_for_north_africa.rules.actions import EndActivation, MovementDone, Pass
from modules.battle_for_north_africa.rules.activating import (
    AttachKind,
    CombinedKind,
    IndependentKind,
    KampfgruppeKind,
    activation_of,
)
from modules.battle_for_north_africa.rules.activation_vars import ActivationVars
from modules.battle_for_north_africa.rules.kind import ButtonKind
from modules.battle_for_north_africa.rules.units import COMMANDER, INDEPENDENT, LRDG

if TYPE_CHECKING:
    from modules.battle_for_north_africa.rules.compiled import NorthAfricaGame

INDEPENDENT_COST = 2
LRDG_ACTIVATIONS = 2


def independent_units(die: int) -> int:
    """How many units the Independent marker activates (4.1.6)."""
    return 1 if die <= 2 else 2 if die <= 7 else 3


class ActivationStep(Step):
    """Carries out one activation marker."""

    id = "battle_for_north_africa.activation"
    vars_type = ActivationVars

    def __init__(self, game: NorthAfricaGame) -> None:
        self.game = game
        self._attach = AttachKind(game)
        self._independent = IndependentKind(game)
        self._group = KampfgruppeKind(game)
        self._combined = CombinedKind(game)
        self._attach_kinds = (self._attach, ButtonKind(Pass, "Attach nothing", lambda r: r.goto("begin")))
        self._decline = ButtonKind(Pass, "Let the marker go unused", self._unused)
        self._moving = (ButtonKind(MovementDone, "Movement done", lambda r: r.goto("fighting")),)
        self._fighting = (ButtonKind(EndActivation, "End the activation", lambda r: r.goto("finish")),)

    # --- paying -------------------------------------------------------------------------------

    @auto
    def start(self, r: Resolution) -> None:
        """Branches by the kind of marker; what cannot be paid or has no line is wasted (R3)."""
        held = activation_of(r.state)
        names = self.game.markers[held.marker].names
        if names == INDEPENDENT:
            self._start_independent(r, held)
        elif names == COMMANDER:
            self._start_combined(r, held)
        else:
            self._start_command(r, held, names)

    def _start_independent(self, r: Resolution, held: ActivationVars) -> None:
        if not self._independent.candidates(r.state, held.side):
            self._waste(r, "no unit can act independently", "4.1.6")
        elif bna.data(r.state).left(held.side) < INDEPENDENT_COST:
            self._waste(r, "not enough resource points", "4.3.3")
        else:
            self.game.spend(r, held.side, INDEPENDENT_COST)
            (die,) = r.roll("independent units", faces=10, lowest=0)
            most = independent_units(die)
            r.emit("independent", f"rolled {die}: {most} units", rule="4.1.6", side=held.side, dice=(die,))
            r.goto("choose_independent", replace(held, most=most))

    def _start_combined(self, r: Resolution, held: ActivationVars) -> None:
        if not self.game.commander_at(r.state, held.side):
            self._waste(r, "the commander is not on the map", "4.5.6")
        elif next(self._combined.choices(r.state, held.side), None) is None:
            self._waste(r, "no named HQ can act", "4.5.6")
        else:
            r.goto("choose_combined")

    def _start_command(self, r: Resolution, held: ActivationVars, hq: str) -> None:
        cost = self.game.markers[held.marker].cost
        at = r.state.pieces[hq].at
        if at is None or self.game.lines.trace(r.state, hq) is None:
            self._waste(r, f"{hq} has no line of communication", "9.2.3")
        elif bna.data(r.state).left(held.side) < cost:
            self._waste(r, "not enough resource points", "4.3.3")
        elif self.game.units[hq].size == "quasi-hq":
            r.set_vars(replace(held, headquarters=(hq,), most=2))
            if next(self._group.choices(r.state, held.side), None) is None:
                self._waste(r, "no Formation in range", "4.7.3")
            else:
                self.game.spend(r, held.side, cost)
                r.goto("choose_group")
        else:
            self.game.spend(r, held.side, cost)
            command = self.game.command_of(r.state, hq)
            r.set_vars(replace(held, headquarters=(hq,), active=command))
            r.goto("attach" if self._attach.candidates(r.state) else "begin")

    def _waste(self, r: Resolution, why: str, rule: str) -> None:
        held = activation_of(r.state)
        r.set_data(replace(bna.data(r.state), wasted=True))
        text = f"{self.game.marker_name(held.marker)} is wasted: {why}"
        r.emit("wasted", text, rule=rule, side=held.side, pieces=(held.marker,))
        r.end()

    def _unused(self, r: Resolution) -> None:
        self._waste(r, "left unused", "4.5.6")

    # --- who is active ------------------------------------------------------------------------------

    @decision
    def attach(self, state: State) -> Ask:
        """Unassigned units of one hex in range."""
        return self._ask(state, "Attach unassigned units of one hex in range?", self._attach_kinds, "4.2.3")

    @decision
    def choose_independent(self, state: State) -> Ask:
        """Which units the Independent marker activates."""
        most = activation_of(state).most
        return self._ask(state, f"Choose up to {most} independent units", (self._independent,), "4.1.6")

    @decision
    def choose_group(self, state: State) -> Ask:
        """Which Formations the Kampfgruppe leads."""
        return self._ask(state, "Choose one or two Formations", (self._group,), "4.7.3")

    @decision
    def choose_combined(self, state: State) -> Ask:
        """Which named HQs act together."""
        kinds = (self._combined, self._decline)
        return self._ask(state, "Choose the HQs of the Combined Operations", kinds, "4.5.6")

    # --- acting -----------------------------------------------------------------------------------------

    @auto
    def begin(self, r: Resolution) -> None:
        """Counts the activation of every active unit; the LRDG joins any Allied one, twice a turn (4.3.8)."""
        held = activation_of(r.state)
        active = tuple(dict.fromkeys(p for p in held.active if self.game.may_act(r.state, p)))
        if held.side == bna.ALLIED and self._lrdg_joins(r.state):
            active = (*active, LRDG)
        counts = dict(bna.data(r.state).activations)
        for p in active:
            counts[p] = counts.get(p, 0) + 1
        used = self._used_up(r.state, held, active)
        finished = tuple(dict.fromkeys((*bna.data(r.state).finished, *used)))
        r.set_data(replace(bna.data(r.state), activations=counts, finished=finished))
        names = ", ".join(self.game.units[p].name for p in active)
        r.emit("active", f"active: {names}", rule="4.3.4", side=held.side, pieces=active)
        r.goto("moving", replace(held, active=active))

    def _used_up(self, state: State, held: ActivationVars, active: tuple[str, ...]) -> tuple[str, ...]:
        """Units used up for the Secondary Phase: active ones, and all in range of their acting HQ (R6)."""
        ranged = [p for hq in held.headquarters for p in self.game.command_of(state, hq)]
        return tuple(dict.fromkeys((*(p for p in active if p != LRDG), *ranged)))

    def _lrdg_joins(self, state: State) -> bool:
        at = state.pieces[LRDG].at if LRDG in state.pieces else None
        return at is not None and bna.data(state).activations.get(LRDG, 0) < LRDG_ACTIVATIONS

    @decision
    def moving(self, state: State) -> Ask:
        """All movement comes before all attacks, also in Combined Operations (4.5.9)."""
        return self._ask(state, "Move the active units", self._moving, "4.5.9", "movement")

    @decision
    def fighting(self, state: State) -> Ask:
        """Attacks of the active units."""
        return self._ask(state, "Attack with the active units", self._fighting, "4.3.4", "combat")

    @auto
    def finish(self, r: Resolution) -> None:
        """The marker is set aside (4.3.5)."""
        held = activation_of(r.state)
        r.emit(
            "marker-done", f"{self.game.marker_name(held.marker)} is set aside", rule="4.3.5", side=held.side
        )
        r.end()

    def _ask(
        self, state: State, prompt: str, kinds: tuple[AnyKind, ...], rule: str, part: str = "activate"
    ) -> Ask:
        held = activation_of(state)
        return Ask(sides=(held.side,), prompt=prompt, kinds=kinds, rule=rule, part=part, pieces=held.active)
