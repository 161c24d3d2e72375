"""Taking a parcel into a module: what has to be asked, and the module with everything in its place.

What the module has under the same id and with the same words is used, not copied again. What it has otherwise
is a question, and so are sides and places it does not know. Every question has an answer to begin with.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from engine.definition.module import ModuleDef
from engine.definition.scenario import PlacementDef, ScenarioDef, ScheduleEntry, WhereDef
from engine.definition.sequence import BoxDef
from engine.definition.victory import AwardDef, VictoryDef
from engine.editing.change import EditRefused, free_id, with_parts
from engine.editing.checking import check, guarded
from engine.editing.mentions import followed, mentions
from engine.editing.parcels import TAKEN, Parcel, key_of
from engine.editing.searching import title_of

NEW, OWN, OVER, LEAVE = "new", "own", "over", "leave"
PLACES = ("places", "")
"""The one question about all places the module does not know."""

#: Mentions that rules may understand as classes of things; they stay as they are.
CLASSES = frozenset(("types", "nations", "formations", "tracks"))
MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Question:
    """Something to decide: the thing it is about, in words, and the answers, the usual one first."""

    about: tuple[str, str]
    text: str
    answers: tuple[tuple[str, str], ...]


Answers = Mapping[tuple[str, str], str]
Thing = TypeVar("Thing", bound=BaseModel)


def questions(module: ModuleDef, parcel: Parcel) -> tuple[Question, ...]:
    """All that has to be decided before a parcel can be taken, the usual answer first."""
    found = [*_about_stays(module, parcel, "sides"), *_about_stays(module, parcel, "boards")]
    stands_for = usual(found)

    def visit(about: str, name: str) -> str:
        return stands_for.get((about, name), name)

    for part in TAKEN:
        here = {key_of(thing): thing for thing in getattr(module, part)}
        for thing in parcel.items.get(part, ()):
            name = key_of(thing)
            if part == "turns" and (part, name) not in parcel.wanted:
                continue
            if name in here and not is_alike(here[name], followed(thing, visit)):
                found.append(_about_same(part, name, thing, is_wanted=(part, name) in parcel.wanted))
    unknown = _unknown_places(module, parcel)
    if unknown:
        found.append(_about_places(module, parcel, unknown))
    return tuple(found)


def is_alike(here: BaseModel, coming: BaseModel) -> bool:
    """Whether two things say the same; pictures of the same thing may have other names."""
    if getattr(here, "art", None) is not None and getattr(coming, "art", None) is not None:
        return here.model_copy(update={"art": None}) == coming.model_copy(update={"art": None})
    return here == coming


def usual(asked: Iterable[Question]) -> dict[tuple[str, str], str]:
    """The answers to begin with."""
    return {question.about: question.answers[0][0] for question in asked}


def _things(parcel: Parcel) -> Iterator[BaseModel]:
    for items in parcel.items.values():
        yield from items
    yield from parcel.schedule


def _mentioned(parcel: Parcel, part: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(n for thing in _things(parcel) for p, n in mentions(thing) if p == part))


def _about_stays(module: ModuleDef, parcel: Parcel, part: str) -> Iterator[Question]:
    """Sides and maps that the module does not have under this id: which of its own stands for them."""
    own = [(thing.id, thing.title) for thing in getattr(module, part)]
    known = list(parcel.names.get(part, {}))
    for name in _mentioned(parcel, part):
        is_label = bool(known) and name not in known  # a word of a chart that is no side there either
        if any(name == mine for mine, _ in own) or not own or is_label:
            continue
        first = known.index(name) % len(own) if name in known else 0
        title = parcel.names.get(part, {}).get(name, name)
        word = "Side" if part == "sides" else "Map"
        answers = tuple((mine, f"is {words} here") for mine, words in (*own[first:], *own[:first]))
        yield Question((part, name), f"{word} {title}", answers)


def _about_same(part: str, name: str, thing: BaseModel, *, is_wanted: bool) -> Question:
    new, own, over = (
        (NEW, "take as a new one"),
        (OWN, "use the one that is here"),
        (OVER, "replace the one here"),
    )
    is_numbered = getattr(thing, "id", None) is None
    order = (new, over, own) if is_wanted else (own, new, over)
    answers = tuple(answer for answer in order if not (is_numbered and answer is new))
    return Question((part, name), f"{title_of(thing)} is here already, but differs", answers)


def _unknown_places(module: ModuleDef, parcel: Parcel) -> tuple[str, ...]:
    board = check(module).board
    known = {box.id for box in module.boxes} | set(board.index if board else ())
    known |= {key_of(thing) for thing in parcel.items.get("boxes", ())}
    return tuple(name for name in _mentioned(parcel, "places") if name not in known)


def _about_places(module: ModuleDef, parcel: Parcel, unknown: tuple[str, ...]) -> Question:
    names = parcel.names.get("places", {})
    shown = ", ".join(f"{name} {names[name]}" if names.get(name) else name for name in unknown[:MOST_NAMED])
    more = f" and {len(unknown) - MOST_NAMED} more" if len(unknown) > MOST_NAMED else ""
    boxes = tuple((box.id, f"are {box.title} here") for box in module.boxes)
    return Question(PLACES, f"Places that are not here: {shown}{more}", ((LEAVE, "leave them out"), *boxes))


# --- taking -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Taken:
    """The module with the parcel in it, the ids of what was wanted there, and what was left out, in words."""

    module: ModuleDef
    ids: tuple[tuple[str, str], ...] = ()
    left: tuple[str, ...] = ()


def take(
    module: ModuleDef,
    parcel: Parcel,
    answers: Answers | None = None,
    assets: Mapping[str, str | None] | None = None,
) -> Taken:
    """The module with everything in a parcel; refuses what the checks of the module would not bear.

    ``assets`` says under which names the pictures lie here; those that are not named are left out.
    """
    decided = {**usual(questions(module, parcel)), **(answers or {})}
    work = _Taking(module, parcel, decided, assets or {})
    return work.done()


@dataclass
class _Taking:
    """One parcel on its way into one module."""

    module: ModuleDef
    parcel: Parcel
    answers: Answers
    assets: Mapping[str, str | None]
    names: dict[tuple[str, str], str] = field(default_factory=dict)
    left: dict[str, None] = field(default_factory=dict)

    def done(self) -> Taken:
        self._need_two_sides()
        plan = self._plan()
        parts: dict[str, tuple[BaseModel, ...]] = {}
        for part, things in plan.items():
            replaced = {key_of(thing): thing for thing in things}
            here = tuple(replaced.pop(key_of(old), old) for old in getattr(self.module, part))
            parts[part] = (*here, *replaced.values())
        if self.parcel.schedule:
            parts["schedule"] = (*self.module.schedule, *map(self._entry, self.parcel.schedule))
        after = guarded(self.module, with_parts(self.module, **parts))
        ids = tuple((part, self.names.get((part, name), name)) for part, name in sorted(self.parcel.wanted))
        return Taken(after, ids, tuple(self.left))

    def _need_two_sides(self) -> None:
        """Two sides of a set-up cannot become one."""
        for scenario in self.parcel.items.get("scenarios", ()):
            sides = [name for part, name in mentions(scenario) if part == "sides"]
            if len({self._visit("sides", name) for name in sides}) < len(sides):
                raise EditRefused("two sides of the set-up would be one here", "give each a side of its own")

    def _plan(self) -> dict[str, list[BaseModel]]:
        """What is put in, by part, under the ids it has here; ids first, as things mention each other."""
        coming: list[tuple[str, BaseModel]] = []
        for part in TAKEN:
            here = {key_of(thing): thing for thing in getattr(self.module, part)}
            taken = set(here)
            for thing in self.parcel.items.get(part, ()):
                name = key_of(thing)
                answer = self.answers.get((part, name), OWN if part == "turns" else NEW)
                if name in here and (answer == OWN or is_alike(here[name], followed(thing, self._stand_in))):
                    continue
                if name in here and answer == NEW:
                    self.names[part, name] = free_id(name, taken)
                taken.add(self.names.get((part, name), name))
                coming.append((part, thing))
        plan: dict[str, list[BaseModel]] = {}
        for part, thing in coming:
            plan.setdefault(part, []).append(self._made(part, thing))
        return plan

    def _stand_in(self, part: str, name: str) -> str:
        """What stands for a side or a map of the other module; everything else keeps its id."""
        return self.answers.get((part, name), name) if part in ("sides", "boards") else name

    def _made(self, part: str, thing: BaseModel) -> BaseModel:
        new = self._scenario(thing) if isinstance(thing, ScenarioDef) else thing
        new = followed(new, self._visit)
        art = getattr(thing, "art", None)
        if art is not None and getattr(getattr(new, "art", None), "front", None) is None:
            new = new.model_copy(update={"art": None})
        name = self.names.get((part, key_of(thing)))
        if name is not None:
            new = new.model_copy(update={"id": name})
        if isinstance(new, ScenarioDef):
            new = _without_empty(new)
        elif isinstance(new, BoxDef):
            new = new.model_copy(update={"links": tuple(link for link in new.links if link.to)})
        return _valid(new)

    def _entry(self, entry: ScheduleEntry) -> ScheduleEntry:
        new = _valid(_whole(followed(entry, self._visit)))
        if entry.scenarios and not new.scenarios:
            self._leave(f"turn {entry.turn}: it counts in all scenarios here")
        return new

    def _visit(self, part: str, name: str) -> str | None:
        """What stands for a mention here; None takes it out."""
        if part == "assets":
            return self.assets.get(name)
        if part in ("sides", "boards"):
            return self.answers.get((part, name), name)
        if (part, name) in self.names:
            return self.names[part, name]
        if part == "places":
            return self._place(name)
        if part in CLASSES or self._knows(part, name) or (part == "boxes" and self._knows("zones", name)):
            return name
        self._leave(f"{part} {name}: not in this module")
        return None

    def _knows(self, part: str, name: str) -> bool:
        if part == "zones":
            return any(zone.id == name for board in self.module.boards for zone in board.zones)
        here = (key_of(thing) for thing in getattr(self.module, part, ()))
        return name in here or name in map(key_of, self.parcel.items.get(part, ()))

    def _place(self, name: str) -> str | None:
        if ("boxes", name) in self.names:
            return self.names["boxes", name]
        board = check(self.module).board
        if (board is not None and name in board.index) or self._knows("boxes", name):
            return name
        answer = self.answers.get(PLACES, LEAVE)
        if answer != LEAVE:
            return answer
        self._leave(f"{name}: not a place of this module")
        return None

    def _leave(self, words: str) -> None:
        self.left[words] = None

    # --- scenarios ------------------------------------------------------------------------------------

    def _scenario(self, scenario: ScenarioDef) -> ScenarioDef:
        """Conditions of victory that ask for what is not here would mean something else: they stay behind."""
        versions = tuple(
            version.model_copy(
                update={
                    "victory": tuple(self._condition(item) for item in version.victory),
                    "points": tuple(item for item in version.points if self._bears(item)),
                }
            )
            for version in scenario.versions
        )
        return scenario.model_copy(update={"versions": versions})

    def _condition(self, item: VictoryDef) -> VictoryDef:
        if self._bears(item):
            return item
        text = item.text or f"As in {self.parcel.origin}"
        self._leave(f"condition of victory '{text}': only its words were taken")
        return item.model_copy(update={"holds": None, "text": text})

    def _bears(self, item: VictoryDef | AwardDef) -> bool:
        """Whether all that a condition mentions is here."""
        return all(self._visit(part, name) is not None for part, name in mentions(item))


def _whole(where: ScheduleEntry) -> ScheduleEntry:
    """An entry whose place was taken out in part."""
    return where.model_copy(update={"within": None}) if where.near is None else where


def _without_empty(scenario: ScenarioDef) -> ScenarioDef:
    """A scenario without placements that have lost their place; their counters are not set up."""
    sides = {
        side: setup.model_copy(
            update={"placements": tuple(p for p in map(_trimmed, setup.placements) if _stands(p))}
        )
        for side, setup in scenario.sides.items()
    }
    return scenario.model_copy(update={"sides": sides})


def _trimmed(placement: PlacementDef) -> PlacementDef:
    changes: dict[str, object] = {"within": None} if placement.near is None else {}
    kept = {name: place for name, place in placement.defaults.items() if name in placement.pieces}
    if kept != dict(placement.defaults):
        changes["defaults"] = kept
    return placement.model_copy(update=changes) if changes else placement


def _stands(where: WhereDef) -> bool:
    return bool(where.at or where.any_of or where.zones or where.near)


def _valid(thing: Thing) -> Thing:
    """The thing, checked anew by its own definition."""
    try:
        return type(thing).model_validate(thing.model_dump())
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(map(str, fault["loc"]))
        raise EditRefused(f"{title_of(thing)} cannot be taken: {where}: {fault['msg']}") from None
