"""The log of a game as people read it: one entry for each fact, with turn, phase and number of the action.

Entries are made from the game's transitions, so undo shortens the log and redo lengthens it again. Refusals
and free undos are no part of the game; they stand in the log of this sitting only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape

from app.player.figures import told
from engine.errors import Refusal
from engine.game import Game, Turn
from engine.ids import PhaseId, PieceId, PlaceId, RuleRef, SideId
from engine.play.event import Event
from engine.play.transition import Transition

REFUSED = "refused"
TAKEN_BACK = "taken-back"
NOTICE = "notice"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """One line of the log; ``number`` counts the actions up to and with this one (0 = set-up)."""

    number: int
    turn: int
    phase: PhaseId
    side: SideId
    kind: str
    text: str
    rule: RuleRef = ""
    dice: tuple[int, ...] = ()
    pieces: tuple[PieceId, ...] = ()
    places: tuple[PlaceId, ...] = ()
    time: str = ""
    event: Event | None = None

    @property
    def is_remark(self) -> bool:
        """Whether the entry belongs to this sitting and not to the game."""
        return self.kind in {REFUSED, TAKEN_BACK, NOTICE}

    def seen_by(self, viewer: SideId) -> LogEntry | None:
        """The entry as a viewer may read it; None if it is hidden."""
        if self.event is None or not self.event.audience:
            return self
        shown = self.event.for_viewer(viewer)
        if shown is None:
            return None
        return _entry(self.number, self.turn, self.phase, shown, self.time)


def _entry(number: int, turn: int, phase: PhaseId, event: Event, time: str) -> LogEntry:
    return LogEntry(
        number=number,
        turn=turn,
        phase=event.phase or phase,
        side=event.side,
        kind=event.kind,
        text=event.text,
        rule=event.rule,
        dice=event.dice,
        pieces=event.pieces,
        places=event.places,
        time=time,
        event=event,
    )


def now_stamp() -> str:
    """The time as saves keep it."""
    return datetime.now().astimezone().isoformat(timespec="minutes")


def time_of_day(stamp: str) -> str:
    """A time that was kept, for the log's margin; empty for one that is none."""
    try:
        return datetime.fromisoformat(stamp).strftime("%H:%M") if stamp else ""
    except ValueError:
        return ""


class Chronicle:
    """The log, kept in step with a game."""

    def __init__(self, game: Game, clock: Callable[[], str] = now_stamp, times: Sequence[str] = ()) -> None:
        self._clock = clock
        self._told: list[Turn] = []
        self._times: list[str] = []
        self._entries: list[LogEntry] = []
        self._tell_opening(game)
        for n, turn in enumerate(game.turns):
            self._tell(turn, times[n] if n < len(times) else "")

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def entries(self) -> tuple[LogEntry, ...]:
        """All entries in order."""
        return tuple(self._entries)

    @property
    def times(self) -> tuple[str, ...]:
        """When each action was taken; empty for those of which nobody knows."""
        return tuple(self._times)

    def follow(self, game: Game) -> None:
        """Takes over what the game did or took back since the last look."""
        turns = game.turns
        kept = min(len(turns), len(self._told))
        while kept and turns[kept - 1] is not self._told[kept - 1]:
            kept -= 1
        if kept < len(self._told):
            self._forget_after(kept)
        for turn in turns[kept:]:
            self._tell(turn, self._clock())

    def refuse(self, refusal: Refusal, side: SideId) -> None:
        """Notes that something was refused, and why."""
        self._remark(REFUSED, f"Refused: {refusal.text}", side, refusal.rule, refusal.pieces, refusal.places)

    def take_back(self, text: str, side: SideId) -> None:
        """Notes that an action was taken back beyond a barrier."""
        self._remark(TAKEN_BACK, text, side)

    def notice(self, text: str) -> None:
        """Notes something about the sitting (a save, a recovered journal)."""
        self._remark(NOTICE, text, "")

    def _tell_opening(self, game: Game) -> None:
        state = game.opening.state
        self._entries.extend(_entry(0, state.turn, state.phase, event, "") for event in game.opening.events)

    def _tell(self, turn: Turn, stamp: str) -> None:
        self._told.append(turn)
        self._times.append(stamp)
        time = time_of_day(stamp)
        number = len(self._told)
        state = turn.transition.state
        phase = self._phase_before(turn.transition)
        self._entries.extend(
            _entry(number, state.turn, phase, event, time) for event in turn.transition.events
        )

    def _phase_before(self, transition: Transition) -> PhaseId:
        """The phase an action was taken in: where the one before led to."""
        if len(self._told) > 1:
            return self._told[-2].transition.state.phase
        return self._entries[-1].phase if self._entries else transition.state.phase

    def _forget_after(self, kept: int) -> None:
        del self._told[kept:], self._times[kept:]
        self._entries = [entry for entry in self._entries if entry.is_remark or entry.number <= kept]

    def _remark(
        self,
        kind: str,
        text: str,
        side: SideId,
        rule: RuleRef = "",
        pieces: tuple[PieceId, ...] = (),
        places: tuple[PlaceId, ...] = (),
    ) -> None:
        last = self._told[-1].transition.state if self._told else None
        turn = last.turn if last else (self._entries[-1].turn if self._entries else 0)
        phase = last.phase if last else (self._entries[-1].phase if self._entries else "")
        self._entries.append(
            LogEntry(
                number=len(self._told), turn=turn, phase=phase, side=side, kind=kind, text=text, rule=rule,
                pieces=pieces, places=places, time=time_of_day(self._clock()),
            )
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class LogTitles:
    """Words of a game that the exported log needs."""

    game: str
    turn: Callable[[int], str]
    phase: Callable[[PhaseId], str]
    side: Callable[[SideId], str]


def as_text(entries: Iterable[LogEntry], titles: LogTitles) -> str:
    """The log as plain text."""
    lines = [titles.game, "=" * len(titles.game)]
    for heading, group in _chapters(entries, titles):
        lines += ["", heading, "-" * len(heading)]
        lines += [f"{_label(entry, titles)}{told(entry.text)}{_dice(entry)}{_rule(entry)}" for entry in group]
    return "\n".join(lines) + "\n"


def as_markdown(entries: Iterable[LogEntry], titles: LogTitles) -> str:
    """The log as Markdown."""
    lines = [f"# {titles.game}"]
    for heading, group in _chapters(entries, titles):
        lines += ["", f"## {heading}", ""]
        lines += [f"- {_label(e, titles)}{_plain_markdown(told(e.text))}{_dice(e)}{_rule(e)}" for e in group]
    return "\n".join(lines) + "\n"


def as_html(entries: Iterable[LogEntry], titles: LogTitles) -> str:
    """The log as one HTML page without anything from elsewhere."""
    style = "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto}.rule{color:#666;float:right}"
    parts = [
        f"<!doctype html><meta charset='utf-8'><title>{escape(titles.game)}</title>",
        f"<style>{style}</style><h1>{escape(titles.game)}</h1>",
    ]
    for heading, group in _chapters(entries, titles):
        parts.append(f"<h2>{escape(heading)}</h2><ul>")
        for entry in group:
            rule = f"<span class='rule'>{escape(entry.rule)}</span>" if entry.rule else ""
            words = escape(f"{_label(entry, titles)}{told(entry.text)}{_dice(entry)}")
            parts.append(f"<li>{rule}{words}</li>")
        parts.append("</ul>")
    return "\n".join(parts) + "\n"


def _chapters(entries: Iterable[LogEntry], titles: LogTitles) -> Iterator[tuple[str, list[LogEntry]]]:
    group: list[LogEntry] = []
    heading = ""
    for entry in entries:
        if entry.is_remark:
            continue
        now = f"{titles.turn(entry.turn)}: {titles.phase(entry.phase)}"
        if now != heading and group:
            yield heading, group
            group = []
        heading = now
        group.append(entry)
    if group:
        yield heading, group


def _label(entry: LogEntry, titles: LogTitles) -> str:
    return f"{titles.side(entry.side)}: " if entry.side else ""


def _dice(entry: LogEntry) -> str:
    return f" [{' '.join(map(str, entry.dice))}]" if entry.dice else ""


def _rule(entry: LogEntry) -> str:
    return f" ({entry.rule})" if entry.rule else ""


def _plain_markdown(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "*_`#<>[]" else letter for letter in text)
