"""From a line of text to a request, strictly; and from a reply to a line.

Whatever arrives, the answer is a line of JSON: too long, not UTF-8, no JSON, nested too deep, an unknown
key. The id of a request is echoed as soon as it can be read at all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from engine.errors import EngineError, IllegalAction, Refusal, RuleBug, SaveError, UndoBlocked
from engine.issues import LoadError, near_miss
from engine.protocol.library import UnknownReference
from engine.protocol.requests import AnyRequest, fields_of, request_names

MAX_LINE = 1_000_000
MAX_DEPTH = 100

CODES = frozenset(
    {
        "BAD_JSON",
        "BAD_REQUEST",
        "UNKNOWN_ID",
        "WRONG_SIDE",
        "WRONG_PHASE",
        "ILLEGAL",
        "BARRIER",
        "GAME_OVER",
        "BAD_STATE",
        "IO",
    }
)

Reply = Mapping[str, object]

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_UNKNOWN_FIELD = re.compile(r"unknown field `([^`]*)`(?: - at `\$(\.[^`]*)?`)?")


class RequestError(EngineError):
    """A request that is answered with an error and does nothing."""

    def __init__(self, text: str, *, code: str = "BAD_REQUEST", rule: str = "", hint: str = "") -> None:
        super().__init__(text)
        self.text, self.code, self.rule, self.hint = text, code, rule, hint


def read_object(line: bytes) -> dict[str, object]:
    """The JSON object on a line; raises :class:`RequestError` for anything else."""
    if len(line) > MAX_LINE:
        raise RequestError("the line is longer than 1 MB", code="BAD_JSON", hint="send less at once")
    if depth_of(line) > MAX_DEPTH:
        raise RequestError("the line is nested deeper than 100", code="BAD_JSON", hint="flatten it")
    try:
        found = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        hint = "send one object a line"
        raise RequestError(f"this is no JSON: {error}", code="BAD_JSON", hint=hint) from None
    if not isinstance(found, dict):
        raise RequestError("a request is a JSON object", hint='such as {"do":"status"}')
    return found


def depth_of(line: bytes) -> int:
    """How deep brackets nest in a line of JSON, strings aside."""
    if line.count(b"[") + line.count(b"{") <= MAX_DEPTH:
        return 0
    depth = deepest = 0
    for mark in re.findall(rb"[\[{\]}]", _STRING.sub(b"", line)):
        depth += 1 if mark in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest


def read_request(found: dict[str, object]) -> AnyRequest:
    """The request in an object; unknown requests and keys are refused with the near miss."""
    name = found.get("do")
    if not isinstance(name, str):
        raise RequestError('a request needs a string "do"', hint=f"one of {', '.join(request_names())}")
    if name not in request_names():
        hint = near_miss(name, request_names()) or f"one of {', '.join(request_names())}"
        raise RequestError(f"there is no request '{name}'", hint=hint)
    try:
        plain = {key: value for key, value in found.items() if key != "id"}
        request: AnyRequest = msgspec.convert(plain, type=AnyRequest)
    except (msgspec.ValidationError, RecursionError) as error:
        raise explained(name, str(error)) from None
    return request


def explained(name: str, fault: str) -> RequestError:
    """A fault of the decoder as an error of the request, with the near miss of an unknown key."""
    unknown = _UNKNOWN_FIELD.search(fault)
    if unknown is None:
        return RequestError(f"{name}: {fault[:1].lower()}{fault[1:]}")
    key, path = unknown[1], (unknown[2] or "").lstrip(".")
    known = fields_of(name, path)
    hint = near_miss(key, known) or (f"known keys: {', '.join(known)}" if known else "leave it out")
    return RequestError(f"{name}: unknown key '{key}'" + (f" in {path}" if path else ""), hint=hint)


def error_of(error: EngineError) -> Reply:
    """An error of the engine in the form of the protocol."""
    if isinstance(error, RequestError):
        return error_reply(error.code, error.text, error.rule, error.hint)
    if isinstance(error, IllegalAction):
        return refusal_reply(error.refusal)
    if isinstance(error, UndoBlocked):
        return error_reply("BARRIER", str(error), "", '"free":true takes it back all the same')
    if isinstance(error, SaveError):
        return error_reply("IO", str(error))
    if isinstance(error, UnknownReference):
        return error_reply("UNKNOWN_ID", str(error))
    if isinstance(error, LoadError):
        return error_reply("IO", str(error), "", "check the module for all its faults")
    if isinstance(error, RuleBug):
        return error_reply("ILLEGAL", f"a fault of the rules, nothing was changed: {error}", "", "report it")
    return error_reply("BAD_REQUEST", str(error))


def refusal_reply(refusal: Refusal) -> Reply:
    """A refusal in the form of the protocol; finer codes stay visible as ``detail``."""
    code = refusal.code if refusal.code in CODES else "ILLEGAL"
    reply = dict(error_reply(code, refusal.text, refusal.rule, refusal.hint))
    if code != refusal.code:
        reply["detail"] = refusal.code
    if refusal.pieces:
        reply["pieces"] = refusal.pieces
    if refusal.places:
        reply["places"] = refusal.places
    return reply


def error_reply(code: str, text: str, rule: str = "", hint: str = "") -> Reply:
    """The body of an error."""
    return {"code": code, "rule": rule, "text": text, "hint": hint}


def encode_reply(reply: Reply) -> bytes:
    """A reply as one line without its end."""
    return msgspec.json.encode(reply)
