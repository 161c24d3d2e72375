"""Options scenario by scenario, starts of tracks, and things dragged from list to list."""

import pytest

from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.definition.sequence import OptionDef, OptionValueDef, PhaseDef, TrackDef
from engine.editing import EditRefused, lists
from engine.editing.change import with_fields, with_parts
from engine.editing.checking import check
from engine.editing.options import (
    InScenario,
    clear_track_start,
    in_scenario,
    set_default,
    set_in_scenario,
    set_track_start,
)
from engine.rules.freeplay import RULESET
from engine.rules.freeplay_table import data_of
from tests.engine.editing.modules import a_module


def a_game() -> ModuleDef:
    """Two scenarios, a switch, a choice, a track of numbers and one of spaces."""
    module = a_module()
    second = with_fields(module.scenarios[0], {"id": "second", "title": "Second"})
    options = (
        OptionDef(id="fog", title="Fog", type="switch", default=False),
        OptionDef(
            id="rain", title="Rain", type="choice", default="some",
            values=(OptionValueDef(id="none", title="None"), OptionValueDef(id="some", title="Some")),
        ),
    )  # fmt: skip
    tracks = (
        TrackDef(id="points", title="Points", first=1, last=9, start=2),
        TrackDef(id="weather", title="Weather", spaces=("fair", "mud", "snow")),
    )
    return with_parts(module, options=options, tracks=tracks, scenarios=(*module.scenarios, second))


def scenario(module: ModuleDef, name: str = "second") -> ScenarioDef:
    return module.scenario(name)


class TestOptions:
    def test_fixed_in_one_scenario_and_open_in_the_other(self) -> None:
        module = set_in_scenario(a_game(), "fog", "second", InScenario(True, fixed=True))
        assert scenario(module).options == {"fog": True}
        assert RULESET.compile(module, "second", {}).options["fog"] is True
        assert RULESET.compile(module, "meeting", {}).options["fog"] is False
        module = set_in_scenario(module, "fog", "second", InScenario(True))
        assert scenario(module).options == {}
        assert module.option("fog").scenarios == ()

    def test_taken_from_one_scenario_and_given_back(self) -> None:
        module = set_in_scenario(a_game(), "rain", "second", InScenario(True, fixed="none"))
        module = set_in_scenario(module, "rain", "second", InScenario(False))
        assert module.option("rain").scenarios == ("meeting",)
        assert scenario(module).options == {}
        assert not in_scenario(module.option("rain"), scenario(module)).is_offered
        with pytest.raises(EditRefused, match="no scenario would offer"):
            set_in_scenario(module, "rain", "meeting", InScenario(False))
        assert set_in_scenario(module, "rain", "second", InScenario(True)).option("rain").scenarios == ()

    def test_the_same_again_changes_nothing(self) -> None:
        module = a_game()
        assert set_in_scenario(module, "fog", "second", InScenario(True)) is module
        assert set_default(module, "fog", value=False) is module

    def test_values_an_option_has_not_are_refused(self) -> None:
        with pytest.raises(EditRefused):
            set_default(a_game(), "rain", "hail")
        with pytest.raises(EditRefused):
            set_in_scenario(a_game(), "fog", "second", InScenario(True, fixed="some"))


class TestTracks:
    def test_a_start_for_all_and_one_for_a_scenario(self) -> None:
        module = set_track_start(a_game(), "points", 5)
        module = set_track_start(module, "weather", "snow", "second")
        starts = [
            data_of(RULESET.compile(module, name, {}).setup(1)).tracks for name in ("meeting", "second")
        ]
        assert starts == [{"points": 5, "weather": 0}, {"points": 5, "weather": 2}]
        assert scenario(clear_track_start(module, "weather", "second")).tracks == {}

    def test_what_the_track_has_not_is_refused(self) -> None:
        with pytest.raises(EditRefused, match="goes from 1 to 9"):
            set_track_start(a_game(), "points", 10)
        with pytest.raises(EditRefused, match="no space 'fog'"):
            set_track_start(a_game(), "weather", "fog", "second")


def phases(module: ModuleDef) -> list[str]:
    """Ids with their depth, in order."""

    def walk(row: tuple[PhaseDef, ...], depth: int) -> list[str]:
        return [line for p in row for line in ("-" * depth + p.id, *walk(p.phases, depth + 1))]

    return walk(module.sequence, 0)


class TestMoving:
    def sequence(self) -> ModuleDef:
        parts = tuple(PhaseDef(id=f"a.{n}", title=f"A {n}") for n in (1, 2))
        rows = (
            PhaseDef(id="a", title="A", phases=parts),
            PhaseDef(id="b", title="B"),
            PhaseDef(id="c", title="C"),
        )
        return with_parts(a_module(), sequence=rows)

    def test_within_a_list(self) -> None:
        module = self.sequence()
        assert phases(lists.move_to(module, ("sequence", 0), ("sequence", 2))) == [
            "b",
            "a",
            "-a.1",
            "-a.2",
            "c",
        ]
        assert phases(lists.move_to(module, ("sequence", 2), ("sequence", 0)))[0] == "c"
        assert lists.move_to(module, ("sequence", 1), ("sequence", 2)) is module
        assert phases(lists.move_to(module, ("sequence", 0), ("sequence", 3)))[-3:] == ["a", "-a.1", "-a.2"]

    def test_into_another_and_out_of_it(self) -> None:
        module = lists.move_to(self.sequence(), ("sequence", 2), ("sequence", 0, "phases", 1))
        assert phases(module) == ["a", "-a.1", "-c", "-a.2", "b"]
        module = lists.move_to(module, ("sequence", 0, "phases", 0), ("sequence", 0))
        assert phases(module) == ["a.1", "a", "-c", "-a.2", "b"]

    def test_behind_what_was_taken_out(self) -> None:
        parts = (PhaseDef(id="c.1", title="C 1"),)
        module = self.sequence()
        last = with_fields(module.sequence[2], {"phases": parts})
        module = with_parts(module, sequence=(*module.sequence[:2], last))
        moved = lists.move_to(module, ("sequence", 1), ("sequence", 2, "phases", 1))
        assert phases(moved) == ["a", "-a.1", "-a.2", "c", "-c.1", "-b"]

    def test_never_into_itself_or_among_others(self) -> None:
        with pytest.raises(EditRefused, match="into itself"):
            lists.move_to(self.sequence(), ("sequence", 0), ("sequence", 0, "phases", 1))
        with pytest.raises(EditRefused, match="one kind"):
            lists.move_to(self.sequence(), ("sequence", 0), ("tracks", 0))

    def test_copies_of_phases_have_ids_of_their_own(self) -> None:
        module = lists.copy_at(self.sequence(), ("sequence",), 0)
        assert phases(module)[:6] == ["a", "-a.1", "-a.2", "a-2", "-a.1-2", "-a.2-2"]
        module = lists.add_blank(module, ("sequence", 0, "phases"))
        module = lists.add_blank(module, ("sequence", 3, "phases"))
        assert len(set(phases(module))) == len(phases(module))
        assert not [f for f in check(module).errors if "defined twice" in f.issue.message]
