"""Tools without a window: session, desk and controller at a phase of a real game."""

from functools import lru_cache

import msgspec

from app.player.board_controller import BoardController
from app.player.desk import Desk
from app.player.offers import Offers
from app.player.session import Session
from app.player.tools.chooser import Chooser
from app.player.tools.maneuver import ManeuverTool
from engine.definition.module import ModuleDef
from engine.game import new_game
from engine.loading import builtin_modules, load_module
from engine.play.action import Adjudicate, Shape

SIDI_AZEIZ = "A43.21"


@lru_cache(maxsize=1)
def a_module() -> ModuleDef:
    return load_module(builtin_modules()["afrika"])


def a_session(phase: str) -> Session:
    session = Session(new_game(a_module(), "operation-crusader", 7))
    trucks = msgspec.Raw(b'{"axis": {"points": 8, "left": 40}}')
    assert session.submit(Adjudicate(phase=phase, turn=16, tracks={"trucks": trucks}))
    return session


class Table:
    """Session, desk and controller at a phase, without a window."""

    def __init__(self, phase: str) -> None:
        self.session = a_session(phase)
        self.desk = Desk(self.session, builtin_modules()["afrika"])
        self.controller = BoardController(self.desk)

    @property
    def chooser(self) -> Chooser:
        return self.controller.chooser

    @property
    def offers(self) -> Offers:
        return self.controller.offers

    def tool(self, shape: Shape) -> object:
        kind = next(kind for kind in self.offers.available if kind.shape is shape)
        return self.chooser.make(kind)


def maneuver(table: Table, place: str = SIDI_AZEIZ) -> ManeuverTool:
    table.controller.click(place)
    tool = table.controller.tool
    assert isinstance(tool, ManeuverTool)
    return tool
