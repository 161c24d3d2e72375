"""What a side has at hand beside its counters: points on tracks, by the charts of the turn or by the
position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from app.exporting.source import PrintSource
from app.graphics.painters.pictogram import PICTOGRAMS
from engine.definition.chart import Cell, ChartDef, covers

TURNS: Final = "turns"
_LIKE: Final = {"trucks": "truck", "shipping": "ship", "ships": "ship", "ports": "port", "sp": "supply"}


@dataclass(frozen=True, slots=True)
class Resource:
    """One number to be set: what, how much, a pictogram where there is one, and whether it is a
    reconstruction.
    """

    title: str
    value: str
    pictogram: str = ""
    rule: str = ""
    is_reconstruction: bool = False


def resources_of(source: PrintSource, side: str) -> list[Resource]:
    """Numbers to set on the tracks of a side."""
    return _at_start(source, side) if source.is_start else _now(source, side)


def _at_start(source: PrintSource, side: str) -> list[Resource]:
    found = [
        Resource(
            chart.title,
            shown(value),
            pictogram_of(chart.id),
            chart.rule,
            chart.source == "reconstruction",
        )
        for chart in source.module.charts
        if (value := turn_value(chart, source.turn, side)) is not None
    ]
    setup = source.scenario.sides.get(side)
    for name, amount in (setup.resources if setup else {}).items():
        found.append(Resource(name.replace("-", " ").capitalize(), f"{amount:g}", pictogram_of(name)))
    tracks = {track.id: track for track in source.module.tracks}
    for name, start in source.scenario.tracks.items():
        track = tracks.get(name)
        if track is not None and track.side in (side, None):
            found.append(Resource(track.title, str(start), pictogram_of(name)))
    return found


def turn_value(chart: ChartDef, turn: int, side: str) -> Cell:
    """What a chart by turns gives a side in a turn; None for charts of another shape."""
    if chart.rows is None or chart.rows.id != TURNS or side not in chart.columns.labels:
        return None
    if not any(covers(label, turn) for label in chart.rows.labels):
        return None
    return chart.at(turn, side)


def _now(source: PrintSource, side: str) -> list[Resource]:
    charts = {chart.rule: chart for chart in source.module.charts if chart.source == "reconstruction"}
    return [
        Resource(track.title, track.text, pictogram_of(track.id), track.rule, track.rule in charts)
        for track in source.view.tracks
        if track.side == side and not track.place
    ]


def pictogram_of(name: str) -> str:
    """The pictogram that a track's id suggests; empty if none does."""
    last = name.rsplit("-", maxsplit=1)[-1]
    key = _LIKE.get(last, last)
    return key if key in PICTOGRAMS else ""


def shown(value: Cell) -> str:
    """A number as people write it."""
    return f"{value:g}" if isinstance(value, float) else str(value)
