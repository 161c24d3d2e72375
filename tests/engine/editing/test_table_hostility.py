"""Tables torn by hands and spreadsheets: whatever is read, it is taken whole or refused with words."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random

import pytest

from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.card_tables import cards_from_csv, cards_to_csv
from engine.editing.cards import add_use, set_card_fields, set_use_fields
from engine.editing.chart_tables import chart_from_csv, chart_to_text, pasted
from engine.editing.checking import check
from engine.editing.csv_tables import pieces_from_csv, pieces_to_csv, schedule_from_csv, schedule_to_csv
from engine.editing.csv_text import TableImport
from engine.loading.writer import module_files
from tests.engine.editing.test_upgrades import upgrading

TORN = 250
ODD = (
    *(
        '"',
        '""',
        ",",
        ";",
        "\t",
        "\r\n",
        "\n\n",
        "\0",
        "\ufeff",
        "\ud800",
        "ä",
        "–",
        "½",
        "1/2",
        "1e999",
        "nan",
    ),
    *(
        "-1",
        "99999999999999999999",
        "true",
        "=SUM(A1)",
        "id",
        "front",
        "a=b=c",
        "=",
        "  ",
        "x" * 400,
        "1-red-inf",
    ),
)


@lru_cache(maxsize=1)
def a_rich_module() -> ModuleDef:
    """A module with uses of cards, an upgrade in the schedule, and cells of all kinds."""
    module = upgrading(otherwise="arrive", at="1004", lost={"2-red-inf": 0})
    module = add_use(add_use(module, "card-1"), "card-1")
    changes = {"effects": ("draw 2", "remind Skip, or “stay”"), "moments": ("axis.movement",), "side": "axis"}
    module = set_use_fields(module, "card-1", 0, changes)
    return set_card_fields(
        module, ["card-2"], {"title": 'A "quoted", long\ntitle'.replace("\n", " "), "count": 3}
    )


Read = Callable[[ModuleDef, str], TableImport]
TABLES: dict[str, tuple[Callable[[ModuleDef], str], Read]] = {
    "pieces": (pieces_to_csv, pieces_from_csv),
    "schedule": (schedule_to_csv, schedule_from_csv),
    "cards": (cards_to_csv, cards_from_csv),
    "chart": (lambda module: chart_to_text(module.charts[0]), lambda m, text: chart_from_csv(m, "crt", text)),
}


def torn(text: str, dice: Random) -> str:
    """A table after some accidents."""
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(text) + 1)
        end = min(len(text), at + dice.choice((0, 1, 2, 9)))
        lines = text.split("\n")
        match dice.randrange(8):
            case 0:
                text = text[:at] + text[end:]
            case 1 | 2 | 3:
                text = text[:at] + dice.choice(ODD) + text[end:]
            case 4:
                dice.shuffle(lines)
                text = "\n".join(lines)
            case 5:
                text = "\n".join([*lines, dice.choice(lines)])
            case 6:
                text = text.replace(",", dice.choice((";", "\t", ",,")))
            case _:
                row = dice.randrange(len(lines))
                cells = lines[row].split(",")
                cells[dice.randrange(len(cells))] = dice.choice(ODD)
                text = "\n".join([*lines[:row], ",".join(cells), *lines[row + 1 :]])
    return text


def taken(read: Read, module: ModuleDef, text: str) -> TableImport | None:
    """What a table leads to, None if it is refused."""
    try:
        return read(module, text)
    except EditRefused as refused:
        if not refused.text:
            raise
        return None


@pytest.mark.parametrize("name", TABLES)
def test_a_torn_table_is_taken_whole_or_refused(name: str) -> None:
    module, (write, read) = a_rich_module(), TABLES[name]
    before, text = module_files(module), write(module)
    same = read(module, text)
    assert (same.module, same.differences) == (module, ())
    for number in range(TORN):
        found = taken(read, module, torn(text, Random(f"{name} {number}")))
        if found is not None:
            assert not check(found.module).errors
            assert module_files(found.module)
            assert (found.module is module) == (not found.differences)
            again = read(found.module, write(found.module))
            assert again.module == found.module
    assert module_files(module) == before


def test_a_card_has_no_endless_uses() -> None:
    for number in ("21", "99999999999999999999"):
        with pytest.raises(EditRefused, match="at most 20 uses"):
            cards_from_csv(a_rich_module(), f"id,title,use{number}.title\ncard-1,One,Two\n")


def test_another_order_and_doubled_lines_are_told() -> None:
    module = a_rich_module()
    head, *lines = pieces_to_csv(module).splitlines()
    turned = "\n".join([head, *reversed(lines)])
    (told,) = pieces_from_csv(module, turned).differences
    assert told.words() == "lines: order as before → as in the table"
    table = schedule_to_csv(module)
    line = next(line for line in table.splitlines() if "replacements" in line)
    found = schedule_from_csv(module, f"{table}{line}\n")
    assert [one.kind for one in found.differences] == ["new"]
    assert len(found.module.schedule) == len(module.schedule) + 1


def _pasting(at: tuple[int, int]) -> Read:
    return lambda module, text: TableImport(pasted(module, "crt", at, text), ())


def test_line_breaks_in_cells_are_read_back() -> None:
    for text in ("one\rtwo", "one\r\ntwo", "one\ntwo"):
        module = set_card_fields(a_rich_module(), ["card-1"], {"note": text})
        assert cards_from_csv(module, cards_to_csv(module)).module is module


def test_what_is_pasted_into_a_chart_fits_or_is_refused() -> None:
    module = a_rich_module()
    text = "AE\tEX\nEX\tDR\n"
    for number in range(TORN):
        dice = Random(number)
        at = (dice.choice((0, 1, 2, -1, 99)), dice.choice((0, 1, -1)))
        found = taken(_pasting(at), module, torn(text, dice))
        if found is not None:
            assert not check(found.module).errors
            sizes = [[len(row) for row in one.charts[0].cells] for one in (found.module, module)]
            assert sizes[0] == sizes[1]
