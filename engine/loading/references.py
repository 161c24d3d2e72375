"""Checks of what refers to what: every id that is used must be defined, once, and be of the right kind."""

from collections.abc import Callable, Mapping, Sequence

from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.definition.sequence import PhaseDef
from engine.geometry import CompiledBoard
from engine.issues import Issue
from engine.loading.board_checks import check_boards
from engine.loading.card_checks import check_card_places, check_cards
from engine.loading.chart_checks import check_charts
from engine.loading.checker import Checker
from engine.loading.guide_checks import check_guides
from engine.loading.option_checks import check_conditions, check_value
from engine.loading.roster import piece_ids
from engine.loading.scenario_checks import check_schedule, scenario_check
from engine.loading.telling_checks import check_marks
from engine.loading.text import Path
from engine.loading.validation import Places
from engine.loading.victory_checks import check_victory


def reference_issues(module: ModuleDef, places: Places) -> tuple[Issue, ...]:
    """All faults of reference in a module."""
    checker = Checker(places)
    for check in PLAIN:
        check(checker, module)
    check_piece = piece_check(module)
    for i, piece in enumerate(module.pieces):
        check_piece(checker, ("pieces", i), piece)
    board = check_boards(checker, module)
    check_scenario = scenario_check(module, board)
    for i, scenario in enumerate(module.scenarios):
        check_scenario(checker, ("scenarios", i), scenario)
    for check_on_map in ON_MAP:
        check_on_map(checker, module, board)
    return tuple(checker.issues)


def _check_unique(checker: Checker, module: ModuleDef) -> None:
    collections: Mapping[str, tuple[str, Sequence[str]]] = {
        "sides": ("side", [x.id for x in module.sides]),
        "nations": ("nation", [x.id for x in module.nations]),
        "terrain": ("terrain", [x.id for x in module.terrain]),
        "hexsides": ("kind of hexside", [x.id for x in module.hexsides]),
        "routes": ("kind of route", [x.id for x in module.routes]),
        "types": ("type", [x.id for x in module.types]),
        "boards": ("board", [x.id for x in module.boards]),
        "boxes": ("box", [x.id for x in module.boxes]),
        "tracks": ("track", [x.id for x in module.tracks]),
        "turns": ("turn", [str(x.number) for x in module.turns]),
        "formations": ("formation", [x.id for x in module.formations]),
        "pieces": ("piece", module.fact(piece_ids)),
        "provenance": ("note of provenance", [x.id for x in module.provenance]),
        "decks": ("deck", [x.id for x in module.decks]),
        "cards": ("card", [x.id for x in module.cards]),
        "charts": ("chart", [x.id for x in module.charts]),
        "constants": ("constant", [x.id for x in module.constants]),
        "options": ("option", [x.id for x in module.options]),
        "scenarios": ("scenario", [x.id for x in module.scenarios]),
    }
    for key, (what, ids) in collections.items():
        checker.unique((key,), what, ids)


def _check_people(checker: Checker, module: ModuleDef) -> None:
    sides = {side.id for side in module.sides}
    bearers: dict[str, int] = {}
    for i, side in enumerate(module.sides):
        first = bearers.setdefault(side.title.strip().casefold(), i)
        if first != i:
            message = f"two sides are called {side.title}"
            hint = "give each a name of its own, since lists and the log tell them apart by it"
            checker.doubt(("sides", i, "title"), "SAME_NAME", message, hint)
    nations = {nation.id for nation in module.nations}
    formations = {formation.id: formation for formation in module.formations}
    for i, nation in enumerate(module.nations):
        checker.known(("nations", i, "side"), "side", nation.side, sides)
    for i, formation in enumerate(module.formations):
        checker.known(("formations", i, "side"), "side", formation.side, sides)
        checker.known(("formations", i, "nation"), "nation", formation.nation, nations)
        checker.known(("formations", i, "parent"), "formation", formation.parent, formations)
        above, seen = formation.parent, {formation.id}
        while above in formations:
            if above in seen:
                if above != formation.id:
                    break
                message = f"the formation '{formation.id}' is above itself"
                checker.fault(("formations", i, "parent"), "CYCLE", message, "break the circle of parents")
                break
            seen.add(above)
            above = formations[above].parent


def piece_check(module: ModuleDef) -> Callable[[Checker, Path, PieceDef], None]:
    """The check of one counter; it looks at that counter, and of the others at nothing."""
    sides = {side.id for side in module.sides}
    nations = {nation.id for nation in module.nations}
    types = {kind.id for kind in module.types}
    formations = {formation.id: formation.side for formation in module.formations}

    def check(checker: Checker, path: Path, piece: PieceDef) -> None:
        checker.known((*path, "side"), "side", piece.side, sides)
        checker.known((*path, "nation"), "nation", piece.nation, nations)
        checker.known((*path, "type"), "type", piece.type, types)
        if checker.known((*path, "formation"), "formation", piece.formation, formations) and piece.formation:
            owner = formations[piece.formation]
            if owner != piece.side:
                message = f"'{piece.id}' is of side '{piece.side}', its formation of side '{owner}'"
                checker.fault((*path, "formation"), "WRONG_SIDE", message, "correct one of the two")
        for name in piece.reduced:
            checker.known((*path, "reduced", name), "value", name, piece.values)
        if piece.reduced and piece.steps < 2:
            message = f"'{piece.id}' has one step and a reduced side"
            checker.fault((*path, "reduced"), "STEPS", message, "raise steps or drop 'reduced'")

    return check


def _check_boxes(checker: Checker, module: ModuleDef) -> None:
    sides = {side.id for side in module.sides}
    targets = {box.id for box in module.boxes} | zone_ids(module)
    for i, box in enumerate(module.boxes):
        checker.known(("boxes", i, "side"), "side", box.side, sides)
        for j, link in enumerate(box.links):
            checker.known(("boxes", i, "links", j, "to"), "box or zone", link.to, targets)
    for i, track in enumerate(module.tracks):
        checker.known(("tracks", i, "side"), "side", track.side, sides)
        if not track.spaces and not track.first <= track.start <= track.last:
            message = f"the track '{track.id}' starts at {track.start}, outside {track.first} to {track.last}"
            checker.fault(("tracks", i), "BOUNDS", message, "correct first, last or start")


def _check_options(checker: Checker, module: ModuleDef) -> None:
    scenarios = {scenario.id for scenario in module.scenarios}
    for i, option in enumerate(module.options):
        path: Path = ("options", i)
        values = [value.id for value in option.values]
        checker.unique((*path, "values"), "value", values)
        if option.type == "choice" and len(values) < 2:
            checker.fault(
                path, "OPTION", f"the choice '{option.id}' needs two values or more", "list its values"
            )
        check_value(checker, (*path, "default"), option, option.default)
        for j, name in enumerate(option.scenarios):
            checker.known((*path, "scenarios", j), "scenario", name, scenarios)
        check_conditions(checker, (*path, "when"), module, option.when)


def _check_sequence(checker: Checker, module: ModuleDef) -> None:
    sides = {side.id for side in module.sides}
    seen: set[str] = set()

    def walk(path: Path, phases: tuple[PhaseDef, ...]) -> None:
        for i, phase in enumerate(phases):
            here: Path = (*path, i)
            if phase.id in seen:
                message = f"the phase '{phase.id}' is defined twice"
                checker.fault((*here, "id"), "DUPLICATE_ID", message, "give one of the two another id")
            seen.add(phase.id)
            checker.known((*here, "side"), "side", phase.side, sides)
            if phase.step and not module.ruleset:
                message = f"the phase '{phase.id}' has a step, the module has no ruleset"
                checker.fault(
                    (*here, "step"), "STEP", message, "drop 'step' or name the ruleset in module.yaml"
                )
            walk((*here, "phases"), phase.phases)

    walk(("sequence",), module.sequence)


def zone_ids(module: ModuleDef) -> set[str]:
    """All zones of all boards."""
    zones = {zone.id for board in module.boards for zone in board.zones}
    return zones | {
        zone for board in module.boards for layer in board.layers for zone in layer.legend.values()
    }


PlainCheck = Callable[[Checker, ModuleDef], None]
MapCheck = Callable[[Checker, ModuleDef, CompiledBoard | None], None]

PLAIN: tuple[PlainCheck, ...] = (
    _check_unique, _check_people, check_cards, check_charts, _check_boxes, _check_options, _check_sequence,
    check_marks,
)  # fmt: skip
"""The checks that need no map. None depends on another: an editor may run some of them and keep the rest."""

ON_MAP: tuple[MapCheck, ...] = (check_schedule, check_victory, check_card_places, check_guides)
"""The checks that look at the compiled maps; without them hex ids are not looked at."""
