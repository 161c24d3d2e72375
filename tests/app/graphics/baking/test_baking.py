"""The bake on a small island: arrays, projection, coast, relief and the files it writes."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage
from shapely import Point

from app.graphics.baking.assembling import Assembly, Recipe, assemble
from app.graphics.baking.coastline import Coast
from app.graphics.baking.survey import Projection
from app.graphics.baking.writing import bake
from app.graphics.curves import MeasuredLine
from app.graphics.ground.heights import HeightNet
from app.graphics.ground.noise import Field
from app.graphics.ground.painting import paint_ground
from app.graphics.ground.record import View, changes
from app.graphics.ground.relief import step_profile
from app.graphics.ground.subject import Subject, Window
from app.graphics.painters.board_coast import read_coast
from app.graphics.painters.board_masks import KindMap
from tests.app.graphics import small_board

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
def assembly(qapp: object, folder: Path, recipe: Recipe) -> Assembly:
    return assemble(recipe, folder, BOARD)


@pytest.fixture
def subject(assembly: Assembly) -> Subject:
    return assembly.subject


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


def test_the_coast_is_smooth_and_near_the_given_line(assembly: Assembly) -> None:
    (ring,) = assembly.coast.rings()
    hard = MeasuredLine([*small_board.LAND, small_board.LAND[0]])
    stations = [hard.at(hard.length * k / 800) for k in range(801)]
    far = max(min(math.dist(point, (s.x, s.y)) for s in stations) for point in ring)
    assert len(ring) > 4 * len(small_board.LAND)
    assert far < 0.6


def test_vignette_lines_lie_in_the_water_at_their_distance(assembly: Assembly) -> None:
    for distance in (0.15, 0.37):
        (line,) = assembly.coast.vignette(distance)
        assert not any(assembly.coast.is_land(point) for point in line)
        away = [assembly.coast.land.boundary.distance(Point(p)) for p in line]
        assert max(abs(d - distance) for d in away) < 0.04


def test_points_near_the_water_are_kept_ashore(assembly: Assembly) -> None:
    i = BOARD.index["A2.05"]
    corners = list(BOARD.corners(i))
    wet = (1.15, BOARD.center(i)[1])
    moved = assembly.coast.kept_ashore(wet, corners)
    assert assembly.coast.is_land(moved)
    assert moved != wet
    dry = BOARD.center(BOARD.index["A5.04"])
    assert assembly.coast.kept_ashore(dry, list(BOARD.corners(BOARD.index["A5.04"]))) == dry


def test_a_port_sign_stands_in_the_water(assembly: Assembly) -> None:
    at = assembly.coast.water_point(list(BOARD.corners(BOARD.index["A2.05"])))
    assert at is not None
    assert not assembly.coast.is_land(at)
    assert assembly.coast.water_point(list(BOARD.corners(BOARD.index["A5.04"]))) is None


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
    assert kinds.record is not None
    assert kinds.record.fits(BOARD.sheets[0].definition.grid)
    assert changes(kinds.record, View(BOARD)) == {}
    net = HeightNet.of_picture(QImage(str(folder / "heights.png")))
    assert net.rows.shape == HeightNet.places(BOARD.size())[0].shape
    assert 60 < net.rows.mean() < 500
    assert kinds.at(*BOARD.center(BOARD.index["A1.03"])) == "sea"
    assert kinds.at(*BOARD.center(BOARD.index["A4.04"])) == "mountain"
    assert kinds.at(*BOARD.center(BOARD.index["A7.06"])) == ""
