"""A text browser for Markdown pages in the type and colours of the theme.

Qt reads Markdown but styles it plainly; headings, tables, code and quotes are
restyled here after each page is set.
"""

from __future__ import annotations

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QFont,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from app.fonts import SANS, SERIF, TextSize
from app.help.pages import Page, anchors
from app.help.pictures import fit_pictures
from app.theme.current import scaled, text_height, theme, tokens

_SIZES = {1: TextSize.TITLE, 2: TextSize.SECTION, 3: TextSize.CARD, 4: TextSize.BODY}


class PageBrowser(QTextBrowser):
    """Shows one page; `asked` tells of a link to another page as (page id, anchor)."""

    asked = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setAccessibleName("Help text")
        self.anchorClicked.connect(self._follow)
        self._page: Page | None = None
        theme().changed.connect(self._again)

    @property
    def page(self) -> Page | None:
        """The page on show."""
        return self._page

    def show_page(self, page: Page, at: str = "") -> None:
        """Show a page, scrolled to an anchor if one is given."""
        self._page = page
        self.setSearchPaths([str(page.folder)] if page.folder else [])
        document = self.document()
        document.setDocumentMargin(scaled(26))
        document.setMarkdown(page.text, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
        _Restyler(document).run()
        self._fit_pictures()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        if at:
            self.show_anchor(at)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_pictures()

    def _fit_pictures(self) -> None:
        if self._page is not None and self._page.folder is not None:
            room = self.viewport().width() - 2 * scaled(26) - scaled(4)
            fit_pictures(self.document(), str(self._page.folder), room)

    def show_anchor(self, at: str) -> bool:
        """Scroll to a heading; False if the page has none of that anchor."""
        heads = self._heads()
        for block, place in zip(heads, anchors(head.text() for head in heads), strict=True):
            if place == at:
                box = self.document().documentLayout().blockBoundingRect(block)
                self.verticalScrollBar().setValue(round(box.top()) - scaled(10))
                return True
        return False

    def show_line(self, line: str, at: str = "") -> bool:
        """Scrolls to a line under a heading, a third down the page; False if it is not there."""
        words = next((part.strip() for part in line.split(" · ") if part.strip()), "")
        heads = self._heads()
        places = dict(zip(anchors(head.text() for head in heads), heads, strict=True))
        block = places.get(at, self.document().begin())
        while words and block.isValid():
            start = block.text().find(words)
            if start >= 0:
                place = QTextCursor(block)
                place.setPosition(block.position() + start)
                self.setTextCursor(place)
                below = self.cursorRect(place).top() - self.viewport().height() // 3
                self.verticalScrollBar().setValue(self.verticalScrollBar().value() + below)
                return True
            block = block.next()
        return False

    def _heads(self) -> list[QTextBlock]:
        """The headings of the page."""
        found, block = [], self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel():
                found.append(block)
            block = block.next()
        return found

    def _follow(self, url: QUrl) -> None:
        if url.scheme() in {"http", "https", "mailto"}:
            QDesktopServices.openUrl(url)
        elif self._page is not None:
            target = url.path()
            if not target:
                self.show_anchor(url.fragment())
                return
            base = self._page.id.rpartition("/")[0]
            parts: list[str] = base.split("/") if base else []
            for part in target.split("/"):
                if part == "..":
                    parts = parts[:-1]
                elif part not in {"", "."}:
                    parts.append(part)
            self.asked.emit("/".join(parts), url.fragment())

    def _again(self) -> None:
        if self._page is not None:
            place = self.verticalScrollBar().value()
            self.show_page(self._page)
            self.verticalScrollBar().setValue(place)


class _Restyler:
    """Walks a document and sets formats by meaning."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._theme = tokens()

    def run(self) -> None:
        block = self._document.begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            if level:
                self._heading(block, level)
            else:
                self._body(block)
            block = block.next()
        for frame in self._document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._table(frame)

    def _select(self, block: QTextBlock) -> QTextCursor:
        cursor = QTextCursor(block)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _heading(self, block: QTextBlock, level: int) -> None:
        size = _SIZES.get(level, TextSize.BODY)
        letters = QTextCharFormat()
        font = QFont(SERIF if level == 1 else SANS)
        font.setPixelSize(text_height(size) + (scaled(5) if level == 1 else 0))
        font.setWeight(QFont.Weight.Normal if level == 1 else QFont.Weight.DemiBold)
        letters.setFont(font)
        letters.setForeground(QColor(self._theme.text))
        cursor = self._select(block)
        cursor.setCharFormat(letters)
        shape = QTextBlockFormat()
        shape.setTopMargin(scaled(4) if level == 1 else scaled(20))
        shape.setBottomMargin(scaled(8))
        cursor.mergeBlockFormat(shape)

    def _body(self, block: QTextBlock) -> None:
        shape = QTextBlockFormat()
        shape.setLineHeight(140.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        if block.textList() is None and not self._is_in_table(block):
            shape.setBottomMargin(scaled(9))
        self._select(block).mergeBlockFormat(shape)

    def _is_in_table(self, block: QTextBlock) -> bool:
        return QTextCursor(block).currentTable() is not None

    def _table(self, table: QTextTable) -> None:
        shape = table.format()
        shape.setBorder(1)
        shape.setBorderCollapse(True)
        shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        shape.setBorderBrush(QColor(self._theme.line))
        shape.setCellPadding(scaled(6))
        shape.setCellSpacing(0)
        shape.setBottomMargin(scaled(14))
        shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table.setFormat(shape)
        for column in range(table.columns()):
            cell = table.cellAt(0, column)
            letters = cell.format()
            letters.setBackground(QColor(self._theme.row))
            cell.setFormat(letters)
