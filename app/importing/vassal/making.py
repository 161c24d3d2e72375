"""From what was read of a module to a Hexwright module in a folder of its own.

The module is made beside its place and moved there when it is whole, so that a broken import leaves nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from app.importing.art_store import ArtStore
from app.importing.module_origin import note_module
from app.importing.naming import Ids, normal, slug, tidy
from app.importing.pictures import MAP_PIXELS, SHEET_PIXELS, decoded, open_picture, png_bytes
from app.importing.refusal import ImportRefused
from app.importing.svg import is_svg, read_svg
from app.importing.vassal.arrivals import TurnTrack, schedule_of
from app.importing.vassal.composing import Composer
from app.importing.vassal.container import MAX_PICTURE, open_files
from app.importing.vassal.counters import Countermix
from app.importing.vassal.extensions import Extension, close, open_extensions
from app.importing.vassal.ground import Ground
from app.importing.vassal.model import BoardRead, ModuleRead
from app.importing.vassal.reading import read_module
from app.importing.vassal.report import ImportReport
from app.importing.vassal.scenarios import ScenarioMaker
from app.importing.vassal.sorting import GroupChoice, Sorting
from engine.definition.board import LandscapeDef
from engine.definition.card import CardDef, DeckDef
from engine.definition.module import ModuleDef
from engine.definition.piece import PieceArtDef, PieceTypeDef, SideDef
from engine.definition.sequence import HelpDef, PhaseDef, TurnDef
from engine.loading.drafts import new_draft_folder
from engine.loading.source import MAX_ASSET_BYTES
from engine.loading.writer import save_module
from engine.saves.files import reason

GUESSED_TURNS: Final = 20
REPORT_JSON, REPORT_TEXT = "import-report.json", "import-report.md"
KEPT_FORMATS: Final = {"PNG": ".png", "JPEG": ".jpg"}

Progress = Callable[[str, float], None]


def _silent(_text: str, _share: float) -> None:
    """Nobody listens."""


@dataclass(frozen=True)
class Wishes:
    """What a user wants of an import: roles of groups, extensions, a title, word of the progress.

    ``stays`` are turns whose box of a turn track holds no reinforcements.
    """

    groups: Mapping[str, GroupChoice] = field(default_factory=dict)
    extensions: tuple[Path, ...] = ()
    stays: frozenset[int] = frozenset()
    title: str = ""
    tell: Progress = _silent


def import_vassal(source: Path, folder: Path, wishes: Wishes | None = None) -> ImportReport:
    """Makes a module in a new or empty folder; raises `ImportRefused` and leaves nothing behind on
    failure.
    """
    wishes = wishes or Wishes()
    _check_target(folder)
    files = open_files(source)
    extensions: list[Extension] = []
    try:
        extensions = open_extensions(wishes.extensions)
        read = read_module(files, source.name, extensions)
        work = new_draft_folder(folder)
        try:
            report = _Maker(read, work, wishes, source).make(folder)
            if folder.exists():
                folder.rmdir()
            work.rename(folder)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    except OSError as error:
        raise ImportRefused(
            f"{folder} cannot be written ({reason(error)})", "choose another place"
        ) from error
    finally:
        files.close()
        close(extensions)
    return report


def _check_target(folder: Path) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ImportRefused(f"{folder} is not empty", "choose a new folder")


@dataclass
class _Maker:
    """One import."""

    read: ModuleRead
    work: Path
    wishes: Wishes
    source: Path
    store: ArtStore = field(init=False)
    left: list[str] = field(default_factory=list)
    _backgrounds: dict[str, str | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.store = ArtStore(self.work)

    def make(self, folder: Path) -> ImportReport:
        tell = self.wishes.tell
        tell("maps", 0.05)
        ground = Ground(self.read, self)
        ground.make()
        sorting = Sorting(self.read, self.wishes.groups)
        sorting.find_sides()
        mix = Countermix(Composer(self.read.pictures), self.store, sorting)
        decks, cards = self._cards(mix)
        for number, slot in enumerate(self.read.slots):
            tell("counters", 0.1 + 0.6 * number / len(self.read.slots))
            mix.kind_of(slot)
        tell("set-ups", 0.75)
        track = TurnTrack(self.wishes.stays)
        scenarios = ScenarioMaker(self.read, ground, mix, sorting.sides, self.left, track)
        scenarios.collect()
        piece_ids, formation_ids = Ids(), Ids()
        formations = mix.formations(formation_ids)
        pieces = tuple(mix.pieces(piece_ids, formations))
        turns = self._turns()
        made = scenarios.make([sheet.definition.id for sheet in ground.sheets], turns)
        arrivals = track.arrivals(len(made), pieces)
        title = tidy(self.wishes.title or self.read.title, 80)
        module = ModuleDef(
            id=slug(title, "module"),
            title=title,
            version=self.read.version or "0.1",
            description=self.read.description,
            data_sources=(
                f"Imported from the VASSAL module {self.source.name}; its art belongs to its makers.",
            ),
            sides=self._sides(sorting),
            terrain=(LandscapeDef(id="clear", title="Clear"),),
            types=(PieceTypeDef(id="unit", title="Unit"), PieceTypeDef(id="marker", title="Marker")),
            boards=tuple(sheet.definition for sheet in ground.sheets),
            boxes=tuple(ground.boxes),
            turns=turns,
            formations=tuple(formations.values()),
            pieces=pieces,
            decks=decks,
            cards=cards,
            sequence=self._sequence(sorting),
            schedule=schedule_of(arrivals),
            scenarios=made,
        )
        report = self._report(folder, module, ground, sorting, mix)
        report = msgspec.structs.replace(report, arrivals=arrivals, extensions=self.read.extensions)
        module = module.model_copy(update={"help": (_help_page(report),)})
        tell("writing", 0.9)
        save_module(module, self.work)
        (self.work / REPORT_JSON).write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2))
        (self.work / REPORT_TEXT).write_text(report.text(), encoding="utf-8")
        note_module(self.store, (self.source, *self.wishes.extensions), module)
        tell("done", 1.0)
        return report

    # ------------------------------------------------------------ pictures

    def background(self, board: BoardRead) -> str | None:
        """The picture of a board inside the module, taken once."""
        if not board.picture:
            return None
        if board.picture not in self._backgrounds:
            try:
                self._backgrounds[board.picture] = self._take_background(board.picture, board.size)
            except ImportRefused as error:
                self.left.append(f"map picture {board.picture}: {error.message}")
                self._backgrounds[board.picture] = None
        return self._backgrounds[board.picture]

    def _take_background(self, name: str, size: tuple[int, int]) -> str:
        data = self.read.pictures.files.read(name, min(MAX_PICTURE, MAX_ASSET_BYTES))
        if is_svg(data):
            return self.store.add_picture(read_svg(data, size, name))
        picture = open_picture(data, MAP_PIXELS, name)
        suffix = KEPT_FORMATS.get(picture.format or "")
        if suffix:
            return self.store.add_bytes(data, suffix)
        return self.store.add_bytes(
            png_bytes(decoded(open_picture(data, SHEET_PIXELS, name), "RGBA", name)), ".png"
        )

    # --------------------------------------------------------------- parts

    def _sides(self, sorting: Sorting) -> tuple[SideDef, ...]:
        forms = ("dark", "light")
        return tuple(
            SideDef(id=identity, title=tidy(name, 40), short=tidy(name, 12), strip=forms[number % 2])  # type: ignore[arg-type]
            for number, (identity, name) in enumerate(sorting.sides.items())
        )

    def _cards(self, mix: Countermix) -> tuple[tuple[DeckDef, ...], tuple[CardDef, ...]]:
        deck_ids, card_ids = Ids(), Ids()
        decks: list[DeckDef] = []
        cards: list[CardDef] = []
        for stack in self.read.stacks:
            if not stack.deck or not stack.slots:
                continue
            deck = DeckDef(id=deck_ids.new(stack.deck, "deck"), title=stack.deck)
            decks.append(deck)
            for number, slot in enumerate(stack.slots, 1):
                faces = mix.composer.faces(slot)
                art = None
                if faces is not None:
                    back = self.store.add_picture(faces.back) if faces.back is not None else None
                    art = PieceArtDef(front=self.store.add_picture(faces.front), back=back)
                identity = card_ids.new(f"{deck.id} {slot.name}", "card")
                cards.append(CardDef(id=identity, title=slot.name, deck=deck.id, number=number, art=art))
        return tuple(decks), tuple(cards)

    def _turns(self) -> tuple[TurnDef, ...]:
        level = self.read.turns[0] if self.read.turns else None
        if level is None or not level.names:
            first = level.first if level else 1
            last = level.last if level and level.last >= first else first + GUESSED_TURNS - 1
            name = (level.name if level else "") or "Turn"
            return tuple(TurnDef(number=n, title=tidy(f"{name} {n}")) for n in range(first, last + 1))
        return tuple(TurnDef(number=n, title=title) for n, title in enumerate(level.names, 1))

    def _sequence(self, sorting: Sorting) -> tuple[PhaseDef, ...]:
        ids = Ids()
        names = next((level.names for level in self.read.turns[1:] if level.names), ())
        sides = {normal(name): identity for identity, name in sorting.sides.items()}
        if names:
            phases = []
            for name in names:
                owner = next((s for n, s in sides.items() if n and n in normal(name)), None)
                phases.append(PhaseDef(id=ids.new(name, "phase"), title=name, side=owner))
            if all(phase.side for phase in phases):
                return tuple(phases)
        return tuple(
            PhaseDef(id=ids.new(f"{identity} turn"), title=tidy(f"{name} player turn"), side=identity)
            for identity, name in sorting.sides.items()
        )

    def _report(
        self, folder: Path, module: ModuleDef, ground: Ground, sorting: Sorting, mix: Countermix
    ) -> ImportReport:
        read = self.read
        taken = {
            "counters": sum(not piece.template for piece in module.pieces),
            "kinds of counter": len(mix.kinds),
            "with a back": len(mix.backs),
            "markers to copy": sum(piece.template for piece in module.pieces),
            "formations": len(module.formations),
            "maps": len(module.boards),
            "hexes": sum(len(sheet.places) for sheet in ground.sheets),
            "boxes": len(module.boxes),
            "scenarios": len(module.scenarios),
            "decks": len(module.decks),
            "cards": len(module.cards),
        }
        guessed = [*ground.guesses, *sorting.guesses]
        if any(piece.values for piece in module.pieces):
            guessed.append("attack, defense and movement are read from properties of the counters")
        if not read.turns or not (read.turns[0].names or read.turns[0].last):
            guessed.append(f"the number of turns: {len(module.turns)}")
        if mix.without_art:
            guessed.append(f"{mix.without_art} kinds of counter have no picture and are drawn")
        left = [*self.left, *(f"{name}: {count}" for name, count in sorted(read.passed_over.items()))]
        left += [f"prototype '{name}' is not defined" for name in sorted(read.missing_prototypes)]
        left += [f"chart {name}" for name in read.charts]
        left.append(
            "terrain, hexsides, roads and rules: a VASSAL module holds none; paint the map in the editor"
        )
        return ImportReport(
            module=str(self.source),
            folder=str(folder),
            title=module.title,
            taken=taken,
            guessed=tuple(guessed),
            left=tuple(left),
            groups=tuple(sorting.groups.values()),
            sides=dict(sorting.sides),
            backs=tuple(mix.backs),
            missing_pictures=tuple(sorted(read.pictures.missing)),
            broken_pictures=mix.composer.broken,
            unreadable=tuple(read.unreadable),
            traits_left=dict(sorted(mix.traits_left.items())),
            off_grid=ground.off_grid,
        )


def _help_page(report: ImportReport) -> HelpDef:
    body = report.text().partition("\n")[2].strip()
    return HelpDef(id="import", title="What was imported", text=body[:60_000])
