"""The message bar."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app import messages
from app.messages import Message, MessageBar, Tone
from tests.fixtures.hands import click, press


def a_bar(qtbot: QtBot) -> MessageBar:
    bar = MessageBar()
    qtbot.addWidget(bar)
    return bar


def test_faults_stay_until_closed_and_wait_in_order(qtbot: QtBot) -> None:
    bar = a_bar(qtbot)
    assert bar.isHidden()
    bar.tell("first", Tone.BAD)
    bar.tell("second", Tone.CARE)
    bar.tell("second", Tone.CARE)
    assert bar.isVisible()
    assert bar.current is not None
    assert bar.current.text == "first"
    press(bar, Qt.Key.Key_Escape)
    assert bar.current.text == "second"
    bar.dismiss()
    bar.dismiss()
    assert bar.isHidden()
    assert bar.current is None


def test_of_several_messages_on_a_topic_the_latest_counts(qtbot: QtBot) -> None:
    bar = a_bar(qtbot)
    for number in range(3):
        bar.show_message(Message(text=f"refused {number}", tone=Tone.CARE, topic="refused"))
    assert bar.current is not None
    assert bar.current.text == "refused 2"
    bar.tell("a fault", Tone.BAD)
    bar.dismiss()
    assert bar.current.text == "a fault"
    for number in range(3):
        bar.show_message(Message(text=f"again {number}", tone=Tone.CARE, topic="refused"))
    assert bar.current.text == "a fault"
    bar.dismiss()
    assert bar.current.text == "again 2"
    bar.dismiss()
    assert bar.current is None


def test_good_news_goes_by_itself(qtbot: QtBot, monkeypatch: object) -> None:
    bar = a_bar(qtbot)
    messages_ms = messages.NOTE_MS
    assert messages_ms >= 3000
    bar.tell("saved")
    assert bar.isVisible()
    bar.tell("saved again")
    assert bar.current is not None
    assert bar.current.text == "saved again"
    bar._timer.setInterval(0)
    qtbot.waitUntil(bar.isHidden)


def test_a_message_may_offer_a_way_out(qtbot: QtBot) -> None:
    bar = a_bar(qtbot)
    done: list[str] = []
    bar.show_message(
        Message(text="disk full", tone=Tone.BAD, button="Save as…", action=lambda: done.append("x"))
    )
    button = bar.findChild(QPushButton)
    assert isinstance(button, QPushButton)
    click(button)
    assert done == ["x"]
    assert bar.isHidden()
