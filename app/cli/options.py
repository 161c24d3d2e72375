"""Options of a game given on the command line, ``--option name=value``."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli.output import WRONG_CALL, CallFailed
from engine.definition.module import ModuleDef
from engine.issues import near_miss
from engine.state.model import OptionValue

OptionList = Annotated[
    list[str] | None, typer.Option("--option", "-O", help="An option of the game, NAME=VALUE; repeatable.")
]

WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def read_options(module: ModuleDef, given: list[str] | None) -> dict[str, OptionValue]:
    """Options by name; refuses what is no NAME=VALUE and names the near miss of an unknown one."""
    switches = {option.id: option.type == "switch" for option in module.options}
    found: dict[str, OptionValue] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise CallFailed(f"'{text}' is no option; write NAME=VALUE", WRONG_CALL)
        if name in found:
            raise CallFailed(f"the option '{name}' is given twice; give it once", WRONG_CALL)
        if switches.get(name) and value.lower() not in WORDS:
            raise CallFailed(f"{name} is true or false, not '{value}'", WRONG_CALL)
        hint = near_miss(name, switches)
        if name not in switches and hint:
            raise CallFailed(f"there is no option '{name}'; {hint}", WRONG_CALL)
        found[name] = WORDS[value.lower()] if switches.get(name) else value
    return found
