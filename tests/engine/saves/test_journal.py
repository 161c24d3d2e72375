"""The journal: follows a game through undo and redo, and survives being killed at any instant."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.game import Game
from engine.saves import (
    Journal,
    Note,
    Remarks,
    SaveFault,
    Stamp,
    read_journal,
    read_save,
    restore,
    save_text,
)
from engine.saves import journal as journal_module
from engine.saves.reading import decode_line
from tests.engine.saves import killed_player
from tests.engine.saves.samples import a_long_game, play_at_random
from tests.engine.toy import Attack, ToyRules
from tests.fixtures.processes import ROOT, environment


def recovered(path: Path) -> Game:
    return restore(read_journal(path), ToyRules()).game


def test_a_journal_follows_actions_undo_redo_and_branches(tmp_path: Path) -> None:
    path = tmp_path / "g.hexjournal"
    game = Game(ToyRules(), 3)
    journal = Journal(path, game)
    chooser = random.Random(3)
    for step in range(200):
        if chooser.random() < 0.25 and game.count:
            for _ in range(chooser.randint(1, min(4, game.count))):
                game.undo(free=True)
        elif chooser.random() < 0.3 and game.can_redo:
            game.redo()
        else:
            play_at_random(game, chooser.randint(1, 3), step)
        journal.follow(game)
        if step % 10 == 0:
            assert recovered(path).hash() == game.hash()
            assert recovered(path).count == game.count
    journal.close()
    assert recovered(path).hash() == game.hash()


def test_looking_again_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "g"
    game = a_long_game(actions=7)
    journal = Journal(path, game)
    size = path.stat().st_size
    journal.follow(game)
    assert path.stat().st_size == size
    journal.close()


def test_a_journal_of_a_game_in_progress_holds_all_of_it(tmp_path: Path) -> None:
    game = a_long_game(actions=60)
    journal = Journal(tmp_path / "g", game, Remarks(notes=(Note(text="hello"),)))
    journal.remark(Remarks(notes=(Note(text="hello again"),)))
    journal.close()
    save = read_journal(tmp_path / "g")
    assert [kept.n for kept in save.snapshots] == [50, 60], "the last one is where it was closed"
    assert save.remarks.notes[0].text == "hello again"
    assert restore(save, ToyRules()).game.hash() == game.hash()


def test_every_torn_end_is_forgiven(tmp_path: Path) -> None:
    path = tmp_path / "g"
    game = a_long_game(actions=5)
    journal = Journal(path, game)
    whole = path.read_bytes()
    journal.close()
    before_last = whole[:-1].rfind(b"\n") + 1
    for size in range(before_last + 1, len(whole)):
        path.write_bytes(whole[:size])
        restored = restore(read_journal(path), ToyRules())
        assert restored.game.count == 4
        assert restored.notices == ("an unfinished action at the end was dropped",)


def test_damage_in_the_middle_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "g"
    Journal(path, a_long_game(actions=5)).close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"\x00" * 50 + b"\n", *lines[3:]]))
    with pytest.raises(SaveFault) as caught:
        read_journal(path)
    assert caught.value.line == 3


def test_a_closed_journal_can_be_thrown_away(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "g", a_long_game(actions=5))
    journal.close(keep=False)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_tears_no_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g"
    game = Game(ToyRules(), 1)
    journal = Journal(path, game)
    game.apply(Attack(piece="a1"))

    def half(stream: object, data: bytes) -> None:
        os.write(journal._stream.fileno(), data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(journal_module, "write_all", half)
        with pytest.raises(SaveFault, match="no space left"):
            journal.follow(game)
    assert recovered(path).count == 0
    journal.follow(game)
    assert recovered(path).hash() == game.hash()
    journal.close()


def test_two_programs_cannot_share_a_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "g", a_long_game(actions=1))
    with pytest.raises(SaveFault, match="in use"):
        Journal(tmp_path / "g", a_long_game(actions=1))
    journal.close()


def kill_one(folder: Path, seed: int, moment: int) -> int:
    """Start a player, kill it when so much was heard of it, and see that its journal goes on where it was.

    The player does not wait to be heard, so the kill falls anywhere in its work.
    """
    path = folder / f"{seed}.hexjournal"
    command = [sys.executable, "-m", killed_player.__name__, str(path), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment(), cwd=ROOT) as player:
        assert player.stdout is not None
        told = [player.stdout.readline().split() for _ in range(moment)]
        player.send_signal(signal.SIGKILL)
        told += [line.split() for line in player.stdout.read().splitlines()]
    game = recovered(path)
    allowed = [(count, name) for count, name, word in told if word == "done"][-1:]
    allowed += [(count, name) for count, name, word in told[-1:] if word == "next"]
    assert (str(game.count), game.hash()) in allowed
    return game.count


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_killed_at_random_moments(tmp_path: Path) -> None:
    moments = random.Random(1)
    reached = [kill_one(tmp_path, seed, moments.randint(1, 80)) for seed in range(12)]
    assert max(reached) > 15


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_killed_at_two_hundred_random_moments(tmp_path: Path) -> None:
    moments = random.Random(2)
    reached = [kill_one(tmp_path, seed, moments.randint(1, 400)) for seed in range(200)]
    assert max(reached) > 90


def test_times_are_kept_with_their_actions_through_undo_and_redo(tmp_path: Path) -> None:
    path = tmp_path / "g.hexjournal"
    game = a_long_game(actions=3)
    times = ["2026-01-01T10:00", "", "2026-01-01T10:02"]
    journal = Journal(path, game, stamp=Stamp(times=tuple(times)))
    play_at_random(game, 2, 1)
    journal.follow(game, (*times, "2026-01-01T10:03", "2026-01-01T10:04"))
    game.undo(free=True)
    journal.follow(game, (*times, "2026-01-01T10:03"))
    play_at_random(game, 1, 2)
    journal.follow(game, (*times, "2026-01-01T10:03", "2026-01-01T10:09"))
    journal.close()
    restored = restore(read_journal(path), ToyRules())
    assert restored.times == (*times, "2026-01-01T10:03", "2026-01-01T10:09")
    assert restored.game.hash() == game.hash()


def test_times_mean_nothing(tmp_path: Path) -> None:
    game = a_long_game(actions=60)
    plain, timed = save_text(game), save_text(game, stamp=Stamp(times=("2026-01-01T10:00",) * 60))
    assert plain != timed
    assert b"10:00" not in plain
    for text in (plain, timed):
        path = tmp_path / "g.hexsave"
        path.write_bytes(text)
        assert restore(read_save(path), ToyRules()).game.hash() == game.hash()
    line = next(line for line in timed.splitlines() if b"10:00" in line)
    with pytest.raises(SaveFault, match="40"):
        decode_line(line.replace(b"2026-01-01T10:00", b"x" * 41), "g", 2)
