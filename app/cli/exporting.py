"""``export`` and ``demo``: files made from a game, without a window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from app import __version__
from app.cli.options import OptionList, read_options
from app.cli.output import FAULT, WRONG_CALL, CallFailed, leave, progress, tell
from app.cli.replaying import log_of
from app.resource_files import resource
from engine.bots import Match, make_bot
from engine.errors import EngineError
from engine.game import Game, new_game
from engine.issues import near_miss
from engine.loading import place_of
from engine.protocol import Library
from engine.saves import Stamp, check_target, read_save, reopen, write_atomically, write_save

if TYPE_CHECKING:
    from app.exporting.kinds import Wishes


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
    kind: Annotated[
        str, typer.Argument(metavar="KIND", help="setup, schedule, counters, map, cards, charts or aid.")
    ],
    what: Annotated[str, typer.Argument(metavar="REF or SAVE", help="A scenario or a saved game.")],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    form: Annotated[
        str, typer.Option("--format", help="pdf, png, svg, html or csv; else as the file's name says.")
    ] = "",
    paper: Annotated[str, typer.Option(help="a4, letter or a3.")] = "a4",
    side: Annotated[str, typer.Option(help="setup, counters: only this side's.")] = "",
    order: Annotated[str, typer.Option(help="setup: by hex or by formation.")] = "hex",
    counter_mm: Annotated[float, typer.Option(help="counters: edge in millimeters.")] = 15.0,
    bleed_mm: Annotated[float, typer.Option(help="counters: color beyond the cut.")] = 1.0,
    backs: Annotated[bool, typer.Option(help="counters: with mirrored backs.")] = True,
    turn: Annotated[
        str, typer.Option(help="counters, cards: sheets turn over the long or short edge.")
    ] = "long",
    shift_backs: Annotated[
        tuple[float, float], typer.Option(help="counters, cards: move backs right and down, in millimeters.")
    ] = (0.0, 0.0),
    every_counter: Annotated[bool, typer.Option("--all", help="counters: also unused ones.")] = False,
    hex_mm: Annotated[float, typer.Option(help="map: width of a hex on paper.")] = 16.0,
    one_sheet: Annotated[bool, typer.Option("--one-sheet", help="map: one large page, no tiles.")] = False,
    stacks: Annotated[bool, typer.Option(help="map: with the counters on it.")] = False,
    gray: Annotated[
        bool, typer.Option("--gray", help="In shades of gray, for printers without color.")
    ] = False,
    dots: Annotated[float, typer.Option(min=30, max=1200, help="png: dots to an inch.")] = 200,
    scale: Annotated[float, typer.Option(min=8, max=400, help="map as png: pixels to a hex.")] = 48,
    view: Annotated[str, typer.Option(help="As this side sees it, or all.")] = "all",
    option: OptionList = None,
) -> None:
    """Print a set-up sheet, schedule, counters, map, cards, charts or player aid to a file."""
    from app.exporting.kinds import Target, Wishes, export_file, form_of, print_source
    from app.exporting.writing import INCH

    wishes = Wishes(
        kind=kind,
        paper=paper,
        side=side,
        order=order,
        counter_mm=counter_mm,
        bleed_mm=bleed_mm,
        only_used=not every_counter,
        with_backs=backs,
        hex_mm=hex_mm,
        one_sheet=one_sheet,
        with_stacks=stacks,
        turn=turn,
        shift=shift_backs,
        gray=gray,
    )
    check_call(wishes, form, output)
    game, place = game_of(what, option)
    sides = [*(one.id for one in game.rules.module.sides), "all"]
    if view not in sides:
        hint = near_miss(view, sides) or ", ".join(sides)
        raise CallFailed(f"there is no side '{view}'; {hint}", WRONG_CALL)
    form = form_of(output, form)
    if kind == "map" and form == "png" and not gray:
        from app.exporting.map_picture import write_map

        write_map(output, game, place, view, scale)
    else:
        with progress("drawing", 1) as bar:

            def drawn(done: int, pages: int) -> bool:
                bar.update(bar.task_ids[0], completed=done, total=pages)
                return True

            if kind == "map" and form == "png":
                dots = scale / hex_mm * INCH
            source = print_source(game, place, viewer=view)
            export_file(source, wishes, Target(output, form, dots, drawn))
    tell(str(output))


def check_call(wishes: Wishes, form: str, output: Path) -> None:
    """Refuse what no game could make good."""
    from app.exporting.headless import ExportError
    from app.exporting.kinds import kind_named, paper_named, turn_named

    if output.is_dir():
        raise CallFailed(f"{output}: this is a folder; name a file such as {output / 'map.png'}", WRONG_CALL)
    check_target(output)
    try:
        forms = kind_named(wishes.kind).forms
        paper_named(wishes)
        turn_named(wishes)
    except ExportError as error:
        raise CallFailed(str(error), WRONG_CALL) from error
    chosen = form or output.suffix.lower().removeprefix(".")
    if chosen and chosen not in forms:
        hint = near_miss(chosen, forms) or f"use {', '.join(forms)}"
        raise CallFailed(f"{wishes.kind} cannot be written as '{chosen}'; {hint}", WRONG_CALL)


def game_of(what: str, option: list[str] | None) -> tuple[Game, str]:
    """A new game of a scenario, or a saved one; and where its module lies."""
    library = Library()
    if what.endswith((".hexsave", ".hexjournal")):
        save = read_save(what)
        place = str(place_of(save.header.module, save.header.module_path) or save.header.module)
        return reopen(save, library.present_module(save)).game, place
    found = library.scenario(what)
    game = new_game(found.module, found.scenario, 0, read_options(found.module, option))
    return game, found.path or found.module.id


def demo(
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write to.")],
    turns: Annotated[int, typer.Option(min=0, max=99, help="Turns to play; 0 plays as planned.")] = 0,
) -> None:
    """Play some turns without a window; write map, log, save and set-up sheet."""
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
    from app.exporting.kinds import Target, Wishes, export_file, print_source
    from app.exporting.map_picture import write_map

    made = {
        "map": output / "map.png",
        "log": output / "log.md",
        "save": output / "game.hexsave",
        "set-up sheet": output / "setup.pdf",
    }
    try:
        write_map(made["map"], game, place)
        write_atomically(made["log"], log_of(game, ".md").encode())
        write_save(made["save"], game, stamp=Stamp(program=__version__, title="Demo"))
        source = print_source(game, place, is_start=True)
        export_file(source, Wishes(), Target(made["set-up sheet"]))
    except EngineError as error:
        raise CallFailed(str(error)) from error
    for name, path in made.items():
        tell(f"{name}: {path}")
