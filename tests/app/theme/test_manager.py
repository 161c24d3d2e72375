"""Themes are switched while the program runs."""

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QStyle,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.fonts import (
    CONDENSED,
    FALLBACK,
    SANS,
    SERIF,
    SceneRole,
    TextSize,
    clamp_scale,
    fitted,
    load_fonts,
    scene_font,
    text_pixels,
    window_font,
)
from app.icons import UnknownIconError, icon, icon_names, icon_pixmap
from app.theme.current import ThemeChoice, bind_icon, restyle, scaled, theme, themed_icon, tokens
from app.theme.stylesheet import stylesheet
from app.theme.tokens import CONTRAST, DARK, LIGHT, THEMES, ThemeName


@pytest.fixture(autouse=True)
def light_again(qapp: QApplication) -> Iterator[None]:
    theme().apply(ThemeChoice.LIGHT)
    yield
    theme().apply(ThemeChoice.LIGHT)


def test_there_is_one_manager() -> None:
    assert theme() is theme()


@pytest.mark.parametrize(
    ("choice", "expected"),
    [(ThemeChoice.LIGHT, LIGHT), (ThemeChoice.DARK, DARK), (ThemeChoice.CONTRAST, CONTRAST)],
)
def test_a_choice_sets_palette_and_sheet(qapp: QApplication, choice: ThemeChoice, expected: object) -> None:
    theme().apply(choice)
    assert tokens() is expected
    window = qapp.palette().color(QPalette.ColorRole.Window).name()
    assert window == tokens().window
    assert tokens().accent in qapp.styleSheet()


def test_of_several_steps_in_a_row_only_the_last_is_put_in_force(qtbot: QtBot) -> None:
    theme().apply(ThemeChoice.LIGHT, 1.0)
    switches: list[float] = []
    listener = theme().changed.connect(lambda: switches.append(theme().scale))
    try:
        for scale in (1.1, 1.2, 1.3):
            theme().apply_soon(ThemeChoice.LIGHT, scale)
        assert theme().scale == 1.0
        qtbot.waitUntil(lambda: theme().scale == 1.3)
        assert switches == [1.3]
    finally:
        theme().changed.disconnect(listener)
        theme().apply(ThemeChoice.LIGHT, 1.0)


def test_painters_are_told_of_a_switch(qtbot: QtBot) -> None:
    with qtbot.waitSignal(theme().changed):
        theme().apply(ThemeChoice.DARK, 1.4)
    assert theme().scale == 1.4
    assert scaled(100) > 100


def test_widgets_change_colour_at_once(qtbot: QtBot) -> None:
    button = QPushButton("x")
    button.setProperty("kind", "primary")
    qtbot.addWidget(button)
    button.resize(80, 40)
    button.show()

    def middle() -> str:
        return button.grab().toImage().pixelColor(8, 20).name()

    assert middle() == LIGHT.accent
    theme().apply(ThemeChoice.CONTRAST)
    assert middle() == CONTRAST.accent


def test_text_scale_is_held_in_bounds() -> None:
    assert clamp_scale(0.1) == 0.8
    assert clamp_scale(9) == 2.0
    assert text_pixels(TextSize.BODY) == 13
    assert text_pixels(TextSize.BODY, 2.0) == 26
    assert text_pixels(TextSize.NOTE, 0.8) >= 9


@pytest.mark.parametrize("name", list(THEMES))
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.6, 2.0])
def test_the_style_sheet_is_complete(name: ThemeName, scale: float) -> None:
    sheet = stylesheet(THEMES[name], scale, "/pictures")
    assert "$" not in sheet
    assert sheet.count("{") == sheet.count("}")
    for picture in re.findall(r"url\(/pictures/([\w-]+)\.svg\)", sheet):
        assert picture in icon_names()


def test_fonts_are_the_bundled_ones(qapp: QApplication) -> None:
    families = load_fonts()
    assert {SERIF, SANS, CONDENSED} <= set(families)
    from PySide6.QtGui import QFontInfo

    assert QFontInfo(window_font(TextSize.BODY)).family() == SANS
    assert QFontInfo(scene_font(SceneRole.COUNTER, 40)).family() == CONDENSED
    assert QFontInfo(window_font(TextSize.TITLE)).family().startswith(SERIF)
    assert FALLBACK == "DejaVu Sans"


def test_text_is_made_to_fit(qapp: QApplication) -> None:
    from PySide6.QtGui import QFontMetricsF

    font = scene_font(SceneRole.COUNTER, 100)
    small = fitted(font, "12-12-12", 120)
    assert small.pixelSize() < 100
    assert QFontMetricsF(small).horizontalAdvance("12-12-12") <= 121
    assert fitted(font, "1", 500) is font


def test_every_icon_is_drawn_in_the_asked_colour(qapp: QApplication) -> None:
    assert len(icon_names()) > 60
    for name in icon_names():
        image = icon_pixmap(name, "#ff0000", 24).toImage()
        inked = [
            image.pixelColor(x, y)
            for x in range(24)
            for y in range(24)
            if image.pixelColor(x, y).alpha() > 200
        ]
        assert len(inked) > 5, name
        if name != "hexwright":
            assert all(c.red() > 200 and c.green() < 60 for c in inked), name


def test_unknown_icons_are_refused(qapp: QApplication) -> None:
    with pytest.raises(UnknownIconError):
        icon_pixmap("no-such-icon", "#000000", 16)
    with pytest.raises(UnknownIconError):
        icon("no-such-icon", "#000000")


def test_bound_icons_follow_the_theme(qtbot: QtBot) -> None:
    button = QToolButton()
    qtbot.addWidget(button)
    bind_icon(button, "menu")
    before = button.icon().pixmap(24, 24).toImage()
    theme().apply(ThemeChoice.DARK)
    assert button.icon().pixmap(24, 24).toImage() != before
    assert isinstance(themed_icon("menu"), QIcon)


def test_a_bound_button_may_go_before_the_next_switch(qapp: QApplication) -> None:
    import gc

    button = QToolButton()
    bind_icon(button, "menu")
    button.deleteLater()
    del button
    QApplication.sendPostedEvents(None, 52)
    gc.collect()
    theme().apply(ThemeChoice.DARK)


def test_restyle_changes_the_look(qtbot: QtBot) -> None:
    words = QLabel("x")
    qtbot.addWidget(words)
    restyle(words, tone="bad")
    assert words.palette().color(QPalette.ColorRole.WindowText).name() == LIGHT.bad


@pytest.mark.parametrize("kind", ["", "primary"])
def test_a_focused_button_has_a_ring_and_no_second_one_within(qtbot: QtBot, kind: str) -> None:
    theme().apply(ThemeChoice.LIGHT)
    window = QWidget()
    button = QPushButton("", window)
    button.setProperty("kind", kind)
    button.resize(120, 40)
    window.resize(160, 60)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    button.clearFocus()
    plain = button.grab().toImage().pixelColor(60, 1)
    QTest.keyClick(window, Qt.Key.Key_Tab)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(button.hasFocus)
    seen = button.grab().toImage()
    assert seen.pixelColor(60, 1) != plain
    inner = {seen.pixelColor(x, y).name() for x in range(5, 115) for y in range(5, 35)}
    assert len(inner) == 1


def test_button_boxes_have_no_stock_icons(qtbot: QtBot) -> None:
    theme().apply(ThemeChoice.LIGHT)
    wanted = QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
    box = QDialogButtonBox(wanted)
    qtbot.addWidget(box)
    assert box.style().styleHint(QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons, None, box) == 0
    assert "dialogbuttonbox-buttons-have-icons: 0" in stylesheet(LIGHT, 1.0, "pictures")
    assert all(button.icon().isNull() for button in box.buttons())
