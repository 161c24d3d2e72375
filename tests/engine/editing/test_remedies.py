"""Quick fixes: every kind of finding that has an obvious remedy has one, and it mends the finding."""

from collections.abc import Callable

import pytest

from engine.definition.module import ModuleDef
from engine.definition.piece import FormationDef, PieceArtDef, PieceTypeDef
from engine.definition.scenario import PlacementDef, ScheduleEntry, SideSetupDef
from engine.definition.sequence import ConditionDef
from engine.editing.checking import Finding, check
from engine.editing.hints import hints
from engine.editing.remedies import remedies_for
from engine.issues import Issue
from tests.engine.editing.modules import a_module

Spoil = Callable[[ModuleDef], ModuleDef]


def with_scenario(module: ModuleDef, **changes: object) -> ModuleDef:
    scenario = module.scenarios[0].model_copy(update=changes)
    return module.model_copy(update={"scenarios": (scenario, *module.scenarios[1:])})


def with_placement(module: ModuleDef, side: str = "allied", **changes: object) -> ModuleDef:
    setup = module.scenarios[0].sides[side]
    first = setup.placements[0].model_copy(update=changes)
    new = setup.model_copy(update={"placements": (first, *setup.placements[1:])})
    return with_scenario(module, sides={**module.scenarios[0].sides, side: new})


def with_piece(module: ModuleDef, name: str, **changes: object) -> ModuleDef:
    pieces = tuple(p.model_copy(update=changes) if p.id == name else p for p in module.pieces)
    return module.model_copy(update={"pieces": pieces})


def with_entry(module: ModuleDef, **values: object) -> ModuleDef:
    entry = ScheduleEntry.model_validate({"turn": 3, "side": "allied", "action": "arrive", **values})
    return module.model_copy(update={"schedule": (*module.schedule, entry)})


def without_red(module: ModuleDef) -> ModuleDef:
    setup = SideSetupDef(order=2, placements=())
    return with_scenario(module, sides={**module.scenarios[0].sides, "allied": setup})


def twice(module: ModuleDef) -> ModuleDef:
    setup = module.scenarios[0].sides["allied"]
    more = PlacementDef(at="0904", pieces=("1-red-inf",))
    new = setup.model_copy(update={"placements": (*setup.placements, more)})
    return with_scenario(module, sides={**module.scenarios[0].sides, "allied": new})


CASES: dict[str, tuple[Spoil, str]] = {
    "nowhere": (without_red, "Leave out"),
    "set up twice": (twice, "Take this one off"),
    "an unknown type": (lambda m: with_piece(m, "1-red-inf", type="infantri"), "Take infantry"),
    "an unknown side": (lambda m: with_scenario(m, first_side="alied"), "Take allied"),
    "an unknown hex": (lambda m: with_placement(m, at="10004"), "Take 1004"),
    "an unknown counter": (lambda m: with_placement(m, pieces=("1-red-inff",)), "Take 1-red-inf"),
    "a place in the sea": (lambda m: with_placement(m, at="1001"), "Take "),
    "control of no hex": (lambda m: with_scenario(m, control={"9999": "axis"}), "Take "),
    "a turn there is not": (lambda m: with_scenario(m, first_turn=98), "Make it turn"),
    "more steps lost than there are": (
        lambda m: with_placement(m, lost={"1-red-inf": 9}),
        "At full strength",
    ),
    "a default outside": (
        lambda m: with_placement(m, at=None, near="0904", within=1, default="0101"),
        "Take a place that fits",
    ),
    "another side's counter": (
        lambda m: with_placement(m, "axis", pieces=("1-red-inf",)),
        "Move to its side",
    ),
    "an option's wrong value": (
        lambda m: with_scenario(m, options={"fog": "thick"}),
        "Leave it to the players",
    ),
    "an unknown option": (
        lambda m: with_placement(m, when=(ConditionDef(option="fogg", value=True),)),
        "Take fog",
    ),
    "who arrives and stands": (lambda m: with_entry(m, pieces=("1-red-inf",), at="1004"), "Make it a return"),
    "an empty entry": (lambda m: with_entry(m, at="1004"), "Drop the entry"),
    "a return without a place": (
        lambda m: with_entry(
            with_entry(m, turn=2, pieces=("mine",), at="1004"), turn=4, action="return", pieces=("1-red-inf",)
        ),
        "Arrive at 1004",
    ),
    "an entry too late": (
        lambda m: with_entry(
            m.model_copy(update={"turns": (*m.turns, m.turns[-1].model_copy(update={"number": 9}))}),
            turn=9,
            action="event",
        ),
        "Move to turn",
    ),
    "who leaves and never was there": (
        lambda m: with_entry(m, action="withdraw", pieces=("mine",)),
        "Drop the entry",
    ),
    "the same id twice": (
        lambda m: m.model_copy(update={"types": (*m.types, m.types[0])}),
        f"Call it {a_module().types[0].id}-2",
    ),
    "a back for one step": (
        lambda m: with_piece(m, "1-red-inf", steps=1, reduced={next(iter(m.piece("1-red-inf").values)): 1.0}),
        "Give it two steps",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_finding_is_mended_by_its_first_remedy(name: str) -> None:
    spoil, words = CASES[name]
    sound = {finding.issue for finding in check(a_module()).findings}
    module = spoil(a_module())
    new = [finding for finding in check(module).findings if finding.issue not in sound]
    assert new, "nothing was found"
    offered = [(finding, remedies_for(module, finding)) for finding in new]
    finding, remedy = next((f, r[0]) for f, r in offered if r and r[0].words.startswith(words))
    mended = remedy.edit(module)
    assert finding.issue not in {left.issue for left in check(mended).findings}


def test_all_that_are_nowhere_are_left_out_at_once() -> None:
    setup = SideSetupDef(placements=())
    module = with_scenario(a_module(), sides={**a_module().scenarios[0].sides, "axis": setup})
    lost = [finding for finding in check(module).findings if finding.issue.code == "UNACCOUNTED"]
    assert len(lost) > 1
    remedy = next(r for r in remedies_for(module, lost[0]) if "all" in r.words)
    assert all(f.issue.code != "UNACCOUNTED" for f in check(remedy.edit(module)).findings)


def hint_of(module: ModuleDef, code: str, *files: str) -> Finding:
    return next(
        finding for finding in hints(module, lambda name: name in files) if finding.issue.code == code
    )


def test_what_nothing_uses_can_be_deleted() -> None:
    idle = FormationDef(id="reserve", title="Reserve", side="axis")
    kind = PieceTypeDef(id="balloon", title="Balloon")
    module = a_module()
    module = module.model_copy(
        update={"formations": (*module.formations, idle), "types": (*module.types, kind)}
    )
    hint = hint_of(module, "UNUSED")
    assert "Reserve" in hint.issue.message
    mended = remedies_for(module, hint)[0].edit(module)
    assert "reserve" not in {formation.id for formation in mended.formations}
    last = hint_of(mended, "UNUSED")
    while last.path[0] != "types" or "Balloon" not in last.issue.message:
        mended = remedies_for(mended, last)[0].edit(mended)
        last = hint_of(mended, "UNUSED")
    assert remedies_for(mended, last)[0].words == "Delete Balloon"


def test_a_full_hex_is_eased_next_door() -> None:
    module = a_module().model_copy(update={"stacking": 1, "ruleset": None})
    setup = module.scenarios[0].sides["axis"]
    names = [name for placement in setup.placements for name in placement.pieces][:2]
    both = PlacementDef(at="0504", pieces=tuple(names))
    module = with_scenario(
        module, sides={**module.scenarios[0].sides, "axis": SideSetupDef(placements=(both,))}
    )
    hint = hint_of(module, "STACKING")
    assert "2 units" in hint.issue.message
    mended = remedies_for(module, hint)[0].edit(module)
    assert not [f for f in hints(mended) if f.issue.code == "STACKING"]


def test_a_missing_picture_is_drawn_again() -> None:
    art = PieceArtDef(front="art/gone.png", back="art/there.png")
    module = with_piece(a_module(), "1-red-inf", art=art)
    hint = hint_of(module, "MISSING_FILE", "art/there.png")
    assert "art/gone.png" in hint.issue.message
    assert remedies_for(module, hint)[0].edit(module).piece("1-red-inf").art is None
    back = hint_of(module, "MISSING_FILE", "art/gone.png")
    kept = remedies_for(module, back)[0].edit(module).piece("1-red-inf").art
    assert kept == PieceArtDef(front="art/gone.png")


def test_what_only_a_person_can_decide_has_no_remedy() -> None:
    finding = Finding(Issue("charts", 0, "DICE_RANGE", "a roll is on no line"), ("charts", 0))
    assert remedies_for(a_module(), finding) == ()
