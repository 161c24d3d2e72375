"""What an import took, guessed and left: for people as Markdown, for programs as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from app.importing.vassal.arrivals import Arrival
from app.importing.vassal.extensions import ExtensionNote
from app.importing.vassal.sorting import Group


class BackNote(msgspec.Struct, frozen=True):
    """How the back of a counter was found."""

    counter: str
    rule: str


class ImportReport(msgspec.Struct, frozen=True):
    """The whole report."""

    module: str
    folder: str
    title: str
    taken: dict[str, int]
    guessed: tuple[str, ...]
    left: tuple[str, ...]
    groups: tuple[Group, ...] = ()
    sides: dict[str, str] = {}
    backs: tuple[BackNote, ...] = ()
    missing_pictures: tuple[str, ...] = ()
    broken_pictures: dict[str, str] = {}
    unreadable: tuple[str, ...] = ()
    traits_left: dict[str, int] = {}
    off_grid: int = 0
    extensions: tuple[ExtensionNote, ...] = ()
    arrivals: tuple[Arrival, ...] = ()

    def text(self) -> str:
        """The report for people."""
        lines = [f"# {self.title}: what was imported", ""]
        lines += [f"- {name}: {count}" for name, count in self.taken.items() if count]
        lines += _part("Guessed: please look", self.guessed)
        lines += _part("Groups", map(_group_words, self.groups))
        lines += _part("Turn track: please look", map(_arrival_words, self.arrivals))
        lines += _part("Extensions", (line for note in self.extensions for line in _extension_words(note)))
        lines += _part("Left", self.left)
        lines += _part("Traits left", (f"{name}: {count}" for name, count in self.traits_left.items()))
        lines += _part("Pictures not found", self.missing_pictures)
        lines += _part("Pictures that cannot be read", (f"{n}: {w}" for n, w in self.broken_pictures.items()))
        lines += _part("Pieces that cannot be read", self.unreadable)
        return "\n".join(lines) + "\n"


def _group_words(group: Group) -> str:
    role = f"{group.role} {group.side}".strip()
    return f"{group.path or '(no palette)'}: {group.count} as {role}"


def _arrival_words(arrival: Arrival) -> str:
    what = f"arrive on turn {arrival.turn}" if arrival.taken else "stay on the track"
    where = f" in {', '.join(arrival.scenarios)}" if arrival.scenarios else ""
    return f"{arrival.box}: {arrival.names} ({arrival.side}) {what}{where}"


def _extension_words(note: ExtensionNote) -> Iterator[str]:
    version = f" {note.version}" if note.version else ""
    yield f"{note.name}{version}: {note.pieces} piece{'s' if note.pieces != 1 else ''}"
    if note.made_for:
        yield f"{note.name} was made for {note.made_for}"
    yield from (f"{note.name}: there is no {place}; its parts were taken without it" for place in note.lost)


def _part(title: str, lines: Iterable[str]) -> list[str]:
    found = [f"- {line}" for line in lines]
    return ["", f"## {title}", "", *found] if found else []
