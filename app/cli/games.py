"""``list`` and ``check``: which games there are, and whether a module is sound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from app.cli.output import FAULT, leave, tell, tell_error, tell_json, tell_table
from engine.bots import Match, make_bot
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.errors import EngineError
from engine.issues import Issue
from engine.loading import builtin_modules, check_module, load_module
from engine.protocol import Library
from engine.rules.registry import FREE_PLAY, missing_rules, rules_of

JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def register(application: typer.Typer) -> None:
    """Add the commands."""
    application.command("list")(list_games)
    application.command("check")(check_game)


def list_games(*, json: JsonFlag = False) -> None:
    """Games and their scenarios."""
    library = Library()
    modules = [library.game(name) for name in builtin_modules()]
    listed = [module for module in modules if module.listed]
    if json:
        tell_json({"games": [game_of(module) for module in listed]})
        return
    for module in listed:
        rows = [
            (f"{module.id}/{s.id}", s.title, turns_of(s), len(s.boards), units_of(module, s))
            for s in module.scenarios
        ]
        title = f"{module.title} {module.version}" + (f" ({module.subtitle})" if module.subtitle else "")
        tell_table(title, ("scenario", "title", "turns", "maps", "units"), rows)
        for source in module.data_sources:
            tell(f"  data: {source}")


def game_of(module: ModuleDef) -> dict[str, object]:
    """A game as JSON."""
    return {
        "id": module.id,
        "title": module.title,
        "subtitle": module.subtitle,
        "version": module.version,
        "designer": module.designer,
        "publisher": module.publisher,
        "description": module.description,
        "ruleset": module.ruleset or FREE_PLAY,
        "sides": [{"id": side.id, "title": side.title} for side in module.sides],
        "maps": [{"id": board.id, "title": board.title} for board in module.boards],
        "units": sum(piece.kind == "unit" for piece in module.pieces),
        "credits": [{"role": credit.role, "name": credit.name} for credit in module.credits],
        "data_sources": module.data_sources,
        "scenarios": [scenario_of(module, found) for found in module.scenarios],
    }


def scenario_of(module: ModuleDef, scenario: ScenarioDef) -> dict[str, object]:
    """A scenario as JSON."""
    return {
        "id": scenario.id,
        "reference": f"{module.id}/{scenario.id}",
        "title": scenario.title,
        "rule": scenario.rule,
        "difficulty": scenario.difficulty,
        "blurb": scenario.blurb,
        "sides": [side.id for side in module.sides],
        "maps": scenario.boards,
        "units": units_of(module, scenario),
        "first_turn": scenario.first_turn,
        "first_side": scenario.first_side,
        "versions": [
            {
                "id": found.id,
                "title": found.title,
                "last_turn": found.last_turn,
                "turns": found.last_turn - scenario.first_turn + 1,
            }
            for found in scenario.versions
        ],
        "options": [
            {
                "id": option.id,
                "title": option.title,
                "default": scenario.options.get(option.id, option.default),
                "fixed": option.id in scenario.options,
            }
            for option in module.options
            if not option.scenarios or scenario.id in option.scenarios
        ],
    }


def turns_of(scenario: ScenarioDef) -> str:
    """Lengths of a scenario in turns, longest first."""
    lengths = sorted({v.last_turn - scenario.first_turn + 1 for v in scenario.versions}, reverse=True)
    return " or ".join(map(str, lengths))


def units_of(module: ModuleDef, scenario: ScenarioDef) -> int:
    """Number of units a scenario sets up on the map."""
    units = {piece.id for piece in module.pieces if piece.kind == "unit"}
    placements = [placement for side in scenario.sides.values() for placement in side.placements]
    return len(units.intersection(piece for placement in placements for piece in placement.pieces))


def check_game(
    game: Annotated[str, typer.Argument(help="A game's id, a module folder or a .hexmod file.")],
    *,
    json: JsonFlag = False,
) -> None:
    """All faults of a module, and whether its scenarios can be begun."""
    path = builtin_modules().get(game, game)
    issues = list(check_module(path))
    errors = [issue for issue in issues if issue.severity == "error"]
    if not errors:
        issues += play_issues(load_module(path))
        errors = [issue for issue in issues if issue.severity == "error"]
    if json:
        shown = [{name: getattr(issue, name) for name in Issue.__struct_fields__} for issue in issues]
        tell_json({"module": str(path), "valid": not errors, "issues": shown})
    else:
        for issue in issues:
            tell_error(str(issue))
        if not errors:
            tell(f"{game}: sound" + (f", {len(issues)} warnings" if issues else ""))
    leave(FAULT if errors else 0)


def play_issues(module: ModuleDef) -> Iterator[Issue]:
    """Scenarios that cannot be set up, or whose rules break down in the first turn."""
    missing = missing_rules(module)
    if missing:
        yield Issue(
            "module.yaml", 0, "RULES", missing.rstrip("."), "install them, or leave it at that", "warning"
        )
    for scenario in module.scenarios:
        for version in scenario.versions:
            where = f"{scenario.id} ({version.id})"
            try:
                options = {"version": version.id} if len(scenario.versions) > 1 else {}
                rules = rules_of(module, scenario.id, options)
                bots = {side.id: make_bot("random", 0, side.id) for side in module.sides}
                result = Match(rules=rules, seed=0, bots=bots, max_turns=1, check_every=1).play()
            except EngineError as error:
                yield Issue("module.yaml", 0, "RULES", f"{where} cannot be begun: {error}", "see its ruleset")
                continue
            if rules.ruleset != FREE_PLAY:
                for fault in result.errors:
                    yield Issue("module.yaml", 0, "RULES", f"{where}: {fault}", "see its ruleset")
