"""The small pictures of the legend can be told from their ground in every look of the program."""

import pytest
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from app.editor.legend_icons import HEXSIDE_LOOKS, ROUTE_LOOKS, large_icon
from app.graphics.colors import color, contrast
from app.theme.current import ThemeChoice, theme, tokens
from engine.definition.board import LandscapeDef
from engine.editing.landscape import Group


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
@pytest.mark.parametrize("look", [*HEXSIDE_LOOKS, *ROUTE_LOOKS])
def test_lines_stand_out(qtbot: QtBot, choice: ThemeChoice, look: str) -> None:
    group: Group = "hexsides" if look in HEXSIDE_LOOKS else "routes"
    theme().apply(choice)
    try:
        picture = QImage(54, 34, QImage.Format.Format_RGB32)
        picture.fill(color(tokens().button))
        painter = QPainter(picture)
        large_icon(group, LandscapeDef(id=look, title=look, look=look)).paint(painter, picture.rect())
        painter.end()
    finally:
        theme().apply(ThemeChoice.LIGHT)
    ground = picture.pixelColor(8, 6).name()
    seen = [contrast(ground, picture.pixelColor(x, y).name()) for x in range(6, 48) for y in range(6, 28)]
    assert sum(ratio >= 1.8 for ratio in seen) >= 15, f"{max(seen):.1f}"
