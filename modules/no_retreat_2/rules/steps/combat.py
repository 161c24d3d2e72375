"""The Combat Phase: both sides declare, then all marked hexes are attacked in any order (13.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.flow.step import Step, auto, decision
from engine.ids import SideId
from engine.kit.ending import EndPhaseKind
from engine.play.action import EndPhase
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.attack import AttackKind
from modules.no_retreat_2.rules.battle_vars import DeclareVars
from modules.no_retreat_2.rules.declare import MarkCounterblowKind, MarkTargetKind, RespondKind
from modules.no_retreat_2.rules.play_card import PhaseCardKind

if TYPE_CHECKING:
    from modules.no_retreat_2.rules.compiled import NoRetreat2Game


class DeclaredKind(EndPhaseKind):
    """Ends one side's declarations."""

    label = "Declarations done"
    rule = "13.0"

    def __init__(self, after: str) -> None:
        self._after = after

    def apply(self, r: Resolution, side: SideId, action: EndPhase) -> None:
        r.goto(self._after)


class CombatStep(Step):
    """Targets, Counterblows and Responses, then one battle after the other."""

    id = "no_retreat_2.combat"
    vars_type = DeclareVars

    def __init__(self, game: NoRetreat2Game) -> None:
        self.game = game
        self._attack = AttackKind(game)
        self._targets = (MarkTargetKind(game), DeclaredKind("counterblows"))
        self._blows = (
            MarkCounterblowKind(game),
            RespondKind(game),
            PhaseCardKind(game),
            DeclaredKind("next_battle"),
        )
        self._battles = (self._attack, PhaseCardKind(game))

    @auto
    def start(self, r: Resolution) -> None:
        """A Player Turn's declarations begin; markers left by CB results count among the four."""
        side = r.state.phase.split(".")[0]
        held = nr.data(r.state)
        left = sum(1 for mark in held.marked.values() if mark == nr.COUNTERBLOW)
        r.set_data(
            replace(
                held,
                phasing=side,
                attacked=(),
                responded=(),
                flipped=(),
                played=(),
                targets=0,
                counterblows=left,
                free_counterblow=False,
                free_response=False,
            )
        )
        r.goto("targets")

    @decision
    def targets(self, state: State) -> Ask:
        """The phasing side marks Targets."""
        side = nr.data(state).phasing
        return Ask(
            sides=(side,),
            prompt="Mark the enemy hexes to attack",
            kinds=self._targets,
            rule="13.0",
            part="targets",
        )

    @decision
    def counterblows(self, state: State) -> Ask:
        """The other side marks Counterblows and responds."""
        side = nr.other(nr.data(state).phasing)
        prompt = "Mark Counterblows, make Responses, or go on"
        return Ask(sides=(side,), prompt=prompt, kinds=self._blows, rule="13.0", part="counterblows")

    @auto
    def next_battle(self, r: Resolution) -> None:
        """Marks that nobody can attack come off; without marks the phase ends."""
        held = nr.data(r.state)
        kept = {place: mark for place, mark in held.marked.items() if self._is_kept(r.state, place)}
        if kept != held.marked:
            gone = sorted(set(held.marked) - set(kept))
            r.emit("marks-removed", f"nobody can attack {', '.join(gone)}", rule="13.0", places=tuple(gone))
            r.set_data(replace(held, marked=kept))
        if self._attack.open_marks(r.state):
            r.goto("battles")
        else:
            r.end()

    def _is_kept(self, state: State, place: str) -> bool:
        holder = self.game.positions.side_at(state, self.game.board.index[place])
        if holder == nr.data(state).phasing:
            return True
        return holder is not None and bool(self._attack.eligible(state, place))

    @decision
    def battles(self, state: State) -> Ask:
        """The phasing side chooses the next battle."""
        side = nr.data(state).phasing
        marks = self._attack.open_marks(state)
        return Ask(
            sides=(side,),
            prompt=f"Attack the marked hexes: {', '.join(marks)}",
            kinds=self._battles,
            rule="13.0",
            part="battle",
            places=marks,
        )

    @auto
    def announced(self, r: Resolution) -> None:
        """A battle was announced with a card: it begins unless the card was cancelled."""
        held, fate = self._declared(r.state), nr.data(r.state).resolved
        assert fate is not None
        if fate.cancelled:
            r.goto("next_battle")
        else:
            side = nr.data(r.state).phasing
            self._attack.start(r, side, held.targets, held.attackers)

    @auto
    def phase_card_played(self, r: Resolution) -> None:
        """The effect of a card played between declarations or battles."""
        held, data = self._declared(r.state), nr.data(r.state)
        assert data.resolved is not None
        if not data.resolved.cancelled:
            self._take_effect(r, held)
        r.goto(held.back)

    def _take_effect(self, r: Resolution, held: DeclareVars) -> None:
        half, data = self.game.cards.half(held.card, held.side), nr.data(r.state)
        if half.argument("leader") is not None:
            r.move(held.piece, held.at)
            r.emit("leader-moved", f"{held.piece} goes to {held.at}", rule="5.3", pieces=(held.piece,))
        if half.argument("retarget") is not None:
            marked = {p: m for p, m in data.marked.items() if p != held.source} | {held.at: nr.TARGET}
            r.set_data(replace(data, marked=marked))
            r.emit("retargeted", f"the Target moves to {held.at}", rule="5.3", places=(held.source, held.at))
        if half.argument("free") == "counterblow":
            r.set_data(replace(data, free_counterblow=True))
        if half.argument("free") == "response":
            r.set_data(replace(data, free_response=True))

    def _declared(self, state: State) -> DeclareVars:
        held = state.flow[-1].vars
        assert isinstance(held, DeclareVars)
        return held
