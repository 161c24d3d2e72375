"""The table at which a session sits: the game, whose eyes look at it, the file it is saved in.

Each sort of request registers its answer with :func:`respond`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import singledispatch

from engine.errors import IllegalAction, Refusal, SaveError
from engine.game import Game
from engine.ids import PieceId, PlaceId, SideId
from engine.issues import near_miss
from engine.play.decision import Decision
from engine.protocol.library import Library
from engine.protocol.lines import Reply, RequestError
from engine.protocol.requests import Request
from engine.saves import InUse, Remarks, SaveLock
from engine.view.projection import Projection

EVERYBODY = "all"


@dataclass(slots=True)
class Table:
    """What one session plays on."""

    library: Library
    held: Game | None = None
    viewer: SideId = EVERYBODY
    remarks: Remarks = field(default_factory=Remarks)
    module_path: str = ""
    lock: SaveLock | None = None

    @property
    def game(self) -> Game:
        """The game; refuses when none was begun."""
        if self.held is None:
            raise RequestError("no game has been begun", hint="send new, open or load first")
        return self.held

    def begin(self, game: Game, module_path: str, remarks: Remarks | None = None) -> None:
        """Sit down to another game, with everybody's eyes."""
        self.held, self.module_path, self.viewer = game, module_path, EVERYBODY
        self.remarks = remarks or Remarks()

    def hold(self, path: str) -> None:
        """Keep other programs off a file; a folder that cannot hold a lock is let pass.

        Refuses with ``SaveFault`` if another program has the file open.
        """
        if self.lock is not None and self.lock.is_on(path):
            return
        try:
            lock = SaveLock(path)
        except InUse:
            raise
        except SaveError:
            self.leave()
            return
        self.leave()
        self.lock = lock

    def leave(self) -> None:
        """Let go of the file."""
        if self.lock is not None:
            self.lock.release()
            self.lock = None

    @property
    def sees_all(self) -> bool:
        """Whether the viewer is everybody."""
        return self.viewer == EVERYBODY

    def need_all(self, what: str) -> None:
        """Refuse what would show one side the secrets of the other."""
        if not self.sees_all:
            text = f"{what} shows what {self.viewer} may not see"
            raise RequestError(text, code="WRONG_SIDE", hint='send {"do":"view","side":"all"} first')

    def projection(self) -> Projection:
        """The position as the viewer may see it."""
        return self.game.rules.project(self.game.state, self.viewer)

    def known_side(self, side: SideId) -> SideId:
        """The side, if there is one of that name."""
        known = [found.id for found in self.game.rules.module.sides]
        if side not in known:
            raise unknown("side", side, known)
        return side

    def known_piece(self, piece: PieceId) -> PieceId:
        """The piece, if there is one of that name."""
        if piece not in self.game.state.pieces:
            raise unknown("piece", piece, self.game.state.pieces)
        return piece

    def need_seen(self, named: object) -> None:
        """Refuse what names pieces the viewer cannot see: the reason why not would tell where they are."""
        if self.sees_all:
            return
        shown = self.projection().pieces
        unseen = [name for name in names_in(named) if name in self.game.state.pieces and name not in shown]
        if unseen:
            text = f"{self.viewer} cannot see {unseen[0]}"
            raise IllegalAction(Refusal(text, code="WRONG_SIDE", pieces=tuple(unseen)))

    def known_place(self, place: PlaceId) -> PlaceId:
        """The hex or box, if there is one of that name."""
        rules = self.game.rules
        boxes = [box.id for box in rules.module.boxes]
        if place not in boxes and place not in rules.board.index:
            raise unknown("place", place, [*boxes, *rules.board.ids])
        return place

    def acting(self, side: SideId | None) -> tuple[Decision, SideId]:
        """The decision and the side that takes it; refuses if that is not for the viewer to do."""
        game = self.game
        acting = game.side_for(None if side is None else self.known_side(side))
        decision = game.decision
        assert decision is not None
        if not self.sees_all and acting != self.viewer:
            text = f"{self.viewer} looks on; {acting} has to decide"
            raise IllegalAction(Refusal(text, code="WRONG_SIDE", rule=decision.ask.rule))
        return decision, acting


def names_in(value: object) -> Iterator[str]:
    """Every string of a value out of JSON, keys aside."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from names_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from names_in(part)


def unknown(what: str, name: str, known: Iterable[str]) -> RequestError:
    """An unknown name with its near miss."""
    return RequestError(f"there is no {what} '{name}'", code="UNKNOWN_ID", hint=near_miss(name, known))


@singledispatch
def respond(request: Request, _table: Table) -> Reply:
    """Answer one request; raises ``EngineError`` when refused, and then nothing has changed."""
    raise RequestError(f"{type(request).__name__} has no answer")
