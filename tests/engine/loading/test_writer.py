"""Canonical files: what is written reads back as the same value, and writing again changes nothing."""

import string
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definition.module import ModuleDef
from engine.definition.piece import NationDef, PieceDef, PieceTypeDef, SideDef
from engine.definition.sequence import HelpDef, PhaseDef, TurnDef
from engine.loading import builtin_modules, check_module, load_module
from engine.loading.emitter import to_yaml
from engine.loading.order import in_order
from engine.loading.text import parse
from engine.loading.writer import module_files, save_module
from tests.fixtures.free_module import a_free_module
from tests.fixtures.module_files import write_files, write_module

texts = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=160)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**15), 10**15),
    st.floats(allow_nan=False, allow_infinity=False, width=16),
    texts,
    st.sampled_from(
        [
            "yes",
            "no",
            "on",
            "null",
            "~",
            "true",
            "1",
            "1.5",
            "-",
            "- x",
            "a: b",
            "a #b",
            "",
            " x",
            "x ",
            "&a",
            "*a",
        ]
    ),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(st.text(string.ascii_letters, min_size=1), inner, max_size=4),
    ),
    max_leaves=12,
)
mappings = st.dictionaries(
    st.text(string.ascii_lowercase, min_size=1, max_size=12), values, min_size=1, max_size=4
)


@given(mappings)
@settings(max_examples=300)
def test_every_value_reads_back(value: dict[str, object]) -> None:
    text = to_yaml(value)  # type: ignore[arg-type]
    assert parse("x.yaml", text.encode()).value == value


@given(mappings)
def test_other_readers_of_yaml_see_the_same_words(value: dict[str, object]) -> None:
    text = to_yaml(value)  # type: ignore[arg-type]
    assert as_plain(yaml.safe_load(text)) == as_plain(value)


def as_plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: as_plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_plain(item) for item in value]
    return value


def test_a_sound_module_survives_writing(tmp_path: Path) -> None:
    module = load_module(write_module(tmp_path / "one"))
    save_module(module, tmp_path / "two")
    assert load_module(tmp_path / "two") == module
    assert check_module(tmp_path / "two") == ()


@pytest.mark.parametrize("path", builtin_modules().values(), ids=builtin_modules())
def test_built_in_modules_survive_writing(tmp_path: Path, path: Path) -> None:
    module = load_module(path)
    save_module(module, tmp_path)
    assert load_module(tmp_path) == module
    assert module_files(load_module(tmp_path)) == module_files(module)


def test_saving_deletes_data_that_is_gone_and_keeps_the_rest(tmp_path: Path) -> None:
    module = load_module(write_module(tmp_path))
    write_files(tmp_path, {"art/a.png": b"x", "notes.txt": "x", "board/drawing.json": "{}"})
    smaller = module.model_copy(update={"options": (), "help": ()})
    save_module(smaller, tmp_path)
    assert load_module(tmp_path) == smaller
    assert not (tmp_path / "options.yaml").exists()
    assert not (tmp_path / "pieces/all.yaml").exists()
    assert (tmp_path / "art/a.png").exists()
    assert (tmp_path / "board/drawing.json").exists()
    assert not list(tmp_path.rglob(".*"))


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = load_module(write_module(tmp_path))
    before = (tmp_path / "module.yaml").read_bytes()

    def fail(self: Path, target: Path) -> Path:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="no space"):
        save_module(module.model_copy(update={"title": "Other"}), tmp_path)
    assert (tmp_path / "module.yaml").read_bytes() == before
    assert not list(tmp_path.glob(".*"))


words = st.text(st.characters(categories=("L", "N", "P", "Zs")), min_size=1, max_size=60)
ids = st.text("abcdefghij0123456789-", min_size=1, max_size=12).filter(lambda text: text[0] != "-")


@st.composite
def modules(draw: st.DrawFn) -> ModuleDef:
    """Modules with sides, nations, pieces, phases and pages of any wording."""
    side_ids = draw(st.lists(ids, min_size=1, max_size=3, unique=True))
    sides = tuple(SideDef(id=name, title=draw(words), short="x") for name in side_ids)
    nations = tuple(
        NationDef(id=name, title=draw(words), code="N", body="#102030", ink="#ffffff")
        for name in draw(st.lists(ids, max_size=2, unique=True))
    )
    pieces = tuple(
        PieceDef(
            id=name,
            name=draw(words),
            side=draw(st.sampled_from([*side_ids, None])),
            type="foot",
            values=draw(st.dictionaries(ids, st.floats(0, 99, width=16), max_size=3)),
            steps=draw(st.integers(0, 4)),
            note=draw(texts),
        )
        for name in draw(st.lists(ids, max_size=6, unique=True))
    )
    phases = tuple(
        PhaseDef(id=name, title=draw(words), help=draw(texts))
        for name in draw(st.lists(ids, max_size=3, unique=True))
    )
    return ModuleDef(
        id=draw(ids),
        title=draw(words),
        description=draw(texts),
        sides=sides,
        nations=nations,
        types=(PieceTypeDef(id="foot", title="Foot"),),
        pieces=pieces,
        sequence=phases,
        turns=tuple(TurnDef(number=n, title=draw(words)) for n in range(draw(st.integers(0, 3)))),
        help=tuple(
            HelpDef(id=name, title="Page", text=draw(words).strip())
            for name in draw(st.lists(ids, max_size=2, unique=True))
        ),
    )


@given(modules())
@settings(max_examples=60, deadline=None)
def test_any_module_survives_writing(tmp_path_factory: pytest.TempPathFactory, module: ModuleDef) -> None:
    folder = tmp_path_factory.mktemp("module")
    save_module(module, folder)
    loaded = load_module(folder)
    assert loaded == in_order(module)
    assert module_files(loaded) == module_files(module)


@pytest.mark.parametrize("number", [1e-07, -2.5e-09, 1e16, 1.5e300, 5e-324, 0.1, 3.0])
def test_numbers_with_exponents_are_read_back_as_numbers(number: float) -> None:
    assert parse("x.yaml", to_yaml({"value": number}).encode()).value == {"value": number}


def test_what_is_in_order_stays_the_same_object() -> None:
    module = in_order(a_free_module())
    assert in_order(module) is module
    mixed = module.model_copy(update={"pieces": module.pieces[::-1]})
    ordered = in_order(mixed)
    assert ordered.pieces is not mixed.pieces
    assert ordered.turns is module.turns
    owners = [piece.side for piece in ordered.pieces]
    ranks = {side.id: n for n, side in enumerate(module.sides)}
    assert owners == sorted(owners, key=lambda side: ranks.get(side or "", len(ranks)))
    blue = [piece.id for piece in ordered.pieces if piece.side == owners[0]]
    assert blue == [piece.id for piece in mixed.pieces if piece.side == owners[0]], "the author's order stays"
