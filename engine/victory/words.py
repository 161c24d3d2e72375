"""Whole terms of victory in plain sentences: conditions with the moment they are tested, points, margins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.definition.victory import AwardDef, CountingBlock, OtherwiseBlock, RulesetBlock, VictoryDef
from engine.victory.clauses import Clauses, listed
from engine.victory.terms import Terms, terms_of

if TYPE_CHECKING:
    from engine.definition.module import ModuleDef
    from engine.definition.scenario import VersionDef


@dataclass(frozen=True, slots=True)
class TermLine:
    """One line of the terms for people: who wins, the sentence, the rule, whether it ends the game early."""

    side: str
    who: str
    text: str
    rule: str = ""
    sudden: bool = False


class Words(Clauses):
    """Makes sentences about the terms of one module."""

    def lines(self, terms: Terms) -> Iterator[TermLine]:
        """All conditions in their order, then what earns points, then the margin table."""
        for condition in terms.conditions:
            yield TermLine(
                condition.side or "",
                self.winner(condition),
                self._without_subject(self.sentence(condition, terms.last_turn), condition.side),
                condition.rule,
                condition.sudden,
            )
        for award in terms.awards:
            yield TermLine(award.side, self.side(award.side), self.award(award), award.rule)
        if terms.levels:
            yield TermLine("", "Victory points", self.margins(terms))

    def _without_subject(self, text: str, side: str | None) -> str:
        """A sentence that begins with the winner, for a line that begins with him, too."""
        name = self.side(side) if side else ""
        return _capital(text.removeprefix(f"{name} ")) if name else text

    def winner(self, condition: VictoryDef) -> str:
        """Who wins by a condition and how far: `Axis, decisive`; `Draw` where nobody does."""
        who = self.side(condition.side) if condition.side else "Draw"
        return f"{who}, {condition.level[:1].lower()}{condition.level[1:]}" if condition.level else who

    def sentence(self, condition: VictoryDef, last_turn: int) -> str:
        """A condition as one sentence: its own words, or those of its blocks with the moment of the test."""
        if condition.text or condition.holds is None:
            return condition.text
        clause = self.clause(condition.holds)
        is_timeless = isinstance(condition.holds, RulesetBlock) and condition.tested == "always"
        if is_timeless or (isinstance(condition.holds, OtherwiseBlock) and not condition.sudden):
            return f"{_capital(clause)}."
        moment = self.moment(condition, last_turn)
        is_simple = isinstance(condition.holds, CountingBlock) or ", " not in clause
        return f"{_capital(clause)}{' ' if is_simple else '; '}{moment}."

    def moment(self, condition: VictoryDef, last_turn: int) -> str:
        """When a condition is tested."""
        if not condition.sudden:
            return f"at the end of turn {last_turn}"
        first, last = condition.from_turn, condition.until_turn
        if condition.tested == "always":
            return f"at any time{_span(first, last)}"
        if condition.tested == "phase":
            phase = self._titles["phases"].get(condition.phase or "", condition.phase or "")
            return f"at the end of any {phase if condition.phase else 'phase'}{_span(first, last)}"
        if first is not None and first == last:
            return f"at the end of turn {first}"
        return f"at the end of any turn{_span(first, last)}"

    def award(self, award: AwardDef) -> str:
        """What an award gives for what."""
        points = f"{award.points} victory point{'s' if abs(award.points) != 1 else ''}"
        if award.each and isinstance(award.holds, CountingBlock):
            return f"{points} for {self.each(award.holds)}."
        return f"{points} if {self.clause(award.holds)}."

    def margins(self, terms: Terms) -> str:
        """The margin table in one sentence."""
        rows = sorted(terms.levels, key=lambda level: level.margin)
        if not rows:
            return "more points win, as many are a draw."
        told = [f"from {row.margin} ahead {row.title[:1].lower()}{row.title[1:]}" for row in rows]
        return f"{_capital(listed(told, 'and'))}; fewer than {rows[0].margin} ahead is a draw."


def level_words(level: str) -> str:
    """A level as a heading: `Decisive victory`."""
    return level if not level or " " in level or level.lower().endswith("victory") else f"{level} victory"


def version_lines(module: ModuleDef, version: VersionDef) -> tuple[TermLine, ...]:
    """The terms of one length of a scenario for people."""
    return tuple(Words(module).lines(terms_of(module, version)))


def _span(first: int | None, last: int | None) -> str:
    if first is not None and last is not None:
        return f" in turn {first}" if first == last else f" from turn {first} to {last}"
    if first is not None:
        return f" from turn {first} on"
    return f" up to turn {last}" if last is not None else ""


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
