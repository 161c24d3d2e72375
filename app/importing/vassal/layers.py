"""What of a piece's traits is seen: pictures and labels from the lowest to the topmost, and what its back is.

Levels start as the state says. The back comes from the first rule that fits; the rule is named in the report.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from app.importing.vassal.tokens import decimal, split, whole
from app.importing.vassal.traits import Trait, expanded, is_expression

FLIP_WORDS: Final = re.compile(
    r"flip|reduc|back|disrupt|step|weak|half|spent|exhaust|loss|damage|broken|depleted|inverted",
    re.IGNORECASE,
)
STATUS_WORDS: Final = re.compile(
    r"moved?|fired|suppl|oos|status|marker|entrench|dug|activ|used", re.IGNORECASE
)


@dataclass(frozen=True)
class PictureLayer:
    """A picture whose middle lies at an offset from the middle of the piece."""

    name: str
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True)
class LabelLayer:
    """A text on the piece, placed as VASSAL places labels."""

    text: str
    size: int
    ink: str
    ground: str
    vertical: tuple[str, float, str]
    horizontal: tuple[str, float, str]
    is_bold: bool = False
    degrees: float = 0.0


Seen = PictureLayer | LabelLayer


@dataclass(frozen=True)
class LevelTrait:
    """A Layer trait in one shape for its old and new spelling."""

    number: int
    pictures: tuple[str, ...]
    names: tuple[str, ...]
    words: str
    title: str
    x: float
    y: float
    scale: float
    level: int
    is_under: bool
    is_always: bool
    raises: bool
    follows: str = ""
    first: int = 1

    def at(self, level: int) -> str:
        """The picture of a level, empty for none."""
        return self.pictures[level - 1] if 0 < level <= len(self.pictures) else ""


@dataclass(frozen=True)
class Variation:
    """What differs from the piece as it starts: levels of layers and values of properties."""

    levels: Mapping[int, int] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)


AS_IT_STARTS: Final = Variation()


def read_layers(traits: tuple[Trait, ...], values: Mapping[str, str]) -> tuple[LevelTrait, ...]:
    """All Layer traits, with the numbers they have in the chain."""
    found = []
    for number, trait in enumerate(traits):
        layer = (
            _new_layer(number, trait)
            if trait.kind == "emb2"
            else _old_layer(number, trait)
            if trait.kind == "emb"
            else None
        )
        if layer is not None:
            found.append(_followed(layer, values))
    return tuple(found)


def _new_layer(number: int, trait: Trait) -> LevelTrait:
    pictures = tuple(split(trait.text(15), ","))
    state = whole(trait.state.split(";")[0], 1)
    is_always = trait.flag(25) or (not trait.text(0) and not trait.text(2) and state > 0)
    return LevelTrait(
        number=number,
        pictures=pictures,
        names=tuple(split(trait.text(16), ",")),
        words=" ".join((trait.text(0), trait.text(3), trait.text(6), trait.text(18), trait.text(16))),
        title=trait.text(18),
        x=decimal(trait.text(13)),
        y=decimal(trait.text(14)),
        scale=decimal(trait.text(30), 1.0) or 1.0,
        level=abs(state) or 1 if trait.flag(25) else state,
        is_under=trait.flag(12),
        is_always=is_always,
        raises=bool(trait.text(3) or trait.text(5) or trait.text(27)),
        follows=trait.text(22) if trait.flag(21) else "",
        first=whole(trait.text(23), 1),
    )


def _old_layer(number: int, trait: Trait) -> LevelTrait:
    pairs = [split(entry, ",") for entry in trait.fields[8:] if entry]
    state = whole(trait.state.split(";")[0], 1)
    words = trait.text(1)
    return LevelTrait(
        number=number,
        pictures=tuple(pair[0] for pair in pairs),
        names=tuple(pair[1] if len(pair) > 1 else "" for pair in pairs),
        words=" ".join((words.lstrip("_"), trait.text(3), trait.text(5))),
        title=words.lstrip("_"),
        x=decimal(trait.text(6)),
        y=decimal(trait.text(7)),
        scale=1.0,
        level=state,
        is_under=words.startswith("_"),
        is_always=not trait.text(0),
        raises=bool(trait.text(2)),
    )


def _followed(layer: LevelTrait, values: Mapping[str, str]) -> LevelTrait:
    """The level of a layer that follows a property of a fixed value."""
    if not layer.follows:
        return layer
    name = layer.follows.strip("{} $")
    level = whole(values.get(name, "0")) - layer.first + 1
    return replace(layer, level=level if not is_expression(layer.follows) else 0)


def seen_layers(
    traits: tuple[Trait, ...], values: Mapping[str, str], change: Variation = AS_IT_STARTS
) -> list[Seen]:
    """Pictures and labels from the lowest to the topmost."""
    values = {**values, **change.values}
    layers = {layer.number: layer for layer in read_layers(traits, values)}
    seen: list[Seen] = []
    for number in range(len(traits) - 1, -1, -1):
        trait = traits[number]
        if trait.kind == "piece" and trait.text(2):
            seen.append(PictureLayer(trait.text(2)))
        elif trait.kind == "label":
            label = _label(trait, values)
            if label:
                seen.append(label)
        elif number in layers:
            layer = layers[number]
            name = layer.at(change.levels.get(number, layer.level))
            if name:
                picture = PictureLayer(name, layer.x, layer.y, min(8.0, max(0.05, layer.scale)))
                seen.insert(0 if layer.is_under else len(seen), picture)
    return seen


def _label(trait: Trait, values: Mapping[str, str]) -> LabelLayer | None:
    text = re.sub(r"<br\s*/?>", "\n", expanded(trait.state, values), flags=re.IGNORECASE)
    text = re.sub(r"<[^>]{0,200}>", "", text).strip()[:200]
    if not text or is_expression(trait.state):
        return None
    return LabelLayer(
        text=text,
        size=max(4, min(200, whole(trait.text(2), 10))),
        ink=color_of(trait.text(4), "#000000"),
        ground=color_of(trait.text(3), ""),
        vertical=(trait.text(5, "t"), decimal(trait.text(6)), trait.text(9, "c")),
        horizontal=(trait.text(7, "c"), decimal(trait.text(8)), trait.text(10, "c")),
        is_bold=bool(whole(trait.text(13)) & 1),
        degrees=decimal(trait.text(14)),
    )


def color_of(text: str, otherwise: str) -> str:
    """A colour written as three or four numbers."""
    parts = [whole(part, -1) for part in text.split(",")]
    if len(parts) not in {3, 4} or not all(0 <= part < 256 for part in parts):
        return otherwise
    return "#" + "".join(f"{part:02x}" for part in parts[:3])


@dataclass(frozen=True)
class Back:
    """How a back is made, and by which rule it was found."""

    rule: str
    change: Variation | None = None
    picture: str = ""
    definition: str = ""
    steps: int = 2


def find_back(traits: tuple[Trait, ...], values: Mapping[str, str]) -> Back | None:
    """The back of a piece by the first rule that fits; None for a counter with one side."""
    layers = read_layers(traits, values)
    blank = not any(trait.kind == "piece" and trait.text(2) for trait in traits)
    for layer in layers:
        if layer.follows or layer.level > 0 or not any(layer.pictures):
            continue
        if FLIP_WORDS.search(layer.words) and not STATUS_WORDS.search(layer.title):
            return Back("layer switched on", Variation({layer.number: 1}))
    for layer in layers:
        count = sum(bool(name) for name in layer.pictures)
        wanted = blank or (layer.is_under is False and bool(FLIP_WORDS.search(layer.words)))
        if layer.level > 0 and not layer.follows and count >= 2 and layer.raises and wanted:
            return Back(
                "second level", Variation({layer.number: layer.level % count + 1}), steps=min(12, count)
            )
    return _other_back(traits)


def _other_back(traits: tuple[Trait, ...]) -> Back | None:
    for trait in traits:
        if trait.kind == "replace" and trait.text(2).startswith("+/"):
            return Back("replaced by", definition=trait.text(2))
    for trait in traits:
        value = _lost_value(trait) if trait.kind == "PROP" else ""
        if value:
            return Back("value after a loss", Variation({}, {trait.text(0): value}))
    return card_back(traits)


def card_back(traits: tuple[Trait, ...]) -> Back | None:
    """The back of a card: its mask, whatever else it has."""
    found = next((trait.text(1) for trait in traits if trait.kind == "obs" and trait.text(1)), "")
    return Back("mask", picture=found, steps=1) if found else None


def _lost_value(trait: Trait) -> str:
    """The value a command such as `Step loss` sets; empty if there is none."""
    for command in split(trait.text(2), ","):
        parts = split(command, ":")
        if len(parts) >= 3 and FLIP_WORDS.search(parts[0]):
            way, _, value = parts[2].partition(",")
            if way == "P" and value:
                return value
    return ""


def status_layers(traits: tuple[Trait, ...], values: Mapping[str, str]) -> list[LevelTrait]:
    """Layers that only show a state: switched off at the start and no back."""
    back = find_back(traits, values)
    used = back.change.levels if back and back.change else {}
    return [
        layer
        for layer in read_layers(traits, values)
        if layer.level <= 0 and layer.number not in used and any(layer.pictures)
    ]
