"""A session: a line in, a line out, in order, whatever the line holds."""

from __future__ import annotations

import logging

from engine.errors import EngineError
from engine.protocol import looking, playing, starting
from engine.protocol.library import Library
from engine.protocol.lines import Reply, encode_reply, error_of, error_reply, read_object, read_request
from engine.protocol.requests import Quit
from engine.protocol.table import Table, respond

ANSWERED_IN = (looking, playing, starting)
"""Importing these registers the answers."""

logger = logging.getLogger(__name__)


class Session:
    """One program at one table. Every reply holds ``ok``, and the ``id`` of its request if it had one."""

    def __init__(self, library: Library | None = None) -> None:
        self.table = Table(library or Library())
        self.finished = False

    def answer(self, line: bytes | str) -> bytes | None:
        """The reply to a line, without its end; nothing for a blank line. Never raises."""
        data = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
        if not data.strip():
            return None
        found: dict[str, object] = {}
        try:
            found = read_object(data)
            reply: Reply = {"ok": True, **self._do(found)}
        except EngineError as error:
            reply = {"ok": False, "error": error_of(error)}
        except Exception:
            logger.exception("a request failed")
            told = error_reply("BAD_REQUEST", "the program failed at this request; nothing was changed")
            reply = {"ok": False, "error": told}
        return encode_reply({"id": found["id"], **reply} if "id" in found else reply)

    def _do(self, found: dict[str, object]) -> Reply:
        request = read_request(found)
        reply = respond(request, self.table)
        self.finished = isinstance(request, Quit)
        return reply

    def close(self) -> None:
        """Let go of files; for programs that end without ``quit``."""
        self.table.leave()
