"""Checks while editing: the loader's own checks, fast enough for every keystroke, with a path to jump to.

Compiling the maps is the slow part, so its outcome is kept as long as the same maps and kinds of
landscape are looked at. `guarded` refuses an edit that brings an error the module did not have.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.editing.change import EditRefused
from engine.geometry import CompiledBoard
from engine.issues import Issue
from engine.loading.board_checks import check_boards
from engine.loading.card_checks import check_card_places
from engine.loading.checker import Checker
from engine.loading.consistency import consistency_issues
from engine.loading.guide_checks import check_guides
from engine.loading.references import check_all_but_places
from engine.loading.scenario_checks import Ground, check_scenarios
from engine.loading.text import Path
from engine.loading.validation import Places


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


class _ById:
    """A key that compares modules and their parts by identity and keeps them alive."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[object]) -> None:
        self.parts = tuple(parts)

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.parts)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _ById) or len(self.parts) != len(other.parts):
            return False
        return all(a is b for a, b in zip(self.parts, other.parts, strict=True))


def check(module: ModuleDef) -> Check:
    """All findings in a module, worst first; asked twice for the same module, it answers at once."""
    return _check(_ById((module,)))


@lru_cache(maxsize=4)
def _check(key: _ById) -> Check:
    module = key.parts[0]
    assert isinstance(module, ModuleDef)
    places = _Paths()
    checker = Checker(places)
    check_all_but_places(checker, module)
    landscape = (module.boards, module.terrain, module.hexsides, module.routes)
    found, known, board = _boards(_ById(landscape), _ById((module,)))
    checker.issues.extend(found)
    places.known.update(known)
    check_scenarios(checker, module, board)
    check_card_places(checker, module, board)
    check_guides(checker, module, board)
    if not any(issue.severity == "error" for issue in checker.issues):
        checker.issues.extend(consistency_issues(module, places))
    ordered = sorted(set(checker.issues), key=lambda issue: (issue.severity, issue))
    return Check(tuple(Finding(issue, places.known.get(issue.file, ())) for issue in ordered), board)


_Boards = tuple[tuple[Issue, ...], dict[str, Path], CompiledBoard | None]
_last_boards: list[tuple[_ById, _Boards]] = []


def _boards(key: _ById, module_key: _ById) -> _Boards:
    for known, outcome in _last_boards:
        if known == key:
            return outcome
    module = module_key.parts[0]
    assert isinstance(module, ModuleDef)
    places = _Paths()
    checker = Checker(places)
    board = check_boards(checker, module)
    outcome = tuple(checker.issues), places.known, board
    _last_boards[:] = [(key, outcome), *_last_boards[:2]]
    return outcome


def allowed_places(module: ModuleDef, board: CompiledBoard, where: WhereDef) -> frozenset[str]:
    """All places that fit a placement or an entry of the schedule."""
    return Ground(Checker(_Paths()), module, board).allowed(where)


#: Faults that are only looked for once everything else is right, so that mending may bring them to light.
_LATE = frozenset(("ARRIVES_TWICE", "ORDER"))


def guarded(before: ModuleDef, after: ModuleDef) -> ModuleDef:
    """The new module, unless it has an error that the old one had not: then the edit is refused."""
    if after is before:
        return after
    old = Counter(finding.issue.message for finding in check(before).errors)
    for finding in check(after).errors:
        if old and finding.issue.code in _LATE:
            continue
        if old[finding.issue.message] <= 0:
            raise EditRefused(finding.issue.message, finding.issue.hint)
        old[finding.issue.message] -= 1
    return after
