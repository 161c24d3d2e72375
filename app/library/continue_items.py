"""From saved games to the cards and rows that offer them, in the words of the installed games."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from app.graphics.counter_faces import FaceMaker
from app.library.continue_cards import ContinueItem
from app.library.games import Game
from app.library.map_cuts import leading_faces
from app.library.saved_games import SavedGame, when_text
from app.player.figures import counted
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.saves import module_in
from engine.saves.records import Header


def continue_items(saved: Iterable[SavedGame], games: tuple[Game, ...]) -> tuple[ContinueItem, ...]:
    """One item for each saved game; counters of the sides take turns on the cards."""
    return tuple(_item(number, game, games) for number, game in enumerate(saved))


@lru_cache(maxsize=32)
def _kept_in(path: Path, _when: datetime) -> ModuleDef | None:
    """The module inside a saved game, for one whose module is installed no more; read once for each state."""
    return module_in(path)


def _game_of(header: Header, games: tuple[Game, ...]) -> Game | None:
    """The game a save was played with: the very module if it is in the library, else one of its id."""
    same = [game for game in games if game.module is not None and game.module.id == header.module]
    return next((game for game in same if str(game.path) == header.module_path), next(iter(same), None))


def _item(number: int, saved: SavedGame, games: tuple[Game, ...]) -> ContinueItem:
    header = saved.header
    if header is None:
        return ContinueItem(path=saved.path, title=saved.path.name, second="", third="", fault=saved.fault)
    game = _game_of(header, games)
    module = game.module if game else _kept_in(saved.path, saved.when)
    scenario = next((s for s in module.scenarios if s.id == header.scenario), None) if module else None
    faces = (
        leading_faces(module, scenario, FaceMaker(module, game.path if game else ""))
        if module and scenario
        else ()
    )
    title, *rest = _title(saved, header, module, scenario)
    name = module.title if module else header.module
    printed = scenario.number if scenario else ""
    return ContinueItem(
        path=saved.path,
        title=title,
        second=" · ".join((f"{name} {printed}".strip(), *rest, *_progress(saved, module))),
        third=f"{'kept' if saved.is_journal else 'saved'} {when_text(saved.when)}",
        badge="recovered" if saved.is_recovered else "",
        fault="open in another window" if saved.is_in_use else "",
        face=faces[number % len(faces)] if faces else None,
        module=header.module,
        scenario=header.scenario,
    )


def _progress(saved: SavedGame, module: ModuleDef | None) -> list[str]:
    """How far a game that nobody saved went, so that two of the same scenario can be told apart."""
    if not saved.is_journal:
        return []
    if not saved.actions:
        return ["not begun"]
    words = counted(saved.actions, "action")
    if saved.turn:
        return [f"turn {saved.turn}", words]
    sides = {side.id: side.title for side in module.sides} if module else {}
    last = sides.get(saved.last_side)
    return [f"{words}, {last} last" if last else words]


def _title(
    saved: SavedGame, header: Header, module: ModuleDef | None, scenario: ScenarioDef | None
) -> list[str]:
    """The title in bold and what follows it: people's own words, or scenario and turn.

    A title the program made reads `Module: Scenario, turn 5`; a journal's is as old as its first line,
    so only the scenario is taken from it.
    """
    plain = scenario.title if scenario else header.scenario
    made = f"{module.title}: {plain}" if module else plain
    if saved.is_journal or not header.title:
        return [plain]
    if header.title.startswith(made):
        rest = header.title.removeprefix(made).strip(", ")
        return [plain, rest] if rest else [plain]
    return header.title.split(" · ")
