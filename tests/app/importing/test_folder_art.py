"""Folders of pictures: names, suffixes, patterns, and what is left on both sides."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from app.importing.assigning import Art, in_order, module_to_change
from app.importing.bringing import Item, Load, bring_into
from app.importing.folder_art import NameRules, load_of, picture_files, preview
from app.importing.refusal import ImportRefused
from engine.loading import builtin_modules, check_module, load_module
from engine.loading.writer import save_module
from tests.fixtures.free_module import a_free_module

MODULE = a_free_module()


@pytest.mark.parametrize(
    ("files", "piece", "front", "back", "rule"),
    [
        (("1-blue-inf.png",), "1-blue-inf", "1-blue-inf.png", "", "exact"),
        (("1 Blue INF.jpg",), "1-blue-inf", "1 Blue INF.jpg", "", "same letters"),
        (
            ("1_blue_inf_front.png", "1_blue_inf_back.png"),
            "1-blue-inf",
            "1_blue_inf_front.png",
            "1_blue_inf_back.png",
            "same letters",
        ),
        (
            ("deep/2 Red Recon.png", "deep/2 Red Recon-r.png"),
            "2-red-recon",
            "deep/2 Red Recon.png",
            "deep/2 Red Recon-r.png",
            "same letters",
        ),
        (("Minefield.webp",), "mine", "Minefield.webp", "", "name"),
    ],
)
def test_names(files: tuple[str, ...], piece: str, front: str, back: str, rule: str) -> None:
    found = preview(MODULE, files)
    assert [(m.piece, m.front, m.back, m.rule) for m in found.matches] == [(piece, front, back, rule)]
    assert found.files_left == ()
    assert piece not in found.pieces_left
    assert len(found.pieces_left) == len(MODULE.pieces) - 1


def test_a_pattern_of_the_user() -> None:
    found = preview(MODULE, ("axis-infantry-1 Blue Inf.png",), NameRules(pattern="{side}-{type}-{name}"))
    assert [(m.piece, m.rule) for m in found.matches] == [("1-blue-inf", "pattern")]


def test_what_does_not_fit_is_listed_on_both_sides() -> None:
    found = preview(MODULE, ("stranger.png", "1-blue-inf.png", "1-blue-inf.jpg", "1-red-inf_back.png"))
    assert found.files_left == ("1-blue-inf.jpg", "1-red-inf_back.png", "stranger.png")
    assert "1-red-inf" in found.pieces_left
    assert any("has 1-blue-inf.png already" in note for note in found.doubtful)
    assert any("front of 1-red-inf is missing" in note for note in found.doubtful)


def test_two_counters_of_one_name_are_doubtful() -> None:
    twin = MODULE.pieces[0].model_copy(update={"id": "twin"})
    module = MODULE.model_copy(update={"pieces": (*MODULE.pieces, twin), "formations": MODULE.formations})
    named = module.model_copy(
        update={"pieces": tuple(p.model_copy(update={"id": f"x{n}"}) for n, p in enumerate(module.pieces))}
    )
    found = preview(named, (f"{twin.name}.png",))
    assert found.matches == ()
    assert "several counters fit by name" in found.doubtful[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_module(MODULE.model_copy(update={"schedule": ()}), tmp_path / "module")
    return tmp_path / "module"


def test_art_is_stored_once_and_the_module_stays_sound(folder: Path, tmp_path: Path) -> None:
    before = {str(issue) for issue in check_module(folder)}
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for name in ("1-blue-inf.png", "1-blue-inf_back.png", "2-blue-inf.png"):
        Image.new("RGB", (40, 40), "#aa3333" if "back" in name else "#3333aa").save(pictures / name)
    found = preview(load_module(folder), picture_files(pictures))
    bring_into(folder, load_of(pictures, found.matches))
    module = load_module(folder)
    one, two = module.piece("1-blue-inf").art, module.piece("2-blue-inf").art
    assert one is not None
    assert two is not None
    assert one.front == two.front
    assert len(list((folder / "art").iterdir())) == 2
    assert {str(issue) for issue in check_module(folder)} == before


def test_order_of_the_roster() -> None:
    assert list(in_order(MODULE, 2)) == ["1-blue-inf", "2-blue-inf"]
    assert list(in_order(MODULE, 9, "1-red-inf")) == ["1-red-inf", "2-red-recon"]
    with pytest.raises(ImportRefused, match="no counter nobody"):
        in_order(MODULE, 1, "nobody")


def test_wrong_targets_are_refused(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(ImportRefused, match="no module folder"):
        module_to_change(tmp_path / "nothing")
    with pytest.raises(ImportRefused, match="comes with the program"):
        module_to_change(next(iter(builtin_modules().values())))
    (folder / "module.yaml").write_text("id: [")
    with pytest.raises(ImportRefused, match="has faults"):
        module_to_change(folder)


def test_an_unknown_counter_changes_nothing(folder: Path) -> None:
    with pytest.raises(ImportRefused, match="no counter nobody"):
        bring_into(folder, Load((Item(lambda: Art(Image.new("RGB", (9, 9))), "nobody"),)))
    assert not (folder / "art").exists()
