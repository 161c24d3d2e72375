"""What floats over the map in its lower corners: overlay switches, and field and overview to get about.

Getting about needs nothing where the whole map is in sight: field and overview stay away then, and come when
they are asked for or when the map no longer fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject

from app.theme.current import scaled

if TYPE_CHECKING:
    from app.player.window import PlayerWindow

GOTO_SHARE = 0.4
"""Part of the map's width that the go-to field takes at most."""


class MapFloats(QObject):
    """Places the floating cards of one window and decides which are shown."""

    def __init__(self, window: PlayerWindow) -> None:
        super().__init__(window)
        self.window = window
        window.overlay_bar.refitted.connect(self.place)
        window.view.viewChanged.connect(self.show_ways)
        window.goto_box.left.connect(self.show_ways)
        window.goto_box.field.installEventFilter(self)
        window.view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.window.view.viewport() and event.type() is QEvent.Type.Resize:
            self.place()
        elif watched is self.window.goto_box.field and event.type() is QEvent.Type.FocusOut:
            self.show_ways()
        return super().eventFilter(watched, event)

    def start_going(self) -> None:
        """Shows the go-to field and gives it the keyboard."""
        self.window.goto_box.show()
        self.window.goto_box.start()

    def show_ways(self) -> None:
        """Shows field and overview where there is more map than is in sight, or somebody uses the field."""
        window = self.window
        is_whole = window.view.visible_scene().contains(window.scene.layout.bounds())
        is_used = window.goto_box.field.hasFocus()
        wants_map = window.actions_by_id["minimap"].isChecked() and not is_whole
        wants_card = not is_whole or is_used
        if (window.minimap.isHidden(), window.goto_box.isHidden()) == (not wants_map, not wants_card):
            return
        window.minimap.setVisible(wants_map)
        window.goto_box.setVisible(wants_card)
        self.place()

    def place(self) -> None:
        """Overlay switches at the lower left, go-to field at the lower right of the map."""
        window = self.window
        room, box, bar = window.view.viewport().rect(), window.goto_box, window.overlay_bar
        across = min(scaled(230), round(room.width() * GOTO_SHARE))
        box.resize(across, box.sizeHint().height())
        box.move(room.right() - box.width() - 2, room.bottom() - box.height() - 2)
        taken = 0 if box.isHidden() else box.width()
        bar.fit(max(scaled(80), room.width() - taken - 12))
        bar.move(2, room.bottom() - bar.height() - 2)
