"""The rules of Afrika, second edition, with its errata of 2008 and the compiled clarifications.

``RULESET`` is what the engine looks for. The position is in ``state``, what does not change in ``compiled``,
each phase in ``steps``; every other module answers one kind of question.
"""

from modules.afrika.rules.game import RULESET

__all__ = ["RULESET"]
