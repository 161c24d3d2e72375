"""No Retreat 2: The Africa Front (draft: the battle sequence, not yet listed in the library)."""
