"""What a combat would look like: each unit's worth with its factors, odds, shifts, results with chances (A8).

Shifts are listed as applying, as not applying with the reason, or as open where somebody may still commit
artillery or air points. Under fog of war the enemy's units are one total, his shifts are named (clar. 20).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.ids import PieceId, SideId
from engine.kit.combat import level_text, odds_level
from engine.state.model import State
from engine.view.preview import Factor, Force, ForceLine, Modifier, Preview
from modules.afrika.rules import air
from modules.afrika.rules.artillery import supporting_attack, supporting_defense
from modules.afrika.rules.combat import Tally, engage, shelters, tally
from modules.afrika.rules.compiled import AfrikaGame
from modules.afrika.rules.leaders import rule_of
from modules.afrika.rules.losses import steps_left
from modules.afrika.rules.movement_text import counted
from modules.afrika.rules.odds import Multiplier, battlefield
from modules.afrika.rules.queries import is_out_of_supply, leader_at
from modules.afrika.rules.shifts import (
    ARMS_RULE,
    DIVISION_RULE,
    Engagement,
    combined_stacks,
    leading,
    whole_division,
)
from modules.afrika.rules.state import QUARTERS


def preview_battle(
    game: AfrikaGame,
    state: State,
    target: int,
    attackers: tuple[PieceId, ...],
    artillery: tuple[PieceId, ...] = (),
) -> Preview:
    """The combat these attackers and this artillery would begin, seen by the attacker."""
    battle = engage(game, state, target, attackers, artillery)
    return preview_of(game, state, battle, battle.side)


def preview_of(game: AfrikaGame, state: State, battle: Engagement, viewer: SideId) -> Preview:
    """A combat with all that was committed so far, as one side may see it."""
    found, table = tally(game, state, battle), game.charts.results
    outlook = table.outlook(found.final)
    place = game.place(battle.target)
    return Preview(
        title=f"{game.side_title(battle.side)} attacks {game.place_name(place)}",
        target=place,
        attacker=_attackers(game, state, battle, viewer),
        defender=_defenders(game, state, battle, viewer),
        odds=level_text(odds_level(found.attack, found.defense)),
        columns=table.labels,
        base=found.base,
        final=found.final,
        modifiers=tuple(_modifiers(game, state, (battle, viewer), found)),
        results=outlook.told,
        out_of=outlook.out_of,
        mean_attacker_loss=outlook.mean_attacker_loss(_most(game, state, viewer, battle.participants)),
        mean_defender_loss=outlook.mean_defender_loss(_most(game, state, viewer, battle.defenders)),
        notes=tuple(_notes(game, state, battle, found)),
    )


# --- forces ------------------------------------------------------------------------------------------


def _hides(game: AfrikaGame, viewer: SideId, side: SideId) -> bool:
    return game.options.get("fog") is True and viewer not in (side, "all")


def _most(game: AfrikaGame, state: State, viewer: SideId, pieces: tuple[PieceId, ...]) -> int | None:
    """Steps some units can lose at most; not told of units a viewer does not see."""
    side = game.units[pieces[0]].side if pieces else viewer
    return None if _hides(game, viewer, side) else steps_left(state, pieces)


def _attackers(game: AfrikaGame, state: State, battle: Engagement, viewer: SideId) -> Force:
    field = battlefield(game)
    total = field.attacks(state, battle.attackers, battle.target) / field.scale
    if _hides(game, viewer, battle.side):
        return Force(side=battle.side, lines=(), total=total)
    lines = [_attack_line(game, state, name, battle.target) for name in battle.attackers]
    lines += [_gun_line(game, name) for name in battle.artillery]
    return Force(side=battle.side, lines=tuple(lines), total=total)


def _attack_line(game: AfrikaGame, state: State, name: PieceId, target: int) -> ForceLine:
    field, unit = battlefield(game), game.units[name]
    crossing = field.crossing(game.number(state.pieces[name].at), target)
    factors = [_factor(line) for line in crossing.lines]
    reduced = game.is_reduced(state.pieces[name], unit)
    if is_out_of_supply(state, name):
        factors.insert(0, _hungry(game.charts.out_of_supply.attack))
    return ForceLine(
        piece=name,
        name=unit.name,
        printed=unit.reduced_attack if reduced else unit.attack,
        factors=tuple(factors),
        strength=field.attack(state, name, target) / field.scale,
        note="reverse side" if reduced else "",
    )


def _gun_line(game: AfrikaGame, name: PieceId) -> ForceLine:
    unit = game.units[name]
    return ForceLine(
        piece=name, name=unit.name, printed=unit.attack, factors=(), strength=0, note="shifts one column"
    )


def _defenders(game: AfrikaGame, state: State, battle: Engagement, viewer: SideId) -> Force:
    field, found = battlefield(game), tally(game, state, battle)
    total = found.defense / found.scale
    if _hides(game, viewer, battle.enemy):
        return Force(side=battle.enemy, lines=(), total=total)
    ground = [_factor(line) for line in field.cover(battle.target).lines]
    if found.fort:
        ground.append(Factor(f"×{game.charts.fort} fortification", float(game.charts.fort), "1.5"))
    if found.box:
        ground.append(Factor(f"×{game.charts.box} box", float(game.charts.box), "1.6"))
    lines = (_defense_line(game, state, name, (tuple(ground), found.factor)) for name in battle.defenders)
    return Force(side=battle.enemy, lines=tuple(lines), total=total)


def _defense_line(
    game: AfrikaGame, state: State, name: PieceId, ground: tuple[tuple[Factor, ...], int]
) -> ForceLine:
    factors, times = ground
    field, unit = battlefield(game), game.units[name]
    reduced = game.is_reduced(state.pieces[name], unit)
    if is_out_of_supply(state, name):
        factors = (_hungry(game.charts.out_of_supply.defense), *factors)
    return ForceLine(
        piece=name,
        name=unit.name,
        printed=unit.reduced_defense if reduced else unit.defense,
        factors=factors,
        strength=field.defense(state, name, times) / field.scale,
        note="reverse side" if reduced else "",
    )


def _hungry(quarters: int) -> Factor:
    """Being out of supply as a factor."""
    value = Fraction(quarters, QUARTERS)
    return Factor(f"×{value} out of supply", float(value), "5.2")


def _factor(line: Multiplier) -> Factor:
    return Factor(line.text, float(line.value), line.rule)


# --- modifiers -----------------------------------------------------------------------------------------


def _modifiers(
    game: AfrikaGame, state: State, seen: tuple[Engagement, SideId], found: Tally
) -> Iterator[Modifier]:
    battle, viewer = seen
    for shift in found.shifts:
        yield Modifier(shift.text, shift.rule, shift.value)
    yield from _open(game, state, battle, viewer)
    if not _hides(game, viewer, battle.side):
        yield from _absent_attack(game, state, battle)
    if not _hides(game, viewer, battle.enemy):
        yield from _absent_defense(game, state, battle)
    raw = sum(shift.value for shift in found.shifts)
    if raw != found.net:
        text = f"of {raw:+d} columns in all only {found.net:+d} count"
        yield Modifier(text, "3.0", found.net - raw, "yes")


def _open(game: AfrikaGame, state: State, battle: Engagement, viewer: SideId) -> Iterator[Modifier]:
    guns = supporting_defense(game, state, battle.enemy, battle.target)
    if guns and not battle.guns and not _hides(game, viewer, battle.enemy):
        yield Modifier(f"defender may name {counted(len(guns), 'artillery unit')}", "3.1", -len(guns), "open")
    points = air.available(game, state, battle.enemy, battle.target)
    if points and not battle.enemy_air:
        yield Modifier(f"defender may commit {counted(points, 'air point')}", "3.2", -points, "open")
    points = air.available(game, state, battle.side, battle.target)
    if points and not battle.air:
        yield Modifier(f"attacker may commit {counted(points, 'air point')}", "3.2", points, "open")
    ready = [
        name
        for name in supporting_attack(game, state, battle.side, battle.target)
        if name not in battle.artillery
    ]
    if ready and state.phase.endswith("combat") and not _hides(game, viewer, battle.side):
        yield Modifier(
            f"{counted(len(ready), 'more artillery unit')} could support the attack",
            "3.1",
            len(ready),
            "open",
        )


def _absent_attack(game: AfrikaGame, state: State, battle: Engagement) -> Iterator[Modifier]:
    """The attacker's shifts that do not apply, each with the reason."""
    if whole_division(game, state, battle.participants) is None:
        text = _missing(game, state, battle.participants)
        yield Modifier(f"no divisional integrity: {text}", DIVISION_RULE, 1, "no")
    if not combined_stacks(game, state, battle.participants):
        text = "no combined arms: no attacking stack has both armor and infantry"
        yield Modifier(text, ARMS_RULE, 1, "no")
    leader = game.leader.get(battle.side)
    if leader and leading(game, state, battle) is None and state.pieces[leader].at is not None:
        text = f"{game.names[leader]} is not with the attackers"
        yield Modifier(text, rule_of(game, leader, "d"), 1, "no")


def _absent_defense(game: AfrikaGame, state: State, battle: Engagement) -> Iterator[Modifier]:
    """The defender's."""
    if whole_division(game, state, battle.defenders) is None:
        text = _missing(game, state, battle.defenders)
        yield Modifier(f"defender without divisional integrity: {text}", DIVISION_RULE, -1, "no")
    if not combined_stacks(game, state, battle.defenders):
        yield Modifier("defender without combined arms", ARMS_RULE, -1, "no")
    leader = game.leader.get(battle.enemy)
    if leader and leader_at(game, state, battle.enemy, battle.target) is None and state.pieces[leader].at:
        text = f"{game.names[leader]} is not with the defenders"
        yield Modifier(text, rule_of(game, leader, "d"), -1, "no")


def _missing(game: AfrikaGame, state: State, pieces: tuple[PieceId, ...]) -> str:
    """Why no division among the pieces has integrity."""
    field = battlefield(game)
    for name in pieces:
        formation = game.units[name].formation
        members = field.divisions.get(formation, ())
        on_map = [unit for unit in members if game.is_hex(game.number(state.pieces[unit].at))]
        away = [game.units[unit].name for unit in on_map if unit not in pieces]
        if away:
            verb = "is" if len(away) == 1 else "are"
            return f"{', '.join(away)} of the {field.title(formation)} {verb} not in it"
        if members:
            return f"the {field.title(formation)} has only one counter on the map"
    return "no division of several counters takes part"


def _notes(game: AfrikaGame, state: State, battle: Engagement, found: Tally) -> Iterator[str]:
    field = battlefield(game)
    if field.has_fort(battle.target) and not found.fort:
        yield "The fortification does not count: not every attacker comes through a fortified hexside (1.5)."
    if shelters(game, state, battle):
        yield "The defender may turn all hexes of retreat into losses (2.6)."
