"""Steps as plain values: going from a module to the next by them gives the same module."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definition.module import ModuleDef
from engine.editing import EditRefused, pieces
from engine.editing.deltas import delta_between, plain_with_delta, with_delta
from tests.engine.editing.modules import a_module
from tests.engine.editing.test_edit_properties import EDITS


def some_steps(seed: int, count: int) -> Iterator[ModuleDef]:
    dice, module = Random(seed), a_module()
    for _ in range(count):
        try:
            module = dice.choice(EDITS)(module, dice)
        except EditRefused:
            continue
        yield module


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000))
def test_steps_lead_to_the_same_modules_from_the_text_of_them(seed: int) -> None:
    here = a_module()
    for wanted in some_steps(seed, 12):
        text = json.dumps(delta_between(here, wanted))
        here = with_delta(here, json.loads(text))
        assert here == wanted


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10_000))
def test_a_way_back_is_a_step_as_any_other(seed: int) -> None:
    start = a_module()
    end = [start, *some_steps(seed, 12)][-1]
    assert with_delta(end, json.loads(json.dumps(delta_between(end, start)))) == start


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000))
def test_steps_lead_to_the_same_modules_in_plain_values(seed: int) -> None:
    here, plain = a_module(), json.loads(a_module().model_dump_json())
    for wanted in some_steps(seed, 12):
        plain = plain_with_delta(plain, json.loads(json.dumps(delta_between(here, wanted))))
        here = wanted
        assert ModuleDef.model_validate_json(json.dumps(plain)) == wanted


def test_a_small_edit_is_a_small_step() -> None:
    before = a_module()
    after = pieces.set_piece_fields(before, ["mine"], {"name": "Mines"})
    delta = delta_between(before, after)
    assert len(json.dumps(delta)) < 100
    made = with_delta(before, delta)
    assert made.piece("mine").name == "Mines"
    assert made.boards is before.boards, "what was not touched is the same object"
    gone = delta_between(before, pieces.delete_pieces(before, ["mine"]))
    assert len(json.dumps(gone)) < 400


def test_nothing_changed_is_an_empty_step() -> None:
    assert delta_between(a_module(), a_module()) == {"fields": {}}
    here = a_module()
    assert with_delta(here, {"fields": {}}) is here


@pytest.mark.parametrize(
    "delta",
    [
        {},
        {"what": 1},
        {"value": 3},
        {"fields": 3},
        {"fields": {"nothing": {"value": 1}}},
        {"fields": {"title": {"value": 3}}},
        {"fields": {"title": {"value": "a"}}, "value": 1},
        {"fields": {"pieces": {"items": [[9999, {"value": 1}]]}}},
        {"fields": {"pieces": {"items": [["a", {"value": 1}]]}}},
        {"fields": {"pieces": {"items": [[0, {"value": {"id": 3}}]]}}},
        {"fields": {"pieces": {"splice": [0, 1]}}},
        {"fields": {"pieces": {"splice": [0, 1, [{"id": "x"}]]}}},
        {"fields": {"title": {"items": []}}},
    ],
)
def test_a_step_that_does_not_fit_is_refused(delta: dict[str, object]) -> None:
    with pytest.raises(EditRefused):
        with_delta(a_module(), delta)
