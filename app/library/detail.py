"""The detail card: the chosen scenario with picture, blurb, sides, version, quick options and buttons."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.graphics.colors import color
from app.library.games import Game, by_length, dates_text, turns_of, turns_text, units_placed, version_words
from app.library.request import default_options, is_fixed, is_open, offered_options
from app.theme.current import scaled, tokens
from app.theme.side_looks import look_of_side
from app.widgets.choices import ChoiceRow
from app.widgets.flow import FlowLayout
from app.widgets.keycap import KeyButton
from app.widgets.labels import label, separator
from app.widgets.pages import swap_page
from engine.definition.module import ModuleDef
from engine.definition.piece import SideDef
from engine.definition.scenario import ScenarioDef, VersionDef
from engine.state.model import OptionValue
from engine.victory.words import version_lines


class CardPicture(QWidget):
    """The picture at the top of the card, cut to its rounded corners; plain until it is drawn."""

    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pixmap: QPixmap | None = None
        self._height = 196
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_height(self, height: int) -> None:
        """Make the picture higher or lower, in pixels at 100 percent."""
        self._height = height
        self.updateGeometry()

    def show_picture(self, pixmap: QPixmap | None) -> None:
        """Show another picture, or none."""
        self._pixmap = pixmap
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(scaled(320), scaled(self._height))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = tokens()
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        place = QRectF(self.rect()).adjusted(1, 1, -1, 6)
        path = QPainterPath()
        path.addRoundedRect(place, 5, 5)
        painter.setClipPath(path)
        painter.fillRect(self.rect(), color(theme.row))
        if self._pixmap is not None:
            ratio = self._pixmap.devicePixelRatio()
            wide, tall = self._pixmap.width() / ratio, self._pixmap.height() / ratio
            scale = max(self.width() / wide, self.height() / tall)
            shown = QRectF(0, 0, wide * scale, tall * scale)
            shown.moveCenter(QRectF(self.rect()).center())
            painter.drawPixmap(shown, self._pixmap, QRectF(self._pixmap.rect()))
            if theme.map_shade:
                painter.fillRect(self.rect(), color("#140f06", theme.map_shade))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), color(theme.line))
        painter.end()


class _SideStripe(QWidget):
    """The thin bar in a side's colour before its name."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self._form = form
        self.setFixedWidth(scaled(5))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(tokens().side(self._form)[0]))
        painter.end()


class DetailCard(QFrame):
    """All about the chosen scenario; its buttons start a game."""

    play_asked = Signal()
    solo_asked = Signal()
    options_asked = Signal()
    edit_asked = Signal()
    print_asked = Signal()
    picture_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._game: Game | None = None
        self._scenario: ScenarioDef | None = None
        self._values: dict[str, OptionValue] = {}
        self.picture = CardPicture()
        self.version_row: ChoiceRow | None = None
        self.switches: dict[str, QCheckBox] = {}
        self.play = KeyButton("Play hotseat", "", "primary")
        self.solo = KeyButton("Solo")
        self.more = KeyButton("Options…")
        self.print = KeyButton("Print…")
        self.edit = KeyButton("Edit")
        self._body = QWidget()
        self._body.setProperty("kind", "panel")
        self._scroll = QScrollArea()
        self._lay_out()

    @property
    def scenario(self) -> ScenarioDef | None:
        """The scenario shown."""
        return self._scenario

    @property
    def version(self) -> str:
        """The chosen version's id."""
        return self.version_row.value if self.version_row else ""

    @property
    def values(self) -> dict[str, OptionValue]:
        """The options as they stand on the card."""
        return dict(self._values)

    def show_scenario(self, game: Game, scenario: ScenarioDef) -> None:
        """Show another scenario with its options at their defaults."""
        module = game.module
        if module is None:
            return
        self._game, self._scenario = game, scenario
        self._values = default_options(module, scenario)
        self.picture.show_picture(None)
        self._fill(module, scenario)
        self.setVisible(True)
        self.picture_wanted.emit()

    def show_values(self, version: str, values: dict[str, OptionValue]) -> None:
        """Take over what was chosen in the options dialog."""
        self._values = dict(values)
        if self.version_row is not None:
            self.version_row.set_value(version)
        for name, box in self.switches.items():
            box.setChecked(bool(self._values.get(name)))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.picture)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self._body)
        self._scroll.setProperty("kind", "panel")
        column.addWidget(self._scroll, 1)
        column.addWidget(separator())
        buttons = QWidget()
        row = FlowLayout(buttons, scaled(10), scaled(8))
        row.setContentsMargins(scaled(22), scaled(12), scaled(22), scaled(12))
        self.play.setMinimumWidth(scaled(128))
        self.play.setToolTip("Two players at this screen (Ctrl+Return)")
        self.play.setShortcut("Ctrl+Return")
        self.solo.setToolTip("You play both sides and see everything")
        self.more.setToolTip("Seats, computer player, dice, rule options, seed")
        self.edit.setToolTip("Change maps, counters, set-ups, schedule and charts (Ctrl+E)")
        self.print.setToolTip("Set-up sheets, schedule, counters, map, charts")
        for button, signal in (
            (self.play, self.play_asked),
            (self.solo, self.solo_asked),
            (self.more, self.options_asked),
            (self.print, self.print_asked),
            (self.edit, self.edit_asked),
        ):
            button.clicked.connect(signal)
            row.addWidget(button)
        column.addWidget(buttons)

    def _fill(self, module: ModuleDef, scenario: ScenarioDef) -> None:
        body = QWidget()
        body.setProperty("kind", "panel")
        column = QVBoxLayout(body)
        column.setContentsMargins(scaled(22), scaled(14), scaled(22), scaled(12))
        column.setSpacing(scaled(4))
        longest = by_length(scenario)[-1]
        column.addWidget(label(scenario.title, "title", wraps=True))
        number = f"{module.title} {scenario.number}".strip()
        turns = turns_text(turns_of(scenario, longest))
        column.addWidget(
            label(f"{number} · {dates_text(module, scenario, longest)} · {turns}", "second", wraps=True)
        )
        if scenario.blurb:
            blurb = label(scenario.blurb, wraps=True)
            blurb.setContentsMargins(0, scaled(8), 0, scaled(6))
            column.addWidget(blurb)
        for side in module.sides:
            column.addLayout(self._side_line(module, scenario, side))
            column.addSpacing(scaled(6))
        column.addLayout(self._choices(module, scenario))
        self._add_victory(column, module, scenario)
        column.addStretch(1)
        self._body = body
        swap_page(self._scroll, body)
        self._order_tabs()

    def _side_line(self, module: ModuleDef, scenario: ScenarioDef, side: SideDef) -> QHBoxLayout:
        on_map, off_map = units_placed(module, scenario, side.id)
        units = f"{'1 unit' if on_map == 1 else f'{on_map} units'} on the map"
        units += f", {off_map} in boxes" if off_map else ""
        setup = scenario.sides.get(side.id)
        duties = []
        if setup is not None and setup.order == 1 and len(scenario.sides) > 1:
            duties.append("sets up first")
        if scenario.first_side == side.id:
            duties.append("moves first")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(label(side.title, "strong"))
        words.addWidget(label(units, "second"))
        row = QHBoxLayout()
        row.setSpacing(scaled(10))
        row.addWidget(_SideStripe(look_of_side(module, side)))
        row.addLayout(words, 1)
        row.addWidget(label(", ".join(duties), "second"))
        return row

    def _choices(self, module: ModuleDef, scenario: ScenarioDef) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, scaled(6), 0, 0)
        grid.setHorizontalSpacing(scaled(18))
        grid.setVerticalSpacing(scaled(8))
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        choices = [(version.id, version_words(scenario, version)) for version in by_length(scenario)]
        self.version_row = ChoiceRow("Version", choices)
        self.version_row.changed.connect(lambda _value: self._refresh_victory())
        name = label("Version", "strong")
        name.setContentsMargins(0, scaled(6), 0, 0)
        grid.addWidget(name, 0, 0, top)
        grid.addWidget(self.version_row, 0, 1)
        self.switches = {}
        holder = QWidget()
        flow = FlowLayout(holder, scaled(14), scaled(2))
        for option in offered_options(module, scenario):
            if option.type != "switch":
                continue
            box = QCheckBox(option.title)
            box.setChecked(bool(self._values.get(option.id)))
            box.setEnabled(not is_fixed(scenario, option) and is_open(option, self._values))
            box.setToolTip(f"{option.note} {option.rule}".strip())
            box.toggled.connect(lambda on, name=option.id: self._set(name, bool(on)))
            self.switches[option.id] = box
            flow.addWidget(box)
        if self.switches:
            grid.addWidget(label("Options", "strong"), 1, 0, top)
            grid.addWidget(holder, 1, 1)
        return grid

    def _order_tabs(self) -> None:
        """Tab goes through the card from the top down: version and options before the buttons."""
        versions = self.version_row.findChildren(QPushButton) if self.version_row else []
        buttons = (self.play, self.solo, self.more, self.print, self.edit)
        for before, after in pairwise((self._scroll, *versions, *self.switches.values(), *buttons)):
            QWidget.setTabOrder(before, after)

    def _add_victory(self, column: QVBoxLayout, module: ModuleDef, scenario: ScenarioDef) -> None:
        heading = label("Victory", "strong")
        heading.setContentsMargins(0, scaled(10), 0, 0)
        column.addWidget(heading)
        self._victory_head = heading
        self._victory = label("", "second", wraps=True)
        column.addWidget(self._victory)
        self._refresh_victory()

    def _refresh_victory(self) -> None:
        if self._scenario is None or self._game is None or self._game.module is None:
            return
        version = next((v for v in self._scenario.versions if v.id == self.version), None)
        words = _victory_words(self._game.module, version) if version else ""
        self._victory.setText(words)
        self._victory_head.setVisible(bool(words))

    def _set(self, name: str, on: OptionValue) -> None:
        self._values[name] = on
        if self._game is None or self._game.module is None or self._scenario is None:
            return
        for option in offered_options(self._game.module, self._scenario):
            box = self.switches.get(option.id)
            if box is not None:
                box.setEnabled(not is_fixed(self._scenario, option) and is_open(option, self._values))


def _victory_words(module: ModuleDef, version: VersionDef) -> str:
    lines = []
    for line in version_lines(module, version):
        rule = f" ({line.rule})" if line.rule else ""
        lines.append(f"{line.who}: {line.text}{rule}")
    return "\n".join(lines)
