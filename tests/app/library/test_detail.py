"""The card of a scenario: its words, and nothing where the scenario says nothing."""

from pathlib import Path

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.library.detail import DetailCard
from app.library.games import Game
from engine.definition.module import ModuleDef
from engine.loading import builtin_modules, load_module
from tests.app.library.worlds import a_module


def _shown(qtbot: QtBot, module: ModuleDef, folder: Path) -> list[str]:
    """The words that can be seen on the card of the first scenario."""
    card = DetailCard()
    qtbot.addWidget(card)
    card.show_scenario(Game(path=folder, module=module), module.scenarios[0])
    return [label.text() for label in card.findChildren(QLabel) if label.isVisibleTo(card) and label.text()]


def test_one_unit_is_one_unit(qtbot: QtBot, tmp_path: Path) -> None:
    words = _shown(qtbot, a_module(), tmp_path)
    assert "3 units on the map" in words
    assert "1 unit on the map, 1 in boxes" in words


def test_victory_has_a_heading_only_with_words(qtbot: QtBot, tmp_path: Path) -> None:
    assert "Victory" not in _shown(qtbot, a_module(), tmp_path)
    afrika = load_module(builtin_modules()["afrika"])
    assert "Victory" in _shown(qtbot, afrika, tmp_path)
