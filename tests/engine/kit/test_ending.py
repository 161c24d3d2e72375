"""The kind that ends a phase: one choice, asked of no piece."""

from __future__ import annotations

from random import Random

from engine.game import Game
from engine.ids import SideId
from engine.kit.ending import EndPhaseKind
from engine.play.action import EndPhase, Shape
from engine.play.resolution import Resolution
from tests.engine.toy import ToyRules


class Ending(EndPhaseKind):
    def apply(self, r: Resolution, side: SideId, action: EndPhase) -> None:
        r.emit("ended", f"{side} is done")
        r.end()


def test_there_is_one_choice_and_it_is_legal() -> None:
    state, kind = Game(ToyRules(), 1).state, Ending()
    assert (kind.kind, kind.shape, kind.ends) == ("end-phase", Shape.BUTTON, True)
    assert list(kind.choices(state, "axis")) == [EndPhase()]
    assert list(kind.choices(state, "axis", "a1")) == []
    assert kind.sample(state, "axis", Random(1)) == EndPhase()
    assert kind.check(state, "axis", EndPhase()) is None
    r = Resolution(state)
    kind.apply(r, "axis", EndPhase())
    assert len(r.state.flow) == len(state.flow) - 1
    assert r.events[0].text == "axis is done"
