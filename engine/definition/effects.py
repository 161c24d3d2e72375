"""Effect blocks of cards: one line each, a word and its arguments, such as `draw 2` or `track supply +1`.

A vocabulary lists the words a ruleset understands and what each wants, so that an editor can offer them and
say what is wrong with a line. `FREE_EFFECTS` is the vocabulary of free play, which carries its blocks out
itself; games with rules bring their own.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.issues import near_miss


class Argument(StrEnum):
    """What an argument of an effect stands for."""

    COUNT = "count"
    CHANGE = "change"
    DICE = "dice"
    WHOSE = "whose"
    DECK = "deck"
    TRACK = "track"
    PIECE = "piece"
    TEMPLATE = "template"
    PLACE = "place"
    SIDE = "side"
    MARK = "mark"
    WORD = "word"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Wanted:
    """One argument of an effect: what it is called, what it stands for, whether it may be left out."""

    name: str
    kind: Argument
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class EffectWord:
    """One effect block there is: its word, its name for people, what it does, what it wants."""

    word: str
    title: str
    help: str
    wanted: tuple[Wanted, ...] = ()
    says: str = ""
    """The block in words, with its arguments in braces; what is in brackets is left out without them."""

    def line(self, values: Mapping[str, str]) -> str:
        """The block as it stands on a card."""
        given = [values.get(one.name, "").strip() for one in self.wanted]
        return " ".join([self.word, *(text for text in given if text)])


@dataclass(frozen=True, slots=True)
class Effect:
    """A block that was understood: its word and its arguments by name."""

    word: EffectWord
    values: Mapping[str, str]


class EffectFault(ValueError):
    """A line that is no effect block; says why and what is near."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.text, self.hint = text, hint


_TITLED = frozenset(
    (
        *(Argument.DECK, Argument.TRACK, Argument.PIECE, Argument.TEMPLATE),
        Argument.PLACE,
        Argument.SIDE,
        Argument.WORD,
    )
)
#: Words that stand for who plays the card, whatever has them for an id.
_OWN = ((Argument.SIDE, "mine"),)
_COUNT = Wanted("number", Argument.COUNT)
_PATTERNS: Mapping[Argument, tuple[str, str]] = {
    Argument.COUNT: (r"[1-9][0-9]{0,2}", "a number such as 2"),
    Argument.CHANGE: (r"[+=-]?[0-9]{1,4}", "a change such as +1 or -2, or =5"),
    Argument.DICE: (r"[1-9][0-9]?d[1-9][0-9]{0,2}", "dice such as 1d6 or 2d10"),
    Argument.WHOSE: (r"mine|theirs", "'mine' or 'theirs'"),
    Argument.MARK: (r"[a-z0-9][a-z0-9-]{0,23}", "a mark of small letters"),
}

#: The blocks that free play carries out.
FREE_EFFECTS: tuple[EffectWord, ...] = (
    EffectWord("remind", "Remind", "Shows a text to both players.", (Wanted("text", Argument.TEXT),),
               says="{text}."),
    EffectWord("draw", "Draw cards", "Draws cards of this or another deck into the hand of who plays it.",
               (_COUNT, Wanted("deck", Argument.DECK, is_optional=True)),
               says="Draw {number} cards[ of {deck}]."),
    EffectWord("discard", "Discard cards", "Discards cards at random out of one's own or the other hand.",
               (_COUNT, Wanted("whose", Argument.WHOSE)),
               says="Discard {number} cards at random: {whose}."),
    EffectWord("shuffle", "Shuffle", "Puts the discards of this or another deck back into it.",
               (Wanted("deck", Argument.DECK, is_optional=True),),
               says="Shuffle the discards[ of {deck}] back."),
    EffectWord("remove", "Remove this card", "Takes the card out of the game after it was played.",
               says="This card leaves the game."),
    EffectWord("roll", "Roll dice", "Rolls dice and shows what they are for.",
               (Wanted("dice", Argument.DICE), Wanted("reason", Argument.TEXT, is_optional=True)),
               says="Roll {dice}[: {reason}]."),
    EffectWord("track", "Move a track", "Moves the marker of a track: a resource, a level, points.",
               (Wanted("track", Argument.TRACK), Wanted("change", Argument.CHANGE)),
               says="{track} {change}."),
    EffectWord("turn", "Move the turn", "Moves the turn marker.", (Wanted("change", Argument.CHANGE),),
               says="Turn marker {change}."),
    EffectWord("place", "Place a counter", "Puts a counter or marker in a hex or box.",
               (Wanted("piece", Argument.PIECE), Wanted("place", Argument.PLACE)),
               says="Place {piece} in {place}."),
    EffectWord("take-off", "Take off a counter", "Takes a counter or marker out of play.",
               (Wanted("piece", Argument.PIECE),),
               says="Take {piece} off."),
    EffectWord("add", "Add a copy", "Makes a copy of a counter that is copied in play, such as supply.",
               (Wanted("template", Argument.TEMPLATE), Wanted("place", Argument.PLACE), _COUNT),
               says="Add {number} {template} in {place}."),
    EffectWord("flip", "Flip a counter", "Turns a counter over.", (Wanted("piece", Argument.PIECE),),
               says="Flip {piece}."),
    EffectWord("mark", "Mark a counter", "Puts a mark on a counter, or takes it off.",
               (Wanted("piece", Argument.PIECE), Wanted("mark", Argument.MARK)),
               says="Mark {piece}: {mark}."),
    EffectWord("control", "Give a place", "Gives a place to a side.",
               (Wanted("place", Argument.PLACE), Wanted("side", Argument.SIDE)),
               says="{place} goes to {side}."),
)  # fmt: skip


def understood(line: str, words: Sequence[EffectWord]) -> Effect:
    """The effect a line says; raises `EffectFault` for unknown words and wrong arguments."""
    name, _, rest = line.strip().partition(" ")
    by_word = {word.word: word for word in words}
    if name not in by_word:
        raise EffectFault(f"'{name}' is no effect", near_miss(name, by_word) or "choose one of the list")
    word = by_word[name]
    parts = rest.split()
    values: dict[str, str] = {}
    for one in word.wanted:
        if one.kind is Argument.TEXT:
            values[one.name], parts = " ".join(parts), []
        else:
            values[one.name] = parts.pop(0) if parts else ""
        _fit(word, one, values[one.name])
    if parts:
        raise EffectFault(f"'{word.word}' does not know what to do with '{' '.join(parts)}'", word.help)
    return Effect(word, {key: value for key, value in values.items() if value})


def _fit(word: EffectWord, one: Wanted, value: str) -> None:
    if not value:
        if one.is_optional:
            return
        raise EffectFault(f"'{word.word}' wants a {one.name}", word.help)
    pattern, hint = _PATTERNS.get(one.kind, ("", ""))
    if pattern and not re.fullmatch(pattern, value):
        raise EffectFault(f"'{word.word}' cannot take '{value}'", f"write {hint}")


#: One of what blocks speak of, in their words for several.
_ONE = re.compile(
    r"((?<!\d)[+-]?1 (?:[A-Za-z]+ )?)"
    r"([Cc]ard|[Cc]olumn|[Hh]ex|[Pp]oint|[Mm]arker|[Ee]ntrenchment|[Tt]urn|[Ss]tack|[Ss]tep)(?:es|s)\b"
)


def in_words(effect: Effect, titles: Mapping[str, str]) -> str:
    """A block as players read it; ids that have a title are named by it."""
    kinds = {one.name: one.kind for one in effect.word.wanted}
    values = {
        name: titles.get(value, value)
        if (kinds[name], value) not in _OWN and kinds[name] in _TITLED
        else value
        for name, value in effect.values.items()
    }

    def kept(part: re.Match[str]) -> str:
        inner = part[1]
        return inner if all(name in values for name in re.findall(r"{(\w+)}", inner)) else ""

    text = re.sub(r"\[([^]]*)\]", kept, effect.word.says)
    text = re.sub(r"{(\w+)}", lambda part: values.get(part[1], ""), text)
    text = _ONE.sub(r"\1\2", text).replace(": mine.", ", one's own.")
    text = text.replace(" goes to mine.", " goes to the side that plays the card.")
    text = text.replace(": theirs.", ", the other side's.").replace("..", ".")
    return text[:1].upper() + text[1:]
