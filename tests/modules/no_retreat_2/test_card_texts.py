"""The event cards as they are printed: every half has its text, its moments and blocks the editor knows."""

from engine.definition.effects import understood
from engine.loading import builtin_modules, load_module
from engine.rules.registry import effect_words

MODULE = load_module(builtin_modules()["no_retreat_2"])
RULEBOOK = {("card-7", "axis"), ("card-7", "allied"), ("card-25", "allied"), ("card-36", "axis")}


def test_all_36_cards_have_two_halves_with_text_and_timing() -> None:
    assert [card.number for card in MODULE.cards] == list(range(1, 37))
    for card in MODULE.cards:
        assert [face.side for face in card.faces] == ["axis", "allied"]
        for face in card.faces:
            assert face.text.endswith("."), face.title
            assert face.when, face.title
            assert face.moments, face.title


def test_only_the_halves_the_rulebook_tells_of_are_no_reconstructions() -> None:
    halves = {(c.id, f.side): f.source or c.source for c in MODULE.cards for f in c.faces}
    assert {half for half, source in halves.items() if source == "rulebook"} == RULEBOOK
    assert all(card.reasoning for card in MODULE.cards)


def test_every_effect_is_in_the_list_of_the_ruleset() -> None:
    words = effect_words("no_retreat_2")
    for card in MODULE.cards:
        for face in card.faces:
            for line in face.effects:
                assert understood(line, words).word.word == line.split()[0]


def test_symbols_are_spread_as_the_design_says() -> None:
    def halves(side: str, symbol: str) -> int:
        return sum(symbol in f.symbols for c in MODULE.cards for f in c.faces if f.side == side)

    assert (halves("axis", "malta"), halves("allied", "malta")) == (8, 6)
    assert (halves("axis", "red-border"), halves("allied", "red-border")) == (6, 6)
    assert (halves("axis", "german-cross"), halves("allied", "roundel")) == (5, 7)
