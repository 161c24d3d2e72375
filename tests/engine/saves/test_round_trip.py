"""Saving and opening: the same game comes back, with history, undo, remarks, table dice and positions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codec import state_hash
from engine.errors import UndoBlocked
from engine.game import Game, new_game
from engine.play.action import EndPhase
from engine.saves import (
    Bookmark,
    Note,
    Remarks,
    SaveFault,
    Stamp,
    read_save,
    resimulate,
    restore,
    resume,
    rules_for,
    save_text,
    write_save,
)
from engine.saves.reading import parse
from engine.state.model import State
from tests.engine.saves.samples import a_long_game, play_at_random
from tests.engine.toy import Answer, Attack, ToyRules, toy
from tests.fixtures.free_module import a_free_module


def through_text(game: Game) -> Game:
    return restore(parse(save_text(game), "x.hexsave"), ToyRules()).game


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**62), actions=st.integers(0, 60))
def test_a_saved_game_comes_back_whole(seed: int, actions: int) -> None:
    game = play_at_random(Game(ToyRules(), seed), actions, seed)
    back = through_text(game)
    assert back.hash() == game.hash()
    assert back.count == game.count
    assert [turn.action for turn in back.turns] == [turn.action for turn in game.turns]
    assert list(back.events()) == list(game.events())
    assert list(back.draws()) == list(game.draws())


def test_saving_is_stable() -> None:
    game = a_long_game()
    once = save_text(game)
    assert save_text(through_text(game)) == once


def test_a_file_is_readable_lines_of_json(tmp_path: Path) -> None:
    path = tmp_path / "a game.hexsave"
    write_save(path, a_long_game(), stamp=Stamp(program="0.1", title="Züge", written="2026-11-30"))
    lines = path.read_text(encoding="utf-8").splitlines()
    assert all(line.startswith("{") and line.endswith("}") for line in lines)
    assert '"title":"Züge"' in lines[0]
    assert '"kind":"attack"' in lines[1]
    assert lines[-1].startswith('{"line":"end","actions":130')


def test_snapshots_stand_at_every_fiftieth_action() -> None:
    save = parse(save_text(a_long_game(actions=150)), "x")
    assert [snapshot.n for snapshot in save.snapshots] == [50, 100, 150]


def test_undo_and_redo_work_after_opening() -> None:
    game = Game(ToyRules(), 5)
    game.apply(EndPhase())
    game = play_at_random(game, 3)
    back = through_text(game)
    while back.turns and not back.turns[-1].transition.barrier:
        back.undo()
    assert back.turns
    with pytest.raises(UndoBlocked, match="cannot be taken back"):
        back.undo()
    back.undo(free=True)
    while back.can_redo:
        back.redo()
    assert back.hash() == game.hash()


def test_table_dice_are_taken_from_the_record() -> None:
    game = Game(ToyRules(), 1)
    game.queue_table_dice((1, 6))
    game.apply(Attack(piece="a1"))
    game.apply(Answer(counter=True))
    assert toy(game.state).wins == {"allied": 1}
    assert [turn.table for turn in game.turns] == [((1,), ()), ((6,), ())]
    back = through_text(game)
    assert toy(back.state).wins == {"allied": 1}
    assert back.hash() == game.hash()


def test_waiting_table_dice_are_not_saved() -> None:
    game = Game(ToyRules(), 1)
    game.queue_table_dice((3,))
    back = through_text(game)
    assert back.state.chance.dice == ()
    assert back.hash() == game.hash()


def test_table_dice_left_over_do_not_disturb_later_actions() -> None:
    game = Game(ToyRules(), 1)
    game.queue_table_dice((5, 2, 2, 4))
    game.apply(Attack(piece="a1"))
    game.apply(Attack(piece="a2"))
    assert through_text(game).hash() == game.hash()


def test_a_game_from_a_position_is_saved_with_it() -> None:
    first = play_at_random(Game(ToyRules(), 4), 7)
    game = Game(ToyRules(), 4)
    game.resume_at(first.transition.state)
    play_at_random(game, 5, 9)
    back = through_text(game)
    assert back.hash() == game.hash()
    assert back.started_from_position


def test_remarks_and_free_undo_come_back() -> None:
    game = a_long_game(actions=3)
    game.free_undo = True
    note = Note(text="watch the flank", side="axis", place="X1")
    remarks = Remarks(notes=(note,), bookmarks=(Bookmark(n=2, text="duel"),))
    restored = restore(parse(save_text(game, remarks), "x"), ToyRules())
    assert restored.remarks == remarks
    assert restored.game.free_undo
    assert restored.notices == ()


def test_resume_goes_on_from_the_last_snapshot() -> None:
    game = a_long_game(actions=130)
    save = parse(save_text(game), "x")
    restored = resume(save, ToyRules())
    assert restored.game.hash() == save.snapshots[-1].hash
    assert "100 of 130" in restored.notices[-1]
    earlier = resume(save, ToyRules(), at=60)
    assert earlier.game.hash() == save.snapshots[0].hash
    assert earlier.game.hash() == state_hash(game.turns[49].transition.state)
    with pytest.raises(SaveFault, match="no snapshot"):
        resume(save, ToyRules(), at=10)


def test_resimulation_reports_the_first_divergence() -> None:
    class OtherRules(ToyRules):
        version = "2"

        def setup(self, seed: int) -> State:
            return super().setup(seed + 1)

    game = a_long_game(actions=60)
    reached, divergence = resimulate(parse(save_text(game), "old.hexsave"), OtherRules())
    assert divergence is not None
    assert reached.count == divergence.number - 1
    assert divergence.line == divergence.number + 1
    assert "chance gave" in divergence.text
    assert divergence.possible


def test_opening_a_save_of_other_rules_says_so() -> None:
    class NewerRules(ToyRules):
        version = "2"

    restored = restore(parse(save_text(a_long_game(actions=4)), "x"), NewerRules())
    assert restored.notices == ("saved with rules toy 1, now toy 2",)


def test_read_save_reads_what_write_save_wrote(tmp_path: Path) -> None:
    path = tmp_path / "g.hexsave"
    game = a_long_game(actions=55)
    write_save(path, game)
    assert restore(read_save(path), ToyRules()).game.hash() == game.hash()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["g.hexsave"]


def test_a_game_played_freely_is_opened_freely() -> None:
    free = a_free_module()
    ruled = free.model_copy(update={"ruleset": "toy"})
    game = new_game(free, "meeting", 3)
    save = parse(save_text(game), "x")
    assert rules_for(save, ruled).ruleset == "free-play"
    assert restore(save, rules_for(save, ruled)).game.hash() == game.hash()
