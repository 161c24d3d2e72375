"""Unit symbols and marker pictograms: each drawn, each different."""

from itertools import combinations

import pytest
from PySide6.QtWidgets import QApplication

from app.graphics.painters.face import CounterFace, FaceKind, SideForm
from app.graphics.painters.pictogram import PICTOGRAMS
from app.graphics.painters.symbol import SYMBOLS
from tests.app.painters.drawing import a_face, count_like, differing, drawn

SAME = {frozenset({"machine-gun", "mg"}), frozenset({"recon", "armored-car"})}


def a_marker(key: str, word: str = "", count: int = 0) -> CounterFace:
    return CounterFace(
        kind=FaceKind.MARKER,
        body="#6b7178",
        ink="#fdf6e4",
        form=SideForm.DARK,
        marker=key,
        word=word,
        count=count,
    )


def test_every_branch_differs_from_every_other(qapp: QApplication) -> None:
    pictures = {key: drawn(a_face(symbol=key)) for key in SYMBOLS}
    for first, second in combinations(pictures, 2):
        if frozenset({first, second}) not in SAME:
            assert differing(pictures[first], pictures[second]) > 20, (first, second)


def test_branches_stay_apart_at_24_pixels(qapp: QApplication) -> None:
    wanted = ("infantry", "armor", "recon", "artillery", "anti-tank", "flak", "garrison", "mechanized")
    pictures = {key: drawn(a_face(symbol=key), 24) for key in wanted}
    for first, second in combinations(wanted, 2):
        assert differing(pictures[first], pictures[second]) > 8, (first, second)


def test_an_unknown_branch_is_an_empty_box(qapp: QApplication) -> None:
    empty = drawn(a_face(symbol="dragon"))
    assert differing(empty, drawn(a_face(symbol=""))) == 0
    assert differing(empty, drawn(a_face(symbol="armor"))) > 50


@pytest.mark.parametrize("key", sorted(PICTOGRAMS))
def test_every_pictogram_is_drawn_inside_its_tile(qapp: QApplication, key: str) -> None:
    image, plain = drawn(a_marker(key, "WORD")), drawn(a_marker("", "WORD"))
    assert differing(image, plain) > 150
    for spot in range(100):
        assert image.pixel(spot, 99) == plain.pixel(spot, 99)
        assert image.pixel(0, spot) == plain.pixel(0, spot)


def test_words_give_way_to_the_count_when_small(qapp: QApplication) -> None:
    small = 36
    assert (
        differing(drawn(a_marker("supply", "3 SP", 3), small), drawn(a_marker("supply", "X", 3), small)) == 0
    )
    assert (
        differing(drawn(a_marker("supply", "3 SP", 3), small), drawn(a_marker("supply", "3 SP", 9), small))
        > 5
    )


def test_leaders_show_name_and_worth(qapp: QApplication) -> None:
    leader = CounterFace(
        kind=FaceKind.LEADER, body="#8f969b", ink="#17181a", form=SideForm.DARK, word="NAME", disc="+1"
    )
    assert count_like(drawn(leader), "#ffc81f") > 150
    assert differing(drawn(leader, 24), drawn(a_face(), 24)) > 100
