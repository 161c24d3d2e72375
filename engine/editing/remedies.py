"""Quick fixes: for a finding of the checks, the edits that surely mend it, the likeliest first.

Each is a few words for a button and an edit of the whole module, checked like any other. What only a person
can decide (which hex, which chart) has no remedy here; the place to look is shown instead.
"""

from collections.abc import Iterator, Mapping
from functools import partial

from engine.definition.board import BoardDef
from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, WhereDef
from engine.editing.change import EditRefused, free_id
from engine.editing.checking import Finding, check
from engine.editing.hints import standing_counts
from engine.editing.remedy import MOST, Maker, Remedy, put, without
from engine.editing.remedy_references import another_name, open_place, other_side, turn_within
from engine.editing.remedy_setups import (
    at_full_strength,
    fitting_default,
    leave_out,
    off_the_schedule,
    once_only,
    usual_arrival,
)
from engine.editing.searching import value_at
from engine.editing.setups import place_pieces


def remedies_for(module: ModuleDef, finding: Finding, *, tried: bool = True) -> tuple[Remedy, ...]:
    """The quick fixes for a finding, at most a few of them.

    `tried` leaves out those the module would not bear, which takes a check of the whole for each.
    """
    maker = _MAKERS.get(finding.issue.code)
    if maker is None:
        return ()
    found: list[Remedy] = []
    for remedy in maker(module, finding):
        if (not tried or _helps(module, remedy)) and all(remedy.words != other.words for other in found):
            found.append(remedy)
        if len(found) == MOST:
            break
    return tuple(found)


def _helps(module: ModuleDef, remedy: Remedy) -> bool:
    try:
        return remedy.edit(module) is not module
    except (EditRefused, KeyError, IndexError, TypeError):
        return False


def _other_id(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    path = finding.path
    if path[-1] != "id" or not isinstance(path[-2], int):
        return
    items, name = value_at(module, path[:-2]), value_at(module, path)
    if isinstance(items, tuple) and isinstance(name, str):
        new = free_id(f"{name}-2", {str(getattr(item, "id", "")) for item in items})
        yield Remedy(f"Call it {new}", lambda m: put(m, path, new))
    yield Remedy("Delete this one", lambda m: without(m, path[:-1]))


def _no_parent(_module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    yield Remedy("No formation above", lambda m: put(m, finding.path, None))


def _start_within(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    track = value_at(module, finding.path)
    first, last = getattr(track, "first", 0), getattr(track, "last", 0)
    start = min(max(getattr(track, "start", 0), first), last)
    if first <= last:
        yield Remedy(f"Start at {start}", lambda m: put(m, (*finding.path, "start"), start))


def _first_value(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """A value the option has, or what it is by itself."""
    path = finding.path
    if path[0] == "scenarios" and "options" in path:
        yield Remedy("Leave it to the players", lambda m: without(m, path))
        return
    option = value_at(module, path[:2]) if path[0] == "options" else None
    values = getattr(option, "values", ())
    if path[-1] == "default" and option is not None:
        new: object = False if getattr(option, "type", "") == "switch" else (values[0].id if values else "")
        yield Remedy(f"Make it {new}", lambda m: put(m, path, new))
    if path[-1] == "value":
        yield Remedy("Drop the condition", lambda m: without(m, path[:-1]))


def _no_step(_module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    yield Remedy("Drop the step", lambda m: put(m, finding.path, None))


def _drop(_module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    yield Remedy("Drop it", lambda m: without(m, finding.path))


def _drop_unused(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    thing = value_at(module, finding.path)
    title = getattr(thing, "title", "it")
    yield Remedy(f"Delete {title}", lambda m: without(m, finding.path))


def _drop_feature(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """A road or hexside that does not lie on the map as it is."""
    path = finding.path
    depth = next((n for n, step in enumerate(path) if step in ("hexsides", "chains", "routes")), None)
    if depth is not None and isinstance(value_at(module, path[:2]), BoardDef) and len(path) > depth + 1:
        yield Remedy("Take it off the map", lambda m: without(m, path[: depth + 2]))


def _drawn_again(_module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    path = finding.path[: finding.path.index("art") + 1] if "art" in finding.path else finding.path
    if finding.path[-1] == "back":
        yield Remedy("No picture of the back", lambda m: put(m, finding.path, None))
    else:
        yield Remedy("Draw it", lambda m: put(m, path, None))


def _spread(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """Moves the last counter of a full hex next door."""
    board = check(module).board
    placement = value_at(module, finding.path)
    scenario = module.scenarios[int(finding.path[1])]
    if board is None or not isinstance(placement, PlacementDef):
        return
    spot = placement.at or ""
    if spot not in board.index:
        return
    limit, held = module.stacking or 0, standing_counts(module, scenario)
    closed = {kind.id for kind in module.terrain if not (kind.open and kind.land)}
    units = [name for name in placement.pieces if module.piece(name).kind == "unit"]
    for j in board.neighbors[board.index[spot]]:
        if units and j >= 0 and board.terrain[j] not in closed and held.get(board.ids[j], 0) < limit:
            where = WhereDef(at=board.ids[j])
            words = f"Move the last one to {board.label(j)}"
            yield Remedy(words, partial(_place, scenario.id, units[-1], where))
            return


def _place(scenario: str, name: str, where: WhereDef, module: ModuleDef) -> ModuleDef:
    return place_pieces(module, scenario, [name], where)


def _renumbered(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    cards = module.cards
    path = finding.path
    taken = max((card.number for card in cards), default=0)
    yield Remedy(f"Number it {taken + 1}", lambda m: put(m, path, taken + 1))


_MAKERS: Mapping[str, Maker] = {
    "UNACCOUNTED": leave_out,
    "PLACED_TWICE": once_only,
    "UNKNOWN_ID": another_name,
    "UNKNOWN_HEX": another_name,
    "CLOSED_HEX": open_place,
    "WRONG_SIDE": other_side,
    "TURN": turn_within,
    "STEPS": at_full_strength,
    "DEFAULT": fitting_default,
    "ARRIVES_TWICE": off_the_schedule,
    "ORDER": off_the_schedule,
    "LEAVES_NOWHERE": off_the_schedule,
    "EMPTY_ENTRY": off_the_schedule,
    "NEVER_DUE": off_the_schedule,
    "NOT_PLAYED": off_the_schedule,
    "NO_WHERE": usual_arrival,
    "DUPLICATE_ID": _other_id,
    "CYCLE": _no_parent,
    "BOUNDS": _start_within,
    "OPTION": _first_value,
    "STEP": _no_step,
    "ROUTE": _drop_feature,
    "HEXSIDE": _drop_feature,
    "NOT_NEIGHBORS": _drop_feature,
    "EMPTY_GROUP": _drop,
    "OTHERWISE": _drop,
    "MISSING_FILE": _drawn_again,
    "PICTURE": _drawn_again,
    "CARD_NUMBER": _renumbered,
    "UNUSED": _drop_unused,
    "STACKING": _spread,
}
