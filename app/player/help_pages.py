"""Help pages made from the game being played: sequence with help texts, scenario, own pages, keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.actions import PLAYER_ACTIONS, PLAYER_MENUS
from app.help.pages import Page, anchors
from app.player.session import Session
from engine.definition.sequence import PhaseDef
from engine.definition.telling import told, told_phases
from engine.victory.words import version_lines

GROUP = "This game"
BOARD_KEYS = (
    ("Arrows, Home, End, Page Up, Page Down", "move the hex cursor"),
    ("Enter", "select, or do what is lit under the cursor"),
    ("Shift+Enter", "set a way point"),
    ("T", "move the selection to the hex under the cursor or pointer"),
    ("Esc", "one step back; let go"),
    ("1 to 9", "pick a unit of the stack"),
    ("Alt+1, Alt+2 …", "the other buttons of the prompt bar"),
    ("Alt+Right, Alt+Left", "the next step of the guide, the step before"),
    ("Ctrl+Arrows", "move the map"),
    ("+ − 0", "zoom in, zoom out, whole map"),
    ("Space and drag", "move the map with the mouse"),
    ("Letters of the overlay switches", "overlays"),
)


def game_pages(session: Session) -> tuple[Page, ...]:
    """The sequence of play with its help, the victory conditions, and the module's own pages."""
    module = session.module
    lines = [f"# {module.title}: sequence of play", ""]
    for phase in told_phases(module):
        _tell(phase, 2, lines)
    pages = [Page("game", "\n".join(lines), GROUP, given_title="Sequence of play")]
    pages.append(Page("scenario", _scenario_text(session), GROUP, given_title=session.rules.scenario.title))
    pages += [
        Page(f"game-{page.id}", f"# {page.title}\n\n{told(module, page.text)}", GROUP, given_title=page.title)
        for page in module.help
    ]
    return tuple(pages)


def _tell(phase: PhaseDef, depth: int, lines: list[str]) -> None:
    rule = f" ({phase.rule})" if phase.rule else ""
    lines += [f"{'#' * min(depth, 4)} {phase.title}{rule}", ""]
    if phase.help:
        lines += [phase.help, ""]
    for below in phase.phases:
        _tell(below, depth + 1, lines)


def _scenario_text(session: Session) -> str:
    scenario = session.rules.scenario
    lines = [f"# {scenario.title}", "", scenario.blurb, ""]
    for note in scenario.notes:
        lines += [f"- {note}"]
    for version in scenario.versions:
        lines += ["", f"## {version.title}", ""]
        for line in version_lines(session.module, version):
            rule = f" ({line.rule})" if line.rule else ""
            lines.append(f"- {line.who}: {line.text}{rule}")
    return "\n".join(lines)


def phase_anchor(session: Session) -> str:
    """The anchor of the present phase on the page of the sequence."""
    title = f"{session.module.title}: sequence of play"
    heads = [("", title), *_headings(session.module.sequence)]
    places = anchors(words for _, words in heads)
    found = zip((name for name, _ in heads), places, strict=True)
    return next((place for name, place in found if name == session.state.phase), "")


def _headings(phases: Iterable[PhaseDef]) -> Iterator[tuple[str, str]]:
    """The phases in the order of the page, with the words of their headings."""
    for phase in phases:
        yield phase.id, f"{phase.title} ({phase.rule})" if phase.rule else phase.title
        yield from _headings(phase.phases)


def keys_page() -> Page:
    """All keys of the player window, from the table of actions."""
    lines = ["# Keys of the player window", ""]
    for menu in PLAYER_MENUS:
        rows = [(PLAYER_ACTIONS[name].keys, PLAYER_ACTIONS[name].text) for name in menu.actions if name]
        shown = [(keys, text.rstrip("…")) for keys, text in rows if keys]
        if shown:
            lines += [f"## {menu.title.replace('&', '')}", "", "| Key | Action |", "|---|---|"]
            lines += [f"| `{keys}` | {text} |" for keys, text in shown]
            lines.append("")
    lines += ["## On the map", "", "| Key | Action |", "|---|---|"]
    lines += [f"| {keys} | {text} |" for keys, text in BOARD_KEYS]
    return Page("keys", "\n".join(lines), "Using Hexwright", given_title="Keys of the player window")
