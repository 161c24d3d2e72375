"""Cards under edit: adding, copying, uses, pictures, and the way out to CSV and back."""

import pytest

from engine.definition.card import CardDef, CardFaceDef, DeckDef
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceArtDef
from engine.definition.sequence import TrackDef
from engine.editing import EditRefused, cards
from engine.editing.card_tables import cards_from_csv, cards_to_csv
from engine.editing.checking import check
from engine.editing.grids import renumber
from engine.editing.parts import set_item_fields
from engine.editing.paths import set_at
from engine.editing.pieces import rename_piece
from engine.editing.searching import search
from engine.loading import builtin_modules, load_module
from tests.engine.editing.modules import a_module


def rich() -> ModuleDef:
    """A deck with everything a card can have, commas, quotes and line ends included."""
    faces = (
        CardFaceDef(side="axis", title='Say "go"', text="One, two.\nThree.", when="Now; or later",
                    moments=("axis.combat", "axis.movement"), symbols=("naval",),
                    effects=("draw 2", "remind Well, well"), source="errata"),
        CardFaceDef(title="Other"),
    )  # fmt: skip
    card = CardDef(
        id="rich", title="Rich", deck="events", number=9, count=3, traits=("one-time", "weather"),
        faces=faces, values={"ops": 2.5},
        art=PieceArtDef(front="art/a.png", back="art/b.png"), source="reconstruction",
        reasoning="Because, it is so.", note="A note",
    )  # fmt: skip
    module = a_module()
    return module.model_copy(update={"cards": (*module.cards, card)})


def named(module: ModuleDef, name: str) -> CardDef:
    return next(card for card in module.cards if card.id == name)


def test_a_table_read_back_is_the_same_module() -> None:
    for module in (rich(), load_module(builtin_modules()["no_retreat_2"])):
        outcome = cards_from_csv(module, cards_to_csv(module))
        assert outcome.module is module
        assert outcome.differences == ()


def test_cards_come_whole_out_of_a_table() -> None:
    module = rich()
    bare = module.model_copy(update={"cards": ()})
    outcome = cards_from_csv(bare, cards_to_csv(module))
    assert outcome.module.cards == module.cards
    assert {difference.kind for difference in outcome.differences} == {"new"}


def test_differences_are_told_before_anything_is_taken() -> None:
    module = rich()
    text = cards_to_csv(module).replace("Rich", "Poor")
    lines = [line for line in text.split("\n") if not line.startswith("card-1,")]
    outcome = cards_from_csv(module, "\n".join(lines))
    assert [d.words() for d in outcome.differences] == ["card-1: gone", "rich: title Rich → Poor"]
    assert named(outcome.module, "rich").faces == named(module, "rich").faces


def test_columns_that_are_missing_leave_their_fields_alone() -> None:
    module = rich()
    table = "id\tcount\tuse1.title\n" + "\n".join(f"{c.id}\t2\t{c.title}" for c in module.cards)
    outcome = cards_from_csv(module, table)
    card = named(outcome.module, "rich")
    assert (card.count, card.faces[0].title, card.faces[0].effects) == (
        2,
        "Rich",
        ("draw 2", "remind Well, well"),
    )
    assert card.art == PieceArtDef(front="art/a.png", back="art/b.png")


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("title\nX", "no column 'id'"),
        ("id,tittle\nrich,1", "column 'tittle' is not known; did you mean 'title'?"),
        ("id,use0.title\nrich,1", "not known"),
        ("id,number\nrich,many", "line 2: number: a number is wanted"),
        ("id,title\nrich,A\nrich,B", "in the table twice"),
        ("id,title,deck\nnew,New,nowhere", "there is no deck 'nowhere'"),
        ("id,count\nrich,99", "line 2"),
    ],
)
def test_a_wrong_table_is_refused_whole(table: str, words: str) -> None:
    with pytest.raises(EditRefused) as caught:
        cards_from_csv(rich(), table)
    assert words in str(caught.value)


def test_a_first_card_brings_its_deck() -> None:
    bare = a_module().model_copy(update={"cards": (), "decks": ()})
    module, name = cards.add_card(bare, "")
    assert [deck.title for deck in module.decks] == ["Cards"]
    assert named(module, name).deck == module.decks[0].id
    assert check(module).errors == check(bare).errors


def test_new_and_copied_cards_are_numbered_on() -> None:
    module, name = cards.add_card(a_module(), "events", "Storm")
    assert (name, named(module, name).number) == ("storm", 5)
    copied = cards.duplicate_cards(module, ["card-1", "card-2"])
    assert [card.id for card in copied.cards][:4] == ["card-1", "card-5", "card-2", "card-6"]
    assert sorted(card.number for card in copied.cards) == list(range(1, 8))


def test_cards_are_moved_before_another_one() -> None:
    module = a_module()

    def order(names: tuple[str, ...], before: str) -> list[str]:
        return [card.id.removeprefix("card-") for card in cards.move_cards(module, names, before).cards]

    assert order(("card-3",), "card-1") == ["3", "1", "2", "4"]
    assert order(("card-4", "card-1"), "card-3") == ["2", "1", "4", "3"]
    assert order(("card-2",), "") == ["1", "3", "4", "2"]
    assert order(("card-1", "card-2"), "card-2") == ["1", "2", "3", "4"]
    assert cards.move_cards(module, ("card-2",), "card-3") is module, "nothing moved is no step"
    with pytest.raises(EditRefused):
        cards.move_cards(module, ("card-9",), "card-1")
    with pytest.raises(EditRefused):
        cards.move_cards(module, ("card-1",), "card-9")


def test_a_deck_goes_with_its_cards() -> None:
    module, deck = cards.add_deck(a_module(), "Weather")
    module, _ = cards.add_card(module, deck, "Sun")
    left = cards.delete_deck(module, "events")
    assert ([d.id for d in left.decks], [c.id for c in left.cards]) == (["weather"], ["sun"])


def test_uses_headed_by_the_title_of_the_card_follow_it() -> None:
    module, name = cards.add_card(a_module(), "events")
    module = cards.add_use(module, name)
    module = cards.set_use_fields(module, name, 1, {"title": "Own words"})
    module = cards.set_card_fields(module, (name,), {"title": "Storm"})
    assert [use.title for use in named(module, name).faces] == ["Storm", "Own words"]
    assert named(module, name).headline(named(module, name).faces[0]) == "Storm"
    module = cards.set_use_fields(module, name, 0, {"title": ""})
    assert named(module, name).headline(named(module, name).faces[0]) == "Storm"


def test_uses_are_added_moved_changed_and_deleted() -> None:
    module = cards.add_use(cards.add_use(a_module(), "card-1"), "card-1")
    module = cards.set_use_fields(module, "card-1", 1, {"title": "Second", "effects": ("draw 1",)})
    module = cards.move_use(module, "card-1", 1, -1)
    assert [use.title for use in named(module, "card-1").faces] == ["Second", "Event 1"]
    assert cards.move_use(module, "card-1", 0, -1) is module
    module = cards.delete_use(module, "card-1", 1)
    assert [use.effects for use in named(module, "card-1").faces] == [("draw 1",)]
    with pytest.raises(EditRefused, match="no such use"):
        cards.delete_use(module, "card-1", 5)


def test_pictures_of_fronts_and_backs() -> None:
    module = cards.set_art(a_module(), {"card-1": "art/f.png"}, is_back=False)
    module = cards.set_art(module, {"card-1": "art/b.png"}, is_back=True)
    assert named(module, "card-1").art == PieceArtDef(front="art/f.png", back="art/b.png")
    with pytest.raises(EditRefused, match="drawn front"):
        cards.set_art(module, {"card-2": "art/b.png"}, is_back=True)
    plain = cards.set_art(module, {"card-1": ""}, is_back=False)
    assert named(plain, "card-1").art is None


class TestIssues:
    def findings(self, module: ModuleDef) -> list[str]:
        return [f"{f.issue.code}: {f.issue.message}" for f in check(module).findings]

    def with_effect(self, *effects: str) -> ModuleDef:
        return cards.set_use_fields(cards.add_use(a_module(), "card-1"), "card-1", 0, {"effects": effects})

    def test_blocks_nobody_understands_are_doubts(self) -> None:
        lines = ("drew 2", "draw many", "track nowhere +1", "place mine 0505", "place mine 9999")
        found = self.findings(self.with_effect(*lines))
        assert sorted(found) == [
            "EFFECT: card 'card-1': 'draw' cannot take 'many'",
            "EFFECT: card 'card-1': 'drew' is no effect",
            "EFFECT: card 'card-1': there is no hex or box '9999'",
            "EFFECT: card 'card-1': there is no track 'nowhere'",
        ]

    def test_other_rulesets_have_their_own_blocks(self) -> None:
        module = self.with_effect("shift 1").model_copy(update={"ruleset": "no_retreat_2"})
        assert not any(line.startswith("EFFECT") for line in self.findings(module))

    def test_numbers_twice_and_too_many_dealt(self) -> None:
        module = cards.set_card_fields(a_module(), ("card-2",), {"number": 1})
        module = cards.set_deck_fields(module, "events", {"deal": 3})
        found = self.findings(module)
        assert "CARD_NUMBER: 'card-2' has the same number as 'card-1'" in found
        assert "DEAL: the deck 'events' has 4 cards; 6 are dealt" in found

    def test_an_unknown_phase_is_refused(self) -> None:
        module = cards.add_use(a_module(), "card-1")
        with pytest.raises(EditRefused, match="there is no phase 'nowhen'"):
            cards.set_use_fields(module, "card-1", 0, {"moments": ("nowhen",)})

    def test_a_hand_must_hold_what_is_dealt(self) -> None:
        with pytest.raises(ValueError, match="deals 3 cards to hands of 2"):
            DeckDef(id="d", title="D", deal=3, hand=2)


class TestFollowing:
    """Ids that cards name are followed when they change."""

    def game(self) -> ModuleDef:
        tracks = (TrackDef(id="points", title="Points", last=9),)
        module = a_module().model_copy(update={"tracks": tracks})
        scenario = module.scenarios[0].model_copy(update={"tracks": {"points": 3}})
        module = module.model_copy(update={"scenarios": (scenario,)})
        effects = ("place mine 0505", "track points +1", "draw 1 events", "control 1004 allied", "say points")
        uses = {"effects": effects, "moments": ("axis.combat",)}
        return cards.set_use_fields(cards.add_use(module, "card-1"), "card-1", 0, uses)

    def use(self, module: ModuleDef) -> CardFaceDef:
        return named(module, "card-1").faces[0]

    def test_counters_tracks_decks_and_sides(self) -> None:
        module = rename_piece(self.game(), "mine", "bomb")
        module = set_item_fields(module, "tracks", 0, {"id": "score"})
        module = set_item_fields(module, "decks", 0, {"id": "fate"})
        module = set_item_fields(module, "sides", 1, {"id": "red"})
        assert self.use(module).effects == (
            "place bomb 0505", "track score +1", "draw 1 fate", "control 1004 red", "say points",
        )  # fmt: skip
        assert module.scenarios[0].tracks == {"score": 3}
        assert named(module, "card-1").deck == "fate"

    def test_phases_at_any_depth(self) -> None:
        module = self.game()
        at = [phase.id for phase in module.sequence[0].phases].index("axis.combat")
        module = set_at(module, ("sequence", 0, "phases", at), {"id": "axis.fight"})
        assert self.use(module).moments == ("axis.fight",)

    def test_hexes_of_a_renumbered_map(self) -> None:
        module = renumber(self.game(), self.game().boards[0].id, {"pattern": "{column:02}.{row:02}"})
        assert self.use(module).effects[0] == "place mine 05.05"

    def test_uses_are_found_by_searching(self) -> None:
        module = cards.set_use_fields(self.game(), "card-1", 0, {"text": "The bridges are blown."})
        assert [hit.path for hit in search(module, "bridges blown")] == [("cards", 0, "faces", 0)]
