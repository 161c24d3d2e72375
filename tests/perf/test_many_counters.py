"""A module of 5,000 counters: checked, edited, loaded and saved within the budgets of the editor."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest
from PySide6.QtWidgets import QApplication

from engine.definition.module import ModuleDef
from engine.editing import pieces
from engine.editing.checking import check
from engine.loading import load_module
from engine.loading.writer import save_module
from tests.fixtures.free_module import a_free_module

MANY = 5_000
EDIT_MS, LOAD_S, SAVE_S, TABLE_S = 50.0, 5.0, 5.0, 2.0


def seconds_of(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


@pytest.fixture(scope="module")
def crowd() -> ModuleDef:
    module = a_free_module()
    like = next(piece for piece in module.pieces if piece.kind == "unit")
    more = tuple(
        like.model_copy(update={"id": f"crowd-{n}", "name": f"Crowd {n}", "designation": str(n)})
        for n in range(MANY)
    )
    return module.model_copy(update={"pieces": (*module.pieces, *more)})


@pytest.mark.parametrize("kind", ["one", "all"])
def test_an_edit_with_its_check(crowd: ModuleDef, kind: str, leeway: float) -> None:
    names = [piece.id for piece in crowd.pieces] if kind == "all" else ["crowd-2500"]
    module, times = crowd, []
    check(module)
    for n in range(9):

        def work(n: int = n) -> None:
            nonlocal module
            module = pieces.set_piece_fields(module, names, {"note": f"note {n}"})
            check(module)

        times.append(seconds_of(work) * 1000)
    assert module.piece("crowd-2500").note == "note 8"
    budget = EDIT_MS if kind == "one" else EDIT_MS * 10
    assert median(times) < budget * leeway, f"{kind}: {median(times):.1f} ms"


def test_saved_and_loaded(crowd: ModuleDef, tmp_path: Path, leeway: float) -> None:
    saved = seconds_of(lambda: save_module(crowd, tmp_path / "crowd"))
    assert saved < SAVE_S * leeway, f"{saved:.2f} s"
    found: list[ModuleDef] = []
    loaded = seconds_of(lambda: found.append(load_module(tmp_path / "crowd")))
    assert len(found[0].pieces) == len(crowd.pieces)
    assert loaded < LOAD_S * leeway, f"{loaded:.2f} s"


def test_the_table_is_there_at_once(
    crowd: ModuleDef, tmp_path: Path, qapp: QApplication, leeway: float
) -> None:
    from app.editor.window import EditorWindow, open_document
    from app.settings import SettingsStore

    save_module(crowd, tmp_path / "crowd")
    document = open_document(tmp_path / "crowd")
    window = EditorWindow(document, SettingsStore(tmp_path / "settings.json"))
    window.resize(1400, 900)
    window.show()
    qapp.processEvents()

    def work() -> None:
        window.show_page("counters")
        qapp.processEvents()

    shown = seconds_of(work)
    assert window.counters_page.table.rowCount() == len(crowd.pieces)
    assert shown < TABLE_S * leeway, f"{shown:.2f} s"

    def edit() -> None:
        document.edit(lambda m: pieces.set_piece_fields(m, ["crowd-9"], {"name": "Other"}), "name")
        document.check_now()
        qapp.processEvents()

    edited = seconds_of(edit) * 1000
    document.stack.setClean()
    window.close()
    assert edited < 4 * EDIT_MS * leeway, f"{edited:.0f} ms"
