"""Pictures as arrays: blur, distance, samples, noise."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.graphics.ground.noise import Field, Octaves, gully_noise, value_noise
from app.graphics.ground.rasters import (
    blur,
    cubic_net,
    cubic_sample,
    distance_to,
    linear_sample,
    ramp,
    smoothstep,
    to_image,
    wide_blur,
)
from tests.app.graphics.picture_checks import pixels


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


@settings(max_examples=30, deadline=None)
@given(st.floats(-40, 40), st.floats(-40, 40), st.sampled_from((0.4, 1.7, 5.5)))
def test_noise_on_a_net_is_the_same_noise(left: float, top: float, frequency: float) -> None:
    xs = (left + np.arange(23) / 9).astype(np.float32)
    ys = (top + np.arange(17) / 9).astype(np.float32)
    octaves = Octaves(frequency, 4, ridged=True)
    x, y = np.meshgrid(xs, ys)
    assert np.abs(octaves.net(xs, ys) - octaves.field(x, y)).max() < 2e-4


def test_a_net_is_sampled_as_single_places_are() -> None:
    net = np.random.default_rng(4).random((9, 12)).astype(np.float32)
    xs, ys = np.linspace(-1, 13, 31).astype(np.float32), np.linspace(-1, 10, 17).astype(np.float32)
    x, y = np.meshgrid(xs, ys)
    assert np.abs(cubic_net(net, xs, ys) - cubic_sample(net, x, y)).max() < 1e-4
