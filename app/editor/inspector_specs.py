"""Which fields of a definition the inspector shows, and in which order.

What has a page or a tool of its own (letters of a map, cells of a chart) is left out; fields that exclude
each other are one; the figures of counters stand one by one, so that many counters can be changed at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pydantic import BaseModel

from app.editor.fields import WHERE_FIELDS, FieldKind, FieldSpec, specs_of
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.definition.scenario import PlacementDef, WhereDef
from engine.definition.victory import CountingBlock

_HIDDEN: Mapping[str, frozenset[str]] = {
    "BoardDef": frozenset(
        ("rows", "legend", "hexes", "hexsides", "chains", "routes", "layers", "places", "grid")
    ),
    "ModuleDef": frozenset(
        name for name, info in ModuleDef.model_fields.items() if "tuple" in str(info.annotation)
    )
    - {"data_sources", "credits"}
    | {"schema_version"},
    "BoardArtDef": frozenset(("made_for",)),
    "ChartDef": frozenset(("cells",)),
    "VersionDef": frozenset(("victory", "points", "levels")),
    "VictoryDef": frozenset(("holds",)),
    "AwardDef": frozenset(("holds",)),
    "GroupBlock": frozenset(("of",)),
    **dict.fromkeys(
        ("ControlBlock", "UnitsBlock", "LostBlock", "TrackBlock", "PointsBlock", "TurnBlock"),
        frozenset(("kind", "minus")),
    ),
    **dict.fromkeys(("PathBlock", "OtherwiseBlock", "RulesetBlock"), frozenset(("kind",))),
}
#: What blocks that count show first: who, and between which bounds.
_COUNTING = {name: n for n, name in enumerate(("side", "track", "counted", "least", "most", "supplied"))}
#: Fields that come before the others of their definition.
_FIRST: Mapping[str, tuple[str, ...]] = {
    "ScenarioDef": (
        "id", "title", "number", "first_turn", "first_side", "sides", "versions", "options", "tracks",
        "boards", "notes", "blurb", "difficulty", "rule",
    ),
}  # fmt: skip
_SINGLE = frozenset(("id",))
_FOR_ONE = (
    FieldKind.PARTS, FieldKind.PART, FieldKind.WHERE, FieldKind.FIGURES, FieldKind.TESTS, FieldKind.EXCHANGES,
)  # fmt: skip


@lru_cache(maxsize=128)
def _shown_specs(model: type[BaseModel]) -> tuple[FieldSpec, ...]:
    hidden = _HIDDEN.get(model.__name__, frozenset())
    specs = [spec for spec in specs_of(model) if spec.name not in hidden]
    if issubclass(model, CountingBlock):
        specs.sort(key=lambda spec: _COUNTING.get(spec.name, len(_COUNTING)))
    ranks = {name: n for n, name in enumerate(_FIRST.get(model.__name__, ()))}
    specs.sort(key=lambda spec: ranks.get(spec.name, len(ranks)))
    if not issubclass(model, WhereDef):
        return tuple(specs)
    where = FieldSpec(
        name="where",
        kind=FieldKind.WHERE,
        title="Where",
        help="One place, or a choice of places.",
        is_optional=not issubclass(model, PlacementDef),
        target="places",
        value_target="zones",
    )
    rest = [spec for spec in specs if spec.name not in WHERE_FIELDS]
    first = {"pieces": 0, "turn": -3, "side": -2, "action": -1}
    if not issubclass(model, PlacementDef):
        rest.sort(key=lambda spec: first.get(spec.name, 1))
    at = next((n + 1 for n, spec in enumerate(rest) if spec.name == "pieces"), 0)
    return (*rest[:at], where, *rest[at:])


def model_specs(
    model: type[BaseModel], figures: Sequence[str], *, shows_back: bool, is_single: bool
) -> tuple[FieldSpec, ...]:
    """The fields to show for one thing of a kind, or for many."""
    specs = list(_shown_specs(model))
    if not is_single:
        specs = [spec for spec in specs if spec.name not in _SINGLE and spec.kind not in _FOR_ONE]
    if model is not PieceDef:
        return tuple(specs)
    tables = [replace(s, title=f"{s.title}, all figures") for s in specs if s.name in ("values", "reduced")]
    specs = [spec for spec in specs if spec.name not in ("values", "reduced")]
    extra = [_figure(f"values.{name}") for name in figures]
    extra += [_figure(f"reduced.{name}") for name in figures if shows_back]
    at = next((n + 1 for n, spec in enumerate(specs) if spec.name == "formation"), len(specs))
    return (*specs[:at], *extra, *specs[at:], *(tables if is_single else ()))


def _figure(name: str) -> FieldSpec:
    field, _, figure = name.partition(".")
    is_back = field == "reduced"
    return FieldSpec(
        name=name,
        kind=FieldKind.NUMBER,
        title=figure.replace("-", " ").replace("_", " ").capitalize() + (" (back)" if is_back else ""),
        help="A figure on the back; empty = as on the front." if is_back else "A figure on the front.",
        is_optional=True,
    )
