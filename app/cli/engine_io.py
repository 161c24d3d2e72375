"""``engine``: the line protocol on stdin and stdout."""

from __future__ import annotations

import sys
from typing import BinaryIO

import typer

from engine.protocol import Session
from engine.protocol.lines import MAX_LINE

CHUNK = 65_536


def register(application: typer.Typer) -> None:
    """Add the command."""
    application.command("engine")(serve)


def serve() -> None:
    """Speak the line protocol: one JSON object a line each way."""
    replies, sys.stdout = sys.stdout.buffer, sys.stderr
    session = Session()
    try:
        talk(session, sys.stdin.buffer, replies)
    finally:
        session.close()


def talk(session: Session, requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer line by line until ``quit`` or the end of the input."""
    while not session.finished:
        line = read_line(requests)
        if not line:
            return
        reply = session.answer(line)
        if reply is not None:
            replies.write(reply + b"\n")
            replies.flush()


def read_line(requests: BinaryIO) -> bytes:
    """A line; of one that is too long only as much as shows that it is, and the rest is skipped."""
    line = requests.readline(MAX_LINE + 2)
    if len(line) > MAX_LINE and not line.endswith(b"\n"):
        while (rest := requests.readline(CHUNK)) and not rest.endswith(b"\n"):
            continue
    return line
