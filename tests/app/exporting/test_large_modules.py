"""Modules far larger or stranger than ours: nothing hangs or runs off the paper, everything is there."""

from __future__ import annotations

from collections import Counter

import pytest

from app.exporting.fonts import FontMeasure
from app.exporting.kinds import KINDS, Wishes, make_plan, print_source
from app.exporting.plan import Align, CounterMark, ExportPlan, Words
from app.exporting.source import PrintSource
from engine.definition.chart import AxisDef, ChartDef
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.definition.scenario import PlacementDef, ScheduleEntry
from engine.game import new_game
from tests.app.exporting.sheets import pdf_of
from tests.fixtures.free_module import a_free_module

MANY = 400
SHARE = {Align.LEFT: 1.0, Align.CENTER: 0.5, Align.RIGHT: 0.0}
LONG = "The 3rd Combined Reserve Engineer and Signals Battle Group"


def a_huge_module() -> ModuleDef:
    """Four hundred counters in one hex, as many dead, endless rules, a schedule all in one turn, a long
    chart.
    """
    module = a_free_module()
    side = module.sides[0].id
    model = next(piece for piece in module.pieces if piece.side == side and piece.kind == "unit")

    def pieces(stem: str) -> tuple[PieceDef, ...]:
        return tuple(
            model.model_copy(update={"id": f"{stem}-{number}", "name": f"{number} {LONG}"[:60]})
            for number in range(MANY)
        )

    here, dead, later = pieces("here"), pieces("dead"), pieces("later")
    scenario = module.scenarios[0]
    setup = scenario.sides[side]
    place = next(one.at for one in setup.placements if one.at)
    crowd = PlacementDef(at=place, pieces=tuple(piece.id for piece in here))
    changed = setup.model_copy(
        update={"placements": (*setup.placements, crowd), "dead": tuple(piece.id for piece in dead)}
    )
    turn = scenario.first_turn + 1
    arrivals = (
        ScheduleEntry(
            turn=turn, side=side, action="arrive", at=place, pieces=tuple(piece.id for piece in later)
        ),
        *(ScheduleEntry(turn=turn, side=side, action="event", note=f"Event {n}. " * 20) for n in range(60)),
    )
    chart = ChartDef(
        id="long",
        title="A long chart",
        rows=AxisDef(id="row", title="Row", labels=tuple(str(n) for n in range(200))),
        columns=AxisDef(id="column", title="Column", labels=tuple(f"c{n}" for n in range(40))),
        cells=tuple(tuple(f"r{n}" for _ in range(40)) for n in range(200)),
        source="rulebook",
    )
    return module.model_copy(
        update={
            "pieces": (*module.pieces, *here, *dead, *later),
            "schedule": arrivals,
            "charts": (chart,),
            "scenarios": (
                scenario.model_copy(
                    update={
                        "title": "A title that goes on and on and would never fit into any band " * 2,
                        "sides": {**scenario.sides, side: changed},
                        "notes": tuple(f"Rule {n}: " + "word " * 40 for n in range(120)),
                    }
                ),
                *module.scenarios[1:],
            ),
        }
    )


@pytest.fixture(scope="module")
def source() -> PrintSource:
    module = a_huge_module()
    return print_source(new_game(module, module.scenarios[0].id, 0), "meeting")


def inside(plan: ExportPlan) -> None:
    for page in plan.pages:
        for placed in page.blocks:
            for mark in placed.block.marks:
                if isinstance(mark, Words) and not mark.turned:
                    right = placed.x + mark.x + FontMeasure().width(mark.text, mark.style) * SHARE[mark.align]
                    assert right <= page.width - 4.0, mark.text
            assert placed.y + placed.block.height <= page.height + 0.1, placed.block.name
            assert placed.x + placed.block.width <= page.width + 0.1, placed.block.name


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "cards"])
def test_everything_stays_on_the_paper(source: PrintSource, kind: str) -> None:
    for paper in ("a4", "letter"):
        plan = make_plan(source, Wishes(kind=kind, paper=paper, hex_mm=8.0))
        inside(plan)
        assert len(plan.pages) < 60


def test_all_counters_are_there_once(source: PrintSource) -> None:
    plan = make_plan(source, Wishes(kind="setup"))
    found = Counter(mark.piece for mark in plan.counters() if mark.piece)
    assert max(found.values()) == 1
    for stem in ("here", "dead", "later"):
        assert sum(name.startswith(f"{stem}-") for name in found) == MANY
    text = plan.text()
    assert "continued (2 of " in text
    assert "Special rules, continued" in text
    assert "put these on the dead pile, continued (2 of " in text


def a_crowd(count: int, notes: tuple[str, ...] = ()) -> PrintSource:
    """So many counters of one formation in one hex; more than a hundred have short names."""
    module = a_huge_module()
    if count > 100:
        short = [
            piece.model_copy(update={"name": piece.name.partition(LONG[3:12])[0]}) for piece in module.pieces
        ]
        module = module.model_copy(update={"pieces": tuple(short)})
    scenario = module.scenarios[0]
    side = module.sides[0].id
    setup = scenario.sides[side]
    rest = [one for one in setup.placements if not one.pieces or not one.pieces[0].startswith("here-")]
    crowd = next(one for one in setup.placements if one.pieces and one.pieces[0].startswith("here-"))
    placements = (*rest, crowd.model_copy(update={"pieces": crowd.pieces[:count]}))
    sides = {**scenario.sides, side: setup.model_copy(update={"placements": placements, "dead": ()})}
    changed = scenario.model_copy(update={"title": "A crowd", "sides": sides, "notes": notes})
    module = module.model_copy(update={"scenarios": (changed,), "schedule": (), "charts": ()})
    return print_source(new_game(module, changed.id, 0), "meeting")


@pytest.mark.parametrize(
    ("count", "order", "paper"),
    [
        (60, "hex", "a4"),
        (60, "hex", "letter"),
        (60, "formation", "letter"),
        (170, "hex", "letter"),
        (200, "hex", "a4"),
    ],
)
def test_a_group_that_a_page_can_hold_is_not_split(count: int, order: str, paper: str) -> None:
    plan = make_plan(a_crowd(count), Wishes(kind="setup", order=order, paper=paper))
    inside(plan)
    pages = {
        number
        for number, page in enumerate(plan.pages)
        for _, _, mark in page.marks()
        if isinstance(mark, CounterMark) and mark.piece.startswith("here-")
    }
    assert len(pages) == 1
    assert "continued" not in plan.text()


def test_a_rule_longer_than_a_page_goes_on() -> None:
    words = [f"word{number}" for number in range(3000)]
    plan = make_plan(a_crowd(5, (" ".join(words),)), Wishes(kind="setup", side="axis"))
    inside(plan)
    text = plan.text()
    assert "Special rules, continued" in text
    assert [word for word in text.split() if word.startswith("word")] == words


def test_a_crowded_turn_is_divided(source: PrintSource) -> None:
    plan = make_plan(source, Wishes(kind="schedule"))
    names = [placed.block.name for page in plan.pages for placed in page.blocks]
    turn = source.scenario.first_turn + 1
    assert f"turn {turn}" in names
    assert f"turn {turn}, continued" in names
    drawn = [mark.piece for mark in plan.counters()]
    assert len(drawn) == len(set(drawn)) == MANY


def test_a_long_chart_is_divided_and_whole(source: PrintSource) -> None:
    text = make_plan(source, Wishes(kind="charts")).text()
    assert "A long chart (0 to 44)" in text
    assert "A long chart (180 to 199)" in text
    assert text.count("r199") == 40


def test_a_huge_file_can_be_written(source: PrintSource) -> None:
    plan = make_plan(source, Wishes(kind="counters"))
    assert len(pdf_of(plan, source.drawer)) == len(plan.pages)


def test_a_bare_module_prints_without_sides_set_up() -> None:
    module = a_free_module()
    scenario = module.scenarios[0]
    bare = {name: setup.model_copy(update={"placements": ()}) for name, setup in scenario.sides.items()}
    empty = module.model_copy(
        update={"scenarios": (scenario.model_copy(update={"sides": bare}),), "schedule": (), "charts": ()}
    )
    source = print_source(new_game(empty, scenario.id, 0), "meeting")
    plan = make_plan(source, Wishes(kind="setup"))
    assert len(pdf_of(plan, source.drawer)) == len(plan.pages)
    assert "0 units" in plan.text()


ENDLESS = "The Long and Winding Campaign of the Desert from Start to Finish, in Very Many Words " * 3


@pytest.mark.parametrize("kind", ["setup", "counters", "map", "charts", "aid"])
def test_endless_titles_stay_on_the_paper(kind: str) -> None:
    module = a_free_module()
    axis = AxisDef(id="row", title=ENDLESS, labels=("a",))
    chart = ChartDef(
        id="long",
        title=ENDLESS,
        rows=axis,
        columns=AxisDef(id="column", title=ENDLESS, labels=(ENDLESS[:80], "b")),
        cells=((ENDLESS, "1"),),
        dice="2d6",
        source="reconstruction",
        reasoning=ENDLESS,
        note=ENDLESS,
    )
    changed = module.model_copy(
        update={"title": ENDLESS, "subtitle": ENDLESS, "schedule": (), "charts": (chart,)}
    )
    plan = make_plan(
        print_source(new_game(changed, module.scenarios[0].id, 0), "meeting"), Wishes(kind=kind, hex_mm=12.0)
    )
    inside(plan)
