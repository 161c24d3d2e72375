"""Upgrading: what older programs wrote, brought to the form this one reads, step by step.

Each step is a pure function over plain data and has a file of its own, named after the version it starts
from; nothing is deleted from here, so that files of every released version can be read. Steps must bear
nonsense: what they do not understand they leave as it is, for the checks that follow to name it.
"""

from engine.upgrading.modules import OLDEST_SCHEMA, upgraded_module
from engine.upgrading.plain import Plain
from engine.upgrading.saves import OLDEST_FORMAT, upgraded_line

__all__ = ["OLDEST_FORMAT", "OLDEST_SCHEMA", "Plain", "upgraded_line", "upgraded_module"]
