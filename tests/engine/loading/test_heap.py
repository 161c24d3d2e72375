"""Garbage is not looked for while a module is made, and is again afterwards."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.loading import load_module
from engine.loading.heap import without_collection
from engine.loading.writer import save_module
from tests.engine.editing.modules import a_module


@pytest.fixture(params=[True, False])
def is_on(request: pytest.FixtureRequest) -> Iterator[bool]:
    """The collector switched on or off, as it was before in the end."""
    was_on = gc.isenabled()
    (gc.enable if request.param else gc.disable)()
    yield request.param
    (gc.enable if was_on else gc.disable)()


def test_the_collector_is_left_as_it_was(is_on: bool, tmp_path: Path) -> None:
    with without_collection():
        assert not gc.isenabled()
    assert gc.isenabled() == is_on
    with pytest.raises(KeyError), without_collection():
        raise KeyError
    assert gc.isenabled() == is_on
    save_module(a_module(), tmp_path / "one")
    load_module(tmp_path / "one")
    assert gc.isenabled() == is_on
