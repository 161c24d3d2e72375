"""Card sheets: fronts in a grid at true size, backs mirrored behind them, cut marks around.

The paper lies down where more cards fit so: Letter takes eight lying and six upright, A4 nine upright, A3
eighteen lying. A third row on upright Letter would stand 5.4 mm from the edges: that is no room for the head,
and nearer than many printers print.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Final

from app.exporting.counter_sheet import TITLE_SHARE, UNPRINTED, as_back, duplex_word
from app.exporting.headless import ExportError
from app.exporting.paper import Paper
from app.exporting.plan import (
    Align,
    CardMark,
    ExportPlan,
    Face,
    Mark,
    Page,
    Stroke,
    Style,
    Turn,
    Words,
)
from app.exporting.provenance import card_reconstructions, fine_print
from app.exporting.sheet_parts import FINE_PRINT
from app.exporting.source import PrintSource
from app.exporting.typesetting import Measure, one_line
from app.graphics.card_faces import front_art
from engine.definition.card import CardDef

WIDTH: Final = 63.0
HEIGHT: Final = 88.2
"""A poker card in the proportions of the drawn one."""
GAP: Final = 2.0
SIDES: Final = 8.0
"""What the margins left and right take of the width at least."""
HEAD_AND_FOOT: Final = 16.0
"""What head and fine print take of the height at least."""


@dataclass(frozen=True, slots=True)
class CardOptions:
    """Paper, the edge over which it is turned, and how far backs are moved, right and down."""

    paper: Paper
    turn: Turn = Turn.LONG
    shift: tuple[float, float] = (0.0, 0.0)


def cards_plan(source: PrintSource, measure: Measure, options: CardOptions) -> ExportPlan:
    """All cards with their backs; refuses a module that has none."""
    options = replace(options, paper=most_room(options.paper))
    module, paper, turn = source.module, options.paper, options.turn
    whole = [card for card in module.cards for _ in range(card.count)]
    if not whole:
        raise ExportError(f"{module.title} has no cards; there is nothing to print")
    grid = grid_on(paper)
    per_page = grid[0] * grid[1]
    pages = []
    sheets = [whole[start : start + per_page] for start in range(0, len(whole), per_page)]
    for number, cards in enumerate(sheets, 1):
        maker = _Maker(source, measure, options, f"sheet {number} of {len(sheets)}")
        pages += [_page(maker, grid, cards, is_back=is_back) for is_back in (False, True)]
    size = f"{WIDTH:g} × {HEIGHT:g} mm"
    return ExportPlan(
        title=f"{module.title}: cards",
        pages=tuple(pages),
        subject=f"{len(whole)} cards of {size}, print at 100 %{duplex_word(turn)}",
        author=module.designer,
        keywords=(module.title, "cards"),
        turn=turn,
    )


def grid_on(paper: Paper) -> tuple[int, int]:
    """How many cards stand beside and below each other on a paper as it lies."""
    columns = int((paper.width - SIDES + GAP) // (WIDTH + GAP))
    return columns, int((paper.height - HEAD_AND_FOOT + GAP) // (HEIGHT + GAP))


def most_room(paper: Paper) -> Paper:
    """The paper upright, or lying where more cards fit on it so."""
    return max((paper, paper.turned()), key=lambda one: prod(grid_on(one)))


@dataclass(frozen=True, slots=True)
class _Maker:
    """What all pages of a plan are made with."""

    source: PrintSource
    measure: Measure
    options: CardOptions
    name: str


def _page(maker: _Maker, grid: tuple[int, int], cards: Sequence[CardDef], *, is_back: bool) -> Page:
    source, paper = maker.source, maker.options.paper
    columns, rows = grid
    left = (paper.width - columns * (WIDTH + GAP) + GAP) / 2
    top = (paper.height - rows * (HEIGHT + GAP) + GAP) / 2
    marks: list[Mark] = []
    for number, card in enumerate(cards):
        row, column = divmod(number, columns)
        x, y = left + column * (WIDTH + GAP), top + row * (HEIGHT + GAP)
        if is_back:
            x = paper.width - x - WIDTH
        face = source.card_faces.back(card) if is_back else source.card_faces.front(card)
        art = source.card_faces.back_art(card) if is_back else front_art(card)
        marks.append(CardMark(x, y, WIDTH, HEIGHT, face, card.id, art))
        marks.extend(_cuts(x, y))
    side = "backs" if is_back else "fronts"
    style = Style(Face.STRONG, 6.0)
    turned = f"{side}, turned over the {maker.options.turn} edge" if is_back else f"{side}, print at 100 %"
    title = one_line(maker.measure, source.module.title, style, paper.width * TITLE_SHARE)
    head = f"{title} · cards {WIDTH:g} × {HEIGHT:g} mm · {maker.name}, {turned}"
    marks.append(Words(paper.width / 2, UNPRINTED + 1.6, head, style, Align.CENTER))
    if not is_back:
        words = fine_print(source, card_reconstructions(cards), sign="")
        words = one_line(maker.measure, words, FINE_PRINT, paper.width - 12.0)
        marks.append(Words(paper.width / 2, paper.height - UNPRINTED, words, FINE_PRINT, Align.CENTER))
    page = Page.whole((paper.width, paper.height), marks, f"cards, {side}", _outline(cards, side))
    return as_back(page, maker.options.turn, maker.options.shift) if is_back else page


def _outline(cards: Sequence[CardDef], side: str) -> str:
    numbers = [card.number or card.title for card in cards]
    span = f"{numbers[0]}" if numbers[0] == numbers[-1] else f"{numbers[0]} to {numbers[-1]}"
    return f"Cards {span}, {side}"


def _cuts(x: float, y: float) -> Iterator[Stroke]:
    """Short marks at the corners of a card, outside of it."""
    for corner_x, out_x in ((x, -1), (x + WIDTH, 1)):
        for corner_y, out_y in ((y, -1), (y + HEIGHT, 1)):
            start = 0.4
            yield Stroke(corner_x + out_x * start, corner_y, corner_x + out_x * (GAP / 2), corner_y, 0.1)
            yield Stroke(corner_x, corner_y + out_y * start, corner_x, corner_y + out_y * (GAP / 2), 0.1)
