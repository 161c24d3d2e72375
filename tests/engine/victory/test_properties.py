"""Trees of blocks at random: logic holds, words come out, files give back what was written."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codec import state_hash
from engine.definition.victory import Block, blocks_in
from engine.editing.checking import check
from engine.game import Game
from engine.loading import load_module
from engine.loading.writer import module_files, save_module
from engine.victory.words import Words
from tests.engine.victory.games import Plain, a_game, a_module, condition, referee_of

SIDES = st.sampled_from(("axis", "allied"))
PLACES = st.lists(st.sampled_from(("0203", "1004", "0504")), max_size=3, unique=True).map(tuple)
BOUNDS = st.fixed_dictionaries({}, optional={"least": st.integers(-2, 4), "most": st.integers(4, 9)})
AREA = st.fixed_dictionaries(
    {},
    optional={
        "places": PLACES, "zones": st.just(("west-edge",)), "terrain": st.sampled_from(("clear", "rough")),
        "east_of": st.just("0404"), "near": st.just("1004"),
    },
)  # fmt: skip
WHO = st.fixed_dictionaries({}, optional={"side": SIDES, "types": st.just(("infantry",))})
COUNTED = st.sampled_from(("units", "steps"))

counts = st.one_of(
    st.builds(lambda s, a, b: {"kind": "control", "side": s, **a, **b}, SIDES, AREA, BOUNDS),
    st.builds(lambda w, a, b, c: {"kind": "units", "counted": c, **w, **a, **b}, WHO, AREA, BOUNDS, COUNTED),
    st.builds(lambda w, b, c: {"kind": "lost", "counted": c, **w, **b}, WHO, BOUNDS, COUNTED),
    st.builds(lambda b: {"kind": "turn", **b}, BOUNDS),
)
leaves = st.one_of(
    counts,
    st.builds(lambda one, other: {**one, "minus": other}, counts, counts),
    st.builds(
        lambda s, z: {"kind": "path", "side": s, "start": ("0203",), "goal": ("0904",), "zoc": z},
        SIDES, st.booleans(),
    ),
)  # fmt: skip
trees = st.recursive(
    leaves,
    lambda inner: st.builds(
        lambda kind, least, of: {"kind": kind, "least": least, "of": tuple(of)},
        st.sampled_from(("all", "any", "not", "some")), st.integers(1, 3),
        st.lists(inner, min_size=1, max_size=4),
    ),
    max_leaves=8,
)  # fmt: skip


@cache
def game() -> Game:
    return a_game(a_module())


def block_of(tree: Plain) -> Block:
    found = condition(tree).holds
    assert found is not None
    return found


@given(st.lists(trees, min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_groups_agree_with_what_they_join(parts: list[Plain]) -> None:
    judge = referee_of(game()).judge(game().state)
    held = [judge.holds(block_of(part)) for part in parts]

    def group(kind: str, least: int = 2) -> bool:
        return judge.holds(block_of({"kind": kind, "least": least, "of": tuple(parts)}))

    assert group("all") == all(held)
    assert group("any") == any(held)
    assert group("not") == (not any(held))
    for least in (1, 2, 3):
        assert group("some", least) == (sum(held) >= least)


@given(trees)
@settings(max_examples=80, deadline=None)
def test_every_tree_has_words_and_an_answer(tree: Plain) -> None:
    block, state = block_of(tree), game().state
    referee, before = referee_of(game()), state_hash(state)
    words = Words(game().rules.module)
    for part in blocks_in(block):
        clause = words.clause(part)
        assert clause == clause.strip()
        assert "None" not in clause
        assert "{" not in clause
    judged = referee.judge(state).judged(block)
    assert judged.met is not None
    assert judged.value
    hidden = referee.judge(state, unseen=frozenset(state.pieces)).judged(block)
    assert hidden.met in (None, judged.met)  # what is told at all is true
    assert state_hash(state) == before


@given(st.lists(trees, min_size=1, max_size=3), st.booleans())
@settings(max_examples=25, deadline=None)
def test_files_give_back_what_was_written(
    tmp_path_factory: pytest.TempPathFactory, holds: list[Plain], sudden: bool
) -> None:
    module = a_module(*(condition(tree, sudden=sudden, tested="phase", level="Major") for tree in holds))
    assert not check(module).errors
    folder = tmp_path_factory.mktemp("written")
    save_module(module, folder)
    again = load_module(folder)
    assert again.scenarios[0].versions == module.scenarios[0].versions
    assert module_files(again) == module_files(module)
