"""Comparing two schedules: who comes or goes on another turn, by another entry, for the first time, no more.

Counters are followed one by one, because entries have no ids and counters go from one to another; those that
fared alike are told together, by their names.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScheduleEntry
from engine.editing.comparing_words import Change, words_of
from engine.editing.plain_words import Names

_HELD = ("pieces", "into", "lost")
_SEEN = ("turn", "side", "action", *_HELD)

Placed = tuple[int, ScheduleEntry]
"""An entry with its position."""


@dataclass(frozen=True, slots=True)
class _Mention:
    """One counter of an entry (or an entry without counters): what happens to it, and where that stands."""

    at: int
    entry: ScheduleEntry
    piece: str

    @property
    def what(self) -> tuple[object, ...]:
        """What happens, whenever it does."""
        entry = self.entry
        count = "" if self.piece else (entry.count, entry.note)
        return entry.side, entry.action, self.piece, entry.into.get(self.piece, ""), count

    def terms(self) -> tuple[tuple[str, object], ...]:
        """What else the entry says of the counter: place, steps lost, scenarios and the like."""
        entry = self.entry
        comer = entry.into.get(self.piece, self.piece)
        others = [name for name in type(entry).model_fields if name not in _SEEN]
        return ("lost", entry.lost.get(comer)), *((name, getattr(entry, name)) for name in others)


Pair = tuple[_Mention, _Mention]


def schedules_compared(
    before: Sequence[Placed], after: Sequence[Placed], modules: tuple[ModuleDef, ModuleDef]
) -> Iterator[Change]:
    """What differs between some entries of two modules: moved, changed, gone, new."""
    pairs, gone, new = _paired(list(_mentions(before)), list(_mentions(after)))
    names = Names(modules[0]), Names(modules[1])
    for group in _together([pair for pair in pairs if pair[0].entry.turn != pair[1].entry.turn]):
        (old, now), pieces = group[0], [pair[0].piece for pair in group]
        turns = (f"turn {old.entry.turn}", f"turn {now.entry.turn}")
        words = _words(now.entry, pieces, names[1])
        yield Change("moved", words, *turns, _single(pieces), ("schedule", now.at))
    for group in _together(pairs):
        yield from _terms_compared(group, names[1])
    for kind, found, known in (("gone", gone, names[0]), ("new", new, names[1])):
        for at, mentions in groupby(found, lambda mention: mention.at):
            held = list(mentions)
            entry, pieces = held[0].entry, [one.piece for one in held]
            words = f"turn {entry.turn}, {_words(entry, pieces, known)}"
            path = ("schedule",) if kind == "gone" else ("schedule", at)
            yield Change(kind, words, piece=_single(pieces), path=path)


def _mentions(entries: Sequence[Placed]) -> Iterator[_Mention]:
    for at, entry in entries:
        for piece in entry.pieces or ("",):
            yield _Mention(at, entry, piece)


def _paired(old: list[_Mention], new: list[_Mention]) -> tuple[list[Pair], list[_Mention], list[_Mention]]:
    """Who is in both, the likest first; and who is only in the one or only in the other."""
    pairs: list[Pair] = []
    for keeps_turn, keeps_terms in ((True, True), (True, False), (False, True), (False, False)):
        waiting: dict[tuple[object, ...], list[_Mention]] = {}

        def key(one: _Mention, keeps: tuple[bool, bool] = (keeps_turn, keeps_terms)) -> tuple[object, ...]:
            turn = one.entry.turn if keeps[0] else None
            return *one.what, turn, repr(one.terms()) if keeps[1] else ""

        for mention in new:
            waiting.setdefault(key(mention), []).append(mention)
        left: list[_Mention] = []
        for mention in old:
            fits = waiting.get(key(mention))
            if fits:
                pairs.append((mention, fits.pop(0)))
            else:
                left.append(mention)
        taken = {(pair[1].at, pair[1].piece) for pair in pairs}
        old, new = left, [one for one in new if (one.at, one.piece) not in taken]
    return sorted(pairs, key=lambda pair: (pair[1].at, pair[0].at)), old, new


def _together(pairs: Collection[Pair]) -> Iterator[list[Pair]]:
    """Pairs that are of the same two entries."""
    for _, group in groupby(pairs, lambda pair: (pair[0].at, pair[1].at)):
        yield list(group)


def _terms_compared(group: list[Pair], names: Names) -> Iterator[Change]:
    """What the two entries say otherwise of the same counters."""
    now = group[0][1]
    told: dict[tuple[str, str, str], list[str]] = {}
    for was, one in group:
        for (name, a), (_, b) in zip(was.terms(), one.terms(), strict=True):
            if a != b:
                told.setdefault((name, _value(a, names), _value(b, names)), []).append(one.piece)
    for (name, a, b), pieces in told.items():
        what = f"turn {now.entry.turn}, {_words(now.entry, pieces, names)}: {name.replace('_', ' ')}"
        yield Change("changed", what, a, b, _single(pieces), ("schedule", now.at))


def _value(value: object, names: Names) -> str:
    if isinstance(value, tuple):
        return ", ".join(_value(one, names) for one in value)
    return names.of(value) if isinstance(value, str) else words_of(value)


def _words(entry: ScheduleEntry, pieces: Sequence[str], names: Names) -> str:
    """Some counters of an entry and what happens to them, by name."""
    named = (
        f"{names.of(name)} → {names.of(entry.into[name])}" if name in entry.into else names.of(name)
        for name in pieces
        if name
    )
    what = ", ".join(named) or (str(entry.count) if entry.count else "")
    return f"{names.of(entry.side)}, {entry.action} {what}".rstrip()


def _single(pieces: Sequence[str]) -> str:
    return pieces[0] if len(pieces) == 1 else ""
