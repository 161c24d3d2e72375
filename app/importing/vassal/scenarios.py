"""Set-ups as scenarios: what lies on the maps at the start, and every saved set-up the module offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from app.importing.naming import Ids, tidy
from app.importing.refusal import ImportRefused
from app.importing.vassal.arrivals import TurnTrack
from app.importing.vassal.container import MAX_PICTURE
from app.importing.vassal.counters import Countermix, Kind, lost_steps
from app.importing.vassal.ground import TURN_NAME, Ground
from app.importing.vassal.model import ModuleRead, Setup, Slot
from app.importing.vassal.saves import SavedGame, SavedPiece, read_save
from app.importing.vassal.traits import properties
from engine.definition.scenario import PlacementDef, ScenarioDef, SideSetupDef, VersionDef
from engine.definition.sequence import BoxDef, TurnDef

MOST_SETUPS: Final = 60


@dataclass(frozen=True)
class _Laid:
    """A counter on the table."""

    kind: Kind
    place: str
    lost: int = 0


@dataclass
class _Table:
    """One set-up before its counters have ids."""

    title: str
    laid: list[_Laid] = field(default_factory=list)
    skipped: int = 0


@dataclass
class ScenarioMaker:
    """Collects all set-ups first, because they tell how many copies of a counter are needed."""

    read: ModuleRead
    ground: Ground
    mix: Countermix
    sides: Mapping[str, str]
    left: list[str]
    track: TurnTrack = field(default_factory=TurnTrack)
    tables: list[_Table] = field(default_factory=list)

    def collect(self) -> None:
        """Reads the stacks at start and all saved set-ups."""
        start = self._start()
        for setup in self.read.setups[:MOST_SETUPS]:
            try:
                data = self.read.pictures.files.read(setup.file, MAX_PICTURE)
                self.tables.append(self._saved(setup, read_save(data, setup.file)))
            except ImportRefused as error:
                self.left.append(f"set-up {setup.name}: {error.message}")
        if len(self.read.setups) > MOST_SETUPS:
            self.left.append(f"set-ups beyond the first {MOST_SETUPS}")
        if start.laid or not self.tables:
            self.tables.insert(0, start)
        for table in self.tables:
            for kind, count in Counter(id(laid.kind) for laid in table.laid).items():
                found = next(laid.kind for laid in table.laid if id(laid.kind) == kind)
                found.needed = max(found.needed, count)

    def _start(self) -> _Table:
        table = _Table("At start")
        for stack in self.read.stacks:
            if stack.deck:
                continue
            place = self.ground.start_place(stack.map, stack.board, stack.location, stack.spot)
            for slot in stack.slots:
                self._lay(table, self.mix.kind_of(slot), place, 0)
        return table

    def _saved(self, setup: Setup, game: SavedGame) -> _Table:
        table = _Table(setup.name, skipped=game.skipped)
        for saved in game.pieces:
            if saved.deck:
                continue
            kind = self.mix.by_gpid(saved.gpid, saved.piece.name) or self.mix.kind_of(_slot_of(saved))
            found = self.ground.board_at(saved.map, (saved.x, saved.y), game.boards.get(saved.map, []))
            place = self.ground.place_on(saved.map, *found) if found else None
            self._lay(table, kind, place, lost_steps(kind, saved.piece.traits) if kind else 0)
        return table

    def _lay(self, table: _Table, kind: Kind | None, place: str | None, lost: int) -> None:
        if kind is not None and place is not None:
            table.laid.append(_Laid(kind, place, lost))
        else:
            table.skipped += 1

    def make(self, boards: list[str], turns: tuple[TurnDef, ...]) -> tuple[ScenarioDef, ...]:
        """The scenarios, once all counters have their ids."""
        ids = Ids()
        numbers = {turn.number for turn in turns}
        return tuple(
            self._scenario(
                table, ids.new(table.title, "scenario"), boards, (turns[0].number, turns[-1].number)
            )
            if numbers
            else self._scenario(table, ids.new(table.title, "scenario"), boards, (1, 1))
            for table in self.tables
        )

    def _scenario(
        self, table: _Table, identity: str, boards: list[str], span: tuple[int, int]
    ) -> ScenarioDef:
        used: Counter[int] = Counter()
        piles: dict[tuple[str, str], list[tuple[str, int]]] = {}
        for laid in table.laid:
            number = used[id(laid.kind)]
            used[id(laid.kind)] += 1
            if number >= len(laid.kind.ids):
                table.skipped += 1
                continue
            side = laid.kind.belonging.side or next(iter(self.sides))
            piles.setdefault((side, laid.place), []).append((laid.kind.ids[number], laid.lost))
        self._fill_trays(used, piles)
        self._follow_track(identity, piles, span)
        if table.skipped:
            self.left.append(
                f"{table.title}: {table.skipped} pieces that lie outside every map or cannot be read"
            )
        setups = {
            side: SideSetupDef(
                order=number,
                placements=tuple(
                    PlacementDef(
                        at=place,
                        pieces=tuple(name for name, _ in pile),
                        lost={name: lost for name, lost in pile if lost},
                    )
                    for (owner, place), pile in piles.items()
                    if owner == side
                ),
            )
            for number, side in enumerate(self.sides, 1)
        }
        return ScenarioDef(
            id=identity,
            title=tidy(table.title) or "Set-up",
            boards=tuple(boards),
            first_turn=span[0],
            first_side=next(iter(self.sides)),
            versions=(VersionDef(id="campaign", title="Whole game", last_turn=span[1]),),
            sides=setups,
        )

    def _fill_trays(self, used: Counter[int], piles: dict[tuple[str, str], list[tuple[str, int]]]) -> None:
        """Counters that lie nowhere wait in the tray of their side, as they do in a palette."""
        for kind in self.mix.kinds:
            side = kind.belonging.side or next(iter(self.sides))
            for name in kind.ids[used[id(kind)] :]:
                tray = self.ground.tray(side, self.sides[side])
                piles.setdefault((side, tray), []).append((name, 0))

    def _follow_track(
        self, scenario: str, piles: dict[tuple[str, str], list[tuple[str, int]]], span: tuple[int, int]
    ) -> None:
        """What lies on numbered boxes of a turn track arrives on that turn, unless it is to stay there."""
        for side, place in list(piles):
            box = next((box for box in self.ground.boxes if box.id == place and box.role == "turn"), None)
            turn = turn_of(box) if box is not None else 0
            if box is None or not span[0] < turn <= span[1]:
                continue
            names = tuple(name for name, _ in piles[side, place])
            self.track.put(scenario, turn, side, box, names)
            if self.track.takes(turn):
                del piles[side, place]


def turn_of(box: BoxDef) -> int:
    """The number of a box of a turn track by its title; 0 for none."""
    found = TURN_NAME.match(box.title.split("(")[0].strip())
    return int(found[1]) if found else 0


def _slot_of(saved: SavedPiece) -> Slot:
    """A slot for a saved piece whose slot is not in the module."""
    piece = saved.piece
    values = properties(piece.traits, piece.name)
    return Slot(saved.gpid, tidy(piece.name) or "counter", piece, piece.traits, values, (0, 0), ())
