"""Phase A: commanders in play or not, and who has the initiative (4.5.2 to 4.5.5, 5.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.flow.step import Step, auto
from engine.ids import SideId
from engine.play.resolution import Resolution
from modules.battle_for_north_africa.rules import state as bna

if TYPE_CHECKING:
    from modules.battle_for_north_africa.rules.compiled import NorthAfricaGame

REPLACED_ON = (8, 9)
"""Allied rolls that replace the sitting commander (4.5.4)."""


class CommandersStep(Step):
    """A/1: both sides roll whether their commander is in play."""

    id = "battle_for_north_africa.commanders"

    def __init__(self, game: NorthAfricaGame) -> None:
        self.game = game

    @auto
    def start(self, r: Resolution) -> None:
        """A new turn: last turn's plans are gone; succession, then the rolls, Axis first."""
        held = bna.data(r.state)
        r.set_data(
            replace(
                held,
                offers={},
                allocated={},
                spent={},
                plans={},
                pool=(),
                lead="",
                initiative="",
                in_play=(),
                activations={},
                finished=(),
                wasted=False,
            )
        )
        for commander in self.game.commanders:
            r.move(commander, None)
        for side in bna.SIDES:
            self._succeed(r, side)
            self._roll(r, side)
        r.end()

    def _succeed(self, r: Resolution, side: SideId) -> None:
        """At the start of his latest month the next commander takes over."""
        held = bna.data(r.state)
        due = [c for c in self.game.commanders.values() if c.side == side and c.latest <= r.state.turn]
        newest = next((c for c in reversed(due) if c.id not in held.retired), None)
        if newest is not None and held.sitting.get(side) != newest.id:
            old = held.sitting.get(side)
            retired = (*held.retired, old) if old else held.retired
            r.set_data(replace(held, sitting={**held.sitting, side: newest.id}, retired=retired))
            r.emit("commander", f"{newest.name} takes command", rule="4.5.4", side=side, pieces=(newest.id,))

    def _roll(self, r: Resolution, side: SideId) -> None:
        held = bna.data(r.state)
        commander = self.game.commanders[held.sitting[side]]
        if self.game.commander_is_automatic(r.state, side):
            r.set_data(replace(held, in_play=(*held.in_play, side)))
            r.emit("commander", f"{commander.name} is in play", rule="4.5.2", side=side)
            return
        (die,) = r.roll(f"is {commander.name} in play", faces=10, lowest=0)
        if side == bna.ALLIED and die in REPLACED_ON and self._replace(r, side):
            return
        present = die <= commander.availability
        if present:
            r.set_data(replace(held, in_play=(*held.in_play, side)))
        word = "in play" if present else "not in play"
        text = f"rolled {die}: {commander.name} is {word} (up to {commander.availability})"
        r.emit("commander", text, rule="4.5.2", side=side, dice=(die,))

    def _replace(self, r: Resolution, side: SideId) -> bool:
        """An 8 or 9: the next commander whose months include this one takes over, not in play this turn."""
        held = bna.data(r.state)
        order = [c for c in self.game.commanders.values() if c.side == side]
        sitting = next(i for i, c in enumerate(order) if c.id == held.sitting[side])
        turn = r.state.turn
        follower = next((c for c in order[sitting + 1 :] if c.first <= turn <= c.last), None)
        if follower is None:
            return False
        retired = (*held.retired, order[sitting].id)
        r.set_data(replace(held, sitting={**held.sitting, side: follower.id}, retired=retired))
        text = f"{order[sitting].name} is replaced by {follower.name}"
        r.emit("commander", text, rule="4.5.4", side=side, pieces=(follower.id,))
        return True


class InitiativeStep(Step):
    """A/2: both roll, commanders in play help; the higher has the initiative, a tie gives it to nobody."""

    id = "battle_for_north_africa.initiative"

    def __init__(self, game: NorthAfricaGame) -> None:
        self.game = game

    @auto
    def start(self, r: Resolution) -> None:
        """On the first turn the scenario names the side."""
        held = bna.data(r.state)
        if r.state.turn == self.game.scenario.first_turn:
            winner = self.game.scenario.first_side
            r.emit("initiative", f"{winner} has the initiative", rule="5.0", side=winner)
        else:
            totals = {side: self._total(r, side) for side in bna.SIDES}
            ahead = totals[bna.AXIS] - totals[bna.ALLIED]
            winner = "" if ahead == 0 else bna.AXIS if ahead > 0 else bna.ALLIED
            text = f"initiative {totals[bna.AXIS]} to {totals[bna.ALLIED]}: {winner or 'nobody'}"
            r.emit("initiative", text, rule="5.0")
        r.set_data(replace(held, initiative=winner))
        r.end()

    def _total(self, r: Resolution, side: SideId) -> int:
        (die,) = r.roll(f"initiative of {side}", faces=10, lowest=0)
        held = bna.data(r.state)
        help_ = self.game.commanders[held.sitting[side]].initiative if side in held.in_play else 0
        return die + help_
