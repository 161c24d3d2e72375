"""The fine print: which values on a sheet are reconstructions, and that all others are not."""

from __future__ import annotations

from collections.abc import Iterable

from app.exporting.source import PrintSource
from engine.definition.card import CardDef
from engine.definition.chart import ChartDef
from engine.definition.piece import ProvenanceDef


def piece_reconstructions(source: PrintSource) -> list[str]:
    """Kinds of counter values that no rulebook gives, each with its rule."""
    return [
        _named(_title(source, note), note.rule)
        for note in source.module.provenance
        if note.source == "reconstruction"
    ]


def _title(source: PrintSource, note: ProvenanceDef) -> str:
    """What a note speaks of: a kind of value, or one value of a single counter."""
    parts = note.fields[0].split(".") if len(note.fields) == 1 else []
    piece = source.pieces.get(parts[1]) if len(parts) == 3 else None
    return f"{parts[2]} of {piece.name}" if piece else note.id.replace("-", " ")


def chart_reconstructions(charts: Iterable[ChartDef]) -> list[str]:
    """Titles of charts that are reconstructions."""
    return [_named(chart.title, chart.rule) for chart in charts if chart.source == "reconstruction"]


def is_reconstructed(card: CardDef) -> bool:
    """Whether any half of a card is a reconstruction."""
    sources = [face.source or card.source for face in card.faces] or [card.source]
    return "reconstruction" in sources


def card_reconstructions(cards: Iterable[CardDef]) -> list[str]:
    """Which cards of a page are reconstructions: by number where they have one, else by title."""
    different = {card.id: card for card in cards}.values()
    found = [card for card in different if is_reconstructed(card)]
    if found and len(found) == len(different):
        return ["all cards of this page"]
    numbers = sorted({card.number for card in found if card.number})
    titles = [card.title for card in found if not card.number]
    words = f"card{'s' if len(numbers) > 1 else ''} {_spans(numbers)}"
    return [*([words] if numbers else []), *titles]


def _spans(numbers: Iterable[int]) -> str:
    """Numbers in their order, those that follow each other as spans."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1][1:] = [number]
        else:
            spans.append([number])
    return ", ".join("–".join(map(str, span)) for span in spans)


def _named(title: str, rule: str) -> str:
    return f"{title} ({rule})" if rule else title


def fine_print(source: PrintSource, reconstructions: Iterable[str], sign: str = " (*)") -> str:
    """One sentence for the foot of a sheet; `sign` is what marks such values on it, if anything does."""
    head = f"{source.module.title} {source.module.version}"
    named = list(dict.fromkeys(reconstructions))
    if not named:
        return f"{head}. Nothing on this sheet is a reconstruction."
    listed = ", ".join(named)
    note = f"Reconstructions{sign}, to be replaced by printed values"
    return f"{head}. {note}: {listed}. All else: rulebook with errata."
