"""Games, saved games, options and map cuts, without a window."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.face import FaceKind
from app.library.continue_items import continue_items
from app.library.games import (
    by_length,
    fingerprint,
    load_game,
    module_paths,
    span_of,
    turns_text,
    units_placed,
)
from app.library.map_cuts import Cut, front_of, held_inside, leading_faces, setup_stacks, tension
from app.library.request import changed_options, default_options, is_fixed, is_open
from app.library.saved_games import Standing, is_taken, list_saved_games, look_at, when_text, where_it_stands
from app.library.scenario_list import columns_for, rows_of
from engine.bots import make_bot
from engine.geometry import compile_boards
from engine.saves import Journal
from tests.app.library.worlds import a_game, a_journal, a_module, a_save, left_open, own_module


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXWRIGHT_HOME", str(tmp_path))
    return tmp_path


def test_built_in_games_come_before_the_users_own(home: Path) -> None:
    folder = own_module(home, a_module())
    (home / "modules" / "notes").mkdir()
    paths = module_paths()
    assert paths[-1] == (folder, True)
    assert all(not is_own for _, is_own in paths[:-1])
    assert len(paths) >= 2


def test_a_faulty_module_keeps_its_faults(home: Path) -> None:
    folder = own_module(home, a_module())
    (folder / "module.yaml").write_text("id: [", encoding="utf-8")
    game = load_game(folder, is_own=True)
    assert game.module is None
    assert game.faults
    assert "module.yaml" in game.faults[0]
    assert game.is_listed


def test_the_stamp_changes_with_the_files(home: Path) -> None:
    folder = own_module(home, a_module())
    before = fingerprint(folder)
    assert fingerprint(folder) == before
    (folder / "terrain.yaml").write_text((folder / "terrain.yaml").read_text() + "\n# more\n")
    assert fingerprint(folder) != before


def test_time_bars_share_one_span() -> None:
    module = a_module()
    span = span_of(module)
    assert (span.first, span.last) == (1, 4)
    rows = rows_of(module)
    assert [row.id for row in rows] == ["meeting", "raid"]
    assert rows[0].bars == (2, 4)
    assert rows[0].second == "Day 1 · 2 or 4 turns"
    assert [version.id for version in by_length(module.scenarios[0])] == ["short", "campaign"]


@pytest.mark.parametrize("width", [260, 420, 600, 1200])
def test_columns_never_overlap(width: int, qapp: object) -> None:
    columns = columns_for(width)
    edges = [columns.number, columns.title[0], columns.bar[0], columns.maps[0], columns.difficulty[0]]
    assert edges == sorted(edges)
    assert columns.title[0] + columns.title[1] <= columns.bar[0]
    assert columns.bar[0] + columns.bar[1] <= columns.maps[0]
    assert columns.difficulty[0] + columns.difficulty[1] <= width


def test_numbers_in_words() -> None:
    assert turns_text(1) == "1 turn"
    assert turns_text(3) == "3 turns"
    module = a_module()
    assert units_placed(module, module.scenarios[0], "allied") == (1, 1)
    assert units_placed(module, module.scenarios[0], "nobody") == (0, 0)


def test_options_follow_scenario_and_conditions() -> None:
    module = a_module()
    meeting, raid = module.scenarios
    assert default_options(module, meeting) == {"fog": False, "patrols": False, "storms": "none"}
    assert default_options(module, raid) == {"fog": True, "patrols": False}
    fog, patrols, _ = module.options
    assert is_fixed(raid, fog)
    assert not is_fixed(meeting, fog)
    assert not is_open(patrols, {"fog": False})
    assert is_open(patrols, {"fog": True})
    wished: dict[str, bool | str | int] = {"fog": False, "patrols": True, "storms": "many", "nonsense": True}
    assert changed_options(module, meeting, wished) == {"fog": False, "storms": "many"}
    assert changed_options(module, raid, {"fog": False, "patrols": True}) == {}


def test_saved_games_and_journals_are_found(home: Path) -> None:
    module = a_module()
    save = a_save(home, module, title="My game · turn 2")
    journal = a_journal(home, module)
    found = {game.path: game for game in list_saved_games(("/gone.hexsave", str(save)))}
    assert set(found) == {save, journal}
    assert found[journal].is_journal
    assert found[journal].can_open
    assert found[save].title == "My game · turn 2"


def test_broken_files_stay_in_the_list_with_their_fault(home: Path) -> None:
    (home / "saves").mkdir()
    path = home / "saves" / "broken.hexsave"
    path.write_text('{"hexwright": "save", "format": 99}\n')
    (game,) = list_saved_games()
    assert not game.can_open
    assert "newer" in game.fault
    (item,) = continue_items((game,), ())
    assert item.fault == game.fault
    assert look_at(home / "saves" / "nothing.hexsave") is None


def test_a_journal_in_use_is_not_offered(home: Path) -> None:
    (home / "journals").mkdir()
    path = home / "journals" / "now.hexjournal"
    journal = Journal(path, a_game(a_module()))
    assert is_taken(path)
    (game,) = list_saved_games()
    assert game.is_in_use
    assert not game.can_open
    journal.close()
    assert not is_taken(path)


def test_items_speak_the_words_of_installed_games(home: Path) -> None:
    module = a_module()
    folder = own_module(home, module)
    a_save(home, module, title="Sunday game · day 2, Blue movement")
    a_journal(home, module)
    games = (load_game(folder),)
    items = {item.path.suffix: item for item in continue_items(list_saved_games(), games)}
    assert items[".hexsave"].title == "Sunday game"
    assert items[".hexsave"].second == "Meeting on the Coast · day 2, Blue movement"
    assert items[".hexjournal"].title == "A Meeting"
    assert items[".hexjournal"].badge == "recovered"
    assert items[".hexsave"].badge == ""
    assert items[".hexjournal"].second == "Meeting on the Coast · not begun"
    assert items[".hexsave"].face is not None


def test_items_of_games_whose_module_is_gone_speak_its_words(home: Path) -> None:
    module = a_module()
    a_save(home, module, title="Meeting on the Coast: A Meeting, turn 5")
    a_journal(home, module)
    items = {item.path.suffix: item for item in continue_items(list_saved_games(), ())}
    assert items[".hexsave"].title == items[".hexjournal"].title == "A Meeting"
    assert items[".hexsave"].second == "Meeting on the Coast · turn 5"
    assert items[".hexjournal"].second == "Meeting on the Coast · not begun"
    assert items[".hexsave"].face is not None


def test_recovered_games_tell_how_far_they_went(home: Path) -> None:
    module = a_module()
    folder = own_module(home, module)
    (home / "journals").mkdir()
    path = home / "journals" / "left.hexjournal"
    game = a_game(module)
    journal = Journal(path, game)
    for _ in range(3):
        decision = game.decision
        assert decision is not None
        side = decision.sides[0]
        bot = make_bot("random", 1, side)
        game.apply(bot.choose(game.rules, game.state, decision, side), side)
        journal.follow(game)
    side = module.sides[0].title if game.turns[-1].side == module.sides[0].id else module.sides[1].title
    killed = path.read_bytes()
    journal.close()
    path.write_bytes(killed + b'{"line":"action","n":99,"si')
    (item,) = continue_items(list_saved_games(), (load_game(folder),))
    assert item.second == f"Meeting on the Coast · 3 actions, {side} last"
    assert where_it_stands(path.with_name("gone.hexjournal")) == Standing()


def test_games_closed_in_order_are_not_recovered_and_tell_their_turn(home: Path) -> None:
    module = a_module()
    folder = own_module(home, module)
    (home / "journals").mkdir()
    path = home / "journals" / "closed.hexjournal"
    game = a_game(module)
    journal = Journal(path, game)
    bot = make_bot("random", 1, "axis")
    while game.count < 3:
        decision = game.decision
        assert decision is not None
        game.apply(bot.choose(game.rules, game.state, decision, decision.sides[0]), decision.sides[0])
        journal.follow(game)
    journal.close()
    assert where_it_stands(path).turn == game.state.turn
    (item,) = continue_items(list_saved_games(), (load_game(folder),))
    assert item.badge == ""
    assert item.third.startswith("kept today")
    assert item.second == f"Meeting on the Coast · turn {game.state.turn} · 3 actions"
    left_open(path)
    for _ in range(2):
        (item,) = continue_items(list_saved_games(), (load_game(folder),))
        assert item.badge == "recovered", "looking at it must not take the mark away"
    Journal(path, game).close()
    (item,) = continue_items(list_saved_games(), (load_game(folder),))
    assert item.badge == ""


@pytest.mark.parametrize(
    ("given", "title", "second"),
    [
        ("", "A Meeting", "Meeting on the Coast"),
        ("Meeting on the Coast: A Meeting, turn 5", "A Meeting", "Meeting on the Coast · turn 5"),
        ("Meeting on the Coast: A Meeting", "A Meeting", "Meeting on the Coast"),
        ("With Anna", "With Anna", "Meeting on the Coast"),
    ],
)
def test_titles_of_the_program_and_of_people(home: Path, given: str, title: str, second: str) -> None:
    module = a_module()
    a_save(home, module, title=given)
    games = (load_game(own_module(home, module)),)
    (item,) = continue_items(list_saved_games(), games)
    assert (item.title, item.second) == (title, second)


def test_times_in_words() -> None:
    now = datetime(2026, 11, 30, 12, 0).astimezone()
    assert when_text(now.replace(hour=9, minute=5), now) == "today 09:05"
    assert when_text(now - timedelta(days=1), now).startswith("yesterday")
    assert when_text(datetime(2026, 3, 2).astimezone(), now) == "2 March"
    assert when_text(datetime(2024, 3, 2).astimezone(), now) == "2 March 2024"


def test_the_set_up_is_stacked_by_strength() -> None:
    module = a_module()
    board = compile_boards(module.boards)
    stacks = setup_stacks(module, module.scenarios[0], board, FaceMaker(module))
    assert len(stacks) == 2
    west = min(stacks, key=lambda stack: stack.x)
    assert [face.values for face in west.stack.faces] == ["4-5-6", "4-5-9"]
    assert west.stack.faces[-1].steps_left == 3
    assert west.stack.supply == 2
    assert west.stack.count == 2
    faces = leading_faces(module, module.scenarios[0], FaceMaker(module))
    assert [face.kind for face in faces] == [FaceKind.UNIT, FaceKind.UNIT]
    assert faces[0].values == "8-6-9"


def test_cuts_show_where_the_sides_meet_and_stay_on_the_board() -> None:
    module = a_module()
    board = compile_boards(module.boards)
    stacks = setup_stacks(module, module.scenarios[0], board, FaceMaker(module))
    front = front_of(stacks)
    assert front is not None
    assert front_of(()) is None
    assert tension(()) == 0.0
    assert tension(stacks) > 0.0
    assert held_inside(Cut(0, 0, 10), (40, 20), (12, 8)) == Cut(2, 1, 10)
    assert held_inside(Cut(99, 99, 10), (40, 20), (12, 8)) == Cut(10, 7, 10)


def test_a_small_board_is_enlarged_until_it_fills_the_picture() -> None:
    wide = held_inside(Cut(1, 1, 1), (48, 20), (12, 8))
    assert wide.scale == 4
    assert (wide.x, wide.y) == (6, 2.5)
    tall = held_inside(Cut(11, 7, 1), (12, 40), (12, 8))
    assert tall.scale == 5
    assert (tall.x, tall.y) == (12 - 1.2, 4)
