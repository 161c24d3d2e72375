"""Names of things.

Ids are plain strings at run time, so that states, saves and the line protocol read well;
the types below only keep them apart for the type checker and the reader.
A *place* is a hex id (``A36.23``) or the id of an off-map box (``tripoli``).
"""

from typing import NewType

SideId = str
PieceId = str
PlaceId = str
PhaseId = str
StepId = str
RuleRef = str

Seed = NewType("Seed", int)
