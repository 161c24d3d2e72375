"""A module to begin with: two sides, plain terrain, an empty map, a handful of types, one scenario.

It is whole at once: it loads, it can be played in free play, and every part of it can be changed.
"""

from dataclasses import dataclass
from typing import Literal

from engine.definition.board import BoardArtDef, BoardDef, GridDef, LandscapeDef
from engine.definition.module import ModuleDef
from engine.definition.piece import FormationDef, NationDef, PieceTypeDef, SideDef
from engine.definition.scenario import ScenarioDef, SideSetupDef, VersionDef
from engine.definition.sequence import BoxDef, PhaseDef, TurnDef
from engine.editing.change import EditRefused, id_from, made
from engine.editing.checking import check
from engine.editing.grids import empty_rows

_TERRAIN = (
    ("clear", "Clear", "."), ("rough", "Rough", "r"), ("mountain", "Mountain", "M"), ("woods", "Woods", "w"),
    ("marsh", "Marsh", "s"), ("town", "Town", "t"),
)  # fmt: skip
_TYPES = ("infantry", "motorized", "armor", "recon", "artillery", "anti-tank", "engineer", "headquarters")
MOST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What somebody says about a new module."""

    title: str
    sides: tuple[str, str] = ("Blue", "Red")
    kind: Literal["flat", "pointy"] = "flat"
    columns: int = 20
    rows: int = 15
    turns: int = 10
    picture: str = ""


def blank_module(plan: Plan) -> ModuleDef:
    """A new module; refuses an empty title and maps that are too big or too small."""
    if not plan.title.strip():
        raise EditRefused("the module needs a title")
    if not (1 <= plan.columns <= MOST and 1 <= plan.rows <= MOST and 1 <= plan.turns <= MOST):
        raise EditRefused(f"columns, rows and turns go from 1 to {MOST}")
    names = tuple(name.strip() or f"Side {n}" for n, name in enumerate(plan.sides, 1))
    first = id_from(names[0])
    ids = (first, id_from(names[1], {first}))
    grid = made(GridDef, {"kind": plan.kind, "columns": plan.columns, "rows": plan.rows})
    board = made(
        BoardDef,
        {
            "id": "map", "title": "Map", "grid": grid,
            "legend": {letter: name for name, _, letter in _TERRAIN} | {"~": "sea"},
            "rows": empty_rows(grid, "."),
            "art": BoardArtDef(background=plan.picture or None),
        },
    )  # fmt: skip
    module = ModuleDef(
        id=id_from(plan.title),
        title=plan.title.strip(),
        sides=(
            SideDef(id=ids[0], title=names[0], short=names[0][:12], adjective=names[0], strip="dark"),
            SideDef(id=ids[1], title=names[1], short=names[1][:12], adjective=names[1], strip="light"),
        ),
        nations=(
            NationDef(id=f"{ids[0]}-army", title=names[0], code=names[0][:2].upper(), side=ids[0],
                      body="#8fa3b5", ink="#14202b"),
            NationDef(id=f"{ids[1]}-army", title=names[1], code=names[1][:2].upper(), side=ids[1],
                      body="#c98f7a", ink="#2a120a"),
        ),
        terrain=(*(LandscapeDef(id=name, title=title) for name, title, _ in _TERRAIN),
                 LandscapeDef(id="sea", title="Sea", land=False, open=False)),
        hexsides=(LandscapeDef(id="river", title="River"), LandscapeDef(id="escarpment", title="Escarpment")),
        routes=(LandscapeDef(id="road", title="Road"), LandscapeDef(id="track", title="Track"),
                LandscapeDef(id="railway", title="Railway")),
        types=tuple(PieceTypeDef(id=name, title=name.capitalize()) for name in _TYPES),
        boards=(board,),
        boxes=tuple(BoxDef(id=f"{side}-reserve", title=f"{name} reserve", side=side)
                    for side, name in zip(ids, names, strict=True)),
        turns=tuple(TurnDef(number=n, title=f"Turn {n}") for n in range(1, plan.turns + 1)),
        formations=tuple(FormationDef(id=f"{side}-1", title=f"1st {name} Division", short="1", side=side)
                         for side, name in zip(ids, names, strict=True)),
        sequence=tuple(
            PhaseDef(id=side, title=f"{name} player turn", side=side, phases=(
                PhaseDef(id=f"{side}.movement", title="Movement", side=side),
                PhaseDef(id=f"{side}.combat", title="Combat", side=side),
            ))
            for side, name in zip(ids, names, strict=True)
        ),
        scenarios=(
            ScenarioDef(
                id="first", title="First scenario", boards=("map",), first_turn=1, first_side=ids[0],
                versions=(VersionDef(id="campaign", title="Whole game", last_turn=plan.turns),),
                sides={ids[0]: SideSetupDef(order=1), ids[1]: SideSetupDef(order=2)},
            ),
        ),
    )  # fmt: skip
    errors = check(module).errors
    if errors:
        raise EditRefused(errors[0].issue.message, errors[0].issue.hint)
    return module
