"""The page of games: what to continue, the shelf of covers, the scenarios, the detail card."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.cover import CoverFace
from app.library.continue_cards import ContinueItem, ContinueRow
from app.library.cover_shelf import GAP, LEAST_WIDTH, RATIO, CoverShelf, ShelfItem, fitting
from app.library.detail import DetailCard
from app.library.empty_shelf import EmptyShelf
from app.library.game_note import GameNote
from app.library.games import Game, turns_text
from app.library.map_cuts import Cut, PlacedStack, front_of, held_inside, leading_faces, setup_stacks, tension
from app.library.map_pictures import MapPictures, PictureOrder
from app.library.scenario_list import ROW_HEIGHT, ScenarioList
from app.theme.current import scaled
from app.widgets.labels import label
from app.widgets.panel import heading_row
from engine.definition.module import ModuleDef
from engine.definition.scenario import ScenarioDef
from engine.geometry import CompiledBoard

_COVER_SCALE = 46.0
_SCENE_SCALE = 62.0
_NOTE_ROOM = 260


class GamesPage(QWidget):
    """Shows games and keeps the choice of game and scenario."""

    continue_asked = Signal(object)
    play_asked = Signal()
    solo_asked = Signal()
    options_asked = Signal()
    edit_asked = Signal()
    print_asked = Signal()
    new_asked = Signal()
    import_asked = Signal()
    chosen = Signal(str, str)

    def __init__(self, pictures: MapPictures, *, is_own: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._is_own = is_own
        self._games: dict[str, Game] = {}
        self._cover_scenarios: dict[str, ScenarioDef] = {}
        self._wanted: set[str] = set()
        self._stacks: dict[tuple[str, str], tuple[PlacedStack, ...]] = {}
        self._items: tuple[ContinueItem, ...] = ()
        self._continue_head = label("Continue", "section")
        self.continue_row = ContinueRow()
        self._shelf_head = label("My modules" if is_own else "Games", "section")
        self.shelf = CoverShelf()
        self.about = GameNote()
        self._list_head = label("", "section")
        self._list_note = label("", "second")
        self.scenarios = ScenarioList()
        self.detail = DetailCard()
        self._faults = label("", "bad", wraps=True)
        self.empty = EmptyShelf()
        self._scroll = QScrollArea()
        self._lay_out()
        self._connect()

    @property
    def games(self) -> tuple[Game, ...]:
        """The games on the shelf."""
        return tuple(self._games.values())

    @property
    def game(self) -> Game | None:
        """The chosen game."""
        return self._games.get(self.shelf.current_key)

    @property
    def scenario(self) -> ScenarioDef | None:
        """The chosen scenario."""
        return self.detail.scenario if self.detail.isVisibleTo(self) else None

    def show_continue(self, items: tuple[ContinueItem, ...]) -> None:
        """Show the games to go on with."""
        self._items = items
        self._show_cards()

    def show_games(self, games: tuple[Game, ...], chosen: tuple[str, str] = ("", "")) -> None:
        """Show games; `chosen` is a module's id and a scenario's id to begin with."""
        self._games = {game.key: game for game in games}
        first = next((g for g in games if g.module is not None and g.module.id == chosen[0]), None)
        self.shelf.show_items(tuple(self._shelf_item(number, game) for number, game in enumerate(games)))
        if first is not None:
            self.shelf.choose(first.key)
        self._show_game(chosen[1])

    def choose_game(self, key: str) -> None:
        """Turn to a game."""
        self.shelf.choose(key)
        self._show_game("")

    def rescale(self) -> None:
        """Build anew what has measures of its own; choices stay."""
        version, values, scenario = self.detail.version, self.detail.values, self.detail.scenario
        self.continue_row.show_items((), 0)
        game = self.game
        self.about.show_module(game.module if game else None)
        if game is not None and game.module is not None and scenario is not None:
            self.detail.show_scenario(game, scenario)
            self.detail.show_values(version, values)
        self.scenarios.rows.doItemsLayout()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The column of covers has another width."""
        if event.type() == QEvent.Type.Resize and watched is self._scroll:
            self._fit_shelf()
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(24), scaled(14), scaled(24), scaled(18))
        column.setSpacing(scaled(8))
        column.addWidget(self._continue_head)
        column.addWidget(self.continue_row)
        column.addSpacing(scaled(8))
        lower = QHBoxLayout()
        lower.setSpacing(scaled(26))
        left = QWidget()
        left.setProperty("kind", "window")
        inner = QVBoxLayout(left)
        inner.setContentsMargins(0, 0, scaled(4), 0)
        inner.setSpacing(scaled(6))
        inner.addWidget(self._shelf_head)
        shelf_row = QHBoxLayout()
        shelf_row.setSpacing(scaled(18))
        shelf_row.addWidget(self.shelf)
        shelf_row.addWidget(self.about, 1)
        inner.addWidget(self.empty)
        inner.addLayout(shelf_row)
        inner.addSpacing(scaled(6))
        inner.addLayout(heading_row(self._list_head, self._list_note))
        inner.addWidget(self._faults)
        inner.addWidget(self.scenarios, 1)
        self.empty.hide()
        inner.addStretch(0)
        scroll = self._scroll
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(left)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # all that it holds takes the keyboard itself
        scroll.installEventFilter(self)
        lower.addWidget(scroll, 11)
        lower.addWidget(self.detail, 10)
        column.addLayout(lower, 1)
        self._faults.hide()

    def _connect(self) -> None:
        self.continue_row.asked.connect(self.continue_asked)
        self.shelf.chosen.connect(lambda _key: self._show_game(""))
        self.shelf.opened.connect(lambda _key: self.scenarios.rows.setFocus())
        self.scenarios.chosen.connect(self._show_scenario)
        self.scenarios.opened.connect(lambda _id: self.play_asked.emit())
        self.detail.play_asked.connect(self.play_asked)
        self.detail.solo_asked.connect(self.solo_asked)
        self.detail.options_asked.connect(self.options_asked)
        self.detail.edit_asked.connect(self.edit_asked)
        self.detail.print_asked.connect(self.print_asked)
        self.empty.new.clicked.connect(self.new_asked)
        self.empty.bring.clicked.connect(self.import_asked)
        self.detail.picture_wanted.connect(self._want_scene)
        self._pictures.ready.connect(self._take_picture)

    def _fit(self) -> None:
        """Choose sizes that show all scenarios without scrolling where the window allows."""
        one = scaled(100) / 100
        self._fit_shelf()
        share = 0.235 if self.height() > scaled(760) else 0.165
        self.detail.picture.set_height(int(min(420, max(100, self.height() / one * share))))
        self._show_cards()

    def _fit_shelf(self) -> None:
        """Covers as high as the scenarios below allow; room for a scroll bar is always kept."""
        one = scaled(100) / 100
        rows = max(1, self.scenarios.rows.count())
        used = (150 if self._items else 0) + 24 + rows * ROW_HEIGHT + 120
        height = self.height() / one - used
        wanted = min(270 if self.height() > scaled(900) else 172, max(LEAST_WIDTH, height / RATIO))
        room = (self._scroll.width() - self._scroll.verticalScrollBar().sizeHint().width()) / one - 4
        count = max(1, len(self._games))
        self.shelf.set_measures(fitting(room, count, int(wanted)))
        has_note_room = count * (wanted + GAP) < room - _NOTE_ROOM
        self.about.setVisible(has_note_room and not self.empty.isVisibleTo(self))

    def _show_cards(self) -> None:
        most = max(1, int(self.width() // scaled(310)))
        self._continue_head.setVisible(bool(self._items))
        self.continue_row.setVisible(bool(self._items))
        self.continue_row.show_items(self._items, min(most, 6))
        self._want_card_pictures()

    def _shelf_item(self, number: int, game: Game) -> ShelfItem:
        module = game.module
        if module is None:
            cover = CoverFace(title=game.title, note="cannot be opened", tint=number)
            return ShelfItem(key=game.key, cover=cover, words=f"{game.title}, cannot be opened")
        count = len(module.scenarios)
        note = "1 scenario" if count == 1 else f"{count} scenarios"
        if sum(other.title == game.title for other in self._games.values()) > 1:
            note += f" · {game.path.name}"
        faces = FaceMaker(module, game.path)
        cover = CoverFace(
            title=module.title,
            subtitle=module.subtitle,
            note=note,
            tint=number + (1 if self._is_own else 0),
            faces=leading_faces(module, self._cover_scenario(game, module), faces) if count else (),
            picture=self._cover_picture(game),
        )
        return ShelfItem(key=game.key, cover=cover, words=f"{module.title}, {module.subtitle}, {note}")

    def _cover_scenario(self, game: Game, module: ModuleDef) -> ScenarioDef:
        """The scenario that makes the best cover; found once for each game."""
        key = game.key + game.stamp
        found = self._cover_scenarios.get(key)
        board = self._pictures.board(game)
        if found is None:
            found = module.scenarios[0]
            if board is not None:
                found = max(module.scenarios, key=lambda s: tension(self._stacks_of(game, s, board)))
            self._cover_scenarios[key] = found
        return found

    def _stacks_of(self, game: Game, scenario: ScenarioDef, board: CompiledBoard) -> tuple[PlacedStack, ...]:
        key = (game.key + game.stamp, scenario.id)
        stacks = self._stacks.get(key)
        if stacks is None:
            module = game.module
            stacks = setup_stacks(module, scenario, board, FaceMaker(module, game.path)) if module else ()
            self._stacks[key] = stacks
        return stacks

    def _cover_picture(self, game: Game) -> QPixmap | None:
        module = game.module
        if module is None or not module.scenarios:
            return None
        order = self._order(game, self._cover_scenario(game, module), QSize(344, 464), _COVER_SCALE)
        if order is None:
            return None
        self._wanted.add(order.key)
        return self._pictures.picture(order)

    def _order(self, game: Game, scenario: ScenarioDef, size: QSize, scale: float) -> PictureOrder | None:
        board = self._pictures.board(game)
        if board is None or game.module is None:
            return None
        stacks = self._stacks_of(game, scenario, board)
        front = front_of(stacks)
        if front is None:
            width, height = board.size(0)
            front = (width / 2, height / 2, 0)
        is_cover = scale == _COVER_SCALE
        lowered = 1.6 if is_cover else 0.0
        cut = Cut(front[0], front[1] + lowered, scale, front[2])
        cut = held_inside(cut, (size.width(), size.height()), board.size(cut.sheet))
        name = f"{'cover' if is_cover else 'scene'}:{scenario.id}"
        ratio = 1.0 if is_cover else self.devicePixelRatioF()
        return PictureOrder(
            game=game, cut=cut, size=size, ratio=ratio, name=name, stacks=() if is_cover else stacks
        )

    def _want_scene(self) -> None:
        game, scenario = self.game, self.detail.scenario
        if game is None or scenario is None:
            return
        size = (
            QSize(scaled(760), scaled(320))
            if self.width() < scaled(1500)
            else QSize(scaled(1000), scaled(420))
        )
        order = self._order(game, scenario, size, scaled(_SCENE_SCALE))
        if order is not None:
            self._wanted.add(order.key)
            self.detail.picture.show_picture(self._pictures.picture(order))

    def _want_card_pictures(self) -> None:
        for card in self.continue_row.cards:
            game = next(
                (g for g in self._games.values() if g.module and g.module.id == card.item.module), None
            )
            if game is None or game.module is None or card.picture.pixmap is not None:
                continue
            scenario = next((s for s in game.module.scenarios if s.id == card.item.scenario), None)
            order = self._order(game, scenario, QSize(344, 464), _COVER_SCALE) if scenario else None
            if order is not None:
                self._wanted.add(order.key)
                card.picture.show_pixmap(self._pictures.picture(order))

    def _take_picture(self, key: str) -> None:
        if key not in self._wanted:
            return
        games = tuple(self._games.values())
        self.shelf.show_items(tuple(self._shelf_item(number, game) for number, game in enumerate(games)))
        self._want_scene()
        self._want_card_pictures()

    def _show_game(self, scenario: str) -> None:
        game = self.game
        module = game.module if game else None
        self._list_head.setText(f"{module.title}: scenarios" if module else "")
        self._list_note.setText(_turns_note(module) if module else "")
        is_bare = self._is_own and not self._games
        self.empty.setVisible(is_bare)
        self.shelf.setVisible(not is_bare)
        self._faults.setVisible(bool(game and game.faults))
        self._faults.setText("\n".join(game.faults[:8]) if game else "")
        self.about.show_module(module)
        self.scenarios.setVisible(module is not None)
        self.detail.setVisible(module is not None and bool(module.scenarios))
        self.scenarios.show_module(module, scenario)
        self._fit()

    def _show_scenario(self, scenario_id: str) -> None:
        game = self.game
        if game is None or game.module is None:
            return
        self.detail.show_scenario(game, game.module.scenario(scenario_id))
        self.chosen.emit(game.module.id, scenario_id)


def _turns_note(module: ModuleDef) -> str:
    """The turns of all scenarios of a module; empty if it has none."""
    turns = [version.last_turn for scenario in module.scenarios for version in scenario.versions]
    if not turns:
        return ""
    first = min(scenario.first_turn for scenario in module.scenarios)
    return f"turns {first}–{max(turns)}" if max(turns) > 1 else turns_text(1)
