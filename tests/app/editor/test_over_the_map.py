"""What floats over the editor's map: the card of layers and the pill that names places."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from app.editor.document import EditorDocument
from app.editor.edit_layer import Sketch
from app.editor.layers_panel import LAYERS, PAINTED, ZONES
from app.editor.place_pill import places_of
from app.graphics.painters.board_art import MapPart
from app.settings import SettingsStore
from engine.definition.board import BoardArtDef
from tests.app.editor.conftest import LEFT, Designer


def _map(designer: Designer) -> QImage:
    designer.window.map_page.finish()
    designer.settle()
    return designer.window.map_page.view.grab().toImage()


def _lay_scan_under(document: EditorDocument) -> None:
    scan = QImage(240, 180, QImage.Format.Format_RGB32)
    scan.fill(QColor("#d8c8a0"))
    (document.path / "art").mkdir(exist_ok=True)
    assert scan.save(str(document.path / "art" / "scan.png"))
    document.edit(
        lambda m: m.model_copy(
            update={
                "boards": (
                    m.boards[0].model_copy(update={"art": BoardArtDef(background="art/scan.png")}),
                    *m.boards[1:],
                )
            }
        ),
        "scan",
    )


class TestLayers:
    def test_each_layer_changes_the_map_and_comes_back(self, designer: Designer) -> None:
        designer.window.layers.hide()
        whole = _map(designer)
        for name in (MapPart.GRID, MapPart.HEXSIDES, MapPart.ROUTES, MapPart.NAMES):
            designer.window.layers.switch(name)
            assert _map(designer) != whole, f"{name} is still drawn"
            designer.window.layers.switch(name)
        assert _map(designer) == whole

    def test_what_is_off_is_remembered_and_survives_edits(self, designer: Designer) -> None:
        window = designer.window
        QTest.mouseClick(window.layers.boxes[MapPart.GRID], LEFT)
        assert window.store.current.hidden_layers == ("grid",)
        assert SettingsStore(Path(window.store.path)).current.hidden_layers == ("grid",)
        window.palette_panel.choose("route", "road")
        designer.tool("link")
        designer.drag("0505", "0506", "0507")
        window.map_page.finish()
        assert all(art.hidden == {MapPart.GRID} for art in window.map_page.scene.arts)

    def test_keys_switch_layers_and_fold_the_card(self, designer: Designer) -> None:
        window, view = designer.window, designer.window.map_page.view
        QTest.keyClick(view, Qt.Key.Key_5, Qt.KeyboardModifier.AltModifier)
        assert not window.layers.boxes[MapPart.NAMES].isChecked()
        QTest.keyClick(view, Qt.Key.Key_5, Qt.KeyboardModifier.AltModifier)
        assert window.layers.boxes[MapPart.NAMES].isChecked()
        QTest.keyClick(view, Qt.Key.Key_0, Qt.KeyboardModifier.AltModifier)
        assert window.layers.boxes[MapPart.GRID].isHidden()
        assert not window.store.current.shows_layers
        window.layers.head.click()
        assert not window.layers.boxes[MapPart.GRID].isHidden()

    def test_a_map_without_a_picture_offers_none(self, designer: Designer) -> None:
        boxes = designer.window.layers.boxes
        assert boxes[MapPart.PICTURE].isHidden()
        assert not boxes[MapPart.RELIEF].isHidden(), "ground made from the hexes has relief, too"
        assert list(boxes) == [name for name, _ in LAYERS]

    def test_the_card_is_whole_and_in_the_corner_whatever_the_size(self, designer: Designer) -> None:
        panel, page = designer.window.layers, designer.window.map_page
        designer.window.resize(1900, 1000)
        designer.settle()
        assert page.width() - 40 < panel.geometry().right() <= page.width() + 12
        for box in panel.boxes.values():
            assert box.isHidden() or box.width() >= box.sizeHint().width()

    def test_terrain_painted_over_a_scan_stays_until_it_is_left_out(self, designer: Designer) -> None:
        window = designer.window
        assert window.layers.boxes[PAINTED].isHidden()
        _lay_scan_under(window.document)
        designer.settle()
        window.map_page.finish()
        state = window.map_page.layer.state
        assert not window.layers.boxes[PAINTED].isHidden()
        over = len(state.painted)
        assert over > 0, "the module has terrain the scan does not tell"
        window.palette_panel.choose("terrain", "rough")
        designer.tool("brush")
        designer.click("0708")
        designer.tool("select")
        window.map_page.finish()
        assert len(state.painted) == over + 1
        window.layers.switch(PAINTED)
        assert state.painted == ()
        designer.tool("brush")
        assert len(state.painted) == over + 1, "while it is painted it is shown"
        designer.tool("select")
        assert state.painted == ()

    def test_zones_of_the_set_up_can_be_left_out(self, designer: Designer) -> None:
        page = designer.window.map_page
        shown = page.scene.overlays.zones
        designer.window.layers.switch(ZONES)
        assert page.scene.overlays.zones == ()
        designer.window.layers.switch(ZONES)
        assert page.scene.overlays.zones == shown


class TestPill:
    def test_a_stroke_is_told_in_the_order_of_the_hand(self, designer: Designer) -> None:
        pill = designer.window.pill
        assert pill.isHidden()
        designer.window.palette_panel.choose("terrain", "rough")
        designer.tool("brush")
        designer.drag("0606", "0607", "0707")
        designer.click("0707")
        told: list[str] = []
        designer.window.map_page.sketched.connect(lambda _s: told.append(pill.words.text()))
        designer.window.document.stack.undo()
        designer.drag("0606", "0607", "0707")
        assert any(words.startswith("Rough → 0606, 0607") for words in told)

    def test_what_a_click_would_do_is_said_before_it(self, designer: Designer) -> None:
        designer.window.palette_panel.choose("terrain", "rough")
        designer.tool("brush")
        QTest.mouseMove(designer.window.map_page.view.viewport(), designer.point("0606"))
        designer.settle()
        pill = designer.window.pill
        assert (pill.words.text(), pill.count.text()) == ("Rough → 0606", "")
        assert not pill.isHidden()
        designer.tool("select")
        assert pill.isHidden()

    def test_hexsides_are_named_by_both_hexes(self) -> None:
        assert places_of(Sketch(sides=(("A1.1", "A1.2"),))) == ("A1.1/A1.2",)
        assert places_of(Sketch(way=("a", "b"), anchors=("a",))) == ("a", "b")
