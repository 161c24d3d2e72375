"""Words of the loader for who writes files, said for who works in the editor: no paths, no quotes, no keys.

The loader speaks to authors of files: it names the path of a value and how to write it down. In the editor
there is a field with a title, and a counter is called a counter. What stands in quotes is somebody's own word
and stays as it is.
"""

import re
from typing import Final

_QUOTED: Final = re.compile(r"('[^']*')")
_PATH: Final = re.compile(r"^(?:[a-z_][A-Za-z0-9_-]*\.)*([A-Za-z_][A-Za-z0-9_-]*): ")
_WORDS: Final = (
    (re.compile(r"\bpieces\b"), "counters"),
    (re.compile(r"\bpiece\b"), "counter"),
    (re.compile(r"\ba mapping is wanted\b"), "several values with names are wanted"),
    (re.compile(r"\btrue or false is wanted\b"), "yes or no is wanted"),
    (re.compile(r"\bgive one of the two another id\b"), "choose another id"),
)
_HINTS: Final = {
    "put the value in quotes": "write words",
    "write digits without quotes": "write digits",
    "write [a, b] or lines with dashes": "give one after the other",
    "write 'key: value' lines": "give one after the other",
    "write true or false without quotes": "choose yes or no",
}
_PATTERNS: Final = {
    r"^[a-z0-9][a-z0-9._+-]*$": "write small letters and digits, with . _ + - between them and no blanks",
    r"^[A-Za-z0-9][A-Za-z0-9._+-]*$": "write letters and digits, with . _ + - between them and no blanks",
    r"^#[0-9a-f]{6}$": "write # and six of the digits 0-9 and a-f",
    r"^\S(.*\S)?$": "write one line that neither begins nor ends with a blank",
    r"^[a-z0-9_]+(\.[a-z0-9_-]+)+$": "write small letters and digits in two parts with a dot between them",
}
_MUST_MATCH: Final = "it must match "


def said(words: str) -> str:
    """A message or a hint of the loader, without the language of files."""
    if words.startswith(_MUST_MATCH):
        return _PATTERNS.get(words.removeprefix(_MUST_MATCH), "write other letters")
    words = _HINTS.get(words, words)
    parts = _QUOTED.split(words)
    return "".join(part if n % 2 else _plain(part) for n, part in enumerate(parts))


def said_of_field(words: str) -> str:
    """A message about one field, which is called by its name and not by the path that leads to it."""
    return said(_PATH.sub(lambda found: f"{found[1].replace('_', ' ')}: ", words))


def sentence(words: str) -> str:
    """Words as a sentence: a capital, and a full stop unless they end with a mark of their own."""
    return ended(f"{words[:1].upper()}{words[1:]}")


def ended(words: str) -> str:
    """Words with a full stop, unless they end with a mark of their own."""
    return words if words.endswith(("?", "!", ".", "…")) else f"{words}."


def _plain(words: str) -> str:
    for pattern, plain in _WORDS:
        words = pattern.sub(plain, words)
    return words
