"""Reading a definition's schema: what each field holds, its range, what it names, its unit.

The types of the definitions say most of it. What they cannot say (which part of a module an id names, in
which unit a number counts) stands in the tables here, by definition and field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo


class FieldKind(StrEnum):
    """How a value is entered."""

    TEXT = "text"
    LONG = "long"
    NUMBER = "number"
    WHOLE = "whole"
    SWITCH = "switch"
    CHOICE = "choice"
    REFERENCE = "reference"
    REFERENCES = "references"
    PLACE = "place"
    PLACES = "places"
    COLOR = "color"
    SYMBOL = "symbol"
    WORDS = "words"
    FIGURES = "figures"
    PAIRS = "pairs"
    SETTINGS = "settings"
    LINES = "lines"
    CELL = "cell"
    TESTS = "tests"
    ASSET = "asset"
    WHERE = "where"
    EXCHANGES = "exchanges"
    PART = "part"
    PARTS = "parts"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSpec:
    """One field of a definition as an inspector sees it."""

    name: str
    kind: FieldKind
    title: str
    help: str = ""
    choices: tuple[str, ...] = ()
    is_optional: bool = False
    low: float | None = None
    high: float | None = None
    target: str = ""
    """What it names: a part of the module, `places`, `zones`, `turns`; for mappings, what its keys name."""
    value_target: str = ""
    """What the values of a mapping name."""
    unit: str = ""


#: Fields whose text is long enough for several lines.
_LONG = frozenset(("text", "help", "blurb", "description", "note", "reasoning", "path"))
#: Lists of texts that may hold blanks, one to a line.
_LINES = frozenset(("notes", "data_sources", "effects", "also", "fields", "labels", "sides", "spaces"))
#: Fields that name one thing, and the part of the module it is in.
REFERENCES: Mapping[str, str] = {
    "side": "sides", "first_side": "sides", "nation": "nations", "type": "types", "formation": "formations",
    "parent": "formations", "terrain": "terrain", "deck": "decks", "from_box": "boxes", "option": "options",
    "inside": "zones",
}  # fmt: skip
#: The same for fields whose name alone does not tell.
_OWN_REFERENCES: Mapping[tuple[str, str], str] = {
    ("HexsideDef", "kind"): "hexsides",
    ("HexsideChainDef", "kind"): "hexsides",
    ("RouteDef", "kind"): "routes",
    ("BoxLinkDef", "to"): "boxes+zones",
    ("VictoryDef", "phase"): "phases",
    ("TrackBlock", "track"): "measures",
    ("PathBlock", "route"): "routes",
    ("UntilDef", "phase"): "phases",
    ("UntilDef", "piece"): "pieces",
}
#: Fields that name several things.
_LISTS: Mapping[tuple[str, str], str] = {
    ("PlacementDef", "pieces"): "pieces",
    ("ScheduleEntry", "pieces"): "pieces",
    ("SideSetupDef", "dead"): "pieces",
    ("SideSetupDef", "gone"): "pieces",
    ("ScenarioDef", "boards"): "boards",
    ("OptionDef", "scenarios"): "scenarios",
    ("ScheduleEntry", "scenarios"): "scenarios",
    ("CardFaceDef", "moments"): "phases",
    ("PlacementDef", "zones"): "zones",
    ("ScheduleEntry", "zones"): "zones",
    ("ControlBlock", "zones"): "zones",
    **{
        (block, name): {"nations": "nations+groups", "types": "types+groups"}.get(name, name)
        for block in ("UnitsBlock", "LostBlock")
        for name in ("nations", "formations", "types", "pieces", "zones")
    },
}
#: Mappings: what their keys and their values name.
_MAPPINGS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("ScenarioDef", "control"): ("places", "sides"),
    ("ScenarioDef", "options"): ("options", "option values"),
    ("ScenarioDef", "tracks"): ("tracks", "track spaces"),
    ("PlacementDef", "lost"): ("own pieces", ""),
    ("PlacementDef", "defaults"): ("own pieces", "places"),
    ("ScheduleEntry", "lost"): ("comers", ""),
    ("ScheduleEntry", "into"): ("own pieces", "pieces"),
    ("BoardDef", "aliases"): ("", "places"),
    ("SideSetupDef", "resources"): ("resources", ""),
}
#: Numbers of turns.
_TURNS = frozenset(("turn", "first_turn", "last_turn", "from_turn", "until_turn"))
#: Places in an order.
_RANKS = frozenset((("SideSetupDef", "order"),))
_UNITS: Mapping[str, str] = {
    "within": "hexes", "lost": "steps", "supply": "SP", "steps": "steps", "cost": "MP",
    "components": "pieces", "difficulty": "of 5", "stacking": "units", "dx": "hexes", "dy": "hexes",
    "left": "hexes", "top": "hexes", "width": "hexes", "height": "hexes", "count": "points",
}  # fmt: skip
_OWN_UNITS: Mapping[tuple[str, str], str] = {
    ("CardDef", "count"): "copies", ("DeckDef", "deal"): "cards", ("DeckDef", "hand"): "cards",
}  # fmt: skip
_TITLES: Mapping[str, str] = {
    "faces": "Uses",
    "any_of": "Any of", "pieces": "Counters", "scenarios": "Only in",
    "from_box": "From box", "first_side": "Moves first", "order": "Sets up",
    "first_turn": "First turn", "gone": "Not in game", "lost": "Steps lost", "when": "Only if",
    "supply": "Supply points", "split": "Each its own way", "defaults": "Defaults", "values": "Front",
    "zoc": "Enemy zones", "least": "At least", "most": "At most", "each": "For each", "kind": "Kind",
    "not_west_of": "Never west of", "not_east_of": "Never east of", "not_north_of": "Never north of",
    "not_south_of": "Never south of", "until_turn": "To turn",
    "reduced": "Back", "data_sources": "Sources", "apart": "One to a hex", "choice": "Named rule",
    "into": "Becomes", "otherwise": "If not in play",
}  # fmt: skip


def specs_of(model: type[BaseModel]) -> tuple[FieldSpec, ...]:
    """The fields of a definition in their order."""
    return tuple(spec_of(model, name, info) for name, info in model.model_fields.items())


def spec_of(model: type[BaseModel], name: str, info: FieldInfo) -> FieldSpec:
    """One field: how it is entered and what it may hold."""
    bare, optional = _bare(info.annotation)
    low, high = _bounds(info)
    kind = _kind(model, name, bare)
    unit = _OWN_UNITS.get((model.__name__, name), _UNITS.get(name, "")) if kind in _COUNTED else ""
    span = _span(low, high, unit)
    target, value_target = _targets(model, name, kind)
    return FieldSpec(
        name=name,
        kind=kind,
        title=_TITLES.get(name, name.replace("_", " ").capitalize()),
        help=" ".join(words for words in (info.description or "", f"({span})" if span else "") if words),
        choices=tuple(map(str, get_args(bare))) if kind is FieldKind.CHOICE else (),
        is_optional=optional,
        low=low,
        high=high,
        target=target,
        value_target=value_target,
        unit=unit,
    )


_COUNTED = (FieldKind.WHOLE, FieldKind.NUMBER, FieldKind.FIGURES)


def _targets(model: type[BaseModel], name: str, kind: FieldKind) -> tuple[str, str]:
    key = (model.__name__, name)
    if kind is FieldKind.REFERENCE:
        return _OWN_REFERENCES.get(key) or REFERENCES[name], ""
    if kind is FieldKind.REFERENCES:
        return _LISTS[key], ""
    if kind in (FieldKind.PLACE, FieldKind.PLACES):
        return "places", ""
    if kind is FieldKind.TESTS:
        return "options", "option values"
    if kind is FieldKind.WHOLE and (name in _TURNS or key in _RANKS):
        return "ranks" if key in _RANKS else "turns", ""
    if kind is FieldKind.WORDS:
        return "words", ""
    return _MAPPINGS.get(key, ("", ""))


_FAR = 9999


def _span(low: float | None, high: float | None, unit: str) -> str:
    """The limits that somebody may come near to, in words; others only keep the files sound."""
    low = None if low is not None and low <= -_FAR else low
    high = None if high is not None and high >= _FAR else high
    if low is None and high is None:
        return ""
    if high is None:
        words = f"{low:g} or more"
    elif low is None:
        words = f"up to {high:g}"
    else:
        words = f"{low:g} to {high:g}"
    return f"{words} {unit}" if unit and not unit.startswith("of") else words


def _bare(annotation: object) -> tuple[Any, bool]:
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        parts = [part for part in get_args(annotation) if part is not NoneType]
        if len(parts) == 1:
            return _bare(parts[0])[0], True
    return annotation, False


def _bounds(info: FieldInfo) -> tuple[float | None, float | None]:
    low = high = None
    for rule in info.metadata:
        low = getattr(rule, "ge", None) if getattr(rule, "ge", None) is not None else low
        high = getattr(rule, "le", None) if getattr(rule, "le", None) is not None else high
    return low, high


def _kind(model: type[BaseModel], name: str, bare: object) -> FieldKind:
    plain = {bool: FieldKind.SWITCH, int: FieldKind.WHOLE, float: FieldKind.NUMBER}
    origin = get_origin(bare)
    if origin is Literal:
        return FieldKind.CHOICE
    if isinstance(bare, type) and bare in plain:
        return plain[bare]
    if origin is tuple:
        return _list_kind(model, name, get_args(bare)[0])
    if (model.__name__, name) == ("ScheduleEntry", "into"):
        return FieldKind.EXCHANGES
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_kind(get_args(bare)[1])
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        return FieldKind.PART
    if bare is str:
        return _text_kind(model, name)
    return FieldKind.CELL if origin in (Union, UnionType) else FieldKind.PARTS


def _list_kind(model: type[BaseModel], name: str, inner: object) -> FieldKind:
    if isinstance(inner, type) and inner.__name__ == "ConditionDef":
        return FieldKind.TESTS
    if _bare(inner)[0] is not str:
        return FieldKind.PARTS
    if (model.__name__, name) in _LISTS:
        return FieldKind.REFERENCES
    if name in ("any_of", "columns", "places", "start", "goal"):
        return FieldKind.PLACES
    return FieldKind.LINES if name in _LINES else FieldKind.WORDS


def _mapping_kind(annotation: object) -> FieldKind:
    value = _bare(annotation)[0]
    if get_origin(value) in (Union, UnionType):
        return FieldKind.SETTINGS
    known = {float: FieldKind.FIGURES, int: FieldKind.FIGURES, str: FieldKind.PAIRS}
    return known.get(value, FieldKind.PARTS)


_PLACES = frozenset(
    (
        *("at", "near", "default", "supply_default", "stands_for", "hex", "a", "b", "high", "protects"),
        *("east_of", "west_of", "north_of", "south_of"),
        *("not_east_of", "not_west_of", "not_north_of", "not_south_of"),
    )
)


def _text_kind(model: type[BaseModel], name: str) -> FieldKind:
    if (model.__name__, name) in _OWN_REFERENCES or name in REFERENCES:
        return FieldKind.REFERENCE
    if name in _PLACES:
        return FieldKind.PLACE
    if name in ("body", "ink") or (name == "color" and model.__name__ == "FormationDef"):
        return FieldKind.COLOR
    if name in ("front", "back", "background"):
        return FieldKind.ASSET
    if name == "symbol":
        return FieldKind.SYMBOL
    return FieldKind.LONG if name in _LONG else FieldKind.TEXT
