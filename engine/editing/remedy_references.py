"""Quick fixes for names that mean nothing: the nearest ones there are, or to do without."""

from collections.abc import Callable, Collection, Iterator, Mapping
from difflib import get_close_matches

from engine.definition.module import ModuleDef
from engine.editing.checking import Finding, check
from engine.editing.remedy import Remedy, put, without
from engine.editing.searching import Path, value_at
from engine.editing.setups import place_pieces, where_of

FEW = 6


def _zones(module: ModuleDef) -> Collection[str]:
    board = check(module).board
    return list(board.zones) if board else [zone.id for b in module.boards for zone in b.zones]


def _hexes(module: ModuleDef) -> Collection[str]:
    board = check(module).board
    return list(board.ids) if board else []


_Names = Callable[[ModuleDef], Collection[str]]
#: What a name was meant to be, in the words of the checks, and the names there are.
_KNOWN: Mapping[str, _Names] = {
    "side": lambda m: [x.id for x in m.sides],
    "nation": lambda m: [x.id for x in m.nations],
    "type": lambda m: [x.id for x in m.types],
    "formation": lambda m: [x.id for x in m.formations],
    "piece": lambda m: [x.id for x in m.pieces],
    "board": lambda m: [x.id for x in m.boards],
    "deck": lambda m: [x.id for x in m.decks],
    "card": lambda m: [x.id for x in m.cards],
    "box": lambda m: [x.id for x in m.boxes],
    "track": lambda m: [x.id for x in m.tracks],
    "option": lambda m: [x.id for x in m.options],
    "scenario": lambda m: [x.id for x in m.scenarios],
    "phase": lambda m: [x.id for x in m.phases()],
    "terrain": lambda m: [x.id for x in m.terrain],
    "kind of terrain": lambda m: [x.id for x in m.terrain],
    "kind of hexside": lambda m: [x.id for x in m.hexsides],
    "kind of route": lambda m: [x.id for x in m.routes],
    "turn": lambda m: [str(x.number) for x in m.turns],
    "zone": _zones,
    "box or zone": lambda m: [*(x.id for x in m.boxes), *_zones(m)],
    "hex or box": lambda m: [*(x.id for x in m.boxes), *_hexes(m)],
    "hex": _hexes,
}


def another_name(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """The nearest names of the kind, and to do without."""
    path, word = finding.path, _word(module, finding)
    known = list(_names(module, finding))
    near = get_close_matches(word, known, n=3, cutoff=0.5)
    if not near and len(known) <= FEW:
        near = known
    for name in near:
        is_number = isinstance(value_at(module, path), int) and name.isdigit()
        value = int(name) if is_number else name
        yield Remedy(f"Take {name}", _putting(path, word, value))
    yield Remedy("Take it out", lambda m: without(m, path))
    if len(path) > 2:
        yield Remedy("Delete the whole line", lambda m: without(m, _line(path)))


def _line(path: Path) -> Path:
    last = max(n for n, step in enumerate(path) if isinstance(step, int))
    return path[: last + 1]


def _word(module: ModuleDef, finding: Finding) -> str:
    value = value_at(module, finding.path)
    if (
        isinstance(finding.path[-1], str)
        and f"{finding.path[-1]}" in finding.issue.message.replace("'", " ").split()
    ):
        return finding.path[-1]
    return str(value)


def _putting(path: Path, word: str, value: object) -> Callable[[ModuleDef], ModuleDef]:
    """Puts the value, or renames the key where the key is what is wrong."""

    def edit(module: ModuleDef) -> ModuleDef:
        owner = value_at(module, path[:-1])
        if isinstance(owner, Mapping) and path[-1] == word:
            renamed = {value if key == word else key: item for key, item in owner.items()}
            return put(module, path[:-1], renamed)
        return put(module, path, value)

    return edit


def _names(module: ModuleDef, finding: Finding) -> Collection[str]:
    message = finding.issue.message
    if finding.issue.code == "UNKNOWN_HEX":
        return _KNOWN["hex or box"](module)
    what = message.removeprefix("there is no ").partition(" '")[0]
    if what.startswith("value of"):
        return _option_values(module, message.split("'")[1])
    if what in _KNOWN:
        return _KNOWN[what](module)
    owner = value_at(module, finding.path[:-2])
    return tuple(getattr(owner, "pieces", ()) or getattr(owner, "values", ()))


def _option_values(module: ModuleDef, name: str) -> Collection[str]:
    found = next((option for option in module.options if option.id == name), None)
    return [value.id for value in found.values] if found else []


def open_place(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """The nearest hex that counters may stand in."""
    board, path = check(module).board, finding.path
    word = _word(module, finding)
    if board is not None and word in board.index:
        closed = {kind.id for kind in module.terrain if not (kind.open and kind.land)}
        i = board.index[word]
        for radius in range(1, 8):
            near = sorted(j for j in board.within(i, radius) if board.terrain[j] not in closed)
            if near:
                place = board.ids[near[0]]
                yield Remedy(f"Take {board.label(near[0])}", _putting(path, word, place))
                break
    yield from another_name_out(finding)


def another_name_out(finding: Finding) -> Iterator[Remedy]:
    """To do without."""
    yield Remedy("Take it out", lambda m: without(m, finding.path))


def other_side(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """A counter among those of another side goes to its own; a formation of another side is left."""
    path = finding.path
    if path[0] == "pieces":
        yield Remedy("No formation", lambda m: put(m, path, None))
        piece = module.pieces[int(path[1])]
        side = next((f.side for f in module.formations if f.id == piece.formation), None)
        if side is not None:
            yield Remedy("Take the side of its formation", lambda m: put(m, (*path[:2], "side"), side))
        return
    name = str(value_at(module, path))
    if path[0] == "scenarios":
        scenario = module.scenarios[int(path[1])]
        where = where_of(scenario, name)
        if where is not None:
            yield Remedy("Move to its side", lambda m: place_pieces(m, scenario.id, [name], where))
    yield Remedy("Take it out", lambda m: without(m, path))


def turn_within(module: ModuleDef, finding: Finding) -> Iterator[Remedy]:
    """The nearest turn there is; a last turn not before the first."""
    path = finding.path
    value = value_at(module, path)
    turns = sorted(turn.number for turn in module.turns)
    if not isinstance(value, int):
        return
    if path[-1] == "last_turn" and len(path) > 2:
        scenario = value_at(module, path[:2])
        first = getattr(scenario, "first_turn", 0)
        fitting = [turn for turn in turns if turn >= first] or [max(first, value)]
        nearest = min(fitting, key=lambda turn: abs(turn - value))
    elif path[-1] == "first_turn" and len(path) > 2:
        scenario = value_at(module, path[:2])
        last = min(version.last_turn for version in getattr(scenario, "versions", ()))
        nearest = max((turn for turn in turns if turn <= last), default=last)
    elif turns:
        nearest = min(turns, key=lambda turn: abs(turn - value))
    else:
        return
    yield Remedy(f"Make it turn {nearest}", lambda m: put(m, path, nearest))
