"""How well typed words fit a thing: every word is there somewhere, in any order, the nearest first.

People type what they remember, seldom in the order of a title and often only the beginnings of words. One
order serves things of a module and commands of menus, so that both can stand in one list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Fit:
    """The smaller, the better: words not in the name, words inside other words, how a name begins."""

    elsewhere: int
    inside: int
    front: int
    """0 where a name is what was typed, 1 where one begins with the first word, 2 else."""


def words_of(typed: str) -> tuple[str, ...]:
    """The words to look for."""
    return tuple(typed.lower().split())


def fit_of(wanted: Sequence[str], names: Sequence[str], more: str = "") -> Fit | None:
    """How well the words fit names and what else is said of the thing; None where one is in neither."""
    names = [name.lower() for name in names]
    named, more = "\n".join(names), more.lower()
    elsewhere = inside = 0
    for word in wanted:
        if word in named:
            inside += not _begins(word, named)
        elif word in more:
            elsewhere += 1
            inside += not _begins(word, more)
        else:
            return None
    begins = any(name.startswith(wanted[0]) for name in names) if wanted else False
    return Fit(elsewhere, inside, 0 if " ".join(wanted) in names else 1 if begins else 2)


def _begins(word: str, text: str) -> bool:
    """Whether a word of the text begins so."""
    at = text.find(word)
    while at > 0 and text[at - 1].isalnum():
        at = text.find(word, at + 1)
    return at >= 0
