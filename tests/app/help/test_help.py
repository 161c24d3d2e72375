"""The help viewer: pages, search, links."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage
from pytestqt.qtbot import QtBot

from app import __version__
from app.help.about import AboutDialog, version_facts
from app.help.browser import PageBrowser
from app.help.pages import Page, anchor, search, shipped_pages
from app.help.window import HelpWindow
from tests.fixtures.hands import press, write

GUIDE = """# User guide

Start here. See [the rules](games/one.md#moving-units) or [below](#saving).

## Saving

A **save** is one file.

```
## no heading in code
```

| key | does |
|---|---|
| Ctrl+S | saves |
"""
GAME = "# Game One\n\nIntro.\n\n## Moving units\n\nA unit moves once. Back to [the guide](../guide.md).\n"


@pytest.fixture
def pages(tmp_path: Path) -> tuple[Page, ...]:
    (tmp_path / "games").mkdir()
    (tmp_path / "decisions").mkdir()
    (tmp_path / "guide.md").write_text(GUIDE, encoding="utf-8")
    (tmp_path / "games" / "one.md").write_text(GAME, encoding="utf-8")
    (tmp_path / "decisions" / "0001-x.md").write_text("no heading at all", encoding="utf-8")
    (tmp_path / "games" / "broken.md").write_bytes(b"\xff\xfe\xff")
    return shipped_pages(tmp_path)


def test_pages_come_in_groups_with_titles(pages: tuple[Page, ...]) -> None:
    assert [page.id for page in pages] == ["guide.md", "games/one.md", "decisions/0001-x.md"]
    assert [page.group for page in pages] == ["Using Hexwright", "The games", "How it is made"]
    assert pages[0].title == "User guide"
    assert pages[2].title == "decisions/0001-x.md"
    assert [heading.anchor for heading in pages[0].headings] == ["user-guide", "saving"]


def test_anchors_are_those_of_code_hosts() -> None:
    assert anchor("What `end-phase` does, and when") == "what-end-phase-does-and-when"
    assert anchor("Élan vital") == "élan-vital"


def test_search_finds_all_words_with_their_heading(pages: tuple[Page, ...]) -> None:
    hits = search(pages, "unit moves")
    assert [hit.page.id for hit in hits] == ["games/one.md"]
    assert hits[0].heading is not None
    assert hits[0].heading.anchor == "moving-units"
    assert hits[0].line == "A unit moves once. Back to the guide."
    assert search(pages, "SAVING")[0].line == "Saving"
    assert search(pages, "zebra") == ()
    assert search(pages, "  ") == ()


def test_the_window_follows_links_and_goes_back(pages: tuple[Page, ...], qtbot: QtBot) -> None:
    window = HelpWindow(pages)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert window.browser.page is pages[0]
    window.browser.anchorClicked.emit(QUrl("games/one.md#moving-units"))
    assert window.browser.page is pages[1]
    window.browser.anchorClicked.emit(QUrl("../guide.md"))
    assert window.browser.page is pages[0]
    window.go_back()
    assert window.browser.page is pages[1]
    press(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.browser.page is pages[0]
    window.browser.anchorClicked.emit(QUrl("#saving"))
    assert window.browser.page is pages[0]
    assert not window.show_page("nowhere.md")


def test_links_to_the_web_leave_the_program(
    pages: tuple[Page, ...], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = HelpWindow(pages)
    qtbot.addWidget(window)
    asked: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: asked.append(url.toString()))
    window.browser.anchorClicked.emit(QUrl("https://example.org/rules"))
    assert asked == ["https://example.org/rules"]
    assert window.browser.page is pages[0]


def test_typing_searches_and_enter_opens(pages: tuple[Page, ...], qtbot: QtBot) -> None:
    window = HelpWindow(pages)
    qtbot.addWidget(window)
    window.show()
    write(window.search_box, "moves")
    assert window.contents.topLevelItemCount() == 1
    page = window.contents.topLevelItem(0)
    assert page is not None
    assert page.text(0) == "Game One"
    hit = page.child(0)
    assert hit is not None
    window.contents.setCurrentItem(hit)
    press(window.contents, Qt.Key.Key_Return)
    assert window.browser.page is pages[1]
    window.search_box.clear()
    assert window.contents.topLevelItemCount() == 3


def test_enter_and_down_in_the_search_field_lead_to_the_hits(pages: tuple[Page, ...], qtbot: QtBot) -> None:
    window = HelpWindow(pages)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.search_box.setFocus()
    write(window.search_box, "moves")
    press(window.search_box, Qt.Key.Key_Return)
    assert window.browser.page is pages[1]
    assert "A unit moves once" in window.browser.textCursor().block().text()
    window.search_box.setText("save")
    press(window.search_box, Qt.Key.Key_Down)
    assert window.contents.hasFocus()
    current = window.contents.currentItem()
    assert current is not None
    above = current.parent()
    assert above is not None
    assert above.text(0) == "User guide"
    press(window.contents, Qt.Key.Key_Return)
    assert window.browser.page is pages[0]
    assert "save" in window.browser.textCursor().block().text()


def test_a_hit_below_a_tall_picture_is_in_sight(tmp_path: Path, qtbot: QtBot) -> None:
    picture = QImage(900, 2400, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.gray)
    assert picture.save(str(tmp_path / "tall.png"))
    text = "# Page\n\n## Part\n\n![](tall.png)\n\nThe needle lies here.\n" + "\nMore.\n" * 60
    window = HelpWindow((Page("page", text, "Group", tmp_path),))
    qtbot.addWidget(window)
    window.show()
    write(window.search_box, "needle")
    press(window.search_box, Qt.Key.Key_Return)
    place = window.browser.cursorRect(window.browser.textCursor())
    assert window.browser.viewport().rect().contains(place.topLeft())


def test_the_help_begins_with_the_guide_for_players(qtbot: QtBot) -> None:
    window = HelpWindow()
    qtbot.addWidget(window)
    page = window.browser.page
    assert page is not None
    assert page.id == "players-guide.md"


def test_a_game_brings_its_own_pages(pages: tuple[Page, ...], qtbot: QtBot) -> None:
    window = HelpWindow(pages)
    qtbot.addWidget(window)
    window.add_pages((Page("game:combat", "# Combat\n\nRoll.", "This game"),))
    assert window.show_page("game:combat")
    window.add_pages((Page("game:combat", "# Combat, new\n", "This game"),))
    assert [page.id for page in window.pages].count("game:combat") == 1


def test_headings_and_tables_are_styled(pages: tuple[Page, ...], qtbot: QtBot) -> None:
    window = HelpWindow(pages)
    qtbot.addWidget(window)
    document = window.browser.document()
    first = document.begin()
    assert first.blockFormat().headingLevel() == 1
    size = first.begin().fragment().charFormat().font().pixelSize()
    assert size > 20
    tables = document.rootFrame().childFrames()
    assert len(tables) == 1


def test_about_tells_the_version(qtbot: QtBot) -> None:
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    assert __version__ in dialog.facts.text()
    assert "Qt 6" in version_facts()


def test_the_shipped_documents_have_titles() -> None:
    for page in shipped_pages():
        assert page.headings, page.id


def test_headings_of_the_same_words_have_anchors_of_their_own(qtbot: QtBot) -> None:
    text = "# Turn\n\n## Axis\n\n### Combat\n\nfirst\n\n## Allied\n\n### Combat\n\nsecond\n"
    page = Page("turn", text + "\n\nlong\n" * 80)
    assert [heading.anchor for heading in page.headings] == ["turn", "axis", "combat", "allied", "combat-1"]
    browser = PageBrowser()
    qtbot.addWidget(browser)
    browser.resize(400, 120)
    browser.show()
    browser.show_page(page, "combat")
    first = browser.verticalScrollBar().value()
    browser.show_page(page, "combat-1")
    assert browser.verticalScrollBar().value() > first
    assert not browser.show_anchor("combat-2")
