"""The referee: tests the conditions of a scenario when they are due, ends the game, says how it stands.

Conditions that are due are tried in their order; the first that holds decides. Sudden ones come before
those of the end, the margin table after the conditions, `otherwise` after everything else. If the last turn
ends and nothing holds, the game is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.definition.victory import Block, GroupBlock, RulesetBlock, TrackBlock, VictoryDef, blocks_in
from engine.errors import EngineError
from engine.ids import PhaseId, PieceId
from engine.issues import near_miss
from engine.play.resolution import Resolution
from engine.state.model import State
from engine.victory.ground import VictoryGround
from engine.victory.judging import NOW, Judge, Judged
from engine.victory.terms import Terms, is_otherwise, terms_of
from engine.victory.words import Words, level_words
from engine.view.projection import VictoryLine, VictoryPart

if TYPE_CHECKING:
    from engine.definition.scenario import VersionDef

DRAW = "draw"
ALWAYS, PHASE, TURN, END = "always", "phase", "turn", "end"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who wins, how far, and why."""

    winner: str
    reason: str
    rule: str = ""
    level: str = ""


class Referee:
    """The conditions of one length of a scenario, ready to be tested.

    Raises :class:`EngineError` for tests and tracks that the game does not have.
    """

    def __init__(self, ground: VictoryGround, version: VersionDef) -> None:
        self.ground = ground
        self.words = Words(ground.module)
        self._last: Judge | None = None
        terms = terms_of(ground.module, version)
        if ground.stands_in:
            terms = self._without_unknown(terms)
        self.terms: Terms = terms
        for block in terms.blocks():
            if (why := self._unknown(block)) is not None:
                raise EngineError(why)

    def _unknown(self, block: Block) -> str | None:
        """Why a block cannot be tested in this game; None if it can."""
        tests, tracks = self.ground.tests, self.ground.track_titles()
        if isinstance(block, RulesetBlock) and block.id not in tests:
            hint = near_miss(block.id, tests)
            return f"the rules have no test {block.id!r} of victory" + (f"; {hint}" if hint else "")
        if isinstance(block, TrackBlock) and block.track not in tracks:
            hint = near_miss(block.track, tracks)
            return f"there is no track {block.track!r}" + (f"; {hint}" if hint else "")
        return None

    def _without_unknown(self, terms: Terms) -> Terms:
        """The terms with words alone where something cannot be tested."""

        def is_known(block: Block | None) -> bool:
            return block is None or all(self._unknown(part) is None for part in blocks_in(block))

        conditions = tuple(
            condition
            if is_known(condition.holds)
            else condition.model_copy(
                update={"text": self.words.sentence(condition, terms.last_turn), "holds": None}
            )
            for condition in terms.conditions
        )
        awards = tuple(award for award in terms.awards if is_known(award.holds))
        return replace(terms, conditions=conditions, awards=awards)

    def asks_for(self, test: str) -> bool:
        """Whether any condition or award uses a test of the ruleset."""
        return test in self.terms.tests()

    # --- testing ------------------------------------------------------------------------------------------

    def judge_action(self, r: Resolution) -> None:
        """After an action: the conditions tested at any time."""
        self._finish(r, self._sudden(r.state, ALWAYS))

    def judge_phase(self, r: Resolution, phase: PhaseId) -> None:
        """At the end of a phase."""
        self._finish(r, self._sudden(r.state, PHASE, phase))

    def judge_turn(self, r: Resolution) -> None:
        """At the end of a turn; after the last one the game is over."""
        verdict = self._sudden(r.state, TURN)
        if verdict is None and r.state.turn >= self.terms.last_turn and self.terms.are_tested():
            verdict = self._at_end(self.judge(r.state, END))
        self._finish(r, verdict)

    def verdict_now(self, state: State, unseen: frozenset[PieceId] = frozenset()) -> Verdict:
        """Who would win if the last turn ended now."""
        return self._at_end(self.judge(state, NOW, unseen))

    def judge(self, state: State, moment: str = NOW, unseen: frozenset[PieceId] = frozenset()) -> Judge:
        """Evaluates blocks at a position; the last one is remembered, as views ask several times."""
        last = self._last
        if last is None or last.state is not state or last.moment != moment or last.unseen != unseen:
            self._last = last = Judge(self.ground, state, self.terms.awards, moment, unseen)
        return last

    def _finish(self, r: Resolution, verdict: Verdict | None) -> None:
        if verdict is not None and r.state.over is None:
            level = f"{level_words(verdict.level)}. " if verdict.level else ""
            r.finish(verdict.winner, f"{level}{verdict.reason}", verdict.rule)

    def _sudden(self, state: State, moment: str, phase: PhaseId = "") -> Verdict | None:
        due = [c for c in self.terms.conditions if c.sudden and _is_due(c, state.turn, moment, phase)]
        return self._first(self.judge(state, moment), due) if due else None

    def _at_end(self, judge: Judge) -> Verdict:
        last = [condition for condition in self.terms.conditions if not condition.sudden]
        plain = [condition for condition in last if not is_otherwise(condition)]
        found = self._first(judge, plain) or self._by_points(judge)
        found = found or self._first(judge, [condition for condition in last if is_otherwise(condition)])
        return found or Verdict(DRAW, "No condition of victory holds at the end.")

    def _first(self, judge: Judge, due: list[VictoryDef]) -> Verdict | None:
        for condition in sorted(due, key=is_otherwise):
            if condition.holds is None:
                continue
            judged = judge.judged(condition.holds)
            if judged.met is True:
                reason = judged.reason or self._reason(condition)
                return Verdict(condition.side or DRAW, reason, condition.rule, condition.level)
        return None

    def _reason(self, condition: VictoryDef) -> str:
        """The reason of an end by a condition: its own words, else what its blocks say."""
        if condition.text:
            return condition.text
        assert condition.holds is not None
        if not is_otherwise(condition):
            return _sentence(self.words.clause(condition.holds))
        others = [
            self.words.clause(other.holds)
            for other in self.terms.conditions
            if other.holds is not None and not is_otherwise(other) and other.sudden == condition.sudden
        ]
        return f"It is not so that {others[0]}." if len(others) == 1 else "No other condition is met."

    def _by_points(self, judge: Judge) -> Verdict | None:
        if not self.terms.awards:
            return None
        totals = sorted(judge.totals().items(), key=lambda entry: -entry[1])
        margin = totals[0][1] - totals[1][1] if len(totals) > 1 else totals[0][1]
        reached = [level for level in self.terms.levels if margin >= level.margin]
        told = ", ".join(f"{self.words.side(side)} {points:g}" for side, points in totals)
        if margin <= 0 or (self.terms.levels and not reached):
            return None
        level = max(reached, key=lambda level: level.margin).title if reached else ""
        return Verdict(totals[0][0], f"Victory points: {told}.", "", level)

    # --- how it stands -----------------------------------------------------------------------------------

    def lines(self, state: State, unseen: frozenset[PieceId] = frozenset()) -> Iterator[VictoryLine]:
        """Each condition in words with whether it holds now, then points; unseen pieces betray nothing."""
        judge = self.judge(state, NOW, unseen)
        for condition in self.terms.conditions:
            judged = self.judged_condition(judge, condition)
            yield VictoryLine(
                side=condition.side or "",
                text=self.words.sentence(condition, self.terms.last_turn),
                rule=condition.rule,
                met=judged.met is True,
                value=self._value(condition, judged),
                level=condition.level,
                sudden=condition.sudden,
                head=self._head(condition),
                parts=tuple(self._parts(condition.holds, judged, 0)),
            )
        yield from self._point_lines(judge)

    def judged_condition(self, judge: Judge, condition: VictoryDef) -> Judged:
        """Whether a condition holds now; `otherwise` holds where nothing else of its moment does."""
        if condition.holds is None:
            return Judged(met=False)
        if not is_otherwise(condition):
            return judge.judged(condition.holds)
        others = [
            judge.judged(other.holds).met
            for other in self.terms.conditions
            if other.holds is not None and not is_otherwise(other) and other.sudden == condition.sudden
        ]
        is_decided = not condition.sudden and self._by_points(judge) is not None
        return Judged(None if None in others else not (any(others) or is_decided))

    def _head(self, condition: VictoryDef) -> str:
        """What stands above the blocks of a condition: when it is tested, how they are joined."""
        if condition.text or not isinstance(condition.holds, GroupBlock):
            return condition.text
        group = GROUP_TITLES[condition.holds.kind].format(least=condition.holds.least)
        moment = self.words.moment(condition, self.terms.last_turn)
        return f"{moment[:1].upper()}{moment[1:]}, {group[:1].lower()}{group[1:]}"

    def _value(self, condition: VictoryDef, judged: Judged) -> str:
        if is_otherwise(condition):
            return "nothing else holds now" if judged.met else "not now"
        return "; ".join(_leaves(judged))

    def _parts(self, block: Block | None, judged: Judged, depth: int) -> Iterator[VictoryPart]:
        if not isinstance(block, GroupBlock):
            return
        for part, found in zip(block.of, judged.parts, strict=True):
            title = GROUP_TITLES.get(part.kind, "").format(least=getattr(part, "least", ""))
            text = title or _sentence(self.words.clause(part))
            yield VictoryPart(text=text, met=found.met, value="" if title else found.value, depth=depth)
            yield from self._parts(part, found, depth + 1)

    def _point_lines(self, judge: Judge) -> Iterator[VictoryLine]:
        for award in self.terms.awards:
            earned = judge.earned(award)
            hidden = judge.judged(award.holds).met is None
            yield VictoryLine(
                side=award.side,
                text=self.words.award(award),
                rule=award.rule,
                met=bool(earned) and not hidden,
                value="not known" if hidden else f"{earned:g}",
            )
        if self.terms.awards:
            hidden = any(judge.judged(award.holds).met is None for award in self.terms.awards)
            told = ", ".join(f"{self.words.side(side)} {points:g}" for side, points in judge.totals().items())
            yield VictoryLine(
                side="",
                text=f"Victory points: {self.words.margins(self.terms)}",
                rule="",
                met=False,
                value="not known" if hidden else told,
            )

    def standing(self, state: State, unseen: frozenset[PieceId] = frozenset()) -> str:
        """Who would win if the game ended now, in words; empty if nothing is tested or not all is seen."""
        if not self.terms.are_tested() or state.over is not None:
            return ""
        if unseen and any(line.value == "not known" for line in self.lines(state, unseen)):
            return ""
        verdict = self.verdict_now(state)
        if verdict.winner == DRAW:
            return "If the game ended now: a draw."
        level = f" ({level_words(verdict.level).lower()})" if verdict.level else ""
        return f"If the game ended now: {self.words.side(verdict.winner)} wins{level}."


GROUP_TITLES = {
    "all": "All of these:",
    "any": "Any of these:",
    "not": "None of these:",
    "some": "At least {least} of these:",
}


def _is_due(condition: VictoryDef, turn: int, moment: str, phase: PhaseId) -> bool:
    """Whether a sudden condition is tested at this moment; those of any time also at the end of a turn."""
    moments = {"always": (ALWAYS, TURN), "phase": (PHASE,), "turn": (TURN,)}[condition.tested]
    if moment not in moments or (moment == PHASE and condition.phase not in (None, phase)):
        return False
    first, last = condition.from_turn, condition.until_turn
    return (first is None or turn >= first) and (last is None or turn <= last)


def _leaves(judged: Judged) -> Iterator[str]:
    if judged.parts:
        for part in judged.parts:
            yield from _leaves(part)
    elif judged.value:
        yield judged.value


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
