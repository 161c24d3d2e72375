"""What the prompt bar says: who decides, what the running tool needs next, and the buttons for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.library.games import short_date
from app.player.board_controller import BoardController
from app.player.figures import counted, told
from app.player.session import Session
from app.player.tools.base import Tool
from app.player.tools.maneuver import ManeuverTool
from app.player.tools.pick import PickOptionTool, PickPieceTool, PickPlaceTool
from app.widgets.prompt_bar import Prompt, PromptButton
from engine.play.action import AnyKind, Shape

MOST_BUTTONS = 3
MOST_OPTIONS = 6
MOST_LETTERS = 64
"""Letters that the buttons of options may have together; with more they stand in the list only."""
KEY_LETTERS = 7
"""What the key cap of a button counts for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptActs:
    """What the buttons do; given by the window."""

    undo: Callable[[], None]
    help: Callable[[], None]
    end: Callable[[AnyKind], None]
    start: Callable[[AnyKind], None]
    confirm: Callable[[], None]
    more: Callable[[tuple[AnyKind, ...]], None]
    present: Callable[[], None]


def prompt_of(session: Session, controller: BoardController, form: Callable[[str], str]) -> Prompt:
    """The words of the bar."""
    state = session.state
    turn = f"Turn {state.turn} · {short_date(session.module.turn_title(state.turn))}"
    if state.over is not None:
        side = session.side_title(state.over.winner) if state.over.winner not in {"draw", "none"} else ""
        return Prompt(
            side=side or "Game over", turn=turn, head="The game is over.", request=state.over.reason
        )
    if session.looking_at is not None:
        moment = f"after action {session.looking_at} of {session.game.count}"
        return Prompt(
            side="Replay", turn=turn, head="An earlier moment.", request=moment, help="The game is unchanged."
        )
    decision = session.decision
    if decision is None:
        return Prompt(turn=turn, head="Hand over.")
    acting = session.acting
    title = session.side_title(acting)
    head = f"{title}: {session.phase_title(decision.phase)}."
    if session.is_busy:
        words = "The computer is thinking…"
        return Prompt(form=form(acting), side=title, turn=turn, head=head, request=words)
    tool = controller.tool
    picks = isinstance(tool, (PickPieceTool, PickPlaceTool, PickOptionTool))
    is_asked = picks and not controller.is_explicit
    request = decision.ask.prompt if tool is None or is_asked else tool.prompt
    request = told(request)
    if not request.endswith((".", "?", "!")):
        request += "."
    return Prompt(
        form=form(acting), side=title, turn=turn, head=head, request=request, help=_help(session, controller)
    )


def _help(session: Session, controller: BoardController) -> str:
    decision = session.decision
    parts = []
    if controller.tool is not None:
        parts.append(controller.tool.keys)
    elif decision is not None and controller.offers.lit_places:
        parts.append("Click a lit stack or hex · N next · Enter at the cursor")
    parts.append(_unmoved(session, controller))
    if decision is not None and decision.ask.rule:
        rule = decision.ask.rule
        parts.append(f"rule {rule}" if rule[0].isdigit() else rule)
    return " · ".join(part for part in parts if part)


def _unmoved(session: Session, controller: BoardController) -> str:
    """How many of the own units have not moved, in phases of movement."""
    decision = session.decision
    if decision is None or decision.ask.part:
        return ""
    if not any(kind.shape is Shape.MOVE for kind in controller.offers.kinds):
        return ""
    side = session.acting
    pieces = session.projection.pieces.values()
    movers = [kind for kind in controller.offers.available if kind.shape is Shape.MOVE]
    able = frozenset[str]().union(*(controller.offers.subjects(kind) for kind in movers))
    mine = [v for v in pieces if v.side == side and v.values.get("movement", 0) > 0]
    mine = [view for view in mine if view.moved or view.id in able]
    left = sum(not view.moved for view in mine)
    return f"{left} of {counted(len(mine), 'unit')} not yet moved" if mine else ""


def buttons_of(session: Session, controller: BoardController, acts: PromptActs) -> tuple[PromptButton, ...]:
    """The buttons of the bar, the primary one marked."""
    if session.looking_at is not None:
        return (PromptButton(text="Back to the present", action=acts.present, is_primary=True),)
    fixed = [
        PromptButton(text="Undo", action=acts.undo, key="Ctrl+Z", is_enabled=session.can_undo),
        PromptButton(text="Phase help", action=acts.help, key="F1"),
    ]
    decision = session.decision
    if decision is None or session.is_busy:
        return tuple(fixed)
    return (*fixed, *_kind_buttons(controller, acts), *_last_button(controller, acts))


def _kind_buttons(controller: BoardController, acts: PromptActs) -> list[PromptButton]:
    tool = controller.tool
    if isinstance(tool, PickOptionTool) and _fit_in_the_bar(tool):
        return [
            PromptButton(
                text=_short(choice.text),
                action=partial(controller.take_choice, choice),
                key=f"Alt+{number}",
                tip=choice.text,
            )
            for number, choice in enumerate(tool.choices(), 1)
        ]
    kinds = [kind for kind in controller.offers.available if _wants_button(kind)]
    shown = kinds if len(kinds) <= MOST_BUTTONS else kinds[: MOST_BUTTONS - 1]
    buttons = [
        PromptButton(text=kind.label or kind.kind, action=partial(acts.start, kind), tip=kind.help)
        for kind in shown
    ]
    rest = tuple(kind for kind in kinds if kind not in shown)
    if rest:
        buttons.append(PromptButton(text="More…", action=partial(acts.more, rest)))
    return buttons


def _wants_button(kind: AnyKind) -> bool:
    """Kinds that begin at no piece or place of the map need a button; the others are lit there."""
    return not kind.ends and kind.shape in {Shape.BUTTON, Shape.OPTION, Shape.NUMBER, Shape.SUPPLY}


def _fit_in_the_bar(tool: PickOptionTool) -> bool:
    """Whether all options can be buttons beside each other and still leave room for the prompt."""
    if _has_preview(tool) or not 0 < len(tool.actions) <= MOST_OPTIONS:
        return False
    return sum(len(_short(choice.text)) + KEY_LETTERS for choice in tool.choices()) <= MOST_LETTERS


def _has_preview(tool: PickOptionTool) -> bool:
    plan = tool.plan
    return plan is not None and plan.preview is not None


def _short(text: str) -> str:
    return text[:1].upper() + (text[1:] if len(text) <= 32 else text[1:30] + "…")


def _confirming(tool: Tool, acts: PromptActs) -> PromptButton:
    """The button that does what is ready; it names the option where one of several is chosen."""
    words = "Confirm"
    if isinstance(tool, PickOptionTool) and not _has_preview(tool):
        words = _short(tool.choices()[tool.index].text)
    return PromptButton(text=words, action=acts.confirm, key="Ctrl+Return", is_primary=True)


def _last_button(controller: BoardController, acts: PromptActs) -> list[PromptButton]:
    ends = next((kind for kind in controller.offers.kinds if kind.ends), None)
    tool = controller.tool
    if ends is not None:
        refusal = ends.unavailable(controller.offers.state, controller.offers.side)
        return [
            PromptButton(
                text=ends.label or "End phase",
                action=partial(acts.end, ends),
                key="Ctrl+Return",
                is_primary=True,
                is_enabled=refusal is None,
                tip=str(refusal) if refusal else ends.help,
            )
        ]
    if tool is not None and not isinstance(tool, ManeuverTool) and tool.is_ready:
        return [_confirming(tool, acts)]
    return []
