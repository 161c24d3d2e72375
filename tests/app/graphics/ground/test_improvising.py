"""Ground for maps nobody baked: made from the hexes, kept in the cache, followed by edits."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from app.graphics.ground import improvising
from app.graphics.painters.board_art import ArtUse, BoardArt, load_board_art, view_of
from app.graphics.painters.board_palette import look_key
from app.user_files import cache_folder
from engine.definition.module import ModuleDef
from engine.editing.maps import paint_terrain
from engine.geometry.compiling import compile_boards
from tests.app.graphics.picture_checks import pixels
from tests.engine.editing.modules import a_module


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))


def art_of(module: ModuleDef, path: Path, use: ArtUse = ArtUse.WINDOW) -> BoardArt:
    return load_board_art(path, module, compile_boards(module.boards), use=use)


def first(art: BoardArt, kind: str) -> tuple[float, float]:
    return art.board.center(next(i for i in art.hexes if art.board.terrain[i] == kind))


def color(art: BoardArt, at: tuple[float, float]) -> np.ndarray:
    ground = pixels(art.ground_sizes[0])
    scale = ground.shape[1] / art.size[0]
    x, y = round(at[0] * scale), round(at[1] * scale)
    return np.asarray(ground[y - 3 : y + 4, x - 3 : x + 4].mean(axis=(0, 1)))


def test_it_shows_every_hex_and_has_a_coast(qapp: object, tmp_path: Path) -> None:
    art = art_of(a_module(), tmp_path)
    assert art.ground is not None
    assert art.groundwork is None
    shares = [
        art.kind_at(*art.board.center(i)) == {"clear": ""}.get(art.board.terrain[i], art.board.terrain[i])
        for i in art.hexes
    ]
    assert np.mean(shares) > 0.95
    sea, land = color(art, first(art, "sea")), color(art, first(art, "clear"))
    assert sea[2] > sea[0]
    assert land[0] > land[2]
    assert art.shore
    assert len(art.coast.vignette) == 5
    assert all(art.coast.vignette)


def test_it_is_kept_and_found_again(qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once = art_of(a_module(), tmp_path)
    assert len(list((cache_folder() / "ground").iterdir())) == 1
    monkeypatch.setattr(improvising, "paint_ground", lambda _window: pytest.fail("it is in the cache"))
    again = art_of(a_module(), tmp_path)
    assert (pixels(again.ground_sizes[0]) == pixels(once.ground_sizes[0])).all()
    assert again.shore == once.shore
    for part in (cache_folder() / "ground").rglob("coast.json"):
        part.write_text("{")
    monkeypatch.undo()
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path / "home"))
    assert art_of(a_module(), tmp_path).shore == once.shore


def test_edits_follow_as_on_baked_ground(qapp: object, tmp_path: Path) -> None:
    module = a_module()
    art = art_of(module, tmp_path, ArtUse.EDITOR)
    work = art.groundwork
    assert work is not None
    assert not work.is_changed
    spot = next(i for i in art.hexes if art.board.terrain[i] == "clear")
    before = pixels(art.ground_sizes[0]).copy()
    painted = paint_terrain(module, "coast", [art.board.ids[spot]], "rough")
    new = replace(art, board=compile_boards(painted.boards))
    work.show(view_of(new))
    for is_hurried in (True, False):
        work.is_hurried = is_hurried
        for group in work.groups(work.wants(QRectF(0, 0, 99, 99))):
            work.paint(group)
    assert new.kind_at(*art.board.center(spot)) == "rough"
    assert (pixels(new.ground_sizes[0]) != before).any()
    work.show(view_of(art))
    assert (pixels(art.ground_sizes[0]) == before).all()
    assert art_of(painted, tmp_path).kind_at(*art.board.center(spot)) == "rough"


@pytest.mark.parametrize("most", [(0.0, 40, 8), (0.0, 24, 8)])
def test_big_maps_have_fewer_pixels(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: tuple[float, int, int]
) -> None:
    monkeypatch.setattr(improvising, "SCALES", (most, (float("inf"), 12, 6)))
    art = art_of(a_module(), tmp_path, ArtUse.EDITOR)
    assert art.ground is not None
    assert round(art.ground.width() / art.size[0]) == 12
    assert art.groundwork is not None
    assert (art.groundwork.baked.scale, art.groundwork.baked.kinds_scale) == (12, 6)


def test_own_colors_are_no_change(qapp: object, tmp_path: Path) -> None:
    module = a_module()
    kinds = tuple(k.model_copy(update={"color": "#4060c0"}) if k.id == "rough" else k for k in module.terrain)
    art = art_of(module.model_copy(update={"terrain": kinds}), tmp_path, ArtUse.EDITOR)
    assert art.groundwork is not None
    assert not art.groundwork.is_changed
    red, _, blue = color(art, first(art, "rough"))
    assert blue > red


def test_looks_go_by_other_names_too() -> None:
    assert [look_key(name) for name in ("woods", "salt-marsh", "rough", "depression-rim")] == [
        "wood", "salt_marsh", "rough", "depression_rim",
    ]  # fmt: skip
