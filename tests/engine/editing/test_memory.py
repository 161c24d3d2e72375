"""Work that is kept with what it looked at, and done again only when that is something else."""

from collections.abc import Callable

import pytest

from engine.definition.module import ModuleDef
from engine.definition.piece import PieceDef
from engine.editing.memory import MOST, Memory
from engine.loading.roster import PieceFact, figures, piece_ids, roster
from tests.engine.editing.modules import a_module


def with_name(module: ModuleDef, at: int, name: str) -> ModuleDef:
    piece = module.pieces[at].model_copy(update={"name": name})
    return with_piece(module, at, piece)


def with_piece(module: ModuleDef, at: int, piece: PieceDef) -> ModuleDef:
    return module.model_copy(update={"pieces": (*module.pieces[:at], piece, *module.pieces[at + 1 :])})


class Worker:
    """Counts how often its work is done."""

    def __init__(self, look: Callable[[ModuleDef], object]) -> None:
        self.look, self.runs, self.memory = look, 0, Memory()

    def work(self, module: ModuleDef, *given: object) -> object:
        def do(watched: ModuleDef) -> object:
            self.runs += 1
            return self.look(watched)

        return self.memory.whole("work", module, do, *given)


@pytest.mark.parametrize("look", [lambda m: len(m.sides), lambda m: m.side("axis").title])
def test_work_is_done_again_only_when_a_part_it_asked_for_is_another(
    look: Callable[[ModuleDef], object],
) -> None:
    module, worker = a_module(), Worker(look)
    first = worker.work(module)
    assert worker.work(module.model_copy(update={"title": "Other", "pieces": ()})) is first
    assert worker.runs == 1
    sides = tuple(side.model_copy(update={"title": side.title.upper()}) for side in module.sides)
    worker.work(module.model_copy(update={"sides": sides}))
    assert worker.runs == 2


def test_what_methods_of_the_module_look_at_counts_too() -> None:
    module, worker = a_module(), Worker(lambda m: sorted(m.pieces_by_id()))
    worker.work(module)
    worker.work(with_name(module, 0, "Other"))
    assert worker.runs == 2
    worker.work(module.model_copy(update={"sequence": ()}))
    assert worker.runs == 2


def test_what_else_is_given_counts_by_identity() -> None:
    module, worker = a_module(), Worker(lambda m: len(m.sides))
    one, other = object(), object()
    for given in (one, other, one, None):
        worker.work(module, given)
    assert worker.runs == 3


def test_the_last_outcomes_are_kept_for_undo() -> None:
    module, worker = a_module(), Worker(lambda m: m.pieces[0].name)
    versions = [with_name(module, 0, f"name {n}") for n in range(MOST + 1)]
    assert [worker.work(version) for version in versions] == [f"name {n}" for n in range(MOST + 1)]
    assert worker.work(versions[-2]) == f"name {MOST - 1}"
    assert worker.runs == MOST + 1
    worker.work(versions[0])
    assert worker.runs == MOST + 2


def test_a_fact_is_the_same_object_while_it_is_equal() -> None:
    module, memory = a_module(), Memory()
    known = memory.fact(roster, module)
    assert memory.fact(roster, with_name(module, 0, "Other")) is known
    stronger = with_piece(module, 0, module.pieces[0].model_copy(update={"steps": 9}))
    assert memory.fact(roster, stronger) is not known
    assert memory.fact(roster, stronger)[module.pieces[0].id].steps == 9
    assert memory.fact(roster, module) is known


def test_work_that_asks_for_a_fact_rests_on_the_fact_alone() -> None:
    module, worker = a_module(), Worker(lambda m: (len(m.fact(piece_ids)), sorted(m.fact(figures))))
    first = worker.work(module)
    assert worker.work(with_name(module, 0, "Other")) is first
    assert worker.runs == 1
    more = with_piece(module, 0, module.pieces[0].model_copy(update={"values": {"speed": 1}}))
    assert "speed" in str(worker.work(more))
    assert worker.runs == 2


def test_each_thing_is_worked_on_again_only_when_it_is_another() -> None:
    module, memory = a_module(), Memory()
    done: list[int] = []

    def begin(watched: ModuleDef) -> Callable[[int, PieceDef], str | None]:
        sides = {side.id for side in watched.sides}

        def do(at: int, piece: PieceDef) -> str | None:
            done.append(at)
            return f"{piece.name} of {len(sides)}" if piece.side in sides else None

        return do

    def each(now: ModuleDef) -> dict[int, str]:
        done.clear()
        return dict(memory.each("names", (now, now.pieces), begin).found)

    whole = list(range(len(module.pieces)))
    first = each(module)
    assert done == whole
    assert each(module) == first
    assert done == []
    other = with_name(module, 2, "Other")
    assert each(other) == first | {2: "Other of 2"}
    assert done == [2]
    ownerless = with_piece(other, 2, other.pieces[2].model_copy(update={"side": None}))
    assert 2 not in each(ownerless)
    assert done == [2]
    each(ownerless.model_copy(update={"sides": ownerless.sides[:1]}))
    assert done == whole
    each(module.model_copy(update={"pieces": module.pieces[1:]}))
    assert done == whole[:-1]


def test_a_fact_of_counters_stands_while_what_it_wants_of_each_is_the_same() -> None:
    runs = 0

    def find(module: ModuleDef) -> list[str]:
        nonlocal runs
        runs += 1
        return [piece.type for piece in module.pieces]

    fact, memory, module = PieceFact(find, lambda piece: piece.type), Memory(), a_module()
    first = memory.fact(fact, module)
    renamed = with_name(module, 0, "Other")
    assert memory.fact(fact, renamed) is first
    assert memory.fact(fact, with_name(renamed, 1, "Another")) is first
    assert runs == 1
    kind = next(kind.id for kind in module.types if kind.id != module.pieces[0].type)
    retyped = with_piece(renamed, 0, renamed.pieces[0].model_copy(update={"type": kind}))
    assert memory.fact(fact, retyped) == [kind, *first[1:]]
    assert memory.fact(fact, module.model_copy(update={"pieces": module.pieces[1:]})) == first[1:]
    assert runs == 3
