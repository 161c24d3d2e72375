"""Takes the pictures of README and documents: ``python -m tests.pictures [FOLDER]`` from the checkout.

The windows are the real ones, opened without a screen; the game is a scenario a bot has played into the
middle of a turn. Pictures go to ``resources/docs/pictures`` unless another folder is named.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from time import monotonic

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QPoint, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from app.application import Application
from app.editor.window import EditorWindow, open_document
from app.graphics.board_view import BoardView
from app.library.request import StartRequest
from app.player.window import PlayerWindow
from app.resource_files import resource
from app.settings import SettingsStore
from engine.bots import make_bot
from engine.loading import builtin_modules, load_module
from engine.rules.freeplay_actions import DiscardCard, DrawCard

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "resources" / "docs" / "pictures"
SIZE = (1920, 1080)


def settle(seconds: float) -> None:
    """Let windows finish what they draw between events."""
    end = monotonic() + seconds
    while monotonic() < end:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


def take(window: QWidget, folder: Path, name: str, seconds: float = 4.0) -> None:
    """One picture of a window at the size of the documents."""
    window.resize(*SIZE)
    settle(seconds)
    for view in window.findChildren(BoardView):
        view.backdrop.finish()
    settle(0.3)
    picture = window.grab()
    dialogs = [w for w in window.findChildren(QDialog) if w.isVisible()]
    for dialog in dialogs:
        brush = QPainter(picture)
        left, top = (SIZE[0] - dialog.width()) // 2, (SIZE[1] - dialog.height()) // 2
        brush.fillRect(left - 1, top - 1, dialog.width() + 2, dialog.height() + 2, 0x2E2413)
        brush.drawPixmap(left, top, dialog.grab())
        brush.end()
    save(picture, folder, name)


def save(picture: QPixmap, folder: Path, name: str) -> None:
    """Keep a picture, small enough for a repository."""
    target = folder / f"{name}.jpg"
    picture.save(str(target), "JPG", 88)
    sys.stdout.write(f"{target}\n")


class Click:
    """Clicks and points at hexes of a window."""

    def __init__(self, window: PlayerWindow) -> None:
        self.window, self.viewport = window, window.view.viewport()

    def point(self, place: str) -> QPoint:
        """Where a hex is on the screen."""
        center = self.window.scene.center_of(place)
        assert center is not None
        return self.window.view.view_point(center).toPoint()

    def at(self, place: str) -> None:
        """Click on a hex."""
        self.over(place)
        QTest.mouseClick(
            self.viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, self.point(place)
        )
        settle(1)

    def over(self, place: str) -> None:
        """Point at a hex."""
        QTest.mouseMove(self.viewport, self.point(place) + QPoint(5, 5))
        QTest.mouseMove(self.viewport, self.point(place))
        settle(1.5)


def play_to(window: PlayerWindow, phase: str, more: int = 0) -> None:
    """Let a greedy bot play until a phase, and some actions further."""
    session = window.session
    bots = {side.id: make_bot("greedy", 3, side.id) for side in session.module.sides}
    left = more
    while (decision := session.game.decision) is not None:
        if session.state.phase == phase:
            left -= 1
            if left < 0:
                return
        side = decision.sides[0]
        session.submit(bots[side].choose(session.rules, session.game.state, decision, side), side)


def take_cards(program: Application, folder: Path) -> None:
    """A hand of cards on the table of the free-play template."""
    path = resource("templates", "free-play")
    request = StartRequest(path=path, module=load_module(path), scenario="first", seed=7)
    window = program.start_game(request)
    assert window is not None
    assert window.panels.cards is not None
    window.resize(*SIZE)
    window.reset_layout()
    for card in ("event-10", "event-6", "event-2"):
        window.session.queue_table_dice((), (card,))
        window.session.submit(DrawCard(deck="events"))
    window.session.submit(DiscardCard(card="event-5"))
    settle(3)
    table = window.panels.cards.table
    QTest.mouseMove(table, table.place_of("event-10").center())
    take(window, folder, "cards")


def take_deck(folder: Path, home: Path) -> None:
    """The editor's page of cards and decks."""
    copied = home / "deck"
    shutil.copytree(resource("templates", "free-play"), copied)
    window = EditorWindow(open_document(copied), SettingsStore(home / "settings.json"))
    window.show()
    window.jump(("cards", 9))
    take(window, folder, "editor-deck", 2)
    window.document.stack.setClean()
    window.close()


def main(folder: Path) -> None:
    """Take them all."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["HEXWRIGHT_HOME"] = home
        application = QApplication.instance() or QApplication(["hexwright"])
        assert isinstance(application, QApplication)
        program = Application(SettingsStore(Path(home) / "settings.json"))
        take(program.open_library(), folder, "library", 8)
        path = builtin_modules()["afrika"]
        request = StartRequest(path=path, module=load_module(path), scenario="gazala", seed=42, is_solo=True)
        window = program.start_game(request)
        assert window is not None
        window.set_minimap(on=True)
        take(window, folder, "player", 6)
        play_to(window, "axis.movement", 6)
        click = Click(window)
        settle(2)
        click.at("A28.22")
        click.over("A31.19")
        take(window, folder, "movement")
        QTest.keyClick(window.view, Qt.Key.Key_Escape)
        play_to(window, "axis.combat")
        settle(2)
        click.at("A31.22")
        click.at("A30.21")
        click.at("A31.21")
        take(window, folder, "combat")
        take_cards(program, folder)
        take_deck(folder, Path(home))
        for each in program.players:
            each.session.mark_saved()
        program.close_all()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
