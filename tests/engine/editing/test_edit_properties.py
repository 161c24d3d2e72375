"""Random edits: a valid module stays valid, what is untouched stays the same object, and files write back."""

from collections.abc import Callable
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.definition.board import HexsideDef
from engine.definition.module import ModuleDef
from engine.definition.scenario import WhereDef
from engine.editing import EditRefused, charts, lines, maps, parts, pieces, schedule, setups
from engine.editing.change import touched
from engine.editing.checking import check
from engine.editing.grids import Margins, renumber, resize
from engine.editing.regions import copy_region, paste_region
from engine.loading.loader import load_module
from engine.loading.writer import module_files, save_module
from tests.engine.editing.modules import a_module

Edit = Callable[[ModuleDef, Random], ModuleDef]


def some_hexes(module: ModuleDef, dice: Random, most: int = 4) -> list[str]:
    board = check(module).board
    assert board is not None
    return dice.sample(board.ids, dice.randint(1, most))


def a_piece(module: ModuleDef, dice: Random) -> str:
    return dice.choice([piece.id for piece in module.pieces] or ["none"])


def neighbors(module: ModuleDef, dice: Random) -> tuple[str, str]:
    board = check(module).board
    assert board is not None
    i = dice.randrange(len(board))
    return board.ids[i], board.ids[dice.choice([n for n in board.neighbors[i] if n >= 0] or [i])]


def paste(module: ModuleDef, dice: Random) -> ModuleDef:
    region = copy_region(module, "coast", some_hexes(module, dice, 8))
    return paste_region(module, "coast", region, some_hexes(module, dice, 1)[0])


def hexside(module: ModuleDef, dice: Random) -> ModuleDef:
    a, b = neighbors(module, dice)
    return lines.set_hexside(
        module, "coast", HexsideDef(a=a, b=b, kind="slope", high=dice.choice((a, b, None)))
    )


EDITS: tuple[Edit, ...] = (
    lambda m, d: pieces.duplicate_pieces(m, [a_piece(m, d)], d.randint(1, 2)),
    lambda m, d: pieces.delete_pieces(m, [a_piece(m, d)]),
    lambda m, d: pieces.set_piece_fields(m, [a_piece(m, d), a_piece(m, d)], {"steps": d.randint(0, 13)}),
    lambda m, d: pieces.set_piece_fields(m, [a_piece(m, d)], {"side": d.choice(("axis", "allied", None))}),
    lambda m, d: pieces.rename_piece(m, a_piece(m, d), d.choice(("one", "two", "Bad Id", "mine"))),
    lambda m, d: maps.paint_terrain(m, "coast", some_hexes(m, d), d.choice(("sea", "clear", "rough"))),
    lambda m, d: maps.erase_hexes(m, "coast", some_hexes(m, d, 1)),
    lambda m, d: maps.set_place(m, "coast", some_hexes(m, d, 1)[0], {"name": d.choice(("X", "Y"))}),
    lambda m, d: maps.add_to_zone(m, "coast", d.choice(("wide", "west-edge")), some_hexes(m, d)),
    lambda m, d: lines.clear_hexside(m, "coast", *neighbors(m, d)),
    lambda m, d: lines.draw_route(m, "coast", "road", neighbors(m, d), d.choice(("", "Coast Road"))),
    lambda m, d: lines.clear_link(m, "coast", *neighbors(m, d)),
    hexside,
    paste,
    lambda m, d: setups.place_pieces(
        m, "meeting", [a_piece(m, d), a_piece(m, d)], WhereDef(at=some_hexes(m, d, 1)[0])
    ),
    lambda m, d: setups.place_pieces(
        m, "meeting", [a_piece(m, d)], WhereDef(near=some_hexes(m, d, 1)[0], within=d.randint(0, 2))
    ),
    lambda m, d: setups.take_off_pieces(m, "meeting", [a_piece(m, d)]),
    lambda m, d: setups.list_pieces(m, "meeting", [a_piece(m, d)], d.choice(("dead", "gone"))),
    lambda m, d: setups.set_lost_steps(m, "meeting", a_piece(m, d), d.randint(0, 4)),
    lambda m, d: setups.set_supply(m, "meeting", "axis", some_hexes(m, d, 1)[0], d.randint(0, 3)),
    lambda m, d: setups.set_control(m, "meeting", some_hexes(m, d), d.choice(("axis", "allied", ""))),
    lambda m, d: schedule.arrive(m, [a_piece(m, d)], d.randint(1, 5), some_hexes(m, d, 1)[0]),
    lambda m, d: schedule.delete_entries(m, [d.randint(0, 3)]),
    lambda m, d: charts.set_cell(m, "crt", d.randint(0, 3), d.randint(0, 2), d.choice(("EX", 3, None))),
    lambda m, d: parts.set_item_fields(m, "formations", d.randint(0, 2), {"id": d.choice(("f1", "f2"))}),
    lambda m, d: parts.delete_item(m, d.choice(("cards", "boxes", "options", "turns")), d.randint(0, 4)),
    lambda m, d: renumber(
        m, "coast", {"first_row": d.randint(0, 3), "row_order": d.choice(("north", "south"))}
    ),
    lambda m, d: resize(m, "coast", Margins(*(d.randint(-1, 1) for _ in range(4))), "clear"),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), count=st.integers(1, 14))
def test_random_edits_keep_a_valid_module_valid(seed: int, count: int) -> None:
    dice, module = Random(seed), a_module()
    for _ in range(count):
        before, files = module, module.model_dump()
        try:
            module = dice.choice(EDITS)(module, dice)
        except EditRefused:
            continue
        assert before.model_dump() == files, "an edit changed its input"
        assert check(module).errors == ()
        for part in ModuleDef.model_fields:
            if part not in touched(before, module).parts:
                assert getattr(module, part) is getattr(before, part)


def test_what_random_edits_leave_is_written_and_read_back(tmp_path_factory: object) -> None:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    dice, module = Random(4), a_module()
    for _ in range(60):
        try:
            module = dice.choice(EDITS)(module, dice)
        except EditRefused:
            continue
    with TemporaryDirectory() as name:
        save_module(module, Path(name))
        again = load_module(Path(name))
    assert module_files(again) == module_files(module)
