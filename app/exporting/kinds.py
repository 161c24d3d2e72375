"""The kinds of export by name: which sheet each makes, in which formats, from what wishes.

Command line and print dialog ask here and nowhere else, so both offer the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from app.exporting.card_sheet import CardOptions, cards_plan
from app.exporting.chart_booklet import charts_plan
from app.exporting.counter_sheet import CounterOptions, counters_plan
from app.exporting.data_files import order_of_battle, schedule_table
from app.exporting.fonts import FontMeasure
from app.exporting.headless import ExportError, need_painting
from app.exporting.map_sheet import MapOptions, map_plan
from app.exporting.paper import PAPERS, Paper
from app.exporting.plan import ExportPlan, Turn
from app.exporting.schedule_sheet import schedule_plan
from app.exporting.sequence_aid import aid_plan
from app.exporting.setup_sheet import SetupOptions, setup_plan
from app.exporting.source import PrintSource
from app.exporting.writing import FORMS, Output, Progress, keep_going, write_plan
from app.graphics.shown_stacks import ShownStack
from app.player.desk import Desk
from app.player.session import Session
from app.player.shown_board import ShownBoard
from app.player.sitting import Sitting
from engine.game import Game
from engine.issues import near_miss
from engine.loading import module_place
from engine.saves import check_target, write_atomically


@dataclass(frozen=True)
class Wishes:
    """Everything a person may choose about an export; each kind takes what concerns it."""

    kind: str = "setup"
    paper: str = "a4"
    side: str = ""
    order: str = "hex"
    counter_mm: float = 15.0
    bleed_mm: float = 1.0
    only_used: bool = True
    with_backs: bool = True
    hex_mm: float = 16.0
    one_sheet: bool = False
    board: str = ""
    with_stacks: bool = False
    turn: str = "long"
    shift: tuple[float, float] = (0.0, 0.0)
    gray: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of export: its name, what it is, how its plan is made, and its table if it has one."""

    id: str
    title: str
    help: str
    plan: Callable[[PrintSource, Wishes], ExportPlan]
    table: Callable[[PrintSource], str] | None = None

    @property
    def forms(self) -> tuple[str, ...]:
        """The formats it can be written in."""
        return (*FORMS, "csv") if self.table else FORMS


def _setup(source: PrintSource, wishes: Wishes) -> ExportPlan:
    return setup_plan(source, FontMeasure(), SetupOptions(paper_named(wishes), wishes.order, wishes.side))


def _schedule(source: PrintSource, wishes: Wishes) -> ExportPlan:
    return schedule_plan(source, FontMeasure(), paper_named(wishes))


def _counters(source: PrintSource, wishes: Wishes) -> ExportPlan:
    options = CounterOptions(
        paper=paper_named(wishes),
        edge=wishes.counter_mm,
        bleed=wishes.bleed_mm,
        side=wishes.side,
        only_used=wishes.only_used,
        with_backs=wishes.with_backs,
        turn=turn_named(wishes),
        shift=wishes.shift,
    )
    return counters_plan(source, FontMeasure(), options)


def _map(source: PrintSource, wishes: Wishes) -> ExportPlan:
    paper = None if wishes.one_sheet else paper_named(wishes)
    options = MapOptions(wishes.hex_mm, paper, wishes.board, wishes.with_stacks)
    return map_plan(source, FontMeasure(), options)


def _cards(source: PrintSource, wishes: Wishes) -> ExportPlan:
    options = CardOptions(paper_named(wishes), turn_named(wishes), wishes.shift)
    return cards_plan(source, FontMeasure(), options)


def _charts(source: PrintSource, wishes: Wishes) -> ExportPlan:
    return charts_plan(source, FontMeasure(), paper_named(wishes))


def _aid(source: PrintSource, wishes: Wishes) -> ExportPlan:
    return aid_plan(source, FontMeasure(), paper_named(wishes))


_ALL: Final = (
    Kind("setup", "Set-up sheet", "What goes where, for each side.", _setup, order_of_battle),
    Kind("schedule", "Schedule", "Reinforcements and withdrawals, turn by turn.", _schedule, schedule_table),
    Kind("counters", "Counter sheets", "Counters at true scale with their backs.", _counters),
    Kind("map", "Map", "The map at true scale, in tiles or on one sheet.", _map),
    Kind("cards", "Cards", "Cards with their backs.", _cards),
    Kind("charts", "Charts", "All charts, each with its source.", _charts),
    Kind("aid", "Sequence of play", "The sequence of play and the charts you roll on.", _aid),
)
KINDS: Final = {kind.id: kind for kind in _ALL}


def kind_named(name: str) -> Kind:
    """The kind of that name; refuses others with the near miss."""
    if name not in KINDS:
        hint = near_miss(name, KINDS) or f"one of {', '.join(KINDS)}"
        raise ExportError(f"'{name}' cannot be exported; {hint}")
    return KINDS[name]


def paper_named(wishes: Wishes) -> Paper:
    """The paper that is wished for; refuses sizes nobody sells."""
    if wishes.paper not in PAPERS:
        hint = near_miss(wishes.paper, PAPERS) or f"one of {', '.join(PAPERS)}"
        raise ExportError(f"there is no paper '{wishes.paper}'; {hint}")
    return PAPERS[wishes.paper]


def turn_named(wishes: Wishes) -> Turn:
    """The edge over which sheets turn; refuses what is no edge."""
    edges = [turn.value for turn in Turn if turn]
    if wishes.turn not in edges:
        hint = near_miss(wishes.turn, edges) or f"use {' or '.join(edges)}"
        raise ExportError(f"paper cannot be turned over the edge '{wishes.turn}'; {hint}")
    return Turn(wishes.turn)


def checked(source: PrintSource, wishes: Wishes) -> Wishes:
    """The wishes, refused where they name what there is not."""
    sides = [side.id for side in source.sides()]
    if wishes.side and wishes.side not in sides:
        hint = near_miss(wishes.side, sides) or f"one of {', '.join(sides)}"
        raise ExportError(f"there is no side '{wishes.side}' to print; {hint}")
    if wishes.order not in ("hex", "formation"):
        raise ExportError(f"counters cannot be ordered by '{wishes.order}'; use hex or formation")
    kind_named(wishes.kind)
    paper_named(wishes)
    turn_named(wishes)
    return wishes


def make_plan(source: PrintSource, wishes: Wishes) -> ExportPlan:
    """The pages of an export; refuses with ``ExportError`` what cannot be made."""
    need_painting()
    plan = kind_named(checked(source, wishes).kind).plan(source, wishes)
    return replace(plan, gray=wishes.gray)


def for_form(wishes: Wishes, form: str) -> Wishes:
    """The wishes for a format: as a picture or a drawing a map is one sheet."""
    return replace(wishes, one_sheet=True) if wishes.kind == "map" and form in ("png", "svg") else wishes


@dataclass(frozen=True, slots=True)
class Target:
    """The file to write: where, in which format, how finely, and who watches."""

    path: Path
    form: str = "pdf"
    dots: float = 200.0
    progress: Progress = keep_going


def export_file(source: PrintSource, wishes: Wishes, target: Target) -> Path:
    """Make and write an export; what was there stays if this fails."""
    kind = kind_named(wishes.kind)
    if target.form not in kind.forms:
        raise ExportError(f"{kind.id} cannot be written as '{target.form}'; use {', '.join(kind.forms)}")
    check_target(target.path)
    if target.form == "csv" and kind.table is not None:
        write_atomically(target.path, kind.table(source).encode())
        return target.path
    output = Output(target.path, target.form, target.dots, target.progress)
    return write_plan(make_plan(source, for_form(wishes, target.form)), source.drawer, output)


def print_source(game: Game, place: str, *, viewer: str = "all", is_start: bool | None = None) -> PrintSource:
    """A game made ready for printing; a game nobody has played in yet is printed as its scenario says."""
    start = (game.count == 0 and not game.started_from_position) if is_start is None else is_start
    return PrintSource(game, place, viewer, start, stacks=lambda: _stacks(game, module_place(place), viewer))


def _stacks(game: Game, folder: Path, viewer: str) -> list[ShownStack]:
    """What stands on the maps, as the player window shows it."""
    session = Session(game, Sitting(solo=True))
    try:
        return ShownBoard(Desk(session, folder)).stacks(game.rules.project(game.state, viewer))
    finally:
        session.close()


def form_of(path: Path, wanted: str = "") -> str:
    """The format that is asked for, or that the file's name suggests; PDF for other names."""
    suffix = path.suffix.lower().removeprefix(".")
    return wanted or (suffix if suffix in (*FORMS, "csv") else "pdf")
