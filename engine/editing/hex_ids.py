"""Ids of hexes followed through a whole module when hexes are numbered anew or cut away.

Fields of definitions mean the same by the same name, so tables of names serve all of them. Whatever names a
hex that is cut away refuses the edit: its number may belong to another hex afterwards.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import BaseModel

from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, with_parts
from engine.editing.effect_ids import followed_in_cards
from engine.editing.pieces import kept_if_same
from engine.editing.place_texts import PlaceNames, in_charts, in_constants, in_texts

#: Fields that hold the id of a hex, or a list of them.
PLACES = frozenset(
    (
        *("hex", "a", "b", "high", "protects", "at", "near", "default", "supply_default", "stands_for"),
        *("east_of", "west_of", "north_of", "south_of"),
        *("not_east_of", "not_west_of", "not_north_of", "not_south_of"),
        *("any_of", "columns", "places", "start", "goal"),
    )
)
#: Fields with ids between blanks.
WORDS = frozenset(("path", "hexes"))
#: Mappings with ids as their values.
MAPS = frozenset(("aliases", "defaults"))
#: Mappings with ids as their keys.
KEYS = frozenset(("control",))
_PARTS = {
    "boards": "map", "scenarios": "scenario", "schedule": "the schedule", "boxes": "box",
    "victory": "the conditions of victory", "points": "the victory points",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Renaming:
    """New ids of hexes by their old ones, and the ids of hexes that are cut away."""

    names: Mapping[str, str]
    gone: frozenset[str] = field(default_factory=frozenset)

    def of(self, name: str) -> str:
        """The id a hex has afterwards; refuses one that is cut away."""
        if name in self.gone:
            raise EditRefused(f"hex {name} would be cut away", "move what stands or is named there first")
        return self.names.get(name, name)

    def words(self, text: str) -> str:
        """Ids between blanks."""
        return " ".join(self.of(word) for word in text.split(" "))


def followed(module: ModuleDef, renaming: Renaming) -> ModuleDef:
    """The module with hex ids replaced wherever one is named: by maps, set-ups, schedule, conditions of
    victory, boxes, guides, cards, charts of places, constants, and in texts for people.
    """
    if not renaming.names and not renaming.gone:
        return module
    before = module
    parts: dict[str, object] = {}
    for part, kind in _PARTS.items():
        old: tuple[BaseModel, ...] = getattr(module, part)
        parts[part] = kept_if_same(old, tuple(_told(item, kind, renaming) for item in old))
    module = followed_in_cards(with_parts(module, **parts), "places", renaming.names)
    names = PlaceNames.of(before, renaming.names, renaming.gone)
    return in_texts(in_constants(in_charts(module, names), names), names, before.charts)


def _told(item: BaseModel, kind: str, renaming: Renaming) -> BaseModel:
    """One thing with its ids replaced; a refusal tells which thing it is."""
    try:
        return _followed(item, renaming)
    except EditRefused as refused:
        title = str(getattr(item, "title", ""))
        who = f"{kind} '{title}'" if title and not kind.startswith("the ") else kind
        raise EditRefused(f"{refused.text}, and {who} names it", refused.hint) from None


def _followed(item: BaseModel, renaming: Renaming) -> BaseModel:
    changes: dict[str, object] = {}
    for key in type(item).model_fields:
        value = getattr(item, key)
        new = _new_value(key, value, renaming)
        if new is not value:
            changes[key] = new
    return item.model_copy(update=changes) if changes else item


def _new_value(key: str, value: object, renaming: Renaming) -> object:
    if isinstance(value, str):
        if key in PLACES:
            return renaming.of(value)
        return renaming.words(value) if key in WORDS else value
    if isinstance(value, BaseModel):
        return _followed(value, renaming)
    if isinstance(value, tuple):
        return _new_list(key, value, renaming)
    if isinstance(value, Mapping):
        return _new_mapping(key, value, renaming)
    return value


def _new_list(key: str, value: tuple[object, ...], renaming: Renaming) -> tuple[object, ...]:
    if key == "sides":
        return kept_if_same(value, tuple(renaming.words(v) if isinstance(v, str) else v for v in value))
    if value and isinstance(value[0], BaseModel):
        items = [item for item in value if isinstance(item, BaseModel)]
        return kept_if_same(value, tuple(_followed(item, renaming) for item in items))
    if key in PLACES:
        return kept_if_same(value, tuple(renaming.of(v) if isinstance(v, str) else v for v in value))
    return value


def _new_mapping(key: str, value: Mapping[str, object], renaming: Renaming) -> Mapping[str, object]:
    if key in MAPS:
        return _same_or(value, {name: renaming.of(str(place)) for name, place in value.items()})
    if key in KEYS:
        return _same_or(value, {renaming.of(place): side for place, side in value.items()})
    if any(isinstance(item, BaseModel) for item in value.values()):
        new = {
            name: _followed(item, renaming) if isinstance(item, BaseModel) else item
            for name, item in value.items()
        }
        return value if all(new[name] is item for name, item in value.items()) else new
    return value


def _same_or(old: Mapping[str, object], new: Mapping[str, object]) -> Mapping[str, object]:
    return old if list(old.items()) == list(new.items()) else new
