"""Ids that cards name in effect blocks and moments, followed when they change elsewhere in the module."""

from collections.abc import Mapping

from engine.definition.card import CardDef, CardFaceDef
from engine.definition.effects import FREE_EFFECTS, Argument, EffectFault, understood
from engine.definition.module import ModuleDef
from engine.editing.change import with_parts

#: Arguments of effects that name a thing of a part.
_NAMED: Mapping[str, frozenset[Argument]] = {
    "pieces": frozenset((Argument.PIECE, Argument.TEMPLATE)),
    "tracks": frozenset((Argument.TRACK,)),
    "decks": frozenset((Argument.DECK,)),
    "sides": frozenset((Argument.SIDE,)),
    "boxes": frozenset((Argument.PLACE,)),
    "places": frozenset((Argument.PLACE,)),
}


def followed_in_cards(module: ModuleDef, part: str, names: Mapping[str, str]) -> ModuleDef:
    """The module with ids of a part replaced in all cards; phases (`sequence`) in the moments of their uses.

    Blocks of other rulesets than free play are left as they are: only their rules know what they name.
    """
    cards = tuple(_card(card, module, part, names) for card in module.cards)
    if all(a is b for a, b in zip(cards, module.cards, strict=True)):
        return module
    return with_parts(module, cards=cards)


def _card(card: CardDef, module: ModuleDef, part: str, names: Mapping[str, str]) -> CardDef:
    faces = tuple(_face(face, module, part, names) for face in card.faces)
    same = all(a is b for a, b in zip(faces, card.faces, strict=True))
    return card if same else card.model_copy(update={"faces": faces})


def _face(face: CardFaceDef, module: ModuleDef, part: str, names: Mapping[str, str]) -> CardFaceDef:
    if part == "sequence":
        moments = tuple(names.get(moment, moment) for moment in face.moments)
        return face if moments == face.moments else face.model_copy(update={"moments": moments})
    if part not in _NAMED or module.ruleset is not None:
        return face
    effects = tuple(_line(line, _NAMED[part], names) for line in face.effects)
    return face if effects == face.effects else face.model_copy(update={"effects": effects})


def _line(line: str, kinds: frozenset[Argument], names: Mapping[str, str]) -> str:
    try:
        effect = understood(line, FREE_EFFECTS)
    except EffectFault:
        return line
    values = dict(effect.values)
    for one in effect.word.wanted:
        if one.kind in kinds and values.get(one.name) in names:
            values[one.name] = names[values[one.name]]
    return line if values == dict(effect.values) else effect.word.line(values)
