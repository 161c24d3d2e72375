"""The author's guide: its example is a sound module, and it names every fault and every file."""

import re
from pathlib import Path

import pytest

from engine.loading import check_module, layout, load_module
from engine.loading.assets import load_drawing
from tests.fixtures.module_files import write_files

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "resources/docs/authors-guide.md"


@pytest.fixture
def guide() -> str:
    return GUIDE.read_text(encoding="utf-8")


def example(guide: str) -> dict[str, str | bytes]:
    blocks = re.findall(r"^```(?:yaml|markdown|json) (\S+)\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    return dict(blocks)


def test_the_example_loads_without_fault_or_doubt(tmp_path: Path, guide: str) -> None:
    folder = write_files(tmp_path, example(guide))
    assert check_module(folder) == ()
    module = load_module(folder)
    assert module.scenario("crossing").sides["blue"].placements[0].split
    assert {zone for layer in module.board("valley").layers for zone in layer.legend.values()} == {"assembly"}
    assert load_drawing(folder, "board/drawing-valley.json").texts[0].text == "The Brook"


def test_the_example_shows_every_kind_of_file(guide: str) -> None:
    names = set(example(guide))
    patterns = [layout.HEAD, *(pattern for pattern, _ in layout.COLLECTION_FILES)]
    patterns += [pattern for pattern, _ in layout.SINGLE_FILES]
    for pattern in (*patterns, layout.HELP_FILES):
        if pattern != "cards.yaml":
            assert any(layout.matches(name, pattern) for name in names), pattern


def test_every_code_of_a_fault_is_explained(guide: str) -> None:
    sources = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "engine/loading").glob("*.py"))
    codes = set(re.findall(r'"([A-Z][A-Z_0-9]{3,})"', sources)) - {"RIFF"} | {"TAB", "TAG"}
    explained = set(re.findall(r"`([A-Z][A-Z_0-9]+)`", guide))
    assert codes - explained == set()
    assert explained - codes == set()


def test_links_lead_somewhere(guide: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", guide):
        assert (GUIDE.parent / target).exists(), target
