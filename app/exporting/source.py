"""What sheets are made from: a game (a scenario's start or a saved position) with its module and its
pictures.

The only place where printing meets a running game. Everything after it works on plain values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from PySide6.QtGui import QImage

from app.exporting.drawing import Drawer, Supplies
from app.exporting.headless import need_painting
from app.graphics.card_faces import CardFaceMaker
from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.board import BoardPainter
from app.graphics.painters.board_art import ArtUse, load_board_art
from app.graphics.shown_stacks import ShownStack
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef, SideDef
from engine.definition.scenario import PlacementDef, ScenarioDef, ScheduleEntry
from engine.definition.sequence import ConditionDef
from engine.game import Game
from engine.geometry.board import CompiledBoard
from engine.loading import module_place
from engine.loading.source import SourceError, read_asset
from engine.view.projection import Projection

Stacks = Callable[[], Sequence[ShownStack]]


def _no_stacks() -> Sequence[ShownStack]:
    return ()


@dataclass(frozen=True)
class PrintSource:
    """A game to be printed. ``place`` is the module's id or path; ``viewer`` whose eyes see it.

    ``is_start`` tells a scenario as its author set it up from a position of a game under way.
    """

    game: Game
    place: str
    viewer: str = "all"
    is_start: bool = True
    stacks: Stacks = field(default=_no_stacks, compare=False)

    @property
    def module(self) -> ModuleDef:
        """The module of the game."""
        return self.game.rules.module

    @property
    def scenario(self) -> ScenarioDef:
        """Its scenario."""
        return self.game.rules.scenario

    @property
    def board(self) -> CompiledBoard:
        """Its maps."""
        return self.game.rules.board

    @cached_property
    def faces(self) -> FaceMaker:
        """Counter faces of the module."""
        return FaceMaker(self.module, self.folder)

    @cached_property
    def card_faces(self) -> CardFaceMaker:
        """Card faces of the module, without its pictures: sheets ask for those by name."""
        return CardFaceMaker(self.module)

    @cached_property
    def pieces(self) -> dict[str, PieceDef]:
        """All pieces by id."""
        return dict(self.module.pieces_by_id())

    @cached_property
    def branches(self) -> dict[str, str]:
        """Short names of the types of piece."""
        return {kind.id: kind.short or kind.title for kind in self.module.types}

    @cached_property
    def view(self) -> Projection:
        """The position as the viewer sees it."""
        return self.game.rules.project(self.game.state, self.viewer)

    @property
    def turn(self) -> int:
        """The turn the sheet speaks of."""
        return self.scenario.first_turn if self.is_start else self.game.state.turn

    @property
    def folder(self) -> Path:
        """Where the module's pictures lie."""
        return module_place(self.place)

    def sides(self) -> tuple[SideDef, ...]:
        """The sides, those a viewer may not see left out."""
        if self.viewer == "all":
            return self.module.sides
        return tuple(side for side in self.module.sides if side.id == self.viewer)

    def holds(self, conditions: Sequence[ConditionDef]) -> bool:
        """Whether the game's options have the values asked for."""
        return all(self.game.rules.options.get(one.option) == one.value for one in conditions)

    def placements(self, side: str) -> Iterator[PlacementDef]:
        """What a side sets up in this game, other options' placements left out."""
        setup = self.scenario.sides.get(side)
        for placement in setup.placements if setup else ():
            if self.holds(placement.when):
                yield placement

    def schedule(self) -> Iterator[ScheduleEntry]:
        """The entries of the schedule that apply in this game."""
        for entry in self.module.schedule:
            if entry.is_in(self.scenario.id) and self.holds(entry.when):
                yield entry

    def place_title(self, place: str) -> str:
        """A hex with its name, or the title of a box."""
        number = self.board.index.get(place)
        if number is not None:
            return self.board.label(number)
        return next((box.title for box in self.module.boxes if box.id == place), place)

    def zone_title(self, zone: str) -> str:
        """What people call a zone."""
        for board in self.module.boards:
            for one in board.zones:
                if one.id == zone:
                    return one.title or zone.replace("-", " ")
        return zone.replace("-", " ")

    @cached_property
    def drawer(self) -> Drawer:
        """Draws plans of this game; maps and pictures are read when a plan first needs them."""
        return Drawer(Supplies(boards=lambda: self.boards, stacks=self.stacks, picture=self.picture))

    @cached_property
    def boards(self) -> tuple[BoardPainter, ...]:
        """Painters of the maps."""
        need_painting()
        return tuple(
            BoardPainter(load_board_art(self.folder, self.module, self.board, sheet, use=ArtUse.PAPER))
            for sheet in range(len(self.board.sheets))
        )

    @cached_property
    def _pictures(self) -> dict[str, QImage | None]:
        return {}

    def picture(self, name: str) -> QImage | None:
        """A picture of the module; None if it cannot be read, and then the drawn face is used."""
        if name not in self._pictures:
            try:
                picture = QImage.fromData(read_asset(self.folder, name))
            except SourceError:
                picture = QImage()
            self._pictures[name] = None if picture.isNull() else picture
        return self._pictures[name]
