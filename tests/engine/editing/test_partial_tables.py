"""Tables that lack things of the module, or have columns of somebody's own."""

import pytest

from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.card_tables import cards_from_csv
from engine.editing.csv_tables import pieces_from_csv, pieces_to_csv, schedule_from_csv, schedule_to_csv
from engine.editing.csv_text import Rest, TableImport, read_both
from tests.engine.editing.modules import a_module

NEW = "id,name,side,type,Remark\nnew-inf,Newcomers,{side},infantry,mine\n"


def with_a_new_line(module: ModuleDef) -> str:
    return NEW.format(side=module.sides[0].id)


def test_what_is_not_in_a_table_goes_or_stays() -> None:
    module = a_module()
    outcome = read_both(module, with_a_new_line(module), pieces_from_csv)
    assert outcome.lost == len(module.pieces)
    assert [piece.id for piece in outcome.module.pieces] == ["new-inf"]
    assert module.scenarios[0].title in outcome.homes
    kept = outcome.kept
    assert kept is not None
    assert [piece.id for piece in kept.module.pieces] == [*(p.id for p in module.pieces), "new-inf"]
    assert kept.module.scenarios is module.scenarios
    assert [difference.words() for difference in kept.differences] == ["new-inf: new"]
    assert (kept.homes, kept.lost, kept.kept) == ((), 0, None)


def test_lines_that_stay_keep_their_order_and_take_changes() -> None:
    module = a_module()
    first, second = module.pieces[:2]
    outcome = pieces_from_csv(module, f"id,note\n{second.id},b\n{first.id},a\n", Rest.STAYS)
    assert [piece.id for piece in outcome.module.pieces] == [piece.id for piece in module.pieces]
    assert [piece.note for piece in outcome.module.pieces[:2]] == ["a", "b"]
    assert {difference.kind for difference in outcome.differences} == {"changed"}


def test_where_things_cannot_go_only_their_staying_is_offered() -> None:
    module = a_module()

    def refusing(_module: ModuleDef, text: str, rest: Rest) -> TableImport:
        if rest is Rest.GOES:
            raise EditRefused("they are needed")
        return cards_from_csv(module, text, rest)

    outcome = read_both(module, "id,title,deck\nfresh,Fresh,events\n", refusing)
    assert outcome.must_keep == "they are needed"
    assert outcome.kept is not None
    assert [difference.kind for difference in outcome.differences] == ["new"]


def test_a_wrong_cell_is_refused_either_way() -> None:
    module = a_module()
    with pytest.raises(EditRefused) as caught:
        read_both(module, "id,steps\nnew-inf,many\n", pieces_from_csv)
    assert "line 2: steps: a number is wanted" in str(caught.value)


def test_a_whole_table_offers_no_choice() -> None:
    module = a_module()
    outcome = read_both(module, pieces_to_csv(module).replace("Minefield", "Mines"), pieces_from_csv)
    assert outcome.kept is None


def test_columns_of_ones_own_are_left_out_and_told() -> None:
    module = a_module()
    outcome = pieces_from_csv(module, with_a_new_line(module), Rest.STAYS)
    assert outcome.ignored == ("Remark",)
    assert outcome.module.pieces[-1].name == "Newcomers"
    assert cards_from_csv(module, "id,My remark\ncard-1,x\n", Rest.STAYS).ignored == ("My remark",)
    assert schedule_from_csv(module, schedule_to_csv(module).replace("turn,", "Mine,turn,", 1).replace(
        "\n", "\nx,").removesuffix("x,")).ignored == ("Mine",)  # fmt: skip


@pytest.mark.parametrize(
    ("column", "meant"),
    [("nmae", "name"), ("Attack", "values.attack"), ("formatoin", "formation")],
)
def test_columns_that_look_like_known_ones_are_refused(column: str, meant: str) -> None:
    module = a_module()
    with pytest.raises(EditRefused) as caught:
        pieces_from_csv(module, f"id,{column}\n{module.pieces[0].id},1\n", Rest.STAYS)
    assert str(caught.value) == f"the column '{column}' is not known; did you mean '{meant}'?"


def test_entries_that_are_not_in_a_table_stay() -> None:
    module = a_module()
    head, line = schedule_to_csv(module).splitlines()
    outcome = read_both(module, f"{head}\n{line.replace('3', '2', 1)}\n", schedule_from_csv)
    assert outcome.lost == 1
    assert outcome.kept is not None
    assert len(outcome.kept.module.schedule) == len(module.schedule) + 1
    assert {difference.kind for difference in outcome.kept.differences} == {"new"}


def test_an_empty_cell_is_told_as_one() -> None:
    with pytest.raises(EditRefused) as caught:
        schedule_from_csv(a_module(), "turn,side,action\n,axis,arrive\n")
    assert str(caught.value) == "line 2: the cell under 'turn' is empty; fill it"
