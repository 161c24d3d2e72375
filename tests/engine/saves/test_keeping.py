"""A game goes on with the module it was begun with, whatever becomes of the module on the disk."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from engine.definition.module import ModuleDef
from engine.game import Game, new_game
from engine.loading import builtin_modules, load_module
from engine.rules.freeplay_actions import Place
from engine.saves import (
    Journal,
    SaveFault,
    kept_module,
    module_in,
    read_journal,
    reopen,
    rules_for,
    save_text,
)
from engine.saves.reading import SaveFile, parse
from engine.saves.writing import checksum, kept_text
from tests.engine.saves.samples import a_free_game
from tests.engine.saves.test_bad_saves import lines_of, rebuilt
from tests.fixtures.free_module import a_free_module

FILE = "x.hexsave"


def a_save(game: Game) -> SaveFile:
    return parse(save_text(game), FILE)


def moved(module: ModuleDef) -> ModuleDef:
    """The module with a unit set up elsewhere."""
    scenario = module.scenario("meeting")
    setup = scenario.sides["allied"]
    first = setup.placements[0].model_copy(update={"at": "0904"})
    sides = {
        **scenario.sides,
        "allied": setup.model_copy(update={"placements": (first, *setup.placements[1:])}),
    }
    return module.model_copy(update={"scenarios": (scenario.model_copy(update={"sides": sides}),)})


def test_a_save_holds_the_whole_module_readably() -> None:
    game = a_free_game()
    line = next(line for line in lines_of(save_text(game)) if line["line"] == "module")
    assert line["schema"] == 2
    assert line["module"]["title"] == "Meeting on the Coast"  # type: ignore[index]
    assert kept_module(a_save(game)) == game.rules.module


@pytest.mark.parametrize("name", builtin_modules())
def test_every_game_of_the_program_comes_back_equal(name: str) -> None:
    module = load_module(builtin_modules()[name])
    game = new_game(module, module.scenarios[0].id, 1)
    save = a_save(game)
    assert kept_module(save) == module
    assert len(kept_text(module)) < 250_000


def test_an_unchanged_module_is_taken_from_the_disk_without_a_word() -> None:
    game = a_free_game()
    now = a_free_module()
    restored = reopen(a_save(game), now)
    assert restored.game.rules.module is now
    assert restored.notices == ()


def test_an_edited_module_does_not_touch_the_game() -> None:
    game = a_free_game()
    restored = reopen(a_save(game), moved(a_free_module()))
    assert restored.game.hash() == game.hash()
    assert restored.game.rules.module == game.rules.module
    assert len(restored.notices) == 1
    assert "goes on by the version it began with (0.1)" in restored.notices[0]


def test_a_game_goes_on_when_its_module_is_gone() -> None:
    game = a_free_game()
    restored = reopen(a_save(game), None)
    assert restored.game.hash() == game.hash()
    assert "not there any more" in restored.notices[0]


def test_a_journal_keeps_the_module_too(tmp_path: Path) -> None:
    path = tmp_path / "g.hexjournal"
    edited = moved(a_free_module())
    game = new_game(edited, "meeting", 4)
    journal = Journal(path, game)
    game.apply(Place(pieces=("1-red-inf",), at="0804"), "axis")
    journal.follow(game)
    journal.close()
    restored = reopen(read_journal(path), a_free_module())
    assert restored.game.state.pieces["1-red-inf"].at == game.state.pieces["1-red-inf"].at
    assert restored.game.hash() == game.hash()


def test_a_game_played_freely_keeps_no_ruleset() -> None:
    ruled = a_free_module().model_copy(update={"ruleset": "toy"})
    restored = reopen(a_save(a_free_game()), ruled)
    assert restored.notices == ()
    assert restored.game.rules.ruleset == "free-play"


def test_rules_that_cannot_play_the_kept_module_try_the_present_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a newer program's ruleset that asks for a constant which an older module does not have."""
    game = a_free_game()
    kept, now = game.rules.module, a_free_module().model_copy(update={"version": "0.2"})

    def picky(save: SaveFile, module: ModuleDef) -> object:
        if module == kept:
            raise SaveFault(save.file, "there is no constant 'new'")
        return rules_for(save, module)

    monkeypatch.setattr("engine.saves.keeping.rules_for", picky)
    restored = reopen(a_save(game), now)
    assert restored.game.rules.module is now
    assert restored.notices == ("the module has changed since (then version 0.1)",)
    with pytest.raises(SaveFault, match="no constant 'new'"):
        reopen(a_save(game), None)


def with_module(game: Game, plain: dict[str, object], schema: int = 2) -> SaveFile:
    """A save with another module inside, by somebody who makes all hashes fit."""
    lines = lines_of(save_text(game))
    text = json.dumps(plain).encode()
    lines[0]["module_hash"] = checksum(text)
    at = next(n for n, line in enumerate(lines) if line["line"] == "module")
    lines[at] = {"line": "module", "schema": schema, "module": plain}
    return parse(rebuilt(lines), FILE)


def plain_module(game: Game) -> dict[str, object]:
    return msgspec.json.decode(kept_text(game.rules.module), type=dict[str, object])


def test_a_module_inside_that_was_tampered_with_is_refused() -> None:
    lines = lines_of(save_text(a_free_game()))
    line = next(line for line in lines if line["line"] == "module")
    line["module"]["title"] = "Other"  # type: ignore[index]
    with pytest.raises(SaveFault, match="does not fit its hash"):
        reopen(parse(rebuilt(lines), FILE), None)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"colour": "red"}, "cannot be read"),
        ({"sides": "none"}, "cannot be read"),
        ({"routes": []}, "has a fault"),
    ],
)
def test_a_module_inside_is_checked_like_any_other(change: dict[str, object], words: str) -> None:
    game = a_free_game()
    with pytest.raises(SaveFault, match=words):
        kept_module(with_module(game, {**plain_module(game), **change}))


def test_a_module_inside_of_a_newer_form_is_refused() -> None:
    game = a_free_game()
    with pytest.raises(SaveFault, match="newer Hexwright"):
        kept_module(with_module(game, plain_module(game), schema=99))


def test_a_module_inside_of_version_1_is_brought_up() -> None:
    game = a_free_game()
    plain = plain_module(game)
    entry = {"turn": 3, "side": "axis", "action": "arrive", "pieces": ["4-blue-inf"], "zone": "west-edge"}
    found = kept_module(with_module(game, {**plain, "schedule": [entry]}, schema=1))
    assert found is not None
    assert found.schedule[0].zones == ("west-edge",)


def test_two_modules_in_a_save_are_refused() -> None:
    lines = lines_of(save_text(a_free_game()))
    lines.insert(2, next(line for line in lines if line["line"] == "module"))
    with pytest.raises(SaveFault, match="second module"):
        parse(rebuilt(lines), FILE)


def nested_phases(depth: int) -> dict[str, object]:
    phase: dict[str, object] = {"id": "p0", "title": "P"}
    for n in range(1, depth):
        phase = {"id": f"p{n}", "title": "P", "phases": [phase]}
    return phase


HOSTILE: dict[str, dict[str, object]] = {
    "nested phases": {"sequence": [nested_phases(150)]},
    "a map without end": {
        "boards": [{"id": "b", "title": "B", "grid": {"kind": "flat", "columns": 10**9, "rows": 1}}]
    },
    "a million sides": {"sides": [{"id": "s", "title": "S", "short": "S"}] * 100_000},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_modules_inside_are_refused(name: str) -> None:
    game = a_free_game()
    save = with_module(game, {**plain_module(game), **HOSTILE[name]})
    with pytest.raises(SaveFault, match="module inside"):
        kept_module(save)


def test_a_module_inside_that_is_nested_too_deep_is_refused() -> None:
    game = a_free_game()
    lines = save_text(game).splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b'"line":"module"' in line)
    deep = b'{"line":"module","schema":2,"module":' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}\n"
    body = b"".join(lines[:at]) + deep
    end = {**json.loads(lines[-1]), "checksum": checksum(body)}
    with pytest.raises(SaveFault, match=r"nested too deep|cannot be read|does not fit"):
        kept_module(parse(body + json.dumps(end).encode() + b"\n", FILE))


def test_the_module_in_a_file_is_read_for_lists_of_games(tmp_path: Path) -> None:
    game = a_free_game()
    path = tmp_path / "x.hexsave"
    path.write_bytes(save_text(game))
    assert module_in(path) == game.rules.module
    assert module_in(tmp_path / "gone.hexsave") is None
    path.write_bytes(
        b"\n".join(line for line in save_text(game).split(b"\n") if b'"line":"module"' not in line)
    )
    assert module_in(path) is None
    path.write_bytes(save_text(game).replace(b"Meeting on the Coast", b"Meeting on the Shore"))
    assert module_in(path) is None, "it does not fit its hash"
