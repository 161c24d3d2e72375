"""A game under way on an edited module: its actions played again, and where the two games first part.

An edit may change what is allowed, what stands where, or nothing that this game has met. Players see the
first difference before they decide; they may take the game up to there, or as far as the edited module bears
its actions, or stay with what they have.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.codec import DecodeError, decode_state, in_order
from engine.definition.module import ModuleDef
from engine.errors import EngineError, IllegalAction
from engine.game import Game, Turn
from engine.ids import PieceId, PlaceId
from engine.play.draw import Draw
from engine.play.transition import Transition, kind_of
from engine.rules.ruleset import GameRules
from engine.state.comparing import Difference, differences
from engine.state.model import State


class Cause(StrEnum):
    """Why two games part: an action is refused, chance gave something else, the positions differ."""

    REFUSED = "refused"
    CHANCE = "chance"
    POSITION = "position"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """Where a game on an edited module parts from the game as it was played.

    ``number`` is the action, 0 the set-up; ``turn`` and ``phase`` are those before it. ``piece`` and
    ``place`` name what differs, where it is one thing.
    """

    number: int
    turn: int
    phase: str
    cause: Cause
    text: str
    rule: str = ""
    action: str = ""
    piece: PieceId = ""
    place: PlaceId = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """The game on the edited module, with all actions it bears, of how many there are.

    ``first`` is the first difference of any kind, ``stopped`` the action that is refused, if one is.
    """

    game: Game
    actions: int
    first: Parting | None = None
    stopped: Parting | None = None

    @property
    def before_first(self) -> int:
        """How many actions lie before the first difference."""
        return self.game.count if self.first is None else max(0, self.first.number - 1)

    def up_to_first(self) -> Game:
        """The game only up to the first difference; the action that brings it is left out."""
        return shortened(self.game, self.before_first)


class CannotFollow(EngineError):
    """A game that cannot begin on the edited module at all; says why."""


def follow(game: Game, rules: GameRules) -> Followed:
    """Play the actions of a game again with other rules, as far as they are borne.

    Raises :class:`CannotFollow` when it began from a position that does not fit them.
    """
    found = _begun(game, rules)
    first = _parting(game, 0, found.opening)
    for number, turn in enumerate(game.turns, 1):
        refusal = _repeat(found, turn)
        if refusal is not None:
            stopped = _stopped(game, number, refusal)
            return Followed(game=found, actions=game.count, first=first or stopped, stopped=stopped)
        first = first or _parting(game, number, found.transition)
    return Followed(game=found, actions=game.count, first=first)


def shortened(game: Game, number: int) -> Game:
    """A game with the first actions of another; the other is not touched."""
    found = _begun(game, game.rules)
    for turn in game.turns[:number]:
        _repeat(found, turn)
    return found


def _begun(game: Game, rules: GameRules) -> Game:
    found = Game(rules, game.seed)
    found.free_undo = game.free_undo
    if game.started_from_position:
        found.resume_at(_fitting(rules, game.opening.state))
    return found


def _fitting(rules: GameRules, state: State) -> State:
    """The position a game began from, as other rules see it."""
    try:
        known = decode_state(rules, in_order(state))
        faults = rules.check(known)
    except (DecodeError, LookupError) as error:
        raise CannotFollow(f"the position it began from does not fit: {error}") from error
    if faults:
        raise CannotFollow(f"the position it began from does not fit: {faults[0]}")
    return known


def _repeat(game: Game, turn: Turn) -> EngineError | None:
    """Play one action again, with what was typed in at the table; gives what forbids it.

    An action may name what the edited module no longer has; rules need not expect that.
    """
    if turn.table[0] or turn.table[1]:
        game.queue_table_dice(*turn.table)
    try:
        game.apply(turn.action, turn.side)
    except EngineError as error:
        game.clear_table_dice()
        return error
    except LookupError as error:
        game.clear_table_dice()
        return CannotFollow(f"it needs {error}, which the edited module does not have")
    return None


def _stopped(game: Game, number: int, error: EngineError) -> Parting:
    if not isinstance(error, IllegalAction):
        return _placed(game, number, Cause.REFUSED, Difference(str(error)))
    refusal = error.refusal
    where = Difference(refusal.text, next(iter(refusal.pieces), ""), next(iter(refusal.places), ""))
    return _placed(game, number, Cause.REFUSED, where, refusal.rule)


def _parting(game: Game, number: int, now: Transition) -> Parting | None:
    """What differs after an action (or the set-up): first what chance gave, then the positions."""
    then = game.turns[number - 1].transition if number else game.opening
    if then.draws != now.draws:
        words = f"chance gives {_told(now.draws)} instead of {_told(then.draws)}"
        return _placed(game, number, Cause.CHANCE, Difference(words))
    found = next(differences(then.state, now.state), None)
    return _placed(game, number, Cause.POSITION, found) if found is not None else None


def _told(draws: tuple[Draw, ...]) -> str:
    texts = (f"{' '.join(map(str, (*draw.dice, *draw.picks)))} ({draw.reason})" for draw in draws)
    return ", ".join(texts) or "nothing"


def _placed(game: Game, number: int, cause: Cause, what: Difference, rule: str = "") -> Parting:
    """A difference with when it comes: the turn, the phase and the action in words."""
    before = game.turns[number - 2].transition if number > 1 else game.opening
    return Parting(
        number=number,
        turn=before.state.turn,
        phase=before.state.phase,
        cause=cause,
        text=what.text,
        rule=rule,
        action=_described(game, number, before) if number else "",
        piece=what.piece,
        place=what.place,
    )


def _described(game: Game, number: int, before: Transition) -> str:
    action = game.turns[number - 1].action
    kind = before.decision.kind(kind_of(action)) if before.decision is not None else None
    return (kind.describe(before.state, action) if kind else "") or kind_of(action).replace("-", " ")


def parting_words(parting: Parting, module: ModuleDef) -> str:
    """Where two games part, as people read it: `action 17, turn 3 (move of 9 Div): 2.1: too far`."""
    when = f"action {parting.number}, {module.turn_title(parting.turn)}" if parting.number else "the set-up"
    done = f" ({parting.action})" if parting.action else ""
    return f"{when}{done}: {what_words(parting, module)}"


def what_words(parting: Parting, module: ModuleDef) -> str:
    """What differs, without when; counters by their names."""
    if parting.cause is Cause.REFUSED:
        rule = f" ({parting.rule})" if parting.rule else ""
        return f"refused: {parting.text}{rule}"
    name = next((piece.name for piece in module.pieces if piece.id == parting.piece), parting.piece)
    return f"{name}: {parting.text}" if name else parting.text
