"""The log as entries and as text, Markdown and HTML."""

from app.player.chronicle import Chronicle, LogTitles, as_html, as_markdown, as_text
from engine.errors import Refusal
from engine.game import Game, new_game
from engine.play.action import EndPhase
from engine.rules.freeplay_actions import Place, Roll
from tests.fixtures.free_module import a_free_module

FOOT = "1-blue-inf"


def a_game() -> Game:
    game = new_game(a_free_module(), "meeting", seed=3)
    game.apply(Place(pieces=(FOOT,), at="0505"), "axis")
    game.apply(EndPhase(), "axis")
    game.apply(Roll(dice=2, reason="Attack <now>"), "allied")
    return game


def titles() -> LogTitles:
    return LogTitles(
        game="Meeting",
        turn=lambda number: f"Turn {number}",
        phase=lambda phase: phase.rpartition(".")[2],
        side=lambda side: {"axis": "Blue", "allied": "Red"}.get(side, ""),
    )


def test_entries_know_action_turn_and_phase() -> None:
    chronicle = Chronicle(a_game(), clock=lambda: "12:00")
    moved, ended, rolled = chronicle.entries
    assert (moved.number, moved.turn, moved.phase, moved.side) == (1, 1, "axis.movement", "axis")
    assert (ended.number, rolled.number) == (2, 3)
    assert rolled.phase == "axis.combat"
    assert len(rolled.dice) == 2


def test_times_are_those_of_the_save_then_of_the_clock() -> None:
    game = a_game()
    known = ("2026-01-01T09:58+02:00", "nonsense")
    chronicle = Chronicle(game, clock=lambda: "2026-01-02T12:00+02:00", times=known)
    assert [entry.time for entry in chronicle.entries] == ["09:58", "", ""]
    assert chronicle.times == (*known, "")
    game.undo(free=True)
    chronicle.follow(game)
    game.redo()
    chronicle.follow(game)
    assert chronicle.entries[-1].time == "12:00"
    assert chronicle.times == (*known, "2026-01-02T12:00+02:00")
    assert Chronicle(game, times=chronicle.times).entries == chronicle.entries


def test_undo_shortens_and_redo_lengthens_the_log() -> None:
    game = a_game()
    chronicle = Chronicle(game)
    game.undo(free=True)
    chronicle.follow(game)
    assert len(chronicle) == 2
    game.redo()
    chronicle.follow(game)
    assert len(chronicle) == 3


def test_remarks_of_the_sitting_stay_and_are_not_exported() -> None:
    game = a_game()
    chronicle = Chronicle(game, clock=lambda: "12:00")
    chronicle.refuse(Refusal("too far", rule="2.1"), "axis")
    chronicle.notice("Saved.")
    game.undo(free=True)
    chronicle.follow(game)
    texts = [entry.text for entry in chronicle.entries]
    assert "Refused: too far" in texts
    assert "Saved." in texts
    assert "too far" not in as_text(chronicle.entries, titles())


def test_exports_hold_the_same_facts_and_escape_what_they_must() -> None:
    entries = Chronicle(a_game()).entries
    text, markdown, page = (make(entries, titles()) for make in (as_text, as_markdown, as_html))
    for form in (text, markdown, page):
        assert "0203 Westhaven → 0505" in form
        assert "Turn 1: movement" in form
    assert "Attack <now>" in text
    assert "Attack \\<now\\>" in markdown
    assert "Attack &lt;now&gt;" in page
    assert "<now>" not in page
