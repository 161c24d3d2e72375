"""Sessions to talk to: on the small module played freely, and on the toy rules with their secret bids."""

from __future__ import annotations

import json
from typing import Any

from engine.definition.module import ModuleDef
from engine.game import Game
from engine.protocol import Library, Session
from engine.state.model import State
from engine.view.projection import PieceView, Projection
from tests.engine.toy import ToyRules
from tests.fixtures.free_module import a_free_module


class OneModule(Library):
    """Knows the small module and nothing else."""

    def game(self, name: str) -> ModuleDef:
        return a_free_module() if name == "meeting" else super().game(name)


LIBRARY = OneModule()


class Talk:
    """Sends requests as programs do, and reads replies."""

    def __init__(self) -> None:
        self.session = Session(LIBRARY)

    def line(self, text: str | bytes) -> dict[str, Any]:
        reply = self.session.answer(text)
        assert reply is not None
        assert b"\n" not in reply
        found: dict[str, Any] = json.loads(reply)
        return found

    def ask(self, do: str, **keys: Any) -> dict[str, Any]:
        return self.line(json.dumps({"do": do} | {key.rstrip("_"): value for key, value in keys.items()}))

    def ok(self, do: str, **keys: Any) -> dict[str, Any]:
        reply = self.ask(do, **keys)
        assert reply["ok"] is True, reply
        return reply

    def error(self, do: str, **keys: Any) -> dict[str, str]:
        reply = self.ask(do, **keys)
        assert reply["ok"] is False, reply
        error: dict[str, str] = reply["error"]
        assert {"code", "rule", "text", "hint"} <= set(error)
        assert error["text"]
        return error

    def refused(self, do: str, code: str, **keys: Any) -> dict[str, str]:
        """An error of that code which leaves the state as it is."""
        before = self.session.table.held.hash() if self.session.table.held else ""
        error = self.error(do, **keys)
        assert error["code"] == code, error
        assert (self.session.table.held.hash() if self.session.table.held else "") == before
        return error


def free_talk(seed: int = 7) -> Talk:
    talk = Talk()
    talk.ok("new", scenario="meeting/meeting", seed=seed)
    return talk


class SeenRules(ToyRules):
    """The toy rules with a plain projection."""

    def project(self, state: State, viewer: str) -> Projection:
        return Projection(
            viewer=viewer,
            turn=state.turn,
            date="",
            phase=state.phase,
            pieces={
                name: PieceView(id=name, name=name, side=piece.owner, type="toy", at=piece.at)
                for name, piece in state.pieces.items()
            },
            stacks={},
            control=state.control,
            tracks=(),
            boxes=(),
            schedule=(),
            victory=(),
            over=state.over,
        )


def toy_talk(seed: int = 1) -> Talk:
    talk = Talk()
    talk.session.table.begin(Game(SeenRules(), seed), "")
    return talk


TANKS = "3-blue-tanks"


def to_the_bids(talk: Talk) -> None:
    """End phases until both sides bid in secret."""
    while len(talk.ok("status")["decision"]["sides"]) < 2:
        talk.ok("apply", action={"kind": "end-phase"})
