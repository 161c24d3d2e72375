"""Checks of scenarios and schedule: places exist and can hold pieces, pieces stand once, sides and turns
agree.
"""

from collections.abc import Callable, Iterable, Mapping

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, ScenarioDef, ScheduleEntry, SideSetupDef, WhereDef
from engine.geometry import CompiledBoard
from engine.issues import near_miss
from engine.loading.checker import Checker
from engine.loading.near_places import near_place
from engine.loading.option_checks import check_conditions, check_value
from engine.loading.roster import Rostered, roster
from engine.loading.text import Path


def scenario_check(
    module: ModuleDef, board: CompiledBoard | None
) -> Callable[[Checker, Path, ScenarioDef], None]:
    """The check of one scenario; without a compiled board hex ids are not looked at."""

    def check(checker: Checker, path: Path, scenario: ScenarioDef) -> None:
        _ScenarioCheck(checker, module, Ground(checker, module, board), path, scenario).run()

    return check


class Ground:
    """Knows all places and zones, and which hexes no piece can be in."""

    def __init__(self, checker: Checker, module: ModuleDef, board: CompiledBoard | None) -> None:
        self.checker, self.board = checker, board
        self.boxes = {box.id for box in module.boxes}
        self.turns = {f"turn-{turn.number}" for turn in module.turns}
        self.closed = {kind.id for kind in module.terrain if not (kind.open and kind.land)}

    def place(self, path: Path, name: str | None) -> None:
        """A named place must exist and be open to pieces."""
        if name is None or name in self.boxes or name in self.turns or self.board is None:
            return
        number = self.board.index.get(name)
        if number is None:
            message = f"there is no hex or box {name}"
            self.checker.fault(path, "UNKNOWN_HEX", message, near_place(name, self.boxes, self.board))
        elif self.board.terrain[number] in self.closed:
            message = f"{name} is {self.board.terrain[number]}; nothing can be there"
            self.checker.fault(path, "CLOSED_HEX", message, "choose another hex")

    def where(self, path: Path, where: WhereDef) -> None:
        """Every place a `WhereDef` names must exist."""
        self.place((*path, "at"), where.at)
        self.place((*path, "near"), where.near)
        for n, name in enumerate(where.any_of):
            self.place((*path, "any_of", n), name)
        if self.board is not None:
            zones = self.board.zones
            for n, zone in enumerate(where.zones):
                self.checker.known((*path, "zones", n), "zone", zone, zones)

    def knows(self, where: WhereDef) -> bool:
        """Whether all zones and hexes a `WhereDef` measures from are known."""
        if self.board is None:
            return False
        near = not where.near or where.near in self.board.index
        return near and all(zone in self.board.zones for zone in where.zones)

    def allowed(self, where: WhereDef) -> frozenset[str]:
        """All places a `WhereDef` allows, by id."""
        names = {name for name in (where.at, *where.any_of) if name}
        if self.board is None:
            return frozenset(names)
        numbers: set[int] = set()
        for zone in where.zones:
            numbers |= self.board.zones.get(zone, frozenset())
        if where.near in self.board.index and where.within is not None and where.near:
            numbers |= self.board.within(self.board.index[where.near], where.within)
        return frozenset(
            names | {self.board.ids[i] for i in numbers if self.board.terrain[i] not in self.closed}
        )


class _ScenarioCheck:
    """The checks of one scenario."""

    def __init__(
        self, checker: Checker, module: ModuleDef, ground: Ground, path: Path, scenario: ScenarioDef
    ) -> None:
        self.checker, self.module, self.ground = checker, module, ground
        self.path, self.scenario = path, scenario
        self.pieces = module.fact(roster)
        self.seen: dict[str, Path] = {}

    def run(self) -> None:
        scenario, checker = self.scenario, self.checker
        sides = {side.id for side in self.module.sides}
        boards = {board.id for board in self.module.boards}
        for n, name in enumerate(scenario.boards):
            checker.known((*self.path, "boards", n), "board", name, boards)
        checker.known((*self.path, "first_side"), "side", scenario.first_side, sides)
        checker.unique((*self.path, "versions"), "version", [version.id for version in scenario.versions])
        self._check_turns()
        for name, owner in scenario.control.items():
            self.ground.place((*self.path, "control", name), name)
            checker.known((*self.path, "control", name), "side", owner, sides)
        self._check_options()
        tracks = {track.id for track in self.module.tracks}
        for name in scenario.tracks:
            checker.known((*self.path, "tracks", name), "track", name, tracks)
        for side, setup in scenario.sides.items():
            path: Path = (*self.path, "sides", side)
            if checker.known(path, "side", side, sides):
                self._check_side(path, side, setup)

    def _check_turns(self) -> None:
        turns = {turn.number for turn in self.module.turns}
        for n, version in enumerate(self.scenario.versions):
            path: Path = (*self.path, "versions", n, "last_turn")
            if version.last_turn < self.scenario.first_turn:
                message = (
                    f"the last turn {version.last_turn} is before the first turn {self.scenario.first_turn}"
                )
                self.checker.fault(path, "TURN", message, "correct one of the two")
            elif turns and version.last_turn not in turns:
                message = f"there is no turn {version.last_turn}"
                self.checker.fault(path, "TURN", message, f"the last one is {max(turns)}")
        if turns and self.scenario.first_turn not in turns:
            message = f"there is no turn {self.scenario.first_turn}"
            self.checker.fault(
                (*self.path, "first_turn"), "TURN", message, f"turns go from {min(turns)} to {max(turns)}"
            )

    def _check_options(self) -> None:
        options = {option.id: option for option in self.module.options}
        for name, value in self.scenario.options.items():
            path: Path = (*self.path, "options", name)
            if self.checker.known(path, "option", name, options):
                check_value(self.checker, path, options[name], value)

    def _check_side(self, path: Path, side: str, setup: SideSetupDef) -> None:
        for n, placement in enumerate(setup.placements):
            self._check_placement((*path, "placements", n), side, placement)
        for key, names in (("dead", setup.dead), ("gone", setup.gone)):
            self._check_pieces((*path, key), side, names)

    def _check_placement(self, path: Path, side: str, placement: PlacementDef) -> None:
        self.ground.where(path, placement)
        self._check_pieces((*path, "pieces"), side, placement.pieces)
        for name, lost in placement.lost.items():
            if name not in placement.pieces:
                message = f"'{name}' is not placed here"
                self.checker.fault(
                    (*path, "lost", name), "UNKNOWN_ID", message, near_miss(name, placement.pieces)
                )
            elif name in self.pieces and not 0 < lost < self.pieces[name].steps:
                message = f"'{name}' has {self.pieces[name].steps} steps and cannot have lost {lost}"
                self.checker.fault((*path, "lost", name), "STEPS", message, "correct the number")
        check_conditions(self.checker, (*path, "when"), self.module, placement.when)
        self._check_defaults(path, placement)

    def _check_defaults(self, path: Path, placement: PlacementDef) -> None:
        self._check_apart(path, placement)
        defaults: dict[Path, str | None] = {
            ("default",): placement.default,
            ("supply_default",): placement.supply_default,
        }
        defaults.update({("defaults", name): place for name, place in placement.defaults.items()})
        for name in placement.defaults:
            self.checker.known((*path, "defaults", name), "piece in this placement", name, placement.pieces)
        if not self.ground.knows(placement):
            return
        allowed = self.ground.allowed(placement) if placement.is_free() else frozenset()
        for key, place in defaults.items():
            if place and place not in allowed:
                message = f"the default place {place} is not among the allowed ones"
                self.checker.fault((*path, *key), "DEFAULT", message, "choose one of the allowed places")
        if placement.is_free() and not allowed:
            self.checker.fault(
                path, "NO_PLACE", "no hex fits this placement", "widen the zone or the distance"
            )

    def _check_apart(self, path: Path, placement: PlacementDef) -> None:
        if not placement.apart:
            return
        seen: set[str] = set()
        for name in placement.pieces:
            place = placement.defaults.get(name) or placement.default
            if place and place in seen:
                message = (
                    f"'{name}' has {place} for a default place like another one, though they stand apart"
                )
                self.checker.fault(
                    (*path, "defaults"), "DEFAULT", message, "give each piece a place of its own"
                )
            seen.add(place or "")

    def _check_pieces(self, path: Path, side: str, names: Iterable[str]) -> None:
        pieces, seen = self.pieces, self.seen
        for n, name in enumerate(names):
            piece = pieces.get(name)
            if piece is None:
                self.checker.known((*path, n), "piece", name, pieces)
                continue
            if piece.side not in (None, side):
                message = f"'{name}' belongs to '{piece.side}', not to '{side}'"
                self.checker.fault((*path, n), "WRONG_SIDE", message, "move it to the set-up of its side")
            if name in seen:
                message = f"'{name}' is set up twice in '{self.scenario.id}'"
                hint = f"it already stands at {self._where_text(seen[name])}"
                self.checker.fault((*path, n), "PLACED_TWICE", message, hint)
            seen[name] = path

    def _where_text(self, path: Path) -> str:
        file, line = self.checker.places.find(path)
        return f"{file}:{line}"


def check_schedule(checker: Checker, module: ModuleDef, board: CompiledBoard | None) -> None:
    """The check of all entries of the schedule, each for itself."""
    ground = Ground(checker, module, board)
    sides = {side.id for side in module.sides}
    turns = {str(turn.number) for turn in module.turns}
    pieces, scenarios = module.fact(roster), {scenario.id for scenario in module.scenarios}
    for n, entry in enumerate(module.schedule):
        path: Path = ("schedule", n)
        checker.known((*path, "side"), "side", entry.side, sides)
        if turns:
            checker.known((*path, "turn"), "turn", str(entry.turn), turns)
        checker.known((*path, "from_box"), "box", entry.from_box, ground.boxes)
        ground.where(path, entry)
        check_conditions(checker, (*path, "when"), module, entry.when)
        for k, name in enumerate(entry.pieces):
            here: Path = (*path, "pieces", k)
            if checker.known(here, "piece", name, pieces) and pieces[name].side not in (None, entry.side):
                message = f"'{name}' belongs to '{pieces[name].side}', not to '{entry.side}'"
                checker.fault(here, "WRONG_SIDE", message, "move it to the schedule of its side")
        _check_into(checker, pieces, path, entry)
        _check_lost(checker, pieces, path, entry)
        for k, name in enumerate(entry.scenarios):
            checker.known((*path, "scenarios", k), "scenario", name, scenarios)


def _check_into(checker: Checker, pieces: Mapping[str, Rostered], path: Path, entry: ScheduleEntry) -> None:
    """Each counter of an upgrade needs another one of its side to take its place."""
    for k, name in enumerate(entry.pieces if entry.action == "upgrade" else ()):
        if name not in entry.into:
            message = f"nothing takes the place of '{name}'"
            checker.fault((*path, "pieces", k), "UPGRADE", message, "say which counter it becomes")
    for name, new in entry.into.items():
        here: Path = (*path, "into", name)
        if entry.action != "upgrade":
            message = f"'{new}' can only take the place of '{name}' in an upgrade"
            checker.fault(here, "UPGRADE", message, "make it an upgrade, or drop it")
        elif name not in entry.pieces:
            message = f"'{name}' is not in this entry"
            checker.fault(here, "UNKNOWN_ID", message, near_miss(name, entry.pieces))
        elif name == new:
            checker.fault(here, "UPGRADE", f"'{name}' becomes itself", "choose another counter")
        elif checker.known(here, "piece", new, pieces) and pieces[new].side not in (None, entry.side):
            message = f"'{new}' belongs to '{pieces[new].side}', not to '{entry.side}'"
            checker.fault(here, "WRONG_SIDE", message, "choose a counter of this side")


def _check_lost(checker: Checker, pieces: Mapping[str, Rostered], path: Path, entry: ScheduleEntry) -> None:
    comers, least = entry.comers(), 0 if entry.action == "upgrade" else 1
    for name, lost in entry.lost.items():
        if name not in comers:
            message = f"'{name}' does not come in this entry"
            checker.fault((*path, "lost", name), "UNKNOWN_ID", message, near_miss(name, comers))
        elif name in pieces and not least <= lost < pieces[name].steps:
            message = f"'{name}' has {pieces[name].steps} steps and cannot come without {lost}"
            checker.fault((*path, "lost", name), "STEPS", message, "correct the number")
