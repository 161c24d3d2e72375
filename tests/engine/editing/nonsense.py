"""Nonsense for edits: values of any type that mean something, nothing, or the wrong thing in the module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin

from engine.definition.board import HexsideDef
from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.editing.grids import Margins
from engine.editing.wheres import Beyond
from tests.engine.editing.modules import a_module

WORDS = (
    *(
        "",
        " ",
        "none",
        "axis",
        "allied",
        "meeting",
        "coast",
        "1-red-inf",
        "2-red-recon",
        "nobody",
        "0203",
        "1004",
    ),
    *(
        "9999",
        "crt",
        "die",
        "odds",
        "limit",
        "events",
        "card-1",
        "fog",
        "air",
        "weather",
        "west-edge",
        "wide",
    ),
    *("clear", "sea", "road", "slope", "infantry", "pieces", "schedule", "sides", "dead", "gone", "campaign"),
    *("1-1\t2\n", "id\n1\n", 'a,b\n"', "\0", "\ud800", "ä" * 300, "1e400", "-1", "{}", "../x"),
)
NUMBERS = (0, 1, 2, 3, -1, -2, 7, 60, 10**6, 10**20, -(10**20))
STEPS = (
    *(
        "pieces",
        "scenarios",
        "schedule",
        "sequence",
        "charts",
        "boards",
        "cards",
        "sides",
        "versions",
        "victory",
    ),
    *(
        "points",
        "levels",
        "holds",
        "of",
        "minus",
        "placements",
        "axis",
        "allied",
        "faces",
        "effects",
        "nothing",
    ),
    *("phases", "turns", "options", "values", "rows", "guide", "id", "title", "where", "control", "lost"),
    *(0, 1, 2, -1, 99),
)
VALUES: tuple[object, ...] = (
    *(
        None,
        True,
        0,
        -1,
        3,
        10**20,
        2.5,
        float("nan"),
        "",
        "axis",
        "nobody",
        "0203",
        "9999",
        (),
        ("0203",),
        {},
    ),
    *({"a": 1}, [1], {1, 2}, object, b"bytes", ("x", ("y",)), {"id": "x"}, [{"id": "y"}]),
)
FIELDS = (
    *("id", "title", "name", "side", "pieces", "turn", "action", "at", "near", "within", "zones", "any_of"),
    *(
        "values",
        "values.attack",
        "reduced.",
        "steps",
        "lost",
        "count",
        "when",
        "scenarios",
        "placements",
        "sides",
    ),
    *(
        "versions",
        "victory",
        "last_turn",
        "first_turn",
        "cells",
        "rows",
        "columns",
        "faces",
        "effects",
        "deck",
    ),
    *(
        "kind",
        "cost",
        "open",
        "spaces",
        "start",
        "options",
        "control",
        "art",
        "nothing",
        "",
        "grid",
        "pattern",
    ),
    *("into", "otherwise", "hex", "spot", "default", "defaults", "phases", "step", "color", "schema_version"),
)


#: What an argument of a name is called in the module, so that many calls come far.
SENSE: Mapping[str, tuple[object, ...]] = {
    "scenario": ("meeting",),
    "other": ("meeting",),
    "board": ("coast",),
    "chart": ("crt",),
    "side": ("axis", "allied"),
    "piece": ("1-red-inf",),
    "spot": ("0203", "1004", "0505"),
    "zone": ("west-edge", "wide"),
    "deck": ("events",),
    "terrain": ("clear", "sea"),
    "kind": ("road", "slope", "all", "not", "turn", "control"),
    "version": ("campaign",),
    "axis": ("rows", "columns"),
    "position": (0, 1),
    "row": (0, 1),
    "column": (0, 1),
    "turn": (1, 2, 4),
    "at": (0, 1),
    "option": ("fog",),
    "name": ("crt", "events", "card-1", "air", "fog", "limit", "1-red-inf", "clear", "wide"),
    "pieces": (("1-red-inf",), ("1-blue-inf", "2-red-recon"), ()),
    "hexes": (("0505", "0606"), ("0203",)),
    "names": (("1-red-inf",), ("card-1", "card-2"), ()),
    "positions": ((0,), ()),
    "places": (("0203", "1004"),),
    "part": ("pieces", "scenarios", "cards", "sides", "tracks", "turns", "charts", "types"),
    "key": ("dead", "gone"),
    "a": ("0405",),
    "b": ("0505",),
    "by": (1, -1),
    "place": ("1004", "0505"),
    "count": (0, 2),
    "lost": (0, 1),
}


def some_path(dice: Random) -> tuple[str | int, ...]:
    """A path that begins where there is something, or anywhere, and goes on at random."""
    known: tuple[tuple[str | int, ...], ...] = (
        *((), ("scenarios", 0), ("scenarios", 0, "versions", 0), ("schedule", 0), ("pieces", 0)),
        *(("scenarios", 0, "versions", 0, "victory", 0), ("scenarios", 0, "sides", "axis", "placements", 0)),
        *(("scenarios", 0, "versions", 0, "victory", 0, "holds"), ("sequence", 0, "phases", 0), ("victory",)),
    )
    start = dice.choice(known) if dice.random() < 0.7 else ()
    return (*start, *(dice.choice(STEPS) for _ in range(dice.choice((0, 0, 1, 2, 4)))))


def some_value(dice: Random) -> object:
    """Anything."""
    return dice.choice((*VALUES, *WORDS))


def argument(dice: Random, name: str, kind: object) -> object:
    """A value of the type an argument has, sense or nonsense."""
    origin, parts = get_origin(kind), get_args(kind)
    made = _struct(dice, kind)
    if made is not None:
        return made
    if origin is Literal:
        return dice.choice((*parts, "nothing"))
    if name in SENSE and origin is not tuple and dice.random() < 0.75:
        return dice.choice(SENSE[name])
    if origin in (Union, UnionType):
        return argument(dice, name, dice.choice([part for part in parts if part is not float]))
    return _plain(dice, kind) if not parts else _several(dice, name, kind)


def _plain(dice: Random, kind: object) -> object:
    known: Mapping[object, tuple[object, ...]] = {
        str: WORDS, bool: (True, False), int: NUMBERS, NoneType: (None,),
    }  # fmt: skip
    return dice.choice(known[kind]) if kind in known else some_value(dice)


def _several(dice: Random, name: str, kind: object) -> object:
    """Tuples, mappings and lists of what their types say."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind == tuple[str | int, ...]:
        return some_path(dice)
    if kind == tuple[int, ...]:
        return tuple(dice.choice(NUMBERS[:8]) for _ in range(dice.choice((0, 1, 1, 2, 3))))
    if origin is tuple:
        return tuple(argument(dice, "", part) for part in parts if part is not ...)
    if origin in (dict, Mapping) and parts[0] is str:
        return {dice.choice(FIELDS): some_value(dice) for _ in range(dice.randint(0, 3))}
    if origin in (dict, Mapping):
        return {argument(dice, "", parts[0]): some_value(dice) for _ in range(2)}
    items = [argument(dice, "", parts[0]) for _ in range(dice.choice((0, 1, 2, 3)))]
    return frozenset(items) if origin is frozenset else items


def _struct(dice: Random, kind: object) -> object:
    """A value of a definition that edits take; None for other types."""
    spot = dice.choice(("0203", "1004", "Z9"))
    makers: dict[object, Callable[[], object]] = {
        Margins: lambda: Margins(*(dice.choice((-3, 0, 1, 2, -50)) for _ in range(4))),
        WhereDef: lambda: dice.choice((WhereDef(at=spot), WhereDef(near=spot, within=2), WhereDef())),
        HexsideDef: lambda: HexsideDef(a=spot, b=dice.choice(("0204", "0303", "X")), kind="slope"),
        Beyond: lambda: Beyond(direction=dice.choice(("east", "up")), spot=spot),
        ModuleDef: a_module,
    }
    return makers[kind]() if kind in makers else None
