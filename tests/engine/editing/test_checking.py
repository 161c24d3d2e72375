"""What is checked again after an edit comes to the same as a check of everything."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.definition.module import ModuleDef
from engine.editing import EditRefused, pieces
from engine.editing.checking import Checks, check
from engine.issues import Issue
from engine.loading.consistency import consistency_issues
from engine.loading.references import reference_issues
from engine.loading.text import Path
from tests.engine.editing.modules import a_module
from tests.engine.editing.test_edit_properties import EDITS

PARTS = tuple(ModuleDef.model_fields)
LISTS = ("sides", "terrain", "types", "boards", "boxes", "tracks", "turns", "formations", "pieces", "decks",
         "cards", "charts", "options", "sequence", "schedule", "scenarios")  # fmt: skip
ODD: dict[type, object] = {str: "nothing-known", int: 99, bool: True}
"""Values that fit a field and hardly make sense."""


class ByPath:
    """Places in a module that is in no file."""

    def find(self, path: Path) -> tuple[str, int]:
        return "/".join(map(str, path)), 0


def by_the_loader(module: ModuleDef) -> list[Issue]:
    """What the loader finds in a whole module."""
    found = reference_issues(module, ByPath())
    if not any(issue.severity == "error" for issue in found):
        found += consistency_issues(module, ByPath())
    return sorted(set(found), key=lambda issue: (issue.severity, issue))


def variants(dice: Random, count: int) -> list[ModuleDef]:
    """Modules that came out of random edits of one."""
    found = [a_module()]
    while len(found) < count:
        try:
            found.append(dice.choice(EDITS)(found[-1], dice))
        except EditRefused:
            continue
    return found


def mixed(found: list[ModuleDef], module: ModuleDef, dice: Random) -> ModuleDef:
    """The module with some parts of others and some things spoiled: most such modules have faults."""
    names = dice.sample(PARTS, dice.randint(0, 2))
    changes: dict[str, object] = {name: getattr(dice.choice(found), name) for name in names}
    for name in dice.sample(LISTS, dice.randint(1, 3)):
        changes[name] = spoiled(changes.get(name, getattr(module, name)), dice)
    return module.model_copy(update=changes)


def spoiled(items: object, dice: Random) -> tuple[object, ...]:
    """A list with one thing twice, gone, elsewhere, or with a field of another one or another kind."""
    assert isinstance(items, tuple)
    some = list(items)
    if not some:
        return ()
    at, other = dice.randrange(len(some)), dice.choice(some)
    way = dice.randrange(5)
    if way == 0:
        some.insert(at, other)
    elif way == 1:
        del some[at]
    elif way == 2:
        some.insert(0, some.pop(at))
    else:
        field = dice.choice(tuple(type(other).model_fields))
        value = getattr(other, field) if way == 3 else ODD.get(type(getattr(other, field)))
        if value is not None:
            some[at] = some[at].model_copy(update={field: value})
    return tuple(some)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_checks_that_remember_find_what_the_loader_finds(seed: int) -> None:
    dice, checks = Random(seed), Checks()
    found = variants(dice, 12)
    module, seen = found[-1], [found[-1]]
    for _ in range(12):
        module = dice.choice(seen) if dice.random() < 0.25 else mixed(found, module, dice)
        seen.append(module)
        again = checks.run(module)
        fresh = Checks().run(module)
        assert again.findings == fresh.findings
        assert [finding.issue for finding in again.findings] == by_the_loader(module)
        assert (again.board is None) == (fresh.board is None)
        if again.board is not None and fresh.board is not None:
            assert (again.board.ids, again.board.terrain) == (fresh.board.ids, fresh.board.terrain)
            assert again.board.zones == fresh.board.zones


def test_mixed_modules_do_have_faults_of_many_kinds() -> None:
    dice, codes = Random(5), set[str]()
    found = variants(dice, 12)
    for _ in range(150):
        module = mixed(found, dice.choice(found), dice)
        codes |= {finding.issue.code for finding in check(module).findings}
    assert len(codes) > 8


@pytest.mark.parametrize("field", ["name", "note"])
def test_an_edit_that_no_check_looks_at_leaves_the_very_findings(field: str) -> None:
    module = a_module()
    before = check(module)
    after = check(pieces.set_piece_fields(module, [module.pieces[0].id], {field: "something else"}))
    assert after.findings is before.findings
    assert after.board is before.board
