"""``replay``: play a saved game again, verify it, write its log, draw its map."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli.games import JsonFlag
from app.cli.output import FAULT, WRONG_CALL, CallFailed, leave, tell, tell_error, tell_json
from app.player.chronicle import Chronicle, LogTitles, as_html, as_markdown, as_text
from engine.definition.module import ModuleDef
from engine.game import Game
from engine.loading import place_of
from engine.protocol import Library
from engine.protocol.status import status_of
from engine.saves import (
    Cause,
    Divergence,
    Parting,
    SaveFile,
    as_played,
    follow,
    module_to_play,
    parting_words,
    read_save,
    reopen,
    resimulate,
    rules_for,
    write_atomically,
)

LOG_FORMS = {".md": as_markdown, ".html": as_html, ".htm": as_html, ".txt": as_text}


def register(application: typer.Typer) -> None:
    """Add the command."""
    application.command("replay")(replay)


def replay(
    save: Annotated[Path, typer.Argument(metavar="SAVE", help="A saved game or a journal.")],
    *,
    verify: Annotated[bool, typer.Option("--verify", help="Compare every hash; say where it parts.")] = False,
    to: Annotated[int | None, typer.Option(min=0, help="Stop after so many actions.")] = None,
    log: Annotated[Path | None, typer.Option(help="Write the log: .md, .html or .txt.")] = None,
    png: Annotated[Path | None, typer.Option(help="Draw the map as it stands then.")] = None,
    edited: Annotated[
        bool, typer.Option("--edited", help="Play it on the module as it is now; say where it first differs.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Play a saved game again under the present rules, with the module it was begun with."""
    if log is not None and log.suffix.lower() not in LOG_FORMS:
        raise CallFailed(f"{log}: a log is .md, .html or .txt; give such a name", WRONG_CALL)
    found = read_save(save)
    library = Library()
    if edited:
        game, divergence = on_edited(found, library)
    else:
        module = module_to_play(found, library.present_module(found))
        game, divergence = resimulate(found, rules_for(found, module))
    module = game.rules.module
    if to is not None:
        go_to(game, to, save)
    if log is not None:
        write_atomically(log, log_of(game, log.suffix.lower()).encode())
    if png is not None:
        from app.exporting.map_picture import write_map

        write_map(png, game, module_place(found))
    document: dict[str, object] = {
        "file": str(save),
        "module": module.id,
        "scenario": found.header.scenario,
        "actions": len(found.actions),
        "snapshots": len(found.snapshots),
        "verified": verify and divergence is None,
        "divergence": None,
        "status": status_of(game),
    }
    if divergence is not None:
        document["divergence"] = {
            "action": divergence.number,
            "line": divergence.line,
            "text": divergence.text,
            "rule": divergence.rule,
            "possible": divergence.possible,
        }
        tell_error(f"{save}:{divergence.line}: {divergence_words(divergence, edited=edited)}")
    if json:
        tell_json(document)
    elif divergence is None:
        tell(summary(found, module, game, verified=verify))
    leave(FAULT if divergence is not None else 0)


def on_edited(save: SaveFile, library: Library) -> tuple[Game, Divergence | None]:
    """A saved game on the module as it is now, as far as that bears its actions; the first difference."""
    header = save.header
    game = reopen(save, library.present_module(save)).game
    present = as_played(library.module_of_save(header.module, header.module_path), save)
    found = follow(game, rules_for(save, present))
    if found.first is None:
        return found.game, None
    return found.game, Divergence(
        number=found.first.number,
        line=save.line_of(found.first.number),
        text=parting_words(found.first, game.rules.module),
        rule=found.first.rule,
        possible=possible_in(found.game, found.first),
    )


def possible_in(game: Game, parting: Parting) -> tuple[str, ...]:
    """Kinds of action that were possible where an action is refused; for other differences none are named."""
    if parting.cause is not Cause.REFUSED or game.decision is None:
        return ()
    return tuple(kind.kind for kind in game.decision.ask.kinds)


def module_place(save: SaveFile) -> str:
    """Where the module of a save lies: its id if it is built in."""
    place = place_of(save.header.module, save.header.module_path)
    return str(place) if place is not None else save.header.module


def go_to(game: Game, number: int, save: Path) -> None:
    """Take a game back until so many actions remain."""
    if number > game.count:
        text = f"{save}: the game has {game.count} actions, not {number}; give a smaller --to"
        raise CallFailed(text, WRONG_CALL)
    while game.count > number:
        game.undo(free=True)


def log_of(game: Game, suffix: str) -> str:
    """The log of a game in one of its forms."""
    module = game.rules.module
    phases = {phase.id: phase.title for phase in module.phases()}
    sides = {side.id: side.title for side in module.sides}
    titles = LogTitles(
        game=f"{module.title}: {game.rules.scenario.title}",
        turn=module.turn_title,
        phase=lambda phase: phases.get(phase, phase.replace("-", " ").capitalize()),
        side=lambda side: sides.get(side, side),
    )
    return LOG_FORMS[suffix](Chronicle(game, clock=lambda: "").entries, titles)


def divergence_words(divergence: Divergence, *, edited: bool) -> str:
    """Where a replay parts from the record, in a line."""
    if edited:
        return f"on the edited module: {divergence.text}"
    possible = ", ".join(divergence.possible) or "nothing"
    return f"action {divergence.number}: {divergence.text}; possible there: {possible}"


def summary(save: SaveFile, module: ModuleDef, game: Game, *, verified: bool) -> str:
    """A replay in a line for people."""
    over = game.state.over
    now = f"{module.turn_title(game.state.turn)}, {game.state.phase}"
    end = f"{over.winner}: {over.reason}" if over else now
    checked = f"; {len(save.snapshots) + 1} hashes agree" if verified else ""
    return f"{save.file}: {game.rules.scenario.title}, {game.count} actions, {end}{checked}"
