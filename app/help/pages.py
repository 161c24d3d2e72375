"""The documents that the help viewer shows: found, titled, searched.

Pages are Markdown: the shipped documents, and pages a module brings along.
A page's id is its path below the documents folder, so that links between
documents work in the viewer as they do on a code host.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from app.resource_files import resource

_HEADING: Final = re.compile(r"^(#{1,4})\s+(.+?)\s*#*\s*$", re.MULTILINE)
_FENCE: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_MARKUP: Final = re.compile(r"!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|[`*_\[\]]")
_GROUPS: Final = {"": "Using Hexwright", "games": "The games", "decisions": "How it is made"}


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a page: depth 1 to 4, words, and the anchor that links use."""

    depth: int
    words: str
    anchor: str


@dataclass(frozen=True)
class Page:
    """One document; `folder` is where its pictures lie."""

    id: str
    text: str
    group: str = ""
    folder: Path | None = None
    given_title: str = ""

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """All headings outside code."""
        found = list(_HEADING.finditer(_FENCE.sub("", self.text)))
        places = anchors(each.group(2) for each in found)
        return tuple(
            Heading(len(each.group(1)), plain_words(each.group(2)), place)
            for each, place in zip(found, places, strict=True)
        )

    @property
    def title(self) -> str:
        """The given title, the first heading, or the id."""
        if self.given_title:
            return self.given_title
        return self.headings[0].words if self.headings else self.id


@dataclass(frozen=True, slots=True)
class Hit:
    """A place found by a search: the page, the heading above, and the line."""

    page: Page
    heading: Heading | None
    line: str


def plain_words(markdown: str) -> str:
    """A line without its markup."""
    return re.sub(r"\s+", " ", _MARKUP.sub("", markdown)).strip()


def anchor(heading: str) -> str:
    """The anchor of a heading, as code hosts make it."""
    words = re.sub(r"[^\w\s-]", "", plain_words(heading).lower())
    return re.sub(r"\s+", "-", words.strip())


def anchors(headings: Iterable[str]) -> tuple[str, ...]:
    """The anchors of the headings of one page; those of the same words are counted: `combat`, `combat-1`."""
    made: list[str] = []
    times: Counter[str] = Counter()
    for heading in headings:
        plain = anchor(heading)
        made.append(f"{plain}-{times[plain]}" if times[plain] else plain)
        times[plain] += 1
    return tuple(made)


FIRST = "players-guide.md"
"""The page with which the help begins where nothing else was asked for."""


def shipped_pages(folder: Path | None = None) -> tuple[Page, ...]:
    """All shipped documents, those for users first; unreadable files are left out."""
    root = folder or resource("docs")
    pages = []
    for path in sorted(root.rglob("*.md")):
        name = path.relative_to(root).as_posix()
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        top = name.rpartition("/")[0]
        pages.append(Page(name, text, _GROUPS.get(top, top.replace("-", " ").capitalize()), path.parent))
    order = list(_GROUPS.values())
    return tuple(sorted(pages, key=lambda page: (_rank(page.group, order), page.id != FIRST, page.id)))


def _rank(group: str, order: list[str]) -> int:
    return order.index(group) if group in order else len(order)


def search(pages: tuple[Page, ...], words: str, most: int = 60) -> tuple[Hit, ...]:
    """Lines that hold all the words, whatever their order; headings first within a page."""
    wanted = [word for word in words.lower().split() if word]
    if not wanted:
        return ()
    hits: list[Hit] = []
    for page in pages:
        hits.extend(_hits(page, wanted))
    return tuple(hits[:most])


def _hits(page: Page, wanted: list[str]) -> list[Hit]:
    above: Heading | None = None
    left = list(page.headings)
    heads: list[Hit] = []
    lines: list[Hit] = []
    for line in page.text.splitlines():
        is_heading = line.startswith("#") and left and plain_words(line.lstrip("#")) == left[0].words
        if is_heading:
            above = left.pop(0)
        plain = plain_words(line.strip("|# ").replace("|", " · "))
        if plain and all(word in plain.lower() for word in wanted):
            (heads if is_heading else lines).append(Hit(page, above, plain))
    return heads + lines
