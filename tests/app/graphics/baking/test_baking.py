"""The bake on a small island: arrays, projection, coast, relief and the files it writes."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage
from shapely import Point

from app.graphics.baking.assembling import Recipe, assemble
from app.graphics.baking.coastline import Coast
from app.graphics.baking.ground import paint_ground
from app.graphics.baking.noise import Field, Octaves, gully_noise, value_noise
from app.graphics.baking.rasters import (
    blur,
    cubic_sample,
    distance_to,
    linear_sample,
    ramp,
    smoothstep,
    to_image,
    wide_blur,
)
from app.graphics.baking.relief import step_profile
from app.graphics.baking.subject import Subject, Window
from app.graphics.baking.survey import Projection
from app.graphics.baking.writing import bake
from app.graphics.curves import MeasuredLine
from app.graphics.painters.board_art import KindMap
from app.graphics.painters.board_coast import read_coast
from tests.app.graphics import small_board
from tests.app.graphics.picture_checks import pixels

BOARD = small_board.compiled()
CENTERS = {name: BOARD.center(i) for i, name in enumerate(BOARD.ids)}
PER_DEGREE = 10.0


def degrees(x: float, y: float) -> list[float]:
    """Where a place of the board lies on the test's earth: ten hexes to a degree, close to the equator."""
    latitude = (8.5 - y) / PER_DEGREE
    return [x / (PER_DEGREE * math.cos(math.radians(latitude))), latitude]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    reference = {name: [CENTERS[name][0], 8.5 - CENTERS[name][1]] for name in ("A1.00", "A9.05")}
    projection = {
        "reference": reference,
        "longitude": 0.0,
        "latitude": 0.0,
        "miles_per_degree": PER_DEGREE,
        "affine": [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]],
        "nodes": [[2.0, 2.0], [7.0, 6.0]],
        "weights": [[0.0, 0.0]] * 5,
    }
    lines = {
        "land": [[[degrees(x, y) for x, y in (*small_board.LAND, small_board.LAND[0])]]],
        "borders": [[degrees(4.0, 1.2), degrees(4.3, 4.0), degrees(4.2, 7.6)]],
    }
    heights = {
        "lon0": -0.5,
        "lat0": -0.5,
        "step": 0.1,
        "rows": [[100 + 20 * math.sin(c) + 10 * r for c in range(30)] for r in range(30)],
    }
    for name, data in (("projection", projection), ("lines", lines), ("heights", heights)):
        (tmp_path / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    return tmp_path


@pytest.fixture
def recipe() -> Recipe:
    return Recipe(
        board="island",
        projection="projection.json",
        lines="lines.json",
        heights="heights.json",
        plain=("clear",),
        sea="sea",
        scale=24,
        kinds_scale=8,
        picture="ground.jpg",
        kinds="kinds.png",
        coast="coast.json",
        points={"Harbour": (0.19, 0.60), "Market": (0.61, 0.45)},
    )


@pytest.fixture
def subject(qapp: object, folder: Path, recipe: Recipe) -> Subject:
    return assemble(recipe, folder, BOARD)[0]


# ---------------------------------------------------------------------------- arrays


def grid(width: int, height: int) -> tuple[Field, Field]:
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    return x, y


def test_blur_keeps_the_mean_and_takes_the_edges() -> None:
    field = np.zeros((40, 60), np.float32)
    field[:, 30:] = 1.0
    soft = blur(field, 3.0)
    assert soft.mean() == pytest.approx(0.5, abs=0.01)
    assert 0.4 < soft[20, 29] < 0.5 < soft[20, 30] < 0.6
    assert (blur(field, 0.1) == field).all()


def test_a_wide_blur_is_like_a_blur() -> None:
    field = np.random.default_rng(1).random((64, 80)).astype(np.float32)
    assert np.abs(wide_blur(field, 8.0) - blur(field, 8.0)).max() < 0.03


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 19), st.integers(0, 29)), min_size=1, max_size=6))
def test_distances_are_those_of_the_ruler(spots: list[tuple[int, int]]) -> None:
    inside = np.zeros((20, 30), bool)
    for row, column in spots:
        inside[row, column] = True
    x, y = grid(30, 20)
    exact = np.min([np.hypot(x - column, y - row) for row, column in spots], axis=0)
    assert np.abs(distance_to(inside, 12) - np.minimum(exact, 12)).max() < 1e-4


def test_sampling_gives_back_what_lies_on_the_nodes() -> None:
    field = np.random.default_rng(2).random((12, 15)).astype(np.float32)
    x, y = grid(15, 12)
    assert np.abs(cubic_sample(field, x, y) - field).max() < 1e-5
    assert np.abs(linear_sample(field, x, y) - field).max() < 1e-5
    middle = linear_sample(field, np.array([[0.5]], np.float32), np.array([[0.0]], np.float32))
    assert middle[0, 0] == pytest.approx((field[0, 0] + field[0, 1]) / 2)


def test_smoothstep_and_ramp() -> None:
    values = np.array([[-1.0, 0.0, 0.5, 1.0, 2.0]], np.float32)
    assert smoothstep(values, 0.0, 1.0)[0].tolist() == pytest.approx([0, 0, 0.5, 1, 1])
    colors = ramp(values, ((0.0, "#000000"), (1.0, "#ff0000")))
    assert colors[0, 2].tolist() == pytest.approx([127.5, 0, 0])


def test_pictures_keep_their_colors(qapp: object) -> None:
    colors = np.random.default_rng(3).integers(0, 255, (9, 11, 3)).astype(np.float32)
    assert (pixels(to_image(colors)) == colors).all()


def test_noise_is_smooth_repeats_and_stays_in_bounds() -> None:
    x, y = grid(60, 40)
    field = value_noise(x / 9, y / 9)
    assert 0 <= field.min() < field.max() <= 1
    assert np.abs(np.diff(field, axis=1)).max() < 0.12
    assert (Octaves(0.3, 3).field(x, y) == Octaves(0.3, 3).field(x, y)).all()
    ridged = Octaves(0.2, 4, ridged=True).field(x, y)
    assert 0 <= ridged.min() < ridged.max() <= 1


def test_gullies_run_along_the_given_direction() -> None:
    x, y = grid(80, 80)
    waves = gully_noise(x / 14, y / 14, np.ones_like(x), np.zeros_like(x))
    across, along = np.abs(np.diff(waves, axis=1)).mean(), np.abs(np.diff(waves, axis=0)).mean()
    assert across > 2 * along


# ---------------------------------------------------------------------------- projection and coast


@given(st.floats(0, 8.3), st.floats(0, 8.4))
def test_degrees_and_back(tmp_path_factory: pytest.TempPathFactory, x: float, y: float) -> None:
    projection = Projection(
        affine=np.array([[9.0, -0.4], [0.3, 9.1], [-20.0, -5.0]]),
        nodes=np.array([[1.0, 2.0], [6.0, 5.0], [3.0, 7.0]]),
        weights=np.array([[0.01, -0.02], [0.015, 0.01], [-0.02, 0.01], [0.0, 0.0], [0.0, 0.0], [0.1, 0.2]]),
        center=(20.0, 31.0),
        miles_per_degree=69.0,
        origin=(0.5, 8.0),
    )
    longitude, latitude = projection.degrees(np.array([[x]], np.float32), np.array([[y]], np.float32))
    assert projection.place(float(longitude[0, 0]), float(latitude[0, 0])) == pytest.approx((x, y), abs=2e-3)


def test_a_projection_of_another_grid_is_refused(folder: Path) -> None:
    wrong = {name: (x * 1.1, y) for name, (x, y) in CENTERS.items()}
    with pytest.raises(ValueError, match="do not lie on this board"):
        Projection.read(folder / "projection.json", wrong)


def test_the_coast_is_smooth_and_near_the_given_line(subject: Subject) -> None:
    (ring,) = subject.coast.rings()
    hard = MeasuredLine([*small_board.LAND, small_board.LAND[0]])
    stations = [hard.at(hard.length * k / 800) for k in range(801)]
    far = max(min(math.dist(point, (s.x, s.y)) for s in stations) for point in ring)
    assert len(ring) > 4 * len(small_board.LAND)
    assert far < 0.6


def test_vignette_lines_lie_in_the_water_at_their_distance(subject: Subject) -> None:
    for distance in (0.15, 0.37):
        (line,) = subject.coast.vignette(distance)
        assert not any(subject.coast.is_land(point) for point in line)
        away = [subject.coast.land.boundary.distance(Point(p)) for p in line]
        assert max(abs(d - distance) for d in away) < 0.04


def test_points_near_the_water_are_kept_ashore(subject: Subject) -> None:
    i = BOARD.index["A2.05"]
    corners = list(BOARD.corners(i))
    wet = (1.15, BOARD.center(i)[1])
    moved = subject.coast.kept_ashore(wet, corners)
    assert subject.coast.is_land(moved)
    assert moved != wet
    dry = BOARD.center(BOARD.index["A5.04"])
    assert subject.coast.kept_ashore(dry, list(BOARD.corners(BOARD.index["A5.04"]))) == dry


def test_a_port_sign_stands_in_the_water(subject: Subject) -> None:
    at = subject.coast.water_point(list(BOARD.corners(BOARD.index["A2.05"])))
    assert at is not None
    assert not subject.coast.is_land(at)
    assert subject.coast.water_point(list(BOARD.corners(BOARD.index["A5.04"]))) is None


def test_coasts_are_cut_to_the_board() -> None:
    coast = Coast.from_rings([[[(-50.0, -50.0), (50.0, -50.0), (50.0, 50.0), (-50.0, 50.0)]]], (0, 0, 8, 8))
    xs = [x for ring in coast.rings() for x, _ in ring]
    assert min(xs) > -2
    assert max(xs) < 10


# ---------------------------------------------------------------------------- ground


def test_the_step_rises_on_the_upper_side_only(subject: Subject) -> None:
    window = Window.whole(subject, 24.0)
    profile = step_profile(window)
    upper, lower = BOARD.center(BOARD.index["A5.05"]), BOARD.center(BOARD.index["A5.06"])
    edge = ((upper[0] + lower[0]) / 2, (upper[1] + lower[1]) / 2)

    def at(share: float, goal: tuple[float, float]) -> float:
        x, y = edge[0] + (goal[0] - edge[0]) * share, edge[1] + (goal[1] - edge[1]) * share
        return float(profile[round(y * 24), round(x * 24)])

    assert at(0.35, upper) > 0.4
    assert at(0.35, lower) < 0.2


def test_ground_shows_sea_land_and_terrain(subject: Subject) -> None:
    window = Window.whole(subject, 24.0)
    ground = paint_ground(window)

    def color(name: str) -> Field:
        x, y = BOARD.center(BOARD.index[name])
        row, column = round(y * 24), round(x * 24)
        around: Field = ground.colors[row - 4 : row + 5, column - 4 : column + 5]
        return np.asarray(around.mean(axis=(0, 1)))

    sea, clear, delta = color("A1.03"), color("A7.06"), color("A8.01")
    assert sea[2] > sea[0]
    assert clear[0] > clear[2]
    assert delta[1] > delta[0]
    assert (paint_ground(window).colors == ground.colors).all()


def test_every_hex_shows_its_terrain_on_more_than_half(subject: Subject) -> None:
    window = Window.whole(subject, 24.0)
    kinds = paint_ground(window).kinds
    for kind in ("rough", "mountain", "salt_marsh", "delta", "depression"):
        shares = []
        for i, terrain in enumerate(BOARD.terrain):
            if terrain == kind:
                mask = window.mask([BOARD.corners(i)]) > 0.5
                shares.append(float((kinds.of(kind)[mask] > 0.4).mean()))
        assert np.median(shares) > 0.5


# ---------------------------------------------------------------------------- files


def test_a_bake_writes_what_the_program_reads(qapp: object, folder: Path, recipe: Recipe) -> None:
    bake(recipe, folder, BOARD)
    picture = QImage(str(folder / "ground.jpg"))
    width, height = BOARD.size()
    assert (picture.width(), picture.height()) == (round(width * 24), round(height * 24))
    lines = read_coast((folder / "coast.json").read_bytes())
    assert len(lines.vignette) == 5
    assert len(lines.borders) == 1
    assert set(lines.symbols) == {"A2.05", "A7.04"}
    assert "A2.05" in lines.ports
    kinds = KindMap(QImage(str(folder / "kinds.png")), BOARD.size())
    assert kinds.at(*BOARD.center(BOARD.index["A1.03"])) == "sea"
    assert kinds.at(*BOARD.center(BOARD.index["A4.04"])) == "mountain"
    assert kinds.at(*BOARD.center(BOARD.index["A7.06"])) == ""
