"""What holds in every combat: it ends, offers what it accepts, and loses nobody it should not lose."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.bots.random_player import random_action
from engine.codec import encode_state
from engine.ids import PieceId, PlaceId, SideId
from engine.kit.combat import CombatResult
from engine.play.transition import apply, decide, refuse
from engine.state.model import State
from modules.afrika.rules.battle import BATTLE, BattleVars
from modules.afrika.rules.combat_actions import DeclareAttack
from modules.afrika.rules.game import AfrikaRules
from modules.afrika.rules.state import ALLIED, AXIS
from tests.modules.afrika.combat_positions import Fight, Scene, a_fight
from tests.modules.afrika.movement_positions import rules_of

CENTERS = ("A40.17", "A36.22", "A44.20", "A61.19", "A1.08", "A15.24", "B30.10")
LONGEST = 60
QUIET = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def some_fight(random: Random) -> Fight:
    """A crowd of both sides around a hex, some reduced, some out of supply, leaders and boxes among them."""
    rules = rules_of()
    center = rules.board.index[random.choice(CENTERS)]
    area = [i for i in rules.board.within(center, 2) if rules.ground.passable[i]]
    area.sort(key=lambda i: rules.board.ids[i])
    random.shuffle(area)
    attacker: SideId = random.choice((AXIS, ALLIED))
    crowd = {
        side: [name for name, unit in rules.units.items() if unit.side == side] for side in (AXIS, ALLIED)
    }
    layout: dict[PlaceId, list[PieceId]] = {rules.board.ids[center]: []}
    for number in (center, *area[:9]):
        owner = (
            ({AXIS: ALLIED, ALLIED: AXIS}[attacker]) if number == center else random.choice((AXIS, ALLIED))
        )
        place = rules.board.ids[number]
        if layout.get(place):
            continue
        layout[place] = [
            crowd[owner].pop(random.randrange(len(crowd[owner]))) for _ in range(random.randint(1, 5))
        ]
    _add_leaders(rules, layout, random)
    names = [name for here in layout.values() for name in here if name in rules.units]
    scene = Scene(
        phase=f"{attacker}.combat",
        turn=random.choice((16, 20)),
        steps={name: random.randint(1, rules.units[name].steps) for name in names},
        air={AXIS: random.randint(0, 3), ALLIED: random.randint(0, 3)},
        hungry=tuple(name for name in names if random.random() < 0.15),
        dumps={place: (_owner(rules, here), 3) for place, here in layout.items() if random.random() < 0.2},
    )
    return a_fight(layout, scene)


def _owner(rules: AfrikaRules, here: list[PieceId]) -> SideId:
    return next(rules.units[name].side for name in here if name in rules.units)


def _add_leaders(rules: AfrikaRules, layout: dict[PlaceId, list[PieceId]], random: Random) -> None:
    for leader, side in rules.leaders.items():
        homes = [
            place
            for place, here in layout.items()
            if any(
                rules.units[n].side == side and (side == ALLIED or rules.units[n].german)
                for n in here
                if n in rules.units
            )
        ]
        if homes and random.random() < 0.7:
            layout[random.choice(homes)].append(leader)
    place = random.choice(list(layout))
    if rules.board.terrain[rules.number(place)] and place not in ("A36.22", "A44.21"):
        layout[place].insert(0, f"box-{_owner(rules, layout[place])}-1")


def steps_of(rules: AfrikaRules, state: State, side: SideId) -> int:
    """Steps a side has on the map and in the Tripoli boxes."""
    return sum(
        state.pieces[name].steps
        for name, unit in rules.units.items()
        if unit.side == side and rules.number(state.pieces[name].at) >= 0
    )


def rolled(state: State) -> CombatResult | None:
    """The result of the battle under way, once rolled."""
    held = next((frame.vars for frame in state.flow if frame.step == BATTLE), None)
    return held.result if isinstance(held, BattleVars) and held.result.text else None


@QUIET
@given(st.integers(0, 10**9))
def test_a_sampled_attack_is_legal_and_its_battle_ends(seed: int) -> None:
    random = Random(seed)
    fight = some_fight(random)
    rules, state = fight.rules, fight.state
    side = fight.side
    action = fight.kind("declare-attack").sample(state, side, random)
    if action is None:
        assert not list(fight.kind("declare-attack").choices(state, side))
        return
    assert refuse(rules, state, side, action) is None
    before = encode_state(state)
    now = apply(rules, state, side, action).state
    assert encode_state(state) == before
    for _ in range(LONGEST):
        decision = decide(rules, now)
        if decision is None or decision.ask.kinds[0].kind == "declare-attack":
            break
        acting = decision.sides[0]
        now = apply(rules, now, acting, random_action(now, decision, acting, random)).state
        assert rules.check(now) == ()
    else:
        raise AssertionError(f"the battle does not end: {now.flow}")
    assert set(now.pieces) == set(state.pieces)


@QUIET
@given(st.integers(0, 10**9))
def test_every_choice_offered_is_accepted(seed: int) -> None:
    random = Random(seed)
    fight = some_fight(random)
    rules, now = fight.rules, fight.state
    for _ in range(12):
        decision = decide(rules, now)
        if decision is None or not decision.phase.endswith("combat"):
            return
        acting = decision.sides[0]
        for kind in decision.ask.kinds:
            if kind.unavailable(now, acting) is not None:
                continue
            offered = list(kind.choices(now, acting))[:40]
            assert all(kind.check(now, acting, choice) is None for choice in offered), kind.kind
            drawn = kind.sample(now, acting, random)
            assert drawn is None or kind.check(now, acting, drawn) is None
            assert all(isinstance(kind.describe(now, choice), str) for choice in offered[:5])
        now = apply(rules, now, acting, random_action(now, decision, acting, random)).state


@QUIET
@given(st.integers(0, 10**9))
def test_losses_are_those_of_the_result(seed: int) -> None:
    """Without retreats a side loses exactly what the table says, or all it had in the combat."""
    random = Random(seed)
    fight = some_fight(random)
    rules, side = fight.rules, fight.side
    action = fight.kind("declare-attack").sample(fight.state, side, random)
    if not isinstance(action, DeclareAttack):
        return
    taking_part = (*action.attackers, *action.artillery)
    had = sum(fight.state.pieces[name].steps for name in taking_part)
    before = {which: steps_of(rules, fight.state, which) for which in (AXIS, ALLIED)}
    now, result = apply(rules, fight.state, side, action).state, None
    for _ in range(LONGEST):
        decision = decide(rules, now)
        result = rolled(now) or result
        if decision is None or decision.ask.kinds[0].kind == "declare-attack":
            break
        acting = decision.sides[0]
        now = apply(rules, now, acting, random_action(now, decision, acting, random)).state
    lost = before[side] - steps_of(rules, now, side)
    if result is not None and not (result.attacker_retreat or result.defender_retreat):
        assert lost == min(result.attacker_loss, had)


@QUIET
@given(st.integers(0, 10**9))
def test_nobody_is_left_in_a_hex_with_the_enemy(seed: int) -> None:
    random = Random(seed)
    fight = some_fight(random)
    rules, now = fight.rules, fight.state
    for _ in range(LONGEST):
        decision = decide(rules, now)
        if decision is None or not decision.phase.endswith("combat"):
            break
        acting = decision.sides[0]
        kinds = [kind for kind in decision.ask.kinds if kind.kind == "declare-attack"]
        action = kinds[0].sample(now, acting, random) if kinds else None
        now = apply(rules, now, acting, action or random_action(now, decision, acting, random)).state
        units = rules.situation(now).units
        assert not units[AXIS].keys() & units[ALLIED].keys()
