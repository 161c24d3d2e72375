"""What a sensible player would do in a combat phase and in every question of a battle.

Attacks are ranked by what they cost the enemy against what they cost us, at the column they would be
rolled on with artillery, leaders and the air points we have over the enemy's; units that add nothing to
the column are left out, so that they can attack elsewhere. Suggestions for people, moves of the greedy
computer player.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.ids import PieceId, SideId
from engine.kit.combat import level_text, odds_level
from engine.state.model import State
from engine.view.advice import Suggestion, Unfinished
from modules.afrika.rules import air
from modules.afrika.rules.attack import RULE, AttackRules, Chance
from modules.afrika.rules.battle import engagement
from modules.afrika.rules.combat import Tally, engage, shelters, tally
from modules.afrika.rules.combat_actions import CommitAir, CommitArtillery, DeclareAttack
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.leaders import rule_of
from modules.afrika.rules.leaders_movement import Storch, StorchKind
from modules.afrika.rules.losses import steps_left
from modules.afrika.rules.odds import battlefield
from modules.afrika.rules.queries import can_carry_leader
from modules.afrika.rules.shifts import Engagement, leading
from modules.afrika.rules.state import data
from modules.afrika.rules.worth import hex_worth, mean_step_worth

CHANCE_OF_GROUND = 0.5
"""How much of a hex's worth we credit for each chance that the defender has to leave it."""
RETREAT_BONUS = 1.5
"""What making the enemy retreat is worth in itself."""
AIR_PRICE = {True: 1.2, False: 2.0}
"""What an air point must gain: to the attacker, and to the defender, who also wants some for his own turn."""
GOOD_ODDS = 0.0
HEADS = ("Odds", "Shift", "Column", "Retreat", "Steps lost, own : enemy")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An attack worth considering, with its sum and score."""

    battle: Engagement
    found: Tally
    score: float


class CombatAdvice:
    """Suggestions for one compiled game."""

    def __init__(self, game: AfrikaGame) -> None:
        self.game = game
        self.attacks = AttackRules(game)
        self._storch = StorchKind(game)

    def forgotten(self, state: State, side: SideId) -> Iterator[Unfinished]:
        """Good attacks not made and air points left, before the combat phase ends."""
        plans = [plan for plan in self.plans(state, side) if plan.score > GOOD_ODDS]
        for plan in plans:
            place = self.game.place(plan.battle.target)
            text = f"an attack on {self.game.place_name(place)} at {self._column(plan)} has not been made"
            yield Unfinished(text, rule=RULE, pieces=plan.battle.participants, places=(place,))
        points = data(state).air.get(side, 0)
        if points:
            text = (
                f"{points} air point{'' if points == 1 else 's'} not used; until your next turn they defend"
            )
            yield Unfinished(text, rule=air.RULE)

    # --- attacks -----------------------------------------------------------------------------------------

    def plans(self, state: State, side: SideId) -> list[Plan]:
        """For each hex that could be attacked the attack worth making, best first."""
        found = [
            self._plan(state, target, chance) for target, chance in self.attacks.chances(state, side).items()
        ]
        return sorted(found, key=lambda plan: (-plan.score, self.game.place(plan.battle.target)))

    def _plan(self, state: State, target: int, chance: Chance) -> Plan:
        """All that can attack, less what adds nothing to the column; weakest left out first."""
        field = battlefield(self.game)
        strength = {name: field.attack(state, name, target) for name in chance.attackers}
        units = tuple(name for name in chance.attackers if strength[name])
        guns = chance.artillery
        best = engage(self.game, state, target, units, guns)
        found = tally(self.game, state, best)
        for name in sorted(units, key=lambda name: (strength[name], name))[:-1]:
            fewer = tuple(other for other in units if other != name)
            battle = engage(self.game, state, target, fewer, guns)
            less = tally(self.game, state, battle)
            if less.final >= found.final:
                units, best, found = fewer, battle, less
        return Plan(battle=best, found=found, score=self._promise(state, best, found))

    def _promise(self, state: State, battle: Engagement, found: Tally) -> float:
        """The score of an attack with the air points we have over and above the enemy's, at their price."""
        spare = data(state).air.get(battle.side, 0) - data(state).air.get(battle.enemy, 0)
        room = min(
            self.game.charts.shift_limit - found.net, len(self.game.charts.results.labels) - 1 - found.final
        )
        points = range(max(0, min(spare, room)) + 1)
        return max(self._score(state, battle, found.final + n) - n * AIR_PRICE[True] for n in points)

    def _score(self, state: State, battle: Engagement, column: int) -> float:
        """Worth of the enemy's mean losses and retreats less that of our own."""
        game, outlook = self.game, self.game.charts.results.outlook(column)
        theirs = mean_step_worth(game, state, battle.defenders)
        ours = mean_step_worth(game, state, battle.attackers)
        kept = steps_left(state, battle.defenders)
        gain = outlook.mean_defender_loss(kept) * theirs
        cost = outlook.mean_attacker_loss(steps_left(state, battle.participants)) * ours
        leaves = outlook.chance_of_retreat * (0.3 if shelters(game, state, battle) else 1.0)
        ground = hex_worth(game, state, battle.side, battle.target) * CHANCE_OF_GROUND
        return gain - cost + leaves * (RETREAT_BONUS + ground)

    def _column(self, plan: Plan) -> str:
        return self.game.charts.results.labels[plan.found.final]

    def attacks_worth_making(self, state: State, side: SideId) -> Iterator[Suggestion]:
        """All possible attacks, best first, and the leader's flight to the best of them."""
        plans = self.plans(state, side)
        for plan in plans:
            yield self._suggestion(state, plan)
        for plan in plans[:1]:
            yield from self._flights(state, side, plan)

    def _suggestion(self, state: State, plan: Plan) -> Suggestion:
        game, battle, found = self.game, plan.battle, plan.found
        place = game.place(battle.target)
        action = DeclareAttack(target=place, attackers=battle.attackers, artillery=battle.artillery)
        outlook = game.charts.results.outlook(found.final)
        leaves = round(100 * outlook.chance_of_retreat)
        figures = (
            level_text(odds_level(found.attack, found.defense)),
            f"{found.net:+d}",
            self._column(plan),
            f"{leaves} %",
            f"{outlook.mean_attacker_loss():.1f} : {outlook.mean_defender_loss():.1f}",
        )
        text = f"Attack {game.place_name(place)} on the {self._column(plan)} column"
        gain = outlook.mean_defender_loss() - outlook.mean_attacker_loss()
        return Suggestion(
            text=text,
            actions=(action,),
            score=plan.score,
            figures=figures,
            rule=RULE,
            places=(place,),
            heads=HEADS,
            rank=found.final + gain / 100,
        )

    def _flights(self, state: State, side: SideId, plan: Plan) -> Iterator[Suggestion]:
        """The leader to the best attack, if he is not there and the shift would still count."""
        game, leader = self.game, self.game.leader.get(side)
        if leader is None or leading(game, state, plan.battle) or self._storch.unavailable(state, side):
            return
        if plan.score <= GOOD_ODDS or plan.found.net >= game.charts.shift_limit:
            return
        for name in plan.battle.attackers:
            place = state.pieces[name].at
            if place and can_carry_leader(game, side, name):
                top = len(game.charts.results.labels) - 1
                gained = self._score(state, plan.battle, min(plan.found.final + 1, top))
                where = game.place_name(game.place(plan.battle.target))
                text = f"{game.names[leader]} flies to the attack on {where}"
                action = Storch(piece=leader, at=place)
                rule = rule_of(game, leader, "a")
                rank = plan.found.final + 1
                yield Suggestion(text=text, actions=(action,), score=gained, rule=rule, rank=rank)
                return

    # --- questions of a battle ----------------------------------------------------------------------

    def commitments(self, state: State, side: SideId) -> Iterator[Suggestion]:
        """Artillery and air points for the running combat."""
        battle = engagement(self.game, state)
        if state.flow[-1].node == "commit_artillery":
            ready = tuple(name for name in battle.defenders if self._is_ready(state, name))
            yield Suggestion(
                "All artillery supports the defense", (CommitArtillery(pieces=ready),), 1.0, rule="3.1"
            )
            return
        attacking = side == battle.side
        most = air.available(self.game, state, side, battle.target)
        best = max(range(most + 1), key=lambda number: self._gain(state, battle, (attacking, number)))
        for number in range(most + 1):
            score = 1.0 if number == best else 0.0
            points = f"{number or 'no'} air point{'' if number == 1 else 's'}"
            yield Suggestion(f"Commit {points}", (CommitAir(number=number),), score, rule=air.RULE)

    def _is_ready(self, state: State, name: PieceId) -> bool:
        return self.game.units[name].artillery and name not in data(state).record.artillery

    def _gain(self, state: State, battle: Engagement, points: tuple[bool, int]) -> float:
        """What so many air points bring a side, less their price."""
        attacking, number = points
        found = tally(self.game, state, battle)
        raw = sum(shift.value for shift in found.shifts) + (number if attacking else -number)
        limit, top = self.game.charts.shift_limit, len(self.game.charts.results.labels) - 1
        column = max(0, min(top, found.base + max(-limit, min(limit, raw))))
        score = self._score(state, battle, column)
        return (score if attacking else -score) - number * AIR_PRICE[attacking]
