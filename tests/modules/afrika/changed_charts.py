"""Modules of Afrika into which an owner of the printed game has keyed other numbers."""

from __future__ import annotations

from engine.definition.chart import Cell, ChartDef
from engine.definition.module import ModuleDef
from engine.game import Game
from modules.afrika.rules.game import RULESET
from tests.modules.afrika.builders import the_module


def with_cell(chart: str, row: str, column: str, value: Cell) -> ModuleDef:
    """The module with one cell of a chart changed; ``row`` is empty where a chart has no rows."""
    module = the_module()
    charts = tuple(
        _changed(found, row, column, value) if found.id == chart else found for found in module.charts
    )
    return module.model_copy(update={"charts": charts})


def _changed(chart: ChartDef, row: str, column: str, value: Cell) -> ChartDef:
    line = chart.rows.labels.index(row) if chart.rows is not None else 0
    cells = [list(found) for found in chart.cells]
    cells[line][chart.columns.labels.index(column)] = value
    return chart.model_copy(update={"cells": tuple(tuple(found) for found in cells)})


def with_constant(name: str, value: Cell) -> ModuleDef:
    """The module with one constant changed."""
    module = the_module()
    constants = tuple(
        found.model_copy(update={"value": value}) if found.id == name else found for found in module.constants
    )
    return module.model_copy(update={"constants": constants})


def played_by(module: ModuleDef, game: Game) -> Game:
    """A game going on from its present position by the numbers of another module."""
    rules = RULESET.compile(module, game.rules.scenario.id, dict(game.rules.options))
    found = Game(rules, 1)
    found.resume_at(game.state)
    return found
