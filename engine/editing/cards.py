"""Edits of cards: adding, copying, changing and deleting several at once, their uses and their pictures."""

from collections.abc import Collection, Mapping, Sequence

from engine.definition.card import CardDef, CardFaceDef, DeckDef
from engine.definition.module import ModuleDef
from engine.editing.change import EditRefused, free_id, id_from, made, position_of, with_fields, with_parts
from engine.editing.checking import guarded


def add_deck(module: ModuleDef, title: str = "New deck") -> tuple[ModuleDef, str]:
    """Adds an empty deck; the module and the deck's id."""
    name = id_from(title, {deck.id for deck in module.decks})
    deck = made(DeckDef, {"id": name, "title": title})
    return guarded(module, with_parts(module, decks=(*module.decks, deck))), name


def add_card(module: ModuleDef, deck: str, title: str = "New card") -> tuple[ModuleDef, str]:
    """Adds a card with one use at the end of a deck, numbered on; the module and the card's id.

    A module without decks gets one.
    """
    before = module
    if not module.decks:
        module, deck = add_deck(module, "Cards")
    elif deck not in {known.id for known in module.decks}:
        deck = module.decks[0].id
    name = id_from(title, {card.id for card in module.cards})
    number = max((card.number for card in module.cards if card.deck == deck), default=0) + 1
    face = CardFaceDef(title=title)
    values = {"id": name, "title": title, "deck": deck, "number": number, "faces": (face,), "source": "found"}
    after = with_parts(module, cards=(*module.cards, made(CardDef, values)))
    return guarded(before, after), name


def duplicate_cards(module: ModuleDef, names: Sequence[str]) -> ModuleDef:
    """Copies cards behind themselves, under free ids and numbers."""
    taken = {card.id for card in module.cards}
    highest: dict[str, int] = {}
    for card in module.cards:
        highest[card.deck] = max(highest.get(card.deck, 0), card.number)
    cards: list[CardDef] = []
    for card in module.cards:
        cards.append(card)
        if card.id in names:
            name = free_id(f"{card.id}-2" if not card.id[-1:].isdigit() else card.id, taken)
            taken.add(name)
            highest[card.deck] += 1
            cards.append(with_fields(card, {"id": name, "number": highest[card.deck]}))
    return guarded(module, with_parts(module, cards=tuple(cards)))


def move_cards(module: ModuleDef, names: Collection[str], before: str) -> ModuleDef:
    """Moves cards before another one, or with no name to the end; among themselves they keep their order.

    Decks are printed and listed in the order of the cards. Cards before one of themselves stay where that
    one is.
    """
    for name in (*names, before) if before else names:
        position_of(module.cards, name)
    ids = [card.id for card in module.cards]
    at = ids.index(before) if before else len(ids)
    moved = [card for card in module.cards if card.id in names]
    above = [card for card in module.cards[:at] if card.id not in names]
    below = [card for card in module.cards[at:] if card.id not in names]
    cards = (*above, *moved, *below)
    return module if cards == module.cards else guarded(module, with_parts(module, cards=cards))


def delete_cards(module: ModuleDef, names: Collection[str]) -> ModuleDef:
    """Deletes cards."""
    for name in names:
        position_of(module.cards, name)
    return guarded(module, with_parts(module, cards=tuple(c for c in module.cards if c.id not in names)))


def delete_deck(module: ModuleDef, name: str) -> ModuleDef:
    """Deletes a deck with its cards."""
    position_of(module.decks, name)
    cards = tuple(card for card in module.cards if card.deck != name)
    decks = tuple(deck for deck in module.decks if deck.id != name)
    return guarded(module, with_parts(module, decks=decks, cards=cards))


def set_card_fields(module: ModuleDef, names: Collection[str], changes: Mapping[str, object]) -> ModuleDef:
    """Gives cards other values."""
    for name in names:
        position_of(module.cards, name)
    cards = tuple(
        with_fields(card, with_headlines(card, changes)) if card.id in names else card
        for card in module.cards
    )
    return guarded(module, with_parts(module, cards=cards))


def with_headlines(card: CardDef, changes: Mapping[str, object]) -> Mapping[str, object]:
    """The changes of a card, and with a new title that of its uses which were headed by the old one."""
    title = changes.get("title")
    if not isinstance(title, str) or "faces" in changes:
        return changes
    faces = tuple(
        with_fields(face, {"title": title}) if face.title == card.title else face for face in card.faces
    )
    return {**changes, "faces": faces}


def set_deck_fields(module: ModuleDef, name: str, changes: Mapping[str, object]) -> ModuleDef:
    """Gives a deck other values."""
    position_of(module.decks, name)
    decks = tuple(with_fields(deck, changes) if deck.id == name else deck for deck in module.decks)
    return guarded(module, with_parts(module, decks=decks))


def set_art(module: ModuleDef, pictures: Mapping[str, str], *, is_back: bool) -> ModuleDef:
    """Gives cards pictures for their fronts or backs; an empty name takes the picture away.

    A back needs a front; without one it is refused, as the deck's own back serves plain cards.
    """
    cards = []
    for card in module.cards:
        name = pictures.get(card.id)
        cards.append(card if name is None else with_fields(card, {"art": _art(card, name, is_back=is_back)}))
    return guarded(module, with_parts(module, cards=tuple(cards)))


def _art(card: CardDef, name: str, *, is_back: bool) -> dict[str, str] | None:
    front = card.art.front if card.art else ""
    back = (card.art.back or "") if card.art else ""
    front, back = (front, name) if is_back else (name, back)
    if not front:
        if back and is_back:
            raise EditRefused(
                f"'{card.id}' has a drawn front", "give its deck the picture, or the card a front first"
            )
        return None
    return {"front": front, **({"back": back} if back else {})}


def _with_uses(module: ModuleDef, name: str, uses: tuple[CardFaceDef, ...]) -> ModuleDef:
    return set_card_fields(module, (name,), {"faces": uses})


def _uses(module: ModuleDef, name: str, at: int) -> tuple[CardFaceDef, ...]:
    uses = module.cards[position_of(module.cards, name)].faces
    if not 0 <= at < len(uses):
        raise EditRefused("the card has no such use", "choose it again")
    return uses


def add_use(module: ModuleDef, name: str) -> ModuleDef:
    """Adds a use at the end of a card."""
    card = module.cards[position_of(module.cards, name)]
    return _with_uses(module, name, (*card.faces, CardFaceDef(title=card.title)))


def delete_use(module: ModuleDef, name: str, at: int) -> ModuleDef:
    """Deletes a use of a card."""
    uses = _uses(module, name, at)
    return _with_uses(module, name, (*uses[:at], *uses[at + 1 :]))


def move_use(module: ModuleDef, name: str, at: int, by: int) -> ModuleDef:
    """Moves a use up or down on its card; at the end of the list it stays."""
    uses = list(_uses(module, name, at))
    to = at + by
    if not 0 <= to < len(uses):
        return module
    uses.insert(to, uses.pop(at))
    return _with_uses(module, name, tuple(uses))


def set_use_fields(module: ModuleDef, name: str, at: int, changes: Mapping[str, object]) -> ModuleDef:
    """Gives a use of a card other values."""
    uses = _uses(module, name, at)
    changed = with_fields(uses[at], changes)
    return module if changed is uses[at] else _with_uses(module, name, (*uses[:at], changed, *uses[at + 1 :]))
