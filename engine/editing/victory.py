"""Edits of conditions of victory: blocks added, wrapped, moved, nested and deleted anywhere in their trees.

Terms belong to a length of a scenario or to the module; `home` is the path to either. A block is named by
its path from the module down, through `holds`, `of` and `minus`. Each edit gives the module and the path
of what to choose next.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from engine.definition.base import Definition
from engine.definition.module import ModuleDef
from engine.definition.scenario import VersionDef
from engine.definition.victory import (
    AwardDef,
    Block,
    ControlBlock,
    CountingBlock,
    GroupBlock,
    LevelDef,
    LostBlock,
    OtherwiseBlock,
    PathBlock,
    PointsBlock,
    RulesetBlock,
    TrackBlock,
    TurnBlock,
    UnitsBlock,
    VictoryDef,
    as_block,
)
from engine.editing.change import EditRefused, made
from engine.editing.lists import delete_at, list_at, move_at
from engine.editing.paths import replace_at, set_at
from engine.editing.searching import Path, value_at

GROUPS = ("all", "any", "not", "some")
_MODELS: Mapping[str, type[Definition]] = {
    **dict.fromkeys(GROUPS, GroupBlock),
    "control": ControlBlock, "units": UnitsBlock, "lost": LostBlock, "path": PathBlock, "track": TrackBlock,
    "points": PointsBlock, "turn": TurnBlock, "otherwise": OtherwiseBlock, "ruleset": RulesetBlock,
}  # fmt: skip
KINDS = tuple(_MODELS)
TERMS = (("victory",), ("points",), ("levels",))
COUNTING = ("control", "units", "lost", "track", "points", "turn")


@dataclass(frozen=True, slots=True)
class Placed:
    """The module after an edit, and the path of what was added or moved."""

    module: ModuleDef
    path: Path


def home_of(path: Path) -> Path | None:
    """The home of the terms a path leads into; None for a path to anything else."""
    if path[:1] in TERMS:
        return ()
    is_version = path[:1] == ("scenarios",) and path[2:3] == ("versions",)
    return path[:4] if is_version and path[4:5] in TERMS else None


# --- blocks to begin with -----------------------------------------------------------------------------------


def blank_block(module: ModuleDef, kind: str, test: str = "", words: str = "") -> Block:
    """A block of a kind with what it needs, taken from the module; refuses where the module has nothing."""
    _model_of(kind)
    values: dict[str, object] = {"kind": kind}
    if kind in GROUPS:
        values["of"] = ()
    if kind in ("control", "units", "lost", "path", "points"):
        values["side"] = _first_side(module)
    if kind == "control":
        values["places"] = _places(module)[:1]
    if kind in ("units", "points", "turn"):
        values["least"] = 1
    if kind == "path":
        places = _places(module)
        values.update(start=places[:1], goal=places[1:2] or places[:1])
    if kind == "track":
        if not module.tracks:
            raise EditRefused("the module has no tracks yet", "add one under 'Boxes and tracks'")
        values.update(track=module.tracks[0].id, least=1)
    if kind == "ruleset":
        values.update(id=test or "test", text=words)
    return _block(_model_of(kind), values)


def _model_of(kind: str) -> type[Definition]:
    if kind not in _MODELS:
        raise EditRefused(f"there is no kind of block '{kind}'", f"one of {', '.join(KINDS)}")
    return _MODELS[kind]


def _block(model: type[Definition], values: Mapping[str, object]) -> Block:
    block = as_block(made(model, values))
    assert block is not None
    return block


def _first_side(module: ModuleDef) -> str:
    if not module.sides:
        raise EditRefused("the module has no sides yet", "add one first")
    return module.sides[0].id


def _places(module: ModuleDef) -> tuple[str, ...]:
    """Named places first, else any hex of the set-ups."""
    named = tuple(place.hex for board in module.boards for place in board.places)
    if named:
        return named
    held = tuple(place for scenario in module.scenarios for place in scenario.control)
    if not held:
        raise EditRefused("no place has a name yet", "name a hex on the map first")
    return held


# --- conditions, points, levels ------------------------------------------------------------------------


def add_condition(module: ModuleDef, home: Path) -> Placed:
    """Adds a condition at the end, before the one for anything else."""
    path: Path = (*home, "victory")
    items = list_at(module, path)
    holds = blank_block(module, "control")
    item = made(VictoryDef, {"side": _first_side(module), "holds": holds})
    last = items[-1] if items else None
    is_before = isinstance(last, VictoryDef) and isinstance(last.holds, OtherwiseBlock)
    at = len(items) - 1 if is_before else len(items)
    return Placed(replace_at(module, path, (*items[:at], item, *items[at:])), (*path, at))


def add_award(module: ModuleDef, home: Path) -> Placed:
    """Adds something that earns victory points."""
    path: Path = (*home, "points")
    items = list_at(module, path)
    item = made(AwardDef, {"side": _first_side(module), "points": 1, "holds": blank_block(module, "control")})
    return Placed(replace_at(module, path, (*items, item)), (*path, len(items)))


def add_level(module: ModuleDef, home: Path) -> Placed:
    """Adds a line to the margin table, above the highest."""
    path: Path = (*home, "levels")
    items = list_at(module, path)
    highest = max((item.margin for item in items if isinstance(item, LevelDef)), default=0)
    item = made(
        LevelDef, {"margin": highest + 5 if highest else 1, "title": "Marginal" if not items else "New"}
    )
    return Placed(replace_at(module, path, (*items, item)), (*path, len(items)))


def take_over(module: ModuleDef, home: Path) -> ModuleDef:
    """Copies the module's own terms into a length of a scenario, to be changed there."""
    if not isinstance(value_at(module, home), VersionDef):
        raise EditRefused("only a length of a scenario can take the terms of the module")
    if not (module.victory or module.points or module.levels):
        raise EditRefused("the module has no terms of its own", "add a condition")
    return set_at(module, home, {"victory": module.victory, "points": module.points, "levels": module.levels})


# --- trees -----------------------------------------------------------------------------------------------


def is_block(path: Path) -> bool:
    """Whether a path leads to a block: to what a condition holds, or to something within it."""
    return "holds" in path


def root_of(path: Path) -> Path:
    """The path of the condition or award that a block belongs to."""
    return path[: path.index("holds")] if is_block(path) else path


def add_block(module: ModuleDef, path: Path, block: Block) -> Placed:
    """Adds a block to what is at a path: into a group, behind a block of a group, else joined by `all`."""
    owner = value_at(module, path)
    if isinstance(owner, (VictoryDef, AwardDef)):
        if owner.holds is None:
            return Placed(set_at(module, path, {"holds": block}), (*path, "holds"))
        return add_block(module, (*path, "holds"), block)
    if isinstance(owner, GroupBlock):
        return _inserted(module, (*path, "of"), len(owner.of), block)
    if path[-2:-1] == ("of",):
        return _inserted(module, path[:-1], _number(path) + 1, block)
    if isinstance(owner, OtherwiseBlock):
        return Placed(replace_at(module, path, block), path)
    if not isinstance(owner, BaseModel) or path[-1:] != ("holds",):
        raise EditRefused("no block can be added here", "choose a condition or a group")
    group = made(GroupBlock, {"kind": "all", "of": (owner, block)})
    return Placed(replace_at(module, path, group), (*path, "of", 1))


def _inserted(module: ModuleDef, path: Path, at: int, block: BaseModel) -> Placed:
    items = list_at(module, path)
    return Placed(replace_at(module, path, (*items[:at], block, *items[at:])), (*path, at))


def compare_with(module: ModuleDef, path: Path, block: Block) -> Placed:
    """Gives a counting block another one to be taken away first."""
    if not isinstance(value_at(module, path), CountingBlock) or not isinstance(block, CountingBlock):
        raise EditRefused("only blocks that count can be compared", "choose control, units, losses, a track")
    return Placed(set_at(module, path, {"minus": block}), (*path, "minus"))


def wrap(module: ModuleDef, path: Path, kind: str) -> Placed:
    """Puts a group around a block; a group itself only changes how it joins."""
    block = value_at(module, path)
    if not is_block(path) or not isinstance(block, BaseModel) or path[-1] == "minus":
        raise EditRefused("this cannot be put into a group", "choose a block of a condition")
    if isinstance(block, OtherwiseBlock):
        raise EditRefused("'anything else' stands alone", "choose another block")
    group = made(GroupBlock, {"kind": kind, "of": (block,)})
    return Placed(replace_at(module, path, group), (*path, "of", 0))


def unwrap(module: ModuleDef, path: Path) -> Placed:
    """Takes a group away and leaves its blocks in its place."""
    group = value_at(module, path)
    if not isinstance(group, GroupBlock):
        raise EditRefused("this is no group", "choose a group")
    if path[-2:-1] == ("of",):
        at, items = _number(path), list_at(module, path[:-1])
        after = replace_at(module, path[:-1], (*items[:at], *group.of, *items[at + 1 :]))
        return Placed(after, path if group.of else path[:-2])
    if len(group.of) != 1:
        raise EditRefused("a condition holds one block or one group", "leave one block in the group first")
    return Placed(replace_at(module, path, group.of[0]), path)


def set_kind(module: ModuleDef, path: Path, kind: str, test: str = "", words: str = "") -> ModuleDef:
    """Makes a block one of another kind; fields that both have are kept."""
    old = value_at(module, path)
    if not isinstance(old, BaseModel) or not is_block(path):
        raise EditRefused("this is no block", "choose a block")
    if path[-1] == "minus" and kind not in COUNTING:
        raise EditRefused(
            "only blocks that count can be taken away", "choose control, units, losses, a track"
        )
    if isinstance(old, GroupBlock) and kind not in GROUPS and old.of:
        raise EditRefused("the group has blocks", "take them out first")
    new = blank_block(module, kind, test, words)
    kept = {
        name: getattr(old, name)
        for name in type(new).model_fields
        if name != "kind" and name in type(old).model_fields and getattr(old, name) not in (None, ())
    }
    fresh = {name: getattr(new, name) for name in type(new).model_fields}
    return replace_at(module, path, _block(_MODELS[kind], {**fresh, **kept}))


def delete(module: ModuleDef, path: Path) -> Placed:
    """Deletes a block, condition, award or level; refuses anything else."""
    if home_of(path) is None or value_at(module, path) is None:
        raise EditRefused("this is no longer there", "choose a condition or a block")
    if path[-1] == "minus":
        return Placed(set_at(module, path[:-1], {"minus": None}), path[:-1])
    if path[-1] == "holds":
        owner = value_at(module, path[:-1])
        if not isinstance(owner, VictoryDef) or not owner.text:
            raise EditRefused("a condition needs a block or words", "delete the whole condition")
        return Placed(set_at(module, path[:-1], {"holds": None}), path[:-1])
    at = _number(path)
    after = delete_at(module, path[:-1], at)
    left = len(list_at(after, path[:-1]))
    return Placed(after, (*path[:-1], min(at, left - 1)) if left else _above(path))


def _number(path: Path) -> int:
    """The place in a list that a path ends with; refuses any other end."""
    last = path[-1] if path else ""
    if not isinstance(last, int) or last < 0:
        raise EditRefused("this is no longer there", "choose it again")
    return last


def _above(path: Path) -> Path:
    return path[:-2] if path[-2:-1] == ("of",) else path[:-1]


def shift(module: ModuleDef, path: Path, by: int) -> Placed:
    """Moves a block within its group, a condition within the list."""
    if not path or not isinstance(path[-1], int):
        raise EditRefused("it cannot be moved there")
    to = path[-1] + by
    return Placed(move_at(module, path[:-1], path[-1], to), (*path[:-1], to))


def indent(module: ModuleDef, path: Path) -> Placed:
    """Moves a block into the group before it."""
    if path[-2:-1] != ("of",) or not path[-1]:
        raise EditRefused("there is no group before it", "wrap the block before it first")
    target = (*path[:-1], _number(path) - 1)
    return move_into(module, path, target)


def outdent(module: ModuleDef, path: Path) -> Placed:
    """Moves a block out of its group, behind it."""
    if path[-2:-1] != ("of",) or path[-4:-3] != ("of",):
        raise EditRefused("there is no group around its group")
    block, above = value_at(module, path), path[:-2]
    if not isinstance(block, BaseModel):
        raise EditRefused("this is no longer there", "choose it again")
    after = delete_at(module, path[:-1], _number(path))
    return _inserted(after, above[:-1], _number(above) + 1, block)


def move_into(module: ModuleDef, path: Path, target: Path) -> Placed:
    """Moves a block of a group to the end of another group, perhaps of another condition."""
    block, group = value_at(module, path), value_at(module, target)
    if path[-2:-1] != ("of",) or not isinstance(block, BaseModel):
        raise EditRefused("only a block of a group can be moved", "wrap it in a group first")
    if isinstance(group, (VictoryDef, AwardDef)):
        return move_into(module, path, (*target, "holds"))
    if target[: len(path)] == path or not isinstance(group, GroupBlock):
        raise EditRefused("it cannot be moved there", "choose a group")
    after = delete_at(module, path[:-1], _number(path))
    there = _without(target, path)
    return _inserted(after, (*there, "of"), len(list_at(after, (*there, "of"))), block)


def _without(target: Path, path: Path) -> Path:
    """Where a target is after the block at a path was taken out."""
    size = len(path) - 1
    if target[:size] != path[:-1] or len(target) <= size or int(target[size]) < int(path[-1]):
        return target
    return (*target[:size], int(target[size]) - 1, *target[size + 1 :])
