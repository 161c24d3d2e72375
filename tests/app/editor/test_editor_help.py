"""The menus Print and Help of the editor: F1 opens the help at what the person is working on."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.editor.editor_help import _BOTTOM, _PAGES, PAGE, PRINTING
from app.help.pages import anchor, shipped_pages
from tests.app.editor.conftest import Designer


def test_every_heading_that_f1_leads_to_is_in_the_help(qapp: object) -> None:
    pages = {page.id: page for page in shipped_pages()}
    known = {heading.anchor for heading in pages[PAGE].headings}
    wanted = {*_PAGES.values(), *_BOTTOM, "The inspector", "Issues", "The window"}
    assert {anchor(heading) for heading in wanted} <= known
    assert PRINTING in pages


@pytest.mark.parametrize("name", ["map", "counters", "cards", "texts", "chart", "list", "victory"])
def test_each_page_has_its_topic(designer: Designer, name: str) -> None:
    designer.window.show_page(name)
    designer.window.setFocus()
    assert designer.window.helping.topic() == _PAGES[name]


def test_f1_opens_the_help_where_the_keyboard_is(designer: Designer) -> None:
    window = designer.window
    QTest.keyClick(window.map_page.view, Qt.Key.Key_F1)
    helped = window.helping.window
    assert helped is not None
    assert helped.isVisible()
    assert helped.browser.page is not None
    assert helped.browser.page.id == PAGE
    helped.close()
    window.activateWindow()
    window.inspector.fields["title"].setFocus()
    assert window.helping.topic() == "The inspector"


def test_print_has_a_menu_and_a_key(designer: Designer) -> None:
    window = designer.window
    titles = [action.text().replace("&", "") for action in window.menus.actions()]
    assert titles == ["File", "Edit", "View", "Map", "Play", "Design", "Pages", "Print", "Help"]
    asked: list[str] = []
    window.print_wanted.connect(lambda _module, scenario: asked.append(scenario))
    QTest.keyClick(window.map_page.view, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert asked == [window.map_page.scenario]
