"""How long counters, stacks and lists take to draw."""

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture

from app.graphics.counter_cache import CounterCache
from app.graphics.counter_faces import FaceMaker
from app.graphics.painters.counter import CounterPainter
from app.graphics.painters.face import CounterFace
from app.graphics.painters.stack import StackFace, paint_stack
from engine.loading import builtin_modules, load_module

pytestmark = pytest.mark.perf
WIDTH, HEIGHT = 1920, 1080


def median_ms(benchmark: BenchmarkFixture) -> float:
    """The median in milliseconds; nothing where measuring is switched off."""
    stats = benchmark.stats
    return float(stats.stats.median) * 1000 if stats is not None else 0.0


@pytest.fixture(scope="module")
def faces(qapp: QApplication) -> tuple[CounterFace, ...]:
    module = load_module(builtin_modules()["afrika"])
    maker = FaceMaker(module)
    return tuple(maker.printed(piece) for piece in module.pieces if piece.kind == "unit")


@pytest.fixture
def image(qapp: QApplication) -> QImage:
    return QImage(WIDTH, HEIGHT, QImage.Format.Format_ARGB32_Premultiplied)


@pytest.mark.parametrize(("edge", "budget_ms"), [(24, 1.0), (36, 1.5), (64, 2.5), (160, 4.0)])
def test_one_counter_drawn_anew(
    benchmark: BenchmarkFixture,
    faces: tuple[CounterFace, ...],
    image: QImage,
    edge: int,
    budget_ms: float,
    leeway: float,
) -> None:
    counters = CounterPainter()

    def draw() -> None:
        painter = QPainter(image)
        for number, face in enumerate(faces[:60]):
            counters.paint(painter, QRectF(20 + number * 20, 20, edge, edge), face)
        painter.end()

    benchmark(draw)
    assert median_ms(benchmark) / 60 < budget_ms * leeway


def test_six_hundred_counters_from_the_cache(
    benchmark: BenchmarkFixture, faces: tuple[CounterFace, ...], image: QImage, leeway: float
) -> None:
    cache = CounterCache()

    def frame() -> None:
        painter = QPainter(image)
        for number in range(600):
            place = QPointF(10 + number % 40 * 46, 10 + number // 40 * 60)
            cache.picture(faces[number % len(faces)], 40).draw(painter, place)
        painter.end()

    frame()
    benchmark(frame)
    assert median_ms(benchmark) < 8.0 * leeway


def test_a_stack_drawn_anew(
    benchmark: BenchmarkFixture, faces: tuple[CounterFace, ...], image: QImage, leeway: float
) -> None:
    stack = StackFace(faces=faces[:3], count=3, supply=2, has_box=True)

    def draw() -> None:
        painter = QPainter(image)
        paint_stack(painter, QPointF(200, 200), 60, stack)
        painter.end()

    benchmark(draw)
    assert median_ms(benchmark) < 5.0 * leeway


def test_faces_of_a_whole_countermix(
    benchmark: BenchmarkFixture, faces: tuple[CounterFace, ...], leeway: float
) -> None:
    module = load_module(builtin_modules()["afrika"])

    def make() -> int:
        maker = FaceMaker(module)
        return len([maker.printed(piece) for piece in module.pieces])

    assert benchmark(make) == len(module.pieces)
    assert median_ms(benchmark) < 20.0 * leeway
