"""The token language of VASSAL: lists inside lists, each level with a delimiter of its own.

A delimiter is escaped by one backslash before it. A token in single quotes sheds them.
"""

from __future__ import annotations


def split(text: str, delimiter: str) -> list[str]:
    """The tokens of a text; empty ones count."""
    tokens: list[str] = []
    parts: list[str] = []
    start = at = 0
    while (at := text.find(delimiter, at)) >= 0:
        if at > start and text[at - 1] == "\\":
            parts.append(text[start : at - 1])
            start = at
        else:
            tokens.append(_unquoted("".join(parts) + text[start:at]))
            parts, start = [], at + 1
        at += 1
    tokens.append(_unquoted("".join(parts) + text[start:]))
    return tokens


def join(tokens: list[str], delimiter: str) -> str:
    """The text from which `split` gives these tokens."""
    return delimiter.join(_escaped(token, delimiter) for token in tokens)


def _unquoted(token: str) -> str:
    if len(token) > 1 and token[0] == "'" and token[-1] == "'":
        return token[1:-1]
    return token


def _escaped(token: str, delimiter: str) -> str:
    token = token.replace(delimiter, "\\" + delimiter)
    is_odd = token.startswith("\\") or (len(token) > 1 and token[0] == "'" and token[-1] == "'")
    return f"'{token}'" if is_odd else token


def whole(text: str, otherwise: int = 0) -> int:
    """A whole number, or another value where there is none."""
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        return otherwise


def decimal(text: str, otherwise: float = 0.0) -> float:
    """A finite number, or another value where there is none."""
    try:
        value = float(text)
    except ValueError:
        return otherwise
    return value if abs(value) < 1e9 else otherwise
