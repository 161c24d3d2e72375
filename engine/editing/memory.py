"""Work on a module that is not done again as long as what it looked at is the same.

Definitions are frozen, and edits share what they do not change: the same object means that nothing in it
changed. So a piece of work is given a module that writes down which of its parts are asked for, and what
came of it is kept with them; nobody has to say beforehand what a check depends on. A long list is another
object after every change of one thing in it. Two ways lead around that: a *fact* of the list
(`ModuleDef.fact`) counts as the same as long as it is equal, and work on each thing by itself is done again
only for the things that are others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar, cast

from pydantic import PrivateAttr

from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.loading.roster import PieceFact

MOST = 3
"""How many outcomes of the same work are kept: those of the last modules, so that undo finds its own."""

Found = TypeVar("Found")
Item = TypeVar("Item")
Pieces = tuple[PieceDef, ...]
Asked = dict[object, object]
"""Parts by name, and facts by the function that finds them, with what they were."""

_PARTS = frozenset(ModuleDef.model_fields)
_ANYTHING = object()
"""Stands for whatever was given."""


class Watched(ModuleDef):
    """A module that writes down what is asked of it."""

    _asked: Asked = PrivateAttr(default_factory=dict)
    _memory: Memory | None = PrivateAttr(default=None)

    def __getattribute__(self, name: str) -> object:
        value = super().__getattribute__(name)
        if name in _PARTS:
            self._asked[name] = value
        return value

    def fact(self, find: Callable[[ModuleDef], Found]) -> Found:
        """What a function finds, from the memory; only that it was asked counts, not what it looks at."""
        assert self._memory is not None
        found = self._memory.fact(find, self)
        self._asked[find] = found
        return found

    @classmethod
    def of(cls, module: ModuleDef, memory: Memory) -> tuple[Watched, Asked]:
        """The same parts, watched, and where is written what was asked for."""
        made = cls.model_construct(module.model_fields_set, **module.__dict__)
        made._memory = memory
        return made, made._asked


@dataclass(frozen=True, slots=True)
class _Kept:
    """An outcome with all it rests on: what was asked of the module, and what else was given."""

    asked: Asked
    given: tuple[object, ...]
    outcome: object


@dataclass(frozen=True, slots=True)
class Each(Generic[Item, Found]):
    """What work on each thing of a list came to, by position; things it came to nothing for are left out."""

    items: tuple[Item, ...]
    found: Mapping[int, Found]


class Memory:
    """What pieces of work came to for the last few modules."""

    def __init__(self) -> None:
        self._kept: dict[object, list[_Kept]] = {}
        self._others: list[tuple[Pieces, Pieces, list[tuple[PieceDef, PieceDef]]]] = []

    def fact(self, find: Callable[[ModuleDef], Found], module: ModuleDef) -> Found:
        """What a function finds in a module; the very object it found before where that is equal."""
        known = self._known(find, module, ())
        if known is not None:
            return cast(Found, known.outcome)
        held = self._held(find, module) if isinstance(find, PieceFact) else None
        if held is not None:
            return cast(Found, self._keep(find, held))
        watched, asked = Watched.of(module, self)
        found = find(watched)
        alike = (kept.outcome for kept in self._kept.get(find, ()) if kept.outcome == found)
        return cast(Found, self._keep(find, _Kept(asked, (), next(alike, found))))

    def _held(self, fact: PieceFact[Found], module: ModuleDef) -> _Kept | None:
        """What is kept of a fact, if the counters of another list leave it as it was."""
        now: Pieces = module.__dict__["pieces"]
        for kept in self._kept.get(fact, ()):
            before = cast(Pieces, kept.asked.get("pieces", ()))
            if len(kept.asked) == 1 and len(before) == len(now):
                key = fact.key
                if all(key(old) == key(new) for old, new in self._changed(before, now)):
                    return _Kept({"pieces": now}, (), kept.outcome)
        return None

    def _changed(self, before: Pieces, now: Pieces) -> list[tuple[PieceDef, PieceDef]]:
        """The counters of two equally long lists that are others, as they were and as they are."""
        for old, new, known in self._others:
            if old is before and new is now:
                return known
        found = [(old, new) for old, new in zip(before, now, strict=True) if old is not new]
        self._others[:] = [(before, now, found), *self._others[:MOST]]
        return found

    def whole(
        self, work: object, module: ModuleDef, do: Callable[[ModuleDef], Found], *given: object
    ) -> Found:
        """What a piece of work comes to. ``work`` names it; ``given`` is what else it looks at."""
        known = self._known(work, module, given)
        if known is not None:
            return cast(Found, known.outcome)
        watched, asked = Watched.of(module, self)
        return cast(Found, self._keep(work, _Kept(asked, given, do(watched))))

    def each(
        self,
        work: object,
        about: tuple[ModuleDef, tuple[Item, ...]],
        begin: Callable[[ModuleDef], Callable[[int, Item], Found | None]],
        *given: object,
    ) -> Each[Item, Found]:
        """What work on each thing of a list comes to. ``begin`` looks at what it has to know of the module
        and gives what is done to one thing, which must look at no other thing of the list.
        """
        module, items = about
        known = self._known(work, module, (items, *given))
        if known is not None:
            return cast("Each[Item, Found]", known.outcome)
        watched, asked = Watched.of(module, self)
        before = self._known(work, module, (_ANYTHING, *given))
        if before is not None:
            asked.update(before.asked)
        old: Each[Item, Found] = (
            cast("Each[Item, Found]", before.outcome) if before is not None else Each((), {})
        )
        outcome = _again(old, items, begin(watched))
        self._keep(work, _Kept(asked, (items, *given), outcome))
        return outcome

    def _known(self, work: object, module: ModuleDef, given: tuple[object, ...]) -> _Kept | None:
        """What is kept of the same work on the same parts."""
        for kept in self._kept.get(work, ()):
            pairs = zip(kept.given, given, strict=True)
            if all(a is b or b is _ANYTHING for a, b in pairs) and self._is_same(kept, module):
                return kept
        return None

    def _is_same(self, kept: _Kept, module: ModuleDef) -> bool:
        return all(self._now(what, module) is value for what, value in kept.asked.items())

    def _now(self, what: object, module: ModuleDef) -> object:
        if isinstance(what, str):
            return module.__dict__[what]
        return self.fact(cast("Callable[[ModuleDef], object]", what), module)

    def _keep(self, work: object, kept: _Kept) -> object:
        self._kept[work] = [kept, *self._kept.get(work, ())][:MOST]
        return kept.outcome


def _again(
    before: Each[Item, Found], items: tuple[Item, ...], do: Callable[[int, Item], Found | None]
) -> Each[Item, Found]:
    """Does the work for the things that are others at their place than before."""
    is_as_long = len(before.items) == len(items)
    found = dict(before.found) if is_as_long else {}
    old = before.items if is_as_long else (None,) * len(items)
    others = [n for n, (known, item) in enumerate(zip(old, items, strict=True)) if known is not item]
    for n in others:
        found.pop(n, None)
        outcome = do(n, items[n])
        if outcome is not None:
            found[n] = outcome
    return Each(items, found)


shared = Memory()
"""What everything that looks at modules under edit remembers."""


def remembered(find: Callable[[ModuleDef], Found], module: ModuleDef) -> Found:
    """What a function finds in a module, looked for once; the very same object while it is equal."""
    return shared.fact(find, module)
