"""Positions of Afrika for tests: a compiled scenario, a game, and any position on an otherwise empty map."""

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from engine.definition.module import ModuleDef
from engine.errors import Refusal
from engine.flow.advance import advance
from engine.game import Game
from engine.loading import builtin_modules, load_module
from engine.play.action import Action, Adjudicate, PiecePlacement
from engine.play.resolution import Resolution
from engine.play.transition import Transition, apply, decide, refuse
from engine.rules.ruleset import GameRules
from engine.state.model import OptionValue, State
from modules.afrika.rules.game import RULESET, AfrikaRules
from modules.afrika.rules.state import DEAD, AfrikaData, Dump, data


@cache
def the_module() -> ModuleDef:
    """The module, loaded once."""
    return load_module(builtin_modules()["afrika"])


@cache
def _compiled(scenario: str, options: tuple[tuple[str, OptionValue], ...]) -> AfrikaRules:
    return RULESET.compile(the_module(), scenario, dict(options))


def the_rules(scenario: str = "race-to-the-wire", **options: OptionValue) -> AfrikaRules:
    """A scenario compiled, remembered; option names with ``_`` for ``-``."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return _compiled(scenario, tuple(sorted(named.items())))


def a_game(scenario: str = "race-to-the-wire", seed: int = 1, **options: OptionValue) -> Game:
    """A game at its first decision."""
    return Game(the_rules(scenario, **options), seed)


def position(
    pieces: Mapping[str, str],
    scenario: str = "race-to-the-wire",
    *,
    phase: str = "axis.movement",
    turn: int | None = None,
    dice: tuple[int, ...] = (),
    **options: OptionValue,
) -> Game:
    """A game with only these pieces on the map, at the start of a phase.

    ``pieces`` maps piece ids to hexes; ``"A36.23-1"`` starts with a step lost, ``"A36.23!"`` marked out of
    supply. ``"sp-axis-A36.23": "3"`` puts supply points, ``"control-A36.23": "axis"`` gives a place.
    Everybody else is dead, dumps are empty. ``dice`` fall in what the phase does before its first question.
    """
    rules = the_rules(scenario, **options)
    r = Resolution(empty(rules, turn))
    control = {
        name.removeprefix("control-"): side for name, side in pieces.items() if name.startswith("control-")
    }
    placed = tuple(_placements(rules, {k: v for k, v in pieces.items() if not k.startswith("control-")}))
    rules.adjudicate(r, Adjudicate(set=placed, control=control, phase=phase))
    r.state = replace(r.state, chance=replace(r.state.chance, dice=dice))
    advance(rules.steps, r)
    game = Game(rules, 1)
    game.resume_at(replace(r.state, chance=replace(r.state.chance, dice=())))
    return game


def empty(rules: AfrikaRules, turn: int | None = None) -> State:
    """The scenario's first state with every unit dead, no leader, box or supply point, no Mussolini."""
    state = rules.setup(1)
    r = Resolution(state)
    for name in rules.units:
        r.move(name, DEAD[rules.units[name].side])
        r.update(name, steps=rules.units[name].steps)
    for name in (*rules.leaders, *rules.boxes):
        r.move(name, None)
    r.set_data(replace(data(r.state), dumps={}, mussolini_waived=True))
    if turn is not None:
        r.set_turn(turn)
    return r.state


def _placements(rules: GameRules, pieces: Mapping[str, str]) -> list[PiecePlacement]:
    found = []
    for name, where in pieces.items():
        if name.startswith("sp-"):
            found.append(PiecePlacement(piece=name, count=int(where)))
            continue
        assert isinstance(rules, AfrikaRules)
        marked = ("out-of-supply",) if where.endswith("!") else ()
        plain = where.removesuffix("!")
        place, _, lost = (plain, "", "") if plain.startswith(("turn-", "dead-")) else plain.partition("-")
        steps = rules.units[name].steps if name in rules.units else 1
        found.append(PiecePlacement(piece=name, at=place, steps=steps - int(lost or 0), markers=marked))
    return found


def do(game: Game, action: Action, *dice: int, side: str | None = None) -> Transition:
    """Takes an action, with the dice that fall given in order."""
    if dice:
        game.queue_table_dice(dice)
    return game.apply(action, side)


def refusal_of(game: Game, action: Action, side: str | None = None) -> Refusal:
    """The refusal of an action that must be illegal now."""
    found = refuse(game.rules, game.state, side or game.side_for(None), action)
    assert found is not None, f"{action} is legal"
    return found


def offered(game: Game) -> set[str]:
    """Kinds of action offered now."""
    decision = game.decision
    assert decision is not None
    return {kind.kind for kind in decision.ask.kinds}


def at(game: Game, piece: str) -> str | None:
    """Where a piece is."""
    return game.state.pieces[piece].at


def points_at(game: Game, place: str) -> int:
    """Supply points at a place."""
    dump = data(game.state).dumps.get(place)
    return dump.count if dump else 0


def with_data(game: Game, **changes: object) -> None:
    """Replaces fields of the game's own data."""
    state = game.state
    game.resume_at(replace(state, data=replace(data(state), **changes)))


__all__ = [
    "AfrikaData",
    "Dump",
    "Game",
    "a_game",
    "advance",
    "apply",
    "at",
    "decide",
    "do",
    "empty",
    "offered",
    "points_at",
    "position",
    "refusal_of",
    "the_module",
    "the_rules",
    "with_data",
]
