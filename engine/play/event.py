"""Facts of play: what happened, in words, for log, animation and narration.

Events are never folded back into a state.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.ids import PhaseId, PieceId, PlaceId, RuleRef, SideId


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One fact: kind, plain words, rule number, and what it concerns.

    ``dice`` are the faces of a roll. If ``audience`` names sides, only they may read ``text``;
    everybody else reads ``public`` (nothing, if that is empty). ``phase`` is the phase in which it happened.
    """

    kind: str
    text: str
    rule: RuleRef = ""
    side: SideId = ""
    pieces: tuple[PieceId, ...] = ()
    places: tuple[PlaceId, ...] = ()
    dice: tuple[int, ...] = ()
    data: Mapping[str, int | str] = {}
    audience: tuple[SideId, ...] = ()
    public: str = ""
    phase: PhaseId = ""

    def for_viewer(self, viewer: SideId) -> Event | None:
        """The event as one side (or ``all``) may read it; None if it is hidden altogether."""
        if not self.audience or viewer == "all" or viewer in self.audience:
            return self
        if not self.public:
            return None
        return Event(
            kind=self.kind, text=self.public, rule=self.rule, side=self.side, dice=self.dice, phase=self.phase
        )
