"""The reinforcement phase (1.1, 4.0, ruling 7), one thing after the other.

New supply points (Commonwealth) - arrivals - releases by schedule - named withdrawals - scheduled
replacements - early releases - the variable roll with its withdrawals or replacements - the leader's roll.
What leaves no choice is done at once; the rest are questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from engine.flow.step import Step, auto, decision
from engine.ids import SideId
from engine.play.action import AnyKind
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.advice import Suggestion, Unfinished
from modules.afrika.rules import arrivals, reinforcement_actions, withdrawals
from modules.afrika.rules import reinforcement_advice as advice
from modules.afrika.rules.casualties import withdraw
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.leader_rolls import roll_for_leader
from modules.afrika.rules.leaders_movement import StorchKind
from modules.afrika.rules.reinforcement_actions import (
    ArriveKind,
    DeliverSupplyKind,
    DoneKind,
    EarlyReleaseKind,
    RebuildKind,
    ReinforcementVars,
    ReleaseKind,
    WithdrawKind,
    deliver,
    held_vars,
    place_arrival,
    release,
    replacements_text,
)
from modules.afrika.rules.replacements import rebuildable
from modules.afrika.rules.settle import settle
from modules.afrika.rules.state import ALLIED, DEAD, data, new_record
from modules.afrika.rules.upgrades import upgrade

Adviser = Callable[[AfrikaGame, State, SideId], Iterator[Suggestion]]


class ReinforcementStep(Step):
    """Walks through the parts of the phase."""

    id = "afrika.reinforcement"
    vars_type = ReinforcementVars

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._deliver = DeliverSupplyKind(game)
        self._arrive = ArriveKind(game)
        self._release = ReleaseKind(game)
        self._early = EarlyReleaseKind(game)
        self._withdraw = WithdrawKind(game)
        self._rebuild = RebuildKind(game)
        self._storch = StorchKind(game)
        self._end_early = DoneKind(game, "No more early releases", "variable")
        self._end_rebuilding = DoneKind(game, "Leave the rest unused", "replaced")

    def _side(self, state: State) -> SideId:
        return self.game.moving_side(state)

    def _with_storch(self, state: State, *kinds: AnyKind) -> tuple[AnyKind, ...]:
        """Kinds of a question, with the flight of a leader who can fly: he may in any phase of his side
        (6.2a)."""
        can_fly = self._storch.unavailable(state, self._side(state)) is None
        return (*kinds, self._storch) if can_fly else kinds

    @auto
    def start(self, r: Resolution) -> None:
        """New supply points of the Commonwealth (5.1); upgrades of scenarios of one's own."""
        new_record(r)
        upgrade(self.game, r, self._side(r.state))
        supply = self.game.charts.new_supply[r.state.turn] if self._side(r.state) == ALLIED else 0
        r.goto("supplies", ReinforcementVars(supply=supply))

    # --- new supply points ---------------------------------------------------------------------

    @auto
    def supplies(self, r: Resolution) -> None:
        """Lands supply points by itself as long as there is nothing to choose."""
        left = held_vars(r.state).supply
        ports = arrivals.supply_ports(self.game, r.state) if left else ()
        if len(ports) > 1:
            r.goto("place_supply")
            return
        for place, room in ports:
            deliver(self.game, r, place, min(room, left))
        lost = held_vars(r.state).supply
        if lost:
            r.emit("supply-lost", f"{lost} new SP find no port and are lost.", rule="erratum 5", side=ALLIED)
        r.goto("arrivals", replace(held_vars(r.state), supply=0))

    @decision
    def place_supply(self, state: State) -> Ask:
        """Which ports take the new supply points."""
        places = tuple(place for place, _ in arrivals.supply_ports(self.game, state))
        return Ask(
            sides=(ALLIED,),
            prompt=f"Choose where {held_vars(state).supply} new SP arrive",
            kinds=self._with_storch(state, self._deliver),
            rule="erratum 5",
            part="supply",
            places=places,
        )

    # --- arrivals, releases, withdrawals by name ---------------------------------------------------

    @auto
    def arrivals(self, r: Resolution) -> None:
        """Places whatever has one place only; asks for the rest."""
        side, ask = self._side(r.state), False
        waiting = arrivals.due(self.game, r.state, side)
        for piece in sorted(waiting, key=lambda name: name in self.game.leaders):
            places = arrivals.arrival_places(self.game, r.state, piece)
            if len(places) == 1:
                place_arrival(self.game, r, piece, places[0])
            elif places:
                ask = True
        r.goto("place_arrivals" if ask else "releases")

    @decision
    def place_arrivals(self, state: State) -> Ask:
        """Where reinforcements with a choice arrive."""
        side = self._side(state)
        pieces = arrivals.due(self.game, state, side)
        return Ask(
            sides=(side,),
            prompt="Place the reinforcements that have a choice of places",
            kinds=self._with_storch(state, self._arrive),
            rule="4.1",
            part="arrivals",
            pieces=pieces,
        )

    @auto
    def releases(self, r: Resolution) -> None:
        """Releases by schedule."""
        pieces = arrivals.released_by_schedule(self.game, r.state) if self._side(r.state) == ALLIED else ()
        places = arrivals.release_places(self.game, r.state) if pieces else ()
        if len(places) > 1:
            r.goto("release_units")
            return
        if places:
            release(self.game, r, pieces, places[0])
        elif pieces:
            r.emit(
                "release-delayed",
                "No place is left to release units to: they stay in the box.",
                rule="7.2",
                side=ALLIED,
                pieces=pieces,
            )
        r.goto("named_withdrawals")

    @decision
    def release_units(self, state: State) -> Ask:
        """Where released units go."""
        return Ask(
            sides=(ALLIED,),
            prompt="Place the units released from the Restriction Box",
            kinds=self._with_storch(state, self._release),
            rule="7.2",
            part="releases",
            pieces=arrivals.released_by_schedule(self.game, state),
            places=arrivals.release_places(self.game, state),
        )

    @auto
    def named_withdrawals(self, r: Resolution) -> None:
        """Takes away the units the order of arrival names, alive or dead (ruling 9)."""
        side = self._side(r.state)
        upgrade(self.game, r, side)
        for entry in arrivals.orders_of_arrival(self.game).of_turn(r.state.turn, side, "withdraw"):
            for piece in entry.pieces:
                if r.state.pieces[piece].at not in (None, DEAD[side]):
                    withdraw(self.game, r, piece, "order of arrival", "4.3")
        r.goto("scheduled_replacements")
        settle(self.game, r)

    @auto
    def scheduled_replacements(self, r: Resolution) -> None:
        """Replacements the order of arrival gives (Tiger convoy)."""
        entries = list(
            arrivals.orders_of_arrival(self.game).of_turn(r.state.turn, self._side(r.state), "replacements")
        )
        count = sum(entry.count for entry in entries)
        if count:
            title = entries[0].note or "Order of arrival"
            text = f"{title}: {replacements_text(count)}."
            r.emit("replacements", text, rule="4.2", side=self._side(r.state))
        r.goto("replacing", replace(held_vars(r.state), replacements=count, after="early"))

    # --- early releases ---------------------------------------------------------------------------------

    @auto
    def early(self, r: Resolution) -> None:
        """Asks for early releases while there is somebody to release and somewhere to go."""
        possible = (
            self._side(r.state) == ALLIED
            and bool(arrivals.restricted(self.game, r.state))
            and bool(arrivals.release_places(self.game, r.state))
        )
        r.goto("release_early" if possible else "variable")

    @decision
    def release_early(self, state: State) -> Ask:
        """Who leaves the box early."""
        return Ask(
            sides=(ALLIED,),
            prompt="Release units early, each losing its first step, or go on to the variable roll",
            kinds=self._with_storch(state, self._early, self._end_early),
            rule="7.2",
            part="early-releases",
            pieces=arrivals.restricted(self.game, state),
        )

    # --- the variable table ---------------------------------------------------------------------------------

    @auto
    def variable(self, r: Resolution) -> None:
        """Rolls on the variable reinforcement table (4.2)."""
        side = self._side(r.state)
        dice = r.roll(f"{self.game.side_title(side)} variable reinforcements (4.2)", dice=2)
        result = self.game.charts.variable[side][sum(dice)]
        wanted: tuple[str, ...] = ()
        if result.withdrawal:
            done = data(r.state).withdrawals
            waves = self.game.charts.withdrawals
            wanted = waves[done] if done < len(waves) else ()
            if wanted:
                r.set_data(replace(data(r.state), withdrawals=done + 1))
        text = _result_text(sum(dice), result.replacements, wanted)
        r.emit("variable", text, rule="4.2", side=side, dice=dice)
        held = replace(held_vars(r.state), replacements=result.replacements, wanted=wanted, after="leader")
        r.goto("withdrawing" if wanted else "replacing", held)

    @auto
    def withdrawing(self, r: Resolution) -> None:
        """Asks for the next withdrawal; one that nobody can meet is passed over."""
        held, side = held_vars(r.state), self._side(r.state)
        if not held.wanted:
            r.goto("replacing")
        elif withdrawals.candidates(self.game, r.state, side, held.wanted[0]):
            r.goto("withdraw_unit")
        else:
            r.emit(
                "withdrawal-void",
                f"No unit of the type {withdrawals.TITLES[held.wanted[0]]} can be withdrawn.",
                rule="4.3",
                side=side,
            )
            r.set_vars(replace(held, wanted=held.wanted[1:]))

    @decision
    def withdraw_unit(self, state: State) -> Ask:
        """Which unit is withdrawn."""
        wanted, side = held_vars(state).wanted, self._side(state)
        more = f" ({len(wanted)} to go)" if len(wanted) > 1 else ""
        return Ask(
            sides=(side,),
            prompt=f"Withdraw a unit of the type {withdrawals.TITLES[wanted[0]]}{more}",
            kinds=self._with_storch(state, self._withdraw),
            rule="4.3",
            part="variable",
            pieces=withdrawals.candidates(self.game, state, side, wanted[0]),
        )

    @auto
    def replacing(self, r: Resolution) -> None:
        """Asks while there are replacements and units to rebuild; what is over is lost."""
        held, side = held_vars(r.state), self._side(r.state)
        if not held.replacements:
            r.goto("replaced")
        elif next(rebuildable(self.game, r.state, side), None):
            r.goto("rebuild_unit")
        else:
            one = held.replacements == 1
            end = "finds no unit to rebuild and is lost" if one else "find no unit to rebuild and are lost"
            text = f"{replacements_text(held.replacements)} {end}."
            r.emit("replacements-lost", text, rule="4.2", side=side)
            r.goto("replaced")

    @decision
    def rebuild_unit(self, state: State) -> Ask:
        """What is rebuilt."""
        side, count = self._side(state), held_vars(state).replacements
        return Ask(
            sides=(side,),
            prompt=f"Use {replacements_text(count)} now",
            kinds=self._with_storch(state, self._rebuild, self._end_rebuilding),
            rule="4.2",
            part="variable",
            pieces=tuple(rebuildable(self.game, state, side)),
        )

    @auto
    def replaced(self, r: Resolution) -> None:
        """Goes on with what comes after the replacements."""
        held = held_vars(r.state)
        r.goto(held.after, replace(held, replacements=0))

    # --- advice ---------------------------------------------------------------------------------------

    def suggestions(self, state: State, side: SideId) -> Iterator[Suggestion]:
        """Good answers to the present question; none for early releases, which cost a step."""
        advisers: dict[str, Adviser] = {
            "place_supply": advice.supplies,
            "place_arrivals": advice.place_arrivals,
            "release_units": advice.release_units,
            "withdraw_unit": advice.withdraw_unit,
            "rebuild_unit": advice.rebuild_unit,
        }
        adviser = advisers.get(state.flow[-1].node)
        return iter(()) if adviser is None else adviser(self.game, state, side)

    def unfinished(self, state: State, side: SideId) -> Iterator[Unfinished]:
        """Replacements left."""
        return advice.unused(self.game, state, side)

    # --- the leader -----------------------------------------------------------------------------------------

    @auto
    def leader(self, r: Resolution) -> None:
        """Rolls for the leader, but not on the turn he came."""
        if not held_vars(r.state).new_leader:
            roll_for_leader(self.game, r, self._side(r.state))
        r.end()


def _result_text(total: int, replacements: int, wanted: tuple[str, ...]) -> str:
    if wanted:
        names = [withdrawals.TITLES[kind] for kind in dict.fromkeys(wanted)]
        counts = [wanted.count(kind) for kind in dict.fromkeys(wanted)]
        parts = [f"{count} {name}" for count, name in zip(counts, names, strict=True)]
        return f"Variable reinforcements: {total}, withdraw {' and '.join(parts)}."
    if replacements:
        return f"Variable reinforcements: {total}, {replacements_text(replacements)}."
    return f"Variable reinforcements: {total}, no effect."


STEPS = (ReinforcementStep,)
ACTIONS = reinforcement_actions.ACTIONS
