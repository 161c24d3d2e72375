"""Things from one module to another: what goes along, what is asked, what stands for what."""

from __future__ import annotations

import json

import pytest

from engine.definition.chart import AxisDef, ChartDef, ConstantDef
from engine.definition.module import SCHEMA_VERSION, ModuleDef
from engine.definition.piece import PieceArtDef
from engine.definition.scenario import ScheduleEntry
from engine.definition.sequence import HelpDef
from engine.definition.victory import ControlBlock, VictoryDef
from engine.editing import EditRefused
from engine.editing.change import with_parts
from engine.editing.checking import check
from engine.editing.mentions import followed, mentions
from engine.editing.parcels import Parcel, parcel_from, parcel_of, parcel_text, region_parcel
from engine.editing.regions import paste_region
from engine.editing.unpacking import LEAVE, NEW, OVER, OWN, PLACES, questions, take, usual
from engine.loading import builtin_modules, load_module
from tests.fixtures.free_module import a_free_module


def afrika() -> ModuleDef:
    return load_module(builtin_modules()["afrika"])


def through_text(parcel: Parcel) -> Parcel:
    return parcel_from(parcel_text(parcel))


def bare(module: ModuleDef) -> ModuleDef:
    """The same module without counters, set-ups and what hangs on them."""
    return module.model_copy(
        update={"pieces": (), "formations": (), "nations": (), "types": (), "schedule": (), "scenarios": ()}
    )


def test_mentions_of_a_counter_and_of_a_set_up() -> None:
    module = a_free_module()
    assert set(mentions(module.piece("1-blue-inf"))) == {
        ("sides", "axis"), ("types", "infantry"), ("nations", "blu"), ("formations", "axis-div")
    }  # fmt: skip
    found = set(mentions(module.scenario("meeting")))
    assert {
        ("places", "0203"),
        ("zones", "west-edge"),
        ("pieces", "2-blue-inf"),
        ("boards", "coast"),
    } <= found
    assert ("sides", "allied") in found


def test_following_nothing_gives_the_same_object() -> None:
    for module in (a_free_module(), afrika()):
        for part in ("pieces", "scenarios", "schedule", "boxes", "cards", "tracks", "options"):
            for thing in getattr(module, part):
                assert followed(thing, lambda _part, name: name) is thing


def test_counters_take_along_what_they_need() -> None:
    module = a_free_module()
    parcel = through_text(parcel_of(module, [("pieces", "1-blue-inf"), ("pieces", "3-blue-tanks")]))
    assert {part: [thing.id for thing in things] for part, things in parcel.items.items()} == {  # type: ignore[attr-defined]
        "nations": ["blu"],
        "types": ["infantry", "armor"],
        "formations": ["axis-div"],
        "pieces": ["1-blue-inf", "3-blue-tanks"],
    }
    target = bare(module)
    assert questions(target, parcel) == ()
    taken = take(target, parcel)
    assert taken.module.pieces == tuple(module.piece(name) for name in ("1-blue-inf", "3-blue-tanks"))
    assert taken.module.nations == module.nations[:1]
    assert taken.ids == (("pieces", "1-blue-inf"), ("pieces", "3-blue-tanks"))
    assert taken.left == ()
    assert check(taken.module).errors == ()


def test_equal_things_are_not_copied_twice() -> None:
    module = a_free_module()
    taken = take(module, parcel_of(module, [("pieces", "1-blue-inf")]))
    assert taken.module is module or taken.module == module


def test_a_counter_that_is_here_otherwise_is_asked_for() -> None:
    module = a_free_module()
    other = with_parts(
        module,
        pieces=tuple(
            p.model_copy(update={"name": "Old Guard"}) if p.id == "1-blue-inf" else p for p in module.pieces
        ),
    )
    parcel = parcel_of(module, [("pieces", "1-blue-inf")])
    [question] = questions(other, parcel)
    assert question.about == ("pieces", "1-blue-inf")
    assert [answer for answer, _ in question.answers] == [NEW, OVER, OWN]
    new = take(other, parcel)
    assert new.ids == (("pieces", "1-blue-inf-1"),)
    assert new.module.piece("1-blue-inf").name == "Old Guard"
    assert new.module.piece("1-blue-inf-1").name == "1 Blue Inf"
    over = take(other, parcel, {question.about: OVER})
    assert over.module.piece("1-blue-inf").name == "1 Blue Inf"
    assert len(over.module.pieces) == len(module.pieces)
    assert take(other, parcel, {question.about: OWN}).module == other


def test_a_need_that_is_here_otherwise_is_used_unless_one_says_so() -> None:
    module = a_free_module()
    target = with_parts(
        bare(module),
        types=tuple(t.model_copy(update={"title": "Foot"}) for t in module.types if t.id == "infantry"),
    )
    parcel = parcel_of(module, [("pieces", "1-blue-inf")])
    [question] = questions(target, parcel)
    assert [answer for answer, _ in question.answers] == [OWN, NEW, OVER]
    assert take(target, parcel).module.types[0].title == "Foot"
    new = take(target, parcel, {question.about: NEW}).module
    assert [t.id for t in new.types] == ["infantry", "infantry-1"]
    assert new.piece("1-blue-inf").type == "infantry-1"


def test_foreign_sides_are_given_sides_of_here() -> None:
    module = a_free_module()
    tutorial = load_module(builtin_modules()["tutorial"])
    parcel = through_text(parcel_of(module, [("pieces", "1-red-inf"), ("pieces", "1-blue-inf")]))
    asked = questions(tutorial, parcel)
    sides = {question.about[1]: question for question in asked if question.about[0] == "sides"}
    own = [side.id for side in tutorial.sides]
    assert usual(asked)["sides", "axis"] == own[0]
    assert usual(asked)["sides", "allied"] == own[1]
    assert "Side Blue" in sides["axis"].text
    taken = take(tutorial, parcel, {("sides", "axis"): own[1], ("sides", "allied"): own[0]})
    assert taken.module.piece("1-red-inf").side == own[0]
    assert check(taken.module).errors == ()


def test_what_was_taken_before_is_known_again() -> None:
    module = a_free_module()
    tutorial = load_module(builtin_modules()["tutorial"])
    parcel = parcel_of(module, [("pieces", "1-red-inf")])
    once = take(tutorial, parcel)
    again = questions(once.module, parcel)
    assert {question.about[0] for question in again} <= {"sides", "types"}
    assert take(once.module, parcel).module.pieces == once.module.pieces


def test_entries_of_the_schedule_bring_their_counters() -> None:
    module = a_free_module()
    parcel = through_text(parcel_of(module, [], [0]))
    assert parcel.words() == "1 entry of the schedule"
    assert [piece.id for piece in parcel.items["pieces"]] == ["4-blue-inf"]  # type: ignore[attr-defined]
    taken = take(bare(module), parcel).module
    assert taken.schedule == module.schedule
    assert taken.piece("4-blue-inf").name == "4 Blue Inf"


def test_places_that_are_not_here_are_left_out_or_put_into_a_box() -> None:
    source, target = afrika(), a_free_module()
    number = next(n for n, entry in enumerate(source.schedule) if entry.at == "B19.19" and entry.pieces)
    entry = source.schedule[number]
    parcel = through_text(parcel_of(source, [], [number]))
    asked = {question.about: question for question in questions(target, parcel)}
    assert "B19.19" in asked[PLACES].text
    assert asked[PLACES].answers[0][0] == LEAVE
    with_turns = with_parts(target, turns=source.turns)
    plain = take(with_turns, parcel)
    new = plain.module.schedule[-1]
    assert (new.turn, new.pieces, new.at) == (entry.turn, entry.pieces, None)
    assert any("B19.19" in words for words in plain.left)
    boxed = take(with_turns, parcel, {PLACES: "reserve"})
    assert boxed.module.schedule[-1].at == "reserve"
    assert boxed.left == ()


def test_a_set_up_goes_with_counters_and_keeps_what_is_known() -> None:
    module = a_free_module()
    parcel = through_text(parcel_of(module, [("scenarios", "meeting")]))
    target = bare(module)
    taken = take(target, parcel)
    assert taken.module.scenarios == module.scenarios
    assert {piece.id for piece in taken.module.pieces} == {
        "1-blue-inf",
        "2-blue-inf",
        "3-blue-tanks",
        "1-red-inf",
        "2-red-recon",
    }


def test_a_set_up_for_another_map_loses_places_and_conditions_but_nothing_else() -> None:
    source, target = afrika(), a_free_module()
    parcel = through_text(parcel_of(source, [("scenarios", "operation-crusader")]))
    taken = take(target, parcel)
    scenario = taken.module.scenario("operation-crusader")
    assert scenario.boards == ("coast",)
    assert check(taken.module).errors == ()
    placed = [p for setup in scenario.sides.values() for p in setup.placements]
    assert all(p.at or p.zones or p.any_of or p.near for p in placed)
    standing = {
        name
        for setup in source.scenario("operation-crusader").sides.values()
        for p in setup.placements
        for name in p.pieces
    }
    assert standing <= {piece.id for piece in taken.module.pieces}
    assert any("only its words" in words for words in taken.left)


def test_conditions_of_victory_never_change_their_meaning() -> None:
    module = a_free_module()
    scenario = module.scenario("meeting")
    holds = ControlBlock(kind="control", side="axis", places=("9999",))
    version = scenario.versions[0].model_copy(
        update={"victory": (VictoryDef(side="axis", holds=holds, text="All of it"),)}
    )
    source = module.model_copy(update={"scenarios": (scenario.model_copy(update={"versions": (version,)}),)})
    taken = take(bare(module), parcel_of(source, [("scenarios", "meeting")]))
    [condition] = taken.module.scenario("meeting").versions[0].victory
    assert (condition.holds, condition.text) == (None, "All of it")
    assert any("All of it" in words for words in taken.left)


def test_two_sides_never_become_one() -> None:
    module = a_free_module()
    parcel = parcel_of(module, [("scenarios", "meeting")])
    tutorial = load_module(builtin_modules()["tutorial"])
    side = tutorial.sides[0].id
    with pytest.raises(EditRefused, match="two sides of the set-up"):
        take(tutorial, parcel, {("sides", "axis"): side, ("sides", "allied"): side})


def test_charts_constants_and_texts() -> None:
    module = a_free_module()
    chart = ChartDef(
        id="crt",
        title="Combat",
        columns=AxisDef(id="odds", labels=("1-1", "2-1")),
        cells=(("AR", "DR"),),
        source="found",
    )
    source = with_parts(
        module,
        charts=(chart,),
        constants=(ConstantDef(id="stack", title="Stacking", value=2, source="found"),),
        help=(HelpDef(id="rules", title="Rules", text="Move, then fight."),),
    )
    parcel = through_text(parcel_of(source, [("charts", "crt"), ("constants", "stack"), ("help", "rules")]))
    assert parcel.words() == "1 chart, 1 constant, 1 page"
    taken = take(module, parcel).module
    assert (taken.charts, taken.constants, taken.help) == (source.charts, source.constants, source.help)


def test_charts_by_sides_ask_which_is_which() -> None:
    tutorial = load_module(builtin_modules()["tutorial"])
    parcel = through_text(parcel_of(afrika(), [("charts", "air")]))
    asked = [question for question in questions(tutorial, parcel) if question.about[0] == "sides"]
    own = [side.id for side in tutorial.sides]
    assert [question.about[1] for question in asked] == ["axis", "allied"]
    assert asked[0].text == "Side Axis"
    first = take(tutorial, parcel).module
    assert next(chart for chart in first.charts if chart.id == "air").columns.labels == tuple(own)
    answers = {("sides", "axis"): own[1], ("sides", "allied"): own[0]}
    taken = take(tutorial, parcel, answers).module
    assert next(chart for chart in taken.charts if chart.id == "air").columns.labels == (own[1], own[0])
    with pytest.raises(EditRefused, match="same label twice"):
        take(tutorial, parcel, {("sides", "axis"): own[0], ("sides", "allied"): own[0]})


def test_labels_that_are_no_sides_stay_as_they_are() -> None:
    module = a_free_module()
    axis = AxisDef(id="side", labels=("axis", "neutral"))
    chart = ChartDef(id="aid", title="Aid", columns=axis, cells=((1, 2),), source="found")
    parcel = parcel_of(with_parts(module, charts=(chart,)), [("charts", "aid")])
    tutorial = load_module(builtin_modules()["tutorial"])
    assert [q.about for q in questions(tutorial, parcel)] == [("sides", "axis")]
    new = take(tutorial, parcel).module
    labels = next(chart for chart in new.charts if chart.id == "aid").columns.labels
    assert labels == (tutorial.sides[0].id, "neutral")


def test_cards_bring_their_deck() -> None:
    module = a_free_module()
    target = module.model_copy(update={"cards": (), "decks": ()})
    taken = take(target, through_text(parcel_of(module, [("cards", "card-2")]))).module
    assert [card.id for card in taken.cards] == ["card-2"]
    assert taken.decks == module.decks


def test_pictures_are_named_and_given_their_new_names() -> None:
    module = a_free_module()
    art = PieceArtDef(front="art/a.png", back="art/b.png")
    source = with_parts(
        module,
        pieces=tuple(p.model_copy(update={"art": art}) if p.id == "1-red-inf" else p for p in module.pieces),
    )
    parcel = parcel_of(source, [("pieces", "1-red-inf")])
    assert parcel.assets() == ("art/a.png", "art/b.png")
    both = take(bare(module), parcel, assets={"art/a.png": "art/x.png", "art/b.png": "art/y.png"}).module
    assert both.piece("1-red-inf").art == PieceArtDef(front="art/x.png", back="art/y.png")
    front = take(bare(module), parcel, assets={"art/a.png": "art/x.png", "art/b.png": None}).module
    assert front.piece("1-red-inf").art == PieceArtDef(front="art/x.png")
    assert take(bare(module), parcel, assets={}).module.piece("1-red-inf").art is None


def test_a_part_of_a_map_with_its_kinds_of_landscape() -> None:
    module = a_free_module()
    parcel = through_text(region_parcel(module, "coast", ["0303", "0304", "0403", "0404"]))
    assert parcel.words() == "a part of a map with 4 hexes"
    assert [kind.id for kind in parcel.items["routes"]] == ["road"]  # type: ignore[attr-defined]
    board = module.boards[0].model_copy(
        update={
            "routes": (),
            "legend": {"s": "sea", "c": "clear"},
            "rows": tuple(row.replace("r", "c") for row in module.boards[0].rows),
        }
    )
    target = module.model_copy(
        update={
            "boards": (board,),
            "routes": (),
            "terrain": tuple(t for t in module.terrain if t.id != "rough"),
        }
    )
    ready = take(target, parcel).module
    assert parcel.region is not None
    after = paste_region(ready, "coast", parcel.region, "0606")
    assert {kind.id for kind in after.terrain} == {"sea", "clear", "rough"}
    assert any(route.kind == "road" for route in after.boards[0].routes)
    assert "rough" in after.boards[0].legend.values()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "nothing was copied"),
        (b"hello", "nothing was copied"),
        (b'{"hexwright":"save","schema":2,"origin":"x","module":{}}', "nothing was copied"),
        (b'{"hexwright":"parcel","schema":99,"origin":"x","module":{}}', "newer program"),
        (b'{"hexwright":"parcel","schema":2,"origin":"x","module":{"pieces":[{"id":7}]}}', "has a fault"),
        (b'{"hexwright":"parcel","schema":2,"origin":"x","module":{"pieces":5}}', "has a fault"),
        (b"[" * 100_000, "nothing was copied"),
    ],
)
def test_foreign_texts_are_refused(text: bytes, words: str) -> None:
    with pytest.raises(EditRefused, match=words):
        parcel_from(text)


def test_what_an_older_program_copied_is_brought_up() -> None:
    entry = {"turn": 2, "side": "axis", "action": "arrive", "pieces": ["a"], "zone": "west-edge"}
    text = {"hexwright": "parcel", "schema": 1, "origin": "x", "module": {"schedule": [entry]}}
    assert parcel_from(json.dumps(text).encode()).schedule == (
        ScheduleEntry(turn=2, side="axis", action="arrive", pieces=("a",), zones=("west-edge",)),
    )
    assert SCHEMA_VERSION == 2


def test_nothing_chosen_is_refused() -> None:
    with pytest.raises(EditRefused, match="nothing is chosen"):
        parcel_of(a_free_module(), [("sides", "axis")])
    with pytest.raises(EditRefused, match="there is no 'ghost'"):
        parcel_of(a_free_module(), [("pieces", "ghost")])


def test_a_clash_with_the_rules_of_a_module_is_refused_in_words() -> None:
    module = a_free_module()
    entry = ScheduleEntry(turn=3, side="allied", action="arrive", pieces=("1-red-inf",), at="1004")
    source = module.model_copy(update={"schedule": (entry,)})
    with pytest.raises(EditRefused, match="arrives on turn 3 again"):
        take(module, parcel_of(source, [], [0]))
