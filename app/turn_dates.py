"""The dates of turns, short enough for columns and tracks."""

import re


def short_date(title: str) -> str:
    """`Sep 40` from `September 1940`; any other title stays as it is."""
    found = re.fullmatch(r"([A-Z][a-z]{2})[a-z]* [0-9]{2}([0-9]{2})", title)
    return f"{found.group(1)} {found.group(2)}" if found else title
