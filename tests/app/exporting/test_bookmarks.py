"""The outline of printed files: every sheet of several pages has one that leads where it says."""

from __future__ import annotations

import pypdfium2
import pytest

from app.exporting.bookmarks import bookmarks_of, flat, with_outline
from app.exporting.plan import POINT, ExportPlan, Words
from app.exporting.writing import finished, pdf_making
from tests.app.exporting.sheets import a_plan, a_source, page_text, pdf_of


def outline(document: pypdfium2.PdfDocument) -> list[tuple[int, str, int, float]]:
    """Depth, words, page and height in points of every line."""
    found = []
    for mark in document.get_toc():
        place = mark.get_dest()
        found.append((mark.level, mark.get_title(), place.get_index(), place.get_view()[1][1]))
    return found


@pytest.mark.parametrize("kind", ["setup", "schedule", "counters", "charts", "aid", "map"])
def test_every_sheet_has_an_outline_that_is_read_back(kind: str) -> None:
    plan = a_plan(kind)
    document = pdf_of(plan, a_source().drawer)
    wanted = [(depth, mark.title, mark.page) for depth, mark in flat(bookmarks_of(plan))]
    assert [line[:3] for line in outline(document)] == wanted
    assert len(wanted) >= len(plan.pages) or kind in ("setup", "aid")
    assert {page for _, _, page in wanted} <= set(range(len(plan.pages)))


def test_a_line_leads_to_the_height_of_its_chart() -> None:
    plan = a_plan("charts")
    document = pdf_of(plan, a_source().drawer)
    for _depth, title, page, height in outline(document)[1:]:
        marks = [
            (y + mark.y, mark)
            for _, y, mark in plan.pages[page].marks()
            if isinstance(mark, Words) and mark.text == title
        ]
        assert marks, title
        top = (plan.pages[page].height * POINT**-1) - height
        assert min(abs(y - top * POINT) for y, _ in marks) < 6.0, title
        assert title.split()[0] in page_text(document, page)


def test_a_set_up_sheet_is_in_parts_by_side() -> None:
    marks = bookmarks_of(a_plan("setup"))
    assert [mark.title.partition(":")[0] for mark in marks] == ["Axis", "Commonwealth"]
    assert any(part.title.startswith("Victory") for part in marks[0].parts)
    assert marks[0].page < marks[1].page


def test_subject_and_keywords_are_facts_of_the_file() -> None:
    plan = a_plan("charts")
    facts = pdf_of(plan, a_source().drawer).get_metadata_dict()
    assert facts["Subject"] == plan.subject
    assert facts["Keywords"] == "Afrika, charts"
    assert facts["Title"] == plan.title


def test_one_plain_page_has_no_outline() -> None:
    plan = a_plan("counters")
    single = ExportPlan(title="One page", pages=plan.pages[:1], subject="Ümlaut – and dash")
    assert bookmarks_of(single) == ()
    document = pdf_of(single, a_source().drawer)
    assert outline(document) == []
    assert document.get_metadata_dict()["Subject"] == "Ümlaut – and dash"


def test_nothing_of_the_old_bytes_is_changed_and_other_files_are_left_alone() -> None:
    plan = a_plan("aid")
    data = finished(pdf_making(plan, a_source().drawer))
    old = data[: data.index(b"%%EOF") + 6]
    assert with_outline(old, plan).startswith(old)
    assert with_outline(b"no pdf at all", plan) == b"no pdf at all"
    assert with_outline(old.replace(b"/Kids", b"/Sons"), plan) == old.replace(b"/Kids", b"/Sons")
    other = ExportPlan(title="x", pages=plan.pages[:1])
    assert with_outline(old, other) == old, "an outline for other pages is not put in"
