"""Checks of the conditions of victory: what a block names must exist, and the blocks must make sense."""

from collections import Counter
from collections.abc import Collection, Iterable

from engine.definition.module import ModuleDef
from engine.definition.scenario import VersionDef
from engine.definition.victory import (
    AreaFields,
    AwardDef,
    Block,
    ChosenFields,
    ControlBlock,
    Counting,
    GroupBlock,
    LevelDef,
    OtherwiseBlock,
    PathBlock,
    PointsBlock,
    RulesetBlock,
    TrackBlock,
    TurnBlock,
    UnitsBlock,
    VictoryDef,
    blocks_in,
)
from engine.geometry import CompiledBoard
from engine.issues import near_miss
from engine.loading.checker import Checker
from engine.loading.near_places import near_place
from engine.loading.roster import figures, roster
from engine.loading.text import Path

MAX_DEPTH = 12
"""Blocks within blocks; more is no condition anybody can read."""


def check_victory(checker: Checker, module: ModuleDef, board: CompiledBoard | None) -> None:
    """Checks what the module says for all scenarios and what each length of a scenario says."""
    checks = _VictoryChecks(checker, module, board)
    checks.terms((), module)
    for i, scenario in enumerate(module.scenarios):
        for k, version in enumerate(scenario.versions):
            checks.terms(("scenarios", i, "versions", k), version)


class _VictoryChecks:
    """The checks of one module; knows all that blocks may name."""

    def __init__(self, checker: Checker, module: ModuleDef, board: CompiledBoard | None) -> None:
        self.checker, self.module, self.board = checker, module, board
        self.sides = {side.id for side in module.sides}
        self.boxes = {box.id for box in module.boxes}
        self.phases = {phase.id for phase in module.phases()}
        self.pieces = module.fact(roster)
        self.formations = {found.id for found in module.formations}
        self.terrain = {kind.id for kind in module.terrain}
        self.routes = {kind.id for kind in module.routes}
        self.tracks = {track.id for track in module.tracks}
        self.nations = {word for found in module.nations for word in (found.id, *found.groups)}
        self.types = {word for kind in module.types for word in (kind.id, *kind.groups)}
        self.figures = module.fact(figures)
        self.tags = {tag for known in module.boards for place in known.places for tag in place.tags}
        self.tags |= {tag for known in module.boards for found in known.hexes for tag in found.tags}

    def terms(self, path: Path, owner: VersionDef | ModuleDef) -> None:
        """The conditions, points and levels of a length of a scenario or of the module."""
        for n, condition in enumerate(owner.victory):
            self._condition((*path, "victory", n), condition, has_points=bool(owner.points))
        for n, award in enumerate(owner.points):
            self._award((*path, "points", n), award)
        self._levels((*path, "levels"), owner.levels, has_points=bool(owner.points))
        rest = [
            n
            for n, condition in enumerate(owner.victory)
            if isinstance(condition.holds, OtherwiseBlock) and not condition.sudden
        ]
        for n in rest[1:]:
            message = "there is more than one condition for anything else"
            self.checker.doubt((*path, "victory", n), "OTHERWISE", message, "only the first one counts")

    def _condition(self, path: Path, condition: VictoryDef, *, has_points: bool) -> None:
        checker = self.checker
        checker.known((*path, "side"), "side", condition.side, self.sides)
        checker.known((*path, "phase"), "phase", condition.phase, self.phases)
        first, last = condition.from_turn, condition.until_turn
        if first is not None and last is not None and first > last:
            checker.fault((*path, "from_turn"), "TURN", f"turn {first} is after turn {last}", "exchange them")
        if (first is not None or last is not None or condition.phase) and not condition.sudden:
            message = "only a sudden condition is tested before the last turn ends"
            checker.doubt(path, "NOT_SUDDEN", message, "make it sudden, or drop turns and phase")
        if condition.holds is not None and not isinstance(condition.holds, OtherwiseBlock):
            self._block((*path, "holds"), condition.holds, 1)
            if not has_points and any(isinstance(b, PointsBlock) for b in blocks_in(condition.holds)):
                message = "victory points are asked for, and nothing earns any"
                checker.doubt((*path, "holds"), "NO_POINTS", message, "say under 'points' what earns them")

    def _award(self, path: Path, award: AwardDef) -> None:
        self.checker.known((*path, "side"), "side", award.side, self.sides)
        self._block((*path, "holds"), award.holds, 1, is_number=award.each)
        if any(isinstance(block, PointsBlock) for block in blocks_in(award.holds)):
            message = "points cannot be earned by having points"
            self.checker.fault((*path, "holds"), "CYCLE", message, "ask for something else")

    def _levels(self, path: Path, levels: tuple[LevelDef, ...], *, has_points: bool) -> None:
        for margin, count in Counter(level.margin for level in levels).items():
            if count > 1:
                message = f"two levels begin at {margin} points"
                self.checker.fault(path, "LEVELS", message, "give each its own margin")
        if levels and not has_points:
            message = "there is a margin table, and nothing earns points"
            self.checker.doubt(path, "NO_POINTS", message, "say under 'points' what earns them")

    # --- blocks -----------------------------------------------------------------------------------------

    def _block(self, path: Path, block: Block, depth: int, *, is_number: bool = False) -> None:
        if depth > MAX_DEPTH:
            message = f"blocks are nested more than {MAX_DEPTH} deep"
            self.checker.fault(path, "TOO_DEEP", message, "make it simpler")
            return
        if isinstance(block, GroupBlock):
            self._group(path, block, depth)
        elif isinstance(block, OtherwiseBlock):
            message = "'otherwise' stands alone in a condition, not within other blocks"
            self.checker.fault(path, "OTHERWISE", message, "give it a condition of its own")
        elif isinstance(block, RulesetBlock):
            if self.module.ruleset is None:
                message = f"the test '{block.id}' needs a ruleset, and the module has none"
                self.checker.fault((*path, "id"), "RULESET", message, "take another kind of block")
        elif isinstance(block, PathBlock):
            self._path(path, block)
        else:
            self._counting(path, block, depth, is_number=is_number)

    def _group(self, path: Path, block: GroupBlock, depth: int) -> None:
        if not block.of:
            message = "a group without blocks never holds"
            self.checker.doubt(path, "EMPTY_GROUP", message, "add blocks to it")
        elif block.kind == "some" and block.least > len(block.of):
            message = f"{block.least} of {len(block.of)} blocks can never hold"
            self.checker.doubt((*path, "least"), "EMPTY_GROUP", message, "ask for fewer, or add blocks")
        for n, part in enumerate(block.of):
            self._block((*path, "of", n), part, depth + 1)

    def _path(self, path: Path, block: PathBlock) -> None:
        self.checker.known((*path, "side"), "side", block.side, self.sides)
        self.checker.known((*path, "route"), "kind of route", block.route, self.routes)
        for key, names in (("start", block.start), ("goal", block.goal)):
            self._places((*path, key), names, ())
        for way, name in block.limits().items():
            self._hex((*path, f"not_{way}_of"), name, ())

    def _counting(self, path: Path, block: Counting, depth: int, *, is_number: bool) -> None:
        checker = self.checker
        is_open = not is_number and not block.is_bounded()
        checker.known((*path, "side"), "side", getattr(block, "side", None), self.sides)
        if isinstance(block, AreaFields):
            self._area(path, block)
            if is_open and isinstance(block, ControlBlock) and block.is_everywhere():
                message = "it asks for control of every place there is"
                checker.doubt(path, "NO_PLACE", message, "name places or a zone, or give 'least'")
            if isinstance(block, ControlBlock):
                self._enough(path, block)
        if isinstance(block, ChosenFields):
            self._chosen(path, block)
        if isinstance(block, UnitsBlock) and block.counted not in ("units", "steps"):
            checker.known((*path, "counted"), "figure", block.counted, self.figures)
        if isinstance(block, TrackBlock) and self.module.ruleset is None:
            checker.known((*path, "track"), "track", block.track, self.tracks)
        if is_open and isinstance(block, (TrackBlock, PointsBlock, TurnBlock)):
            checker.doubt(path, "NO_BOUNDS", "neither 'least' nor 'most' is given", "1 or more is taken")
        if block.minus is not None:
            self._block((*path, "minus"), block.minus, depth + 1, is_number=True)

    def _enough(self, path: Path, block: ControlBlock) -> None:
        """Nobody holds more places than are named."""
        named = len(set(block.places))
        if named and block.minus is None and (block.least or 0) > named:
            message = (
                f"at least {block.least} of {named} {'place' if named == 1 else 'places'} can never hold"
            )
            self.checker.doubt((*path, "least"), "TOO_MANY", message, "ask for fewer, or name more places")

    def _area(self, path: Path, block: AreaFields) -> None:
        checker = self.checker
        self._places((*path, "places"), block.places, self.boxes)
        for n, zone in enumerate(block.zones if self.board is not None else ()):
            checker.known((*path, "zones", n), "zone", zone, self.board.zones if self.board else ())
        checker.known((*path, "terrain"), "terrain", block.terrain, self.terrain)
        if block.tag is not None and block.tag not in self.tags:
            message = f"no place has the tag '{block.tag}'"
            checker.doubt((*path, "tag"), "NO_PLACE", message, near_miss(block.tag, self.tags))
        if block.near is not None:
            self._hex((*path, "near"), block.near, ())
        for way, name in block.beyond().items():
            self._hex((*path, f"{way}_of"), name, ())

    def _chosen(self, path: Path, block: ChosenFields) -> None:
        known: tuple[tuple[str, str, tuple[str, ...], Collection[str]], ...] = (
            ("nations", "nation", block.nations, self.nations),
            ("formations", "formation", block.formations, self.formations),
            ("types", "type", block.types, self.types),
            ("pieces", "piece", block.pieces, self.pieces),
        )
        for key, what, names, all_names in known:
            for n, name in enumerate(names):
                self.checker.known((*path, key, n), what, name, all_names)

    # --- places -----------------------------------------------------------------------------------------

    def _places(self, path: Path, names: Iterable[str], boxes: Collection[str]) -> None:
        for n, name in enumerate(names):
            self._hex((*path, n), name, boxes)

    def _hex(self, path: Path, name: str, boxes: Collection[str]) -> None:
        if self.board is None or name in boxes or name in self.board.index:
            return
        what, hint = "hex or box" if boxes else "hex", near_place(name, boxes, self.board)
        self.checker.fault(path, "UNKNOWN_HEX", f"there is no {what} {name}", hint)
