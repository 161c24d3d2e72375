"""All panels of one window, by attribute for the code that wires them and by name for the docks."""

from __future__ import annotations

from collections.abc import Sequence

from app.graphics.painters.board_art import BoardArt
from app.player.desk import Desk
from app.player.panels.advice import AdvicePanel
from app.player.panels.base import Panel
from app.player.panels.boxes import BoxesPanel
from app.player.panels.cards import CardsPanel
from app.player.panels.choices import ChoicesPanel
from app.player.panels.dice import DicePanel
from app.player.panels.guide import GuidePanel
from app.player.panels.legend import LegendPanel
from app.player.panels.log import LogPanel
from app.player.panels.notes import NotesPanel
from app.player.panels.order import OrderPanel
from app.player.panels.planner import PlannerPanel
from app.player.panels.replay import ReplayPanel
from app.player.panels.schedule import SchedulePanel
from app.player.panels.sequence import SequencePanel
from app.player.panels.stack import StackPanel
from app.player.panels.turns import TurnsPanel
from app.player.panels.victory import VictoryPanel
from engine.view.guide import guide_of


class PanelSet:
    """Made once for each window."""

    def __init__(self, desk: Desk, arts: Sequence[BoardArt]) -> None:
        self.sequence = SequencePanel(desk)
        self.turns = TurnsPanel(desk)
        self.order = OrderPanel(desk)
        self.schedule = SchedulePanel(desk)
        self.choices = ChoicesPanel(desk)
        self.stack = StackPanel(desk)
        self.planner = PlannerPanel(desk)
        self.boxes = BoxesPanel(desk)
        self.notes = NotesPanel(desk)
        self.legend = LegendPanel(desk, arts)
        self.log = LogPanel(desk)
        self.advice = AdvicePanel(desk)
        self.dice = DicePanel(desk)
        self.replay = ReplayPanel(desk)
        self.victory = VictoryPanel(desk)
        self.cards = CardsPanel(desk) if desk.session.module.cards else None
        steps = guide_of(desk.session.rules)
        self.guide = GuidePanel(desk, steps) if steps else None

    @property
    def by_name(self) -> dict[str, Panel]:
        """All panels by the names docks know them by."""
        found = (value for value in vars(self).values() if isinstance(value, Panel))
        return {panel.name: panel for panel in found}
