"""Carrying: goods from a source, how many, and where to."""

from __future__ import annotations

from app.player.figures import points
from app.player.offers import Offers, assemble, takes
from app.player.selection import Selection
from app.player.session import Session
from app.player.tools.base import Tool
from app.player.tools.outcome import (
    Card,
    CardLine,
    Choice,
    Do,
    Leave,
    Outcome,
    Pick,
    Picture,
    Plan,
    Refuse,
    Stay,
)
from engine.errors import Refusal
from engine.ids import PieceId, PlaceId
from engine.play.action import Action, AnyKind
from engine.view.reach import Reach


class HaulTool(Tool):
    """Carries goods; the number is changed with the wheel of keys + and − or in the panel."""

    def __init__(self, session: Session, offers: Offers, selection: Selection, kind: AnyKind) -> None:
        super().__init__(session, offers, selection, kind)
        self.source: PlaceId | None = None
        self.count = 1
        self._actions, _ = offers.listed(kind)
        self._reach: dict[PlaceId, Reach | None] = {}
        self._hovered: PlaceId | None = None

    def begin(self, source: PlaceId) -> None:
        """Takes a source; the number starts with one."""
        self.source = source
        self.count = 1

    @property
    def sources(self) -> frozenset[PlaceId]:
        """Places goods can be carried from."""
        return frozenset(getattr(action, "source", "") for action in self._actions)

    def _from_here(self) -> tuple[Action, ...]:
        return tuple(a for a in self._actions if getattr(a, "source", None) == self.source)

    @property
    def most(self) -> int:
        """The largest number that can be carried from the source."""
        return max((getattr(action, "count", 1) for action in self._from_here()), default=1)

    def set_count(self, count: int) -> None:
        """Changes how many are carried."""
        self.count = max(1, min(count, self.most))

    @property
    def reach(self) -> Reach | None:
        """How far the goods go, where the kind knows."""
        if self.source is None:
            return None
        if self.source not in self._reach:
            goods = tuple(p for p in self.offers.state.at(self.source))
            self._reach[self.source] = self.kind.reach(self.offers.state, self.offers.side, goods)
        return self._reach[self.source]

    @property
    def goals(self) -> frozenset[PlaceId]:
        """Places the goods can be brought to in the chosen number."""
        reach = self.reach
        if reach is not None:
            return frozenset(reach.arrivals)
        return frozenset(_goal(a) for a in self._from_here() if getattr(a, "count", 1) == self.count)

    # --- what to show -----------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        if self.source is None:
            return self.kind.help or f"{self.kind.label}: pick where from."
        here = self.session.place_title(self.source)
        return f"{self.kind.label}: {self.count} of {self.most} from {here}. Pick where to."

    @property
    def keys(self) -> str:
        return "+ and − change the number · click or drag to a lit place · Esc lets go"

    @property
    def picture(self) -> Picture:
        if self.source is None:
            return Picture(places=self.sources)
        reach = self.reach
        arrival = reach.arrivals.get(self._hovered or "") if reach else None
        return Picture(
            selected=self.source,
            start=self.source,
            reach=reach,
            places=frozenset() if reach else self.goals,
            path=arrival.path if arrival else (),
            goal=points(arrival.cost * self.count, reach.scale) if arrival and reach else "",
        )

    @property
    def plan(self) -> Plan | None:
        if self.source is None:
            return None
        return Plan(title=self.prompt, count=self.count, most=self.most)

    def hover(self, place: PlaceId) -> None:
        self._hovered = place

    def card(self, place: PlaceId) -> Card | None:
        if self.source is None or place not in self.goals:
            return None
        action = self._action(place)
        if action is None:
            return None
        refusal = self.refusal(action)
        words = CardLine(text=self.kind.describe(self.offers.state, action), rule=self.kind.rule)
        reach = self.reach
        arrival = reach.arrivals.get(place) if reach else None
        lines = [words]
        if arrival is not None and reach is not None:
            lines.append(CardLine(text="MP for one", amount=points(arrival.cost, reach.scale)))
            if self.count > 1:
                whole = points(arrival.cost * self.count, reach.scale)
                lines.append(CardLine(text=f"MP for {self.count}", amount=whole, strong=True))
        return Card(place=place, title=place, lines=tuple(lines), refusal=refusal)

    # --- what happens ---------------------------------------------------------------------------------

    def take(self, place: PlaceId, piece: PieceId | None = None, *, way_point: bool = False) -> Outcome:
        if self.source is None or (place in self.sources and place not in self.goals):
            if place not in self.sources:
                return Leave()
            self.begin(place)
            return Stay()
        return self.drop(place)

    def drop(self, place: PlaceId) -> Outcome:
        if self.source is None:
            return Leave()
        listed = [a for a in self._from_here() if _goal(a) == place and getattr(a, "count", 1) == self.count]
        if len(listed) > 1:
            return Pick(self.kind.label, tuple(self.offers.choice(self.kind, action) for action in listed))
        action = listed[0] if listed else self._action(place)
        if action is None:
            return Leave()
        refusal = self.refusal(action)
        return Refuse(refusal) if refusal else Do((action,))

    def _action(self, place: PlaceId) -> Action | None:
        reach = self.reach
        arrival = reach.arrivals.get(place) if reach else None
        given: dict[str, object] = {"source": self.source, "count": self.count}
        if takes(self.kind, "path"):
            given["path"] = arrival.path if arrival else (place,)
        if takes(self.kind, "at"):
            given["at"] = place
        if takes(self.kind, "pieces"):
            given["pieces"] = self.offers.state.at(self.source or "")
        return assemble(self.kind, **given)

    def confirm(self) -> Outcome:
        return self.drop(self._hovered) if self._hovered is not None else Stay()

    @property
    def is_ready(self) -> bool:
        return self.source is not None and self._hovered in self.goals

    def step_back(self) -> bool:
        return False

    def why_not(self, place: PlaceId) -> Refusal | None:
        """Why the goods cannot be brought to a place."""
        action = self._action(place)
        return self.refusal(action) if action is not None else None

    def choices(self) -> tuple[Choice, ...]:
        actions = self._from_here() if self.source is not None else self._actions
        return tuple(self.offers.choice(self.kind, action) for action in actions)


def _goal(action: Action) -> PlaceId:
    at: PlaceId = getattr(action, "at", "")
    path: tuple[PlaceId, ...] = getattr(action, "path", ())
    return at or (path[-1] if path else "")
