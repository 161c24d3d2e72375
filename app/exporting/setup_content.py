"""What a set-up sheet says, gathered from a scenario or from a position, before anything is laid out.

From a scenario it is what its author wrote: places, free choices, losses, the dead. From a saved game it is
where everything stands now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Final

from app.exporting.source import PrintSource
from app.graphics.counter_faces import figures
from app.graphics.painters.face import CounterFace, FaceKind
from engine.definition.piece import PieceDef, SideDef
from engine.definition.scenario import PlacementDef
from engine.view.projection import PieceView

SUPPLY: Final = "supply"
_RANK: Final = {"leader": 0, "unit": 1, "marker": 2, "box": 3, SUPPLY: 4}
_COMING: Final = ("arrive", "to-box", "upgrade")
MOST_NAMED_HEXES: Final = 14


@dataclass(frozen=True, slots=True)
class Entry:
    """One counter on the sheet: what it is called, its values, how it differs from its printed front."""

    piece: str
    name: str
    kind: str
    face: CounterFace
    figures: str = ""
    note: str = ""
    art: str = ""
    count: int = 1
    place: str = ""

    @property
    def label(self) -> str:
        """Name and values as one text."""
        shown = f"{self.name} {self.figures}" if self.figures and self.figures not in self.name else self.name
        return f"{shown}, {self.note}" if self.note else shown


@dataclass(frozen=True, slots=True)
class Group:
    """Counters that go to one place; ``hexes`` are the hexes of a free choice."""

    id: str
    title: str
    subtitle: str = ""
    entries: tuple[Entry, ...] = ()
    hexes: tuple[int, ...] = ()
    text: str = ""
    is_free: bool = False
    note: str = ""
    letter: str = ""
    """By which the small map tells one free choice from another, where there are several."""

    @property
    def heading(self) -> str:
        """The title with the letter."""
        return f"{self.title} ({self.letter})" if self.letter else self.title

    @property
    def units(self) -> int:
        """How many units and leaders, boxes and supply points not counted."""
        return sum(entry.kind == "unit" for entry in self.entries)

    def total(self, kind: str) -> int:
        """How many counters of a kind, supply points by their number."""
        return sum(entry.count for entry in self.entries if entry.kind == kind)


@dataclass(frozen=True, slots=True)
class SideContent:
    """All a side puts on the table."""

    side: SideDef
    groups: tuple[Group, ...]
    dead: tuple[Entry, ...] = ()
    gone: tuple[Entry, ...] = ()
    later: tuple[Entry, ...] = ()
    order: int = 1
    note: str = ""


def side_content(source: PrintSource, side: SideDef) -> SideContent:
    """What one side sets up, from the scenario or from the position."""
    return _from_scenario(source, side) if source.is_start else _from_position(source, side)


def piece_entry(source: PrintSource, piece: PieceDef, lost: int = 0) -> Entry:
    """A counter as printed, or with steps lost."""
    steps = max(1, piece.steps)
    face = source.faces.with_steps(piece, steps - lost) if lost else source.faces.printed(piece)
    values = face.values if face.kind is FaceKind.UNIT else figures(piece.values)
    is_back = lost > 0 and piece.art is not None
    picture = "" if piece.art is None else (piece.art.back if is_back else piece.art.front) or piece.art.front
    return Entry(
        piece=piece.id,
        name=spoken_name(source, piece),
        kind=piece.kind,
        face=face,
        figures=values if piece.kind == "unit" else "",
        note=f"{steps - lost} of {steps} steps" if lost else "",
        art=picture,
    )


def spoken_name(source: PrintSource, piece: PieceDef) -> str:
    """The name of a piece; a bare number gets the branch behind it."""
    if piece.kind != "unit" or any(letter.isalpha() for letter in piece.name):
        return piece.name
    branch = source.branches.get(piece.type, "")
    return f"{piece.name} {branch}".strip()


def supply_entry(source: PrintSource, side: str, count: int) -> Entry:
    """A marker for supply points."""
    face = source.faces.marker(SUPPLY, f"{count} SP", side, count)
    return Entry(piece="", name=f"{count} SP", kind=SUPPLY, face=face, count=count)


def ordered(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Leaders, units, boxes, supply; else as they came."""
    return tuple(sorted(entries, key=lambda entry: _RANK.get(entry.kind, 2)))


def _from_scenario(source: PrintSource, side: SideDef) -> SideContent:
    setup = source.scenario.sides.get(side.id)
    groups = [_group(source, side, placement) for placement in source.placements(side.id)]
    named = [piece for group in groups for piece in group.entries]
    placed = {entry.piece for entry in named}
    dead = tuple(piece_entry(source, source.pieces[name]) for name in (setup.dead if setup else ()))
    gone = tuple(piece_entry(source, source.pieces[name]) for name in (setup.gone if setup else ()))
    used = placed | {entry.piece for entry in (*dead, *gone)}
    later = tuple(
        piece_entry(source, source.pieces[name]) for name in coming(source, side.id) if name not in used
    )
    return SideContent(
        side=side,
        groups=tuple(_lettered(in_map_order(source, _joined(groups)))),
        dead=dead,
        gone=gone,
        later=later,
        order=setup.order if setup else 1,
        note=setup.note if setup else "",
    )


def coming(source: PrintSource, side: str) -> list[str]:
    """Pieces of a side that first enter later, in the order of their turns."""
    found: dict[str, None] = {}
    for entry in sorted(source.schedule(), key=lambda one: one.turn):
        if entry.side == side and entry.turn >= source.turn and entry.action in _COMING:
            found.update(dict.fromkeys(name for name in entry.comers() if name in source.pieces))
    return list(found)


def _joined(groups: list[Group]) -> list[Group]:
    """Groups of the same place as one."""
    found: dict[str, Group] = {}
    for group in groups:
        old = found.get(group.id)
        found[group.id] = group if old is None else replace(old, entries=ordered(old.entries + group.entries))
    return list(found.values())


def _group(source: PrintSource, side: SideDef, placement: PlacementDef) -> Group:
    entries = [
        piece_entry(source, source.pieces[name], placement.lost.get(name, 0)) for name in placement.pieces
    ]
    if placement.supply:
        entries.append(supply_entry(source, side.id, placement.supply))
    if placement.at:
        return place_group(source, placement.at, ordered(entries), placement.note)
    hexes = choice_of(source, placement)
    title, lead = _free_title(source, placement)
    return Group(
        id=f"free-{title}",
        title=title,
        entries=ordered(entries),
        hexes=hexes,
        text=_free_text(source, placement, lead, hexes),
        is_free=True,
        note=placement.note,
    )


def place_group(source: PrintSource, place: str, entries: tuple[Entry, ...], note: str = "") -> Group:
    """The group of a hex or box."""
    number = source.board.index.get(place)
    if number is None:
        return Group(id=place, title=source.place_title(place), entries=entries, note=note)
    name = source.board.place_name(number)
    return Group(id=place, title=place, subtitle=name, entries=entries, hexes=(number,), note=note)


def choice_of(source: PrintSource, placement: PlacementDef) -> tuple[int, ...]:
    """The hexes a free placement may use, open to the module's terrain."""
    board = source.board
    if placement.any_of:
        return tuple(board.index[name] for name in placement.any_of if name in board.index)
    if placement.near:
        found = set(board.within(board.index[placement.near], placement.within or 0))
    else:
        found = {i for zone in placement.zones for i in board.zones.get(zone, ())}
    closed = {kind.id for kind in source.module.terrain if not kind.land or not kind.open}
    return tuple(sorted(i for i in found if board.terrain[i] not in closed))


def _free_title(source: PrintSource, placement: PlacementDef) -> tuple[str, str]:
    if placement.any_of:
        return "A choice of places", "any of"
    if placement.near:
        return f"Near {source.place_title(placement.near)}", f"any hex within {placement.within} of it"
    title = " or ".join(source.zone_title(zone) for zone in placement.zones)
    return title[:1].upper() + title[1:], "any hex of the area"


def _free_text(source: PrintSource, placement: PlacementDef, lead: str, hexes: tuple[int, ...]) -> str:
    who = "Each unit on its own" if placement.split or placement.apart else "All together"
    who += ", no two in one place" if placement.apart else ""
    if placement.any_of:
        named = ", ".join(source.place_title(place) for place in placement.any_of)
    elif len(hexes) <= MOST_NAMED_HEXES:
        named = ", ".join(source.board.ids[i] for i in hexes)
    else:
        named = ""
    text = f"Free choice. {who}, {lead}{': ' if named else ''}{named}."
    usual = _usual(source, placement)
    return f"{text} If nobody minds: {usual}." if usual else text


def _usual(source: PrintSource, placement: PlacementDef) -> str:
    places: dict[str, list[str]] = {}
    for name in placement.pieces:
        place = placement.defaults.get(name) or placement.default
        if place:
            places.setdefault(place, []).append(spoken_name(source, source.pieces[name]))
    supply = placement.supply_default or placement.default
    if placement.supply and supply:
        places.setdefault(supply, []).append(f"{placement.supply} SP")
    return "; ".join(f"{place} {', '.join(names)}" for place, names in places.items())


def in_map_order(source: PrintSource, groups: Iterable[Group]) -> list[Group]:
    """Boxes, then hexes from west to east and north to south, free choices last."""

    def key(group: Group) -> tuple[int, int, float, float, str]:
        if group.is_free:
            return 2, 0, 0.0, 0.0, group.title
        if not group.hexes:
            return 0, 0, 0.0, 0.0, group.title
        x, y = source.board.center(group.hexes[0])
        return 1, source.board.board[group.hexes[0]], round(x, 3), y, group.title

    return sorted(groups, key=key)


def _lettered(groups: list[Group]) -> list[Group]:
    """Free choices with letters if there are several."""
    free = [group.id for group in groups if group.is_free]
    if len(free) < 2 or len(free) > len(ascii_lowercase):
        return groups
    letters = dict(zip(free, ascii_lowercase, strict=False))
    return [replace(group, letter=letters.get(group.id, "")) for group in groups]


def by_formation(source: PrintSource, content: SideContent) -> SideContent:
    """The same counters gathered by formation, each entry naming its place."""
    titles = {one.id: one.title for one in source.module.formations}
    nations = {one.id: one.title for one in source.module.nations}
    order = {title: number for number, title in enumerate((*titles.values(), *nations.values()))}
    found: dict[str, list[Entry]] = {}
    for group in content.groups:
        for entry in group.entries:
            piece = source.pieces.get(entry.piece)
            if piece is None or piece.kind != "unit":
                title = "Leaders, boxes and supply points"
            elif piece.formation:
                title = titles[piece.formation]
            else:
                title = f"{nations.get(piece.nation or '', '')} independent units".strip()
                title = title[:1].upper() + title[1:]
            found.setdefault(title, []).append(replace(entry, place=group.title))
    last = len(order)

    def place_of(title: str) -> tuple[int, str]:
        return order.get(title, last + (title.startswith("Leaders"))), title

    groups = tuple(
        Group(id=f"formation-{title}", title=title, entries=tuple(found[title]))
        for title in sorted(found, key=place_of)
    )
    free = tuple(replace(group, entries=()) for group in content.groups if group.is_free)
    return replace(content, groups=groups + free)


def _from_position(source: PrintSource, side: SideDef) -> SideContent:
    roles = {box.id: box.role for box in source.module.boxes}
    groups: dict[str, list[Entry]] = {}
    dead: list[Entry] = []
    gone: list[Entry] = []
    later: list[Entry] = []
    for view in _views(source, side.id):
        entry = view_entry(source, view)
        role = roles.get(view.at or "", "")
        if view.at is None:
            if view.type not in ("box", SUPPLY):
                gone.append(entry)
        elif role == "dead":
            dead.append(entry)
        elif role == "turn":
            later.append(entry)
        else:
            groups.setdefault(view.at, []).append(entry)
    made = [place_group(source, place, ordered(entries)) for place, entries in groups.items()]
    setup = source.scenario.sides.get(side.id)
    return SideContent(
        side=side,
        groups=tuple(in_map_order(source, made)),
        dead=tuple(dead),
        gone=tuple(gone),
        later=tuple(later),
        order=setup.order if setup else 1,
    )


def _views(source: PrintSource, side: str) -> Iterator[PieceView]:
    for view in source.view.pieces.values():
        if view.side == side:
            yield view


def view_entry(source: PrintSource, view: PieceView) -> Entry:
    """A piece as it stands in a game: with its losses, without the marks of the moment."""
    piece = source.pieces.get(view.definition or view.id)
    if view.type == SUPPLY:
        return supply_entry(source, view.side, view.count)
    if piece is None:
        return Entry(view.id, view.name, "unit", source.faces.seen(view).with_badges(), view.figures)
    return piece_entry(source, piece, max(0, view.max_steps - view.steps))
