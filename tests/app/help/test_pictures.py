"""Pictures in the help viewer: never wider than the page, in their own proportions."""

from pathlib import Path

from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.help.browser import PageBrowser
from app.help.pages import Page
from app.help.pictures import _pictures


def widths(browser: PageBrowser) -> list[tuple[float, float]]:
    shapes = [fragment.charFormat().toImageFormat() for fragment in _pictures(browser.document())]
    return [(shape.width(), shape.height()) for shape in shapes]


def test_a_wide_picture_fits_the_page_and_follows_it(qtbot: QtBot, tmp_path: Path) -> None:
    for name, width in (("wide", 1600), ("small", 200)):
        picture = QImage(width, width // 2, QImage.Format.Format_RGB32)
        picture.fill(QColor("#b8452f"))
        picture.save(str(tmp_path / f"{name}.png"))
    text = "# Page\n\n![wide](wide.png)\n\n![small](small.png)\n\n![gone](gone.png)\n"
    browser = PageBrowser()
    qtbot.addWidget(browser)
    browser.resize(800, 600)
    browser.show()
    browser.show_page(Page("page.md", text, folder=tmp_path))
    found = widths(browser)
    assert [height for _, height in found][1] == 100
    wide, small = found[0], found[1]
    assert 600 < wide[0] <= browser.viewport().width()
    assert wide[1] == wide[0] / 2
    assert small[0] == 200
    browser.resize(560, 600)
    assert widths(browser)[0][0] < wide[0]
    assert browser.horizontalScrollBar().maximum() == 0
