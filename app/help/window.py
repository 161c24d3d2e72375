"""The help window: contents and search at the left, the page at the right.

F1 opens it anywhere in the program, at the page for what is being done.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QSplitter,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QTreeWidgetItemIterator,
    QVBoxLayout,
    QWidget,
)

from app.help.browser import PageBrowser
from app.help.pages import Hit, Page, search, shipped_pages
from app.screen_fit import first_size
from app.theme.current import bind_icon, scaled
from app.widgets.labels import label
from app.widgets.search_box import SearchBox

_PAGE = int(Qt.ItemDataRole.UserRole) + 1
_ANCHOR = _PAGE + 1
_LINE = _ANCHOR + 1


class HelpWindow(QMainWindow):
    """Shows the shipped documents and whatever pages the open game brings."""

    def __init__(self, pages: tuple[Page, ...] | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Hexwright help")
        self._pages = pages if pages is not None else shipped_pages()
        self._past: list[tuple[str, int]] = []
        self.search_box = SearchBox("Search the help", "Ctrl+F")
        self.contents = QTreeWidget()
        self.browser = PageBrowser()
        self.back = QToolButton()
        self._found = label("", "note")
        self._lay_out()
        self._fill_contents()
        self.browser.asked.connect(self.show_page)
        if self._pages:
            self.show_page(self._pages[0].id)

    @property
    def pages(self) -> tuple[Page, ...]:
        """All pages."""
        return self._pages

    def add_pages(self, pages: tuple[Page, ...]) -> None:
        """Put a game's own pages in front, in place of earlier ones of the same ids."""
        ids = {page.id for page in pages}
        self._pages = pages + tuple(page for page in self._pages if page.id not in ids)
        self._fill_contents()

    def show_page(self, page_id: str, at: str = "") -> bool:
        """Show a page; False if there is none of that id."""
        page = next((page for page in self._pages if page.id == page_id), None)
        if page is None:
            return False
        shown = self.browser.page
        if shown is not None and shown.id != page_id:
            self._past.append((shown.id, self.browser.verticalScrollBar().value()))
        self.back.setEnabled(bool(self._past))
        self.browser.show_page(page, at)
        self._mark(page_id)
        return True

    def go_back(self) -> None:
        """Return to the page before."""
        if not self._past:
            return
        page_id, place = self._past.pop()
        page = next((page for page in self._pages if page.id == page_id), None)
        if page is not None:
            self.browser.show_page(page)
            self.browser.verticalScrollBar().setValue(place)
            self._mark(page_id)
        self.back.setEnabled(bool(self._past))

    def _lay_out(self) -> None:
        left = QWidget()
        left.setProperty("kind", "panel")
        column = QVBoxLayout(left)
        column.setContentsMargins(scaled(10), scaled(10), scaled(10), scaled(6))
        row = QHBoxLayout()
        self.back.setToolTip("Back (Alt+Left)")
        self.back.setAccessibleName("Back")
        self.back.setEnabled(False)
        bind_icon(self.back, "left")
        self.back.clicked.connect(self.go_back)
        row.addWidget(self.back)
        row.addWidget(self.search_box, 1)
        column.addLayout(row)
        column.addWidget(self._found)
        column.addWidget(self.contents, 1)
        self._found.hide()
        self.contents.setHeaderHidden(True)
        self.contents.setAccessibleName("Contents")
        self.contents.itemActivated.connect(self._open_item)
        self.contents.itemClicked.connect(self._open_item)
        self.search_box.textChanged.connect(self._search)
        self.search_box.returnPressed.connect(self._open_first)
        self.search_box.downward.connect(self._go_down)
        split = QSplitter()
        split.addWidget(left)
        split.addWidget(self.browser)
        split.setSizes([scaled(290), scaled(700)])
        split.setStretchFactor(1, 1)
        self.setCentralWidget(split)
        self.resize(first_size(self, 1040, 720))
        QShortcut(QKeySequence("Alt+Left"), self).activated.connect(self.go_back)
        QShortcut(QKeySequence("Esc"), self).activated.connect(self.close)

    def _fill_contents(self) -> None:
        self.contents.clear()
        groups: dict[str, QTreeWidgetItem] = {}
        for page in self._pages:
            parent = groups.get(page.group)
            if parent is None:
                parent = QTreeWidgetItem([page.group])
                parent.setFlags(Qt.ItemFlag.ItemIsEnabled)
                groups[page.group] = parent
                self.contents.addTopLevelItem(parent)
            item = _item(page.title, page.id)
            parent.addChild(item)
            for heading in page.headings[1:]:
                if heading.depth == 2:
                    item.addChild(_item(heading.words, page.id, heading.anchor))
        for number, parent in enumerate(groups.values()):
            parent.setExpanded(number < 2)

    def _search(self, words: str) -> None:
        if not words.strip():
            self._found.hide()
            self._fill_contents()
            return
        hits = search(self._pages, words)
        self.contents.clear()
        groups: dict[str, QTreeWidgetItem] = {}
        for hit in hits:
            if hit.page.id not in groups:
                groups[hit.page.id] = _item(hit.page.title, hit.page.id)
                self.contents.addTopLevelItem(groups[hit.page.id])
                groups[hit.page.id].setExpanded(True)
            groups[hit.page.id].addChild(_hit_item(hit))
        self._found.setText(f"{len(hits)} places found" if hits else "Nothing found; try fewer words")
        self._found.show()

    def _first_hit(self) -> QTreeWidgetItem | None:
        page = self.contents.topLevelItem(0)
        return (page.child(0) or page) if page is not None else None

    def _open_first(self) -> None:
        """Enter in the search field opens the first place that was found."""
        hit = self._first_hit() if self.search_box.text().strip() else None
        if hit is not None:
            self.contents.setCurrentItem(hit)
            self._open_item(hit)

    def _go_down(self) -> None:
        """Down leads from the search field to what was found, or into the contents."""
        first = self._first_hit() if self.search_box.text().strip() else self.contents.currentItem()
        if first is not None:
            self.contents.setCurrentItem(first)
        self.contents.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _open_item(self, item: QTreeWidgetItem) -> None:
        page_id = item.data(0, _PAGE)
        if page_id:
            found = item.data(0, _LINE)
            anchor = item.data(0, _ANCHOR) or ""
            self.show_page(page_id, anchor)
            if found:
                self.contents.setCurrentItem(item)
                self.browser.show_line(found, anchor)
        else:
            item.setExpanded(not item.isExpanded())

    def _mark(self, page_id: str) -> None:
        walk = QTreeWidgetItemIterator(self.contents)
        while (item := walk.value()) is not None:
            if item.data(0, _PAGE) == page_id and not item.data(0, _ANCHOR):
                self.contents.setCurrentItem(item)
                self.contents.scrollToItem(item)
                return
            walk += 1


def _item(words: str, page_id: str, anchor: str = "") -> QTreeWidgetItem:
    item = QTreeWidgetItem([words])
    item.setData(0, _PAGE, page_id)
    item.setData(0, _ANCHOR, anchor)
    return item


def _hit_item(hit: Hit) -> QTreeWidgetItem:
    where = hit.heading.words if hit.heading else hit.page.title
    item = _item(hit.line, hit.page.id, hit.heading.anchor if hit.heading else "")
    item.setData(0, _LINE, hit.line)
    item.setToolTip(0, f"{hit.page.title}: {where}")
    return item
