"""One combat from its declaration to the advance, regular or overrun (3.0-3.4, 2.6, series 8-10).

The defender names artillery, then his air points; the attacker his air points; then the odds are computed and
two dice rolled. The attacker's losses come first, as they stand first in a result, then the defender's; then
whoever must retreats; leaders left alone go elsewhere; an emptied hex may be entered. Every choice is
the owner's, and is skipped where there is none. Overruns leave entering to the stack that moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.flow.step import Step, auto, decision
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.combat import CombatResult
from engine.play.decision import Ask
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.view.advice import Suggestion
from modules.afrika.rules import air, artillery
from modules.afrika.rules.advance import AdvanceVars, able, far_goers, is_vacated
from modules.afrika.rules.battle import BATTLE, BattleVars, battle_vars, engagement
from modules.afrika.rules.combat import Tally, engage, shelters, strength_text, tally
from modules.afrika.rules.combat_actions import CommitAir, CommitArtillery
from modules.afrika.rules.commitments import CommitAirKind, CommitArtilleryKind
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.leaders import displace_lonely
from modules.afrika.rules.losses import ATTACK, COMBAT_RULE, DEFENSE, LossVars, alive
from modules.afrika.rules.policy_combat import CombatAdvice
from modules.afrika.rules.queries import leader_at
from modules.afrika.rules.retreat import RetreatVars, may_hold_line
from modules.afrika.rules.settle import settle
from modules.afrika.rules.shifts import Engagement, leading
from modules.afrika.rules.state import PhaseRecord, note
from modules.afrika.rules.steps.advance import ADVANCE
from modules.afrika.rules.steps.losses import LOSSES
from modules.afrika.rules.steps.retreat import RETREAT

RULE = "3.0"


class BattleStep(Step):
    """Fights one combat."""

    id = BATTLE
    vars_type = BattleVars

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self._advice = CombatAdvice(game)
        self._artillery = (CommitArtilleryKind(game),)
        self._air = (CommitAirKind(game),)

    def suggestions(self, state: State, side: SideId) -> Iterator[Suggestion]:
        """What a sensible player would commit."""
        return self._advice.commitments(state, side)

    # --- what is committed ---------------------------------------------------------------------------

    @auto
    def start(self, r: Resolution) -> None:
        """Announces the combat and remembers who takes part."""
        game, held = self.game, battle_vars(r.state)
        battle = engage(game, r.state, game.number(held.target), held.attackers, held.artillery)
        r.goto(
            "enemy_artillery",
            replace(held, attackers=battle.attackers, artillery=battle.artillery, defenders=battle.defenders),
        )
        leaders = (leading(game, r.state, battle), leader_at(game, r.state, battle.enemy, battle.target))
        note(
            r,
            PhaseRecord(
                artillery=battle.artillery,
                busy=tuple(name for name in leaders if name),
                attackers=() if held.overrun else battle.participants,
                targets=() if held.overrun else (held.target,),
            ),
        )
        self._announce(r, battle, held.target)

    def _announce(self, r: Resolution, battle: Engagement, target: PlaceId) -> None:
        game = self.game
        names = ", ".join(game.units[name].name for name in battle.attackers)
        if battle.artillery:
            names += " with " + ", ".join(game.units[name].name for name in battle.artillery)
        title, where = game.side_title(battle.side), game.place_name(target)
        fog = game.options.get("fog") is True
        r.emit(
            "battle",
            f"{title} attacks {where}: {names}.",
            rule=RULE,
            side=battle.side,
            pieces=() if fog else battle.participants,
            places=(target,),
            audience=(battle.side,) if fog else (),
            public=f"{title} attacks {where}." if fog else "",
        )

    @auto
    def enemy_artillery(self, r: Resolution) -> None:
        """Asks the defender for artillery if he has any; in fog of war if for all one can see he might."""
        battle = engagement(self.game, r.state)
        ready = artillery.supporting_defense(self.game, r.state, battle.enemy, battle.target)
        veiled = self.game.options.get("fog") is True and len(battle.defenders) > 1
        r.goto("commit_artillery" if ready or veiled else "enemy_air")

    @decision
    def commit_artillery(self, state: State) -> Ask:
        """Which artillery shifts the combat."""
        battle = engagement(self.game, state)
        ready = artillery.supporting_defense(self.game, state, battle.enemy, battle.target)
        return Ask(
            sides=(battle.enemy,),
            prompt=f"Defense of {self._where(state)}: which artillery supports it?",
            kinds=self._artillery,
            rule=artillery.RULE,
            part="artillery",
            help=CommitArtilleryKind.help,
            pieces=ready,
            places=(battle_vars(state).target,),
        )

    @auto
    def enemy_air(self, r: Resolution) -> None:
        """Asks the defender for air points if he has any."""
        battle = engagement(self.game, r.state)
        has_any = air.available(self.game, r.state, battle.enemy, battle.target)
        r.goto("commit_enemy_air" if has_any else "own_air")

    @decision
    def commit_enemy_air(self, state: State) -> Ask:
        """How many air points the defender commits."""
        return self._ask_air(state, engagement(self.game, state).enemy, "Defense of")

    @auto
    def own_air(self, r: Resolution) -> None:
        """Asks the attacker for air points if he has any."""
        battle = engagement(self.game, r.state)
        has_any = air.available(self.game, r.state, battle.side, battle.target)
        r.goto("commit_own_air" if has_any else "resolve")

    @decision
    def commit_own_air(self, state: State) -> Ask:
        """How many air points the attacker commits."""
        return self._ask_air(state, engagement(self.game, state).side, "Attack on")

    def _ask_air(self, state: State, side: SideId, what: str) -> Ask:
        target = battle_vars(state).target
        return Ask(
            sides=(side,),
            prompt=f"{what} {self._where(state)}: how many air points?",
            kinds=self._air,
            rule=air.RULE,
            part="air",
            help=CommitAirKind.help,
            places=(target,),
        )

    def _where(self, state: State) -> str:
        return self.game.place_name(battle_vars(state).target)

    # --- the dice --------------------------------------------------------------------------------------

    @auto
    def resolve(self, r: Resolution) -> None:
        """Adds up, rolls and reads the table."""
        game, battle = self.game, engagement(self.game, r.state)
        found, table = tally(game, r.state, battle), game.charts.results
        sheltered = shelters(game, r.state, battle)
        dice = r.roll(f"combat at {self._where(r.state)}", dice=table.dice, faces=table.faces)
        result = table.result(sum(dice), found.final)
        r.goto("own_losses", replace(battle_vars(r.state), result=result, sheltered=sheltered))
        self._report(r, found, dice, result)

    def _report(self, r: Resolution, found: Tally, dice: tuple[int, ...], result: CombatResult) -> None:
        labels = self.game.charts.results.labels
        attack, defense = (strength_text(amount, found.scale) for amount in (found.attack, found.defense))
        listed = "".join(f", {shift.text} {shift.value:+d}" for shift in found.shifts)
        thrown = " + ".join(map(str, dice))
        text = (
            f"{attack} against {defense}: {labels[found.base]}{listed}; net {found.net:+d}, column "
            f"{labels[found.final]}. Roll {thrown} = {sum(dice)}: {result.text}."
        )
        r.emit(
            "combat-result",
            text,
            rule=RULE,
            places=(battle_vars(r.state).target,),
            dice=dice,
            data={
                "base": labels[found.base],
                "final": labels[found.final],
                "net": found.net,
                "result": result.text,
                "attack": attack,
                "defense": defense,
            },
        )

    # --- what it costs -----------------------------------------------------------------------------------

    @auto
    def own_losses(self, r: Resolution) -> None:
        """The attacker's steps."""
        held, battle = battle_vars(r.state), engagement(self.game, r.state)
        r.goto("enemy_losses")
        self._lose(r, battle.side, battle.participants, (held.result.attacker_loss, ATTACK))

    @auto
    def enemy_losses(self, r: Resolution) -> None:
        """The defender's steps."""
        held, battle = battle_vars(r.state), engagement(self.game, r.state)
        r.goto("leaders_after_losses")
        self._lose(r, battle.enemy, battle.defenders, (held.result.defender_loss, DEFENSE))

    def _lose(self, r: Resolution, side: SideId, pieces: tuple[PieceId, ...], loss: tuple[int, str]) -> None:
        count, first = loss
        if count:
            why = f"combat at {self._where(r.state)}"
            r.call(
                LOSSES,
                LossVars(side=side, pieces=pieces, count=count, why=why, first=first, rule=COMBAT_RULE),
            )

    @auto
    def leaders_after_losses(self, r: Resolution) -> None:
        """Leaders left alone go elsewhere before anybody can enter their hex (6.2)."""
        r.goto("own_retreat")
        displace_lonely(self.game, r)

    @auto
    def own_retreat(self, r: Resolution) -> None:
        """The attacker's hexes: all but one may become losses, wherever he stands (ruling 24)."""
        held, battle = battle_vars(r.state), engagement(self.game, r.state)
        r.goto("leaders_after_retreat")
        hexes = held.result.attacker_retreat
        self._retreat(r, battle.side, battle.participants, (hexes, max(0, hexes - 1)))

    @auto
    def leaders_after_retreat(self, r: Resolution) -> None:
        """The same after the attacker's retreat."""
        r.goto("enemy_retreat")
        displace_lonely(self.game, r)

    @auto
    def enemy_retreat(self, r: Resolution) -> None:
        """The defender's hexes: all of them may become losses in a box, fort or city (2.6)."""
        held, battle = battle_vars(r.state), engagement(self.game, r.state)
        r.goto("leaders_before_advance")
        hexes = held.result.defender_retreat
        most = hexes if held.sheltered else max(0, hexes - 1)
        self._retreat(r, battle.enemy, battle.defenders, (hexes, most))

    def _retreat(
        self, r: Resolution, side: SideId, pieces: tuple[PieceId, ...], how: tuple[int, int]
    ) -> None:
        hexes, most = how
        left = alive(self.game, r.state, pieces)
        if not hexes or not left:
            return
        if most < hexes and may_hold_line(self.game, r.state, left):
            most = hexes
        why = f"retreat from {self._where(r.state)}"
        r.call(RETREAT, RetreatVars(side=side, pieces=left, hexes=hexes, convertible=most, why=why))

    # --- afterwards ----------------------------------------------------------------------------------------

    @auto
    def leaders_before_advance(self, r: Resolution) -> None:
        """The same after the defender's."""
        r.goto("advance")
        displace_lonely(self.game, r)

    @auto
    def advance(self, r: Resolution) -> None:
        """Offers the emptied hex to the attackers; an overrun enters by its own rules."""
        game, held, battle = self.game, battle_vars(r.state), engagement(self.game, r.state)
        r.goto("finish")
        if held.overrun or held.result.attacker_retreat:
            return
        if not is_vacated(game, r.state, battle.enemy, battle.target):
            return
        pieces = able(game, r.state, alive(game, r.state, battle.participants), battle.target)
        if pieces:
            r.call(
                ADVANCE,
                AdvanceVars(
                    side=battle.side, target=held.target, able=pieces, far=far_goers(game, r.state, pieces)
                ),
            )

    @auto
    def finish(self, r: Resolution) -> None:
        """The combat is over."""
        r.end()
        settle(self.game, r)


STEPS = (BattleStep,)
ACTIONS = (CommitArtillery, CommitAir)
