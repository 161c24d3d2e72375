"""Order of battle and schedule as CSV, for spreadsheets and scripts.

Plain UTF-8 with a header line, one counter or entry a line, ids beside names so that a line can be found
again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from app.exporting.schedule_sheet import lead_of
from app.exporting.setup_content import Entry, side_content
from app.exporting.source import PrintSource

ORDER_HEAD = (
    "side",
    "place",
    "place_name",
    "id",
    "name",
    "kind",
    "type",
    "nation",
    "formation",
    "size",
    "values",
    "steps",
    "max_steps",
    "count",
    "status",
)
SCHEDULE_HEAD = (
    "turn",
    "date",
    "side",
    "action",
    "place",
    "text",
    "id",
    "name",
    "values",
    "count",
    "rule",
    "note",
    "becomes",
)


def order_of_battle(source: PrintSource) -> str:
    """Every counter of the sides that may be seen: where it stands, or that it is dead, gone or still to
    come.
    """
    return _table(ORDER_HEAD, _order_rows(source))


def _order_rows(source: PrintSource) -> Iterator[Sequence[object]]:
    for side in source.sides():
        content = side_content(source, side)
        for group in content.groups:
            place = "" if group.is_free else (source.board.ids[group.hexes[0]] if group.hexes else group.id)
            name = group.title if group.is_free or not group.hexes else group.subtitle
            status = "free choice" if group.is_free else "set up" if source.is_start else "in play"
            for entry in group.entries:
                yield _order_row(source, side.id, entry, (place, name, status))
        for status, entries in (
            ("dead", content.dead),
            ("not in game", content.gone),
            ("later", content.later),
        ):
            for entry in entries:
                yield _order_row(source, side.id, entry, ("", "", status))


def _order_row(source: PrintSource, side: str, entry: Entry, where: tuple[str, str, str]) -> Sequence[object]:
    piece = source.pieces.get(entry.piece)
    place, place_name, status = where
    steps = max(1, piece.steps) if piece and piece.kind == "unit" else ""
    left = entry.note.split(" ")[0] if entry.note else steps
    return (
        side,
        place,
        place_name,
        entry.piece,
        entry.name,
        entry.kind,
        piece.type if piece else entry.kind,
        (piece.nation or "") if piece else "",
        (piece.formation or "") if piece else "",
        piece.size if piece else "",
        entry.figures,
        left,
        steps,
        entry.count,
        status,
    )


def schedule_table(source: PrintSource) -> str:
    """The schedule, one counter a line; entries without counters have a line of their own."""
    return _table(SCHEDULE_HEAD, _schedule_rows(source))


def _schedule_rows(source: PrintSource) -> Iterator[Sequence[object]]:
    sides = {side.id for side in source.sides()}
    for entry in sorted(source.schedule(), key=lambda one: (one.turn, one.side)):
        if entry.turn < source.turn or entry.side not in sides:
            continue
        place = entry.at or " ".join(entry.any_of) or " ".join(entry.zones) or entry.near or ""
        head = (
            entry.turn,
            source.module.turn_title(entry.turn),
            entry.side,
            entry.action,
            place,
            lead_of(source, entry),
        )
        becomes = dict(entry.upgrades())
        pieces = [source.pieces[name] for name in entry.pieces if name in source.pieces]
        for piece in pieces:
            values = source.faces.printed(piece).values
            yield (*head, piece.id, piece.name, values, 1, entry.rule, entry.note, becomes.get(piece.id, ""))
        if not pieces:
            yield (*head, "", "", "", entry.count, entry.rule, entry.note, "")


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()
