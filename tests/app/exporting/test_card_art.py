"""Card sheets: as many of each as are in the deck, pictures of fronts and backs, reconstructions counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtGui import QColor, QImage

from app.exporting.kinds import Wishes, make_plan, print_source
from app.exporting.plan import CardMark, ExportPlan
from engine.definition.card import CardDef, CardFaceDef, DeckDef
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceArtDef
from engine.game import new_game
from engine.loading import load_module
from engine.loading.writer import save_module
from tests.app.exporting.sheets import pdf_of
from tests.engine.editing.modules import a_module


def a_deck() -> ModuleDef:
    """Three copies of a card with a picture, one drawn from effects, one half of it a reconstruction."""
    faces = (CardFaceDef(title="Half", effects=("draw 2",), source="reconstruction"),)
    cards = (
        CardDef(id="red", title="Red", deck="d", number=1, count=3, art=PieceArtDef(front="art/red.png")),
        CardDef(id="drawn", title="Drawn", deck="d", number=2, faces=faces),
        CardDef(id="none", title="None", deck="d", number=3, count=0),
    )
    deck = DeckDef(id="d", title="Deck", back="art/blue.png")
    return a_module().model_copy(update={"decks": (deck,), "cards": cards})


def printed(folder: Path) -> tuple[ExportPlan, np.ndarray, np.ndarray]:
    (folder / "art").mkdir(parents=True)
    for name, tint in (("red", "#c02020"), ("blue", "#2030c0")):
        image = QImage(126, 176, QImage.Format.Format_RGB32)
        image.fill(QColor(tint))
        assert image.save(str(folder / "art" / f"{name}.png"))
    save_module(a_deck(), folder)
    source = print_source(new_game(load_module(folder), "meeting", 1), str(folder))
    plan = make_plan(source, Wishes(kind="cards"))
    document = pdf_of(plan, source.drawer)
    front, back = (np.asarray(document[n].render(scale=1).to_pil().convert("RGB")) for n in (0, 1))
    return plan, front, back


def marks(plan: ExportPlan, page: int) -> list[CardMark]:
    return [mark for _, _, mark in plan.pages[page].marks() if isinstance(mark, CardMark)]


def middle(picture: np.ndarray, mark: CardMark) -> np.ndarray:
    """The color in the middle of a card; a point is a pixel."""
    x, y = (mark.x + mark.width / 2) / 25.4 * 72, (mark.y + mark.height / 2) / 25.4 * 72
    found: np.ndarray = picture[round(y), round(x)].astype(int)
    return found


def test_copies_pictures_and_backs_are_printed(tmp_path: Path) -> None:
    plan, front, back = printed(tmp_path / "war")
    fronts, backs = marks(plan, 0), marks(plan, 1)
    assert [mark.card for mark in fronts] == ["red", "red", "red", "drawn"]
    assert [mark.art for mark in fronts] == ["art/red.png"] * 3 + [""]
    assert {mark.art for mark in backs} == {"art/blue.png"}
    red, drawn, blue = middle(front, fronts[0]), middle(front, fronts[3]), middle(back, backs[0])
    assert red[0] > 150 > red[2] + 60
    assert drawn.min() > 200, "paper"
    assert blue[2] > 150 > blue[0] + 60
    assert "4 cards" in plan.subject


def test_effects_are_words_where_a_use_has_no_text_and_reconstructions_are_counted(tmp_path: Path) -> None:
    plan, _, _ = printed(tmp_path / "war")
    assert marks(plan, 0)[3].face.halves[0].text == "Draw 2 cards."
    assert "Reconstructions, to be replaced by printed values: card 2." in plan.text()


def test_the_foot_names_reconstructed_cards_as_none_bears_a_sign(tmp_path: Path) -> None:
    folder = tmp_path / "war"
    save_module(a_deck(), folder)
    module = load_module(folder)

    def foot(*made_up: int, titled: tuple[str, ...] = ()) -> str:
        numbered = tuple(
            CardDef(id=f"c{n}", title=f"Card {n}", deck="d", number=n,
                    source="reconstruction" if n in made_up else "rulebook")
            for n in range(1, 7)
        )  # fmt: skip
        others = tuple(CardDef(id=name, title=name, deck="d", source="reconstruction") for name in titled)
        changed = module.model_copy(update={"cards": (*numbered, *others)})
        source = print_source(new_game(changed, "meeting", 1), str(folder))
        return make_plan(source, Wishes(kind="cards")).text()

    assert "printed values: cards 1–3, 5. All else" in foot(1, 2, 3, 5)
    assert "printed values: card 4, storm. All else" in foot(4, titled=("storm",))
    assert "printed values: all cards of this page. All else" in foot(1, 2, 3, 4, 5, 6)
    assert "Nothing on this sheet is a reconstruction." in foot()
    assert "(*)" not in foot(4)
