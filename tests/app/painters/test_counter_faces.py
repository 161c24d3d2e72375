"""From definitions and views to faces."""

import pytest

from app.graphics.counter_faces import FaceMaker, badges_of, figure, figures
from app.graphics.painters.face import Badge, FaceKind, SideForm
from engine.definition.piece import NationDef
from engine.view.projection import PieceView
from tests.fixtures.free_module import a_free_module


@pytest.mark.parametrize(
    ("value", "text"),
    [(3.0, "3"), (0.5, "½"), (2.5, "2½"), (0.25, "¼"), (1.75, "1¾"), (1.3, "1.3"), (0, "0")],
)
def test_figures_of_values(value: float, text: str) -> None:
    assert figure(value) == text


def test_values_come_in_the_order_of_the_trade() -> None:
    assert figures({"movement": 9, "attack": 8, "defense": 6, "steps": 2}) == "8-6-9"


def test_a_printed_unit_takes_its_looks_from_the_module() -> None:
    module = a_free_module()
    maker = FaceMaker(module)
    piece = module.piece("3-blue-tanks")
    face = maker.printed(piece)
    nation = next(n for n in module.nations if n.id == piece.nation)
    assert isinstance(nation, NationDef)
    assert (face.body, face.ink, face.nation) == (nation.body, nation.ink, nation.code)
    assert (face.values, face.symbol, face.steps) == ("8-6-9", "armor", 4)
    assert face.form is SideForm(module.side("axis").strip)
    assert maker.printed(piece) is face


def test_losses_turn_a_counter() -> None:
    module = a_free_module()
    maker = FaceMaker(module)
    piece = module.piece("3-blue-tanks")
    turned = maker.with_steps(piece, 3)
    assert turned.is_reduced
    assert turned.steps_left == 3
    assert turned.values == figures(piece.reduced)
    assert maker.with_steps(piece, 4) == maker.printed(piece)


def test_a_view_brings_state_and_badges() -> None:
    maker = FaceMaker(a_free_module())
    view = PieceView(
        id="3-blue-tanks", name="3", side="axis", type="armor", at="0404", steps=2, max_steps=4,
        figures="2-3-4½", supply="out", moved=True, markers=("fought", "nonsense"), definition="3-blue-tanks",
    )  # fmt: skip
    face = maker.seen(view)
    assert face.values == "2-3-4½"
    assert face.is_reduced
    assert face.badges == (Badge.UNSUPPLIED, Badge.MOVED, Badge.FOUGHT)


def test_supply_shows_how_many() -> None:
    view = PieceView(id="sp-x", name="SP", side="allied", type="supply", at="0404", count=7)
    face = FaceMaker(a_free_module()).seen(view)
    assert face.kind is FaceKind.MARKER
    assert face.count == 7
    assert face.word == "7 SP"


def test_hidden_pieces_show_only_side_and_number() -> None:
    maker = FaceMaker(a_free_module())
    assert maker.hidden("axis", 3).word == "×3"
    assert maker.hidden("axis") != maker.hidden("allied") or a_free_module().side("axis").strip == "light"


def test_formations_without_a_colour_get_different_ones() -> None:
    module = a_free_module()
    maker = FaceMaker(module)
    blue = maker.printed(module.piece("3-blue-tanks")).formation_color
    assert blue.startswith("#")
    assert len(blue) == 7


def test_badges_come_most_urgent_first_without_repeats() -> None:
    assert badges_of(("moved", "oos", "unsupplied")) == (Badge.UNSUPPLIED, Badge.MOVED)
    assert badges_of(()) == ()
