"""What the editor does with a whole scenario or map: play it, copy it, compare it, check it, refit it."""

from __future__ import annotations

from functools import partial
from pathlib import Path as FilePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMenu

from app.editor.compare_dialog import CompareDialog
from app.editor.grid_fit_dialog import GridFitDialog
from app.editor.navigation import EditorNavigation
from app.editor.position import NoPosition, position_in
from app.editor.position_dialog import PositionDialog
from app.editor.size_dialog import SizeDialog
from app.graphics.counter_faces import FaceMaker
from app.messages import Message, Tone
from app.settings_dialog import SettingsDialog
from app.user_files import JOURNAL_SUFFIX, SAVE_SUFFIX, saves_folder
from engine.definition.module import ModuleDef
from engine.editing import EditRefused
from engine.editing.playtesting import from_turn
from engine.editing.positions import Position, Taking, setup_from_position
from engine.editing.said import sentence
from engine.editing.setups import copy_scenario, delete_scenario
from engine.errors import EngineError
from engine.loading import load_module


class EditorActs(EditorNavigation):
    """An editor that can act on scenarios and maps."""

    playtest_wanted = Signal(object, str, object, str)
    """A module, one of its scenarios, the folder its pictures are in; of several versions the one to play."""
    difference_wanted = Signal(object)
    """A difference that is to be shown where it is."""
    play_on_wanted = Signal()
    """The latest game of this module is to follow what was edited."""
    turn_menu: QMenu
    version_menu: QMenu

    def playtest(self) -> None:
        """Plays the scenario on show as it is now; the editor stays as it is."""
        self._play(0)

    def playtest_from_start(self) -> None:
        """The same from the menu."""
        self._play(0)

    def play_on(self) -> None:
        """Goes back to the latest playtest, which offers to follow what was edited; begins one if none is."""
        self.document.keep_now()
        self.play_on_wanted.emit()

    def _play(self, turn: int) -> None:
        module, scenario = self.document.module, self.map_page.scenario
        if not scenario:
            return
        try:
            start = from_turn(module, scenario, turn) if turn else module
        except EditRefused as refused:
            self.messages.tell(sentence(str(refused)), Tone.CARE)
            return
        self.document.keep_now()
        versions = start.scenario(scenario).versions
        version = self.version() if len(versions) > 1 else ""
        known = {item.id for item in versions}
        self.playtest_wanted.emit(start, scenario, self.document.path, version if version in known else "")

    def fill_versions(self) -> None:
        """Offers the versions of the scenario on show; the one chosen is played, then and by F5."""
        self.version_menu.clear()
        scenario = self.map_page.stacks.scenario(self.map_page.scenario)
        if scenario is None:
            return
        for version in scenario.versions:
            words = f"Playtest {scenario.number or scenario.title}, {version.title.lower()}"
            action = self.version_menu.addAction(words, partial(self.play_version, version.id))
            action.setCheckable(True)
            action.setChecked(version.id == self.version())

    def play_version(self, version: str) -> None:
        """Plays one version of the scenario on show."""
        self.choose_version_of(self.map_page.scenario, version)
        self._play(0)

    def fill_turns(self) -> None:
        self.turn_menu.clear()
        scenario = self.map_page.stacks.scenario(self.map_page.scenario)
        if scenario is None:
            return
        last = max(version.last_turn for version in scenario.versions)
        for turn in range(scenario.first_turn, last + 1):
            words = f"{turn}  {self.document.module.turn_title(turn)}"
            self.turn_menu.addAction(words, partial(self._play, turn))

    def copy_scenario(self) -> str:
        """Copies the scenario on show and shows the copy; gives its id."""
        made: list[str] = []

        def edit(module: ModuleDef) -> ModuleDef:
            new, name = copy_scenario(module, self.map_page.scenario)
            made.append(name)
            return new

        if self.document.edit(edit, f"copy {self.map_page.scenario}") and made:
            self.show_scenario(made[-1])
            return made[-1]
        return ""

    def delete_scenario(self) -> None:
        """Deletes the scenario on show."""
        name = self.map_page.scenario
        if name:
            self.document.edit(lambda m: delete_scenario(m, name), f"delete {name}")

    def compare(self) -> None:
        """Shows what differs from what is on the disk."""
        try:
            saved = load_module(self.document.path)
        except EngineError as error:
            self.messages.tell(str(error), Tone.BAD)
            return
        self._compare("What is saved and what is here", saved)

    def choose_version(self) -> None:
        """Asks for another version of the module to compare with."""
        words = "Modules (module.yaml *.hexmod *.zip)"
        name, _ = QFileDialog.getOpenFileName(self, "Another version of the module", "", words)
        if name:
            path = FilePath(name)
            self.compare_with(path.parent if path.name == "module.yaml" else path)

    def compare_with(self, path: FilePath) -> CompareDialog | None:
        """Shows what differs from another version; None, and told why, for what is no module."""
        try:
            other = load_module(path)
        except EngineError as error:
            self.messages.tell(f"{path.name} cannot be compared: {error}", Tone.BAD)
            return None
        return self._compare(f"{path.name} and what is here", other)

    def _compare(self, title: str, before: ModuleDef) -> CompareDialog:
        return self._shown(CompareDialog.of_modules(title, before, self.document, self._faces, self))

    def _faces(self) -> FaceMaker:
        return self.map_page.stacks.faces

    def compare_scenarios(self) -> CompareDialog:
        """Shows what differs between the scenario on show and another one."""
        scenario = self.map_page.scenario
        return self._shown(CompareDialog.of_scenarios(self.document, scenario, self._faces, self))

    def _shown(self, dialog: CompareDialog) -> CompareDialog:
        dialog.change_wanted.connect(self.difference_wanted)
        dialog.show()
        return dialog

    def open_settings(self) -> None:
        """Shows the settings."""
        dialog = SettingsDialog(self.store, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _board_number(self) -> int:
        """The map of the chosen hex, or the first."""
        page = self.map_page
        spot = next((s for s in page.selected if s in page.board().index), "")
        return page.board().board[page.board().index[spot]] if spot else 0

    def resize_map(self) -> None:
        """Asks for size and numbering of the map on show."""
        SizeDialog(self.document, self._board_number(), self).exec()

    def fit_grid(self) -> None:
        """Asks for clicks on a picture of the map on show."""
        GridFitDialog(self.document, self._board_number(), self).exec()

    def fit_first(self) -> GridFitDialog:
        """Leads on to the same in a module just made; whoever puts it off is told the way."""
        dialog = GridFitDialog(self.document, self._board_number(), self)
        dialog.rejected.connect(self._tell_unfitted)
        dialog.finished.connect(lambda _result: dialog.deleteLater())
        dialog.open()
        return dialog

    def _tell_unfitted(self) -> None:
        words = "The grid does not lie on the hexes of the picture yet."
        message = Message(text=words, tone=Tone.HINT, button="Fit grid to picture…", action=self.fit_grid)
        self.messages.show_message(message)

    def choose_position(self) -> None:
        """Asks for a saved game whose position becomes the set-up."""
        name, _ = QFileDialog.getOpenFileName(
            self, "Saved game", str(saves_folder()), f"Saved games (*{SAVE_SUFFIX} *{JOURNAL_SUFFIX})"
        )
        if name:
            self.ask_position(FilePath(name))

    def ask_position(self, path: FilePath) -> PositionDialog | None:
        """Asks what to take of a saved game's position; None, and told why, for one that cannot be used."""
        position = self._position(path)
        if position is None:
            return None
        dialog = PositionDialog(position, self.document.module, self)
        dialog.accepted.connect(lambda: self._take(position, path.name, dialog.taking()))
        dialog.open()
        return dialog

    def take_position(self, path: FilePath) -> bool:
        """Takes the position of a saved game as the set-up on show; tells what forbids it."""
        position = self._position(path)
        return position is not None and self._take(position, path.name, Taking())

    def _position(self, path: FilePath) -> Position | None:
        try:
            return position_in(path, self.document.module)
        except NoPosition as error:
            self.messages.tell(f"{error}.", Tone.BAD)
            return None

    def _take(self, position: Position, name: str, taking: Taking) -> bool:
        scenario = self.map_page.scenario
        return self.document.edit(
            lambda m: setup_from_position(m, scenario, position, taking), f"set-up from {name}"
        )

    def check_rules(self) -> None:
        """Asks the game's own rules about the set-up, now."""
        self.rules_check.check_now()
        self.side_panel.show_page(0)
