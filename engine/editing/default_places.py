"""Where a counter of a free placement goes if nobody chooses: said for it alone, or for all of them."""

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef
from engine.editing.change import EditRefused
from engine.editing.searching import Path, value_at
from engine.editing.wheres import set_placement


def is_free(placement: object) -> bool:
    """Whether a placement leaves a choice of places."""
    return isinstance(placement, PlacementDef) and placement.at is None


def goes_alone(placement: PlacementDef) -> bool:
    """Whether each counter of a placement may have a place of its own."""
    return len(placement.pieces) > 1 and (placement.split or placement.apart or bool(placement.defaults))


def set_default_place(module: ModuleDef, path: Path, name: str, place: str) -> ModuleDef:
    """Lets a counter of a free placement, or all of it, go to a place; refuses one that it does not offer."""
    placement = value_at(module, path)
    if not isinstance(placement, PlacementDef) or not is_free(placement):
        raise EditRefused("only a free placement leaves something to choose", "move the counter there")
    if goes_alone(placement):
        return set_placement(module, path, {"defaults": {**placement.defaults, name: place}})
    return set_placement(module, path, {"default": place})
