"""The effect blocks of event cards: their words, what they want, what they do (section 5 of the rules).

Only the editor asks for them, to offer them and to say what is wrong with a line; the rules read the lines
themselves (`cards`).
"""

from engine.definition.effects import Argument, EffectWord, Wanted

_N = Wanted("number", Argument.CHANGE)
_FILTER = Wanted("units", Argument.TEXT)

EFFECTS: tuple[EffectWord, ...] = (
    EffectWord("shift", "Shift columns", "Columns in favor of the player of the card.", (_N,),
               "{number} columns in favor of the player."),
    EffectWord("strength", "Add strength", "Added to the total after the Strength Step.", (_N,),
               "{number} strength more."),
    EffectWord("needs", "Needs a unit", "A unit of this kind must take part.", (_FILTER,),
               "A unit must take part: {units}."),
    EffectWord("no-mech", "No Mechanized shifts", "Mechanized shifts of the enemy do not count."),
    EffectWord("no-terrain", "No terrain shifts", "Hex and hexside shifts do not count."),
    EffectWord("no-support", "No Support marker", "The enemy's Support marker does not count."),
    EffectWord("no-entrench", "No entrenchments", "Entrenchments of the enemy do not count."),
    EffectWord("stand", "Stand", "DR and DW have no effect if a unit of this kind defends.", (_FILTER,),
               "DR and DW have no effect on: {units}."),
    EffectWord("deeper", "Advance deeper", "Mechanized attackers may advance further.", (_N,),
               "Advance {number} hexes further."),
    EffectWord("mixed", "Mixed attack", "Colors do not bind in this Battle."),
    EffectWord("mp", "Movement Points", "Changes Movement Allowances this phase.", (_N,),
               "{number} Movement Points."),
    EffectWord("no-zoc", "No zone of control", "One piece has no zone of control this Player Turn."),
    EffectWord("leader", "Move a leader", "Puts a leader with a supplied unit.",
               (Wanted("leader", Argument.TEXT),), "Move: {leader}."),
    EffectWord("free", "Without cost", "One act without its supply point.", (Wanted("act", Argument.WORD),),
               "Without cost: {act}."),
    EffectWord("retarget", "Move a Target", "Moves one own Target marker."),
    EffectWord("recover", "Recover a step", "One unit on the map regains a step."),
    EffectWord("early", "Early build-up", "One unit is built up to a side of next turn."),
    EffectWord("support", "Support markers", "Markers into the pool.", (_N,), "{number} Support markers."),
    EffectWord("entrench", "Entrenchments", "Unbuilt entrenchments into the pool without cost.",
               (Wanted("kind", Argument.WORD), _N), "{number} {kind} into the pool."),
    EffectWord("salvage", "Salvage", "Own entrenchments off the map for supply points.", (_N,),
               "Up to {number} entrenchments for supply points."),
    EffectWord("sp", "Supply points", "Taken from the Used box, or put back by the enemy.", (_N,),
               "{number} supply points."),
    EffectWord("gray", "Gray markers", "Between the Malta box and the Used box.", (_N,),
               "{number} gray markers."),
    EffectWord("malta", "Turn Malta", "A turns the marker to Active, I to Inactive.",
               (Wanted("side", Argument.WORD),), "Malta: {side}."),
    EffectWord("lock", "Lock Malta", "No card turns the marker again this turn."),
    EffectWord("port-off", "Ports closed", "Ports of the Axis are no Supply Sources this turn."),
    EffectWord("port-up", "Port enlarged", "One own port supplies one unit more and gives a supply point."),
    EffectWord("draw", "Draw", "Cards beyond the hand size.", (_N,), "Draw {number} cards."),
    EffectWord("discard", "Discard", "The enemy discards at random.", (_N,), "Enemy discards {number}."),
    EffectWord("look", "Look", "Look at the enemy's hand."),
    EffectWord("take", "Take", "Look at the enemy's hand and take one card."),
    EffectWord("retrieve", "Retrieve", "Take a card of the kind from the discard pile."),
    EffectWord("event", "Move an event", "Moves a red event of the turn track.", (_N,),
               "Event {number} turns."),
    EffectWord("redeploy", "Redeploy", "Own stacks to other legal hexes.", (_N,),
               "Redeploy {number} stacks."),
    EffectWord("cancel", "Cancel", "The card just played has no effect: any, naval, or numbers.",
               (Wanted("cards", Argument.WORD),), "Cancel: {cards}."),
    EffectWord("surrender", "Surrender", "The unit just destroyed surrenders."),
)  # fmt: skip
