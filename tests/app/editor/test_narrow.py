"""The editor in narrow windows and with large text: tabs, messages and the least size."""

import pytest
from PySide6.QtWidgets import QPushButton

from app.messages import Message, Tone
from app.theme.current import ThemeChoice, theme
from app.widgets.floating import SHADOW_ROOM
from tests.app.editor.conftest import Designer

WORDS = (
    "Another program changed terrain.yaml and 4 more files since this module was opened or saved here. " * 2
)


def widen(designer: Designer, width: int) -> None:
    designer.window.resize(width, 760)
    designer.settle()


@pytest.mark.parametrize("page", [0, 1])
def test_no_tab_is_out_of_sight(designer: Designer, page: int) -> None:
    bottom = designer.window.bottom
    bottom.show_page(page)
    tools = (designer.window.schedule.bar, designer.window.order.bar)[page]
    for width in (1000, 1900):
        widen(designer, width)
        assert bottom.bar.tabs.width() >= bottom.bar.tabs.sizeHint().width()
        assert tools.isVisible()
        assert tools.width() >= tools.minimumSizeHint().width()
        assert (tools.parentWidget() is bottom.strip) == bottom.strip.isVisible()
    assert not bottom.strip.isVisible()
    bottom.show_page(2)
    assert not tools.isVisible()


def test_a_message_with_two_buttons_keeps_room_for_its_words(designer: Designer) -> None:
    bar = designer.window.messages
    bar.show_message(
        Message(text=WORDS, tone=Tone.CARE, button="Take those files", second_button="Keep mine")
    )
    for width in (1000, 1900):
        widen(designer, width)
        first, second = (b for b in bar.findChildren(QPushButton) if b.isVisible())
        assert first.geometry().right() < second.geometry().left()
        assert bar.height() - 2 * SHADOW_ROOM < 130, "no tower of words"
        assert bar._text.width() > 300
    bar.clear()


def test_each_button_does_its_own(designer: Designer) -> None:
    done: list[str] = []
    bar = designer.window.messages
    message = Message(
        text="Which?",
        tone=Tone.CARE,
        button="One",
        action=lambda: done.append("one"),
        second_button="Other",
        second_action=lambda: done.append("other"),
    )
    for words in ("One", "Other"):
        bar.show_message(message)
        designer.press(next(b for b in bar.findChildren(QPushButton) if b.text() == words))
    assert done == ["one", "other"]
    assert bar.current is None


def test_large_text_never_needs_more_than_the_screen(designer: Designer) -> None:
    room = designer.window.screen().availableSize()
    theme().apply(ThemeChoice.LIGHT, 2.0)
    try:
        designer.settle()
        assert designer.window.minimumWidth() <= room.width()
        assert designer.window.minimumHeight() <= room.height()
    finally:
        theme().apply(ThemeChoice.LIGHT, 1.0)
        designer.settle()


def test_large_text_in_a_narrow_window_keeps_every_menu_and_whole_messages(designer: Designer) -> None:
    window = designer.window
    theme().apply(ThemeChoice.LIGHT, 1.5)
    try:
        widen(designer, 1000)
        menus = window.menus
        shown = [menus.actionGeometry(action) for action in menus.actions()]
        assert all(menus.rect().contains(place) and place.width() > 10 for place in shown)
        assert menus.geometry().right() <= window.title_label.geometry().left()
        window.messages.show_message(
            Message(text=WORDS, tone=Tone.CARE, button="Take those files", second_button="Keep mine")
        )
        designer.settle()
        room = SHADOW_ROOM
        assert window.rect().contains(window.messages.geometry().adjusted(room, room, -room, -room))
        assert window.messages._text.width() > 300
        for button in window.messages.findChildren(QPushButton):
            assert button.width() >= button.sizeHint().width()
    finally:
        window.messages.clear()
        theme().apply(ThemeChoice.LIGHT, 1.0)
        designer.settle()


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_the_bar_of_the_set_up_cuts_no_words(designer: Designer, scale: float) -> None:
    window, panel = designer.window, designer.window.order
    before = theme().scale
    theme().apply(ThemeChoice.LIGHT, scale)
    try:
        window.show_below(1)
        for width in (1100, 1440, 2300):
            widen(designer, width)
            for button in panel.buttons.values():
                assert button.width() >= button.sizeHint().width(), (width, button.accessibleName())
                assert button.toolTip()
            assert panel.side.width() >= panel.side.sizeHint().width() - 8
        assert panel.buttons["form"].text() == "Placement…"
        if scale > 1:
            widen(designer, 1100)
            assert {button.text() for button in panel.buttons.values()} == {""}
    finally:
        theme().apply(ThemeChoice.LIGHT, before)


def test_panels_are_as_wide_as_before_when_the_window_has_room_again(designer: Designer) -> None:
    window = designer.window
    docks = [window.palette_dock, window.inspector_dock]
    widen(designer, 1900)
    before = [dock.width() for dock in docks]
    widen(designer, 1000)
    assert [dock.width() for dock in docks] < before
    widen(designer, 1900)
    assert [dock.width() for dock in docks] == before


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_panels_fit_into_windows_with_large_text(designer: Designer, scale: float) -> None:
    window = designer.window
    designer.click("0303")
    theme().apply(ThemeChoice.LIGHT, scale)
    try:
        for width in {1.0: (1024, 1440), 1.5: (1100, 1440), 2.0: (1440,)}[scale]:
            widen(designer, width)
            assert window.inspector_dock.geometry().right() < window.width()
            for panel in (window.hex_panel, window.inspector.area):
                inner = panel.widget()
                assert inner is not None
                assert inner.minimumSizeHint().width() <= panel.viewport().width(), width
            box = window.hex_panel.sides
            assert all(box.rect().contains(words.geometry()) for words in box.words)
            assert box.mapTo(window, box.rect().topRight()).x() < window.width()
    finally:
        theme().apply(ThemeChoice.LIGHT, 1.0)
        designer.settle()
