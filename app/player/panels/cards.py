"""Cards: decks, discards and hands, with what can be played now lit and the reason where it cannot.

The panel knows no game. It shows the decks and hands of the projection, so that a hand the viewer may not
see never reaches it, and finds the action for a card among the kinds the decision offers, by the way they
carry cards from pile to pile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QLabel, QMenu, QScrollArea, QVBoxLayout

from app.graphics.card_cache import card_height, shared_cards
from app.graphics.card_faces import CardFaceMaker
from app.graphics.painters.card import CardFace
from app.player.desk import Desk
from app.player.panels.base import LEAST_HEIGHT, Panel
from app.theme.current import scaled
from app.widgets.card_layout import ShownCard, ShownPile
from app.widgets.card_table import CardTable
from app.widgets.labels import ElidedLabel
from engine.ids import SideId
from engine.play.action import Action, AnyKind
from engine.view.cards import CardView, DeckView, HandView, Pile

PREVIEW = 236
LOOK = "Look through the pile…"
HINT = "Double-click or Enter plays and draws · drag between the piles · Delete discards · Space: all ways"


class CardsPanel(Panel):
    """The table of cards of one game."""

    title = "Cards"
    name = "cards"
    wanted = Signal(object, str)
    """An action and the side that takes it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.faces = CardFaceMaker(desk.session.module, desk.place)
        self.table = CardTable()
        self.table.setAccessibleName(self.title)
        self.table.ways = self._ways
        self.note = ElidedLabel(HINT, "second")
        self.preview = QLabel()
        self.preview.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.preview.hide()
        self.menu = QMenu(self)
        self.spread, self.spread_pile = CardTable(), (Pile.DISCARD, "")
        self.spread_window = QDialog(self)
        inner = QVBoxLayout(self.spread_window)
        inner.setContentsMargins(scaled(8), scaled(8), scaled(8), scaled(8))
        inner.addWidget(self.spread)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(4), scaled(2), scaled(8), scaled(4))
        column.setSpacing(0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumHeight(scaled(LEAST_HEIGHT))
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self.table)
        column.addWidget(area, 1)
        column.addWidget(self.note)
        for table in (self.table, self.spread):
            table.carried.connect(self._carry)
            table.menu_wanted.connect(self._show_menu)
        self.table.pointed.connect(self._point)

    def key(self) -> object:
        view = self.session.projection
        return (view.decks, view.hands, self.session.decision, self.session.state)

    def fill(self) -> None:
        view = self.session.projection
        piles = [pile for deck in view.decks for pile in self._piles(deck)]
        own = [hand for hand in view.hands if hand.cards or not hand.hidden]
        others = [hand for hand in view.hands if hand not in own]
        if view.viewer != "all":
            own = [hand for hand in own if hand.side == view.viewer or hand.cards]
        piles += [self._hand(hand) for hand in own]
        piles += [self._covered(hand) for hand in others]
        self.table.show_piles(tuple(piles))
        if self.spread_window.isVisible():
            self._fill_spread()
        self._point(None, None)

    # --- what is shown ----------------------------------------------------------------------------

    def _piles(self, deck: DeckView) -> Iterator[ShownPile]:
        back = self.faces.deck_back(deck.id)
        can_draw = bool(self._actions(Pile.DECK, Pile.HAND, deck.id))
        words = f"{deck.title}: {deck.left} of {deck.whole} cards left"
        top = ShownCard(id=deck.id, face=back if deck.left else None, words=words, is_lit=can_draw)
        yield ShownPile(
            pile=Pile.DECK, owner=deck.id, caption=f"{deck.title} {deck.left}", count=deck.left, cards=(top,)
        )
        yield self._open(deck, Pile.DISCARD, deck.discards, f"Discards {deck.discarded}")
        if deck.removed:
            yield self._open(deck, Pile.REMOVED, deck.removed, f"Removed {len(deck.removed)}")

    def _open(self, deck: DeckView, pile: Pile, cards: tuple[CardView, ...], caption: str) -> ShownPile:
        if not cards:
            top = ShownCard(id="", face=None, words=f"{caption}, empty")
        else:
            top = ShownCard(id=cards[-1].id, face=self._face(cards[-1]), words=f"{cards[-1].title}, on top")
        return ShownPile(pile=pile, owner=deck.id, caption=caption, count=len(cards), cards=(top,))

    def _hand(self, hand: HandView) -> ShownPile:
        shown = tuple(self._held(hand.side, card) for card in hand.cards)
        title = self.session.side_title(hand.side)
        return ShownPile(
            pile=Pile.HAND, owner=hand.side, caption=f"{title}: hand of {hand.count}", count=hand.count,
            cards=shown,
        )  # fmt: skip

    def _held(self, side: SideId, card: CardView) -> ShownCard:
        reason = self.why_not(side, card.id)
        told = reason.removeprefix(f"{card.title} ") or "can be played"
        words = f"{card.title}: {told[:1].lower()}{told[1:]}"
        face = replace(self._face(card), is_dim=bool(reason))
        return ShownCard(id=card.id, face=face, words=words, is_lit=not reason)

    def _covered(self, hand: HandView) -> ShownPile:
        """A hand the viewer may not see: one back and the number."""
        title = self.session.side_title(hand.side)
        deck = self.session.module.decks[0].id if self.session.module.decks else ""
        top = ShownCard(id="", face=self.faces.deck_back(deck), words=f"{title} holds {hand.count}")
        return ShownPile(
            pile=Pile.TABLE, owner=hand.side, caption=f"{title} {hand.count}", count=hand.count, cards=(top,)
        )

    def _face(self, card: CardView) -> CardFace:
        known = self.faces.definition(card.definition)
        return self.faces.front(known) if known is not None else CardFace(deck=card.title, is_back=True)

    # --- what can be done -------------------------------------------------------------------------

    def _kinds(self) -> tuple[AnyKind, ...]:
        decision = self.session.decision
        return decision.ask.kinds if decision is not None else ()

    def _acting(self, pile: ShownPile) -> SideId:
        """The side whose hand is meant: of a hand its owner, of an open pile whoever acts."""
        return pile.owner if pile.pile is Pile.HAND else self.session.acting

    def _may_act(self, side: SideId) -> bool:
        decision = self.session.decision
        return decision is not None and side in decision.sides and self.session.viewer in (side, "all")

    def _actions(
        self, source: Pile, target: Pile, card: str, side: SideId | None = None
    ) -> tuple[tuple[AnyKind, Action], ...]:
        """Every action that brings a card, or one of a deck, from pile to pile."""
        acting = side or self.session.acting
        if not self._may_act(acting):
            return ()
        state = self.session.state
        return tuple(
            (kind, action)
            for kind in self._kinds()
            if (source, target) in kind.carries and kind.unavailable(state, acting) is None
            for action in kind.choices(state, acting)
            if card in (getattr(action, "card", None), getattr(action, "deck", None))
        )

    def _subject(self, card: str, pile: ShownPile, target: Pile) -> str:
        """What an action names: the card, or the deck where a whole pile goes."""
        return pile.owner if (pile.pile, target) == (Pile.DISCARD, Pile.DECK) else card

    def _found(self, card: str, pile: ShownPile, target: Pile) -> tuple[tuple[AnyKind, Action], ...]:
        subject = self._subject(card, pile, target)
        return self._actions(pile.pile, target, subject, self._acting(pile))

    def _ways(self, card: str, pile: ShownPile) -> frozenset[Pile]:
        return frozenset(target for target in Pile if self._found(card, pile, target))

    def why_not(self, side: SideId, card: str) -> str:
        """Why a card of a hand cannot be played now; empty if it can."""
        if not self._may_act(side):
            decision = self.session.decision
            if decision is None or self.session.viewer not in (side, "all"):
                return "Nothing can be played now."
            return f"{self.session.side_title(side)} does not decide now."
        if self._actions(Pile.HAND, Pile.TABLE, card, side):
            return ""
        for kind in self._kinds():
            if (Pile.HAND, Pile.TABLE) in kind.carries:
                refusal = kind.why_not(self.session.state, side, card)
                if refusal is not None:
                    return f"{str(refusal)[:1].upper()}{str(refusal)[1:]}."
        return "No card can be played at this moment."

    # --- doing ------------------------------------------------------------------------------------

    def _carry(self, card: str, pile: ShownPile, target: Pile) -> None:
        found = self._found(card, pile, target)
        if not found:
            self._refuse(card, pile, target)
        elif len(found) == 1:
            self.wanted.emit(found[0][1], self._acting(pile))
        else:
            place = self.table.place_of(card)
            self._show_actions(found, pile, self.table.mapToGlobal(place.center()))

    def _refuse(self, card: str, pile: ShownPile, target: Pile) -> None:
        """Says why not, by the kind that would have done it."""
        if (pile.pile, target) == (Pile.HAND, Pile.TABLE):
            self.session.told.emit(self.why_not(pile.owner, card), "care")
            return
        side = self._acting(pile)
        for kind in self._kinds():
            if (pile.pile, target) in kind.carries:
                refusal = kind.unavailable(self.session.state, side)
                refusal = refusal or kind.why_not(self.session.state, side, card)
                if refusal is not None:
                    self.session.told.emit(f"{str(refusal)[:1].upper()}{str(refusal)[1:]}.", "care")
                    return

    def _show_menu(self, card: str, pile: ShownPile, where: QPoint) -> None:
        found = tuple(one for target in Pile for one in self._found(card, pile, target))
        if found or self._lying(pile):
            self._show_actions(found, pile, where)
        elif pile.pile is Pile.HAND:
            self.session.told.emit(self.why_not(pile.owner, card), "care")

    def _show_actions(
        self, found: tuple[tuple[AnyKind, Action], ...], pile: ShownPile, where: QPoint
    ) -> None:
        self.menu.clear()
        for kind, action in found:
            words = kind.describe(self.session.state, action) or kind.label
            self.menu.addAction(words, partial(self.wanted.emit, action, self._acting(pile)))
        if len(self._lying(pile)) > 1 and not pile.is_spread:
            self.menu.addSeparator()
            self.menu.addAction(LOOK, partial(self.look_through, pile))
        self.menu.popup(where)

    # --- looking through a pile -------------------------------------------------------------------

    def _lying(self, pile: ShownPile) -> tuple[CardView, ...]:
        """The cards of an open pile as the viewer may see them."""
        deck = next((d for d in self.session.projection.decks if d.id == pile.owner), None)
        if deck is None:
            return ()
        return {Pile.DISCARD: deck.discards, Pile.REMOVED: deck.removed}.get(pile.pile, ())

    def look_through(self, pile: ShownPile) -> None:
        """Opens a pile laid out card by card, the topmost first."""
        self.spread.ways = self._ways
        self.spread_pile = (pile.pile, pile.owner)
        self._fill_spread()
        self.spread_window.setWindowTitle(f"{self.session.module.title}: {pile.caption.lower()}")
        self.spread_window.resize(scaled(640), scaled(230))
        self.spread_window.show()
        self.spread_window.raise_()
        self.spread.setFocus()

    def _fill_spread(self) -> None:
        kind, owner = self.spread_pile
        shown = ShownPile(pile=kind, owner=owner, caption="", count=0, cards=(), is_spread=True)
        cards = tuple(
            ShownCard(id=card.id, face=self._face(card), words=card.title)
            for card in reversed(self._lying(shown))
        )
        words = f"{len(cards)} cards, the topmost first"
        self.spread.show_piles((replace(shown, caption=words, count=len(cards), cards=cards),))
        if not cards:
            self.spread_window.hide()

    def _point(self, card: ShownCard | None, place: QRect | None) -> None:
        self.note.set_full_text(card.words if card is not None else HINT)
        if card is None or place is None or card.face is None or card.face.is_back:
            self.preview.hide()
            return
        window = self.window()
        self.preview.setParent(window)
        width = scaled(PREVIEW)
        face = replace(card.face, is_dim=False)
        self.preview.setPixmap(shared_cards().picture(face, width, self.devicePixelRatioF()))
        self.preview.resize(width + 2, card_height(width) + 2)
        corner = self.table.mapTo(window, place.topLeft())
        x = max(4, min(corner.x() - (width - place.width()) // 2, window.width() - width - 6))
        y = corner.y() - self.preview.height() - scaled(26)
        self.preview.move(x, y if y > 4 else corner.y() + place.height() + scaled(10))
        self.preview.show()
        self.preview.raise_()
