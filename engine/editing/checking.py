"""Checks while editing: the loader's own checks, fast enough for every keystroke, with a path to jump to.

Each check is kept with what it looked at (`engine.editing.memory`) and run again only when an edit touched
that; maps are compiled anew only when they or the kinds of landscape changed. `guarded` refuses an edit that
brings an error the module did not have.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.editing.change import EditRefused
from engine.editing.memory import Memory, shared
from engine.editing.plain_words import Names
from engine.editing.still_used import HINT, id_taken, stands_there, still_used
from engine.geometry import CompiledBoard
from engine.issues import Issue
from engine.loading.board_checks import check_boards
from engine.loading.checker import Checker
from engine.loading.consistency import order_of_battle_check
from engine.loading.references import ON_MAP, PLAIN, MapCheck, PlainCheck, piece_check
from engine.loading.scenario_checks import Ground, scenario_check
from engine.loading.schedule_checks import check_schedule_order
from engine.loading.text import Path
from engine.loading.validation import Places

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Finding:
    """An issue and the path to the value it is about, such as `("pieces", 3, "type")`."""

    issue: Issue
    path: Path


@dataclass(frozen=True, slots=True)
class Check:
    """Everything found in a module, and its maps in integers if they could be compiled."""

    findings: tuple[Finding, ...]
    board: CompiledBoard | None

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The faults that would keep the module from loading."""
        return tuple(finding for finding in self.findings if finding.issue.severity == "error")


class _Paths(Places):
    """Remembers the path behind each place, as there are no lines before a module is written."""

    def __init__(self) -> None:
        self.known: dict[str, Path] = {}

    def find(self, path: Path) -> tuple[str, int]:
        name = "/".join(str(step) for step in path)
        self.known[name] = path
        return name, 0


def check(module: ModuleDef) -> Check:
    """All findings in a module, worst first. What was found in what an edit did not touch is kept."""
    return _checks.run(module)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What one check found, with the paths that its issues name."""

    issues: tuple[Issue, ...]
    known: Mapping[str, Path]
    board: CompiledBoard | None = field(default=None, compare=False)

    @property
    def has_errors(self) -> bool:
        return any(issue.severity == "error" for issue in self.issues)


def _outcome(run: Callable[[Checker], CompiledBoard | None]) -> _Outcome:
    places = _Paths()
    checker = Checker(places)
    board = run(checker)
    return _Outcome(tuple(checker.issues), places.known, board)


class Checks:
    """All checks, each run again only when something it looks at has changed."""

    def __init__(self, memory: Memory | None = None) -> None:
        self._memory = memory or Memory()
        self._done: list[tuple[ModuleDef, Check]] = []
        self._joints: list[tuple[tuple[_Outcome, ...], tuple[Finding, ...]]] = []

    def run(self, module: ModuleDef) -> Check:
        """All findings in a module; asked again for one of the last modules, it answers at once."""
        for known, made in self._done:
            if known is module:
                return made
        found, board = self._found(module)
        made = Check(self._joined(tuple(found)), board)
        self._done[:] = [(module, made), *self._done[:3]]
        return made

    def _found(self, module: ModuleDef) -> tuple[list[_Outcome], CompiledBoard | None]:
        lands = self._memory.whole(
            check_boards, module, lambda watched: _outcome(lambda checker: check_boards(checker, watched))
        )
        board = lands.board
        found = [lands, *(self._plain(work, module) for work in PLAIN)]
        found += self._each(piece_check, (module, "pieces", module.pieces))
        found += (self._on_map(work, module, board) for work in ON_MAP)
        found += self._each(scenario_check, (module, "scenarios", module.scenarios), board)
        if not any(outcome.has_errors for outcome in found):
            found.append(self._plain(check_schedule_order, module))
            found += self._each(order_of_battle_check, (module, "scenarios", module.scenarios))
        return found, board

    def _plain(self, work: PlainCheck, module: ModuleDef) -> _Outcome:
        return self._memory.whole(
            work, module, lambda watched: _outcome(lambda checker: work(checker, watched))
        )

    def _on_map(self, work: MapCheck, module: ModuleDef, board: CompiledBoard | None) -> _Outcome:
        return self._memory.whole(
            work, module, lambda watched: _outcome(lambda checker: work(checker, watched, board)), board
        )

    def _each(
        self,
        work: Callable[..., Callable[[Checker, Path, Item], None]],
        about: tuple[ModuleDef, str, tuple[Item, ...]],
        *given: CompiledBoard | None,
    ) -> list[_Outcome]:
        module, part, items = about

        def begin(watched: ModuleDef) -> Callable[[int, Item], _Outcome | None]:
            check_item = work(watched, *given)

            def do(at: int, item: Item) -> _Outcome | None:
                outcome = _outcome(lambda checker: check_item(checker, (part, at), item))
                return outcome if outcome.issues else None

            return do

        return list(self._memory.each(work, (module, items), begin, *given).found.values())

    def _joined(self, found: tuple[_Outcome, ...]) -> tuple[Finding, ...]:
        """All findings in their order; the very same ones when no check found anything else."""
        for outcomes, findings in self._joints:
            if outcomes == found:
                return findings
        known = {name: path for outcome in found for name, path in outcome.known.items()}
        issues = {issue for outcome in found for issue in outcome.issues}
        ordered = sorted(issues, key=lambda issue: (issue.severity, issue))
        findings = tuple(Finding(issue, known.get(issue.file, ())) for issue in ordered)
        self._joints[:] = [(found, findings), *self._joints[:2]]
        return findings


_checks = Checks(shared)


def allowed_places(module: ModuleDef, board: CompiledBoard, where: WhereDef) -> frozenset[str]:
    """All places that fit a placement or an entry of the schedule."""
    return Ground(Checker(_Paths()), module, board).allowed(where)


#: Faults that are only looked for once everything else is right, so that mending may bring them to light.
_LATE = frozenset(("ARRIVES_TWICE", "ORDER"))


def guarded(before: ModuleDef, after: ModuleDef) -> ModuleDef:
    """The new module, unless it has an error that the old one had not: then the edit is refused."""
    if after is before:
        return after
    found = _new_errors(before, after)
    if not found:
        return after
    if used := still_used(before, after, [(finding.issue, finding.path) for finding in found]):
        raise EditRefused(used, HINT)
    first, path = found[0].issue, found[0].path
    if first.code == "DUPLICATE_ID" and (words := id_taken(before, after, path)):
        raise EditRefused(words, "choose another id")
    closed = [finding.path for finding in found if finding.issue.code == first.code == "CLOSED_HEX"]
    if closed and (words := stands_there(before, after, closed)):
        raise EditRefused(words, "move it somewhere else first")
    names = Names(after)
    raise EditRefused(names.say(first.message), names.say(first.hint))


def _new_errors(before: ModuleDef, after: ModuleDef) -> list[Finding]:
    """The errors that the new module has and the old one had not."""
    old = Counter(finding.issue.message for finding in check(before).errors)
    had_errors, found = bool(old), []
    for finding in check(after).errors:
        if had_errors and finding.issue.code in _LATE:
            continue
        if old[finding.issue.message] <= 0:
            found.append(finding)
        old[finding.issue.message] -= 1
    return found
