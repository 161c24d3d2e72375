"""Blocks of victory as clauses: `Axis holds Bardia, Tobruk and Benghazi`.

Places go by the names on the map, sides, zones, tracks and formations by their titles. Nothing here looks at
a position, so that the library, the editor and printed sheets say exactly what the game will test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.definition.victory import (
    AreaFields,
    Block,
    ChosenFields,
    ControlBlock,
    CountingBlock,
    GroupBlock,
    LostBlock,
    PathBlock,
    PointsBlock,
    RulesetBlock,
    TrackBlock,
    UnitsBlock,
)

if TYPE_CHECKING:
    from engine.definition.module import ModuleDef

ANYTHING_ELSE = "anything else"
MOST_NAMES = 6
"""Up to so many counters are named one by one."""


class Clauses:
    """Says blocks of one module in words."""

    def __init__(self, module: ModuleDef) -> None:
        self.module = module
        self._sides = {side.id: side.title for side in module.sides}
        self._places = {place.hex: place.name for board in module.boards for place in board.places}
        self._boxes = {box.id: box.title for box in module.boxes}
        self._zones = {zone.id: zone.title for board in module.boards for zone in board.zones if zone.title}
        self._titles: Mapping[str, Mapping[str, str]] = {
            "nations": {nation.id: nation.title for nation in module.nations},
            "types": {kind.id: kind.title.lower() for kind in module.types},
            "formations": {found.id: found.title for found in module.formations},
            "terrain": {kind.id: kind.title.lower() for kind in module.terrain},
            "routes": {kind.id: kind.title.lower() for kind in module.routes},
            "tracks": {track.id: track.title for track in module.tracks},
            "phases": {phase.id: phase.title for phase in module.phases()},
            "pieces": {piece.id: piece.name for piece in module.pieces},
        }

    def clause(self, block: Block) -> str:
        """A block as a clause without a full stop."""
        if isinstance(block, GroupBlock):
            return self._group(block)
        if isinstance(block, CountingBlock):
            return self._counting(block)
        if isinstance(block, PathBlock):
            return self._path(block)
        if isinstance(block, RulesetBlock):
            return block.text.rstrip(".") or f"the rules say '{block.id}'"
        return ANYTHING_ELSE

    def _group(self, block: GroupBlock) -> str:
        if not block.of:
            return "nothing yet"
        merged = self._merged(block) if block.kind == "all" else None
        if merged is not None:
            return merged
        parts = [self.clause(part) for part in block.of]
        if block.kind == "not":
            return (
                f"it is not so that {parts[0]}"
                if len(parts) == 1
                else f"none of these holds: {'; '.join(parts)}"
            )
        if block.kind == "some":
            return f"at least {block.least} of these hold: {'; '.join(parts)}"
        if len(parts) == 1:
            return parts[0]
        if block.kind == "all":
            parts = self._once_named(parts)
        is_nested = [isinstance(part, GroupBlock) and len(part.of) > 1 for part in block.of]
        parts = [f"({part})" if nested else part for part, nested in zip(parts, is_nested, strict=True)]
        return f", {'and' if block.kind == 'all' else 'or'} ".join(parts)

    def _once_named(self, parts: list[str]) -> list[str]:
        """Clauses that follow one about the same side, without naming it again."""
        told = [next((t for t in self._sides.values() if part.startswith(f"{t} ")), "") for part in parts]
        return [
            part.removeprefix(f"{side} ") if side and n and told[n - 1] == side else part
            for n, (part, side) in enumerate(zip(parts, told, strict=True))
        ]

    def _merged(self, block: GroupBlock) -> str | None:
        """Control by one side of one thing and another in a single clause."""
        sides = {
            part.side if isinstance(part, ControlBlock) and not part.is_bounded() else None
            for part in block.of
        }
        side = sides.pop()
        if side is None or sides or len(block.of) < 2:
            return None
        held = [self._held_all(part) for part in block.of if isinstance(part, ControlBlock)]
        return f"{self.side(side)} holds {listed(held, 'and')}"

    def _counting(self, block: CountingBlock) -> str:
        if block.minus is not None:
            return self._compared(block)
        if isinstance(block, ControlBlock):
            return self._control(block)
        if isinstance(block, UnitsBlock):
            return self._units(block)
        if isinstance(block, LostBlock):
            return self._lost(block)
        if isinstance(block, TrackBlock):
            return f"{self.track(block.track)} is {_bounds(block) or 'at least 1'}"
        if isinstance(block, PointsBlock):
            return f"{self.side(block.side)} has {_bounds(block) or 'at least 1'} victory points"
        return _turn_words(block)

    def _compared(self, block: CountingBlock) -> str:
        assert isinstance(block.minus, CountingBlock)
        if (told := self._sides_compared(block, block.minus)) is not None:
            return told
        left, right = self.number(block), self.number(block.minus)
        if block.most is None and block.least in (None, 1):
            return f"{left} are more than {right}"
        if block.least == 0 and block.most == 0:
            return f"{left} are as many as {right}"
        if block.most is None:
            return f"{left} are at least {block.least} more than {right}"
        return f"{left} less {right} are {_bounds(block)}"

    def _sides_compared(self, block: CountingBlock, other: CountingBlock) -> str | None:
        """Two sides compared in the same thing, as people say it; None for everything else."""
        is_equal = block.least == block.most == 0
        if not is_equal and (block.most is not None or (block.least is not None and block.least < 1)):
            return None
        more = "more" if block.least in (None, 1) else f"at least {block.least} more"
        more, than = ("as many", "as") if is_equal else (more, "than")
        if isinstance(block, ControlBlock) and isinstance(other, ControlBlock):
            places = self._some_places(block)
            if places == self._some_places(other):
                return f"{self.side(block.side)} holds {more} {places} {than} {self.side(other.side)}"
        if isinstance(block, PointsBlock) and isinstance(other, PointsBlock):
            return f"{self.side(block.side)} has {more} victory points {than} {self.side(other.side)}"
        return None

    def number(self, block: CountingBlock) -> str:
        """What a counting block counts, as a noun."""
        if isinstance(block, ControlBlock):
            return f"{self._some_places(block)} that {self.side(block.side)} holds"
        if isinstance(block, UnitsBlock):
            what = {"units": "", "steps": "steps of "}.get(block.counted, f"{block.counted} points of ")
            return f"{what}{self._whose(block)}{self._supplied(block)} {self._where(block, 'in play')}"
        if isinstance(block, LostBlock):
            what = "steps lost by" if block.counted == "steps" else "destroyed"
            return f"{what} {self._whose(block)}"
        if isinstance(block, TrackBlock):
            return self.track(block.track)
        if isinstance(block, PointsBlock):
            return f"victory points of {self.side(block.side)}"
        return "the turns so far"

    def each(self, block: CountingBlock) -> str:
        """One of the things a block counts, as in `1 point for each ...`."""
        if isinstance(block, TrackBlock):
            return f"each point on {self.track(block.track)}"
        if isinstance(block, PointsBlock):
            return f"each victory point of {self.side(block.side)}"
        less = ""
        if isinstance(block.minus, CountingBlock):
            less = f", less the {self.number(block.minus)}"
        noun = f"each of the {self.number(block)}{less}"
        return noun if isinstance(block, (ControlBlock, UnitsBlock, LostBlock)) else f"each turn{less}"

    def _control(self, block: ControlBlock) -> str:
        side = self.side(block.side)
        if not block.is_bounded():
            return f"{side} holds {self._held_all(block)}"
        names = [self.place(place) for place in block.places]
        if names and self._is_plain(block):
            if block.most is None and block.least == 1:
                return f"{side} holds {listed(names, 'or')}"
            return f"{side} holds {_bounds(block)} of {listed(names, 'and')}"
        return f"{side} holds {_bounds(block)} {self._some_places(block)}"

    def _held_all(self, block: ControlBlock) -> str:
        if block.places and self._is_plain(block):
            return listed([self.place(place) for place in block.places], "and")
        if block.zones and not (block.places or block.terrain or block.tag or block.near or block.beyond()):
            return f"all of {listed([self.zone(zone) for zone in block.zones], 'and')}"
        return f"all {self._some_places(block)}"

    def _is_plain(self, block: AreaFields) -> bool:
        return not (block.zones or block.terrain or block.tag or block.near or block.beyond())

    def _some_places(self, block: ControlBlock) -> str:
        kind = f"{self._titles['terrain'].get(block.terrain, block.terrain)} hexes" if block.terrain else ""
        tagged = f"{block.tag} places" if block.tag else ""
        noun = " ".join(word for word in (tagged.removesuffix(" places") if kind else tagged, kind) if word)
        return f"{noun or 'places'} {self._where(block, '')}".strip()

    def _units(self, block: UnitsBlock) -> str:
        whose = f"{self._whose(block)}{self._supplied(block)}"
        where = self._where(block, "in play")
        if block.counted == "units":
            if block.most == 0 and block.least is None:
                return f"no {whose} are {where}"
            return f"{_bounds(block) or 'at least 1'} {_one(block, whose, 'units')} {where}"
        if block.counted == "steps":
            return f"{_bounds(block) or 'at least 1'} {_one(block, f'steps of {whose}', 'steps')} {where}"
        return f"{whose} with {_bounds(block) or 'at least 1'} {block.counted} in all are {where}"

    def _supplied(self, block: UnitsBlock) -> str:
        return " in supply" if block.supplied else ""

    def _lost(self, block: LostBlock) -> str:
        whose = self._whose(block)
        if block.counted == "steps":
            steps = f"steps of {whose}"
            return (
                f"{_bounds(block)} {_one(block, steps, 'steps')} lost"
                if _bounds(block)
                else f"all {steps} are lost"
            )
        return (
            f"{_bounds(block)} {_one(block, whose, 'units')} destroyed"
            if _bounds(block)
            else f"all {whose} are destroyed"
        )

    def _whose(self, block: ChosenFields) -> str:
        if block.pieces:
            names = [self._titles["pieces"].get(name, name) for name in block.pieces]
            return (
                f"units of {listed(names, 'and')}"
                if len(names) <= MOST_NAMES
                else f"{len(names)} listed units"
            )
        kinds = listed([self._titles["types"].get(name, name) for name in block.types], "or")
        nations = listed([self._titles["nations"].get(n, n.capitalize()) for n in block.nations], "or")
        words = " ".join(word for word in (nations, kinds, "units") if word)
        formations = [self._titles["formations"].get(name, name) for name in block.formations]
        owner = listed(formations, "or") or (self.side(block.side) if block.side else "")
        return f"{words} of {owner}" if owner else words

    def _where(self, block: AreaFields, everywhere: str) -> str:
        found = []
        if block.places:
            names = [self.place(place) for place in block.places]
            found.append(f"in {listed(names, 'or')}")
        if block.zones:
            found.append(f"in {listed([self.zone(zone) for zone in block.zones], 'or')}")
        if not isinstance(block, ControlBlock):
            if block.terrain:
                found.append(f"in {self._titles['terrain'].get(block.terrain, block.terrain)} hexes")
            if block.tag:
                found.append(f"in {block.tag} places")
        if block.near:
            hexes = f"{block.within} hex{'es' if block.within != 1 else ''}"
            found.append(f"within {hexes} of {self.place(block.near)}")
        found += [f"{way} of {self.place(place)}" for way, place in block.beyond().items()]
        return ", ".join(found) or everywhere

    def _path(self, block: PathBlock) -> str:
        start = listed([self.place(place) for place in block.start], "or")
        goal = listed([self.place(place) for place in block.goal], "or")
        what = f"{self._titles['routes'].get(block.route, block.route)} way" if block.route else "way"
        free = "enemy units and their zones of control" if block.zoc else "enemy units"
        limits = [f"nowhere {way} of {self.place(place)}" for way, place in block.limits().items()]
        clause = f"{self.side(block.side)} has a {what} free of {free} from {start} to {goal}"
        return ", ".join((clause, *limits))

    # --- names ---------------------------------------------------------------------------------------------

    def side(self, name: str) -> str:
        """A side by its title."""
        return self._sides.get(name, name)

    def place(self, name: str) -> str:
        """A place by the name on the map, a box by its title, another hex by its number."""
        return self._places.get(name) or self._boxes.get(name) or name

    def zone(self, name: str) -> str:
        """A zone by its title."""
        return self._zones.get(name) or f"zone {name}"

    def track(self, name: str) -> str:
        """A track by its title; a resource by its id."""
        return self._titles["tracks"].get(name) or name.replace("-", " ")


def listed(words: Sequence[str], join: str) -> str:
    """Words in a row: `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {join} {words[-1]}"


def _bounds(block: CountingBlock) -> str:
    least, most = block.least, block.most
    if least is not None and most is not None:
        return f"exactly {least}" if least == most else f"{least} to {most}"
    if least is not None:
        return f"at least {least}"
    return f"at most {most}" if most is not None else ""


def _one(block: CountingBlock, words: str, plural: str) -> str:
    """A noun with its verb, in the singular where the bound is 1."""
    is_one = (block.least or block.most) == 1 and block.most in (None, 1)
    if not is_one and block.is_bounded():
        return f"{words} are"
    return f"{words.replace(plural, plural[:-1], 1)} is"


def _turn_words(block: CountingBlock) -> str:
    if block.most is None:
        return f"it is turn {block.least} or later" if block.least is not None else "it is any turn"
    if block.least is None:
        return f"it is turn {block.most} or earlier"
    return f"it is turn {block.least}" + (f" to {block.most}" if block.most != block.least else "")
