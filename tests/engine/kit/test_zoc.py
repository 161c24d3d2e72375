"""Zones of control and the memory of what follows from one side's pieces."""

from __future__ import annotations

from engine.kit.zoc import SideMemo, compile_reach, zone_of
from engine.state.model import Piece

LINE = [(-1, 1), (0, 2), (1, 3), (2, -1)]


def test_zoc_reaches_neighbors_but_not_across_what_it_does_not_cross() -> None:
    reach = compile_reach(LINE, lambda i, j: {i, j} != {2, 3})
    assert reach == ((1,), (0, 2), (1,), ())
    assert zone_of([1], reach) == {0: 1, 2: 1}


def test_zone_counts_sources_once_for_each_place() -> None:
    reach = compile_reach(LINE, lambda i, j: True)
    assert zone_of([0, 2, 2], reach) == {1: 2, 3: 1}


def test_side_memo_forgets_only_when_its_own_pieces_change() -> None:
    made: list[str] = []
    memo: SideMemo[int] = SideMemo(["a", "b"])
    pieces = {"a": Piece(owner="x", at="1"), "b": Piece(owner="x"), "z": Piece(owner="y")}

    def make(key: str) -> int:
        made.append(key)
        return len(made)

    def ask(key: str) -> int:
        return memo.get(key, pieces, lambda: make(key))

    assert ask("k") == 1
    pieces = {**pieces, "z": Piece(owner="y", at="2")}
    assert ask("k") == 1
    assert ask("other") == 2
    pieces = {**pieces, "a": Piece(owner="x", at="3")}
    assert ask("k") == 3
    assert made == ["k", "other", "k"]


def test_side_memo_knows_missing_pieces() -> None:
    memo: SideMemo[str] = SideMemo(["a"])
    assert memo.get(0, {}, lambda: "none") == "none"
    assert memo.get(0, {"a": Piece(owner="x")}, lambda: "one") == "one"
    assert memo.get(0, {}, lambda: "again") == "none"
