"""Checks of options and of the conditions that hang on them."""

from typing import TypeAlias

from engine.definition.module import ModuleDef
from engine.definition.sequence import ConditionDef, OptionDef
from engine.loading.checker import Checker
from engine.loading.text import Path

#: What an option may be set to.
OptionValue: TypeAlias = bool | str


def check_value(checker: Checker, path: Path, option: OptionDef, value: OptionValue) -> None:
    """A value must suit its option."""
    if option.type == "switch":
        if not isinstance(value, bool):
            checker.fault(path, "OPTION", f"'{option.id}' is a switch, not '{value}'", "write true or false")
    elif isinstance(value, bool):
        message = f"'{option.id}' is a choice, not {str(value).lower()}"
        checker.fault(path, "OPTION", message, "write the id of one of its values")
    else:
        checker.known(path, f"value of '{option.id}'", value, [choice.id for choice in option.values])


def check_conditions(checker: Checker, path: Path, module: ModuleDef, when: tuple[ConditionDef, ...]) -> None:
    """Conditions name options and values that exist."""
    options = {option.id: option for option in module.options}
    for i, condition in enumerate(when):
        if checker.known((*path, i, "option"), "option", condition.option, options):
            check_value(checker, (*path, i, "value"), options[condition.option], condition.value)
