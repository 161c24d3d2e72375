"""Ids of hexes followed everywhere: by all fields that hold one, charts, effects, texts, and the art."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import get_args

import pytest

import engine.definition
from engine.definition.base import Definition, fields_of
from engine.definition.board import ArtGridDef, BoardArtDef, HexDef, LandscapeDef, PlaceDef, RouteDef, ZoneDef
from engine.definition.chart import AxisDef, ChartDef, ConstantDef
from engine.definition.guide import GuideStepDef, UntilDef
from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.change import with_fields, with_parts
from engine.editing.checking import check
from engine.editing.grids import Margins, renumber, resize
from engine.editing.hex_ids import KEYS, MAPS, PLACES, WORDS
from engine.loading import builtin_modules, load_module
from tests.engine.editing.modules import a_module

PLACE = r"^[A-Za-z0-9][A-Za-z0-9._+-]*$"
DOTTED = {"pattern": "H{column:02}.{row:02}"}


@lru_cache(maxsize=1)
def afrika() -> ModuleDef:
    return load_module(Path(builtin_modules()["afrika"]))


def holds_place(annotation: object, metadata: tuple[object, ...] = ()) -> bool:
    marks = (*metadata, *getattr(annotation, "__metadata__", ()))
    return any(getattr(mark, "pattern", None) == PLACE for mark in marks) or any(
        holds_place(part) for part in get_args(annotation)
    )


def all_definitions(model: type[Definition] = Definition) -> Iterator[type[Definition]]:
    for other in model.__subclasses__():
        yield other
        yield from all_definitions(other)


def test_every_field_that_holds_a_place_is_in_the_tables() -> None:
    for item in pkgutil.iter_modules(engine.definition.__path__):
        importlib.import_module(f"engine.definition.{item.name}")
    found = {
        name
        for model in all_definitions()
        for name, field in fields_of(model).items()
        if holds_place(field.annotation, tuple(field.metadata)) and model.__name__ != "DrawingDef"
    }
    assert {"hex", "at", "any_of", "defaults", "stands_for"} <= found
    assert found <= PLACES | WORDS | MAPS | KEYS


class TestRenumbering:
    def test_no_old_id_is_left_in_a_whole_game(self) -> None:
        module = afrika()
        after = renumber(module, "north-africa", {"pattern": "{sheet}{column:02}-{row:02}"})
        assert check(after).errors == ()
        art = after.boards[0].art
        assert art.made_for == ArtGridDef(grid=module.boards[0].grid)
        bare = with_parts(after, boards=(with_fields(after.boards[0], {"art": BoardArtDef()}),))
        assert re.findall(r"\b[AB]\d{1,2}\.\d{1,2}\b", bare.model_dump_json()) == []
        ports = after.chart("port-capacity" if "port-capacity" in {c.id for c in after.charts} else "ports")
        assert ports.rows is not None
        assert ports.rows.labels[:3] == ("A07-23", "A36-23", "A44-21")
        assert "Bardia A44-21" in ports.note

    def test_back_again_it_is_the_same_module(self) -> None:
        module = afrika()
        after = renumber(module, "north-africa", {"pattern": "{sheet}{column:02}-{row:02}"})
        assert renumber(after, "north-africa", {"pattern": module.boards[0].grid.pattern}) == module
        assert renumber(module, "north-africa", {}) is module

    def test_guides_follow(self) -> None:
        module = a_module()
        step = GuideStepDef(
            title="Go",
            text="To hex 1004.",
            places=("1004",),
            until=(UntilDef(piece="1-red-inf", at=("1004",)),),
        )
        scenario = with_fields(module.scenarios[0], {"guide": (step,)})
        after = renumber(with_parts(module, scenarios=(scenario,)), "coast", DOTTED)
        new = after.scenarios[0].guide[0]
        assert (new.places, new.until[0].at, new.text) == (("H10.04",), ("H10.04",), "To hex H10.04.")

    def test_charts_of_places_and_constants_follow_dice_do_not(self) -> None:
        module = a_module()
        ports = ChartDef(
            id="ports", title="Ports", rows=AxisDef(id="port", labels=("0202", "1004")),
            columns=AxisDef(id="what", labels=("points", "base hex")), cells=((3, "0202"), (1, "1004")),
            source="found",
        )  # fmt: skip
        years = ChartDef(
            id="years", title="Reinforcement", rows=AxisDef(id="roll", labels=("0202", "1004")),
            columns=AxisDef(id="what", labels=("points",)), cells=((1,), (2,)), source="found",
        )  # fmt: skip
        start = ConstantDef(id="start", title="Starting hex", value="1004", source="found")
        limit = ConstantDef(id="year", title="First year", value="1004", source="found")
        module = with_parts(module, charts=(ports, years), constants=(start, limit))
        after = renumber(module, "coast", DOTTED)
        new = after.chart("ports")
        assert new.rows is not None
        assert new.rows.labels == ("H02.02", "H10.04")
        assert new.cells == ((3, "H02.02"), (1, "H10.04"))
        assert after.chart("years") is years
        assert (after.constant("start").value, after.constant("year").value) == ("H10.04", "1004")

    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("Set up in hex 1004.", "Set up in hex H10.04."),
            ("Hexes 0202, 0303 and 1004 are open.", "Hexes H02.02, H03.03 and H10.04 are open."),
            ("In 1004 many fell; see 10.04.", "In 1004 many fell; see 10.04."),
            ("{ports/1004/points} points at hex 1004", "{ports/H10.04/points} points at hex H10.04"),
            ("{limit} of 1004", "{limit} of 1004"),
        ],
    )
    def test_texts(self, text: str, wanted: str) -> None:
        module = a_module()
        ports = ChartDef(
            id="ports", title="Ports", rows=AxisDef(id="port", labels=("0202", "1004")),
            columns=AxisDef(id="what", labels=("points",)), cells=((3,), (1,)), source="found",
        )  # fmt: skip
        scenario = with_fields(module.scenarios[0], {"notes": (text,)})
        module = with_parts(module, charts=(ports,), scenarios=(scenario,))
        after = renumber(module, "coast", DOTTED)
        assert after.scenarios[0].notes == (wanted,)
        assert renumber(after, "coast", {"pattern": "{column:02}{row:02}"}) == module

    def test_ids_with_letters_need_no_word_before_them(self) -> None:
        module = renumber(a_module(), "coast", DOTTED)
        scenario = with_fields(module.scenarios[0], {"notes": ("From H02.02-H03.03 to H10.04.",)})
        module = with_parts(module, scenarios=(scenario,))
        after = renumber(module, "coast", {"pattern": "{column:02}{row:02}"})
        assert after.scenarios[0].notes == ("From 0202-0303 to 1004.",)


class TestCutting:
    def test_an_id_never_comes_to_mean_another_hex(self) -> None:
        module = a_module()
        with pytest.raises(EditRefused, match=r"hex 02.. would be cut .* scenario 'A Meeting' names it"):
            resize(self.titled(module), "coast", Margins(west=-2), "clear")

    @staticmethod
    def titled(module: ModuleDef) -> ModuleDef:
        return with_parts(module, scenarios=(with_fields(module.scenarios[0], {"title": "A Meeting"}),))

    def test_what_lies_in_the_cut_goes_with_it(self) -> None:
        module = a_module()
        old = module.boards[0]
        board = with_fields(
            old,
            {
                "hexes": (*old.hexes, HexDef(hex="1201", tags=("far",))),
                "places": (*old.places, PlaceDef(hex="1208", name="Far End", kind="town")),
                "routes": (*old.routes, RouteDef(kind="road", name="East", path="0906 1006 1106 1206")),
                "zones": (
                    *old.zones,
                    ZoneDef(id="east", hexes="1101 1201"),
                    ZoneDef(id="band", columns=("0901", "1201")),
                ),
            },
        )  # fmt: skip
        before = with_parts(module, boards=(board,))
        assert check(before).errors == ()
        after = resize(before, "coast", Margins(east=-1), "clear")
        new = after.boards[0]
        assert "Far End" not in {place.name for place in new.places}
        assert {item.hex for item in new.hexes} == {item.hex for item in old.hexes}
        road = next(route for route in new.routes if route.name == "East")
        assert (road.path, road.leaves) == ("0906 1006 1106", True)
        zones = {zone.id: zone for zone in new.zones}
        assert zones["east"].hexes == "1101"
        assert zones["band"].columns == ("0901", "1101")

    def test_a_chart_of_places_refuses_too(self) -> None:
        module = a_module()
        ports = ChartDef(
            id="ports", title="Ports", rows=AxisDef(id="port", labels=("1004", "1201")),
            columns=AxisDef(id="what", labels=("points",)), cells=((3,), (1,)), source="found",
        )  # fmt: skip
        with pytest.raises(EditRefused, match="1201 would be cut away, and the chart 'Ports'"):
            resize(with_parts(module, charts=(ports,)), "coast", Margins(east=-1), "clear")

    def test_new_hexes_may_be_of_a_kind_the_map_had_not(self) -> None:
        module = a_module()
        board = module.boards[0]
        kind = "dunes"
        module = with_parts(module, terrain=(*module.terrain, LandscapeDef(id=kind, title="Dunes")))
        assert kind not in board.legend.values()
        after = resize(module, "coast", Margins(east=1), kind).boards[0]
        assert {after.legend[row[-1]] for row in after.rows} == {kind}


class TestGrowing:
    def test_new_hexes_are_like_those_beside_them(self) -> None:
        before = afrika().boards[0]
        after = resize(afrika(), "north-africa", Margins(west=2, north=1, east=1, south=2)).boards[0]
        assert after.rows[0] == "~" * 99
        kept = [row[2:-1] for row in after.rows[1:-2]]
        assert kept == list(before.rows)
        west = [row[:2] for row in after.rows[1:-2]]
        assert west[:22] == ["~~"] * 22
        assert west[24:] == [".."] * (len(west) - 24)

    def test_what_is_one_hex_wide_ends_at_the_old_edge(self) -> None:
        before = afrika().boards[0].rows[-1]
        oasis = next(key for key, kind in afrika().boards[0].legend.items() if kind == "oasis")
        assert oasis in before
        after = resize(afrika(), "north-africa", Margins(south=1)).boards[0].rows
        assert after[-2] == before
        assert oasis not in after[-1]


class TestArt:
    def test_it_remembers_the_grid_it_was_made_for(self) -> None:
        module = afrika()
        grown = resize(module, "north-africa", Margins(west=2, north=1, east=1), "clear")
        art = grown.boards[0].art
        assert (art.relief, art.drawing) == (module.boards[0].art.relief, module.boards[0].art.drawing)
        assert art.made_for == ArtGridDef(grid=module.boards[0].grid, column=2, row=1)
        again = resize(grown, "north-africa", Margins(west=1, south=2), "sea")
        assert again.boards[0].art.made_for == ArtGridDef(grid=module.boards[0].grid, column=3, row=1)
        back = resize(again, "north-africa", Margins(west=-3, north=-1, east=-1, south=-2), "clear")
        assert back.boards[0].art == module.boards[0].art
        assert back == module
