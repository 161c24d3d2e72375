"""``export`` and ``demo``: files made from a game, without a window."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from app import __version__
from app.cli.options import OptionList, read_options
from app.cli.output import FAULT, WRONG_CALL, CallFailed, leave, tell
from app.cli.replaying import log_of
from app.resource_files import resource
from engine.bots import Match, make_bot
from engine.errors import EngineError
from engine.game import Game, new_game
from engine.issues import near_miss
from engine.protocol import Library
from engine.saves import Stamp, read_save, restore, rules_for, write_atomically, write_save

KINDS = ("map", "aid")
LATER_KINDS = ("setup", "schedule", "counters", "cards", "charts")


class DemoPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the demo plays."""

    scenario: str
    seed: int
    turns: int
    bots: dict[str, str]


def register(application: typer.Typer) -> None:
    """Add the commands."""
    application.command("export")(export)
    application.command("demo")(demo)


def export(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="map or aid.")],
    what: Annotated[str, typer.Argument(metavar="REF or SAVE", help="A scenario or a saved game.")],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    form: Annotated[str, typer.Option("--format", help="png.")] = "png",
    scale: Annotated[float, typer.Option(min=8, max=400, help="map: pixels to a hex.")] = 48,
    view: Annotated[str, typer.Option(help="map: as this side sees it, or all.")] = "all",
    option: OptionList = None,
) -> None:
    """Make a picture of the map, or a player aid."""
    check_kind(kind, form)
    if output.is_dir():
        raise CallFailed(f"{output}: this is a folder; name a file such as {output / 'map.png'}", WRONG_CALL)
    game, place = game_of(what, option)
    sides = [*(side.id for side in game.rules.module.sides), "all"]
    if view not in sides:
        hint = near_miss(view, sides) or ", ".join(sides)
        raise CallFailed(f"there is no side '{view}'; {hint}", WRONG_CALL)
    if kind == "map":
        from app.exporting.map_picture import write_map

        write_map(output, game, place, view, scale)
    else:
        from app.exporting.player_aid import write_aid

        write_aid(output, game)
    tell(str(output))


def check_kind(kind: str, form: str) -> None:
    """Refuse what cannot be exported, or not yet."""
    if kind in LATER_KINDS:
        raise CallFailed(f"export {kind} comes with the printing release; map and aid are here", WRONG_CALL)
    if kind not in KINDS:
        hint = near_miss(kind, (*KINDS, *LATER_KINDS)) or f"one of {', '.join(KINDS)}"
        raise CallFailed(f"'{kind}' cannot be exported; {hint}", WRONG_CALL)
    if form != "png":
        raise CallFailed(f"the format '{form}' comes with the printing release; use --format png", WRONG_CALL)


def game_of(what: str, option: list[str] | None) -> tuple[Game, str]:
    """A new game of a scenario, or a saved one; and where its module lies."""
    library = Library()
    if what.endswith((".hexsave", ".hexjournal")):
        save = read_save(what)
        module = library.module_of_save(save.header.module, save.header.module_path)
        place = save.header.module_path or save.header.module
        return restore(save, rules_for(save, module)).game, place
    found = library.scenario(what)
    game = new_game(found.module, found.scenario, 0, read_options(found.module, option))
    return game, found.path or found.module.id


def demo(
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write to.")],
    turns: Annotated[int, typer.Option(min=0, max=99, help="Turns to play; 0 plays as planned.")] = 0,
) -> None:
    """Play some turns without a window; write map, log and save."""
    plan = msgspec.json.decode(resource("demo.json").read_bytes(), type=DemoPlan)
    found = Library().scenario(plan.scenario)
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CallFailed(f"{output}: cannot be made: {error.strerror}; choose another folder") from error
    game = new_game(found.module, found.scenario, plan.seed)
    first = found.module.turn_title(game.state.turn)
    tell(f"{found.module.title}: {game.rules.scenario.title}, from {first}, seed {plan.seed}")
    result = Match(
        rules=game.rules,
        seed=plan.seed,
        bots={side: make_bot(name, plan.seed, side) for side, name in plan.bots.items()},
        max_turns=turns or plan.turns,
        game=game,
    ).play()
    losses = ", ".join(f"{side} lost {lost.units} units" for side, lost in result.losses.items())
    tell(f"played {result.turns} turns, {result.actions} actions: {result.winner}, {result.reason}; {losses}")
    write_demo(output, game, found.module.id)
    if result.errors:
        raise CallFailed("; ".join(result.errors))
    leave(FAULT if result.refused else 0)


def write_demo(output: Path, game: Game, place: str) -> None:
    """Write what the demo leaves, and say where it is."""
    from app.exporting.map_picture import write_map

    made = {
        "map": output / "map.png",
        "log": output / "log.md",
        "save": output / "game.hexsave",
    }
    try:
        write_map(made["map"], game, place)
        write_atomically(made["log"], log_of(game, ".md").encode())
        write_save(made["save"], game, stamp=Stamp(program=__version__, title="Demo"))
    except EngineError as error:
        raise CallFailed(str(error)) from error
    for name, path in made.items():
        tell(f"{name}: {path}")
    tell("set-up sheet: comes with the printing release")
