"""Pictures that a game should show and that are no longer there: counters are drawn, and people are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app.player.figures import counted
from engine.definition.module import ModuleDef
from engine.errors import EngineError
from engine.loading.source import open_source


def pictures_of(module: ModuleDef) -> Iterator[str]:
    """The pictures of counters and cards, and what maps are drawn from, that a module names."""
    arts = (*(piece.art for piece in module.pieces), *(card.art for card in module.cards))
    for art in arts:
        if art is not None:
            yield from (name for name in (art.front, art.back) if name)
    for board in module.boards:
        yield from (name for name in (board.art.background, board.art.relief, board.art.drawing) if name)


def missing_pictures(module: ModuleDef, place: Path | None) -> tuple[str, ...]:
    """Those that are not in the folder or file of a module; all of them where that is gone itself."""
    wanted = tuple(dict.fromkeys(pictures_of(module)))
    if not wanted:
        return ()
    try:
        here = set(open_source(place).names()) if place is not None else set[str]()
    except (EngineError, OSError):
        here = set()
    return tuple(name for name in wanted if name not in here)


def missing_words(module: ModuleDef, place: Path | None) -> str:
    """What to tell people of missing pictures and how they come back; empty if all are there."""
    missing = missing_pictures(module, place)
    if not missing:
        return ""
    if place is None or not place.exists():
        gone = f"no longer in {place}" if place is not None else "no longer installed"
        remedy = f"Bring {place.name} back from the trash" if place is not None else "Install the module"
        return (
            f"{module.title} is {gone}: this game is played by what the save kept of it, its maps and "
            f"counters drawn plainly. {remedy} and open the game again to see its pictures."
        )
    verb = "is" if len(missing) == 1 else "are"
    return (
        f"{counted(len(missing), 'picture')} of this game {verb} not in {place}. What had one is drawn; put "
        f"the files back and open the game again to see them."
    )
