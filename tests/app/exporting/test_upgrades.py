"""Upgrades on paper: pairs with an arrow and a box to tick, the new counters kept ready, the CSV table."""

from __future__ import annotations

import csv
import io

from app.exporting.data_files import schedule_table
from app.exporting.kinds import Wishes, make_plan, print_source
from app.exporting.plan import CounterMark, Frame
from app.exporting.schedule_sheet import EDGE, MOST_COUNTERS, due_entries
from app.exporting.setup_content import coming
from app.exporting.source import PrintSource
from engine.definition.module import ModuleDef
from engine.editing.pieces import duplicate_pieces
from engine.editing.schedule import add_entry
from engine.game import Game, new_game
from engine.rules.freeplay_actions import SetTurn, Upgrade
from tests.engine.editing.test_upgrades import NEW, OLD, OTHER, upgrading

RECON = "2-red-recon"


def game_of(module: ModuleDef) -> Game:
    return new_game(module, "meeting", 1, {})


def source_of(module: ModuleDef) -> PrintSource:
    return print_source(game_of(module), module.id)


def pairs() -> ModuleDef:
    return upgrading(pieces=(OLD, RECON), into={OLD: NEW, RECON: OTHER}, lost={NEW: 1}, rule="9.4")


def test_old_and_new_stand_side_by_side_with_an_arrow() -> None:
    plan = make_plan(source_of(pairs()), Wishes(kind="schedule"))
    (block,) = [p.block for page in plan.pages for p in page.blocks if p.block.name == "turn 2"]
    marks = {mark.piece: mark for mark in block.marks if isinstance(mark, CounterMark)}
    assert list(marks) == [OLD, NEW, RECON, OTHER]
    for old, new in ((OLD, NEW), (RECON, OTHER)):
        assert marks[old].y == marks[new].y
        assert marks[old].x + EDGE < marks[new].x
    assert any(isinstance(mark, Frame) and mark.width < 3 for mark in block.marks)
    text = " ".join(plan.text().replace("\u00a0", " ").split())
    assert "Upgrade 9.4" in text
    assert "1 Red Inf 3-5-7 → 2 Red Inf" in text


def test_where_one_arrives_who_has_no_place_to_take() -> None:
    (due,) = due_entries(source_of(upgrading(otherwise="arrive", at="1004")), 2, "allied")
    assert due.lead == "Upgrade; if not in play, arrive at 1004 Easton"
    assert [entry.piece for entry in due.becomes] == [NEW]


def test_an_upgrade_done_is_ticked() -> None:
    game = game_of(upgrading())
    game.apply(SetTurn(number=2), "allied")
    (before,) = due_entries(print_source(game, "meeting"), 2, "allied")
    game.apply(Upgrade(piece=OLD), "allied")
    (after,) = due_entries(print_source(game, "meeting"), 2, "allied")
    assert (before.done, after.done) == (False, True)


def test_new_counters_are_kept_ready_and_printed() -> None:
    source = source_of(upgrading())
    assert coming(source, "allied") == [NEW]
    assert "They come later" in make_plan(source, Wishes(kind="setup")).text()
    drawn = {mark.piece for mark in make_plan(source, Wishes(kind="counters")).counters()}
    assert {OLD, NEW} <= drawn


def test_large_upgrades_are_divided_without_parting_pairs() -> None:
    names = [f"{n}-red-inf" for n in range(4, 4 + 2 * MOST_COUNTERS)]
    module = duplicate_pieces(upgrading(), [OTHER], len(names))
    half = len(names) // 2
    into = dict(zip(names[:half], names[half:], strict=True))
    values = {"turn": 4, "side": "allied", "action": "upgrade", "pieces": tuple(into), "into": into}
    found = list(due_entries(source_of(add_entry(module, values)), 4, "allied"))
    assert [len(due.counters) for due in found] == [MOST_COUNTERS // 2, MOST_COUNTERS // 2]
    assert [
        (a.piece, b.piece) for due in found for a, b in zip(due.counters, due.becomes, strict=True)
    ] == list(into.items())


def test_the_table_says_what_each_becomes() -> None:
    rows = list(csv.DictReader(io.StringIO(schedule_table(source_of(pairs())))))
    assert [(row["id"], row["becomes"]) for row in rows if row["action"] == "upgrade"] == [
        (OLD, NEW),
        (RECON, OTHER),
    ]
    assert all(row["becomes"] == "" for row in rows if row["action"] != "upgrade")
