"""The session: one way to change a game, one signal out, viewers, looking back, thinking, journal."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from pytestqt.qtbot import QtBot

from app.player.lookers_seat import ALL
from app.player.session import Session
from app.player.sitting import Change, Sitting, Step
from engine.bots import RandomBot
from engine.game import new_game
from engine.play.action import EndPhase
from engine.rules.freeplay_actions import DeclareOver, DrawCard, Place, Roll
from engine.saves import Journal, Note, Remarks, read_journal
from tests.fixtures.free_module import a_free_module

FOOT = "1-blue-inf"


@pytest.fixture
def session(qapp: object) -> Iterator[Session]:
    made = Session(new_game(a_free_module(), "meeting", seed=5))
    yield made
    made.close()


def test_submit_tells_once_what_was_before_and_after(session: Session, qtbot: QtBot) -> None:
    before = session.state
    with qtbot.waitSignal(session.changed) as caught:
        assert session.submit(Place(pieces=(FOOT,), at="0505"))
    change: Change = caught.args[0]
    assert change.step is Step.ACTION
    assert change.before is before
    assert change.after is session.state
    assert change.transition is not None
    assert session.projection.pieces[FOOT].at == "0505"
    assert session.is_unsaved


def test_refusal_is_told_logged_and_changes_nothing(session: Session, qtbot: QtBot) -> None:
    before = session.state
    with qtbot.waitSignal(session.refused) as caught, qtbot.assertNotEmitted(session.changed):
        assert not session.submit(Place(pieces=(FOOT,), at="9999"))
    assert "9999" in caught.args[0].text
    assert session.state is before
    entry = session.chronicle.entries[-1]
    assert entry.text.startswith("Refused: ")
    assert entry.is_remark


def test_undo_redo_and_undo_to_here(session: Session) -> None:
    for place in ("0505", "0506", "0507"):
        session.submit(Place(pieces=(FOOT,), at=place))
    assert session.undo()
    assert session.state.pieces[FOOT].at == "0506"
    assert session.redo()
    assert session.state.pieces[FOOT].at == "0507"
    assert session.undo_to(1)
    assert session.state.pieces[FOOT].at == "0505"
    assert len([e for e in session.chronicle.entries if e.kind == "pieces-moved"]) == 1
    assert session.can_redo


def test_undo_stops_at_dice_and_goes_on_freely_with_a_mark(session: Session, qtbot: QtBot) -> None:
    session.submit(Place(pieces=(FOOT,), at="0505"))
    session.submit(Roll())
    session.submit(Place(pieces=(FOOT,), at="0506"))
    with qtbot.waitSignal(session.told) as caught:
        assert not session.undo_to(0)
    assert "dice were rolled" in caught.args[0]
    assert session.game.count == 2
    assert not session.can_undo
    assert session.undo(free=True)
    assert session.chronicle.entries[-1].text.startswith("Taken back beyond")


def test_earlier_moments_are_looked_at_without_touching_the_game(session: Session, qtbot: QtBot) -> None:
    session.submit(Place(pieces=(FOOT,), at="0505"))
    session.submit(Place(pieces=(FOOT,), at="0506"))
    session.look_at(1)
    assert session.state.pieces[FOOT].at == "0505"
    assert session.decision is None
    with qtbot.waitSignal(session.told):
        assert not session.submit(EndPhase())
    assert session.game.count == 2
    session.look_at(None)
    assert session.decision is not None


def test_branch_is_equal_up_to_an_action(session: Session) -> None:
    session.queue_table_dice((6,))
    session.submit(Roll())
    session.submit(Roll(dice=2))
    session.submit(Place(pieces=(FOOT,), at="0505"))
    branch = session.branch(2)
    assert branch.count == 2
    assert branch.turns[0].transition.events[0].dice == (6,)
    assert [t.transition.draws for t in branch.turns] == [t.transition.draws for t in session.game.turns[:2]]
    assert branch.state.pieces[FOOT].at == "0203"


def test_viewer_follows_the_decision_and_solo_sees_all(session: Session) -> None:
    assert session.viewer == "axis"
    session.set_solo(solo=True)
    assert session.viewer == ALL
    assert session.acting == "axis"
    session.set_solo(solo=False)
    session.set_viewer("allied")
    assert session.acting == "allied"


def test_log_hides_what_the_viewer_may_not_read(session: Session) -> None:
    session.submit(DrawCard(deck="events"))
    entry = session.chronicle.entries[-1]
    theirs, ours = entry.seen_by("allied"), entry.seen_by("axis")
    assert theirs is not None
    assert ours is not None
    assert "Event" in ours.text
    assert theirs.text == "A card was drawn from Events."


def test_end_of_game_leaves_no_decision(session: Session) -> None:
    session.submit(DeclareOver(winner="axis"))
    assert session.decision is None
    assert session.acting == ""
    assert not session.submit(EndPhase())


def test_computer_player_plays_its_side(session: Session, qtbot: QtBot) -> None:
    session.sitting.players["allied"] = RandomBot(Random(1))
    with qtbot.waitSignal(session.changed):
        assert session.let_play()
    assert session.game.turns[0].side == "allied"


def test_hint_is_told_and_not_played_and_stale_ones_are_dropped(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.advised) as caught:
        session.ask_hint(RandomBot(Random(1)))
    assert session.check(caught.args[0]) is None
    assert session.game.count == 0
    with qtbot.assertNotEmitted(session.advised, wait=100):
        session.ask_hint(RandomBot(Random(1)))
        session.submit(Place(pieces=(FOOT,), at="0505"))
    assert not session.is_busy


def test_failing_player_is_reported(session: Session, qtbot: QtBot) -> None:
    class Broken:
        def choose(self, *_: object) -> EndPhase:
            raise RuntimeError("out of ideas")

    with qtbot.waitSignal(session.told) as caught:
        session.ask_hint(Broken())
    assert "out of ideas" in caught.args[0]


def test_journal_follows_actions_undo_and_remarks(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    session.journal = Journal(path, session.game)
    session.submit(Place(pieces=(FOOT,), at="0505"))
    session.submit(Place(pieces=(FOOT,), at="0506"))
    session.undo()
    session.set_remarks(Remarks(notes=(Note(text="Hold this.", place="0505"),)))
    found = read_journal(path)
    assert len(found.actions) == 1
    assert found.remarks.notes[0].text == "Hold this."
    session.close(keep_journal=False)
    assert not path.exists()


def test_solo_sitting_starts_with_everything_open(qapp: object) -> None:
    session = Session(new_game(a_free_module(), "meeting", seed=5), Sitting(solo=True))
    assert session.viewer == ALL
    assert session.place_title("reserve") == "Reserve"
    assert session.place_title("1004") == "1004 Easton"
    assert session.phase_title("axis.combat") == "Combat"
    session.close()
