"""The colours hold what the design promises, computed."""

import pytest

from app.graphics.color_vision import Vision, closest_pair, distance, simulated
from app.graphics.colors import contrast, luminance, mix, readable_on
from app.theme.side_looks import look_of
from app.theme.tokens import CONTRAST, DARK, LIGHT, PAPER, THEMES, Tokens
from engine.loading import builtin_modules, load_module
from tests.fixtures.free_module import a_free_module

ALL = (*THEMES.values(), PAPER)


@pytest.mark.parametrize("theme", ALL, ids=lambda theme: theme.name)
def test_text_reads_on_every_ground(theme: Tokens) -> None:
    for ground in (theme.window, theme.panel, theme.row, theme.title, theme.card, theme.button, theme.help):
        assert contrast(theme.text, ground) >= 7.0
        assert contrast(theme.second, ground) >= 4.5
    assert contrast(theme.faint, theme.panel) >= 4.5
    assert contrast(theme.selected_text, theme.selected) >= 7.0
    assert contrast(theme.on_accent, theme.accent) >= 4.5
    assert contrast(theme.accent, theme.panel) >= 6.0
    for form in ("dark", "light", "plain"):
        ground, ink = theme.side(form)
        assert contrast(ink, ground) >= 3.6


@pytest.mark.parametrize("theme", ALL, ids=lambda theme: theme.name)
def test_states_read_as_text(theme: Tokens) -> None:
    for code in (theme.good, theme.bad, theme.care):
        assert contrast(code, theme.panel) >= 4.5


@pytest.mark.parametrize(
    ("theme", "text", "second", "faint"), [(LIGHT, 15.0, 7.0, 4.9), (DARK, 11.9, 6.9, 5.3)]
)
def test_contrasts_of_the_design(theme: Tokens, text: float, second: float, faint: float) -> None:
    assert contrast(theme.text, theme.panel) >= text - 0.1
    assert contrast(theme.second, theme.panel) >= second - 0.1
    assert contrast(theme.faint, theme.panel) >= faint - 0.1


def test_high_contrast_is_black_on_white() -> None:
    assert contrast(CONTRAST.text, CONTRAST.panel) == pytest.approx(21.0)
    assert contrast(CONTRAST.faint, CONTRAST.panel) >= 15


def test_unknown_forms_are_a_plain_side() -> None:
    assert LIGHT.side("dark") == (LIGHT.side_dark, LIGHT.on_side_dark)
    assert LIGHT.side("something") == (LIGHT.side_plain, LIGHT.on_side_plain)


def test_simulation_agrees_with_itself() -> None:
    assert simulated("#3a6ea5", Vision.NORMAL) == "#3a6ea5"
    assert distance("#000000", "#ffffff") == pytest.approx(100.0, abs=0.1)
    assert distance("#a33b2a", "#4f7a2d", Vision.DEUTAN) < distance("#a33b2a", "#4f7a2d")
    grey = "#808080"
    for vision in Vision:
        assert distance(simulated(grey, vision), grey) < 1.0


@pytest.mark.parametrize(
    ("vision", "dark", "light"),
    [(Vision.NORMAL, 22, 25), (Vision.DEUTAN, 22, 14), (Vision.PROTAN, 22, 15), (Vision.TRITAN, 12, 17)],
)
def test_nations_of_a_side_stay_apart_for_colour_blind_eyes(
    vision: Vision, dark: float, light: float
) -> None:
    module = load_module(builtin_modules()["afrika"])
    least = {"dark": dark, "light": light}
    for side in module.sides:
        bodies = [nation.body for nation in module.nations if nation.side == side.id]
        gap, first, second = closest_pair(bodies, vision)
        assert gap >= least[side.strip] - 0.6, (first, second)


def test_mixing_and_choosing_inks() -> None:
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert luminance("#ffffff") == pytest.approx(1.0)
    assert readable_on("#ffffff") == "#1c150b"
    assert readable_on("#101010") == "#fdf6e4"
    with pytest.raises(ValueError, match="not a colour"):
        luminance("blau?")


@pytest.mark.parametrize("tokens", THEMES.values(), ids=lambda tokens: tokens.name)
@pytest.mark.parametrize("code", ["#a8402f", "#2f5b8c", "#f3dd6a", "#ffffff", "#000000", "#8fa3b5"])
def test_colors_of_sides_stand_out_and_carry_their_names(tokens: Tokens, code: str) -> None:
    ground, ink = tokens.side(code)
    assert contrast(ground, tokens.window) >= 3.0
    assert contrast(ink, ground) >= 4.5


def test_sides_have_their_own_colors_where_a_module_gives_them_any() -> None:
    first_steps = load_module(builtin_modules()["tutorial"])
    assert look_of(first_steps, "red") == "#a8402f"
    assert LIGHT.side("#a8402f")[0] == "#a8402f"
    afrika = load_module(builtin_modules()["afrika"])
    assert (look_of(afrika, "axis"), look_of(afrika, "allied")) == ("dark", "light")
    assert look_of(afrika, "nobody") == "plain"
    free = a_free_module()
    for side in free.sides:
        bodies = {nation.body for nation in free.nations if nation.side == side.id}
        assert look_of(free, side.id) == (bodies.pop() if len(bodies) == 1 else side.strip)
