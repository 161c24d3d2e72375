"""Counters composed from layers, and the rule by which each back is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from app.importing.vassal.composing import Composer, Faces
from app.importing.vassal.container import open_files
from app.importing.vassal.layers import find_back, status_layers
from app.importing.vassal.model import Slot
from app.importing.vassal.reading import read_module
from tests.fixtures.vassal_modules import (
    LayerText,
    ModuleFiles,
    basic,
    basic_state,
    palette,
    panel,
    picture,
    piece_text,
    slot,
)

RED, GREEN, BLUE, WHITE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255), (255, 255, 255, 255)


def files_of(made: ModuleFiles) -> ModuleFiles:
    for name, color in (("red.png", "#ff0000"), ("green.png", "#00ff00"), ("blue.png", "#0000ff")):
        made.image(name, picture(color))
    made.image("dot.png", picture("#ffffff", (20, 20)))
    return made


def only_slot(folder: Path, *slots: str) -> tuple[Slot, Composer]:
    made = files_of(ModuleFiles()).add(palette("P", panel("Red", *slots)))
    read = read_module(open_files(made.unpacked(folder / "m")), "m")
    return read.slots[0], Composer(read.pictures)


def faces(folder: Path, types: list[str], states: list[str]) -> Faces:
    found, composer = only_slot(folder, slot("A", piece_text(types, states)))
    made = composer.faces(found)
    assert made is not None
    return made


def at(image: Image.Image, x: int, y: int) -> tuple[int, ...]:
    pixel = image.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel


def test_a_layer_lies_where_its_offset_says(tmp_path: Path) -> None:
    layer = LayerText(("dot.png",), always=True, offset=(15, -10)).text()
    made = faces(tmp_path, [layer, basic("red.png", "A")], ["1", basic_state()])
    assert made.front.size == (60, 60)
    assert at(made.front, 45, 20) == WHITE
    assert at(made.front, 34, 20) == RED
    assert at(made.front, 36, 11) == WHITE
    assert at(made.front, 30, 45) == RED
    assert made.back is None


def test_a_layer_may_lie_below_and_be_scaled(tmp_path: Path) -> None:
    under = LayerText(("green.png",), always=True, under=True, scale="2.0").text()
    made = faces(tmp_path, [under, basic("red.png", "A")], ["1", basic_state()])
    assert made.front.size == (120, 120)
    assert at(made.front, 60, 60) == RED
    assert at(made.front, 5, 5) == GREEN


def test_a_layer_beyond_the_edge_makes_the_picture_bigger(tmp_path: Path) -> None:
    layer = LayerText(("dot.png",), always=True, offset=(40, 0)).text()
    made = faces(tmp_path, [layer, basic("red.png", "A")], ["1", basic_state()])
    assert made.front.size == (80, 60)
    assert at(made.front, 75, 30) == WHITE
    assert at(made.front, 75, 5)[3] == 0


@pytest.mark.parametrize(
    ("types", "states", "rule", "back"),
    [
        (
            [LayerText(("green.png",), activate="Flip").text(), basic("red.png", "A")],
            ["-1", ""],
            "layer switched on",
            GREEN,
        ),
        (
            [LayerText(("green.png",), activate="", title="Reduced").text(), basic("red.png", "A")],
            ["0", ""],
            "layer switched on",
            GREEN,
        ),
        (
            [LayerText(("red.png", "blue.png"), always=True, increase="Next").text(), basic("", "A")],
            ["1", ""],
            "second level",
            BLUE,
        ),
        (
            [
                LayerText(("green.png", "blue.png"), always=True, increase="Flip").text(),
                basic("red.png", "A"),
            ],
            ["1", ""],
            "second level",
            BLUE,
        ),
        (["obs;;blue.png;Mask;;?", basic("red.png", "A")], ["null", ""], "mask", BLUE),
        (
            ["emb;Flip;Flip;;;;;0;0;green.png,Back", basic("red.png", "A")],
            ["-1", ""],
            "layer switched on",
            GREEN,
        ),
    ],
    ids=["flip layer", "reduced layer", "levels", "levels over a picture", "mask", "old layer"],
)
def test_backs(tmp_path: Path, types: list[str], states: list[str], rule: str, back: tuple[int, ...]) -> None:
    made = faces(tmp_path, types, [states[0], basic_state()])
    assert made.rule == rule
    assert made.back is not None
    assert at(made.back, 30, 30) == back
    assert at(made.front, 30, 30) != back
    assert made.steps == (1 if rule == "mask" else 2)


def test_a_replacement_is_the_back(tmp_path: Path) -> None:
    other = piece_text([basic("blue.png", "A")], [basic_state()])
    from app.importing.vassal.tokens import join

    replace = join(["replace", "Reduce", "", other], ";")
    made = faces(tmp_path, [replace, basic("red.png", "A")], ["", basic_state()])
    assert made.rule == "replaced by"
    assert made.back is not None
    assert at(made.back, 30, 30) == BLUE


def test_a_value_after_a_loss_is_the_back(tmp_path: Path) -> None:
    from app.importing.vassal.tokens import join

    command = join(["Step loss", "83,195", join(["P", "2-6"], ",")], ":")
    prop = join(["PROP", "stats", "false,0,9,false", join([command], ",")], ";")
    label = "label;;;20;;0,0,0;c;0;c;0;c;c;;;1;0;;"
    made = faces(tmp_path, [label, prop, basic("red.png", "A")], ["$stats$", "4-6", basic_state()])
    assert made.rule == "value after a loss"
    assert made.back is not None
    assert made.back.tobytes() != made.front.tobytes()
    assert at(made.back, 2, 2) == RED


def test_a_file_called_back_is_the_back(tmp_path: Path) -> None:
    made = (
        files_of(ModuleFiles()).image("inf.png", picture("#ff0000")).image("inf_back.png", picture("#0000ff"))
    )
    made.add(palette("P", panel("Red", slot("A", piece_text([basic("inf.png", "A")], [basic_state()])))))
    read = read_module(open_files(made.unpacked(tmp_path / "m")), "m")
    found = Composer(read.pictures).faces(read.slots[0])
    assert found is not None
    assert found.rule == "name of the file"
    assert found.back is not None
    assert at(found.back, 5, 5) == BLUE


def test_layers_of_a_state_are_no_backs(tmp_path: Path) -> None:
    moved = LayerText(("dot.png",), activate="Mark moved", title="Moved").text()
    found, _ = only_slot(
        tmp_path, slot("A", piece_text([moved, basic("red.png", "A")], ["-1", basic_state()]))
    )
    assert find_back(found.traits, found.values) is None
    assert [layer.title for layer in status_layers(found.traits, found.values)] == ["Moved"]


def test_a_layer_follows_a_fixed_property(tmp_path: Path) -> None:
    follow = LayerText(("green.png", "blue.png"), always=True, follows="Level").text()
    made = faces(tmp_path, [follow, "mark;Level", basic("red.png", "A")], ["1", "2", basic_state()])
    assert at(made.front, 30, 30) == BLUE


def test_a_picture_in_words_drawn_at_the_size_of_the_slot(tmp_path: Path, qapp: object) -> None:
    square = b"<rect width='10' height='10' fill='#00ff00'/>"
    drawing = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>" + square + b"</svg>"
    made = ModuleFiles().image("a.svg", drawing)
    made.add(palette("P", panel("Red", slot("A", piece_text([basic("a.svg", "A")], [basic_state()])))))
    read = read_module(open_files(made.unpacked(tmp_path / "m")), "m")
    found = Composer(read.pictures).faces(read.slots[0])
    assert found is not None
    assert found.front.size == (60, 60)
    assert at(found.front, 30, 30) == GREEN


@pytest.mark.parametrize("name", ["counter-x", "Deep/er folder/ü 1.png", "UPPER.PNG", "no suffix"])
def test_pictures_are_found_by_any_spelling(tmp_path: Path, name: str) -> None:
    stored = {"UPPER.PNG": "upper.png", "no suffix": "no suffix.gif"}.get(name, name)
    made = ModuleFiles().image(stored, picture("#0000ff"))
    made.add(palette("P", panel("Red", slot("A", piece_text([basic(name, "A")], [basic_state()])))))
    read = read_module(open_files(made.zipped(tmp_path / "m.vmod")), "m")
    found = Composer(read.pictures).faces(read.slots[0])
    assert found is not None
    assert at(found.front, 30, 30) == BLUE


def test_missing_and_broken_pictures_are_reported(tmp_path: Path) -> None:
    made = ModuleFiles().image("broken.png", picture()[:60])
    texts = [
        piece_text([basic(name, name)], [basic_state()])
        for name in ("gone.png", "broken.png", "/images/icon.gif")
    ]
    made.add(palette("P", panel("Red", *(slot(str(n), text) for n, text in enumerate(texts)))))
    read = read_module(open_files(made.unpacked(tmp_path / "m")), "m")
    composer = Composer(read.pictures)
    assert [composer.faces(found) for found in read.slots] == [None, None, None]
    assert read.pictures.missing == {"gone.png"}
    assert list(composer.broken) == ["images/broken.png"]


def test_the_back_of_a_card_is_its_mask(tmp_path: Path) -> None:
    flip = LayerText(("green.png",), activate="Flip").text()
    text = piece_text(
        [flip, "obs;;blue.png;Mask;;?", basic("red.png", "Card")], ["-1", "null", basic_state()]
    )
    found, composer = only_slot(tmp_path, slot("Card", text, kind="CardSlot"))
    made = composer.faces(found)
    assert made is not None
    assert made.rule == "mask"
    assert made.back is not None
    assert at(made.back, 30, 30) == BLUE
