"""From the records of a saved game back to the game, by playing it again.

Every action goes through the rules, every draw of chance is made again and compared with the record, every
snapshot's hash with the position reached. So a save cannot bring in an illegal action, a die nobody rolled
or a decision of the wrong side; and a save of other rules tells where the two part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from engine.codec import DecodeError, decode_action, decode_state, state_hash
from engine.definition.module import ModuleDef
from engine.errors import EngineError, IllegalAction
from engine.game import Game
from engine.play.draw import Draw
from engine.rules.registry import FREE_PLAY, find_ruleset
from engine.rules.ruleset import GameRules
from engine.saves.reading import EDITED, SaveFile
from engine.saves.records import NO_START, ActionLine, Remarks, SaveFault, SnapshotLine
from engine.saves.writing import hash_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Divergence:
    """Where record and rules part: number of the action, its line, what is wrong, what was possible."""

    number: int
    line: int
    text: str
    rule: str = ""
    possible: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """A game brought back, with what people should be told about it, and when its actions were taken."""

    game: Game
    remarks: Remarks
    notices: tuple[str, ...] = ()
    times: tuple[str, ...] = ()


def restore(save: SaveFile, rules: GameRules) -> Restored:
    """The game as it was saved, with all its history.

    Raises :class:`SaveFault` if it does not replay under these rules.
    """
    game, divergence = resimulate(save, rules)
    if divergence is not None:
        changed = differences(save, game.rules)
        hint = f"{'; '.join(changed)}; go on from a snapshot instead" if changed else EDITED
        raise SaveFault(save.file, f"action {divergence.number}: {divergence.text}", hint, divergence.line)
    game.free_undo = save.header.free_undo
    notices = list(differences(save, game.rules))
    if save.torn:
        notices.append("an unfinished action at the end was dropped")
    times = tuple(record.at for record in save.actions)
    return Restored(game=game, remarks=save.remarks, notices=tuple(notices), times=times)


def resimulate(save: SaveFile, rules: GameRules) -> tuple[Game, Divergence | None]:
    """Play a record under the present rules as far as they agree; the game reached, and where they part."""
    game = Game(rules, save.header.seed)
    begin_at_start(save, game)
    snapshots = {snapshot.n: snapshot for snapshot in save.snapshots}
    can_compare = has_like_positions(save, rules)
    for record in save.actions:
        wrong = repeat(game, record)
        if wrong is None and record.n in snapshots and can_compare:
            wrong = compare(game, snapshots[record.n])
        if wrong is not None:
            return game, locate(save, record.n, wrong, game)
    if can_compare and save.end is not None and save.end.hash != game.hash():
        wrong = IllegalRecord("the final position has another hash")
        return game, locate(save, len(save.actions), wrong, game)
    return game, None


def has_like_positions(save: SaveFile, rules: GameRules) -> bool:
    """Whether the hashes in a save can be compared with positions of these rules.

    Other versions of the format or of the rules may know more or other facts of the same position; then legal
    actions and equal draws of chance must do.
    """
    header = save.header
    is_known = save.end is None or bool(save.end.hash)
    is_known = is_known and all(snapshot.hash for snapshot in save.snapshots)
    return is_known and (header.rules, header.rules_version) == (rules.ruleset, rules.version)


class IllegalRecord(EngineError):
    """A record that does not fit; ``rule`` where a rule forbids it."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule


def repeat(game: Game, record: ActionLine) -> IllegalRecord | None:
    """Play one recorded action; returns what is wrong with it, the game then standing before it."""
    dice = tuple(face for draw in record.draws for face in draw.dice)[: record.table[0]]
    picks = tuple(name for draw in record.draws for name in draw.picks)[: record.table[1]]
    if dice or picks:
        game.queue_table_dice(dice, picks)
    try:
        action = decode_action(game.rules, game.decision, msgspec.json.decode(record.action))
        transition = game.apply(action, record.side)
    except IllegalAction as error:
        return IllegalRecord(str(error.refusal), error.refusal.rule)
    except (EngineError, msgspec.MsgspecError, RecursionError) as error:
        return IllegalRecord(str(error))
    if transition.draws != record.draws:
        game.undo(free=True)
        return IllegalRecord(f"chance gave {told(transition.draws)}, the record says {told(record.draws)}")
    return None


def told(draws: tuple[Draw, ...]) -> str:
    """Draws in words."""
    texts = [f"{draw.reason}: {' '.join(map(str, (*draw.dice, *draw.picks)))}" for draw in draws]
    return ", ".join(texts) or "nothing"


def compare(game: Game, snapshot: SnapshotLine) -> IllegalRecord | None:
    """Hold a snapshot against the position reached."""
    if snapshot.hash != game.hash():
        return IllegalRecord(f"the position differs from the snapshot ({game.hash()}, not {snapshot.hash})")
    try:
        kept = decode_state(game.rules, bytes(snapshot.state))
    except DecodeError as error:
        return IllegalRecord(f"the snapshot is damaged: {error}")
    if state_hash(kept) != snapshot.hash:
        return IllegalRecord("the snapshot does not fit its own hash")
    return None


def locate(save: SaveFile, number: int, wrong: IllegalRecord, game: Game) -> Divergence:
    """Say where in the file something is wrong, and what could have been done there."""
    decision = game.decision
    possible = tuple(kind.kind for kind in decision.ask.kinds) if decision else ()
    return Divergence(
        number=number, line=save.line_of(number), text=str(wrong), rule=wrong.rule, possible=possible
    )


def resume(save: SaveFile, rules: GameRules, at: int | None = None) -> Restored:
    """The game at its last snapshot (or the last up to action ``at``), without the history before it.

    For saves whose actions the rules no longer repeat. Raises :class:`SaveFault` if no snapshot fits.
    """
    for snapshot in snapshots_from_the_end(save, at):
        try:
            state = decode_state(rules, bytes(snapshot.state))
        except DecodeError:
            continue
        if rules.check(state):
            continue
        game = Game(rules, save.header.seed)
        game.resume_at(state)
        lost = len(save.actions) - snapshot.n
        notice = f"resumed after action {snapshot.n} of {len(save.actions)}; the {lost} after it are lost"
        return Restored(game=game, remarks=save.remarks, notices=(*differences(save, rules), notice))
    raise SaveFault(save.file, "no snapshot fits the present rules", "open it with the version that saved it")


def snapshots_from_the_end(save: SaveFile, at: int | None) -> Iterator[SnapshotLine]:
    """Snapshots, latest first, up to a number of actions."""
    return (found for found in reversed(save.snapshots) if at is None or found.n <= at)


def rules_for(save: SaveFile, module: ModuleDef) -> GameRules:
    """The rules of a saved game, compiled; refuses another module, unknown scenarios and options.

    A game that was played freely is opened freely, whatever ruleset its module names.
    """
    header = save.header
    if header.rules == FREE_PLAY and module.ruleset is not None:
        module = module.model_copy(update={"ruleset": None})
    if header.module != module.id:
        raise SaveFault(save.file, f"this is a game of '{header.module}', not '{module.id}'", "", 1)
    try:
        ruleset = find_ruleset(module.ruleset or FREE_PLAY)
        return ruleset.compile(module, header.scenario, header.options)
    except EngineError as error:
        hint = "the module has changed since the game was saved"
        raise SaveFault(save.file, str(error), hint, 1) from error


def begin_at_start(save: SaveFile, game: Game) -> None:
    """Put a game that began from a position at that position."""
    if save.header.start == NO_START:
        return
    try:
        state = decode_state(game.rules, bytes(save.header.start))
    except DecodeError as error:
        raise SaveFault(save.file, f"the position at the start is damaged: {error}", EDITED, 1) from error
    game.resume_at(replace(state, chance=replace(state.chance, dice=(), picks=())))


def differences(save: SaveFile, rules: GameRules) -> tuple[str, ...]:
    """What has changed in rules and module since the game was saved, in words."""
    header = save.header
    found = []
    if (header.rules, header.rules_version) != (rules.ruleset, rules.version):
        then, now = f"{header.rules} {header.rules_version}", f"{rules.ruleset} {rules.version}"
        found.append(f"saved with rules {then}, now {now}")
    if header.module_hash and header.module_hash != hash_of(rules.module):
        found.append(f"the module has changed since (then version {header.module_version})")
    return tuple(found)
