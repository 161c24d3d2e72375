"""Cells of the CRT changed in the editor: the next preview of a battle shows them, on a copy of the game."""

from pathlib import Path

from engine.definition.module import ModuleDef
from engine.editing.chart_tables import pasted
from engine.editing.charts import to_shipped
from engine.loading import builtin_modules, load_module
from engine.loading.writer import save_module
from engine.view.preview import Preview
from modules.afrika.rules.combat_actions import DeclareAttack
from modules.afrika.rules.game import RULESET
from tests.modules.afrika.combat_positions import EAST, FIELD, PAVIA, TANKS_4, Fight, Scene, a_fight


def preview(fight: Fight) -> Preview:
    found = fight.kind("declare-attack").preview(
        fight.state, fight.side, DeclareAttack(target=FIELD, attackers=(TANKS_4,))
    )
    assert found is not None
    return found


def by_the_rules_of(module: ModuleDef, fight: Fight) -> Fight:
    """The same position under the charts of another module."""
    rules = RULESET.compile(module, fight.rules.scenario.id, dict(fight.rules.options))
    return Fight(rules, fight.state)


def test_the_preview_reads_the_changed_cells(tmp_path: Path) -> None:
    fight = a_fight({FIELD: [PAVIA], EAST: [TANKS_4]}, Scene(phase="allied.combat"))
    shipped = load_module(builtin_modules()["afrika"])
    before = preview(fight)
    column = before.columns[before.final]
    table = "\n".join(f"{roll}\tD6r5" for roll in range(2, 13))
    save_module(pasted(shipped, "crt", (0, 0), f"roll\t{column}\n{table}"), tmp_path / "copy")
    copied = load_module(tmp_path / "copy")
    after = preview(by_the_rules_of(copied, fight))
    assert after.columns[after.final] == column
    (result,) = after.results
    assert result.chances == after.out_of
    assert result.text not in {found.text for found in before.results}
    assert preview(by_the_rules_of(to_shipped(copied, "crt", shipped), fight)) == before
