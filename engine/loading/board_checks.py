"""Checks of the maps: legends, hex ids, neighbors, routes that keep to land, zones."""

from collections.abc import Iterable
from itertools import pairwise

from engine.definition.board import BoardDef, HexsideChainDef, RouteDef, ZoneDef
from engine.definition.module import ModuleDef
from engine.errors import EngineError
from engine.geometry import CompiledBoard, compile_boards
from engine.geometry.compiling import NO_HEX, NO_ZONE, chain_pairs
from engine.geometry.numbering import numbering_fault
from engine.issues import near_miss
from engine.loading.checker import Checker
from engine.loading.text import Path


def check_boards(checker: Checker, module: ModuleDef) -> CompiledBoard | None:
    """Checks every map; the compiled board, or None where faults forbid compiling."""
    before = len(checker.issues)
    kinds = _Kinds(module)
    for i, board in enumerate(module.boards):
        _check_letters(checker, ("boards", i), board, kinds)
    if len(checker.issues) > before or not module.boards:
        return None
    _check_ids_unique(checker, module)
    if len(checker.issues) > before:
        return None
    bare = compile_boards([_bare(board) for board in module.boards])
    for i, board in enumerate(module.boards):
        _BoardCheck(checker, ("boards", i), board, bare, kinds).run()
    if len(checker.issues) > before:
        return None
    try:
        return compile_boards(module.boards)
    except EngineError as error:
        checker.fault(("boards",), "BOARD", str(error), "correct the board")
        return None


class _Kinds:
    """The landscape a module defines."""

    def __init__(self, module: ModuleDef) -> None:
        self.terrain = {kind.id for kind in module.terrain}
        self.land = {kind.id for kind in module.terrain if kind.land}
        self.hexsides = {kind.id for kind in module.hexsides}
        self.routes = {kind.id for kind in module.routes}


def _bare(board: BoardDef) -> BoardDef:
    empty: dict[str, object] = {
        "hexes": (),
        "aliases": {},
        "places": (),
        "hexsides": (),
        "chains": (),
        "routes": (),
        "zones": (),
        "layers": (),
    }
    return board.model_copy(update=empty)


def _check_letters(checker: Checker, path: Path, board: BoardDef, kinds: _Kinds) -> None:
    if board.id.startswith("drawing"):
        message = f"the board '{board.id}' is called like a drawing file"
        checker.fault((*path, "id"), "BOARD", message, "give it an id that does not begin with 'drawing'")
    for letter, terrain in board.legend.items():
        checker.known((*path, "legend", letter), "terrain", terrain, kinds.terrain)
        if letter == NO_HEX:
            checker.fault(
                (*path, "legend"), "LEGEND", "a blank means that there is no hex", "use another letter"
            )
    for number, row in enumerate(board.rows):
        for letter in sorted(set(row) - set(board.legend) - {NO_HEX}):
            message = f"the letter '{letter}' is not in the legend"
            checker.fault((*path, "rows", number), "LEGEND", message, "correct the row or add the letter")
    for n, layer in enumerate(board.layers):
        for number, row in enumerate(layer.rows):
            for letter in sorted(set(row) - set(layer.legend) - set(NO_ZONE)):
                message = f"the letter '{letter}' is not in the legend of the layer"
                checker.fault((*path, "layers", n, "rows", number), "LEGEND", message, "correct the row")


def _check_ids_unique(checker: Checker, module: ModuleDef) -> None:
    owner: dict[str, str] = {}
    for i, board in enumerate(module.boards):
        fault = numbering_fault(board.grid)
        if fault:
            hint = "write numbers with zeros or a separator, or begin at another number"
            checker.fault(("boards", i, "grid"), "NUMBERING", fault, hint)
            return
        for name in compile_boards([_bare(board)]).index if len(module.boards) > 1 else ():
            other = owner.setdefault(name, board.id)
            if other != board.id:
                message = f"the hex {name} is on the boards '{other}' and '{board.id}'"
                hint = "give the sheets different prefixes"
                checker.fault(("boards", i, "grid"), "DUPLICATE_ID", message, hint)
                return


class _BoardCheck:
    """The checks of one board."""

    def __init__(
        self, checker: Checker, path: Path, board: BoardDef, compiled: CompiledBoard, kinds: _Kinds
    ) -> None:
        self.checker, self.path, self.board, self.compiled, self.kinds = checker, path, board, compiled, kinds
        self.index = dict(compiled.index)
        self.terrain = list(compiled.terrain)

    def run(self) -> None:
        for alias, name in self.board.aliases.items():
            if alias in self.compiled.index:
                message = f"the second name {alias} is a hex of its own"
                self.fault(("aliases", alias), "DUPLICATE_ID", message, "drop it or choose another name")
            elif self.hex(("aliases", alias), name):
                self.index.setdefault(alias, self.index[name])
        for n, spot in enumerate(self.board.hexes):
            known = self.checker.known(
                (*self.path, "hexes", n, "terrain"), "terrain", spot.terrain, self.kinds.terrain
            )
            if self.hex(("hexes", n, "hex"), spot.hex) and spot.terrain and known:
                self.terrain[self.index[spot.hex]] = spot.terrain
        named: set[str] = set()
        for n, place in enumerate(self.board.places):
            self.hex(("places", n, "hex"), place.hex)
            if place.hex in named:
                self.fault(
                    ("places", n, "hex"),
                    "DUPLICATE_ID",
                    f"{place.hex} has two names",
                    "use 'also' for others",
                )
            named.add(place.hex)
        self.hexsides()
        for n, route in enumerate(self.board.routes):
            self.route(("routes", n), route)
        self.zones()

    def hexsides(self) -> None:
        for n, side in enumerate(self.board.hexsides):
            path: Path = ("hexsides", n)
            self.checker.known((*self.path, *path, "kind"), "kind of hexside", side.kind, self.kinds.hexsides)
            self.neighbors(path, side.a, side.b)
            for key, name in (("high", side.high), ("protects", side.protects)):
                if name and name not in (side.a, side.b):
                    message = f"'{key}' must be {side.a} or {side.b}, not {name}"
                    self.fault((*path, key), "HEXSIDE", message, "name one of the two hexes")
        for n, chain in enumerate(self.board.chains):
            self.chain(("chains", n), chain)

    def chain(self, path: Path, chain: HexsideChainDef) -> None:
        self.checker.known((*self.path, *path, "kind"), "kind of hexside", chain.kind, self.kinds.hexsides)
        for n, entry in enumerate(chain.sides):
            if len(entry.split()) < 2:
                hint = "write the hex and its neighbor with a blank between them"
                self.fault((*path, "sides", n), "HEXSIDE", f"'{entry}' names no hexside", hint)
        for a, b in chain_pairs(chain):
            self.neighbors((*path, "sides"), a, b)

    def route(self, path: Path, route: RouteDef) -> None:
        self.checker.known((*self.path, *path, "kind"), "kind of route", route.kind, self.kinds.routes)
        names = route.hexes()
        if len(names) < 2:
            self.fault(
                (*path, "path"), "ROUTE", "a route needs two hexes or more", "list the hexes it runs through"
            )
            return
        for a, b in pairwise(names):
            if not self.neighbors((*path, "path"), a, b):
                return
        for name in names:
            if self.terrain[self.index[name]] not in self.kinds.land:
                message = f"the route '{route.name or route.kind}' runs through {name}, which is no land"
                self.fault((*path, "path"), "ROUTE", message, "lead it over land")

    def zones(self) -> None:
        known: set[str] = {zone for layer in self.board.layers for zone in layer.legend.values()}
        for n, zone in enumerate(self.board.zones):
            path: Path = ("zones", n)
            if zone.id in known:
                self.fault(
                    (*path, "id"), "DUPLICATE_ID", f"the zone '{zone.id}' is defined twice", "rename one"
                )
            self.checker.known((*self.path, *path, "inside"), "zone", zone.inside, known)
            known.add(zone.id)
            for name in _zone_hexes(zone):
                self.hex((*path, "hexes" if name in zone.hexes.split() else "columns"), name)

    def hex(self, path: Path, name: str) -> bool:
        if name in self.index:
            return True
        hint = near_miss(name, self.index) or "the grid and its numbering tell which ids there are"
        self.fault(path, "UNKNOWN_HEX", f"there is no hex {name} on the map", hint)
        return False

    def neighbors(self, path: Path, a: str, b: str) -> bool:
        if not (self.hex(path, a) and self.hex(path, b)):
            return False
        if self.index[b] in self.compiled.neighbors[self.index[a]]:
            return True
        around = (self.compiled.ids[j] for j in self.compiled.neighbors[self.index[a]] if j >= 0)
        message = f"{a} and {b} are not neighbors"
        self.fault(path, "NOT_NEIGHBORS", message, f"around {a} lie {', '.join(around)}")
        return False

    def fault(self, path: Path, code: str, message: str, hint: str) -> None:
        self.checker.fault((*self.path, *path), code, message, hint)


def _zone_hexes(zone: ZoneDef) -> Iterable[str]:
    return (*zone.hexes.split(), *(zone.columns or ()))
