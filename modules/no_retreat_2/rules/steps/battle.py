"""The Battle Sequence (13.2): commitments of both sides, odds, roll, result, retreat, advance.

A counterattack is this same step called again with the roles changed (13.6.4).
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.flow.step import Step, auto, decision
from engine.ids import PieceId
from engine.play.action import AnyKind
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from modules.no_retreat_2.rules import state as nr
from modules.no_retreat_2.rules.advance import AdvanceKind
from modules.no_retreat_2.rules.battle_vars import BattleVars
from modules.no_retreat_2.rules.commit import SupportKind, TableKind
from modules.no_retreat_2.rules.kind import battle_of
from modules.no_retreat_2.rules.odds import BELOW, COLUMNS
from modules.no_retreat_2.rules.play_card import AttackerCardKind, DefenderCardKind, PassKind
from modules.no_retreat_2.rules.results import (
    CounterattackKind,
    GiveWayKind,
    HoldKind,
    LoseStepKind,
    PlaceCounterblowKind,
    ShatterKind,
    counterattackers,
)
from modules.no_retreat_2.rules.retreat import RetreatKind, legal_paths

if TYPE_CHECKING:
    from modules.no_retreat_2.rules.compiled import NoRetreat2Game


class BattleStep(Step):
    """One battle from the Commitment Step to the advance."""

    id = "no_retreat_2.battle"
    vars_type = BattleVars

    def __init__(self, game: NoRetreat2Game) -> None:
        self.game = game
        self._support_kind = SupportKind(game)
        self._support = (self._support_kind, PassKind(game, "attacker_card", "No Support marker"))
        self._attacker_card = (AttackerCardKind(game), PassKind(game, "defender_card", "No card"))
        self._defender_card = (DefenderCardKind(game), PassKind(game, "odds", "No card"))
        self._table = (TableKind(game),)
        self._counter = (CounterattackKind(game), PassKind(game, "finish", "No counterattack"))
        self._counter_or_retreat = (
            CounterattackKind(game),
            PassKind(game, "defender_retreats", "Take it as DR"),
        )
        self._hold = (HoldKind(game), GiveWayKind(game))
        self._lose_kind = LoseStepKind(game)
        self._retreat = (RetreatKind(game),)
        self._advance_kind = AdvanceKind(game)
        self._advance = (self._advance_kind, PassKind(game, "finish", "Advance done"))
        self._shatter = (ShatterKind(game),)
        self._marker_kind = PlaceCounterblowKind(game)

    # --- commitment ----------------------------------------------------------------------------

    @auto
    def start(self, r: Resolution) -> None:
        """Asks for a Support marker if there is one to commit."""
        battle = battle_of(r.state)
        any_support = next(self._support_kind.choices(r.state, battle.attacker), None)
        r.goto("attacker_card" if any_support is None else "support")

    @decision
    def support(self, state: State) -> Ask:
        """The attacker may commit one Support marker."""
        return self._ask(state, "attacker", "Commit a Support marker?", self._support, "13.3", "commit")

    @auto
    def attacker_card(self, r: Resolution) -> None:
        """The attacker is asked for a card if he holds any."""
        r.goto("choose_attacker_card" if self._has_hand(r.state, "attacker") else "defender_card")

    @decision
    def choose_attacker_card(self, state: State) -> Ask:
        """The attacker may play one event."""
        return self._ask(
            state, "attacker", "Play a card in this battle?", self._attacker_card, "13.3", "commit"
        )

    @auto
    def attacker_card_played(self, r: Resolution) -> None:
        """Notes the attacker's card and its fate."""
        self._note_card(r)
        r.goto("defender_card")

    @auto
    def defender_card(self, r: Resolution) -> None:
        """The defender is asked for a card if he holds any."""
        r.goto("choose_defender_card" if self._has_hand(r.state, "defender") else "odds")

    @decision
    def choose_defender_card(self, state: State) -> Ask:
        """The defender may play one event, knowing the attacker's commitments."""
        return self._ask(
            state, "defender", "Play a card in this battle?", self._defender_card, "13.3", "commit"
        )

    @auto
    def defender_card_played(self, r: Resolution) -> None:
        """Notes the defender's card and its fate."""
        self._note_card(r)
        r.goto("odds")

    def _note_card(self, r: Resolution) -> None:
        battle, fate = battle_of(r.state), nr.data(r.state).resolved
        assert fate is not None
        void = (*battle.void, fate.side) if fate.cancelled else battle.void
        r.set_vars(replace(battle, cards={**battle.cards, fate.side: fate.card}, void=void))

    def _has_hand(self, state: State, role: str) -> bool:
        return bool(nr.data(state).hands[self._side(state, role)])

    # --- odds and roll ----------------------------------------------------------------------------

    @auto
    def odds(self, r: Resolution) -> None:
        """Computes the odds; below 1:3 there is a counterattack without a roll (13.4)."""
        battle = battle_of(r.state)
        odds = self.game.odds.odds(r.state, battle)
        column = "below 1:3" if odds.final == BELOW else COLUMNS[odds.final]
        shifts = ", ".join(f"{m.text} {m.value:+d}" for m in odds.modifiers)
        text = f"{odds.attack} against {odds.defense}, {column}" + (f" ({shifts})" if shifts else "")
        r.emit("odds", text, rule="13.5", side=battle.attacker)
        if odds.final == BELOW:
            r.goto("resolve", replace(battle, result="CA"))
        elif battle.table or len(self.game.odds.crt_choices(battle)) == 1:
            table = battle.table or self.game.odds.crt_choices(battle)[0]
            r.goto("roll", replace(battle, table=table))
        else:
            r.goto("choose_table")

    @decision
    def choose_table(self, state: State) -> Ask:
        """Mixed or bi-coloured attackers choose their table."""
        return self._ask(
            state, "attacker", "German or Italian results table?", self._table, "13.5.6", "result"
        )

    @auto
    def roll(self, r: Resolution) -> None:
        """Rolls on the results table."""
        battle = battle_of(r.state)
        (die,) = r.roll("battle")
        odds = self.game.odds.odds(r.state, battle)
        result = self.game.odds.result(battle.table, die, odds.final)
        r.emit("result", f"rolled {die}: {result}", rule="13.6", side=battle.attacker, dice=(die,))
        r.goto("resolve", replace(battle, result=result))

    # --- results ------------------------------------------------------------------------------------

    @auto
    def resolve(self, r: Resolution) -> None:
        """Branches by the result (rulings 44 to 52)."""
        battle = battle_of(r.state)
        able = bool(counterattackers(self.game.units, battle))
        match battle.result:
            case "CA":
                r.goto("may_counterattack" if able else "finish")
            case "CR":
                r.goto("must_counterattack" if able else "defender_retreats")
            case "CB":
                r.goto("place_counterblow" if self._marker_possible(r.state) else "finish")
            case "EX":
                r.goto("lose", replace(battle, loser=nr.other(battle.attacker), losses=1))
            case "DR" | "DW":
                r.goto("defender_retreats")
            case "DS" | "DD":
                r.goto("defender_shattered")
            case _:
                r.goto("finish")

    def _marker_possible(self, state: State) -> bool:
        battle = battle_of(state)
        in_use = sum(1 for mark in nr.data(state).marked.values() if mark == nr.COUNTERBLOW)
        return not battle.counter and in_use < nr.MARKERS and bool(self._marker_kind.places(state))

    @decision
    def may_counterattack(self, state: State) -> Ask:
        """CA: a counterattack or nothing."""
        return self._ask(state, "defender", "Counterattack, or leave it?", self._counter, "13.6.4", "result")

    @decision
    def must_counterattack(self, state: State) -> Ask:
        """CR: a counterattack or DR."""
        return self._ask(
            state, "defender", "Counterattack, or take a DR?", self._counter_or_retreat, "13.6.4", "result"
        )

    @decision
    def place_counterblow(self, state: State) -> Ask:
        """CB: where the marker goes."""
        return self._ask(
            state, "attacker", "Put the Counterblow marker on a hex", (self._marker_kind,), "13.6", "result"
        )

    @auto
    def defender_retreats(self, r: Resolution) -> None:
        """DR and DW; an active Fortress does not move but loses a level."""
        battle = battle_of(r.state)
        fort = self._drop_fortress(r)
        if self.game.cards.stands(r.state, battle) or (fort and not self._movers(r.state)):
            r.goto("finish")
        elif self._movers(r.state):
            vacating = "reserve" if battle.result == "DW" else ""
            r.goto("hold_or_retreat", replace(battle, vacating=vacating))
        else:
            r.goto("begin_advance")

    def _drop_fortress(self, r: Resolution) -> bool:
        battle = battle_of(r.state)
        if not any(self.game.odds.fort_level(r.state, battle, t) for t in battle.targets):
            return False
        held = nr.data(r.state)
        r.set_data(replace(held, tobruk_level=held.tobruk_level - 1))
        r.emit("fortress", f"Fortification level {held.tobruk_level - 1}", rule="13.6.1")
        r.set_vars(replace(battle, fort=tuple(t for t in battle.targets if self._is_fort(t))))
        return True

    def _is_fort(self, target: str) -> bool:
        return "fortress" in self.game.board.tags(self.game.board.index[target])

    def _movers(self, state: State) -> tuple[PieceId, ...]:
        battle = battle_of(state)
        return tuple(
            p for p in battle.defenders if self.game.units[p].square and state.pieces[p].at not in battle.fort
        )

    @decision
    def hold_or_retreat(self, state: State) -> Ask:
        """One step in all, or everybody goes."""
        return self._ask(
            state, "defender", "Hold at the cost of a step, or retreat", self._hold, "13.6", "result"
        )

    @auto
    def held(self, r: Resolution) -> None:
        """Held: the enemy advances only if no step is left (13.7)."""
        targets = battle_of(r.state).targets
        empty = all(not self._steps_left(r.state, target) for target in targets)
        r.goto("begin_advance" if empty else "finish")

    def _steps_left(self, state: State, target: str) -> bool:
        battle = battle_of(state)
        return any(
            self.game.units[p].type != "leader"
            for p in state.at(target)
            if state.pieces[p].owner != battle.attacker
        )

    @auto
    def defender_shattered(self, r: Resolution) -> None:
        """DS: a step of the owner's choice; DD: a step from every square unit; the rest is shattered."""
        fort = self._drop_fortress(r)
        battle = battle_of(r.state)
        defender = nr.other(battle.attacker)
        if fort and battle.result == "DS":
            r.goto("lose", replace(battle, result="EX", loser=defender, losses=1))
        elif battle.result == "DS":
            r.goto("lose", replace(battle, loser=defender, losses=1, vacating="shattered"))
        else:
            for piece in battle.defenders:
                if self.game.units[piece].square:
                    self.game.lose_step(r, piece)
            r.goto("begin_retreat", replace(battle_of(r.state), vacating="shattered"))

    @auto
    def lose(self, r: Resolution) -> None:
        """Step losses one by one; after an EX it is the attacker's turn."""
        battle = battle_of(r.state)
        if battle.losses and self._lose_kind.candidates(r.state):
            r.goto("choose_loss")
        elif battle.result == "EX" and battle.loser != battle.attacker:
            r.goto("lose", replace(battle, loser=battle.attacker, losses=1))
        elif battle.result == "EX":
            r.goto("finish")
        else:
            r.goto("begin_retreat")

    @decision
    def choose_loss(self, state: State) -> Ask:
        """The owner chooses."""
        battle = battle_of(state)
        role = "attacker" if battle.loser == battle.attacker else "defender"
        return self._ask(state, role, "Choose a unit to lose a step", (self._lose_kind,), "13.6.2", "result")

    # --- retreat and advance -------------------------------------------------------------------------

    @auto
    def begin_retreat(self, r: Resolution) -> None:
        """Everybody who can move must go."""
        r.goto("retreat_next", replace(battle_of(r.state), retreating=self._movers(r.state)))

    @auto
    def retreat_next(self, r: Resolution) -> None:
        """Units without a path are destroyed; the others are asked for theirs."""
        battle = battle_of(r.state)
        trapped = tuple(p for p in battle.retreating if not legal_paths(self.game, r.state, p))
        if trapped:
            left = tuple(p for p in battle.retreating if p not in trapped)
            r.set_vars(replace(battle, retreating=left))
            for piece in trapped:
                self.game.destroy(r, piece, "cannot retreat")
        r.goto("choose_retreat" if battle_of(r.state).retreating else "begin_advance")

    @decision
    def choose_retreat(self, state: State) -> Ask:
        """The owner retreats his units one by one."""
        battle = battle_of(state)
        names = ", ".join(self.game.units[p].name for p in battle.retreating)
        ask = self._ask(state, "defender", f"Retreat {names}", self._retreat, "13.6.1", "retreat")
        return dataclasses.replace(ask, pieces=battle.retreating)

    @auto
    def begin_advance(self, r: Resolution) -> None:
        """Square attackers may advance if a Target hex was vacated; after EX never."""
        battle = battle_of(r.state)
        r.set_vars(replace(battle, advancing=tuple(p for p in battle.attackers if self.game.units[p].square)))
        r.goto("advance_next")

    @auto
    def advance_next(self, r: Resolution) -> None:
        """Asks as long as somebody can advance."""
        battle = battle_of(r.state)
        more = next(self._advance_kind.choices(r.state, battle.attacker), None)
        r.goto("finish" if more is None else "choose_advance")

    @decision
    def choose_advance(self, state: State) -> Ask:
        """The attacker advances units one by one."""
        return self._ask(state, "attacker", "Advance after combat", self._advance, "13.7", "advance")

    @auto
    def finish(self, r: Resolution) -> None:
        """Overstacked hexes are thinned out, then the battle is over."""
        battle = battle_of(r.state)
        for role in ("attacker", "defender"):
            if self.game.overstacked(r.state, self._side(r.state, role)):
                r.goto(f"thin_{role}")
                return
        if battle.retreating or battle.advancing:
            r.set_vars(replace(battle, retreating=(), advancing=()))
        r.end()

    @decision
    def thin_attacker(self, state: State) -> Ask:
        """The attacker removes what overstacks."""
        return self._ask(state, "attacker", "Remove what overstacks", self._shatter, "12.2.4", "result")

    @decision
    def thin_defender(self, state: State) -> Ask:
        """The defender removes what overstacks."""
        return self._ask(state, "defender", "Remove what overstacks", self._shatter, "12.2.4", "result")

    # --- asking ---------------------------------------------------------------------------------------

    def _side(self, state: State, role: str) -> str:
        attacker = battle_of(state).attacker
        return attacker if role == "attacker" else nr.other(attacker)

    def _ask(
        self, state: State, role: str, prompt: str, kinds: tuple[AnyKind, ...], rule: str, part: str
    ) -> Ask:
        return Ask(
            sides=(self._side(state, role),),
            prompt=prompt,
            kinds=kinds,
            rule=rule,
            part=f"battle.{part}",
            places=battle_of(state).targets,
        )
