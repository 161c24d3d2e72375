"""A module without faults to edit: the small free one, with hexsides, a layer of zones and a chart."""

from engine.definition.board import HexsideChainDef, HexsideDef, LandscapeDef, ZoneLayerDef
from engine.definition.chart import AxisDef, ChartDef, ConstantDef
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScheduleEntry
from engine.editing.change import with_fields, with_parts
from engine.loading.order import in_order
from tests.fixtures.free_module import a_free_module


def a_module() -> ModuleDef:
    module = a_free_module()
    board = with_fields(
        module.boards[0],
        {
            "hexsides": (HexsideDef(a="0405", b="0505", kind="slope", high="0405"),),
            "chains": (
                HexsideChainDef(kind="slope", directed="high", sides=("0606 0506 0507", "0706 0806")),
            ),
            "layers": (
                ZoneLayerDef(legend={"w": "wide"}, rows=("............",) * 6 + ("wwww........",) * 2),
            ),
        },
    )
    chart = ChartDef(
        id="crt",
        title="Combat",
        rows=AxisDef(id="die", labels=("1", "2", "3")),
        columns=AxisDef(id="odds", labels=("1-1", "2-1")),
        cells=(("AE", "EX"), ("EX", "DR"), ("DR", "DE")),
        source="found",
    )
    entry = ScheduleEntry(turn=3, side="allied", action="replacements", count=2)
    known = {
        name for setup in module.scenarios[0].sides.values() for p in setup.placements for name in p.pieces
    }
    pieces = tuple(
        piece for piece in module.pieces if piece.id in known or piece.kind not in ("unit", "leader")
    )
    return in_order(
        with_parts(
            module,
            pieces=pieces,
            boards=(board,),
            hexsides=(LandscapeDef(id="slope", title="Slope"),),
            charts=(chart,),
            constants=(ConstantDef(id="limit", title="Stacking", value=3, source="found"),),
            schedule=(entry,),
        )
    )
