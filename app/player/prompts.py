"""What the prompt bar says: who decides, what the running tool needs next, and the buttons for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeGuard

from app.player.board_controller import BoardController
from app.player.figures import counted, told
from app.player.session import Session
from app.player.tools.base import Tool
from app.player.tools.maneuver import ManeuverTool
from app.player.tools.pick import PickOptionTool, PickPieceTool, PickPlaceTool
from app.player.turn_words import turn_date
from app.turn_dates import short_date
from app.widgets.button_row import PromptButton
from app.widgets.prompt_bar import Prompt
from engine.play.action import AnyKind, Shape

MOST_OPTIONS = 6
MOST_LETTERS = 64
"""Letters that the buttons of options may have together; with more they stand in the list only."""
KEY_LETTERS = 7
"""What the key cap of a button counts for."""
MAIN = "Ctrl+Return"
"""The key of the primary button, which the window answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptActs:
    """What the buttons do; given by the window."""

    undo: Callable[[], None]
    help: Callable[[], None]
    end: Callable[[AnyKind], None]
    start: Callable[[AnyKind], None]
    confirm: Callable[[], None]
    present: Callable[[], None]


def prompt_of(session: Session, controller: BoardController, form: Callable[[str], str]) -> Prompt:
    """The words of the bar."""
    state = session.state
    date = short_date(turn_date(session.module, state.turn))
    turn = f"Turn {state.turn} · {date}" if date else f"Turn {state.turn}"
    if state.over is not None:
        side = session.side_title(state.over.winner) if state.over.winner not in {"draw", "none"} else ""
        return Prompt(
            side=side or "Game over", turn=turn, head="The game is over.", request=state.over.reason
        )
    if session.looking_at is not None:
        moment = f"After action {session.looking_at} of {session.game.count}"
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
    request = told(request).removeprefix(f"{title}: ")
    request = request.removeprefix(f"{session.phase_title(decision.phase)}. ")
    request = request[:1].upper() + request[1:]
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
    parts.append(_to_move(session, controller))
    if decision is not None and decision.ask.rule and ":" not in decision.ask.rule:
        rule = decision.ask.rule
        parts.append(f"rule {rule}" if rule[0].isdigit() else rule)
    return " · ".join(part for part in parts if part)


def _to_move(session: Session, controller: BoardController) -> str:
    """How many of the own units may still move, in phases of movement, whatever they did before."""
    decision = session.decision
    if decision is None or decision.ask.part:
        return ""
    if not any(kind.shape is Shape.MOVE for kind in controller.offers.kinds):
        return ""
    movers = [kind for kind in controller.offers.available if kind.shape is Shape.MOVE]
    able = frozenset[str]().union(*(controller.offers.subjects(kind) for kind in movers))
    views = [view for name in able if (view := session.projection.pieces.get(name)) is not None]
    left = sum(view.side == session.acting and view.values.get("movement", 0) > 0 for view in views)
    return f"{counted(left, 'unit')} may still move" if left else "no unit may still move"


def buttons_of(session: Session, controller: BoardController, acts: PromptActs) -> tuple[PromptButton, ...]:
    """The buttons of the bar, the primary one marked; short of room, the bar folds those that weigh less."""
    if session.looking_at is not None:
        return (
            PromptButton(
                text="Back to the present", action=acts.present, key=MAIN, is_primary=True, has_shortcut=False
            ),
        )
    fixed = [
        PromptButton(
            text="Undo",
            action=acts.undo,
            key="Ctrl+Z",
            is_enabled=session.can_undo,
            has_shortcut=False,
            weight=4,
        ),
        PromptButton(text="Phase help", action=acts.help, key="F1", has_shortcut=False, weight=2),
    ]
    decision = session.decision
    if decision is None or session.is_busy:
        return tuple(fixed)
    return (*fixed, *_offered(controller, acts), *_last_buttons(controller, acts))


def _offered(controller: BoardController, acts: PromptActs) -> list[PromptButton]:
    """The options of the running tool where they fit, else the kinds that can be begun by a button."""
    tool = controller.tool
    if is_answered_in_the_bar(tool):
        return _option_buttons(controller, tool, acts)
    mine = tool.kind if isinstance(tool, PickOptionTool) and not _has_preview(tool) else None
    kinds = [k for k in controller.offers.available if k is not mine and _wants_button(controller, k)]
    return [
        PromptButton(
            text=kind.label or kind.kind,
            action=partial(acts.start, kind),
            key=f"Alt+{number}" if number < 10 else "",
            tip=kind.help,
        )
        for number, kind in enumerate(kinds, start=1)
    ]


def _option_buttons(
    controller: BoardController, tool: PickOptionTool, acts: PromptActs
) -> list[PromptButton]:
    """One button an option; the one that Enter would take is the primary one."""
    return [
        PromptButton(
            text=_short(choice.text),
            action=acts.confirm if number == tool.index else partial(controller.take_choice, choice),
            key=MAIN if number == tool.index else f"Alt+{number + 1}",
            is_primary=number == tool.index,
            has_shortcut=number != tool.index,
            tip=choice.text,
            weight=3,
        )
        for number, choice in enumerate(tool.choices())
    ]


def _wants_button(controller: BoardController, kind: AnyKind) -> bool:
    """Kinds that begin at no piece or place of the map need a button, and those that hide behind moving."""
    if kind.ends:
        return False
    if kind.shape in {Shape.BUTTON, Shape.OPTION, Shape.NUMBER, Shape.SUPPLY}:
        return True
    decision = controller.offers.decision
    if decision is None or decision.ask.part:
        return kind.aside
    has_moves = any(other.shape is Shape.MOVE for other in controller.offers.available)
    return kind.shape is Shape.CARRY or (kind.shape is Shape.PIECE_PLACE and has_moves)


def is_answered_in_the_bar(tool: Tool | None) -> TypeGuard[PickOptionTool]:
    """Whether all options can be buttons beside each other and still leave room for the prompt."""
    if not isinstance(tool, PickOptionTool) or _has_preview(tool):
        return False
    if not 0 < len(tool.actions) <= MOST_OPTIONS:
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
    return PromptButton(text=words, action=acts.confirm, key=MAIN, is_primary=True, has_shortcut=False)


def _last_buttons(controller: BoardController, acts: PromptActs) -> list[PromptButton]:
    """What ends the phase, and what confirms the tool; whichever is nearer at hand is the primary one."""
    tool, found = controller.tool, []
    ends = next((kind for kind in controller.offers.kinds if kind.ends), None)
    is_option = isinstance(tool, PickOptionTool) and tool.is_ready
    if ends is not None:
        refusal = ends.unavailable(controller.offers.state, controller.offers.side)
        found.append(
            PromptButton(
                text=ends.label or "End phase",
                action=partial(acts.end, ends),
                key="" if is_option else MAIN,
                is_primary=not is_option,
                is_enabled=refusal is None,
                tip=str(refusal) if refusal else ends.help,
                has_shortcut=False,
            )
        )
    if tool is None or isinstance(tool, ManeuverTool) or is_answered_in_the_bar(tool):
        return found
    if is_option or (ends is None and tool.is_ready):
        found.append(_confirming(tool, acts))
    return found
