"""Moving: pieces of one place, then where to; with a reach, or plainly from piece to place.

All kinds that could take the selected pieces somewhere work together, so that a click on a hex does the one
thing possible there, or asks which. Way points are tried out on a position of their own: the leg is played
there, and the reach goes on from its end, as long as no dice would fall on the way.
"""

from __future__ import annotations

from dataclasses import replace

from app.player.figures import counted, points, strength
from app.player.offers import Offers, assemble
from app.player.selection import Selection
from app.player.session import Session
from app.player.tools.base import Tool
from app.player.tools.outcome import (
    Aim,
    Card,
    CardLine,
    Choice,
    Do,
    Leave,
    Outcome,
    Pick,
    Picture,
    Refuse,
    Stay,
)
from app.player.tools.trip_card import Trip, trip_card
from app.player.tools.ways import Ways, costs_nothing
from engine.errors import Refusal
from engine.ids import PieceId, PlaceId
from engine.play.action import Action, AnyKind, Shape
from engine.view.reach import Arrival, Reach

MOST_NAMED = 3
"""Places that a prompt still names one by one."""


class ManeuverTool(Tool):
    """Takes pieces somewhere; ``kinds`` are those of shape MOVE and PIECE_PLACE that the pieces can begin."""

    def __init__(
        self, session: Session, offers: Offers, selection: Selection, kinds: tuple[AnyKind, ...]
    ) -> None:
        super().__init__(session, offers, selection, kinds[0])
        self.ways = Ways(session.rules, offers, selection, kinds)
        self._hovered: PlaceId | None = None

    @property
    def movers(self) -> tuple[AnyKind, ...]:
        """The kinds that take the pieces along a way."""
        return self.ways.movers

    @property
    def reach(self) -> Reach | None:
        """The reach of the main movement kind."""
        return self.ways.reach

    @property
    def pieces(self) -> tuple[PieceId, ...]:
        """The pieces that go."""
        return self.selection.pieces

    # --- what to show -----------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        names = [self.session.piece_name(piece) for piece in self.pieces]
        if not names:
            return f"{self.kind.label}: pick who goes."
        who = names[0] if len(names) == 1 else counted(len(names), "unit")
        here = self.session.place_title(self.selection.place)
        if self.offers.decision is not None and self.offers.decision.ask.part:
            return f"{self.kind.label}: {self._goal_words()} for {who} at {here}."
        if not self.movers and any(kind.shape is Shape.MOVE for kind in self.offers.kinds):
            return f"{self.kind.label}: {self._goal_words()} for {who} at {here}."
        views = [self.offers.view.pieces[piece] for piece in self.pieces if piece in self.offers.view.pieces]
        paces = [view.values["movement"] for view in views if view.values.get("movement")]
        allowance = f" ({self._left_words(paces)})" if paces and self.movers else ""
        return f"Select a destination for {who} at {here}{allowance}."

    def _goal_words(self) -> str:
        """Where the pieces can be put: by name where there are few places, which may be out of sight."""
        found = sorted({place for kind in self.ways.placers for place in self.ways.targets_of(kind)})
        if not found or len(found) > MOST_NAMED:
            return "pick a place"
        return f"pick {' or '.join(self.session.place_title(place) for place in found)}"

    def _left_words(self, paces: list[float]) -> str:
        """The movement points of the units, and what is left of them after a part of the way.

        Costs are those of the unit that pays most; where units differ, least and most are told.
        """
        least, most, reach = min(paces), max(paces), self.reach
        sums = [arrival.cost + arrival.left for arrival in reach.arrivals.values()] if reach else []
        if reach is None or not sums or max(sums) >= least * reach.scale:
            return f"{strength(least)} MP" if least == most else f"{strength(least)} to {strength(most)} MP"
        return f"{points(max(sums), reach.scale)} of {strength(least)} MP left"

    @property
    def keys(self) -> str:
        if not self.pieces:
            return "Click a lit stack, or N and Enter · Esc lets go"
        if self.ways.route:
            return "Click or Enter moves · with Shift adds a way point · Esc takes the last way point back"
        if self.movers:
            return "Click, drag or arrows and Enter move · with Shift a way point · Esc lets go"
        return "Click, drag or arrows and Enter choose a lit place · Esc lets go"

    @property
    def _starts(self) -> frozenset[PlaceId]:
        """Places of everything that could go."""
        names = {name for kind in (*self.movers, *self.ways.placers) for name in self.offers.subjects(kind)}
        return self.offers.places_of(names)

    @property
    def picture(self) -> Picture:
        if not self.pieces:
            return Picture(selected=self.selection.place, places=self._starts)
        plain = Picture(
            selected=self.selection.place,
            reach=self.ways.summed(self.reach),
            places=frozenset(place for kind in self.ways.placers for place in self.ways.targets_of(kind)),
            start=self.selection.place,
            path=self.ways.route.path,
            way_points=self.ways.route.way_points,
        )
        if self._hovered is None:
            return plain
        found = self.ways.arrival(self._hovered)
        if found is None:
            return plain
        kind, arrival = found
        reach = self.ways.reach_of(kind)
        cost = arrival.cost + self.ways.route.cost
        return replace(
            plain,
            path=self.ways.whole_path(arrival.path),
            goal=points(cost, reach.scale) if reach and not costs_nothing(reach) else "",
            goal_is_hot=arrival.enemy_zoc or bool(arrival.overrun),
            aimed=self._hovered if arrival.overrun else None,
        )

    def hover(self, place: PlaceId) -> None:
        self._hovered = place

    def card(self, place: PlaceId) -> Card | None:
        if not self.pieces:
            return None
        found = self.ways.arrival(place)
        if found is not None:
            return self._arrival_card(place, *found)
        if any(place in self.ways.targets_of(kind) for kind in self.ways.placers):
            return Card(place=place, title=place, lines=tuple(self._placing_lines(place)))
        if place == self.selection.place:
            return None
        refusal = self.why_not(place)
        return Card(place=place, title=place, refusal=refusal) if refusal else None

    def _arrival_card(self, place: PlaceId, kind: AnyKind, arrival: Arrival) -> Card:
        reach = self.ways.reach_of(kind)
        path = self.ways.whole_path(arrival.path)
        rules, is_free = self.session.rules, costs_nothing(reach)
        told = () if is_free else rules.explain_move(self.offers.state, self.offers.side, self.pieces, path)
        trip = Trip(
            place=place,
            arrival=arrival,
            scale=reach.scale if reach else 1,
            before=self.ways.route.cost,
            steps=len(path),
            told=told,
            foot=self._friendly_foot(place),
        )
        return trip_card(trip)

    def _friendly_foot(self, place: PlaceId) -> tuple[str, ...]:
        if self.offers.at(place) and place != self.selection.place:
            return ("A click selects this stack; drag, double-click or T moves here.",)
        return ()

    def _placing_lines(self, place: PlaceId) -> list[CardLine]:
        lines = []
        for kind in self.ways.placers:
            if place in self.ways.targets_of(kind):
                action = self.ways.placing(kind, place)
                words = kind.describe(self.offers.state, action[0]) if action else kind.label
                lines.append(CardLine(text=words, rule=kind.rule))
        return lines

    def why_not(self, place: PlaceId) -> Refusal | None:
        """Why the pieces cannot go to a place: what the rules say of the way there that comes nearest."""
        for kind in self.movers:
            path = self.ways.nearest_try(kind, place)
            action = assemble(kind, pieces=self.pieces, path=path) if path else None
            refusal = self.refusal(action) if action is not None else None
            if refusal is not None:
                return refusal
        for kind in self.ways.placers:
            placing = self.ways.placing(kind, place)
            refusal = self.refusal(placing[0]) if placing else None
            if refusal is not None:
                return refusal
        return self._beyond_reach(place) if self.movers else None

    def _beyond_reach(self, place: PlaceId) -> Refusal:
        """What the rules say of a place that is nowhere near, or of the last steps towards it."""
        general = self.session.rules.why_not(self.offers.state, self.offers.side, place)
        if general is not None:
            return general
        for kind in self.movers:
            path = self.ways.try_beyond(kind, place)
            action = assemble(kind, pieces=self.pieces, path=path) if path else None
            refusal = self.refusal(action) if action is not None else None
            if refusal is not None:
                return refusal
        return Refusal("out of reach for these units")

    # --- what happens -----------------------------------------------------------------------------------

    def take(self, place: PlaceId, piece: PieceId | None = None, *, way_point: bool = False) -> Outcome:
        if not self.pieces:
            return self._pick_up(place, piece)
        if way_point:
            return self._add_way_point(place)
        return self.drop(place)

    def _pick_up(self, place: PlaceId, piece: PieceId | None) -> Outcome:
        """Asked for by name with nothing selected: the first click says who goes."""
        for kind in (*self.movers, *self.ways.placers):
            able = self.offers.able(kind, place)
            if able:
                self.selection.set(place, (piece,) if piece in able and piece is not None else able)
                self.ways.forget()
                return Stay()
        return Leave()

    def drop(self, place: PlaceId) -> Outcome:
        if place == self.selection.place and not self.ways.route:
            return Stay()
        choices = self.choices_at(place)
        if not choices:
            refusal = self.why_not(place)
            return Refuse(refusal) if refusal else Leave()
        if len(choices) == 1:
            return Do(choices[0].actions, choices[0].then)
        return Pick(self.session.place_title(place), choices)

    def confirm(self) -> Outcome:
        if self._hovered is not None and self._hovered != self.selection.place:
            return self.drop(self._hovered)
        if self.ways.route:
            return self.drop(self.ways.route.path[-1])
        return Stay()

    @property
    def is_ready(self) -> bool:
        return bool(self.ways.route) or (
            bool(self.pieces) and self._hovered is not None and bool(self.choices_at(self._hovered))
        )

    def step_back(self) -> bool:
        return self.ways.route.step_back()

    def choices_at(self, place: PlaceId) -> tuple[Choice, ...]:
        """Everything that takes the pieces to a place and is legal."""
        found = []
        for kind in self.movers:
            reach = self.ways.reach_of(kind)
            arrival = reach.arrivals.get(place) if reach else None
            if arrival is not None and arrival.overrun:
                found.extend(self._overruns(kind, arrival, place))
                continue
            action = self.ways.moving(kind, place)
            if action is not None and self.refusal(action) is None:
                found.append(self._with_cost(kind, action, place))
        for kind in self.ways.placers:
            actions = self.ways.placing(kind, place) if place in self.ways.targets_of(kind) else ()
            if actions and self.refusal(actions[0]) is None:
                found.append(replace(self.offers.choice(kind, actions[0]), actions=actions))
        return tuple(found)

    def _overruns(self, kind: AnyKind, arrival: Arrival, place: PlaceId) -> list[Choice]:
        """The move up to the target, then the attack on it by whatever kind can take such an aim."""
        path = self.ways.whole_path(arrival.path)[:-1]
        approach = assemble(kind, pieces=self.pieces, path=path) if path else None
        if approach is not None and self.refusal(approach) is not None:
            return []
        aims = [other for other in self.offers.available if other.shape is Shape.ATTACK]
        return [
            Choice(
                text=f"{aim.label}: {arrival.overrun}",
                actions=(approach,) if approach is not None else (),
                rule=aim.rule,
                places=(place,),
                then=Aim(aim.kind, place, self.pieces),
            )
            for aim in aims
        ]

    def choices(self) -> tuple[Choice, ...]:
        if not self.pieces:
            return super().choices()
        places: dict[PlaceId, None] = {}
        for kind in self.movers:
            reach = self.ways.reach_of(kind)
            ordered = sorted(reach.arrivals.items(), key=lambda entry: entry[1].cost) if reach else []
            places.update(dict.fromkeys(place for place, _ in ordered))
        for kind in self.ways.placers:
            places.update(dict.fromkeys(sorted(self.ways.targets_of(kind))))
        return tuple(self._listed(place) for place in places)

    def _listed(self, place: PlaceId) -> Choice:
        found = self.ways.arrival(place)
        if found is not None:
            kind, arrival = found
            reach = self.ways.reach_of(kind)
            if arrival.overrun:
                overruns = self._overruns(kind, arrival, place)
                if overruns:
                    return overruns[0]
            action = assemble(kind, pieces=self.pieces, path=self.ways.whole_path(arrival.path))
            before = self.ways.route.cost
            note = f"{points(arrival.cost + before, reach.scale if reach else 1)} MP"
            text = f"{kind.label} to {self.session.place_title(place)}"
            text += " · enemy ZOC" if arrival.enemy_zoc else ""
            return Choice(
                text=text, actions=(action,) if action else (), note=note, rule=kind.rule, places=(place,)
            )
        kind = next(kind for kind in self.ways.placers if place in self.ways.targets_of(kind))
        actions = self.ways.placing(kind, place)
        words = kind.describe(self.offers.state, actions[0]) if actions else kind.label
        return Choice(text=words, actions=actions, rule=kind.rule, places=(place,))

    def _with_cost(self, kind: AnyKind, action: Action, place: PlaceId) -> Choice:
        choice = self.offers.choice(kind, action)
        reach = self.ways.reach_of(kind)
        arrival = reach.arrivals.get(place) if reach else None
        if reach is None or arrival is None:
            return choice
        before = self.ways.route.cost
        return replace(choice, note=f"{points(arrival.cost + before, reach.scale)} MP")

    def _add_way_point(self, place: PlaceId) -> Outcome:
        found = self.ways.arrival(place)
        if found is None:
            refusal = self.why_not(place)
            return Refuse(refusal) if refusal else Stay()
        kind, arrival = found
        leg = assemble(kind, pieces=self.pieces, path=arrival.path)
        whole = assemble(kind, pieces=self.pieces, path=self.ways.whole_path(arrival.path))
        if leg is None or whole is None or arrival.overrun:
            return Refuse(Refusal("a way point cannot lie here"))
        refusal = self.refusal(whole)
        if refusal is not None:
            return Refuse(refusal)
        if not self.ways.route.add(arrival.path, arrival.cost, leg):
            return Refuse(Refusal("dice would fall here, so the way cannot be planned beyond it"))
        return Stay()
