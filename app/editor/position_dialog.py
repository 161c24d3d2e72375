"""What of a saved game's position becomes the set-up: counters always, the rest as wished."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from app.theme.current import scaled
from app.widgets.labels import label
from engine.definition.module import ModuleDef
from engine.editing.positions import Position, Taking


class PositionDialog(QDialog):
    """Asks what to take beside the counters."""

    def __init__(self, position: Position, module: ModuleDef, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Set-up from a saved game")
        on_map = len(position.standing)
        points = sum(position.supply.values())
        self.supply = QCheckBox(f"{points} supply points where they lie")
        self.control = QCheckBox(f"Who holds what ({len(position.control)} places)")
        self.turn = QCheckBox(f"Begin on turn {position.turn}, {module.turn_title(position.turn)}")
        self.supply.setChecked(points > 0)
        self.supply.setEnabled(points > 0)
        self.control.setChecked(bool(position.control))
        self.control.setEnabled(bool(position.control))
        self.turn.setToolTip("Else it begins when it did, and who stands here does not arrive again")
        buttons = QDialogButtonBox()
        take = buttons.addButton("Take the position", QDialogButtonBox.ButtonRole.AcceptRole)
        take.setProperty("kind", "primary")
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(scaled(18), scaled(16), scaled(18), scaled(14))
        column.setSpacing(scaled(8))
        head = f"{on_map} counters, turn {position.turn}, {module.turn_title(position.turn)}"
        column.addWidget(label(head, "section"))
        words = "Counters go where they stand, with the steps they have left, in place of the old set-up."
        column.addWidget(label(words, "second", wraps=True))
        for box in (self.supply, self.control, self.turn):
            column.addWidget(box)
        column.addSpacing(scaled(8))
        column.addWidget(buttons)
        self.setMinimumWidth(scaled(420))

    def taking(self) -> Taking:
        """What was chosen."""
        return Taking(self.supply.isChecked(), self.control.isChecked(), self.turn.isChecked())
