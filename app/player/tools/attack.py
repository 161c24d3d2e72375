"""Attacking: a target and who attacks it, with the battle seen before it is declared."""

from __future__ import annotations

from app.player.offers import Offers, assemble
from app.player.selection import Selection
from app.player.session import Session
from app.player.tools.base import Tool, toggled
from app.player.tools.outcome import Card, CardLine, Choice, Do, Leave, Outcome, Picture, Plan, Refuse, Stay
from engine.errors import Refusal
from engine.ids import PieceId, PlaceId
from engine.play.action import Action, AnyKind


class AttackTool(Tool):
    """Builds one attack; begins with a target, with pieces that look for one, or with a suggestion."""

    def __init__(self, session: Session, offers: Offers, selection: Selection, kind: AnyKind) -> None:
        super().__init__(session, offers, selection, kind)
        self.target: PlaceId | None = None
        self.chosen: tuple[PieceId, ...] = ()
        self._candidates: dict[PlaceId, tuple[PieceId, ...]] = {}
        self._hovered: PlaceId | None = None

    # --- building -------------------------------------------------------------------------------

    def aim(self, target: PlaceId, attackers: tuple[PieceId, ...] = ()) -> None:
        """Takes a target, with the attackers named, or the selected ones, or the best known group."""
        self.target = target
        able = self.candidates
        wanted = attackers or tuple(piece for piece in self.selection.pieces if piece in able)
        self.chosen = tuple(piece for piece in able if piece in wanted) or self._best()

    def aim_as(self, action: Action) -> None:
        """Takes target and attackers of a ready-made attack."""
        self.aim(getattr(action, "target", ""), participants(action))

    @property
    def targets(self) -> frozenset[PlaceId]:
        """Places that can be attacked now, by the selected pieces if there are any that can."""
        state, side = self.offers.state, self.offers.side
        mine = self.kind.targets(state, side, self.selection.pieces) if self.selection.pieces else ()
        found = mine or self.kind.targets(state, side, ())
        return frozenset(found) or frozenset(
            name for name in self.offers.subjects(self.kind) if name not in self.offers.view.pieces
        )

    @property
    def candidates(self) -> tuple[PieceId, ...]:
        """Pieces that could join the attack on the target."""
        if self.target is None:
            return ()
        if self.target not in self._candidates:
            found: dict[PieceId, None] = {}
            for action in self._against(self.target):
                found.update(dict.fromkeys(participants(action)))
            self._candidates[self.target] = tuple(found)
        return self._candidates[self.target]

    def _against(self, target: PlaceId) -> tuple[Action, ...]:
        actions, _ = self.offers.listed(self.kind)
        return tuple(action for action in actions if getattr(action, "target", None) == target)

    def _best(self) -> tuple[PieceId, ...]:
        """The attackers of the best suggestion against the target, else the largest listed group."""
        rules, state, side = self.session.rules, self.offers.state, self.offers.side
        for suggestion in rules.suggestions(state, side):
            for action in suggestion.actions:
                if isinstance(action, self.kind.action) and getattr(action, "target", None) == self.target:
                    return participants(action)
        groups = [participants(action) for action in self._against(self.target or "")]
        return max(groups, key=len, default=())

    def toggle(self, piece: PieceId) -> None:
        """Takes a piece into the attack or out of it."""
        self.chosen = toggled(self.chosen, self.candidates, piece)

    @property
    def action(self) -> Action | None:
        """The attack as it stands."""
        if self.target is None:
            return None
        return assemble(self.kind, target=self.target, attackers=self.chosen)

    # --- what to show -----------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        if self.target is None:
            return "Pick what to attack."
        return f"{self._head(self.target)}: who takes part?"

    def _head(self, target: PlaceId) -> str:
        """The kind of attack and its target, in the words of the game."""
        place = self.session.place_title(target)
        is_plain = "attack" in self.kind.label.lower()
        return f"Attack on {place}" if is_plain or not self.kind.label else f"{self.kind.label}, {place}"

    @property
    def keys(self) -> str:
        return "Click units, or Tab and Space, to take them in or out · Enter declares · Esc lets go"

    @property
    def picture(self) -> Picture:
        if self.target is None:
            return Picture(selected=self.selection.place, targets=self.targets)
        members, able = self.offers.places_of(self.chosen), self.offers.places_of(self.candidates)
        return Picture(selected=self.target, aimed=self.target, members=members, places=able)

    @property
    def plan(self) -> Plan | None:
        action = self.action
        if action is None or self.target is None:
            return None
        refusal = self.refusal(action) if self.chosen else Refusal("nobody attacks yet")
        preview = self.kind.preview(self.offers.state, self.offers.side, action) if self.chosen else None
        return Plan(
            title=self._head(self.target),
            candidates=self.candidates,
            chosen=self.chosen,
            action=action,
            refusal=refusal,
            preview=preview,
        )

    def card(self, place: PlaceId) -> Card | None:
        if place == self.target or place not in self.targets:
            return None
        best = max(self._against(place), key=lambda action: len(participants(action)), default=None)
        preview = self.kind.preview(self.offers.state, self.offers.side, best) if best else None
        if preview is None:
            return None
        odds = preview.columns[preview.final] if preview.columns else preview.odds
        lines = (
            CardLine(text="Odds with all who can attack", amount=preview.odds),
            CardLine(text="Column after shifts", amount=odds, strong=True),
        )
        return Card(place=place, title=place, chip="can be attacked", chip_tone="bad", lines=lines)

    # --- what happens ---------------------------------------------------------------------------------

    def take(self, place: PlaceId, piece: PieceId | None = None, *, way_point: bool = False) -> Outcome:
        if place in self.targets:
            self.aim(place)
            return Stay()
        if self.target is None:
            return self._pick_attackers(place, piece)
        here = [p for p in self.candidates if self.offers.place_of(p) == place]
        wanted: list[PieceId] = [piece] if piece is not None and piece in here else here
        if not wanted:
            return Leave()
        inside = all(p in self.chosen for p in wanted)
        for name in wanted:
            if (name in self.chosen) is inside:
                self.toggle(name)
        return Stay()

    def _pick_attackers(self, place: PlaceId, piece: PieceId | None) -> Outcome:
        """Pieces first: what they can attack is ringed."""
        able = self.offers.able(self.kind, place)
        if not able:
            return Leave()
        self.selection.set(place, (piece,) if piece is not None and piece in able else able)
        return Stay()

    def drop(self, place: PlaceId) -> Outcome:
        if place in self.targets:
            self.aim(place, self.selection.pieces)
            return Stay()
        return Leave()

    def confirm(self) -> Outcome:
        plan = self.plan
        if plan is None or plan.action is None:
            return Stay()
        return Refuse(plan.refusal) if plan.refusal else Do((plan.action,))

    @property
    def is_ready(self) -> bool:
        plan = self.plan
        return plan is not None and plan.refusal is None

    def step_back(self) -> bool:
        return False

    def choices(self) -> tuple[Choice, ...]:
        actions, _ = self.offers.listed(self.kind)
        return tuple(self.offers.choice(self.kind, action) for action in actions)


def participants(action: Action) -> tuple[PieceId, ...]:
    """Everybody an attack names: attackers, then any other pieces beside them (support, artillery)."""
    named: dict[PieceId, None] = dict.fromkeys(getattr(action, "attackers", ()))
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if isinstance(value, tuple) and field != "targets":
            named.update(dict.fromkeys(value))
    return tuple(named)
