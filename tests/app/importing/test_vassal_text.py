"""Tokens, traits, prototypes: the small languages of VASSAL."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.importing.refusal import ImportRefused
from app.importing.vassal.tokens import decimal, join, split, whole
from app.importing.vassal.traits import Prototypes, chain, expanded, properties, read_piece
from tests.fixtures.vassal_modules import basic, basic_state, chained, piece_text


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a;b;;c", ["a", "b", "", "c"]),
        ("a;", ["a", ""]),
        (r"a\;b;c", ["a;b", "c"]),
        (r"a\\;b", ["a\\;b"]),
        ("'a';b", ["a", "b"]),
        ("';b", ["'", "b"]),
        (r"83\,195;x", [r"83\,195", "x"]),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert split(text, ";") == tokens


@given(
    st.lists(
        st.text(alphabet="ab;\\'/\t", max_size=8).filter(lambda t: not t.endswith("\\")),
        min_size=1,
        max_size=5,
    )
)
def test_what_is_joined_is_split_again(tokens: list[str]) -> None:
    assert split(join(tokens, ";"), ";") == tokens


def test_numbers_of_any_text() -> None:
    assert (whole("7"), whole("7.9"), whole("x", 3), whole("inf", 4), decimal("nan", 2.0)) == (
        7,
        7,
        3,
        4,
        2.0,
    )


def test_a_chain_of_four_traits_in_both_framings() -> None:
    parts = ["mark;Side", "label;;x;12", "emb2;Activate", "piece;;;a.png;Name"]
    nested = chain(chained(parts), chained(["Red", "6-4", "1", "null;0;0;5;0"]))
    assert [trait.kind for trait in nested] == ["mark", "label", "emb2", "piece"]
    assert [trait.state for trait in nested] == ["Red", "6-4", "1", "null;0;0;5;0"]
    flat = chain("\t".join(parts), "Red\t6-4\t1\t")
    assert [trait.kind for trait in flat] == ["mark", "label", "emb2", "piece"]


def test_a_piece_knows_name_picture_and_number() -> None:
    piece = read_piece(
        "\n\t" + piece_text(["mark;Side", basic("a b.png", "1/7 Inf")], ["Red", basic_state("23")]) + "\n"
    )
    assert piece is not None
    assert (piece.name, piece.gpid, piece.basic and piece.basic.text(2)) == ("1/7 Inf", "23", "a b.png")
    assert read_piece("") is None
    assert read_piece("-/17") is None


def test_prototypes_are_put_in_and_do_not_loop() -> None:
    known = Prototypes(
        {
            "Unit": chain("prototype;Base\tmark;Arm\\\tpiece;;;;", "\tInf\\\tnull;0;0;"),
            "Base": chain("mark;Side\tpiece;;;;", "Red\tnull;0;0;"),
            "Loop": chain("prototype;Loop\tpiece;;;;", "\t"),
        }
    )
    piece = read_piece(piece_text(["prototype;Unit;Size=XX", basic("a.png", "A")], ["", basic_state()]))
    assert piece is not None
    found = known.expand(piece.traits)
    assert properties(found, "A") | {} == {
        "Size": "XX",
        "Side": "Red",
        "Arm": "Inf",
        "BasicName": "A",
        "PieceName": "A",
        "pieceName": "A",
    }
    assert [trait.kind for trait in found].count("piece") == 1
    known.expand(chain("prototype;Loop\tprototype;Nowhere\\\tpiece;;;;", "\t\\\t"))
    assert known.missing == {"Loop", "Nowhere"}


def test_prototypes_that_name_ever_more_others_are_refused() -> None:
    two = {
        f"P{n}": chain(f"prototype;P{n + 1}\tprototype;P{n + 1}\\\tpiece;;;;", "\t\\\t") for n in range(19)
    }
    with pytest.raises(ImportRefused, match="2000 prototypes"):
        Prototypes(two).expand(chain("prototype;P0\tpiece;;;;", "\t"))


def test_endless_chains_are_refused() -> None:
    with pytest.raises(ImportRefused, match="more than 2000 traits"):
        chain("\t".join(["mark;x"] * 3000), "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("$a$-$b$", "3-4"),
        ("{a}", "3"),
        ('{"x"}', "x"),
        ("$none$", ""),
        ("plain", "plain"),
        ("$c$", "3!"),
        ("{a+1}", "{a+1}"),
    ],
)
def test_labels_show_values(text: str, shown: str) -> None:
    assert expanded(text, {"a": "3", "b": "4", "c": "$a$!"}) == shown
