"""Words typed in any order, and which thing fits them best."""

import pytest

from engine.editing.matching import fit_of, words_of
from engine.editing.searching import search, value_at
from tests.engine.editing.modules import a_module


def fits(typed: str, *names: str, more: str = "") -> bool:
    return fit_of(words_of(typed), names, more) is not None


@pytest.mark.parametrize("typed", ["save as", "as save", "AS  sa", "s a", "file save"])
def test_words_are_found_in_any_order_and_by_their_beginnings(typed: str) -> None:
    assert fits(typed, "Save as", more="File")


def test_every_word_must_be_somewhere() -> None:
    assert not fits("save as pdf", "Save as", more="File")
    assert fit_of(words_of("save print"), ("Save as",), "Print") is not None


def test_the_best_comes_first() -> None:
    best = [
        ("Move", ""),
        ("Move counters", ""),
        ("Counters: move", ""),
        ("Remove", ""),
        ("Counters", "Move"),
        ("Counters", "Remove"),
    ]
    found = [fit_of(words_of("move"), (name,), more) for name, more in best]
    assert all(fit is not None for fit in found)
    assert found == sorted(fit for fit in found if fit is not None)
    assert len(set(found)) == len(best)


def test_a_later_beginning_counts_as_well_as_the_first() -> None:
    late = fit_of(("move",), ("Remove and move",))
    assert late is not None
    assert late.inside == 0


def test_search_puts_words_of_different_texts_together() -> None:
    module = a_module()
    [hit] = [hit for hit in search(module, "inf red 1") if hit.path[0] == "pieces"]
    assert value_at(module, hit.path) in module.pieces
    assert hit.title == "1 Red Inf"
    assert search(module, "pieces red")[0].path[0] == "pieces"
    assert all("pieces" in hit.text.lower() for hit in search(module, "pieces"))


def test_search_begins_with_the_best() -> None:
    hits = search(a_module(), "red")
    assert [hit.fit for hit in hits] == sorted(hit.fit for hit in hits)
    assert len(search(a_module(), "e", most=3)) == 3
