"""Checks of cards and decks: owners, phases, how many there are, and the effect blocks of free play.

Blocks are only checked for modules without a ruleset, as only free play's own are known here; and they are
doubts, for a block nobody understands is still a text that players can follow.
"""

from collections import Counter
from collections.abc import Mapping

from engine.definition.card import CardDef
from engine.definition.effects import FREE_EFFECTS, Argument, EffectFault, understood
from engine.definition.module import ModuleDef
from engine.geometry.board import CompiledBoard
from engine.issues import near_miss
from engine.loading.checker import Checker
from engine.loading.roster import roster
from engine.loading.text import Path


def check_cards(checker: Checker, module: ModuleDef) -> None:
    """All checks of cards and decks that need no map."""
    sides = {side.id for side in module.sides}
    decks = {deck.id for deck in module.decks}
    phases = {phase.id for phase in module.phases()}
    for i, card in enumerate(module.cards):
        checker.known(("cards", i, "deck"), "deck", card.deck, decks)
        for j, face in enumerate(card.faces):
            checker.known(("cards", i, "faces", j, "side"), "side", face.side, sides)
            for k, phase in enumerate(face.moments if module.ruleset is None else ()):
                checker.known(("cards", i, "faces", j, "moments", k), "phase", phase, phases)
    for i, deck in enumerate(module.decks):
        checker.known(("decks", i, "side"), "side", deck.side, sides)
    _check_composition(checker, module)
    if module.ruleset is None and module.cards:
        _check_effects(checker, module)


def check_card_places(checker: Checker, module: ModuleDef, board: CompiledBoard | None) -> None:
    """Doubts about hexes and boxes that effect blocks of free play name; nothing if the maps are faulty."""
    if board is None or module.ruleset is not None:
        return
    boxes = {box.id for box in module.boxes}
    for i, card in enumerate(module.cards):
        for j, face in enumerate(card.faces):
            for k, line in enumerate(face.effects):
                for place in _places(line):
                    if place not in boxes and place not in board.index:
                        message = f"card '{card.id}': there is no hex or box '{place}'"
                        hint = near_miss(place, boxes) or f"correct the place: '{line}'"
                        checker.doubt(("cards", i, "faces", j, "effects", k), "EFFECT", message, hint)


def _places(line: str) -> list[str]:
    try:
        effect = understood(line, FREE_EFFECTS)
    except EffectFault:
        return []
    return [effect.values[one.name] for one in effect.word.wanted if one.kind is Argument.PLACE]


def _check_composition(checker: Checker, module: ModuleDef) -> None:
    whole = Counter[str]()
    numbers: dict[tuple[str, int], str] = {}
    for i, card in enumerate(module.cards):
        whole[card.deck] += card.count
        first = numbers.setdefault((card.deck, card.number), card.id) if card.number else card.id
        if first != card.id:
            message = f"'{card.id}' has the same number as '{first}'"
            checker.doubt(("cards", i, "number"), "CARD_NUMBER", message, "number the cards of a deck")
    hands = max(1, len(module.sides))
    for i, deck in enumerate(module.decks):
        needed = deck.deal * (1 if deck.side else hands)
        if needed > whole[deck.id]:
            message = f"the deck '{deck.id}' has {whole[deck.id]} cards; {needed} are dealt"
            checker.doubt(("decks", i, "deal"), "DEAL", message, "deal fewer, or put more cards into it")


def _check_effects(checker: Checker, module: ModuleDef) -> None:
    known = _names(module)
    for i, card in enumerate(module.cards):
        for j, face in enumerate(card.faces):
            for k, line in enumerate(face.effects):
                _check_effect(checker, ("cards", i, "faces", j, "effects", k), line, (card, known))


def _check_effect(
    checker: Checker, path: Path, line: str, about: tuple[CardDef, Mapping[Argument, frozenset[str]]]
) -> None:
    card, known = about
    try:
        effect = understood(line, FREE_EFFECTS)
    except EffectFault as fault:
        checker.doubt(path, "EFFECT", f"card '{card.id}': {fault.text}", fault.hint)
        return
    for one in effect.word.wanted:
        value, names = effect.values.get(one.name), known.get(one.kind)
        if value is not None and names is not None and value not in names:
            message = f"card '{card.id}': there is no {one.kind.value} '{value}'"
            checker.doubt(
                path, "EFFECT", message, near_miss(value, names) or f"choose one there is: '{line}'"
            )


def _names(module: ModuleDef) -> Mapping[Argument, frozenset[str]]:
    counters = module.fact(roster)
    return {
        Argument.DECK: frozenset(deck.id for deck in module.decks),
        Argument.TRACK: frozenset(track.id for track in module.tracks),
        Argument.PIECE: frozenset(name for name, piece in counters.items() if not piece.template),
        Argument.TEMPLATE: frozenset(name for name, piece in counters.items() if piece.template),
        Argument.SIDE: frozenset((*(side.id for side in module.sides), "mine")),
    }
