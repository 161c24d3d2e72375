"""A table of counters that gives some of them another id: they keep their places and entries."""

import pytest

from engine.editing.change import EditRefused
from engine.editing.csv_tables import pieces_from_csv, pieces_to_csv
from engine.editing.csv_text import Rest
from engine.editing.pieces import rename_piece, uses_of
from tests.engine.editing.modules import a_module


def test_a_counter_becomes_another_and_stays_where_it_was() -> None:
    module = a_module()
    outcome = pieces_from_csv(module, "id,becomes,name\n1-red-inf,first-red,First Red\n", Rest.STAYS)
    found = outcome.module.piece("first-red")
    assert found.name == "First Red"
    assert len(uses_of(outcome.module, "first-red")) == len(uses_of(module, "1-red-inf")) > 0
    assert "1-red-inf" not in {piece.id for piece in outcome.module.pieces}
    words = [difference.words() for difference in outcome.differences]
    assert words[0] == "1-red-inf: id 1-red-inf → first-red"
    assert any(line.startswith("first-red: name") for line in words)
    assert not any("gone" in line or "new" in line.split(": ", 1)[1].split() for line in words)
    assert len(outcome.module.pieces) == len(module.pieces)


def test_the_whole_table_with_new_ids_loses_nothing() -> None:
    module = a_module()
    lines = pieces_to_csv(module).splitlines()
    table = "\n".join([f"{lines[0]},becomes", *(f"{line},{line.split(',')[0]}-x" for line in lines[1:])])
    outcome = pieces_from_csv(module, table)
    expected = module
    for piece in module.pieces:
        expected = rename_piece(expected, piece.id, f"{piece.id}-x")
    assert outcome.module == expected
    assert outcome.homes == ()


def test_an_empty_cell_or_the_same_id_changes_nothing() -> None:
    module = a_module()
    for cell in ("", "1-red-inf"):
        outcome = pieces_from_csv(module, f"id,becomes\n1-red-inf,{cell}\n", Rest.STAYS)
        assert outcome.module is module
        assert outcome.differences == ()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nobody,somebody", "line 2: there is no counter 'nobody'"),
        ("1-red-inf,1-blue-inf", "line 2: there is a counter '1-blue-inf' already"),
        ("1-red-inf,No Id!", "id"),
    ],
)
def test_what_cannot_become_is_refused(line: str, words: str) -> None:
    with pytest.raises(EditRefused, match=words):
        pieces_from_csv(a_module(), f"id,becomes\n{line}\n", Rest.STAYS)
