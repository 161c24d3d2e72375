"""A game says which of its pictures are gone when it is opened."""

import shutil
from pathlib import Path

from app.application import Application
from app.missing_pictures import missing_pictures, missing_words
from engine.editing.change import with_fields, with_parts
from engine.game import new_game
from engine.loading import load_module
from engine.loading.archive import pack_module
from engine.loading.writer import save_module
from engine.saves import write_save
from engine.saves.writing import Stamp
from tests.engine.editing.modules import a_module

FRONT, BACK = "art/front.png", "art/back.png"


def with_art(folder: Path) -> Path:
    module = a_module()
    first = with_fields(module.pieces[0], {"art": {"front": FRONT, "back": BACK}})
    save_module(with_parts(module, pieces=(first, *module.pieces[1:])), folder)
    (folder / "art").mkdir(exist_ok=True)
    for name in (FRONT, BACK):
        (folder / name).write_bytes(b"a picture")
    return folder


def test_what_is_gone_is_named_in_folders_and_files(tmp_path: Path) -> None:
    folder = with_art(tmp_path / "meeting")
    module = load_module(folder)
    assert missing_pictures(module, folder) == ()
    assert missing_words(module, folder) == ""
    pack_module(folder, tmp_path / "meeting.hexmod")
    (folder / BACK).unlink()
    assert missing_pictures(module, folder) == (BACK,)
    assert missing_pictures(module, tmp_path / "meeting.hexmod") == ()
    assert missing_pictures(module, tmp_path / "nowhere") == (FRONT, BACK)
    assert "is no longer installed" in missing_words(module, None)
    assert f"is no longer in {tmp_path / 'nowhere'}" in missing_words(module, tmp_path / "nowhere")
    assert missing_words(a_module(), None) == ""


def test_an_opened_game_tells_it(app: Application, tmp_path: Path) -> None:
    folder = with_art(tmp_path / "meeting")
    module = load_module(folder)
    game = new_game(module, module.scenarios[0].id, 1, {})
    path = tmp_path / "game.hexsave"
    write_save(path, game, stamp=Stamp(module_path=str(folder)))
    (folder / FRONT).unlink()
    window = app.open_save(path)
    assert window is not None
    assert window.messages.current is not None
    assert window.messages.current.text.startswith("1 picture of this game is not in ")


def test_a_game_whose_module_was_thrown_away_opens_and_tells_how_its_pictures_come_back(
    app: Application, tmp_path: Path
) -> None:
    folder = with_art(tmp_path / "meeting")
    plain = load_module(folder)
    art = {"drawing": "board/drawing.json", "relief": "board/relief.png"}
    drawn = with_parts(plain, boards=(with_fields(plain.boards[0], {"art": art}), *plain.boards[1:]))
    game = new_game(drawn, drawn.scenarios[0].id, 1, {})
    path = tmp_path / "game.hexsave"
    write_save(path, game, stamp=Stamp(module_path=str(folder)))
    shutil.rmtree(folder)
    window = app.open_save(path)
    assert window is not None
    assert window.session.module == drawn
    assert window.messages.current is not None
    words = window.messages.current.text
    assert words.startswith(f"{drawn.title} is no longer in {folder}: ")
    assert "Bring meeting back from the trash" in words
    window.messages.dismiss()
    assert window.messages.current is None, "it is said once"
