"""Actions of the combat phases (13.0 to 13.7)."""

from __future__ import annotations

from engine.ids import PieceId, PlaceId
from engine.play.action import Action


class MarkTarget(Action, frozen=True, tag="mark-target"):
    """The phasing side marks an enemy hex it will attack."""

    at: PlaceId


class MarkCounterblow(Action, frozen=True, tag="mark-counterblow"):
    """The other side marks one of its hexes; ``piece`` is a leader flipped instead of paying."""

    at: PlaceId
    piece: PieceId = ""


class Respond(Action, frozen=True, tag="respond"):
    """A Mechanized Response: the Mechanized units of ``source`` move up to two hexes; ``piece`` as above."""

    source: PlaceId
    path: tuple[PlaceId, ...]
    piece: PieceId = ""


class PlayCard(Action, frozen=True, tag="play-card"):
    """Plays the own half of a card; ``piece``, ``source`` and ``at`` where its effect needs them."""

    card: str
    piece: PieceId = ""
    source: PlaceId = ""
    at: PlaceId = ""


class Pass(Action, frozen=True, tag="pass"):
    """Declines what is offered."""


class Attack(Action, frozen=True, tag="attack"):
    """Announces a battle; ``card`` is an event for the announcement (colours, 13.1.1)."""

    targets: tuple[PlaceId, ...]
    attackers: tuple[PieceId, ...]
    card: str = ""


class CommitSupport(Action, frozen=True, tag="commit-support"):
    """Commits a Blitz! or Shock! marker, or the leader in ``piece`` as one (13.5.2)."""

    piece: PieceId = ""


class ChooseTable(Action, frozen=True, tag="choose-table"):
    """Chooses the German or Italian results table (13.5.6)."""

    table: str


class Counterattack(Action, frozen=True, tag="counterattack"):
    """Launches a counterattack (13.6.4)."""


class Hold(Action, frozen=True, tag="hold"):
    """Holds at all costs: one step of ``piece`` instead of the retreat (13.6)."""

    piece: PieceId


class GiveWay(Action, frozen=True, tag="give-way"):
    """Retreats all units of the battle (13.6.1)."""


class LoseStep(Action, frozen=True, tag="lose-step"):
    """Takes a step loss from a unit (13.6.2)."""

    piece: PieceId


class Retreat(Action, frozen=True, tag="retreat"):
    """Retreats one unit along three hexes, or off its own map edge (13.6.1)."""

    piece: PieceId
    path: tuple[PlaceId, ...]


class Shatter(Action, frozen=True, tag="shatter"):
    """Sends one unit of an overstacked hex to the Shattered box (12.2.4)."""

    piece: PieceId


class PlaceCounterblow(Action, frozen=True, tag="place-counterblow"):
    """Puts the marker of a CB result on one hex with an attacking unit (13.6)."""

    at: PlaceId


class Advance(Action, frozen=True, tag="advance"):
    """Advances one unit after combat (13.7)."""

    piece: PieceId
    path: tuple[PlaceId, ...]


ALL: tuple[type[Action], ...] = (
    MarkTarget,
    MarkCounterblow,
    Respond,
    PlayCard,
    Pass,
    Attack,
    CommitSupport,
    ChooseTable,
    Counterattack,
    Hold,
    GiveWay,
    LoseStep,
    Retreat,
    Shatter,
    PlaceCounterblow,
    Advance,
)
